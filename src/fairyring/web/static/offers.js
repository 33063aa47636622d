// Draw, takeback and rematch offers, and the link to the next game.

import { fill, h } from "./dom.js";
import { t } from "./language.js";
import { named } from "./words.js";

/** @import {Game} from "./game.js" */
/** @import {What} from "./protocol" */

export class Offers {
  /**
   * @param {Game} game
   * @param {() => void} follow goes to the next game
   */
  constructor(game, follow) {
    this.game = game;
    this.follow = follow;
    this.element = h("div", { class: "offers", role: "status" });
    this.drawn = "";
  }

  draw() {
    const { state, connectionState } = this.game;
    if (!state) return;
    const key = JSON.stringify([state.offers, state.declined, state.next, state.you, connectionState]);
    if (key === this.drawn) return;
    this.drawn = key;
    const rows = state.offers.map(({ what, side }) => this.row(what, side === this.game.mine, side));
    for (const { what, side } of state.declined) rows.push(h("div", { class: "offer" }, h("span", {}, declined(what, side, this.game.mine))));
    if (state.next) rows.push(h("div", { class: "offer" }, h("span", {}, t("offer.next-begun")), this.button(t("offer.next"), this.follow)));
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
    const asked = t(`offer.${what}.${own ? "own" : mine ? "other" : "side"}`, { side: named(side) });
    const buttons = own
      ? [this.button(t("offer.withdraw"), () => game.deal("decline", what))]
      : [this.button(t("offer.accept"), () => game.deal("accept", what), "primary"), this.button(t("offer.decline"), () => game.deal("decline", what))];
    return h("div", { class: "offer" }, h("span", {}, asked), ...(mine ? buttons : []));
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

/**
 * That an offer was declined, as each player reads it.
 *
 * @param {What} what
 * @param {import("./protocol").Side} side who had offered it
 * @param {import("./protocol").Side | null} mine
 */
export function declined(what, side, mine) {
  const whose = mine === null ? "side" : side === mine ? "own" : "other";
  return t(`declined.${what}.${whose}`, { side: named(side === "white" ? "black" : "white") });
}
