// Gliding pieces. A glide is short, ends at once when anything else happens, and is left out for users who want no
// motion.

import { english } from "./english.js";
import { pace, PACES, still } from "./settings.js";

/** @import {Token} from "./protocol" */
/** @import {BoardView, Piece, Square} from "./board.js" */

/** @typedef {{from: string, to: string, name: string, level: string}} Pair */

const GLIDE = 190;
const FADE = 140;

/**
 * Which earlier token became which later one, for those that changed their site.
 *
 * @param {Token[]} before
 * @param {Token[]} after
 * @param {string[]} last the sites of the last move: they decide, for instance in a promotion, which token became which
 * @returns {Pair[]}
 */
export function pairs(before, after, last) {
  const same = (/** @type {Token} */ one, /** @type {Token} */ two) => one.site === two.site && english(one.name) === english(two.name);
  let left = before.filter((token) => !after.some((other) => same(token, other)));
  const come = after.filter((token) => !before.some((other) => same(token, other)));
  /** @type {Pair[]} */
  const found = [];
  for (const token of come) {
    const turned = last.includes(token.site) ? left.filter((other) => other.side === token.side && last.includes(other.site)) : [];
    const alike = left.filter((other) => english(other.name) === english(token.name));
    const from = alike.find((other) => last.includes(other.site)) ?? alike[0] ?? turned[0];
    if (!from) continue;
    left = left.filter((other) => other !== from);
    found.push({ from: from.site, to: token.site, name: english(token.name), level: token.level });
  }
  return found;
}

export class Motion {
  constructor() {
    /** @type {Map<Animation, () => void>} */
    this.running = new Map();
    /** @type {{finish: () => void} | null} a turn that is shown part by part */
    this.journey = null;
  }

  get busy() {
    return this.running.size > 0 || this.journey !== null;
  }

  /** End all motion at once. */
  finish() {
    this.journey?.finish();
    for (const [animation, done] of [...this.running]) {
      animation.onfinish = null;
      animation.cancel();
      done();
    }
    this.running.clear();
  }

  /**
   * @param {BoardView} view with the new pieces in place
   * @param {Pair[]} moved
   * @param {Piece[]} gone those that are no longer on their square
   */
  play(view, moved, gone) {
    if (still() || document.hidden) {
      for (const piece of gone) piece.group.remove();
      return;
    }
    /** @type {Set<Square>} */
    const departed = new Set();
    for (const { from, to, name, level } of moved) {
      const origins = new Map(view.pairs(from, to).map(([origin, goal]) => [goal, origin]));
      for (const goal of view.squares.filter((square) => square.site === to)) {
        const origin = origins.get(goal);
        const piece = view.pieceOn(goal, level);
        if (!piece || english(piece.token.name) !== name) continue;
        if (origin) {
          departed.add(origin);
          this.glide(view, piece, origin, goal);
        } else this.run(piece.body, [{ opacity: 0 }, { opacity: 1 }], GLIDE);
      }
    }
    for (const piece of gone) {
      if (departed.has(piece.square)) piece.group.remove();
      else this.run(piece.body, [{ opacity: 1 }, { opacity: 0 }], FADE, () => piece.group.remove());
    }
  }

  /**
   * @param {BoardView} view
   * @param {Piece} piece
   * @param {Square} origin
   * @param {Square} goal
   */
  glide(view, piece, origin, goal) {
    let x = origin.middle.x - goal.middle.x;
    let y = origin.middle.y - goal.middle.y;
    if (origin.panel !== goal.panel) {
      const here = view.panels[goal.panel].drawn.getBoundingClientRect();
      const there = view.panels[origin.panel].drawn.getBoundingClientRect();
      const unit = here.width / view.panels[goal.panel].panel.width || 1;
      x += (there.left - here.left) / unit;
      y += (there.top - here.top) / unit;
    }
    const figure = view.panels[goal.panel].figure;
    figure.classList.add("raised");
    piece.group.parentNode?.append(piece.group);
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
    this.run(piece.body, frames, GLIDE, () => figure.classList.remove("raised"));
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {() => void} [done]
   */
  run(element, frames, duration, done = () => {}) {
    const animation = element.animate(frames, { duration: duration * PACES[pace()], easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "backwards" });
    this.running.set(animation, done);
    animation.onfinish = () => {
      this.running.delete(animation);
      done();
    };
  }
}
