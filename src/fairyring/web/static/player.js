// A player's strip: name, purse and clock.

import { h } from "./dom.js";
import { t } from "./language.js";
import { Purse } from "./purse.js";
import { SidePanels } from "./sidepanels.js";
import { duration, named, seated, timed } from "./words.js";

/** @import {BoardPage} from "./boardpage.js" */
/** @import {Game} from "./game.js" */
/** @import {Side} from "./protocol" */

const LOW = 10; // seconds below which tenths are shown

export class Player {
  /**
   * @param {Game} game
   * @param {"far" | "near"} place
   * @param {BoardPage} page
   */
  constructor(game, place, page) {
    this.game = game;
    this.place = place;
    this.name = h("span", { class: "player-name" });
    this.note = h("span", { class: "player-note" });
    this.purse = new Purse(game, () => this.side);
    this.panels = new SidePanels(page, () => this.side);
    this.clock = h("span", { class: "clock", role: "timer", hidden: true });
    this.element = h("div", { class: `player ${place}` }, h("span", { class: "player-disc" }), this.name, this.note, this.purse.element, this.panels.element, this.clock);
  }

  /** @returns {Side} */
  get side() {
    return (this.place === "near") === this.game.flipped ? "black" : "white";
  }

  draw() {
    const { state, details, present } = this.game;
    if (!state) return;
    const { side } = this;
    const turn = !state.result && this.game.view?.side === side && this.game.past === null;
    this.element.dataset.side = side;
    this.purse.draw();
    this.panels.draw();
    this.element.toggleAttribute("data-turn", turn);
    const name = seated(state, details, side);
    const away = state.shared && state.seats[side] !== "open" && !present.includes(side);
    const notes = [name === named(side) ? "" : named(side), away && t("player.away")];
    this.name.textContent = name;
    this.note.textContent = notes.filter(Boolean).join(" · ");
    this.element.toggleAttribute("data-away", away);
    this.clock.hidden = !state.clock;
    this.clock.title = state.clock ? timed(state.clock) : "";
    this.clock.toggleAttribute("data-running", state.clock?.running === side);
    this.tick();
  }

  /** Show the time left. */
  tick() {
    const left = this.game.remaining(this.side);
    if (left === null) return;
    this.clock.textContent = duration(left, left < LOW);
    this.clock.toggleAttribute("data-low", left < LOW);
    this.clock.setAttribute("aria-label", t("player.left", { side: named(this.side), time: duration(left) }));
  }
}
