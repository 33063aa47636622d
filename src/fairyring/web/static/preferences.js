// The dialog of what this browser is asked to remember about the page itself.

import { modal } from "./dialog.js";
import { h } from "./dom.js";
import { LANGUAGES, language, t } from "./language.js";
import { rememberLanguage } from "./settings.js";

/** Show the dialog; what is chosen holds at once. */
export function showPreferences() {
  const languages = select("language", t("preferences.language"), language, Object.entries(LANGUAGES), (chosen) => {
    rememberLanguage(chosen);
    // Every word of the page is another one: it begins anew.
    location.reload();
  });
  modal(t("preferences"), h("div", { class: "setup preferences" }, languages)).showModal();
}

/**
 * A choice out of several.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} value
 * @param {[value: string, words: string][]} options
 * @param {(value: string) => void} choose
 */
function select(name, title, value, options, choose) {
  const field = h(
    "select",
    { name, onchange: () => choose(field.value) },
    ...options.map(([each, words]) => h("option", { value: each, selected: each === value }, words)),
  );
  return h("label", { class: "preference" }, h("span", {}, title), field);
}
