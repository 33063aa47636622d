// A small board on which the beginning of a game goes by: a few turns when it is first seen, and on while somebody points
// at it or comes to it by keyboard. It stands still for those who want no motion, and when nobody sees it.

import { still } from "./settings.js";

/** @import {BoardView} from "./board.js" */
/** @import {Step, Token} from "./protocol" */

const PAUSE = 1100; // milliseconds from one turn to the next
const REST = 2400; // at the end, before it begins again
const FIRST = 3; // turns shown unasked: what moves by itself does so for less than five seconds

export class Preview {
  /**
   * @param {string} name of the game
   * @param {BoardView} board
   * @param {Token[]} start
   * @param {HTMLElement} card at which somebody points
   */
  constructor(name, board, start, card) {
    this.name = name;
    this.board = board;
    this.start = start;
    /** @type {Promise<Step[]> | null} */
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

  /** The page is left. */
  close() {
    this.watch.disconnect();
    clearTimeout(this.timer);
    this.left = 0;
  }

  /** Show another turn after so many milliseconds, if any is to be shown. @param {number} wait */
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
      // The board stands where it is: what was to be shown is nothing that anybody needs.
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
 * The tokens after a step.
 *
 * @param {Token[]} tokens
 * @param {Step} step
 */
function after(tokens, { gone, come }) {
  const left = tokens.filter((_, place) => !gone.includes(place));
  for (const [place, token] of come) left.splice(place, 0, token);
  return left;
}

/** @param {string} name @returns {Promise<Step[]>} */
async function load(name) {
  const answer = await fetch(`/static/previews/${encodeURIComponent(name)}.json`);
  return answer.ok ? (await answer.json()).steps : [];
}
