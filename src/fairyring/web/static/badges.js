// Badges on a piece or a stack of chips: a True King's star, and what a stack is worth.

import { s } from "./dom.js";
import { worth } from "./purse.js";

/** @import {Token} from "./protocol" */

const STAR = "M39 3l2.5 5.4 5.9.7-4.4 4 1.2 5.9-5.2-3-5.2 3 1.2-5.9-4.4-4 5.9-.7z";

/**
 * @param {Pick<Token, "picture" | "chips" | "marked">} token
 * @param {number} size of its drawing
 * @returns {SVGElement[]}
 */
export function badges(token, size) {
  const found = [
    token.marked && s("path", { class: "star", d: STAR }),
    token.chips.length > 0 && s("text", { class: "worth", x: 24, y: token.picture === "offer" ? 28 : 47 }, String(worth(token.chips))),
  ].filter((each) => each !== false);
  return found.length ? [s("svg", { width: size, height: size, viewBox: "0 0 48 48", overflow: "visible" }, ...found)] : [];
}
