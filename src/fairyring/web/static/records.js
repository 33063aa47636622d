// The dialog with the record of an analysis: to take away, or to read another one in.

import { pgnOf } from "./api.js";
import { modal } from "./dialog.js";
import { copied, h } from "./dom.js";
import { t } from "./language.js";

/** @import {Study} from "./study.js" */

/**
 * Show the record; what is written in its place can be read in.
 *
 * @param {Study} study
 * @param {(variant: string) => void} onOther the record that was read is of another game
 */
export async function showRecord(study, onOther) {
  const area = h("textarea", { rows: 12, spellcheck: "false", autocapitalize: "off", name: "pgn", "aria-label": t("analysis.pgn"), class: "pgn" });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const copy = h("button", { type: "button", class: "plain" }, t("copy"));
  const read = h("button", { type: "button", class: "primary" }, t("analysis.read"));
  const fail = (/** @type {unknown} */ error) => {
    trouble.textContent = error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  };
  copy.addEventListener("click", async () => {
    area.select(); // for the hand, where the page may not
    if (await copied(area.value)) copy.textContent = t("copy.done");
  });
  read.addEventListener("click", async () => {
    trouble.hidden = true;
    read.disabled = true;
    try {
      const variant = await study.load(area.value);
      dialog.close();
      if (variant !== study.tree.variant) onOther(variant);
    } catch (error) {
      fail(error);
    }
    read.disabled = false;
  });
  const content = h("div", { class: "setup" }, area, trouble, h("div", { class: "dialog-buttons" }, copy, read));
  const dialog = modal(t("analysis.pgn"), content);
  dialog.showModal();
  try {
    const pgn = await pgnOf(study.tree.whole);
    if (area.value) return; // somebody was faster to write another one
    area.value = pgn;
    area.select();
  } catch (error) {
    fail(error);
  }
}
