// The gallery: the games that visitors have published, and the page of one of them.

import { details, post, request } from "./api.js";
import { modal } from "./dialog.js";
import { fill, h } from "./dom.js";
import { language, learn, rulesOf, t, tr } from "./language.js";
import { nothing } from "./missing.js";
import { ask } from "./newgame.js";
import { pageOf, publishFile, shareGame } from "./sharing.js";

/** @import {GalleryPage as Found, Published, PublishedDetail} from "./protocol" */

const RESTING = 250; // milliseconds after the last key until the server is asked
const STYLE = "/static/styles/gallery.css";
const ORDERS = /** @type {const} */ (["newest", "played", "own"]);

/** @typedef {(id: string, variant: string) => void} OnBegun */

/** The list of published games. */
export class GalleryPage {
  constructor() {
    document.title = `${t("gallery")} · fairyring`;
    dress();
    void learn("files"); // what can be wrong with a file that is opened here
    /** @type {Published[]} */
    this.games = [];
    this.asked = 0;
    this.timer = 0;
    this.search = h("input", { type: "search", "aria-label": t("gallery.search"), placeholder: t("gallery.search"), maxlength: 60, oninput: () => this.later() });
    this.order = h("select", { "aria-label": t("gallery.order"), onchange: () => void this.load() }, ...ORDERS.map((order) => h("option", { value: order }, t(`gallery.order.${order}`))));
    this.count = h("p", { class: "found", role: "status" });
    this.searching = h("div", { class: "search" }, this.search, this.order, this.count);
    this.empty = h("div", { hidden: true }, nothing(t("gallery.none")));
    this.list = h("ul", { class: "gallery-list" });
    this.more = h("button", { type: "button", class: "plain", hidden: true, onclick: () => void this.load(true) }, t("gallery.more"));
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.publish = h("div", { class: "gallery-actions", hidden: true }, h("a", { class: "button primary", href: "/workshop" }, t("gallery.invent")), fileButton(t("gallery.file"), (text) => publishFile({ text })));
    this.element = h(
      "main",
      { class: "home gallery" },
      h("header", { class: "welcome" }, h("h1", {}, t("gallery")), h("p", {}, t("gallery.what"))),
      this.publish,
      this.searching,
      this.empty,
      this.trouble,
      this.list,
      this.more,
    );
    void this.load();
  }

  close() {
    this.asked = -1;
    clearTimeout(this.timer);
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), RESTING);
  }

  /** @param {boolean} [more] whether to add to what is shown */
  async load(more = false) {
    if (this.asked < 0) return;
    this.asked += 1;
    const { asked } = this;
    const order = this.order.value;
    const query = new URLSearchParams({ search: this.search.value, since: String(more ? this.games.length : 0) });
    if (order === "own") query.set("own", "true");
    else query.set("order", order);
    try {
      /** @type {Found} */
      const found = await request(`/api/gallery?${query}`);
      if (this.asked !== asked) return;
      this.games = more ? [...this.games, ...found.games] : found.games;
      this.publish.hidden = !found.publishing;
      this.more.hidden = !found.more;
      this.trouble.hidden = true;
      const none = !this.games.length && !this.search.value && order !== "own";
      this.searching.hidden = none;
      this.empty.hidden = !none;
      this.count.textContent = t("home.found", { count: this.games.length });
      fill(this.list, ...this.games.map(card));
    } catch (error) {
      this.trouble.textContent = told(error);
      this.trouble.hidden = false;
    }
  }
}

/** A game of the gallery. @param {Published} game */
function card({ hash, title, summary, inventor, plays, public: listed }) {
  const words = [inventor && t("gallery.by", { inventor }), played(plays), !listed && t("gallery.unlisted")];
  return h(
    "li",
    {},
    h(
      "a",
      { class: "gallery-card", href: pageOf(hash) },
      h("img", { src: `/api/gallery/${hash}/picture`, alt: "", loading: "lazy" }),
      h("strong", {}, tr(title)),
      h("span", {}, tr(summary)),
      h("small", {}, words.filter(Boolean).join(" · ")),
    ),
  );
}

/** The page of a published game. */
export class PublishedPage {
  /**
   * @param {string} hash
   * @param {OnBegun} onBegun
   */
  constructor(hash, onBegun) {
    dress();
    void learn("files");
    document.title = `${t("gallery")} · fairyring`;
    this.hash = hash;
    this.onBegun = onBegun;
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.notice = h("p", { class: "gallery-notice", role: "status" });
    this.body = h("div", {}, h("p", { role: "status" }, t("notice.preparing")));
    this.element = h("main", { class: "home gallery" }, this.body, this.notice, this.trouble);
    void this.load();
  }

  close() {}

  async load() {
    await this.trying(async () => {
      /** @type {PublishedDetail} */
      const game = await request(`/api/gallery/${encodeURIComponent(this.hash)}`);
      document.title = `${tr(game.title)} · fairyring`;
      fill(this.body, ...this.shown(game));
    });
  }

