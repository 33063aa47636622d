// Modal dialogs.

import { copied, h, icon } from "./dom.js";
import { t } from "./language.js";

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
export function modal(title, content) {
  const close = h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"));
  const dialog = h("dialog", { class: "modal", "aria-label": title }, h("header", {}, h("h2", {}, title), close), content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

/**
 * Copy a text by a button, which then looks done; where the browser refuses, it is shown, to be copied by hand.
 *
 * @param {HTMLElement} button
 * @param {string} what what the text is
 * @param {string} text
 * @param {(words: string) => void} say tells a screen reader
 */
export async function copyBy(button, what, text, say) {
  if (!(await copied(text))) {
    showText(what, text);
    return;
  }
  say(t("action.copied", { what }));
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, 1200);
}

/**
 * @param {string} title
 * @param {string} text
 */
function showText(title, text) {
  const area = h("textarea", { rows: 8, readonly: true, "aria-label": title }, text);
  const dialog = modal(title, h("div", { class: "setup" }, area));
  dialog.showModal();
  area.select();
}
