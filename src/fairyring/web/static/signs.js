// Signs on squares, and the arrow of a hint.

import { s } from "./dom.js";
import { path } from "./geometry.js";

/** @import {Spot} from "./geometry.js" */

/**
 * The signs for goals where men stand on men: the rider's place, the carrier, and the rider.
 *
 * @param {{middle: Spot, room: number}} square
 */
export function signs({ middle: { x, y }, room }) {
  const at = (/** @type {string} */ name, /** @type {number} */ right, /** @type {number} */ radius) =>
    s("circle", { class: name, cx: x + right * room, cy: y - right * room, r: radius * room });
  return [at("seat", 0.32, 0.13), at("ring-under", -0.16, 0.3), at("ring-rider", 0.15, 0.31)];
}

/** The glow under a king in check. @param {number} number */
export function glow(number) {
  return s(
    "radialGradient",
    { id: `glow-${number}` },
    s("stop", { class: "glow-inner", offset: "15%" }),
    s("stop", { class: "glow-outer", offset: "100%" }),
  );
}

/**
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} rank 0 for the best advice
 */
export function arrow(from, to, rank) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - dx * 0.42, y: to.y - dy * 0.42 };
  const wings = [
    { x: neck.x - dy * 0.22, y: neck.y + dx * 0.22 },
    { x: to.x - dx * 0.06, y: to.y - dy * 0.06 },
    { x: neck.x + dy * 0.22, y: neck.y - dx * 0.22 },
  ];
  const start = { x: from.x + dx * 0.3, y: from.y + dy * 0.3 };
  return s(
    "g",
    { class: "arrow", "data-rank": rank },
    s("line", { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y }),
    s("polygon", { points: path(wings) }),
  );
}
