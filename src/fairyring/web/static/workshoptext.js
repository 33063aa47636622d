// The draft as text: read, written, saved as a file and read from one.

import { copied, fill, h } from "./dom.js";
import { t, tr } from "./language.js";

/** @import {Draft} from "./workshopdraft.js" */

const TYPED = 500; // milliseconds from the last key until the text is looked at
const MOST = 64 * 1024; // bytes of a file

export class TextPanel {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    this.text = h("textarea", { class: "workshop-text", rows: 24, spellcheck: "false", autocapitalize: "off", maxlength: MOST, "aria-label": t("workshop.text") });
    /** What waits for a pause in the typing; 0 for nothing. */
    this.timer = 0;
    /** Whether the next thing typed goes on with the step before it. */
    this.typing = false;
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.write(), TYPED);
    });
    this.text.addEventListener("blur", () => {
      if (this.timer) this.write(); // before what is done elsewhere, which goes on from it
      this.typing = false;
    });
    const copy = h("button", { type: "button", class: "plain", onclick: () => void copied(this.draft.text).then((done) => done && (copy.textContent = t("copy.done"))) }, t("copy"));
    this.problems = h("ul", { class: "workshop-problems" });
    this.element = h(
      "div",
      { class: "workshop-panel" },
      h("p", { class: "palette-help" }, t("workshop.text.help"), " ", h("a", { href: "/static/game-file.schema.json", target: "_blank" }, t("workshop.text.schema"))),
      this.text,
      this.problems,
      h("div", { class: "workshop-buttons" }, copy, h("button", { type: "button", class: "plain", onclick: () => save(this.draft) }, t("workshop.save"))),
    );
  }

  /** Have what has been typed looked at. */
  write() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draft.write(this.text.value, this.typing);
    this.typing = true;
  }

  draw() {
    if (document.activeElement !== this.text && this.text.value !== this.draft.text) this.text.value = this.draft.text;
    const problems = this.draft.found?.problems ?? [];
    fill(this.problems, ...problems.map(({ line, column, message }) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.show(line, column) }, t("workshop.line", { line })), " ", tr(message))));
  }

  /** Put the cursor where a problem is. @param {number} line @param {number} column */
  show(line, column) {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(at, at);
  }
}

/** Save a draft as a file. @param {Draft} draft */
export function save(draft) {
  const title = String(draft.found?.data.title ?? "game").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "game";
  const address = URL.createObjectURL(new Blob([draft.text], { type: "application/toml" }));
  const link = h("a", { href: address, download: `${title}.toml` });
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * The text of a file that is chosen or dropped; null if it is too large.
 *
 * @param {File} file
 */
export async function textOf(file) {
  return file.size > MOST ? null : file.text();
}
