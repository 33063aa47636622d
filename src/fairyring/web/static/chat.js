// The chat of the two players.

import { h } from "./dom.js";
import { t } from "./language.js";

/** @import {Game} from "./game.js" */

export class Chat {
  /**
   * @param {Game} game
   * @param {(unread: number) => void} told is called with how many messages have come since the chat was in view
   */
  constructor(game, told) {
    this.game = game;
    this.told = told;
    this.unread = 0;
    this.seen = false;
    this.list = h("ol", { class: "messages", role: "log", "aria-label": t("chat.messages"), tabindex: 0 });
    this.field = h("input", {
      type: "text",
      name: "chat",
      autocomplete: "off",
      maxlength: 200,
      placeholder: t("chat.field"),
      "aria-label": t("chat.field.whole"),
      enterkeyhint: "send",
    });
    const form = h("form", {}, this.field, h("button", { type: "submit", class: "plain" }, t("chat.send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (!text || !game.send({ type: "say", text })) return;
      this.unsaid = text;
      this.field.value = "";
    });
    this.element = h("section", { class: "chat", "aria-label": t("chat"), hidden: true }, this.list, form);
    this.drawn = 0;
    /** What was sent last, until the server says it to all; if it refuses that, the user does not write it again. */
    this.unsaid = "";
    new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      if (this.seen) this.told((this.unread = 0));
    }).observe(this.element);
  }

  draw() {
    const { state, messages, mine } = this.game;
    this.element.hidden = !state?.can.includes("chat");
    if (this.unsaid && this.game.trouble) {
      this.field.value ||= this.unsaid;
      this.unsaid = "";
    }
    if (messages.length === this.drawn) return;
    if (messages.slice(this.drawn).some(({ side }) => side === mine)) this.unsaid = "";
    const news = messages.slice(Math.max(this.drawn, this.game.history ?? 0)).filter(({ side }) => side !== mine);
    if (!this.seen) this.unread += news.length;
    this.told(this.unread);
    this.drawn = messages.length;
    this.list.replaceChildren(
      ...messages.map(({ side, text }) => h("li", {}, h("b", {}, side === mine ? t("chat.you") : state?.names[side] || t("chat.opponent")), " ", h("span", {}, text))),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
