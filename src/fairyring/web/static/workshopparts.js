// What a board is drawn with, in the workshop: its parts with their names and colours, the titles of its charts, and a river.

import { fill, h, icon } from "./dom.js";
import { t } from "./language.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {WorkshopBoard} from "./workshopboard.js" */

const REST = ""; // the squares of no part
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"; // what levels without titles are called

export class PartsPanel {
  /**
   * @param {Draft} draft
   * @param {string[]} colours
   * @param {WorkshopBoard} board where a part is painted
   */
  constructor(draft, colours, board) {
    this.draft = draft;
    this.colours = colours;
    this.board = board;
    this.element = h("details", { class: "workshop-parts" });
  }

  /** The board's table, as the file has it. @returns {Record<string, any>} */
  get table() {
    return this.draft.found?.data.board ?? {};
  }

  draw() {
    const { regions, colours, titles, river } = this.table;
    const parts = Object.keys(regions ?? {});
    if (regions || colours || titles || river) this.element.open = true;
    fill(
      this.element,
      h("summary", {}, t("workshop.parts")),
      ...this.usualTitles().map((_, number, all) => this.title(titles ?? all, all, number)),
      ...parts.map((part) => this.part(part)),
      parts.length > 0 && h("div", { class: "workshop-part" }, h("span", {}, t("workshop.part.rest")), this.colour(REST, t("workshop.part.rest"))),
      h("button", { type: "button", class: "plain", onclick: () => this.begin(parts) }, icon("plus"), t("workshop.part.new")),
      this.river(river === true),
    );
    return this.element;
  }

  /** @param {Record<string, any>} changed */
  set(changed) {
    const table = Object.fromEntries(Object.entries({ ...this.table, ...changed }).filter(([, value]) => value !== null));
    this.draft.change({ act: "board", value: table });
  }

  /** What each chart, or each level, is called that has no title of its own; none if there is nothing to call. @returns {string[]} */
  usualTitles() {
    const { kind, charts, boards } = this.table;
    if (Array.isArray(charts)) return charts.map(() => "");
    return kind === "levels" ? [...LETTERS.slice(0, boards)] : [];
  }

  /** The title of a chart or a level. @param {string[]} titles @param {string[]} usual @param {number} number */
  title(titles, usual, number) {
    const input = h("input", { type: "text", maxlength: 40, value: titles[number] ?? "" });
    input.addEventListener("change", () => {
      const next = usual.map((other, place) => (place === number ? input.value.trim() : (titles[place] ?? "")) || other);
      this.set({ titles: next.some((title, place) => title !== usual[place]) ? next : null });
    });
    return h("label", {}, h("span", {}, t("workshop.chart", { number: number + 1 })), input);
  }

  /** @param {string} part */
  part(part) {
    const name = h("input", { type: "text", maxlength: 40, value: part, "aria-label": t("workshop.part.name", { part }) });
    name.addEventListener("change", () => this.rename(part, name.value.trim()));
    const { tool } = this.board;
    const pressed = tool.kind === "paint" && "part" in tool && tool.part === part;
    return h(
      "div",
      { class: "workshop-part" },
      name,
      this.colour(part, t("workshop.part.colour", { part })),
      h("button", { type: "button", class: "plain", "aria-pressed": String(pressed), onclick: () => this.paint(pressed ? null : part) }, t("workshop.part.paint", { part })),
      h("button", { type: "button", class: "plain", onclick: () => this.rename(part, "") }, t("workshop.part.remove", { part })),
    );
  }

  /** @param {string} part @param {string} label */
  colour(part, label) {
    const own = this.table.colours?.[part] ?? "";
    const words = own ? this.colours : ["", ...this.colours];
    const select = h("select", { "aria-label": label }, ...words.map((colour) => h("option", { value: colour, selected: colour === own }, t(/** @type {"workshop.colour.plain"} */ (`workshop.colour.${colour || "any"}`)))));
    select.addEventListener("change", () => this.set({ colours: { ...this.table.colours, [part]: select.value } }));
    return select;
  }

  /** Begin a part of the board with a name of its own, and take the brush for it. @param {string[]} parts */
  begin(parts) {
    let number = parts.length + 1;
    while (parts.includes(t("workshop.part", { number }))) number += 1;
    const part = t("workshop.part", { number });
    this.board.take({ kind: "paint", part });
    this.draft.change({ act: "part", name: part, sites: [], on: true });
  }

  /** @param {string | null} part */
  paint(part) {
    this.board.take(part === null ? { kind: "hand" } : { kind: "paint", part });
    this.draw();
  }

  /** Give a part another name, or take it out: without one. @param {string} part @param {string} name */
  rename(part, name) {
    const { regions, colours } = this.table;
    if (name === part || (name && name in regions)) return void this.draw();
    const renamed = (/** @type {Record<string, any>} */ table) => Object.fromEntries(Object.entries(table ?? {}).flatMap(([key, value]) => (key !== part ? [[key, value]] : name ? [[name, value]] : [])));
    const { tool } = this.board;
    if (tool.kind === "paint" && "part" in tool && tool.part === part) this.board.take(name ? { kind: "paint", part: name } : { kind: "hand" });
    const left = renamed(regions);
    const none = Object.keys(left).length === 0;
    this.set({ regions: none ? null : left, colours: none ? null : renamed(colours) });
  }

  /** Whether a river is drawn. @param {boolean} on */
  river(on) {
    const box = h("input", { type: "checkbox", checked: on, onchange: () => this.set({ river: box.checked || null }) });
    return h("label", { class: "check" }, box, h("span", {}, t("workshop.river")));
  }
}
