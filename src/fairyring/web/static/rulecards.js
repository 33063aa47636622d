// Cards of pieces in the rules: a click on a piece in a picture, or on its name in the text, opens its card.

import { details } from "./api.js";
import { h } from "./dom.js";
import { language, tr } from "./language.js";
import { PieceCard } from "./piececard.js";
import { dress } from "./pieces.js";

/** @import {Side} from "./protocol" */

/** @typedef {{letter: string, name: string}} Named a piece with its name in the user's language */

const TEXTS = [".summary", "p:is(section *)", "li:is(section *)", "figcaption"].join(",");
const APART = [".kind", "a", "button", ".legend", "pre", "table"].join(",");

/**
 * The parts of a text: the first mention of each piece by itself, with its letter, and what is between.
 *
 * @param {string} text
 * @param {Named[]} pieces
 * @param {Set<string>} seen the letters of pieces that have been mentioned, which grows
 * @returns {(string | Named)[]}
 */
export function mentions(text, pieces, seen) {
  const letters = new Map([...pieces].reverse().map(({ letter, name }) => [name.toLowerCase(), letter]));
  // The longest first: "promoted rook" is no rook.
  const names = [...letters.keys()].filter(Boolean).sort((one, two) => two.length - one.length);
  if (!names.length) return [text];
  const any = names.map((name) => name.replace(/[^\p{L}\p{N} ]/gu, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?:e?[sn])?(?![\\p{L}\\p{N}])`, "giu");
  /** @type {(string | Named)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const letter = letters.get(match[1].toLowerCase()) ?? "";
    if (seen.has(letter)) continue;
    seen.add(letter);
    parts.push(text.slice(at, match.index), { letter, name: match[0] });
    at = match.index + match[0].length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

/**
 * Open cards from the rules of a game.
 *
 * @param {HTMLElement} rules
 * @param {string} game its name
 */
export function offerCards(rules, game) {
  /** @type {Element | null} */
  let opener = null;
  const card = new PieceCard(() => opener instanceof HTMLElement && opener.focus());
  card.element.querySelector(".reading-hint")?.remove(); // it is about boards
  const onPress = (/** @type {PointerEvent} */ event) => {
    if (!rules.isConnected) removeEventListener("pointerdown", onPress);
    else if (event.target instanceof Node && !card.element.contains(event.target)) card.close();
  };
  rules.addEventListener("click", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-kind]") : null;
    if (!found) return;
    const { kind = "", side = "white" } = /** @type {HTMLElement | SVGElement} */ (found).dataset;
    opener = found;
    if (!card.element.isConnected) rules.parentElement?.append(card.element);
    const about = { game, options: {}, seat: /** @type {const} */ ("white"), near: found.getBoundingClientRect(), focus: true };
    void card.open(`${kind} ${side}`, [{ letter: kind, side: /** @type {Side} */ (side) }], about);
  });
  addEventListener("pointerdown", onPress);
  details(game).then(
    ({ pieces }) => {
      dress(pieces);
      if (rules.lang === language) link(rules, pieces.map(({ letter, name }) => ({ letter, name: tr(name) })));
    },
    () => undefined, // the rules can be read all the same
  );
}

/**
 * Make buttons of the first mentions of pieces in each section.
 *
 * @param {HTMLElement} rules
 * @param {Named[]} pieces
 */
function link(rules, pieces) {
  /** @type {Map<Element | null, Set<string>>} */
  const seen = new Map();
  for (const block of rules.querySelectorAll(TEXTS)) {
    if (block.closest(APART)) continue;
    const section = block.closest("section");
    const known = seen.get(section) ?? new Set();
    seen.set(section, known);
    for (const node of [...block.childNodes]) {
      if (!(node instanceof Text)) continue;
      const parts = mentions(node.data, pieces, known).map((part) =>
        typeof part === "string" ? part : h("button", { type: "button", class: "piece-name", "data-kind": part.letter }, part.name),
      );
      if (parts.length > 1 || typeof parts[0] !== "string") node.replaceWith(...parts);
    }
  }
}
