// How a piece moves, as dots around it: a picture, or a board on which moves are painted.

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { drawing } from "./pieces.js";

export const REACH = 4;
const [MOVE, CAPTURE, INITIAL, OVER] = [1, 2, 4, 8];

/**
 * A small picture of a movement.
 *
 * @param {number[][]} dots see `Described` in docs/protocol.md
 * @param {string} picture
 * @param {number} [reach] squares in each direction
 */
export function diagram(dots, picture, reach = REACH) {
  const size = 2 * reach + 1;
  const near = dots.filter(([x, y]) => Math.abs(x) <= reach && Math.abs(y) <= reach);
  return s(
    "svg",
    { class: "dots", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    ...cells(reach),
    ...near.map(([x, y, what]) => dot(reach + x, reach - y, what)),
    figure(picture, reach),
  );
}

/** @param {number} reach */
function cells(reach) {
  const size = 2 * reach + 1;
  return Array.from({ length: size * size }, (_, number) => {
    const [x, y] = [number % size, Math.floor(number / size)];
    return s("rect", { class: (x + y) % 2 ? "dark" : "light", x, y, width: 1, height: 1 });
  });
}

/**
 * @param {string} picture
 * @param {number} reach
 */
function figure(picture, reach) {
  const use = drawing(picture, "white");
  for (const [name, value] of Object.entries({ width: 0.9, height: 0.9, x: reach + 0.05, y: reach + 0.05 })) use.setAttribute(name, String(value));
  return s("g", { class: "piece white" }, use);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} what
 */
function dot(x, y, what) {
  const kind = [what & MOVE ? "moves" : "", what & CAPTURE ? "captures" : "", what & INITIAL ? "initial" : "", what & OVER ? "over" : ""];
  return s("circle", { class: ["goal", ...kind].filter(Boolean).join(" "), cx: x + 0.5, cy: y + 0.5, r: 0.26 });
}

/** What a dot says, in words. @param {number} what */
export function meaning(what) {
  const both = (what & (MOVE | CAPTURE)) === (MOVE | CAPTURE);
  const words = [both ? t("workshop.dot.both") : what & MOVE ? t("workshop.dot.move") : t("workshop.dot.capture")];
  if (what & INITIAL) words.push(t("workshop.dot.initial"));
  if (what & OVER) words.push(t("workshop.dot.over"));
  return words.join(", ");
}

/**
 * A board on which the goals of a piece are painted: each square is a button.
 *
 * @param {number[][]} dots
 * @param {string} picture
 * @param {(right: number, forward: number) => void} paint
 */
export function paintBoard(dots, picture, paint) {
  const size = 2 * REACH + 1;
  const known = new Map(dots.map(([x, y, what]) => [`${x},${y}`, what]));
  const board = h("div", { class: "paint-board", role: "group", "aria-label": t("workshop.paint") });
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [right, forward] = [column - REACH, REACH - row];
      const what = known.get(`${right},${forward}`) ?? 0;
      const middle = right === 0 && forward === 0;
      const place = t("workshop.paint.square", { right, forward });
      const cell = middle
        ? h("span", { class: "paint-middle" }, s("svg", { class: "portrait piece white", viewBox: "0 0 48 48", "aria-hidden": "true" }, drawing(picture, "white")))
        : h(
            "button",
            {
              type: "button",
              class: (row + column) % 2 ? "dark" : "light",
              "aria-label": what ? `${place}: ${meaning(what)}` : place,
              "aria-pressed": String(what > 0),
              tabindex: right === 0 && forward === 1 ? 0 : -1,
              "data-place": `${right},${forward}`,
              onclick: () => paint(right, forward),
            },
            what > 0 && s("svg", { class: "dots", viewBox: "0 0 1 1", "aria-hidden": "true" }, dot(0, 0, what)),
          );
      board.append(cell);
    }
  }
  board.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const here = /** @type {HTMLElement} */ (event.target).dataset.place?.split(",").map(Number);
    if (!steps || !here) return;
    event.preventDefault();
    const [x, y] = [here[0] + steps[0], here[1] + steps[1]];
    const there = x === 0 && y === 0 ? [x + steps[0], y + steps[1]] : [x, y];
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-place="${there.join(",")}"]`))?.focus();
  });
  return board;
}
