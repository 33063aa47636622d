// A small map of a large board: its pieces, and the part of it in view.

import { s } from "./dom.js";
import { bounds } from "./geometry.js";
import { t } from "./language.js";
import { regions } from "./seams.js";

/** @import {Viewport} from "./viewport.js" */
/** @import {View} from "./protocol" */

export class Overview {
  /** @param {Viewport} viewport */
  constructor(viewport) {
    this.viewport = viewport;
    this.ground = s("g", { class: "map-ground" });
    this.pieces = s("g");
    this.frame = s("rect", { class: "map-frame", rx: 0.3 });
    this.element = s("svg", { class: "map", role: "img", "aria-label": t("board.overview") }, this.ground, this.pieces, this.frame);
    this.drawn = "";
    this.element.addEventListener("pointerdown", (event) => {
      this.go(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons) this.go(event);
    });
    // On a phone, the board may have been scrolled out of the page's own window.
    this.element.addEventListener("pointerup", () => this.viewport.element.scrollIntoView({ block: "nearest" }));
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.element.getBoundingClientRect();
    const { width, height } = this.viewport.board.seen(0);
    this.viewport.centre({ x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height });
    event.preventDefault();
  }

  /** Show which part is in view. */
  move() {
    const { x, y, width, height } = this.viewport.window;
    for (const [name, value] of Object.entries({ x, y, width, height })) this.frame.setAttribute(name, String(value));
  }

  /** @param {View} view */
  draw(view) {
    const { board } = this.viewport;
    const key = JSON.stringify([board.quarters, view.last, view.tokens.map((token) => [token.site, token.name, token.marked])]);
    if (key === this.drawn) return;
    this.drawn = key;
    const { width, height } = board.seen(0);
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const boxes = [...regions(board).values()].map(bounds);
    this.ground.replaceChildren(
      ...boxes.map((box) => s("rect", { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top })),
    );
    const spots = new Map(board.squares.map((square) => [square.site, square.middle]));
    const at = (/** @type {string} */ site) => spots.get(site) ?? { x: -9, y: -9 };
    const last = view.last.map((site) => s("rect", { class: "map-last", x: at(site).x - 0.5, y: at(site).y - 0.5, width: 1, height: 1 }));
    const pieces = view.tokens.map(({ site, side, picture, marked, chips }) => {
      const { x, y } = at(site);
      if (chips.length) return s("rect", { class: `map-piece chips-${picture}`, x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 });
      if (picture !== "king") return s("rect", { class: `map-piece ${side}`, x: x - 0.3, y: y - 0.3, width: 0.6, height: 0.6 });
      return s("circle", { class: `map-piece king ${side} ${marked ? "true" : ""}`, cx: x, cy: y, r: marked ? 0.75 : 0.55 });
    });
    this.pieces.replaceChildren(...last, ...pieces);
    this.move();
  }
}
