// What one player offers the other, and the way to the next game.

import { fill, h } from "./dom.js";

/** @import {Game} from "./game.js" */
/** @import {What} from "./protocol" */

/** @type {Record<What, string>} */
const WORDS = { draw: "a draw", takeback: "to take back the last turn", rematch: "a rematch" };

export class Offers {
  /**
   * @param {Game} game
   * @param {() => void} follow go on to the next game
   */
  constructor(game, follow) {
    this.game = game;
    this.follow = follow;
    this.element = h("div", { class: "offers", role: "status" });
    this.drawn = "";
  }

  draw() {
    const { state, link } = this.game;
    if (!state) return;
    const key = JSON.stringify([state.offers, state.next, state.you, link]);
    if (key === this.drawn) return;
    this.drawn = key;
    const rows = state.offers.map(({ what, side }) => this.row(what, side === this.game.mine, side));
    if (state.next) rows.push(h("div", { class: "offer" }, h("span", {}, "The same players went on."), this.button("Next game", this.follow)));
    fill(this.element, ...rows);
    this.element.hidden = !rows.length;
  }

  /**
   * @param {What} what
   * @param {boolean} own
   * @param {import("./protocol").Side} side
   */
  row(what, own, side) {
    const { game } = this;
    const mine = game.mine !== null;
    const who = own ? "You offer" : mine ? "Your opponent offers" : `${side === "white" ? "White" : "Black"} offers`;
    const asked = what === "takeback" && mine ? (own ? "You ask to take back your last turn" : "Your opponent asks to take back the last turn") : `${who} ${WORDS[what]}`;
    const buttons = own
      ? [this.button("Withdraw", () => game.deal("decline", what))]
      : [this.button("Accept", () => game.deal("accept", what), "primary"), this.button("Decline", () => game.deal("decline", what))];
    return h("div", { class: "offer" }, h("span", {}, `${asked}.`), ...(mine ? buttons : []));
  }

  /**
   * @param {string} words
   * @param {() => void} act
   * @param {string} kind
   */
  button(words, act, kind = "plain") {
    return h("button", { type: "button", class: kind, onclick: act }, words);
  }
}
