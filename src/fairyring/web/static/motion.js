// Men that glide. A glide is short, ends at once when anything else happens, and is left out for those who
// want no motion.

import { still } from "./settings.js";

/** @import {Token} from "./protocol" */
/** @import {BoardView, Man, Square} from "./board.js" */

/** @typedef {{from: string, to: string, name: string, level: string}} Pair */

const GLIDE = 190;
const FADE = 140;

/**
 * Which man of the earlier tokens became which of the later ones, for those that changed their site.
 *
 * @param {Token[]} before
 * @param {Token[]} after
 * @param {string[]} last the sites of the last turn: they settle who became whom, as in a promotion
 * @returns {Pair[]}
 */
export function pairs(before, after, last) {
  const same = (/** @type {Token} */ one, /** @type {Token} */ two) => one.site === two.site && one.name === two.name;
  let left = before.filter((token) => !after.some((other) => same(token, other)));
  const come = after.filter((token) => !before.some((other) => same(token, other)));
  /** @type {Pair[]} */
  const found = [];
  for (const token of come) {
    const turned = last.includes(token.site) ? left.filter((other) => other.side === token.side && last.includes(other.site)) : [];
    const alike = left.filter((other) => other.name === token.name);
    const from = alike.find((other) => last.includes(other.site)) ?? alike[0] ?? turned[0];
    if (!from) continue;
    left = left.filter((other) => other !== from);
    found.push({ from: from.site, to: token.site, name: token.name, level: token.level });
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

  /** Bring everything that moves to its end. */
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
   * @param {BoardView} view with the new men in place
   * @param {Pair[]} moved
   * @param {Man[]} gone those that are no longer on their square
   */
  play(view, moved, gone) {
    if (still() || document.hidden) {
      for (const man of gone) man.group.remove();
      return;
    }
    /** @type {Set<string>} */
    const departed = new Set();
    for (const { from, to, name, level } of moved) {
      const goals = view.squares.filter((square) => square.site === to);
      const together = goals.some((square) => view.square(from, square.panel)?.panel === square.panel);
      for (const goal of goals) {
        const origin = view.square(from, goal.panel);
        const man = view.manOn(goal, level);
        if (!origin || man?.token.name !== name) continue;
        if (origin.panel === goal.panel || !together) {
          departed.add(`${origin.panel}|${from}`);
          this.glide(view, man, origin, goal);
        } else this.run(man.body, [{ opacity: 0 }, { opacity: 1 }], GLIDE);
      }
    }
    for (const man of gone) {
      if (departed.has(`${man.panel}|${man.token.site}`)) man.group.remove();
      else this.run(man.body, [{ opacity: 1 }, { opacity: 0 }], FADE, () => man.group.remove());
    }
  }

  /**
   * @param {BoardView} view
   * @param {Man} man
   * @param {Square} origin
   * @param {Square} goal
   */
  glide(view, man, origin, goal) {
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
    man.group.parentNode?.append(man.group);
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
    this.run(man.body, frames, GLIDE, () => figure.classList.remove("raised"));
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {() => void} [done]
   */
  run(element, frames, duration, done = () => {}) {
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "backwards" });
    this.running.set(animation, done);
    animation.onfinish = () => {
      this.running.delete(animation);
      done();
    };
  }
}
