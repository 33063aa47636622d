// What the two players say to each other. It is set as text, whatever it says.

import { h } from "./dom.js";
import { t } from "./language.js";

/** @import {Game} from "./game.js" */

export class Talk {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.list = h("ol", { class: "lines", role: "log", "aria-label": t("talk.lines"), tabindex: 0 });
    this.field = h("input", {
      type: "text",
      name: "talk",
      autocomplete: "off",
      maxlength: 200,
      placeholder: t("talk.field"),
      "aria-label": t("talk.field.whole"),
      enterkeyhint: "send",
    });
    const form = h("form", {}, this.field, h("button", { type: "submit", class: "plain" }, t("talk.button")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text && game.send({ type: "say", text })) this.field.value = "";
    });
    this.element = h("section", { class: "talk", "aria-label": t("talk"), hidden: true }, this.list, form);
    this.drawn = 0;
  }

  draw() {
    const { state, said, mine } = this.game;
    this.element.hidden = !state?.can.includes("chat");
    if (said.length === this.drawn) return;
    this.drawn = said.length;
    this.list.replaceChildren(
      ...said.map((line) => h("li", {}, h("b", {}, line.side === mine ? t("talk.you") : t("talk.opponent")), " ", h("span", {}, line.text))),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
