// What somebody is about to do: the turn that is aimed at, and what the server says it would lead to.

import { open } from "./turns.js";

/** @import {Course, Turn} from "./protocol" */
/** @import {Entry} from "./entry.js" */

export class Aim {
  /** @param {Entry} game */
  constructor(game) {
    this.game = game;
    /** @type {string | null} the site under the pointer or the focus */
    this.pointed = null;
    /** @type {string | null} the site that a finger has chosen, and not yet confirmed */
    this.pinned = null;
    /** @type {string | null} a choice of the menu, under the pointer or the focus */
    this.offered = null;
    /** @type {Map<string, Course | null>} what is known of the turns of this position; null: it is asked for */
    this.known = new Map();
    /** Whether a turn of this game is more than what its choices say; null until a turn has been asked about. */
    this.worth = /** @type {boolean | null} */ (null);
  }

  /** The position is another one. */
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

  /** The turn that is aimed at. @returns {Turn | null} */
  get turn() {
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
    const begins = (/** @type {Turn} */ turn) => prefix.every((choice, index) => turn.choices[index] === choice);
    return this.game.state?.turns.find(begins) ?? null;
  }

  /** What the turn that is aimed at would lead to; it is asked for if it is not known. @returns {Course | null} */
  get forecast() {
    const { turn } = this;
    if (!turn || this.worth === false) return null;
    return this.ask(turn);
  }

  /** @param {Turn} turn */
  ask(turn) {
    const known = this.known.get(turn.text);
    if (known !== undefined) return known;
    this.known.set(turn.text, null);
    this.game.foresee(turn);
    return null;
  }

  /** Get ready for whoever begins to choose: one answer tells whether this game's turns are worth asking about. */
  prepare() {
    const { game } = this;
    if (this.worth !== null || !game.moving || !game.state) return;
    const left = open(game.state.turns, [], game.places);
    const turn = left.places.length ? this.first([left.places[0]]) : null;
    if (turn) this.ask(turn);
  }
}
