// The board's own panel in the workshop: its kind, its size, its edges, holes, links between boards, and the game's words.

import { fill, h } from "./dom.js";
import { LANGUAGES, t } from "./language.js";
import { PartsPanel } from "./workshopparts.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {WorkshopBoard} from "./workshopboard.js" */
/** @import {BoardKind, Catalogue, Drafted} from "./protocol" */

const SIDES = /** @type {const} */ (["left", "right", "far", "near"]);
const MOST = 26; // files and ranks that can be chosen here

export class ShapePanel {
  /**
   * @param {Draft} draft
   * @param {Catalogue} catalogue
   * @param {WorkshopBoard} board where its parts are painted
   */
  constructor(draft, catalogue, board) {
    this.draft = draft;
    this.catalogue = catalogue;
    this.parts = new PartsPanel(draft, catalogue.colours, board);
    this.element = h("div", { class: "workshop-panel" });
    this.element.addEventListener("focusout", () => setTimeout(() => this.draw()));
    this.drawn = "";
  }

  /** The board's table, as the file has it. @returns {Record<string, any>} */
  get table() {
    const table = this.draft.found?.data.board;
    return table && typeof table === "object" ? table : {};
  }

  draw() {
    const { found } = this.draft;
    if (!found) return;
    const shown = JSON.stringify([found.data.board, found.data.title, found.data.summary, found.data.inventor, found.data.words, found.data.family]);
    // A field in which something is being typed stays until it is left.
    const typing = document.activeElement?.matches("input:not([type=checkbox])") && this.element.contains(document.activeElement);
    if (shown === this.drawn || typing) return;
    this.drawn = shown;
    fill(this.element, ...this.words(found), ...this.board(found), this.family(found));
  }

  /** @param {Drafted} found */
  words(found) {
    const field = (/** @type {"title" | "summary" | "inventor"} */ key, /** @type {number} */ most) =>
      h("label", {}, h("span", {}, t(`workshop.${key}`)), h("input", { type: "text", maxlength: most, value: found.data[key] ?? "", onchange: (/** @type {Event} */ event) => this.set([key], value(event)) }));
    return [field("title", 60), field("summary", 200), field("inventor", 60), this.translations(found)];
  }

  /** Title and summary in the page's other languages. @param {Drafted} found */
  translations(found) {
    const others = Object.entries(LANGUAGES).filter(([code]) => code !== "en");
    const words = found.data.words ?? {};
    const fields = others.flatMap(([code, name]) =>
      (/** @type {const} */ (["title", "summary"])).map((key) =>
        h("label", {}, h("span", {}, t("workshop.in", { words: t(`workshop.${key}`), language: name })), h("input", { type: "text", lang: code, maxlength: 200, value: words[code]?.[key] ?? "", onchange: (/** @type {Event} */ event) => this.set(["words", code, key], value(event)) })),
      ),
    );
    return h("details", { class: "workshop-translations", open: Object.keys(words).length > 0 }, h("summary", {}, t("workshop.languages")), ...fields);
  }

  /** @param {string[]} path @param {unknown} value */
  set(path, value) {
    this.draft.change({ act: "set", path, value: value === "" ? null : value });
  }

  /** @param {Record<string, any>} table */
  shape(table) {
    this.draft.change({ act: "board", value: table });
  }

