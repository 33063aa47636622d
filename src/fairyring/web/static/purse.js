// A side's purse. A player's own chips are buttons: click a chip, then the square to put it on.

import { fill, h } from "./dom.js";
import { t } from "./language.js";

/** @import {Entry} from "./entry.js" */
/** @import {Chips, Side} from "./protocol" */

/** The value of some chips. @param {Chips[]} chips */
export function worth(chips) {
  return chips.reduce((sum, chip) => sum + chip.worth * chip.number, 0);
}

/** A chip of a purse, as a button. @param {number} value @param {boolean} highest whether it makes a demand */
export function chip(value, highest) {
  return h("button", { type: "button", class: highest ? "chip demand" : "chip" }, h("b", {}, String(value)), " ", h("span"));
}

/**
 * Label a chip with how many there are, and with what a click does.
 *
 * @param {HTMLButtonElement} button
 * @param {number} value
 * @param {string} stock
 * @param {"chips.put" | "arrange.chip" | null} act
 */
export function label(button, value, stock, act) {
  const chips = t(button.classList.contains("demand") ? "chips.demand" : "chips.stack", { stock, worth: value });
  const words = act ? t(act, { chips }) : chips;
  fill(/** @type {Element} */ (button.lastElementChild), stock);
  button.setAttribute("aria-label", words);
  button.title = words;
}

export class Purse {
  /**
   * @param {Entry} game
   * @param {() => Side} side
   */
  constructor(game, side) {
    this.game = game;
    this.side = side;
    this.element = h("span", { class: "purse", hidden: true });
    this.drawn = "";
  }

  draw() {
    const { game } = this;
    const side = this.side();
    const over = game.past === null ? game.state?.result?.purses : null;
    const chips = (over ?? game.view?.purses)?.[side];
    this.element.hidden = !chips;
    if (!chips) return;
    const own = game.moving && game.side === side;
    const open = own ? game.left.others : [];
    const taken = own ? game.prefix.filter((choice) => /^(chip|\+)\d+$/.test(choice)) : [];
    const key = JSON.stringify([side, chips, open, taken]);
    if (key === this.drawn) return;
    this.drawn = key;
    const highest = Math.max(...chips.map((chip) => chip.worth));
    fill(
      this.element,
      ...chips.map(({ worth: value, number }) => {
        const choice = [`chip${value}`, `+${value}`].find((each) => open.includes(each));
        const held = taken.filter((each) => each.endsWith(String(value)) && each.replace(/\D+/, "") === String(value)).length;
        // The label contains the visible text, for users of voice control.
        const stock = held > 1 ? t("chips.held", { held, count: number }) : `×${number}`;
        const made = chip(value, value === highest);
        label(made, value, stock, choice ? "chips.put" : null);
        made.disabled = !choice && !held;
        made.setAttribute("aria-pressed", String(held > 0));
        made.addEventListener("click", () => (choice ? game.choose(choice) : game.cancel()));
        return made;
      }),
      h("span", { class: "purse-sum", title: t("chips.sum") }, String(worth(chips))),
    );
  }
}
