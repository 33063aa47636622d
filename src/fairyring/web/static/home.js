// The home page: all games.

import { details, summaries } from "./api.js";
import { BoardView } from "./board.js";
import { fill, h, icon } from "./dom.js";
import { language, rulesOf, t, tr } from "./language.js";
import { Preview } from "./preview.js";
import { lastVariant, ongoing } from "./settings.js";
import { ask } from "./newgame.js";

/** @import {Details, Summary} from "./protocol" */

export class HomePage {
  /** @param {(id: string, variant: string) => void} onBegun */
  constructor(onBegun) {
    this.onBegun = onBegun;
    this.closed = false;
    /** @type {Preview[]} */
    this.previews = [];
    document.title = "fairyring";
    this.cards = h("div", { class: "cards" });
    this.element = h(
      "main",
      { class: "home" },
      h(
        "header",
        { class: "welcome" },
        h("h1", {}, t("home.title")),
        h("p", {}, t("home.welcome")),
      ),
      unfinished(),
      this.cards,
    );
    void this.load();
  }

  close() {
    this.closed = true;
    for (const preview of this.previews) preview.close();
  }

  async load() {
    try {
      const found = await summaries();
      const last = lastVariant();
      found.sort((one, two) => Number(two.name === last) - Number(one.name === last));
      fill(this.cards, ...found.map((summary) => this.card(summary, summary.name === last)));
    } catch (error) {
      const again = h("button", { type: "button", class: "plain", onclick: () => this.load() }, t("home.retry"));
      fill(this.cards, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)), again);
    }
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
        h("h2", {}, title, again && h("span", { class: "badge" }, t("home.last"))),
        h("p", {}, tr(summary.summary)),
        origin && h("p", { class: "origin" }, origin),
        trouble,
        h(
          "div",
          { class: "card-buttons" },
          play,
          h("a", { class: "rules-link", href: `/analysis/${encodeURIComponent(summary.name)}`, "aria-label": t("analyse.game", { title }) }, icon("analyse"), h("span", {}, t("analyse"))),
          h("a", { class: "rules-link", href: rulesOf(summary.name) }, icon("book"), h("span", {}, t("rules"))),
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

/** Links to unfinished games, or null if there are none. */
function unfinished() {
  const games = ongoing();
  if (!games.length) return null;
  const links = games.map(({ id, title, at }) =>
    h("li", {}, h("a", { href: `/play/${encodeURIComponent(id)}` }, tr(title)), " ", h("time", {}, new Date(at).toLocaleString(language))),
  );
  return h("section", { class: "unfinished", "aria-label": t("home.games") }, h("h2", {}, t("home.games")), h("ul", {}, ...links));
}
