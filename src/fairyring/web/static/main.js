// The door: which page an address means, and what all pages share.

import { fill, h, icon } from "./dom.js";
import { HomePage } from "./home.js";
import { t } from "./language.js";
import { PlayPage } from "./play.js";
import { showPreferences } from "./preferences.js";
import { applyTheme, theme, toggleTheme } from "./settings.js";

const place = /** @type {HTMLElement} */ (document.getElementById("page"));
const header = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {HomePage | PlayPage | null} */
let page = null;

/** Show the page of the address. */
function route() {
  const another = page !== null;
  page?.close();
  const [, id] = /^\/play\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  // What follows the "#" opens a seat: it is for nobody else to see, nor to be sent by mistake with a copied address.
  const [, opens] = /^#(?:join|seat)=([\w-]+)$/.exec(location.hash) ?? [];
  if (opens) history.replaceState(history.state, "", location.pathname);
  const variant = typeof history.state?.variant === "string" ? history.state.variant : "";
  page = id ? new PlayPage(decodeURIComponent(id), variant, enter, opens) : new HomePage(enter);
  fill(place, page.element);
  document.body.dataset.page = id ? "play" : "home";
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
  route();
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
    route();
  });
  fill(header, home, toggle, preferences);
}

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  applyTheme();
  drawHeader();
});
addEventListener("popstate", route);
drawHeader();
route();
