// Two players at one screen, each with a secret: between moves the board is hidden until the next player is ready.

import { h } from "./dom.js";
import { t } from "./language.js";
import { named } from "./words.js";

/** @import {Game} from "./game.js" */

export class Curtain {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.title = h("h2");
    this.news = h("p");
    this.ready = h("button", { type: "button", class: "primary", onclick: () => game.lift() });
    this.element = h(
      "div",
      { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": t("curtain"), hidden: true },
      h("div", {}, this.title, this.news, this.ready),
    );
  }

  draw() {
    const { game } = this;
    const hidden = !game.curtain;
    const { state } = game;
    const appears = this.element.hidden && !hidden;
    this.element.hidden = hidden;
    if (hidden || !state) return;
    const side = named(state.view.side);
    this.title.textContent = t("curtain.turn", { side });
    const last = state.notations.at(-1);
    const news = last && state.ply > state.choices ? t("curtain.last", { move: last }) : t("curtain.secret");
    this.news.textContent = `${t("curtain.hand", { side })} ${news}`;
    this.ready.textContent = t("curtain.ready", { side });
    if (appears) this.ready.focus({ preventScroll: true });
  }
}
