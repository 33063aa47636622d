// Arrows and circles that a user draws on the board with the right mouse button, and those that a page draws. Only this
// page knows of the user's, and they are gone with the next click or move.

import { s } from "./dom.js";
import { arrow } from "./signs.js";

/** @import {BoardView, Square} from "./board.js" */

/** @typedef {{from: string, to: string}} Stroke a circle begins and ends on one site */

/**
 * The strokes after one more: the same one again takes it away.
 *
 * @param {Stroke[]} strokes
 * @param {Stroke} stroke
 * @returns {Stroke[]}
 */
export function toggled(strokes, stroke) {
  const others = strokes.filter(({ from, to }) => from !== stroke.from || to !== stroke.to);
  return others.length < strokes.length ? others : [...strokes, stroke];
}

export class Sketch {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    /** @type {Stroke[]} */
    this.strokes = [];
    /** @type {Stroke[]} those that the page draws */
    this.given = [];
    this.position = "";
    /** @type {Square | null} */
    let start = null;
    const { element } = view;
    const under = (/** @type {PointerEvent} */ event) => view.squareOf(document.elementFromPoint(event.clientX, event.clientY)) ?? null;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => {
      start = event.button === 2 ? under(event) : null;
      if (event.button === 0 && this.strokes.length) this.replace([]);
    });
    element.addEventListener("pointerup", (event) => {
      const end = event.button === 2 ? under(event) : null;
      if (start && end) this.replace(toggled(this.strokes, { from: start.site, to: end.site }));
      start = null;
    });
  }

  /** Draw these beside the user's, until others are given. @param {Stroke[]} strokes */
  give(strokes) {
    this.given = strokes;
    this.draw(this.position);
  }

  /** @param {Stroke[]} strokes */
  replace(strokes) {
    this.strokes = strokes;
    this.draw(this.position);
  }

  /** Draw what belongs to a position; another position begins without. @param {string} position */
  draw(position) {
    if (position !== this.position) this.strokes = [];
    this.position = position;
    const { view } = this;
    view.panels.forEach(({ layers }, panel) => {
      const drawn = [...this.given, ...this.strokes].flatMap(({ from, to }) =>
        view.pairs(from, to).flatMap(([one, other]) => {
          if (one.panel !== panel || other.panel !== panel) return [];
          if (from !== to) return [arrow(one.middle, other.middle, 0)];
          return [s("circle", { class: "ring", cx: one.middle.x, cy: one.middle.y, r: one.room * 0.46 })];
        }),
      );
      layers.sketch.replaceChildren(...drawn);
    });
  }
}
