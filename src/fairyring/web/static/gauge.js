// The evaluation bar beside the board: how much of it is White's colour says how well White stands.

import { h } from "./dom.js";
import { advantage } from "./graph.js";
import { t } from "./language.js";
import { score } from "./words.js";

/** @import {Study} from "./study.js" */

export class Gauge {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.fill = h("span");
    this.element = h("div", { class: "gauge", role: "meter", "aria-label": t("analysis.gauge"), "aria-valuemin": -100, "aria-valuemax": 100, hidden: true }, this.fill);
  }

  draw() {
    const { details, node, flipped } = this.study;
    const value = details ? advantage(node, details.winning) : null;
    this.element.toggleAttribute("data-flipped", flipped);
    // Until the next position is evaluated, the last value stays.
    if (value === null) return;
    this.element.hidden = false;
    const words = node.best && !node.look?.result ? score(node.best, node.side ?? "white") : "";
    this.element.setAttribute("aria-valuenow", String(Math.round(100 * value)));
    this.element.setAttribute("aria-valuetext", words || String(value));
    this.element.title = words;
    this.element.style.setProperty("--white", `${50 * (1 + value)}%`);
  }
}
