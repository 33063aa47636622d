// The drawings of men: each is fetched once, kept as a symbol of the page, and used by reference, so that
// its colours (--man-fill, --man-line, --man-detail) are those of where it stands.

import { s } from "./dom.js";

/** @type {Set<string>} */
const asked = new Set();
const store = s("svg", { class: "drawings", "aria-hidden": "true" });

/**
 * A drawing of a man; it appears as soon as it has arrived.
 *
 * @param {string} picture
 */
export function drawing(picture) {
  want(picture);
  return s("use", { href: `#man-${picture}` });
}

/**
 * A man on his own, for menus and texts.
 *
 * @param {string} picture
 * @param {string | null} side
 */
export function portrait(picture, side) {
  return s("svg", { class: `portrait man ${side ?? ""}`, viewBox: "0 0 48 48", "aria-hidden": "true" }, drawing(picture));
}

/** @param {string} picture */
function want(picture) {
  if (asked.has(picture)) return;
  asked.add(picture);
  if (!store.isConnected) document.body.append(store);
  fetch(`/static/pieces/${encodeURIComponent(picture)}.svg`)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(`${answer.status}`))))
    .then((text) => store.append(symbol(picture, text)))
    .catch(() => store.append(unknown(picture)));
}

/**
 * @param {string} picture
 * @param {string} text
 */
function symbol(picture, text) {
  // A strict content policy refuses style attributes that are read from text, but not styles set by a script.
  const drawn = new DOMParser().parseFromString(text.replaceAll(" style=", " data-style="), "image/svg+xml");
  const root = drawn.documentElement;
  const made = s("symbol", { id: `man-${picture}`, viewBox: root.getAttribute("viewBox") ?? "0 0 48 48" });
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

/** A plain disc with a letter, for a man whose drawing is missing. @param {string} picture */
function unknown(picture) {
  const disc = s("circle", { cx: 24, cy: 25, r: 17, class: "unknown-disc" });
  const letter = s("text", { x: 24, y: 32, class: "unknown-letter" }, picture.slice(0, 1).toUpperCase());
  return s("symbol", { id: `man-${picture}`, viewBox: "0 0 48 48" }, disc, letter);
}
