// Modal dialogs.

import { h, icon } from "./dom.js";
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
 * Show a text to be copied by hand.
 *
 * @param {string} title
 * @param {string} text
 */
export function showText(title, text) {
  const area = h("textarea", { rows: 8, readonly: true, "aria-label": title }, text);
  const dialog = modal(title, h("div", { class: "setup" }, area));
  dialog.showModal();
  area.select();
}
