// How a piece moves, as dots around it: a picture, or a board on which moves are painted. The board has squares or hexagons.

import { h, s } from "./dom.js";
import { t } from "./language.js";
import { drawing } from "./pieces.js";

export const REACH = 4;
const [MOVE, CAPTURE, INITIAL, OVER] = [1, 2, 4, 8];
const SHADES = ["light", "dark", "between"];
const ACROSS = Math.sqrt(3) / 2; // from a file of hexagons to the next one; each is 1 high
const CORNERS = /** @type {const} */ ([[0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]]); // of a hexagon, in its box

/**
 * A place of a field: where it is seen from the middle, how it is shaded, and the box that it fills.
 *
 * @typedef {{right: number, forward: number, shade: string, x: number, y: number}} Place
 */

/**
 * The places around a piece, in rows from far to near, and the sizes of one of them and of all.
 *
 * @param {boolean} hexagons
 * @param {number} reach places in each direction
 * @returns {{places: Place[], width: number, whole: {width: number, height: number}}}
 */
export function field(hexagons, reach) {
  const [across, width] = hexagons ? [ACROSS, (4 / 3) * ACROSS] : [1, 1];
  const places = [];
  for (let forward = reach; forward >= -reach; forward -= 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const [up, number] = hexagons ? [forward - right / 2, right + forward] : [forward, right - forward];
      if (hexagons && Math.abs(forward - right) > reach) continue;
      const shade = SHADES[hexagons ? (((number % 3) + 3) % 3) : Math.abs(number % 2)];
      places.push({ right, forward, shade, x: (reach + right) * across, y: reach - up });
    }
  }
  return { places, width, whole: { width: 2 * reach * across + width, height: 2 * reach + 1 } };
}

/**
 * A small picture of a movement.
 *
 * @param {number[][]} dots see `Described` in docs/protocol.md
 * @param {string} picture
 * @param {boolean} hexagons whether they are on a board of hexagons
 * @param {number} [reach] places in each direction
 */
export function diagram(dots, picture, hexagons, reach = REACH) {
  const { places, width, whole } = field(hexagons, reach);
  const known = new Map(dots.map(([right, forward, what]) => [`${right},${forward}`, what]));
  return s(
    "svg",
    { class: "dots", viewBox: `0 0 ${whole.width} ${whole.height}`, "aria-hidden": "true" },
    ...places.map(({ shade, x, y }) =>
      hexagons ? s("polygon", { class: shade, points: CORNERS.map(([right, down]) => `${x + right * width},${y + down}`).join(" ") }) : s("rect", { class: shade, x, y, width: 1, height: 1 }),
    ),
    ...places.flatMap(({ right, forward, x, y }) => {
      const what = known.get(`${right},${forward}`);
      return what ? [dot(x + width / 2, y + 0.5, what)] : [];
    }),
    figure(picture, whole),
  );
}

/**
 * The piece in the middle.
 *
 * @param {string} picture
 * @param {{width: number, height: number}} whole
 */
function figure(picture, { width, height }) {
  const use = drawing(picture, "white");
  for (const [name, value] of Object.entries({ width: 0.9, height: 0.9, x: width / 2 - 0.45, y: height / 2 - 0.45 })) use.setAttribute(name, String(value));
  return s("g", { class: "piece white" }, use);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} what
 */
function dot(x, y, what) {
  const kind = [what & MOVE ? "moves" : "", what & CAPTURE ? "captures" : "", what & INITIAL ? "initial" : "", what & OVER ? "over" : ""];
  return s("circle", { class: ["goal", ...kind].filter(Boolean).join(" "), cx: x, cy: y, r: 0.26 });
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
 * A board on which the goals of a piece are painted: each place is a button.
 *
 * @param {number[][]} dots
 * @param {string} picture
 * @param {boolean} hexagons
 * @param {(right: number, forward: number) => void} paint
 */
export function paintBoard(dots, picture, hexagons, paint) {
  const { places, width, whole } = field(hexagons, REACH);
  const known = new Map(dots.map(([right, forward, what]) => [`${right},${forward}`, what]));
  const board = h("div", { class: hexagons ? "paint-board hexagons" : "paint-board", role: "group", "aria-label": t("workshop.paint"), style: `aspect-ratio: ${whole.width} / ${whole.height}` });
  const share = (/** @type {number} */ part, /** @type {number} */ of) => `${(100 * part) / of}%`;
  for (const { right, forward, shade, x, y } of places) {
    const what = known.get(`${right},${forward}`) ?? 0;
    const place = t("workshop.paint.square", { right, forward });
    const style = `left: ${share(x, whole.width)}; top: ${share(y, whole.height)}; width: ${share(width, whole.width)}; height: ${share(1, whole.height)}`;
    const cell =
      right === 0 && forward === 0
        ? h("span", { class: "paint-middle", style }, s("svg", { class: "portrait piece white", viewBox: "0 0 48 48", "aria-hidden": "true" }, drawing(picture, "white")))
        : h(
            "button",
            {
              type: "button",
              class: shade,
              style,
              "aria-label": what ? `${place}: ${meaning(what)}` : place,
              "aria-pressed": String(what > 0),
              tabindex: right === 0 && forward === 1 ? 0 : -1,
              "data-place": `${right},${forward}`,
              onclick: () => paint(right, forward),
            },
            what > 0 && s("svg", { class: "dots", viewBox: "0 0 1 1", "aria-hidden": "true" }, dot(0.5, 0.5, what)),
          );
    board.append(cell);
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
