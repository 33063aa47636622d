// Two at one screen, each with a secret: between their turns the board is hidden until the other one is there.

import { h } from "./dom.js";
import { capital } from "./words.js";

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
      { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "The screen changes hands", hidden: true },
      h("div", {}, this.title, this.news, this.ready),
    );
  }

  draw() {
    const { game } = this;
    const hidden = !game.curtain;
    const { state } = game;
    const opens = this.element.hidden && !hidden;
    this.element.hidden = hidden;
    if (hidden || !state) return;
    const side = capital(state.view.side);
    this.title.textContent = `${side}'s turn`;
    const last = state.notations.at(-1);
    this.news.textContent = `Hand the screen to ${side}. ${last && state.ply > state.choices ? `The last turn was ${last}.` : "True Kings are chosen in secret."}`;
    this.ready.textContent = `I am ${side}: show the board`;
    if (opens) this.ready.focus({ preventScroll: true });
  }
}
