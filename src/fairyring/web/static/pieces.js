// Drawings of pieces: each is fetched once, kept as an SVG symbol and used by reference, so that it takes its colours
// (--piece-fill, --piece-line, --piece-detail) from the place where it is used.

import { dressed } from "./characters.js";
import { s } from "./dom.js";
import { inCharacters, PIECE_SETS, pieceSet } from "./settings.js";

/** @import {Dressed} from "./characters.js" */

const OWN = "own-"; // with this begin the names of drawings that games bring along
/** @type {Set<string>} */
const asked = new Set();
const store = s("svg", { class: "drawings", "aria-hidden": "true" });

/** @type {Dressed[]} the pieces of the game on this page */
let pieces = [];
let folder = PIECE_SETS[pieceSet()];
let characters = inCharacters(); // what the browser remembers is read once, and not for each piece

/** Draw all pieces as the user wants them, those already on the page, too. @param {(Dressed & {drawing?: string})[]} known the game's pieces */
export function dress(known = pieces) {
  pieces = known;
  bring(known);
  characters = inCharacters();
  folder = PIECE_SETS[pieceSet()];
  for (const use of document.querySelectorAll("use[data-picture]")) show(/** @type {SVGUseElement} */ (use));
  redraw(document);
}

/** Have the drawings ready that a game brings along. @param {{picture: string, drawing?: string}[]} known */
export function bring(known) {
  for (const { picture, drawing: drawn } of known) {
    const id = `piece-${picture}`;
    if (!drawn || asked.has(id)) continue;
    asked.add(id);
    keep(symbol(id, drawn));
  }
}

/** @param {SVGSymbolElement} drawn */
function keep(drawn) {
  if (!store.isConnected) document.body.append(store);
  store.append(drawn);
}

/**
 * Draw the pieces in pictures of the server, which has only the first set, as the user wants them.
 *
 * @param {ParentNode} root
 */
export function redraw(root) {
  if (folder === PIECE_SETS.classic && !characters) return;
  for (const place of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("g[data-picture]"))) {
    const { picture = "", side = "" } = place.dataset;
    const use = drawing(picture, side);
    use.setAttribute("width", "48");
    use.setAttribute("height", "48");
    place.firstElementChild?.replaceWith(s("g", { class: `piece ${side}` }, use));
    place.removeAttribute("data-picture"); // from now on, it is drawn as other pieces are
  }
}

/**
 * A drawing of a piece; it appears as soon as it has arrived.
 *
 * @param {string} picture
 * @param {string | null} [side]
 */
export function drawing(picture, side = null) {
  const use = s("use", { "data-picture": picture, "data-side": side ?? "" });
  show(use);
  return use;
}

/** @param {SVGUseElement} use */
function show(use) {
  const { picture = "", side = "" } = use.dataset;
  const shown = dressed(pieces, picture, side, characters);
  use.setAttribute("href", `#${wanted(folder, shown)}`);
}

/**
 * A piece by itself, for menus and texts.
 *
 * @param {string} picture
 * @param {string | null} side
 */
export function portrait(picture, side) {
  return s("svg", { class: `portrait piece ${side ?? ""}`, viewBox: "0 0 48 48", "aria-hidden": "true" }, drawing(picture, side));
}

/**
 * The id of a drawing, which is fetched unless it has been.
 *
 * @param {string} folder
 * @param {string} picture
 */
function wanted(folder, picture) {
  const own = picture.startsWith(OWN); // which no set has: it appears when the game has brought it along
  const id = `${own || folder === PIECE_SETS.classic ? "piece" : folder}-${picture}`;
  if (own || asked.has(id)) return id;
  asked.add(id);
  if (picture.length === 1) {
    // No drawing is called so: it is the letter that somebody wants to see.
    keep(unknown(id, picture));
    return id;
  }
  fetch(`/static/${folder}/${encodeURIComponent(picture)}.svg`)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(`${answer.status}`))))
    .then((text) => keep(symbol(id, text)))
    .catch(() => keep(unknown(id, picture)));
  return id;
}

/**
 * @param {string} id
 * @param {string} text
 */
function symbol(id, text) {
  // Our content security policy refuses style attributes in parsed markup, but not styles set by a script.
  const drawn = new DOMParser().parseFromString(text.replaceAll(" style=", " data-style="), "image/svg+xml");
  const root = drawn.documentElement;
  const made = s("symbol", { id, viewBox: root.getAttribute("viewBox") ?? "0 0 48 48" });
  for (const { name, value } of root.attributes) {
    if (name.startsWith("stroke") || name === "fill") made.setAttribute(name, value);
  }
  for (const child of [...root.children]) made.append(document.importNode(child, true));
  for (const element of made.querySelectorAll("[data-style]")) {
    /** @type {SVGElement} */ (element).style.cssText = element.getAttribute("data-style") ?? "";
    element.removeAttribute("data-style");
  }
  return made;
}

/**
 * A plain disc with a letter, for a piece whose drawing is missing.
 *
 * @param {string} id
 * @param {string} picture
 */
function unknown(id, picture) {
  const disc = s("circle", { cx: 24, cy: 25, r: 17, class: "unknown-disc" });
  const letter = s("text", { x: 24, y: 32, class: "unknown-letter" }, picture.slice(0, 1).toUpperCase());
  return s("symbol", { id, viewBox: "0 0 48 48" }, disc, letter);
}
