// Where a game begins: empty, from a template, from a game that there is, or from a file.

import { post, request, summaries } from "./api.js";
import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { textOf } from "./workshoptext.js";
import { plain } from "./words.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {Catalogue, Imported, Summary} from "./protocol" */

const SHOWN = 12; // games of the list

/** The text to begin from. @param {string} name of a template or a game @returns {Promise<string>} */
export async function startOf(name) {
  return (await request(`/api/workshop/start/${encodeURIComponent(name)}`)).text;
}

export class StartPanel {
  /**
   * @param {Draft} draft
   * @param {Catalogue} catalogue
   */
  constructor(draft, catalogue) {
    this.draft = draft;
    this.templates = catalogue.templates;
    /** @type {Summary[]} */
    this.games = [];
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.found = h("div", { class: "workshop-games", role: "status" });
    this.list = h("div", { class: "workshop-games" });
    this.search = h("input", { type: "search", "aria-label": t("workshop.start.search"), placeholder: t("workshop.start.search"), maxlength: 60, oninput: () => this.show() });
    const file = h("input", { type: "file", accept: ".toml,.ini", "aria-label": t("workshop.start.file") });
    file.addEventListener("change", () => file.files?.[0] && void this.read(file.files[0]));
    this.element = h(
      "div",
      { class: "workshop-panel" },
      h("p", { class: "palette-help" }, t("workshop.start.help")),
      h("div", { class: "workshop-buttons" }, ...catalogue.templates.map((name) => h("button", { type: "button", class: "plain", onclick: () => void this.begin(name) }, t(/** @type {"workshop.start.empty"} */ (`workshop.start.${name}`))))),
      h("h2", {}, t("workshop.start.file")),
      file,
      this.found,
      this.trouble,
      h("h2", {}, t("workshop.start.game")),
      this.search,
      this.list,
    );
    summaries().then(
      (games) => {
        this.games = games;
        this.show();
      },
      () => undefined, // the templates are there all the same
    );
  }

  draw() {}

  show() {
    const wanted = plain(this.search.value);
    const found = this.games.filter(({ name, title }) => plain(`${name} ${tr(title)}`).includes(wanted));
    fill(this.list, ...found.slice(0, SHOWN).map(({ name, title }) => h("button", { type: "button", class: "plain", onclick: () => void this.begin(name) }, tr(title))));
  }

  /** @param {string} name */
  async begin(name) {
    await this.tell(async () => {
      this.draft.write(await startOf(name));
      this.draft.origin = this.templates.includes(name) ? null : name;
    });
  }

  /** @param {File} file */
  async read(file) {
    await this.tell(async () => {
      const text = await textOf(file);
      if (text === null) throw new Error(t("workshop.start.large"));
      if (/\.ini$/i.test(file.name)) this.offer(await post("/api/workshop/import", { text, name: file.name }));
      else this.draft.write(text);
    });
  }

  /** Offer the games of a file that has several, and say which cannot be played here. @param {Imported[]} games */
  offer(games) {
    const offered = games.map(({ name, text, fault }) =>
      text === null ? h("p", { class: "remark" }, name, ": ", fault && tr(fault)) : h("button", { type: "button", class: "plain", onclick: () => this.draft.write(text) }, name),
    );
    fill(this.found, ...offered);
    this.found.scrollIntoView({ block: "nearest" }); // the file may have been dropped anywhere
  }

  /** @param {() => Promise<void>} act */
  async tell(act) {
    this.trouble.hidden = true;
    fill(this.found);
    this.draft.origin = null;
    try {
      await act();
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      this.trouble.hidden = false;
      this.trouble.scrollIntoView({ block: "nearest" });
    }
  }
}
