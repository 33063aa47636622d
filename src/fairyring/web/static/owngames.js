// The games played in this browser, each with a small board: what is known of them elsewhere, the server says when they
// come into view.

import { details, glance } from "./api.js";
import { BoardView } from "./board.js";
import { fill, h } from "./dom.js";
import { language, t, tr } from "./language.js";
import { forgetGame, rememberGame } from "./settings.js";
import { seated, standing } from "./words.js";

/** @import {Details, State} from "./protocol" */
/** @import {OwnGame} from "./settings.js" */

/**
 * What this browser remembers of a game.
 *
 * @param {State} state
 * @param {Details} details
 * @returns {OwnGame}
 */
export function remembered(state, details) {
  const { id, variant, you, result } = state;
  const [mine, ...both] = you;
  const opponent = both.length ? t("setup.friend") : seated(state, details, mine === "white" ? "black" : "white");
  return { id, variant, title: details.title, at: Date.now(), you, opponent, result: result?.message ?? null };
}

/** A list of games. */
export class OwnGames {
  /**
   * @param {string} title
   * @param {OwnGame[]} games
   */
  constructor(title, games) {
    this.cards = games.map((game) => new Card(game));
    this.element = h("section", { class: "own-games", "aria-label": title }, h("h2", {}, title), h("ul", {}, ...this.cards.map((card) => card.element)));
  }

  close() {
    for (const card of this.cards) card.near.disconnect();
  }
}

class Card {
  /** @param {OwnGame} game */
  constructor(game) {
    this.game = game;
    const title = tr(game.title);
    const href = `/play/${encodeURIComponent(game.id)}`;
    this.board = h("a", { class: "card-board", href, tabindex: -1, "aria-hidden": "true" });
    this.words = h("p", { class: "standing" }, game.result ? tr(game.result) : "");
    this.body = h(
      "div",
      { class: "own-game-text" },
      h("h3", {}, h("a", { href }, title)),
      h("p", {}, game.opponent),
      this.words,
      h("time", {}, new Date(game.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })),
      h("button", { type: "button", class: "plain", "aria-label": t("games.remove", { title }), onclick: () => this.remove() }, t("games.remove.short")),
    );
    this.element = h("li", { class: "own-game" }, this.board, this.body);
    this.near = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        this.near.disconnect();
        void this.load();
      },
      { rootMargin: "100px" },
    );
    this.near.observe(this.element);
  }

  async load() {
    const { game } = this;
    try {
      const [known, state] = await Promise.all([details(game.variant), glance(game.id)]);
      const { tokens, last } = state.view;
      const board = new BoardView(known.board, false);
      const marks = new Map(last.map((site) => [site, ["last"]]));
      board.draw({ tokens, marks, last, arrows: [], flipped: game.you.length === 1 && game.you[0] === "black", instant: true, label: () => "" });
      fill(this.board, board.element);
      this.words.textContent = standing(state, game);
      if (state.result && !game.result) rememberGame({ ...game, result: state.result.message });
    } catch (error) {
      this.words.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  remove() {
    const { game, body } = this;
    forgetGame(game.id);
    const undo = h("button", { type: "button", class: "plain" }, t("action.undo"));
    undo.addEventListener("click", () => {
      rememberGame(game);
      fill(this.element, this.board, body);
      body.querySelector("button")?.focus();
    });
    fill(this.element, h("p", { role: "status" }, t("games.removed", { title: tr(game.title) })), undo);
    undo.focus();
  }
}
