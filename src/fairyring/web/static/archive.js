// The page of all games in which this browser has a seat, with a search; there the browser can give up its seats.

import { giveUp } from "./api.js";
import { modal } from "./dialog.js";
import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { nothing } from "./missing.js";
import { OwnGames, seatedGames } from "./owngames.js";
import { forgetGame } from "./settings.js";
import { plain } from "./words.js";

/** @import {OwnGame} from "./settings.js" */

export class ArchivePage {
  constructor() {
    document.title = `${t("home.games")} · fairyring`;
    /** @type {OwnGames[]} */
    this.lists = [];
    /** @type {OwnGame[]} */
    this.games = [];
    this.search = h("input", { type: "search", "aria-label": t("home.search"), placeholder: t("home.search"), maxlength: 60, oninput: () => this.show() });
    this.count = h("p", { class: "found", role: "status" });
    this.searching = h("div", { class: "search" }, this.search, this.count);
    this.body = h("div");
    this.forget = h("button", { type: "button", class: "plain forget", onclick: () => this.ask(), hidden: true }, t("browser.forget"));
    this.element = h(
      "main",
      { class: "home" },
      h("header", { class: "welcome" }, h("h1", {}, t("home.games")), h("p", {}, t("games.where"))),
      this.searching,
      this.body,
      this.forget,
    );
    void this.load();
  }

  /** Get the list. */
  async load() {
    try {
      this.games = await seatedGames();
      this.show();
    } catch (error) {
      const again = h("button", { type: "button", class: "plain", onclick: () => this.load() }, t("home.retry"));
      fill(this.body, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)), again);
    }
  }

  /** Ask whether the browser shall give up all its seats. */
  ask() {
    const words = h("p", {}, t("browser.forget.words"));
    const sure = h("button", { type: "button", class: "plain" }, t("browser.forget"));
    const cancel = h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("cancel"));
    const dialog = modal(t("browser.forget"), h("div", { class: "setup" }, words, h("div", { class: "buttons" }, sure, cancel)));
    sure.addEventListener("click", async () => {
      try {
        await giveUp();
      } catch (error) {
        words.textContent = error instanceof Error ? error.message : String(error);
        return;
      }
      forgetGame();
      this.games = [];
      dialog.close();
      this.show();
      this.body.prepend(h("p", { role: "status" }, t("browser.forgotten")));
    });
    dialog.showModal();
    cancel.focus();
  }

  close() {
    for (const list of this.lists) list.close();
  }

  /** Show the games that are searched for. */
  show() {
    this.close();
    const wanted = plain(this.search.value).split(" ").filter(Boolean);
    const found = this.games.filter(({ title, opponent, result }) => {
      const words = plain([title, tr(title), opponent, result ? tr(result) : ""].join(" "));
      return wanted.every((word) => words.includes(word));
    });
    this.count.textContent = t("home.found", { count: found.length });
    const [going, over] = [found.filter(({ result }) => !result), found.filter(({ result }) => result)];
    this.lists = [];
    if (going.length) this.lists.push(new OwnGames(t("games.going"), going));
    if (over.length) this.lists.push(new OwnGames(t("games.over"), over));
    const none = !this.games.length;
    this.searching.hidden = none;
    this.forget.hidden = none;
    fill(this.body, none && nothing(t("games.none"), h("a", { class: "button primary", href: "/" }, t("games.choose"))), ...this.lists.map((list) => list.element));
  }
}
