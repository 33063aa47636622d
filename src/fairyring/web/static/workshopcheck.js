// Whether a draft is sound: the server's checks, some at a time, with what is being checked.

import { post } from "./api.js";
import { h } from "./dom.js";
import { t, tr } from "./language.js";
import { Steps } from "./workshopsteps.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {Soundness} from "./protocol" */

export class Soundcheck extends Steps {
  /** @param {Draft} draft */
  constructor(draft) {
    super(draft, { begin: t("workshop.check"), on: t("workshop.check.on") });
    /** @type {Soundness | null} what the last steps have found */
    this.said = null;
    /** @type {Soundness["remarks"]} what is allowed, but may not be meant; the first steps find it */
    this.remarks = [];
  }

  clear() {
    super.clear();
    this.said = null;
    this.remarks = [];
  }

  /** @param {string} text */
  async ask(text) {
    this.said = /** @type {Soundness} */ (await post("/api/workshop/check", { text, first: this.done }));
    if (this.done === 0) this.remarks = this.said.remarks;
    this.count(this.said.done, this.said.total);
    return this.said.sound === null;
  }

  *told() {
    const { said, running, remarks } = this;
    if (said?.sound === false && said.fault) yield h("p", { class: "trouble" }, tr(said.fault));
    else if (said?.sound) yield h("p", { class: "remark" }, t("workshop.check.yes"));
    else if (said) yield h("p", { class: "remark" }, t(running ? "workshop.check.now" : "workshop.check.stopped", { what: tr(said.next), done: said.done, total: said.total }));
    else if (running) yield h("p", { class: "remark" }, t("workshop.check.wait"));
    if (remarks.length > 0) yield h("ul", {}, ...remarks.map((remark) => h("li", { class: "remark" }, tr(remark))));
  }
}
