// The computer's evaluation of the position on the board, and its best variations.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { SCORES, brief, score, short } from "./words.js";

/** @import {Study} from "./study.js" */
/** @import {Variation} from "./protocol" */

const MOST = 5;
const SHOWN = 12; // moves of a variation

export class Engine {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.toggle = h("button", {
      type: "button",
      class: "switch",
      role: "switch",
      onclick: () => study.consult(!study.thinking, study.lines),
    }, h("span", { class: "knob" }), h("span", {}, t("analysis.computer")));
    this.worth = h("output", { class: "verdict" });
    this.depth = h("span", { class: "numbers" });
    this.fewer = this.count("−", t("analysis.fewer"), -1);
    this.more = this.count("+", t("analysis.more"), 1);
    this.list = h("ol", { class: "best-lines", "aria-label": t("analysis.lines") });
    this.words = h("p", { class: "no-best-lines" });
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.element = h(
      "section",
      { class: "status engine", "aria-label": t("analysis.computer") },
      h("header", {}, this.toggle, this.worth, h("span", { class: "counts" }, this.fewer, this.more)),
      this.depth,
      this.list,
      this.words,
      this.trouble,
    );
    this.drawn = "";
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {1 | -1} step
   */
  count(sign, label, step) {
    const { study } = this;
    const act = () => study.consult(true, Math.min(MOST, Math.max(1, study.lines + step)));
    return h("button", { type: "button", class: "plain count", "aria-label": label, title: label, onclick: act }, sign);
  }

  draw() {
    const { study } = this;
    const { node, thinking, lines, seen } = study;
    const shown = node.look === seen && seen;
    this.toggle.setAttribute("aria-checked", String(thinking));
    this.fewer.disabled = !thinking || lines <= 1;
    this.more.disabled = !thinking || lines >= MOST;
    const { thought, best } = node;
    const side = node.side ?? "white";
    const result = shown ? (seen?.result ?? null) : null;
    this.worth.textContent = result ? SCORES[result.score] : best ? brief(best, side) : "";
    this.worth.title = best ? score(best, side) : "";
    this.depth.textContent = result ? tr(result.message) : this.state();
    const variations = thinking && shown && !seen?.result ? (thought?.lines.slice(0, lines) ?? []) : [];
    const key = JSON.stringify([node.moves, variations]);
    if (key !== this.drawn) {
      this.drawn = key;
      fill(this.list, ...variations.map((variation) => this.variation(variation)));
    }
    this.list.style.setProperty("--lines", String(lines));
    this.words.textContent = shown && seen?.choosing ? t("analysis.choosing") : "";
    this.words.hidden = !this.words.textContent;
    // There is room for the lines before they come: what is below must not move away from a finger.
    this.list.hidden = !thinking || !this.words.hidden;
    const trouble = study.unusable ? "" : study.trouble; // on the board then
    if (this.trouble.textContent !== trouble) this.trouble.textContent = trouble;
    this.trouble.hidden = !trouble;
  }

  /** The computer's progress in words. */
  state() {
    const { compiling, node, pondered, queue, queued, thinking } = this.study;
    if (compiling && this.study.seen) return t("state.learning");
    if (queue.length) return t("analysis.reviewing", { done: queued - queue.length + 1, count: queued });
    const { thought } = node;
    if (!thought || !thinking) return pondered ? "…" : "";
    const depth = t("state.depth", { depth: thought.depth });
    return pondered?.node === node ? `${depth} · ${t("state.speed", { count: short(thought.speed) })}` : depth;
  }

  /** @param {Variation} variation */
  variation(variation) {
    const { study } = this;
    const side = study.node.side ?? "white";
    const moves = variation.notations.slice(0, SHOWN).map((notation, index) =>
      h(
        "button",
        { type: "button", class: "move", tabindex: index ? -1 : 0, onclick: () => study.follow(variation.moves.slice(0, index + 1)) },
        notation,
      ),
    );
    return h("li", {}, h("span", { class: "score", title: score(variation, side) }, brief(variation, side)), h("span", { class: "best-line" }, ...moves));
  }
}
