// The home page: all games, in groups that fold, and a search box.

import { details, summaries } from "./api.js";
import { BoardView } from "./board.js";
import { fill, h, icon } from "./dom.js";
import { rulesOf, t, tr } from "./language.js";
import { Lobby } from "./lobby.js";
import { OwnGames, seatedGames } from "./owngames.js";
import { Preview } from "./preview.js";
import { folds, lastVariant, rememberFold } from "./settings.js";
import { ask } from "./newgame.js";
import { lessonsLink, puzzlesLink } from "./exerciselinks.js";
import { plain } from "./words.js";

/** @import {Details, Summary} from "./protocol" */

const OPEN = ["ravioli", "chess"]; // for visitors who have not folded anything, the groups of these games are open
const LEVELS = /** @type {const} */ (["easy", "some", "many"]); // from little to much that is new
const SHOWN = 4; // the others are on their own page
const REMATCH = 3600_000; // milliseconds in which the opponent may well offer a rematch

export class HomePage {
  /** @param {(id: string, variant: string) => void} onBegun */
  constructor(onBegun) {
    this.onBegun = onBegun;
    this.closed = false;
    /** @type {Preview[]} */
    this.previews = [];
    /** @type {Summary[]} */
    this.games = [];
    /** @type {Map<string, HTMLElement>} a card of each game that has been shown, by its name */
    this.cards = new Map();
    document.title = "fairyring";
    this.search = h("input", { type: "search", "aria-label": t("home.search"), placeholder: t("home.search"), maxlength: 60, oninput: () => this.show() });
    const levels = /** @type {const} */ (["all", ...LEVELS]).map((level) => h("option", { value: level }, t(`difficulty.${level}`)));
    this.level = h("select", { "aria-label": t("difficulty"), onchange: () => this.show() }, ...levels);
    this.count = h("p", { class: "found", role: "status" });
    this.list = h("div");
    this.lobby = new Lobby(onBegun);
    /** @type {OwnGames | null} */
    this.own = null;
    this.played = h("div");
    this.element = h(
      "main",
      { class: "home" },
      h(
        "header",
        { class: "welcome" },
        h("h1", {}, t("home.title")),
        h("p", {}, t("home.welcome")),
      ),
      this.played,
      this.lobby.element,
      h("div", { class: "search" }, this.search, this.level, this.count),
      this.list,
    );
    void this.load();
    void this.recall();
  }

  /** Show the games in which this browser plays. */
  async recall() {
    const games = await seatedGames().catch(() => []); // what fails is said where all games should be
    if (this.closed || !games.length) return;
    const [going, over] = [games.filter(({ result }) => !result), games.filter(({ result, at }) => result && Date.now() - at < REMATCH)];
    this.own = new OwnGames(t("home.games"), [...going, ...over].slice(0, SHOWN));
    this.own.element.append(h("a", { href: "/games" }, t("home.games.all", { count: games.length })));
    fill(this.played, this.own.element);
  }

  close() {
    this.closed = true;
    this.own?.close();
    this.lobby.close();
    for (const preview of this.previews) preview.close();
  }

