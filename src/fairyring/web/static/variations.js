// The moves of an analysis: the main line, its branches, their comments, and buttons to step through them.

import { fill, h, icon } from "./dom.js";
import { t } from "./language.js";
import { told } from "./words.js";

/** @import {Study} from "./study.js" */
/** @import {Node} from "./tree.js" */

export class Variations {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.list = h("div", { class: "variations", role: "group", "aria-label": t("moves"), tabindex: -1 });
    const step = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => Node | null | undefined} */ to) =>
      h("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: () => study.go(to()) }, icon(name));
    this.steps = {
      first: step("first", t("moves.first"), () => study.tree.root),
      back: step("back", t("moves.back"), () => study.node.parent),
      forward: step("forward", t("moves.forward"), () => study.node.children[0]),
      last: step("last", t("analysis.last"), () => study.node.rest.at(-1)),
    };
    this.told = h("p", { class: "told" });
    this.element = h(
      "section",
      { class: "record", "aria-label": t("moves.record") },
      this.list,
      this.told, // below the moves, which stay where they are when it has more lines or fewer
      h("div", { class: "steps" }, ...Object.values(this.steps)),
    );
    this.drawn = -1;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement | null} */
    this.current = null;
  }

  draw() {
    const { study } = this;
    const { node } = study;
    const words = node.look ? told(node.look.view) : "";
    const retold = this.told.textContent !== words;
    this.told.textContent = words;
    if (this.drawn !== study.version) {
      this.drawn = study.version;
      this.buttons.clear();
      this.current = null;
      const { comment, children } = study.tree.root;
      const said = comment ? [h("span", { class: "comment" }, comment)] : [];
      fill(this.list, ...said, ...(children.length ? this.line(children[0], false) : [h("p", { class: "none" }, t("analysis.none"))]));
    }
    const here = this.buttons.get(node) ?? null;
    if (here !== this.current) {
      this.current?.removeAttribute("aria-current");
      here?.setAttribute("aria-current", "true");
      this.current = here;
      this.reveal(here);
    } else if (retold) this.reveal(here); // the list has another height
    this.steps.first.disabled = this.steps.back.disabled = !node.parent;
    this.steps.forward.disabled = this.steps.last.disabled = !node.children.length;
  }

  /** Scroll the list, not the page. @param {HTMLElement | null} here */
  reveal(here) {
    const { list } = this;
    if (!here) list.scrollTop = 0;
    else {
      const [at, box] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
      if (at.top < box.top + 4) list.scrollTop -= box.top - at.top + 24;
      else if (at.bottom > box.bottom - 4) list.scrollTop += at.bottom - box.bottom + 24;
    }
  }

  /**
   * A line from its first move on. Siblings of the first move of a branch are shown by its parent line.
   *
   * @param {Node} first
   * @param {boolean} branch whether it is a branch of another line
   */
  line(first, branch) {
    /** @type {HTMLElement[]} */
    const found = [];
    let numbered = true;
    let turn = "";
    for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
      const { step } = node;
      if (!step) break;
      if (node === first && node.lead) found.push(h("span", { class: "comment" }, node.lead));
      // No line break between a move and its number.
      const written = `${step.number}${step.side === "white" ? "." : "…"}`;
      const number = step.number && written !== turn && (numbered || step.side === "white") ? written : "";
      turn = written;
      found.push(h("span", { class: "ply" }, number && h("span", { class: "number" }, number), this.button(node)));
      if (step.aftermath) found.push(h("small", { class: "aftermath" }, step.aftermath));
      if (node.comment) found.push(h("span", { class: "comment" }, node.comment));
      const others = node === first && branch ? [] : (node.parent?.children.slice(1) ?? []);
      for (const other of others) found.push(h("div", { class: "branch" }, ...this.line(other, true)));
      numbered = Boolean(node.comment || others.length);
    }
    return found;
  }

  /** @param {Node} node */
  button(node) {
    const { study } = this;
    const made = h(
      "button",
      { type: "button", class: "move", "data-sign": node.sign || false, onclick: () => study.go(node) },
      `${node.step?.notation ?? ""}${node.sign}`,
    );
    this.buttons.set(node, made);
    return made;
  }
}
