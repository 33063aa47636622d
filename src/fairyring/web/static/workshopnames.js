// What a square is called, in the workshop: a form for the square that was chosen.

import { h } from "./dom.js";
import { t } from "./language.js";

/** @import {Draft} from "./workshopdraft.js" */

export class NameForm {
  /**
   * @param {Draft} draft
   * @param {() => void} leave called when the square is called so, or nothing changes
   */
  constructor(draft, leave) {
    this.draft = draft;
    this.leave = leave;
    this.site = "";
    /** The name that was asked for; null while none was. @type {string | null} */
    this.asked = null;
    this.label = h("span", {});
    this.input = h("input", { type: "text", maxlength: 20, autocapitalize: "off", autocomplete: "off", spellcheck: false });
    this.trouble = h("p", { class: "trouble", hidden: true });
    const own = h("button", { type: "button", class: "plain", onclick: () => this.ask("") }, t("workshop.name.usual"));
    this.element = h(
      "form",
      { class: "palette-tools workshop-name", hidden: true },
      h("label", {}, this.label, this.input),
      h("button", { type: "submit", class: "plain" }, t("workshop.name.give")),
      own,
      this.trouble,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.input.value.trim());
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** Ask for the name of a square. @param {string} site */
  open(site) {
    this.site = site;
    this.asked = null;
    this.label.textContent = t("workshop.name.of", { site });
    this.input.value = site;
    this.trouble.hidden = true;
    this.element.hidden = false;
    this.input.select();
    this.input.focus();
  }

  /** @param {string} name */
  ask(name) {
    if (name === this.site) return this.close();
    this.asked = name;
    this.draft.change({ act: "name", site: this.site, name });
  }

  /** Once the server has answered: the form is done, or says why the square cannot be called so. */
  draw() {
    if (this.element.hidden || this.asked === null) return;
    this.trouble.textContent = this.draft.trouble;
    this.trouble.hidden = !this.draft.trouble;
    if (this.draft.trouble) this.asked = null;
    else this.close();
  }

  close() {
    this.element.hidden = true;
    this.leave();
  }
}