  /** @param {Drafted} found */
  board(found) {
    const { table } = this;
    const kind = table.kind ?? "grid";
    const known = this.catalogue.boards.find((each) => each.kind === kind);
    const kinds = this.catalogue.boards.map((each) => h("option", { value: each.kind, selected: each.kind === kind }, t(/** @type {"workshop.board.grid"} */ (`workshop.board.${each.kind}`))));
    if (!known) kinds.push(h("option", { value: kind, selected: true }, t("workshop.board.other")));
    const select = h("select", { "aria-label": t("workshop.kind") }, ...kinds);
    select.addEventListener("change", () => {
      const next = this.catalogue.boards.find((each) => each.kind === select.value);
      if (next) this.shape(fresh(next, table));
    });
    const numbers = (known?.numbers ?? []).map((name) =>
      h(
        "label",
        {},
        h("span", {}, t(/** @type {"workshop.number.width"} */ (`workshop.number.${name}`))),
        h("input", { type: "number", min: 1, max: MOST, value: table[name] ?? "", onchange: (/** @type {Event} */ event) => this.resize({ [name]: Number(value(event)) }) }),
      ),
    );
    const holes = /** @type {string[]} */ (Array.isArray(table.holes) ? table.holes : []);
    return [
      h("label", {}, h("span", {}, t("workshop.kind")), select),
      h("div", { class: "workshop-numbers" }, ...numbers),
      found.whole && this.edges(),
      found.whole && this.parts.draw(),
      holes.length > 0 &&
        h(
          "div",
          { class: "workshop-holes" },
          h("span", {}, t("workshop.holes")),
          ...holes.map((site) => h("button", { type: "button", class: "plain", "aria-label": t("workshop.hole.back", { site }), onclick: () => this.draft.change({ act: "hole", site }) }, site)),
        ),
    ];
  }

  /** @param {Record<string, number>} numbers */
  resize(numbers) {
    this.draft.change({ act: "board", value: numbers, partly: true });
  }

  edges() {
    const own = this.table.edges ?? {};
    const choices = SIDES.map((side) => {
      const select = h(
        "select",
        { "data-edge": side },
        ...this.catalogue.edges.map((edge) => h("option", { value: edge, selected: (own[side] ?? "standard") === edge }, t(/** @type {"workshop.edge.standard"} */ (`workshop.edge.${edge}`)))),
      );
      select.addEventListener("change", () => {
        const edges = { ...own, [side]: select.value };
        // A cylinder joins two edges, so both are chosen at once; and both are let go.
        const other = { left: "right", right: "left", far: "near", near: "far" }[side];
        if (select.value === "cylinder") edges[other] = "cylinder";
        else if (own[other] === "cylinder") edges[other] = select.value;
        const kept = Object.fromEntries(Object.entries(edges).filter(([, edge]) => edge !== "standard"));
        const { edges: _, ...rest } = this.table;
        this.shape(Object.keys(kept).length ? { ...rest, edges: kept } : rest);
      });
      return h("label", {}, h("span", {}, t(`workshop.side.${side}`)), select);
    });
    return h("details", { open: Object.keys(own).length > 0 }, h("summary", {}, t("workshop.edges")), h("div", { class: "workshop-numbers" }, ...choices));
  }

  /** Whether pieces keep moving. @param {Drafted} found */
  family(found) {
    const family = found.data.family ?? "orthodox";
    const box = h("input", { type: "checkbox", checked: family === "drifting", disabled: family !== "orthodox" && family !== "drifting" });
    box.addEventListener("change", () => {
      // With motion there are no draws by pieces that cannot mate.
      const changes = [{ act: /** @type {const} */ ("set"), path: ["family"], value: box.checked ? "drifting" : null }];
      if (box.checked) changes.push({ act: "set", path: ["minor"], value: null }, { act: "set", path: ["bound"], value: null });
      this.draft.change(...changes);
    });
    return h("label", { class: "check" }, box, h("span", {}, t("workshop.momentum")));
  }
}

/**
 * The table of a board of another kind, of about the same size.
 *
 * @param {BoardKind} kind
 * @param {Record<string, any>} before
 */
function fresh(kind, before) {
  const usual = /** @type {Record<string, number>} */ ({ width: before.width ?? 8, height: before.height ?? 8, boards: before.boards ?? 3, edge: before.edge ?? 6 });
  return { kind: kind.kind, ...Object.fromEntries(kind.numbers.map((name) => [name, usual[name] ?? 1])) };
}

/** @param {Event} event */
function value(event) {
  return /** @type {HTMLInputElement} */ (event.target).value.trim();
}
