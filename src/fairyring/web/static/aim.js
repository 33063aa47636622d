// The move that the user is aiming at, and what the server says it would lead to.

import { open } from "./choices.js";

/** @import {Course, Turn} from "./protocol" */
/** @import {Entry} from "./entry.js" */

export class Aim {
  /** @param {Entry} game */
  constructor(game) {
    this.game = game;
    /** @type {string | null} the site under the pointer or the focus */
    this.pointed = null;
    /** @type {string | null} the site that a finger has tapped once, to be confirmed by a second tap */
    this.pinned = null;
    /** @type {string | null} the choice of the menu under the pointer or the focus */
    this.offered = null;
    /** @type {Map<string, Course | null>} what each move of this position leads to; null while the server is asked */
    this.known = new Map();
    /** Whether moves of this game have effects beyond their choices; null until one has been asked about. */
    this.worth = /** @type {boolean | null} */ (null);
  }

  /** Forget everything: there is another position. */
  reset() {
    Object.assign(this, { pinned: null, offered: null });
    this.known.clear();
  }

  /** @param {Course} course */
  receive(course) {
    if (course.ply !== this.game.state?.ply) return;
    this.worth ||= course.course.length > 0;
    this.known.set(course.text, course);
  }

  /** The move aimed at. @returns {Turn | null} */
  get move() {
    const { game, offered } = this;
    if (!game.moving || !game.state) return null;
    if (offered !== null) return this.first([...game.prefix, offered]);
    const site = game.asked ?? this.pinned ?? this.pointed;
    if (site === null) return null;
    const next = game.prefix.length ? game.at(game.left.places, site) : [];
    if (next.length) return this.first([...game.prefix, next[0]]);
    return game.lone(site);
  }

  /** @param {string[]} prefix */
  first(prefix) {
    const begins = (/** @type {Turn} */ move) => prefix.every((choice, index) => move.choices[index] === choice);
    return this.game.state?.turns.find(begins) ?? null;
  }

  /** What the move aimed at would lead to; the server is asked if it is not known. @returns {Course | null} */
  get forecast() {
    const { move } = this;
    if (!move || this.worth === false) return null;
    return this.ask(move);
  }

  /** @param {Turn} move */
  ask(move) {
    const known = this.known.get(move.text);
    if (known !== undefined) return known;
    this.known.set(move.text, null);
    this.game.foresee(move);
    return null;
  }

  /** Ask about one move in advance: the answer tells whether this game's moves are worth asking about. */
  prepare() {
    const { game } = this;
    if (this.worth !== null || !game.moving || !game.state) return;
    const left = open(game.state.turns, [], game.places);
    const move = left.places.length ? this.first([left.places[0]]) : null;
    if (move) this.ask(move);
  }
}
