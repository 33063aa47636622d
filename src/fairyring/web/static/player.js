// A player's strip: name, purse and clock.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { portrait } from "./pieces.js";
import { Purse } from "./purse.js";
import { SidePanels } from "./sidepanels.js";
import { duration, named, seated, timed } from "./words.js";

/** @import {BoardPage} from "./boardpage.js" */
/** @import {Game} from "./game.js" */
/** @import {Side} from "./protocol" */

const MANY = 8; // pieces of a kind that are all drawn
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
    this.tray = h("span", { class: "tray", hidden: true });
    this.kept = "";
    this.clock = h("span", { class: "clock", role: "timer", hidden: true });
    this.element = h("div", { class: `player ${place}` }, h("span", { class: "player-disc" }), this.name, this.note, this.purse.element, this.panels.element, this.tray, this.clock);
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
    this.drawTray();
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

  /** Show what the player has captured, and whether it is more than the other has. */
  drawTray() {
    const trays = this.game.view?.trays ?? null;
    const { captured, ahead } = trays?.[this.side] ?? { captured: [], ahead: 0 };
    const kept = JSON.stringify([this.side, captured, ahead]);
    if (kept === this.kept || this.game.guessed) return;
    this.kept = kept;
    const enemy = this.side === "white" ? "black" : "white";
    const pieces = captured.map(({ name, picture, number }) => {
      const drawn = Array.from({ length: Math.min(number, MANY) }, () => portrait(picture, enemy));
      return h("span", { class: "caught", title: `${number} × ${tr(name)}` }, ...drawn, number > MANY && `×${number}`);
    });
    fill(this.tray, ...pieces, ahead > 0 && h("b", { class: "ahead", title: t("tray.ahead", { count: ahead }) }, `+${ahead}`));
    this.tray.hidden = !captured.length && !ahead;
    const words = captured.map(({ name, number }) => `${number} × ${tr(name)}`).join(", ");
    this.tray.setAttribute("role", "img");
    this.tray.setAttribute("aria-label", [words && t("tray.captured", { pieces: words }), ahead > 0 && t("tray.ahead", { count: ahead })].filter(Boolean).join(". "));
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
