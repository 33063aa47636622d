// The user's private guesses about the opponent's kings. They stay in this browser and are sent nowhere.

import { s } from "./dom.js";
import { suspicions, rememberSuspicions } from "./settings.js";

/** @import {Entry} from "./entry.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Token} from "./protocol" */

/** @typedef {"suspected" | "doubted"} Doubt */

/** @type {Record<Doubt, string>} */
export const SIGNS = { suspected: "?", doubted: "–" };

/**
 * Where the king now on a site stood before these moves: guesses stay with a king when it moves.
 *
 * @param {string} site
 * @param {string[]} moves
 */
export function origin(site, moves) {
  let here = site;
  for (const move of [...moves].reverse()) {
    const [, from, to] = /^(\w+)-(\w+)/.exec(move) ?? [];
    if (to === here) here = from;
  }
  return here;
}

export class Suspicions {
  /** @param {Entry} game */
  constructor(game) {
    this.game = game;
  }

  /** The key under which they are saved. */
  get key() {
    return `${this.game.id} ${this.game.state?.knows ?? ""}`;
  }

  /** @param {Token} king */
  home(king) {
    return origin(king.site, (this.game.state?.moves ?? []).slice(0, this.game.ply));
  }

  /** Whether the user may mark a token. @param {Token} token */
  about(token) {
    const { state } = this.game;
    if (!state || !["white", "black", "spectator"].includes(state.knows) || state.result) return false;
    return token.picture === "king" && token.side !== state.knows && !token.marked;
  }

  /** The guess about a king. @param {Token} king @returns {Doubt | ""} */
  of(king) {
    const kept = suspicions(this.key)[this.home(king)];
    return kept === "suspected" || kept === "doubted" ? kept : "";
  }

  /** Change the guess about a king. @param {Token} king */
  cycle(king) {
    /** @type {(Doubt | "")[]} */
    const order = ["", "suspected", "doubted"];
    const next = order[(order.indexOf(this.of(king)) + 1) % order.length];
    const { [this.home(king)]: _, ...others } = suspicions(this.key);
    rememberSuspicions(this.key, next ? { ...others, [this.home(king)]: next } : others);
    this.game.changed();
  }

  /** The guess about each of the opponent's kings, by site. @returns {Map<string, Doubt>} */
  all() {
    /** @type {Map<string, Doubt>} */
    const found = new Map();
    for (const token of this.game.view?.tokens ?? []) {
      const doubt = this.about(token) ? this.of(token) : "";
      if (doubt) found.set(token.site, doubt);
    }
    return found;
  }
}

/**
 * The sign of a suspicion in the corner of a king's square.
 *
 * @param {Spot} middle
 * @param {Doubt} doubt
 */
export function sign({ x, y }, doubt) {
  return s(
    "g",
    { class: `doubt ${doubt}` },
    s("circle", { cx: x + 0.3, cy: y - 0.3, r: 0.2 }),
    s("text", { x: x + 0.3, y: y - 0.3, dy: "0.35em" }, SIGNS[doubt]),
  );
}