  async load() {
    try {
      this.games = await summaries();
      this.lobby.know(this.games);
      this.show();
    } catch (error) {
      const again = h("button", { type: "button", class: "plain", onclick: () => this.load() }, t("home.retry"));
      fill(this.list, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)), again);
    }
  }

  /** Show the games that are searched for, or all groups. */
  show() {
    const wanted = plain(this.search.value).split(" ").filter(Boolean);
    const level = this.level.value;
    const found = this.games.filter((game) => {
      const words = plain([game.name, game.title, tr(game.title), tr(game.inventor), tr(game.group)].join(" "));
      return (level === "all" || game.difficulty === level) && wanted.every((word) => words.includes(word));
    });
    this.count.textContent = wanted.length || level !== "all" ? t("home.found", { count: found.length }) : "";
    if (wanted.length) fill(this.list, this.grid(found));
    else fill(this.list, ...this.groups(found));
  }

  /** The game played last, and the groups of some games. @param {Summary[]} chosen */
  groups(chosen) {
    const last = chosen.filter(({ name }) => name === lastVariant());
    /** @type {Map<string, Summary[]>} */
    const groups = new Map();
    for (const game of chosen) {
      if (last.includes(game)) continue;
      groups.set(game.group, [...(groups.get(game.group) ?? []), game]);
    }
    const found = [...groups].map(([title, games]) => this.group(title, games));
    return last.length ? [this.grid(last), ...found] : found;
  }

  /**
   * @param {string} title
   * @param {Summary[]} games
   */
  group(title, games) {
    const small = matchMedia("(max-width: 34rem)").matches; // where only the first group is open
    const open = folds()[title] ?? (title === this.games[0]?.group || (!small && games.some(({ name }) => OPEN.includes(name))));
    const body = h("div");
    const shown = h(
      "details",
      { class: "group", open },
      h("summary", {}, h("h2", {}, tr(title)), " ", h("span", { class: "size" }, String(games.length))),
      body,
    );
    const draw = () => shown.open && !body.firstChild && fill(body, this.grid(games));
    draw();
    shown.addEventListener("toggle", () => {
      draw();
      rememberFold(title, shown.open);
    });
    return shown;
  }

  /** @param {Summary[]} games */
  grid(games) {
    const last = lastVariant();
    const cards = games.map((game) => {
      const card = this.cards.get(game.name) ?? this.card(game, game.name === last);
      this.cards.set(game.name, card);
      return card;
    });
    return h("div", { class: "cards" }, ...cards);
  }

  /**
   * @param {Summary} summary
   * @param {boolean} again whether it is the game played last
   */
  card(summary, again) {
    const picture = h("div", { class: "card-board" });
    const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    const play = h("button", { type: "button", class: "primary" }, t("play"));
    const title = tr(summary.title);
    play.setAttribute("aria-label", t("home.play", { title }));
    play.addEventListener("click", () => {
      details(summary.name).then(
        (found) => ask(found, false, this.onBegun),
        (error) => {
          trouble.textContent = error.message;
          trouble.hidden = false;
        },
      );
    });
    const origin = [tr(summary.inventor), summary.year ? String(summary.year) : ""].filter(Boolean).join(", ");
    const card = h(
      "article",
      { class: "card" },
      picture,
      h(
        "div",
        { class: "card-text" },
        h("h3", {}, title, again && h("span", { class: "badge" }, t("home.last"))),
        h("p", {}, tr(summary.summary)),
        h("p", { class: "origin" }, h("span", { class: `difficulty ${summary.difficulty}` }, t(`difficulty.${summary.difficulty}`)), origin && h("span", {}, origin)),
        trouble,
        h(
          "div",
          { class: "card-buttons" },
          play,
          summary.lessons > 0 && lessonsLink(summary),
          h("a", { class: "rules-link", href: rulesOf(summary.name) }, icon("book"), h("span", {}, t("rules"))),
          summary.puzzles > 0 && puzzlesLink(summary),
          h("a", { class: "rules-link", href: `/analysis/${encodeURIComponent(summary.name)}`, "aria-label": t("analyse.game", { title }) }, icon("analyse"), h("span", {}, t("analyse"))),
        ),
      ),
    );
    // A board is fetched and drawn only when it is about to scroll into view: some are large.
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        near.disconnect();
        details(summary.name)
          .then((found) => this.preview(card, picture, found))
          .catch(() => undefined);
      },
      { rootMargin: "200px" },
    );
    near.observe(picture);
    picture.addEventListener("click", () => play.click());
    return card;
  }

  /**
   * @param {HTMLElement} card
   * @param {HTMLElement} place
   * @param {Details} found
   */
  preview(card, place, found) {
    if (this.closed) return;
    const board = new BoardView(found.board, false);
    this.previews.push(new Preview(found.name, board, found.start, card));
    fill(place, board.element);
  }
}
