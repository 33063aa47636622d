// The router: which page an address leads to, and what all pages share.

import { takeSecret } from "./secret.js"; // first, so that the secret leaves the address before anything else runs
import { fill, h, icon } from "./dom.js";
import { t } from "./language.js";
import { missing } from "./missing.js";
import { applyTheme, theme, toggleTheme } from "./settings.js";

const place = /** @type {HTMLElement} */ (document.getElementById("page"));
const header = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @typedef {{element: HTMLElement, close: () => void}} Page */

/** @type {Page | null} */
let page = null;
/** Counts the pages shown: a page that has finished loading too late is dropped. */
let visits = 0;
/** The path of the page that is shown. */
let shown = "";

/** Show the page of the address. */
async function route() {
  visits += 1;
  const visit = visits;
  const [, id] = /^\/play\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, analysed] = /^\/analysis\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, told] = /^\/rules\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, puzzled] = /^\/puzzles\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, learnt] = /^\/learn\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const [, published] = /^\/gallery\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  const secret = takeSecret();
  const variant = typeof history.state?.variant === "string" ? history.state.variant : "";
  // Each page is loaded when it is wanted; the document that the server sends names the modules of its own.
  if (analysed) {
    const { AnalysisPage } = await import("./analysis.js");
    if (visit !== visits) return;
    show("analysis", () => new AnalysisPage(decoded(analysed), decoded(location.hash.slice(1)), enter, analyse));
  } else if (location.pathname === "/games") {
    const { ArchivePage } = await import("./archive.js");
    if (visit === visits) show("home", () => new ArchivePage());
  } else if (told) {
    const { RulesPage } = await import("./rules.js");
    if (visit !== visits) return;
    show("rules", () => new RulesPage(decoded(told), enter));
  } else if (puzzled) {
    const { PuzzlePage } = await import("./puzzles.js");
    if (visit !== visits) return;
    show("puzzles", () => new PuzzlePage(decoded(puzzled), location.hash.slice(1)));
  } else if (learnt) {
    const { LessonPage } = await import("./lesson.js");
    if (visit !== visits) return;
    show("learn", () => new LessonPage(decoded(learnt), location.hash.slice(1), enter));
  } else if (location.pathname === "/gallery") {
    const { GalleryPage } = await import("./gallery.js");
    if (visit === visits) show("gallery", () => new GalleryPage());
  } else if (published) {
    const { PublishedPage } = await import("./gallery.js");
    if (visit === visits) show("gallery", () => new PublishedPage(decoded(published), enter));
  } else if (location.pathname === "/workshop") {
    const { WorkshopPage } = await import("./workshop.js");
    if (visit === visits) show("workshop", () => new WorkshopPage(enter));
  } else if (id) {
    const { PlayPage } = await import("./play.js");
    if (visit === visits) show("play", () => new PlayPage(decoded(id), variant, enter, secret));
  } else if (location.pathname === "/") {
    const { HomePage } = await import("./home.js");
    if (visit === visits) show("home", () => new HomePage(enter));
  } else show("missing", () => ({ element: missing(t("missing.words")), close: () => {} }));
}

/** A part of the address, decoded; left as it is if it cannot be decoded. @param {string} part */
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
  shown = location.pathname;
  if (another) {
    // As after a click on a plain link: scrolled to the top, with the focus at the start of the page.
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

/** Show what can be preferred, which few visits need: it is loaded then. */
async function prefer() {
  const { showPreferences } = await import("./preferences.js");
  showPreferences();
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
    { type: "button", class: "theme", "aria-label": more, title: more, onclick: () => void prefer() },
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
  const workshop = h("a", { class: "top-link", href: "/workshop", title: t("workshop") }, icon("board"), h("span", {}, t("workshop")));
  const gallery = h("a", { class: "top-link", href: "/gallery", title: t("gallery") }, icon("frame"), h("span", {}, t("gallery")));
  fill(header, home, workshop, gallery, toggle, preferences);
}

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  applyTheme();
  drawHeader();
});
addEventListener("popstate", () => {
  // A link to a section of the rules leads to another place on the same page.
  if (document.body.dataset.page !== "rules" || location.pathname !== shown) void route();
});
drawHeader();
void route();
