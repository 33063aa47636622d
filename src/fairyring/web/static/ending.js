// The panel at the end of a game.

import { fill, h } from "./dom.js";
import { capital } from "./words.js";

/** @import {Game} from "./game.js" */

export class Ending {
  /**
   * @param {Game} game
   * @param {() => void} rematch
   * @param {() => void} fresh
   */
  constructor(game, rematch, fresh) {
    this.game = game;
    this.title = h("h2");
    this.words = h("p");
    this.again = h("button", { type: "button", class: "primary", onclick: () => this.leave(rematch) }, "Rematch");
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
    let words = "A draw";
    if (result.winner) words = mine === null ? `${capital(result.winner)} wins` : result.winner === mine ? "You win" : "You lose";
    this.element.dataset.outcome = !result.winner ? "draw" : mine !== null && result.winner !== mine ? "lost" : "won";
    fill(this.title, words);
    fill(this.words, `by ${result.reason}`);
    this.element.hidden = false;
    this.again.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {() => void} [then] */
  leave(then) {
    this.element.hidden = true;
    then?.();
  }
}
