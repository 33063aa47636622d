// The page for an address that leads nowhere.

import { h } from "./dom.js";
import { t } from "./language.js";
import { sentence } from "./words.js";

/**
 * What a list says when it is empty.
 *
 * @param {string} words
 * @param {...Node} buttons what can be done about it
 */
export function nothing(words, ...buttons) {
  return h("div", { class: "nothing" }, h("p", { role: "status" }, words), ...buttons);
}

/** @param {string} words */
export function missing(words) {
  return h("main", { class: "home missing" }, h("h1", {}, t("missing.title")), h("p", {}, sentence(words)), h("p", {}, h("a", { href: "/" }, t("missing.games"))));
}
