// The rules of a game: a page, and a drawer beside the board. The server writes them; this is the only module that reads
// markup, and only that of rules, in which the server has escaped all texts.

import { details, reports } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { language, rulesOf, t } from "./language.js";
import { missing } from "./missing.js";
import { ask } from "./newgame.js";
import { dress } from "./pieces.js";
import { offerCards } from "./rulecards.js";

/** The element with the rules of a game in the user's language, and the title of a page with them. @param {string} name */
async function fetched(name) {
  let answer;
  try {
    answer = await fetch(rulesOf(name));
  } catch {
    throw new Error(t("error.server"));
  }
  // Without the page's own style, which the drawer's page forbids; the rules look the same by that of the app.
  const markup = (await answer.text()).replace(/<style>.*?<\/style>/gs, "");
  const read = new DOMParser().parseFromString(markup, "text/html");
  const rules = read.querySelector("main.rules");
  if (!answer.ok || !rules) throw new Error(t("missing.words"));
  return { rules: /** @type {HTMLElement} */ (document.adoptNode(rules)), title: read.title };
}

/** What stands in place of rules until they are there. */
function waiting() {
  return h("div", { class: "notice preparing", role: "status" }, h("span", { class: "loading" }), h("span", {}, t("notice.preparing.long")));
}

/** The page with the rules of a game. */
export class RulesPage {
  /**
   * @param {string} name of the game
   * @param {(id: string, variant: string) => void} onBegun
   */
  constructor(name, onBegun) {
    this.name = name;
    this.onBegun = onBegun;
    /** @type {HTMLElement | null} what the document was sent with */
    const sent = document.querySelector(`#page > main.rules[data-variant="${CSS.escape(name)}"]`);
    this.element = sent?.lang === language ? sent : h("main", { class: "rules" }, waiting());
    this.closed = false;
    if (sent && this.element === sent) this.invite();
    else void this.load();
  }

  async load() {
    try {
      const { rules, title } = await fetched(this.name);
      if (this.closed) return;
      document.title = title;
      this.element.lang = rules.lang;
      fill(this.element, ...rules.childNodes);
      this.invite();
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    } catch (error) {
      if (!this.closed) this.element.replaceWith(missing(error instanceof Error ? error.message : String(error)));
    }
  }

  /** Offer a game, an analysis, and puzzles if there are any. */
  invite() {
    const { name } = this;
    offerCards(this.element, name);
    const play = h("button", { type: "button", class: "primary" }, t("play"));
    play.addEventListener("click", async () => {
      play.disabled = true;
      try {
        ask(await details(name), false, this.onBegun);
      } finally {
        play.disabled = false;
      }
    });
    const analyse = h("a", { class: "button", href: `/analysis/${encodeURIComponent(name)}` }, t("analyse"));
    const place = this.element.querySelector(".begin");
    if (!place) return;
    const change = h("a", { class: "button", href: `/workshop?from=${encodeURIComponent(name)}` }, t("workshop.from"));
    fill(place, play, analyse, change);
    details(name).then(
      (found) => {
        if (found.lessons) play.after(h("a", { class: "button", href: `/learn/${encodeURIComponent(name)}` }, t("learn")));
        if (found.puzzles) analyse.before(h("a", { class: "button", href: `/puzzles/${encodeURIComponent(name)}` }, t("puzzles")));
      },
      () => undefined, // the rules can be read all the same
    );
    reports().then(
      (names) => {
        if (names.includes(name)) place.append(h("a", { class: "button", href: `/laboratory/${encodeURIComponent(name)}` }, t("laboratory")));
      },
      () => undefined,
    );
  }

  close() {
    this.closed = true;
    dress([]);
  }
}

/**
 * Show the rules of a game in a drawer.
 *
 * @param {string} name of the game
 * @param {HTMLElement} opener gets the focus when the drawer is closed
 */
export function drawer(name, opener) {
  const close = h("button", { type: "button", class: "close", "aria-label": t("close") }, icon("close"));
  const body = h("div", { class: "rules in-drawer" }, waiting());
  const element = h("section", { class: "drawer", "aria-label": t("rules") }, h("header", {}, h("b", {}, t("rules")), close), body);
  const leave = () => {
    element.remove();
    opener.focus();
  };
  close.addEventListener("click", leave);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
    event.stopPropagation(); // the keys of the board
  });
  element.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!link) return;
    // The address is that of the game.
    event.preventDefault();
    element.querySelector(`#${CSS.escape(link.getAttribute("href")?.slice(1) ?? "")}`)?.scrollIntoView();
  });
  document.body.append(element);
  close.focus();
  fetched(name).then(
    ({ rules }) => {
      body.lang = rules.lang;
      fill(body, ...rules.childNodes);
      offerCards(body, name);
      const title = body.querySelector("h1");
      title?.replaceWith(h("h2", {}, title.textContent));
    },
    (error) => fill(body, h("p", { class: "trouble", role: "alert" }, error.message)),
  );
  return element;
}
