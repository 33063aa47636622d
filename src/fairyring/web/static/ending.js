// The panel at the end of a game.

import { fill, h } from "./dom.js";
import { capital } from "./words.js";

/** @import {Game} from "./game.js" */

export class Ending {
  /**
   * @param {Game} game
   * @param {() => void} fresh
   */
  constructor(game, fresh) {
    this.game = game;
    this.title = h("h2");
    this.words = h("p");
    this.again = h("button", { type: "button", class: "primary", onclick: () => this.rematch() }, "Rematch");
    this.element = h(
      "div",
      { class: "ending", role: "dialog", "aria-label": "The game is over", hidden: true },
      this.title,
      this.words,
      h(
        "div",
        { class: "dialog-buttons" },
        this.again,
        h("button", { type: "button", class: "plain", onclick: () => this.leave(fresh) }, "New game"),
        h("button", { type: "button", class: "plain", onclick: () => this.leave() }, "Look back"),
      ),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave();
    });
  }

  /** Open it: the game has just ended. */
  open() {
    const result = this.game.state?.result;
    if (!result) return;
    const { mine } = this.game;
    if (result.score === "*") {
      this.leave();
      return;
    }
    let words = "A draw";
    if (result.winner) words = mine === null ? `${capital(result.winner)} wins` : result.winner === mine ? "You win" : "You lose";
    this.element.dataset.outcome = !result.winner ? "draw" : mine !== null && result.winner !== mine ? "lost" : "won";
    fill(this.title, words);
    fill(this.words, result.reason === "time" ? "on time" : `by ${result.reason}`);
    this.draw();
    this.element.hidden = false;
    this.again.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Offer another game to whoever plays here, or take up what is offered. */
  rematch() {
    this.game.deal(this.offered ? "accept" : "offer", "rematch");
    this.leave();
  }

  /** Whether the other player offers one. */
  get offered() {
    return Boolean(this.game.state?.offers.some((offer) => offer.what === "rematch" && offer.side !== this.game.mine));
  }

  draw() {
    const { state } = this.game;
    this.again.hidden = !state?.can.includes("rematch");
    this.again.textContent = this.offered ? "Accept a rematch" : "Rematch";
  }

  /** @param {() => void} [then] */
  leave(then) {
    this.element.hidden = true;
    then?.();
  }
}
