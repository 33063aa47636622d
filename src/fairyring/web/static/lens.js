// A board too large for the screen, seen through a window: zoom, pan, and jumps to where something is.

import { h, icon } from "./dom.js";
import { t } from "./language.js";
import { still } from "./settings.js";

/** @import {BoardView} from "./board.js" */
/** @import {Board} from "./protocol" */

const LARGE = 200; // sites from which on a board is one
const READABLE = 30; // pixels a square that somebody jumps to
const LARGEST = 84;
const STEP = 1.35;
const SLACK = 5;

/** Whether a board wants a window; one does not on which most squares lie on men's backs. @param {Board} board */
export function large(board) {
  return board.panels.length === 1 && board.sites.length > LARGE && !board.sites.some((site) => site.carrier);
}

export class Lens {
  /**
   * @param {BoardView} board
   * @param {(site: string) => boolean} holds whether a mouse that is pressed there takes a man in hand
   */
  constructor(board, holds) {
    this.board = board;
    this.holds = holds;
    this.unit = 0;
    /** Whether all of the board is to be seen, whatever the size of the window. */
    this.whole = true;
    /** Whether the pointer that is down, or was last, moved the board and chose nothing. */
    this.panned = false;
    /** Whether it is a finger. */
    this.finger = false;
    this.glass = h("div", { class: "glass" }, board.element);
    const act = (/** @type {Parameters<typeof icon>[0]} */ drawing, /** @type {string} */ words, /** @type {() => void} */ does) =>
      h("button", { type: "button", class: "plain", title: words, "aria-label": words, onclick: does }, icon(drawing));
    this.tools = h(
      "div",
      { class: "zoom", role: "group", "aria-label": t("zoom") },
      act("minus", t("zoom.out"), () => this.step(-1)),
      act("plus", t("zoom.in"), () => this.step(1)),
      act("frame", t("zoom.all"), () => this.all()),
    );
    this.element = h("div", { class: "lens" }, this.glass);
    const { panel } = board.panels[0];
    this.element.style.setProperty("--files", String(panel.width));
    this.element.style.setProperty("--ranks", String(panel.height));
    /** @type {() => void} the window shows another part of the board */
    this.onMove = () => {};
    this.glass.addEventListener("scroll", () => this.onMove(), { passive: true });
    this.glass.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.glass.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    this.pinch();
    new ResizeObserver(() => this.fit()).observe(this.glass);
  }

  /** The unit with which the whole board is seen. */
  get least() {
    const { width, height } = this.board.seen(0);
    return Math.max(4, Math.min(this.glass.clientWidth / width, this.glass.clientHeight / height));
  }

  /** The part of the board in the window, in squares. */
  get window() {
    const [glass, board] = [this.glass.getBoundingClientRect(), this.board.panels[0].drawn.getBoundingClientRect()];
    return {
      x: (glass.left - board.left) / this.unit,
      y: (glass.top - board.top) / this.unit,
      width: glass.width / this.unit,
      height: glass.height / this.unit,
    };
  }

  /** The window has a size, or another one. */
  fit() {
    if (!this.glass.clientWidth || this.board.quarters === null) return;
    if (!this.unit) this.whole = this.least >= 16;
    if (this.whole || this.unit < this.least) this.set(this.whole ? this.least : Math.max(this.least, this.unit || READABLE));
    this.onMove();
  }

  /** @param {number} unit */
  set(unit) {
    this.unit = unit;
    this.element.style.setProperty("--zoom", `${unit}px`);
    this.element.toggleAttribute("data-far", unit < 20);
  }

  all() {
    this.whole = true;
    this.set(this.least);
    this.onMove();
  }

  /** @param {1 | -1} direction */
  step(direction) {
    const box = this.glass.getBoundingClientRect();
    this.zoom(this.unit * STEP ** direction, box.left + box.width / 2, box.top + box.height / 2);
  }

  /**
   * Zoom, a point of the screen staying where it is.
   *
   * @param {number} unit
   * @param {number} x
   * @param {number} y
   */
  zoom(unit, x, y) {
    if (!this.unit) return;
    const { drawn } = this.board.panels[0];
    const before = drawn.getBoundingClientRect();
    const [across, down] = [(x - before.left) / this.unit, (y - before.top) / this.unit];
    this.set(Math.min(LARGEST, Math.max(this.least, unit)));
    this.whole = this.unit <= this.least;
    const after = drawn.getBoundingClientRect();
    this.glass.scrollLeft += after.left + across * this.unit - x;
    this.glass.scrollTop += after.top + down * this.unit - y;
    this.onMove();
  }

  /**
   * Bring a point of the board into the middle.
   *
   * @param {{x: number, y: number}} spot in squares, as they are seen
   * @param {boolean} [glide]
   */
  centre({ x, y }, glide = false) {
    const { window, glass } = this;
    const left = glass.scrollLeft + (x - window.x - window.width / 2) * this.unit;
    const top = glass.scrollTop + (y - window.y - window.height / 2) * this.unit;
    glass.scrollTo({ left, top, behavior: glide && !still() ? "smooth" : "auto" });
  }

  /** Go to a site, so near that it can be read. @param {string} site */
  jump(site) {
    const square = this.board.square(site);
    if (!square) return;
    const from = this.unit;
    if (from < READABLE) {
      this.whole = false;
      this.set(READABLE);
    }
    this.centre(square.middle, from >= READABLE);
    this.board.rove(this.board.squares.indexOf(square), false);
    this.onMove();
  }

  /** Go to sites only if they are out of sight. @param {string[]} sites */
  follow(sites) {
    const { window } = this;
    const squares = sites.flatMap((site) => this.board.square(site) ?? []);
    const seen = squares.every(
      ({ middle: { x, y } }) => x > window.x && y > window.y && x < window.x + window.width && y < window.y + window.height,
    );
    const last = squares.at(-1);
    if (last && !seen) this.centre(last.middle, true);
  }

  // -- hands --------------------------------------------------------------------------------------

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // it scrolls
    event.preventDefault();
    this.zoom(this.unit * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  /** A mouse drags the board where it takes nobody in hand; fingers do so by themselves. @param {PointerEvent} event */
  press(event) {
    this.panned = false;
    this.finger = event.pointerType === "touch";
    const square = this.board.squareOf(/** @type {Element} */ (event.target));
    if (event.pointerType !== "mouse" || event.button !== 0 || (square && this.holds(square.site))) return;
    let [x, y, far] = [event.clientX, event.clientY, false];
    const move = (/** @type {PointerEvent} */ now) => {
      if (!far && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < SLACK) return;
      far = this.panned = true;
      this.glass.scrollLeft -= now.clientX - x;
      this.glass.scrollTop -= now.clientY - y;
      [x, y] = [now.clientX, now.clientY];
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** Two fingers zoom. */
  pinch() {
    /** @type {{gap: number, x: number, y: number} | null} */
    let last = null;
    const measure = (/** @type {TouchList} */ touches) => {
      const [one, two] = touches;
      const gap = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1;
      return { gap, x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
    };
    this.glass.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2) {
          last = null;
          return;
        }
        event.preventDefault();
        const now = measure(event.touches);
        if (last) {
          this.glass.scrollLeft -= now.x - last.x;
          this.glass.scrollTop -= now.y - last.y;
          this.zoom((this.unit * now.gap) / last.gap, now.x, now.y);
        }
        last = now;
        this.panned = true;
      },
      { passive: false },
    );
    this.glass.addEventListener("touchend", () => {
      last = null;
    });
  }
}
