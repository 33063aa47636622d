// The annotation of a move: a sign such as "!", a comment, and buttons for its branch.

import { h, icon } from "./dom.js";
import { t } from "./language.js";
import { SIGNS } from "./tree.js";

/** @import {Study} from "./study.js" */

const MOST = 2000; // characters

/** From the best to the worst. */
const ORDER = /** @type {const} */ ([3, 1, 5, 6, 2, 4]);

export class Annotation {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.signs = ORDER.map((glyph) => {
      const label = t(`analysis.sign.${glyph}`);
      return h(
        "button",
        { type: "button", class: "plain sign", "data-sign": SIGNS[glyph], "aria-label": `${SIGNS[glyph]} ${label}`, title: label, onclick: () => this.mark(glyph) },
        SIGNS[glyph],
      );
    });
    this.field = h("textarea", { rows: 2, maxlength: MOST, name: "comment", "aria-label": t("analysis.comment"), placeholder: t("analysis.comment") });
    this.field.addEventListener("input", () => {
      study.node.comment = this.field.value;
      study.edited();
    });
    this.promote = this.tool("up", t("analysis.promote"), () => study.promote(study.node));
    this.remove = this.tool("close", t("analysis.remove"), () => study.remove(study.node));
    this.element = h(
      "section",
      { class: "annotation", "aria-label": t("analysis.annotation") },
      h("div", { class: "signs" }, ...this.signs, this.promote, this.remove),
      this.field,
    );
  }

  /**
   * @param {Parameters<typeof icon>[0]} drawing
   * @param {string} label
   * @param {() => void} act
   */
  tool(drawing, label, act) {
    return h("button", { type: "button", class: "plain tool", "aria-label": label, title: label, onclick: act }, icon(drawing));
  }

  /** @param {keyof typeof SIGNS} glyph */
  mark(glyph) {
    const { node } = this.study;
    const others = node.glyphs.filter((each) => !(each in SIGNS));
    node.glyphs = node.glyphs.includes(glyph) ? others : [glyph, ...others];
    this.study.edited();
  }

  draw() {
    const { node } = this.study;
    const root = !node.parent;
    this.signs.forEach((button, index) => {
      button.disabled = root;
      button.setAttribute("aria-pressed", String(node.glyphs.includes(ORDER[index])));
    });
    this.promote.disabled = root || node.line.every((each) => each.parent?.children[0] === each);
    this.remove.disabled = root;
    if (this.field.value !== node.comment) this.field.value = node.comment;
  }
}
