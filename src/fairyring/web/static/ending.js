// The panel at the end of a game: beside the board, or at the bottom of a narrow screen.

import { fill, h, icon } from "./dom.js";
import { t, tr } from "./language.js";
import { worth } from "./purse.js";
import { named, reviewOf } from "./words.js";

/** @import {Game} from "./game.js" */
/** @import {Result, Text} from "./protocol" */

export class Ending {
  /**
   * @param {Game} game
   * @param {() => void} newGame
   */
  constructor(game, newGame) {
    this.game = game;
    this.title = h("h2");
    this.words = h("p");
    this.purses = h("p", { class: "purses" });
    this.explanation = h("ul", { class: "explanation" });
    this.again = h("button", { type: "button", class: "primary", onclick: () => this.rematch() }, t("ending.rematch"));
    this.review = h("a", { class: "button plain" }, t("action.review.whole"));
    this.element = h(
      "div",
      { class: "ending", role: "dialog", "aria-label": t("ending"), hidden: true },
      h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: () => this.leave() }, icon("close")),
      this.title,
      this.words,
      this.purses,
      this.explanation,
      h(
        "div",
        { class: "dialog-buttons" },
        this.again,
        this.review,
        h("button", { type: "button", class: "plain", onclick: () => this.leave(newGame) }, t("ending.new")),
      ),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Show it: the game has just ended. */
  open() {
    const result = this.game.state?.result;
    if (!result) return;
    const { mine } = this.game;
    if (result.score === "*") {
      this.leave();
      return;
    }
    let words = t("ending.draw");
    if (result.winner && mine === null) words = t("ending.wins", { side: named(result.winner) });
    else if (result.winner) words = t(result.winner === mine ? "ending.won" : "ending.lost");
    this.element.dataset.outcome = !result.winner ? "draw" : mine !== null && result.winner !== mine ? "lost" : "won";
    fill(this.title, words);
    fill(this.words, result.reason === "time" ? t("ending.time") : t("ending.reason", { reason: tr(reason(result)) }));
    this.game.askExplanation();
    this.draw();
    this.element.hidden = false;
    this.again.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Offer a rematch, or accept one. */
  rematch() {
    this.game.deal(this.offered ? "accept" : "offer", "rematch");
    this.leave();
  }

  /** Whether the opponent offers a rematch. */
  get offered() {
    return Boolean(this.game.state?.offers.some((offer) => offer.what === "rematch" && offer.side !== this.game.mine));
  }

  draw() {
    const { state, explanation } = this.game;
    const purses = state?.result?.purses;
    this.purses.hidden = !purses;
    if (purses) {
      const [white, black] = [worth(purses.white), worth(purses.black)];
      fill(this.purses, t("ending.purses", { white, black }));
    }
    this.explanation.hidden = !explanation?.length;
    fill(this.explanation, ...(explanation ?? []).map(tr).map((line) => h("li", { class: line.startsWith(" ") ? "clue" : "" }, line.trim())));
    this.review.href = reviewOf(this.game);
    this.again.hidden = !state?.can.includes("rematch");
    this.again.textContent = t(this.offered ? "ending.accept" : "ending.rematch");
  }

  /** @param {() => void} [then] */
  leave(then) {
    if (this.isOpen) {
      this.element.hidden = true;
      this.game.changed(); // what can be done now has its place elsewhere
    }
    then?.();
  }
}

/** The reason of a result as people say it. @param {Result} result @returns {Text} */
function reason({ message, reason: known }) {
  const said = typeof message === "string" ? undefined : message.params.reason;
  return said === undefined ? known : /** @type {Text} */ (said);
}
