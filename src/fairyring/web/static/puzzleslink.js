// A link to a game's puzzles.

import { h, icon } from "./dom.js";
import { t, tr } from "./language.js";

/** @import {Summary} from "./protocol" */

/** @param {Summary} game one that has puzzles */
export function puzzlesLink({ name, title }) {
  const label = t("puzzles.game", { title: tr(title) });
  return h("a", { class: "rules-link", href: `/puzzles/${encodeURIComponent(name)}`, "aria-label": label }, icon("target"), h("span", {}, t("puzzles")));
}
