// The games in which this browser has a seat, each with a small board. The server has their list; how each stands, it
// says when the game comes into view.

import { details, giveUp, glance, seats, summaries } from "./api.js";
import { BoardView } from "./board.js";
import { fill, h } from "./dom.js";
import { language, t, tr } from "./language.js";
import { forgetGame, ownGames, rememberGame } from "./settings.js";
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

/** The games in which this browser has a seat, with what is remembered of them here. @returns {Promise<OwnGame[]>} */
export async function seatedGames() {
  const held = await seats();
  const known = new Map(ownGames().map((game) => [game.id, game]));
  const titles = new Map(held.length ? (await summaries()).map(({ name, title }) => [name, title]) : []);
  const found = held.map(async (each) => {
    const game = known.get(each.id);
    if (game) return { ...game, you: each.you };
    const { id, variant, at, you, seats, names } = each;
    const [mine, ...both] = you;
    const level = Object.values(seats).some((seat) => seat !== "human");
    const about = level ? await details(variant) : null; // it has the titles of levels
    const opponent = both.length ? t("setup.friend") : seated({ seats, names, you }, about, mine === "white" ? "black" : "white");
    return { id, variant, title: titles.get(variant) ?? variant, at: 1000 * at, you, opponent, result: null };
  });
  return (await Promise.all(found)).sort((one, two) => two.at - one.at);
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

  /** Ask whether the browser shall give up its seat. */
  remove() {
    const { game, body } = this;
    const title = tr(game.title);
    const back = () => {
      fill(this.element, this.board, body);
      body.querySelector("button")?.focus();
    };
    const cancel = h("button", { type: "button", class: "plain", onclick: back }, t("cancel"));
    const words = h("p", { role: "status" }, t("games.remove.words", { title }));
    const sure = h("button", { type: "button", class: "plain" }, t("games.remove.sure"));
    sure.addEventListener("click", async () => {
      try {
        await giveUp(game.id);
      } catch (error) {
        words.textContent = error instanceof Error ? error.message : String(error);
        return;
      }
      forgetGame(game.id);
      fill(this.element, h("p", { role: "status" }, t("games.removed", { title })));
    });
    fill(this.element, h("div", { class: "own-game-text" }, words, h("div", { class: "buttons" }, sure, cancel)));
    cancel.focus();
  }
}
