// A link to the rules of a game, which opens them beside the board.

import { h, icon } from "./dom.js";
import { rulesOf, t } from "./language.js";

export class RulesLink {
  constructor() {
    this.name = "";
    /** @type {HTMLElement | null} */
    this.drawer = null;
    this.element = h("a", { class: "rules-link", target: "_blank" }, icon("book"), h("span", {}, t("rules")));
    this.element.addEventListener("click", (event) => {
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void this.open();
    });
  }

  /** @param {string} name of the game */
  lead(name) {
    this.name = name;
    this.element.href = rulesOf(name);
  }

  async open() {
    const { drawer } = await import("./rules.js"); // not needed to play
    this.close();
    this.drawer = drawer(this.name, this.element);
  }

  close() {
    this.drawer?.remove();
  }
}