  /** @param {PublishedDetail} game */
  shown(game) {
    const { hash, variant, title, summary, inventor, plays, at, next, origin, versions, mine, publishing } = game;
    const play = h("button", { type: "button", class: "primary", onclick: () => this.trying(async () => ask(await details(variant), false, this.onBegun)) }, t("play"));
    const latest = versions.at(-1)?.hash;
    return [
      h("header", { class: "welcome" }, h("h1", {}, tr(title)), h("p", {}, tr(summary))),
      next !== null && latest && h("p", { class: "notice" }, t("gallery.newer"), " ", h("a", { href: pageOf(latest) }, t("gallery.newer.show"))),
      h(
        "div",
        { class: "gallery-game" },
        h("img", { src: `/api/gallery/${hash}/picture`, alt: t("gallery.picture", { title: tr(title) }) }),
        h(
          "div",
          { class: "gallery-words" },
          h("p", {}, [inventor && t("gallery.by", { inventor }), t("gallery.at", { date: day(at) }), played(plays)].filter(Boolean).join(" · ")),
          origin && h("p", {}, t("gallery.origin"), " ", originOf(origin)),
          h("div", { class: "gallery-actions" }, play, h("a", { class: "button plain", href: rulesOf(variant) }, t("rules")), h("a", { class: "button plain", href: `/analysis/${variant}` }, t("analyse"))),
          h(
            "div",
            { class: "gallery-actions" },
            h("button", { type: "button", class: "plain", onclick: () => shareGame(game) }, t("gallery.share")),
            h("a", { class: "button plain", href: `/api/gallery/${hash}/file`, download: "" }, t("gallery.export")),
            h("a", { class: "button plain", href: `/workshop?published=${encodeURIComponent(hash)}` }, t("workshop.from")),
            publishing && fileButton(t("gallery.fork"), (text) => publishFile({ text, origin: hash })),
            publishing && mine && next === null && fileButton(t("gallery.version"), (text) => publishFile({ text, origin: origin?.name ?? null, replaces: game })),
            mine && h("button", { type: "button", class: "plain", onclick: () => this.remove(game) }, t("gallery.remove")),
            !mine && h("button", { type: "button", class: "plain", onclick: () => this.report() }, t("gallery.report")),
          ),
          versions.length > 1 && h("details", {}, h("summary", {}, t("gallery.versions", { count: versions.length })), h("ol", {}, ...versions.map((each) => h("li", {}, h("a", { href: pageOf(each.hash), "aria-current": each.hash === hash && "page" }, day(each.at)))))),
        ),
      ),
    ];
  }

  /** @param {PublishedDetail} game */
  remove({ title }) {
    const go = h("button", { type: "button", class: "primary" }, t("gallery.remove"));
    const dialog = modal(t("gallery.remove"), h("div", { class: "setup" }, h("p", {}, t("gallery.remove.what", { title: tr(title) })), h("div", { class: "dialog-buttons" }, go)));
    go.addEventListener("click", () => {
      dialog.close();
      void this.trying(async () => {
        await post(`/api/gallery/${this.hash}/remove`, {});
        location.assign("/gallery");
      });
    });
    dialog.showModal();
  }

  report() {
    const reason = h("textarea", { rows: 4, maxlength: 1000, required: true, "aria-label": t("gallery.report.why"), placeholder: t("gallery.report.why") });
    const form = h("form", { class: "setup" }, reason, h("div", { class: "dialog-buttons" }, h("button", { type: "submit", class: "primary" }, t("gallery.report"))));
    const dialog = modal(t("gallery.report"), form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      void this.trying(async () => {
        await post(`/api/gallery/${this.hash}/report`, { reason: reason.value });
        this.notice.textContent = t("gallery.reported");
        this.notice.scrollIntoView({ block: "nearest" });
      });
    });
    dialog.showModal();
  }

  /** Do something, and show what went wrong. @param {() => Promise<void>} work */
  async trying(work) {
    this.trouble.hidden = true;
    try {
      await work();
    } catch (error) {
      this.trouble.textContent = told(error);
      this.trouble.hidden = false;
      this.trouble.scrollIntoView({ block: "nearest" });
    }
  }
}

/** @param {{name: string, title: string}} origin */
function originOf({ name, title }) {
  if (!title) return t("gallery.origin.gone");
  return h("a", { href: /^[0-9a-f]{32}$/.test(name) ? pageOf(name) : rulesOf(name) }, tr(title));
}

/**
 * A button that opens a game file.
 *
 * @param {string} words
 * @param {(text: string) => void} onText
 */
function fileButton(words, onText) {
  const input = h("input", { type: "file", accept: ".toml", hidden: true, "aria-label": words });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) onText(await file.text());
  });
  return h("span", {}, h("button", { type: "button", class: "plain", onclick: () => input.click() }, words), input);
}

/** How often a game has been played. @param {number} count */
function played(count) {
  return count ? t("gallery.plays", { count }) : t("gallery.unplayed");
}

/** A time in seconds as a day. @param {number} at */
function day(at) {
  return new Date(at * 1000).toLocaleDateString(language, { dateStyle: "medium" });
}

/** @param {unknown} error */
function told(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Have the page's style sheet, which other pages do not need. */
function dress() {
  if (!document.head.querySelector(`link[href="${STYLE}"]`)) document.head.append(h("link", { rel: "stylesheet", href: STYLE }));
}
