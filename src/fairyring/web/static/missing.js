// The page that says why there is nothing at an address.

import { h } from "./dom.js";
import { t } from "./language.js";

/** @param {string} words */
export function missing(words) {
  return h("main", { class: "home" }, h("h1", {}, t("missing.title")), h("p", {}, words), h("p", {}, h("a", { href: "/" }, t("missing.games"))));
}
