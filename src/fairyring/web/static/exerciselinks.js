// Links to a game's puzzles and to its lessons.

import { h, icon } from "./dom.js";
import { t, tr } from "./language.js";

/** @import {Summary} from "./protocol" */

/** @param {Summary} game one that has puzzles */
export function puzzlesLink({ name, title }) {
  const label = t("puzzles.game", { title: tr(title) });
  return h("a", { class: "rules-link", href: `/puzzles/${encodeURIComponent(name)}`, "aria-label": label }, icon("target"), h("span", {}, t("puzzles")));
}

/** @param {Summary} game one that has lessons */
export function lessonsInvitation({ name }) {
  return h("a", { href: `/learn/${encodeURIComponent(name)}` }, t("learn.invitation"));
}

/** @param {Summary} game one that has lessons */
export function lessonsLink({ name, title }) {
  const label = t("learn.game", { title: tr(title) });
  return h("a", { class: "rules-link", href: `/learn/${encodeURIComponent(name)}`, "aria-label": label }, icon("steps"), h("span", {}, t("learn")));
}
