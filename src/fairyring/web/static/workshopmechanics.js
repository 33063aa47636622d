// The mechanics of the workshop, a card each: those that the draft has with their parameters, and those that could be added.

import { post } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { t, tr } from "./language.js";
import { capital, plain } from "./words.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {Card, Catalogue, Fit, Parameter} from "./protocol" */

export class MechanicsPanel {
  /**
   * @param {Draft} draft
   * @param {Catalogue} catalogue
   */
  constructor(draft, catalogue) {
    this.draft = draft;
    this.cards = catalogue.mechanics;
    this.search = h("input", { type: "search", "aria-label": t("workshop.mechanic.search"), placeholder: t("workshop.mechanic.search"), maxlength: 40, oninput: () => this.offers() });
    this.own = h("div", { class: "workshop-cards" });
    this.others = h("div", { class: "workshop-cards" });
    this.unfit = h("div", { class: "workshop-cards" });
    this.element = h(
      "div",
      { class: "workshop-panel" },
      this.own,
      this.search,
      this.others,
      h("details", {}, h("summary", {}, t("workshop.mechanic.unfit")), this.unfit),
    );
    /** @type {Fit[]} */
    this.fits = [];
    /** The text that the cards were asked for. */
    this.asked = "";
  }

  /** Called when the panel is shown, or the draft has changed while it is. */
  draw() {
    const { found } = this.draft;
    if (!found) return;
    const own = found.data.mechanics ?? {};
    if (!this.own.contains(document.activeElement) || document.activeElement?.matches("button")) {
      const shown = this.cards.filter((card) => card.name in own);
      fill(this.own, ...shown.map((card) => this.card(card, own[card.name] ?? {})));
    }
    void this.ask();
  }

  async ask() {
    const { text } = this.draft;
    if (this.asked === text) return;
    this.asked = text;
    try {
      const fits = await post("/api/workshop/fits", { text });
      if (this.asked !== text) return;
      this.fits = fits;
      this.offers();
    } catch (error) {
      this.asked = "";
      fill(this.others, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  }

  offers() {
    const wanted = plain(this.search.value);
    const shown = this.fits.flatMap((fit) => {
      const card = this.cards.find((each) => each.name === fit.name);
      return card && plain(`${card.title} ${card.about}`).includes(wanted) ? [{ card, fit }] : [];
    });
    fill(this.others, ...shown.filter(({ fit }) => !fit.reason).map(({ card, fit }) => this.offer(card, fit)));
    fill(this.unfit, ...shown.filter(({ fit }) => fit.reason).map(({ card, fit }) => this.offer(card, fit)));
  }

  /** @param {Card} card @param {Fit} fit */
  offer(card, fit) {
    const title = capital(card.title);
    return h(
      "article",
      { class: "workshop-card" },
      picture(card.name),
      h("div", {}, h("b", {}, title), h("p", {}, card.about), fit.reason && h("p", { class: "why" }, tr(fit.reason))),
      h("button", { type: "button", class: "plain", "aria-label": t("workshop.mechanic.add", { mechanic: title }), onclick: () => this.draft.change({ act: "set", path: ["mechanics", card.name], value: fit.value }) }, icon("plus")),
    );
  }

  /** @param {Card} card @param {Record<string, any>} value */
  card(card, value) {
    const title = capital(card.title);
    const wrong = this.draft.found?.problems.find(({ path }) => path[0] === "mechanics" && path[1] === card.name);
    return h(
      "article",
      { class: "workshop-card chosen", "data-mechanic": card.name },
      picture(card.name),
      h("div", {}, h("b", {}, title), h("p", {}, card.about), wrong && h("p", { class: "why" }, tr(wrong.message))),
      h("button", { type: "button", class: "close", "aria-label": t("workshop.mechanic.remove", { mechanic: title }), title: t("workshop.mechanic.remove", { mechanic: title }), onclick: () => this.draft.change({ act: "set", path: ["mechanics", card.name] }) }, icon("close")),
      card.parameters.length > 0 && h("div", { class: "workshop-parameters" }, ...card.parameters.map((each) => this.parameter(card, each, value[each.name]))),
    );
  }

  /** @param {Card} card @param {Parameter} parameter @param {any} value */
  parameter(card, parameter, value) {
    const { name, about, kind, words, usual } = parameter;
    const now = value ?? usual;
    const set = (/** @type {any} */ next) => this.draft.change({ act: "set", path: ["mechanics", card.name, name], value: next === usual ? null : next });
    const said = h("span", {}, h("b", {}, name.replaceAll("_", " ")), " ", about);
    if (kind === "switch") {
      const box = h("input", { type: "checkbox", checked: now === true, onchange: () => set(box.checked) });
      return h("label", { class: "check" }, box, said);
    }
    if (kind === "words") {
      const select = h("select", { onchange: () => set(select.value) }, ...words.map((word) => h("option", { value: word, selected: word === now }, tr(word))));
      return h("label", {}, said, select);
    }
    if (kind === "table") return h("p", { class: "workshop-table" }, said, " ", h("code", {}, JSON.stringify(now)), " ", t("workshop.mechanic.text"));
    const input = h("input", { type: kind === "number" ? "number" : "text", value: now === "none" ? "" : (now ?? ""), maxlength: 200 });
    input.addEventListener("change", () => {
      if (kind === "number") set(input.value === "" ? (usual === null ? null : "none") : Number(input.value));
      else set(input.value.trim());
    });
    return h("label", {}, said, input);
  }
}

/** An example of a mechanic: the board before and after it, drawn by `tools/mechanics.py`. @param {string} name */
function picture(name) {
  return h("img", { src: `/static/mechanics/${name}.svg`, alt: "", loading: "lazy", decoding: "async" });
}
