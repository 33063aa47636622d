// The purses while a position is set up: chips are taken from them and put back.

import { fill, h, s } from "./dom.js";
import { t } from "./language.js";
import { draggable } from "./drag.js";
import { drawing } from "./pieces.js";
import { chip, label, worth } from "./purse.js";
import { badges } from "./badges.js";
import { named } from "./words.js";

/** @import {Arrangement} from "./arrangement.js" */
/** @import {BoardView} from "./board.js" */
/** @import {Side} from "./protocol" */

const SIDES = /** @type {Side[]} */ (["white", "black"]);

export class Purses {
  /**
   * @param {Arrangement} arrangement
   * @param {() => BoardView | null} board
   */
  constructor(arrangement, board) {
    this.arrangement = arrangement;
    this.board = board;
    this.rows = SIDES.map((side) => {
      const chips = h("span", { class: "purse" });
      const sum = h("span", { class: "purse-sum", title: t("chips.sum") });
      const disc = h("span", { class: "player-disc", "data-side": side });
      const title = t("arrange.purse", { side: named(side) });
      return { side, chips, sum, row: h("div", { class: "palette-purse", role: "group", "data-purse": side, "aria-label": title, title }, disc, chips, sum) };
    });
    /** @type {Map<string, HTMLButtonElement>} by side and worth */
    this.buttons = new Map();
    this.worths = "";
    this.element = h("div", { class: "palette-purses", hidden: true }, ...this.rows.map(({ row }) => row));
  }

  /**
   * A chip of a purse: clicked and then placed by clicks on squares, or dragged.
   *
   * @param {Side} side
   * @param {number} value
   * @param {boolean} highest
   */
  button(side, value, highest) {
    const { arrangement } = this;
    const made = chip(value, highest);
    const kind = highest ? "demand" : "offer";
    draggable(made, {
      board: this.board,
      ghost: (size) =>
        s(
          "svg",
          { class: `palette-ghost portrait piece chips-${kind}`, viewBox: "0 0 48 48", width: size, height: size },
          drawing(kind),
          ...badges({ picture: kind, chips: [{ worth: value, number: 1 }], marked: false }, 48),
        ),
      drop: (square, at) => {
        const goal = square?.site ?? purse(at);
        if (goal && goal !== side) arrangement.pay(value, side, goal);
      },
      click: () => {
        const { pile } = arrangement;
        if (pile) arrangement.pay(value, pile, side);
        else arrangement.take({ kind: "chip", worth: value, side });
      },
    });
    this.buttons.set(`${side} ${value}`, made);
    return made;
  }

  /** Put a dragged stack into the purse it was dropped on; whether there was one. @param {Element | null} at */
  collect(at) {
    const { arrangement } = this;
    const [side, { pile }] = [purse(at), arrangement];
    if (!side || !pile || arrangement.pieces(pile).length) return false;
    for (const { worth: value, number } of arrangement.chips(pile)) {
      for (let count = 0; count < number; count += 1) arrangement.pay(value, pile, side);
    }
    arrangement.cancel();
    return true;
  }

  draw() {
    const { arrangement } = this;
    const { tool, pile } = arrangement;
    const purses = arrangement.known?.purses;
    this.element.hidden = !purses;
    if (!purses) return;
    const values = purses.white.map((chips) => chips.worth);
    const highest = Math.max(...values);
    if (this.worths !== String(values)) {
      this.worths = String(values);
      for (const { side, chips } of this.rows) fill(chips, ...values.map((value) => this.button(side, value, value === highest)));
    }
    const held = pile ? arrangement.chips(pile) : null;
    for (const { side, sum } of this.rows) {
      sum.textContent = String(worth(purses[side]));
      for (const chips of purses[side]) {
        const button = this.buttons.get(`${side} ${chips.worth}`);
        if (!button) continue;
        label(button, chips.worth, `×${chips.number}`, held ? "arrange.chip" : "chips.put");
        button.disabled = held ? !held.some((each) => each.worth === chips.worth) : !chips.number;
        button.setAttribute("aria-pressed", String(tool.kind === "chip" && tool.side === side && tool.worth === chips.worth));
      }
    }
  }
}

/** The side whose purse an element of the page belongs to. @param {Element | null} at */
function purse(at) {
  const found = at?.closest("[data-purse]");
  return found instanceof HTMLElement ? /** @type {Side} */ (found.dataset.purse) : null;
}
