// The page for an address that leads nowhere.

import { h } from "./dom.js";
import { t } from "./language.js";
import { capital } from "./words.js";

/** @param {string} words */
export function missing(words) {
  return h("main", { class: "home missing" }, h("h1", {}, t("missing.title")), h("p", {}, capital(words)), h("p", {}, h("a", { href: "/" }, t("missing.games"))));
}
