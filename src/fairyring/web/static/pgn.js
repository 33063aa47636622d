// The dialog with the PGN of an analysis, to copy it or to import another one.

import { pgnOf } from "./api.js";
import { modal } from "./dialog.js";
import { copied, h } from "./dom.js";
import { t } from "./language.js";

/** @import {Study} from "./study.js" */

const KEEPING = 10_000; // milliseconds that a browser may take to begin a download

/**
 * Show the PGN; a text put in its place can be imported.
 *
 * @param {Study} study
 * @param {(variant: string) => void} onOther called when the imported record is of another variant
 */
export async function showRecord(study, onOther) {
  const area = h("textarea", { rows: 12, spellcheck: "false", autocapitalize: "off", name: "pgn", "aria-label": t("analysis.pgn"), class: "pgn" });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const save = h("a", { class: "button plain", download: `${study.tree.variant}.pgn`, href: "" }, t("action.download"));
  const copy = h("button", { type: "button", class: "plain" }, t("copy"));
  const read = h("button", { type: "button", class: "primary" }, t("analysis.import"));
  const fail = (/** @type {unknown} */ error) => {
    trouble.textContent = error instanceof Error ? error.message : String(error);
    trouble.hidden = false;
  };
  copy.addEventListener("click", async () => {
    area.select(); // to be copied by hand if the browser refuses
    if (await copied(area.value)) copy.textContent = t("copy.done");
  });
  save.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([area.value], { type: "application/vnd.chess-pgn" }));
    save.href = address;
    setTimeout(() => URL.revokeObjectURL(address), KEEPING);
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
  const content = h("div", { class: "setup" }, area, trouble, h("div", { class: "dialog-buttons" }, save, copy, read));
  const dialog = modal(t("analysis.pgn"), content);
  dialog.showModal();
  try {
    const pgn = await pgnOf(study.tree.whole);
    if (area.value) return; // the user has already pasted another one
    area.value = pgn;
    area.select();
  } catch (error) {
    fail(error);
  }
}
