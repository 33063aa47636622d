// A side's strip beside the board of a page without players: analyses and puzzles.

import { fill, h } from "./dom.js";
import { Purse } from "./purse.js";
import { SidePanels } from "./sidepanels.js";
import { named } from "./words.js";

/** @import {BoardPage} from "./boardpage.js" */
/** @import {Side} from "./protocol" */
/** @import {Study} from "./study.js" */

/** One side's strip beside the board: whether it is to move, its chips, and what else it has. */
export class Strip {
  /**
   * @param {BoardPage & {study: Study}} page
   * @param {"far" | "near"} place
   */
  constructor(page, place) {
    this.page = page;
    this.place = place;
    this.name = h("span", { class: "player-name" });
    this.purse = new Purse(page.study, () => this.side);
    this.panels = new SidePanels(page, () => this.side);
    this.element = h("div", { class: `player ${place}` });
    fill(this.element, h("span", { class: "player-disc" }), this.name, this.purse.element, this.panels.element);
  }

  /** @returns {Side} */
  get side() {
    return (this.place === "near") === this.page.entry.flipped ? "black" : "white";
  }

  draw() {
    const { side } = this;
    const { study, entry } = this.page;
    const { tags } = study.tree;
    const player = tags[side.slice(0, 1).toUpperCase() + side.slice(1)]; // as in PGN tags
    this.element.dataset.side = side;
    this.element.toggleAttribute("data-turn", !entry.state?.result && entry.view?.side === side);
    this.name.textContent = player && player !== "?" ? player : named(side);
    this.purse.draw();
    this.panels.draw();
  }
}
