// A side's chips. One's own are buttons: a chip, and then the square to put it on.

import { fill, h } from "./dom.js";
import { t } from "./language.js";

/** @import {Entry} from "./entry.js" */
/** @import {Chips, Side} from "./protocol" */

/** What so many chips are worth. @param {Chips[]} chips */
export function worth(chips) {
  return chips.reduce((sum, chip) => sum + chip.worth * chip.number, 0);
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
        // What is read is said too, word for word, for those who speak to their browser.
        const stock = held > 1 ? t("chips.held", { held, count: number }) : `×${number}`;
        const words = t(value === highest ? "chips.demand" : "chips.stack", { stock, worth: value });
        return h(
          "button",
          {
            type: "button",
            class: value === highest ? "chip demand" : "chip",
            disabled: !choice && !held,
            "aria-pressed": held > 0 ? "true" : "false",
            "aria-label": choice ? t("chips.put", { chips: words }) : words,
            title: choice ? t("chips.put", { chips: words }) : words,
            onclick: () => (choice ? game.choose(choice) : game.cancel()),
          },
          h("b", {}, String(value)),
          " ",
          h("span", {}, stock),
        );
      }),
      h("span", { class: "purse-sum", title: t("chips.sum") }, String(worth(chips))),
    );
  }
}
