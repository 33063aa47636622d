// The evaluation along the current line, from White's side; a click goes to the position.

import { h, s } from "./dom.js";
import { t } from "./language.js";

/** @import {Study} from "./study.js" */
/** @import {Node} from "./tree.js" */

const [WIDTH, HEIGHT] = [300, 72];

/** How much advantage, from -1 to 1, a move must lose to get a sign. */
const LOSSES = [
  { least: 0.6, glyph: 4 },
  { least: 0.4, glyph: 2 },
  { least: 0.2, glyph: 6 },
];

/**
 * White's advantage in a position, from -1 (lost) to 1 (won); null if unknown.
 *
 * @param {Node} node
 * @param {number} winning the score that is an advantage of 0.8, in hundredths of a pawn
 */
export function advantage(node, winning) {
  const result = node.look?.result;
  if (result) return result.winner === null ? 0 : result.winner === "white" ? 1 : -1;
  const { best, side } = node;
  if (!best || !side) return null;
  const sign = side === "white" ? 1 : -1;
  if (typeof best.score === "object") return sign * Math.sign(best.score.mate);
  return sign * (2 / (1 + 9 ** (-best.score / winning)) - 1);
}

export class Graph {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.drawing = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.drawing.addEventListener("click", (event) => this.point(event));
    this.button = h("button", { type: "button", class: "plain", onclick: () => study.review() });
    this.marks = h("button", { type: "button", class: "plain", title: t("analysis.marks.whole"), onclick: () => this.mark() }, t("analysis.marks"));
    this.element = h("section", { class: "scores", "aria-label": t("analysis.graph") }, this.drawing, this.button, this.marks);
    this.drawn = "";
  }

  /** White's advantage in a position, in this game. @param {Node} node */
  advantage(node) {
    return this.study.details ? advantage(node, this.study.details.winning) : null;
  }

  draw() {
    const { study } = this;
    const line = study.tree.through(study.node);
    const values = line.map((node) => this.advantage(node));
    this.button.textContent = t(study.queue.length ? "analysis.stop" : "analysis.review");
    this.button.disabled = line.length < 2 || study.connectionState !== "open";
    this.element.hidden = line.length < 2;
    this.marks.disabled = !this.mistakes(line).length;
    const here = line.indexOf(study.node);
    const key = JSON.stringify([values, here, line.map((node) => node.sign)]);
    if (key === this.drawn) return;
    this.drawn = key;
    const across = (/** @type {number} */ index) => (WIDTH * index) / Math.max(1, line.length - 1);
    const down = (/** @type {number} */ value) => ((1 - 0.94 * value) * HEIGHT) / 2;
    const known = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
    const points = known.map(({ index, value }) => `${across(index)},${down(value)}`);
    const area = points.length > 1 ? `${across(known[0].index)},${HEIGHT} ${points.join(" ")} ${across(known[known.length - 1].index)},${HEIGHT}` : "";
    this.drawing.replaceChildren(
      s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
      s("polygon", { class: "graph-area", points: area }),
      s("polyline", { class: "graph-line", points: points.join(" ") }),
      s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("line", { class: "graph-here", x1: across(here), x2: across(here), y1: 0, y2: HEIGHT }),
      ...line.flatMap((node, index) => {
        const value = values[index];
        if (!node.sign || value === null) return [];
        return s("line", { class: "graph-sign", "data-sign": node.sign, x1: across(index), x2: across(index), y1: down(value) - 0.01, y2: down(value) });
      }),
    );
    this.drawing.setAttribute("aria-label", t("analysis.graph.words", { count: known.length, all: line.length }));
  }

  /**
   * The moves of a line that lost much advantage and have no sign, each with the sign it deserves.
   *
   * @param {Node[]} line
   */
  mistakes(line) {
    return line.flatMap((node) => {
      const [before, after] = [node.parent && this.advantage(node.parent), this.advantage(node)];
      if (before === null || after === null || node.sign || !node.step) return [];
      const loss = node.step.side === "white" ? before - after : after - before;
      const found = LOSSES.find(({ least }) => loss >= least);
      return found ? [{ node, glyph: found.glyph }] : [];
    });
  }

  /** Annotate the mistakes. */
  mark() {
    const { study } = this;
    for (const { node, glyph } of this.mistakes(study.tree.through(study.node))) node.glyphs = [glyph, ...node.glyphs];
    study.edited();
  }

  /** @param {MouseEvent} event */
  point(event) {
    const { study } = this;
    const line = study.tree.through(study.node);
    const box = this.drawing.getBoundingClientRect();
    study.go(line[Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))]);
  }
}
