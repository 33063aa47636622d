// The viewport of a board too large for the screen: zoom, pan, and jumps to squares.

import { h, icon } from "./dom.js";
import { t } from "./language.js";
import { still } from "./settings.js";

/** @import {BoardView} from "./board.js" */
/** @import {Board} from "./protocol" */

const LARGE = 200; // a board with more sites needs a viewport
const READABLE = 30; // pixels per square after a jump, at least
const LARGEST = 84; // pixels per square
const STEP = 1.35;
const SLACK = 5;

/** Whether a board needs a viewport: it is large, and not only because of the small squares on backs. @param {Board} board */
export function large(board) {
  return board.panels.length === 1 && board.sites.length > LARGE && !board.sites.some((site) => site.carrier);
}

export class Viewport {
  /**
   * @param {BoardView} board
   * @param {(site: string) => boolean} grabs whether a mouse drag there moves a piece
   */
  constructor(board, grabs) {
    this.board = board;
    this.grabs = grabs;
    this.unit = 0;
    /** Whether to keep the whole board in view when the window changes its size. */
    this.whole = true;
    /** Whether the current or last press scrolled the board, so that it chooses no square. */
    this.panned = false;
    /** Whether the current or last press is by a finger. */
    this.finger = false;
    this.scroller = h("div", { class: "viewport-scroller" }, board.element);
    const act = (/** @type {Parameters<typeof icon>[0]} */ drawing, /** @type {string} */ words, /** @type {() => void} */ does) =>
      h("button", { type: "button", class: "plain", title: words, "aria-label": words, onclick: does }, icon(drawing));
    this.tools = h(
      "div",
      { class: "zoom", role: "group", "aria-label": t("zoom") },
      act("minus", t("zoom.out"), () => this.step(-1)),
      act("plus", t("zoom.in"), () => this.step(1)),
      act("frame", t("zoom.all"), () => this.all()),
    );
    this.element = h("div", { class: "viewport" }, this.scroller);
    const { panel } = board.panels[0];
    this.element.style.setProperty("--files", String(panel.width));
    this.element.style.setProperty("--ranks", String(panel.height));
    /** @type {() => void} called when another part of the board comes into view */
    this.onMove = () => {};
    this.scroller.addEventListener("scroll", () => this.onMove(), { passive: true });
    this.scroller.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.scroller.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    this.pinch();
    new ResizeObserver(() => this.fit()).observe(this.scroller);
  }

  /** The pixels per square at which the whole board fits. */
  get least() {
    const { width, height } = this.board.seen(0);
    return Math.max(4, Math.min(this.scroller.clientWidth / width, this.scroller.clientHeight / height));
  }

  /** The part of the board in view, in squares. */
  get window() {
    const [scroller, board] = [this.scroller.getBoundingClientRect(), this.board.panels[0].drawn.getBoundingClientRect()];
    return {
      x: (scroller.left - board.left) / this.unit,
      y: (scroller.top - board.top) / this.unit,
      width: scroller.width / this.unit,
      height: scroller.height / this.unit,
    };
  }

  /** The size of the viewport has changed. */
  fit() {
    if (!this.scroller.clientWidth || this.board.quarters === null) return;
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
    const box = this.scroller.getBoundingClientRect();
    this.zoom(this.unit * STEP ** direction, box.left + box.width / 2, box.top + box.height / 2);
  }

  /**
   * Zoom about a point of the screen.
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
    this.scroller.scrollLeft += after.left + across * this.unit - x;
    this.scroller.scrollTop += after.top + down * this.unit - y;
    this.onMove();
  }

  /**
   * Scroll a point of the board to the middle.
   *
   * @param {{x: number, y: number}} spot in squares, as the board is turned now
   * @param {boolean} [glide]
   */
  centre({ x, y }, glide = false) {
    const { window, scroller } = this;
    const left = scroller.scrollLeft + (x - window.x - window.width / 2) * this.unit;
    const top = scroller.scrollTop + (y - window.y - window.height / 2) * this.unit;
    scroller.scrollTo({ left, top, behavior: glide && !still() ? "smooth" : "auto" });
  }

  /** Go to a site, and zoom in if it is too small to read. @param {string} site */
  jump(site) {
    const square = this.board.square(site);
    if (!square) return;
    const from = this.unit;
    if (from < READABLE) {
      this.whole = false;
      this.set(READABLE);
    }
    this.centre(square.middle, from >= READABLE);
    this.board.rove(square.number, false);
    this.onMove();
  }

  /** Go to sites if they are out of view. @param {string[]} sites */
  follow(sites) {
    const { window } = this;
    const squares = sites.flatMap((site) => this.board.square(site) ?? []);
    const seen = squares.every(
      ({ middle: { x, y } }) => x > window.x && y > window.y && x < window.x + window.width && y < window.y + window.height,
    );
    const last = squares.at(-1);
    if (last && !seen) this.centre(last.middle, true);
  }

  // -- input --------------------------------------------------------------------------------------

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // a plain wheel scrolls
    event.preventDefault();
    this.zoom(this.unit * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  /** A mouse drag scrolls the board unless it moves a piece; fingers scroll natively. @param {PointerEvent} event */
  press(event) {
    this.panned = false;
    this.finger = event.pointerType === "touch";
    const square = this.board.squareOf(/** @type {Element} */ (event.target));
    if (event.pointerType !== "mouse" || event.button !== 0 || (square && this.grabs(square.site))) return;
    let [x, y, far] = [event.clientX, event.clientY, false];
    const move = (/** @type {PointerEvent} */ now) => {
      if (!far && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < SLACK) return;
      far = this.panned = true;
      this.scroller.scrollLeft -= now.clientX - x;
      this.scroller.scrollTop -= now.clientY - y;
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
    this.scroller.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2) {
          last = null;
          return;
        }
        event.preventDefault();
        const now = measure(event.touches);
        if (last) {
          this.scroller.scrollLeft -= now.x - last.x;
          this.scroller.scrollTop -= now.y - last.y;
          this.zoom((this.unit * now.gap) / last.gap, now.x, now.y);
        }
        last = now;
        this.panned = true;
      },
      { passive: false },
    );
    this.scroller.addEventListener("touchend", () => {
      last = null;
    });
  }
}
