// The dialog that lists the keys.

import { modal } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/** @typedef {Parameters<typeof t>[0]} Words */

/** What keys do; some keys have names. @type {[keys: string[], words: Words][]} */
const KEYS = [
  [["←", "→"], "keys.step"],
  [["key.home", "key.end"], "keys.ends"],
  [["↑", "↓"], "keys.aside"],
  [["F"], "action.flip"],
  [["H"], "action.hint"],
  [["I"], "keys.card"],
  [["key.escape"], "keys.cancel"],
  [["key.tab"], "keys.board"],
  [["key.enter"], "keys.choose"],
  [["+", "−", "0"], "keys.zoom"],
  [["L"], "zoom.last.short"],
  [["?"], "keys"],
];

/** Show it. */
export function showShortcuts() {
  const rows = KEYS.flatMap(([keys, words]) => [
    h("dt", {}, ...keys.flatMap((key) => [h("kbd", {}, name(key)), " "])),
    h("dd", {}, t(words)),
  ]);
  modal(t("keys"), h("div", { class: "setup" }, h("dl", { class: "keys" }, ...rows))).showModal();
}

/** What stands on a key. @param {string} key */
function name(key) {
  return key.startsWith("key.") ? t(/** @type {Words} */ (key)) : key;
}
