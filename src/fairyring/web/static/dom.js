// Making elements. Text is always set as text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An HTML element. A property that begins with "on" is a listener; true sets an attribute and false leaves it out;
 * anything else is an attribute's text.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties, children);
  return element;
}

/**
 * An SVG element; properties as for `h`.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, properties, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 * @param {Child[]} children
 */
function dress(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
}

/**
 * Replace an element's children.
 *
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
}

/**
 * Copy a text to the clipboard, and tell whether that worked: browsers refuse it to pages that do not come by HTTPS.
 *
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * An icon for a button.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s("svg", { class: "icon", width: 24, height: 24, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

const ICONS = {
  first: "M18 6l-6 6 6 6M12 6l-6 6 6 6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M6 6l6 6-6 6M12 6l6 6-6 6",
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7l3-3M9 7l3 3",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.8.7-1 1.5-1 2.5h-5c0-1-.2-1.800-1-2.5z",
  flip: "M7 4v15M7 19l-3-3M7 19l3-3M17 20V5M17 5l-3 3M17 5l3 3",
  half: "M5 9h14M5 15h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  flag: "M6 21V4M6 4c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  copy: "M9 9h10v11H9zM5 15V4h10",
  paste: "M8 5H6v15h12V5h-2M9 3h6v4H9z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  frame: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  target: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 2v4M12 18v4M2 12h4M18 12h4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  sliders: "M4 7h9M17 7h3M13 5v4h4V5zM4 17h3M11 17h9M7 15v4h4v-4z",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  hand: "M8 13V6a1.500 1.500 0 0 1 3 0v5V4.500a1.500 1.500 0 0 1 3 0V11V6a1.500 1.500 0 0 1 3 0v8a6 6 0 0 1-6 6c-3 0-4.500-1.500-6-4l-2-3.500a1.400 1.400 0 0 1 2.400-1.400L8 13",
  up: "M12 19V5M6 11l6-6 6 6",
  download: "M12 4v11M7 10l5 5 5-5M5 20h14",
  analyse: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.300 15.300L21 21",
  steps: "M4 20v-5h5v-5h5V5h6",
  pen: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  board: "M4 4h16v16H4zM12 4v16M4 12h16",
  close: "M6 6l12 12M18 6L6 18",
  chat: "M4 5h16v11H11l-5 4v-4H4z",
};

/**
 * A button with an icon and words, which may be hidden where there is little room.
 *
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} words
 * @param {() => void} act
 * @param {string} [label]
 */
export function tool(drawing, words, act, label = words) {
  return h("button", { type: "button", class: "action", "aria-label": label, title: label, onclick: act }, icon(drawing), h("span", {}, words));
}
