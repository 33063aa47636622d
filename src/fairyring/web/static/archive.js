// The page of all games that were played in this browser, with a search.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { OwnGames } from "./owngames.js";
import { ownGames } from "./settings.js";
import { plain } from "./words.js";

export class ArchivePage {
  constructor() {
    document.title = `${t("home.games")} · fairyring`;
    /** @type {OwnGames[]} */
    this.lists = [];
    this.search = h("input", { type: "search", "aria-label": t("home.search"), placeholder: t("home.search"), maxlength: 60, oninput: () => this.show() });
    this.count = h("p", { class: "found", role: "status" });
    this.body = h("div");
    this.element = h(
      "main",
      { class: "home" },
      h("header", { class: "welcome" }, h("h1", {}, t("home.games")), h("p", {}, t("games.where"))),
      h("div", { class: "search" }, this.search, this.count),
      this.body,
    );
    this.show();
  }

  close() {
    for (const list of this.lists) list.close();
  }

  /** Show the games that are searched for. */
  show() {
    this.close();
    const wanted = plain(this.search.value).split(" ").filter(Boolean);
    const found = ownGames().filter(({ title, opponent, result }) => {
      const words = plain([title, tr(title), opponent, result ? tr(result) : ""].join(" "));
      return wanted.every((word) => words.includes(word));
    });
    this.count.textContent = t("home.found", { count: found.length });
    const [going, over] = [found.filter(({ result }) => !result), found.filter(({ result }) => result)];
    this.lists = [];
    if (going.length) this.lists.push(new OwnGames(t("games.going"), going));
    if (over.length) this.lists.push(new OwnGames(t("games.over"), over));
    fill(this.body, ...this.lists.map((list) => list.element));
  }
}
