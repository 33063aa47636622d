// A small board that plays through the opening of a game: a few moves when it first comes into view, and on while the
// pointer or the keyboard focus is on its card. It stands still for users who want no motion and while it is out of view.

import { still } from "./settings.js";

/** @import {BoardView} from "./board.js" */
/** @import {PreviewStep, Token} from "./protocol" */

const PAUSE = 1100; // milliseconds between two moves
const REST = 2400; // at the end, before it begins again
const FIRST = 3; // moves shown unasked; WCAG wants motion that starts by itself to end within five seconds

export class Preview {
  /**
   * @param {string} name of the game
   * @param {BoardView} board
   * @param {Token[]} start
   * @param {HTMLElement} card whose hover or focus starts it
   */
  constructor(name, board, start, card) {
    this.name = name;
    this.board = board;
    this.start = start;
    /** @type {Promise<PreviewStep[]> | null} */
    this.steps = null;
    this.tokens = start;
    this.ply = 0;
    this.left = FIRST;
    this.seen = false;
    this.timer = 0;
    this.draw([], true);
    const begin = () => {
      this.left = Infinity;
      this.go(PAUSE / 4);
    };
    const end = () => {
      this.left = 0;
    };
    card.addEventListener("pointerenter", begin);
    card.addEventListener("pointerleave", end);
    card.addEventListener("focusin", begin);
    card.addEventListener("focusout", end);
    this.watch = new IntersectionObserver(
      ([entry]) => {
        this.seen = entry.isIntersecting;
        this.go(PAUSE);
      },
      { threshold: 0.6 },
    );
    this.watch.observe(board.element);
  }

  /** Stop for good. */
  close() {
    this.watch.disconnect();
    clearTimeout(this.timer);
    this.left = 0;
  }

  /** Show the next move after so many milliseconds, if it is wanted. @param {number} wait */
  go(wait) {
    if (this.timer || !this.seen || this.left <= 0 || still() || document.hidden) return;
    this.timer = setTimeout(() => void this.show(), wait);
  }

  async show() {
    try {
      this.steps ??= load(this.name);
      const steps = await this.steps;
      this.timer = 0;
      if (!this.seen || this.left <= 0) return;
      const step = steps[this.ply];
      if (step) {
        this.tokens = after(this.tokens, step);
        this.ply += 1;
        this.left -= 1;
        this.draw(step.last, false);
      } else {
        this.tokens = this.start;
        this.ply = 0;
        this.draw([], false);
      }
      this.go(this.ply < steps.length ? PAUSE : REST);
    } catch {
      // A preview that fails to load simply stands still.
      this.left = 0;
    }
  }

  /**
   * @param {string[]} last
   * @param {boolean} instant
   */
  draw(last, instant) {
    const marks = new Map(last.map((site) => [site, ["last"]]));
    this.board.draw({ tokens: this.tokens, marks, last, arrows: [], flipped: false, instant, label: () => "" });
  }
}

/**
 * The tokens after a move.
 *
 * @param {Token[]} tokens
 * @param {PreviewStep} step
 */
function after(tokens, { gone, come }) {
  const left = tokens.filter((_, place) => !gone.includes(place));
  for (const [place, token] of come) left.splice(place, 0, token);
  return left;
}

/** @param {string} name @returns {Promise<PreviewStep[]>} */
async function load(name) {
  const answer = await fetch(`/static/previews/${encodeURIComponent(name)}.json`);
  return answer.ok ? (await answer.json()).steps : [];
}
