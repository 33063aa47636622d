// The door: which page an address means, and what all pages share.

import { opening } from "./opening.js"; // the first: it waits for nothing
import { fill, h, icon } from "./dom.js";
import { HomePage } from "./home.js";
import { t } from "./language.js";
import { missing } from "./missing.js";
import { PlayPage } from "./play.js";
import { showPreferences } from "./preferences.js";
import { applyTheme, theme, toggleTheme } from "./settings.js";

const place = /** @type {HTMLElement} */ (document.getElementById("page"));
const header = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @typedef {{element: HTMLElement, close: () => void}} Page */

/** @type {Page | null} */
let page = null;
/** Goes up with every page. */
let visits = 0;

/** Show the page of the address. */
async function route() {
  visits += 1;
  const visit = visits;
  const [, id] = /^\/play\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, analysed] = /^\/analysis\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const opens = opening();
  const variant = typeof history.state?.variant === "string" ? history.state.variant : "";
  if (analysed) {
    // It is fetched by those alone who want it.
    const { AnalysisPage } = await import("./analysis.js");
    if (visit !== visits) return;
    show("analysis", () => new AnalysisPage(decoded(analysed), decoded(location.hash.slice(1)), enter, analyse));
  } else if (id) show("play", () => new PlayPage(decoded(id), variant, enter, opens));
  else if (location.pathname === "/") show("home", () => new HomePage(enter));
  else show("missing", () => ({ element: missing(t("missing.words")), close: () => {} }));
}

/** A part of the address as it was meant; one that nobody can have meant stays as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * @param {string} name
 * @param {() => Page} made
 */
function show(name, made) {
  const another = page !== null;
  page?.close();
  page = made();
  fill(place, page.element);
  document.body.dataset.page = name;
  if (another) {
    // As after a click on a plain link: at the top, with the focus before the first thing on the page.
    scrollTo(0, 0);
    page.element.tabIndex = -1;
    page.element.focus({ preventScroll: true });
  }
}

/**
 * Go to a game.
 *
 * @param {string} id
 * @param {string} variant
 */
function enter(id, variant) {
  history.pushState({ variant }, "", `/play/${encodeURIComponent(id)}`);
  void route();
}

/** Go to the analysis of a game. @param {string} variant */
function analyse(variant) {
  history.pushState(null, "", `/analysis/${encodeURIComponent(variant)}`);
  void route();
}

function drawHeader() {
  const dark = theme() === "dark";
  const label = t(dark ? "theme.light" : "theme.dark");
  const toggle = h(
    "button",
    {
      type: "button",
      class: "theme",
      "aria-label": label,
      title: label,
      onclick: () => {
        toggleTheme();
        drawHeader();
        header.querySelector("button")?.focus();
      },
    },
    icon(dark ? "sun" : "moon"),
  );
  const more = t("preferences");
  const preferences = h(
    "button",
    { type: "button", class: "theme", "aria-label": more, title: more, onclick: showPreferences },
    icon("sliders"),
  );
  const home = h(
    "a",
    { class: "brand", href: "/" },
    h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
    h("span", {}, "fairyring"),
  );
  home.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (location.pathname !== "/") history.pushState(null, "", "/");
    void route();
  });
  fill(header, home, toggle, preferences);
}

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  applyTheme();
  drawHeader();
});
addEventListener("popstate", () => void route());
drawHeader();
void route();
