// The dialog that lists the keys.

import { modal } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/** @typedef {Parameters<typeof t>[0]} Words */

/** What keys do; several keys for one thing are separated by spaces. @type {[keys: string, words: Words][]} */
const KEYS = [
  ["← →", "keys.step"],
  ["Home End", "keys.ends"],
  ["↑ ↓", "keys.aside"],
  ["f", "action.flip"],
  ["h", "action.hint"],
  ["i", "keys.card"],
  ["Esc", "keys.cancel"],
  ["Tab", "keys.board"],
  ["Enter", "keys.choose"],
  ["+ − 0", "keys.zoom"],
  ["l", "zoom.last.short"],
  ["?", "keys"],
];

/** Show it. */
export function showShortcuts() {
  const rows = KEYS.flatMap(([keys, words]) => [
    h("dt", {}, ...keys.split(" ").flatMap((key) => [h("kbd", {}, key), " "])),
    h("dd", {}, t(words)),
  ]);
  modal(t("keys"), h("div", { class: "setup" }, h("dl", { class: "keys" }, ...rows))).showModal();
}
