// A position on a board, and the move that is entered there, choice by choice. Subclasses say where the position comes
// from and where a move goes: a game, an analysis, or a position being set up.

import { Aim } from "./aim.js";
import { outcome } from "./course.js";
import { carriers, places } from "./geometry.js";
import { guess } from "./scene.js";
import { open, settled } from "./choices.js";

/** @import {Details, Options, Place, Side, Situation, Turn, View} from "./protocol" */
/** @import {Open} from "./choices.js" */

/** @type {Open} */
const NOTHING = { places: [], others: [], whole: [] };

/** @abstract */
export class Entry {
  /**
   * @param {string} id the key under which this browser remembers it
   * @param {() => void} changed called when it should be drawn again
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Details | null} */
    this.details = null;
    /** @type {ReadonlyMap<string, Place>} where choices are made on the board */
    this.places = new Map();
    /** @type {ReadonlyMap<string, string>} for each site on a carrier's back, the site of the carrier */
    this.carriers = new Map();
    /** @type {Situation | null} */
    this.state = null;
    /** @type {View | null} what the move just sent will most likely lead to */
    this.guessed = null;
    /** @type {Turn | null} the move just sent */
    this.sent = null;
    /** @type {number | null} the ply viewed, if it is not the latest */
    this.past = null;
    this.aim = new Aim(this);
    /** @type {string[]} */
    this.prefix = [];
    /** @type {string | null} the site with several choices, for which the menu is open */
    this.asked = null;
    /** The number of the square on which the last choice was made. */
    this.square = 0;
    /** Whether the piece was dragged to its goal. */
    this.dragged = false;
    this.flipped = false;
    /** @type {"opening" | "open" | "lost" | "missing"} the connection to the server */
    this.connectionState = "opening";
    /** The last error, to be shown. */
    this.trouble = "";
  }

  /** @param {Details} details */
  describe(details) {
    this.details = details;
    this.places = places(details.board);
    this.carriers = carriers(details.board);
    this.aim.prepare(); // the position may have arrived first
    this.changed();
  }

  /** The connection to the server has come or gone. @param {"open" | "lost" | "missing"} state */
  connectionChanged(state) {
    if (this.connectionState === state) return;
    this.connectionState = state;
    if (state !== "open") Object.assign(this, { prefix: [], asked: null });
    this.changed();
  }

  // -- for subclasses ----------------------------------------------------------------------------

  /**
   * Send a move; false if it could not be sent.
   *
   * @abstract
   * @param {Turn} _turn
   * @returns {boolean}
   */
  commit(_turn) {
    throw new Error("a subclass says where a move goes");
  }

  /**
   * Ask what a move would lead to; `aim` receives the answer.
   *
   * @abstract
   * @param {Turn} _turn
   */
  foresee(_turn) {
    throw new Error("a subclass says which server to ask");
  }

  /**
   * Keys of the position on the board and of the one before it.
   *
   * @abstract
   * @returns {{here: string, before: string}}
   */
  get positions() {
    throw new Error("a subclass has the keys of its positions");
  }

  // -- what the board shows -----------------------------------------------------------------------

  /** The position on the board. @returns {View | null} */
  get view() {
    return this.guessed ?? this.begunView ?? this.state?.view ?? null;
  }

  /** The position while only a square for a wall is left to choose: pieces have moved. @returns {View | null} */
  get begunView() {
    const { state, prefix } = this;
    if (!this.details?.further || !state || !this.moving) return null;
    const last = state.turns.find((move) => move.choices.length === prefix.length + 1 && prefix.every((choice, index) => move.choices[index] === choice));
    if (!last) return null;
    const guessed = guess(state.view, { text: "", choices: prefix }, this.places, state.labels, this.carriers);
    const course = (this.aim.worth !== false && this.aim.ask(last)?.course) || [];
    return course.length ? { ...guessed, tokens: outcome(state.view.tokens, course, this.kinds) } : guessed;
  }

  /** The options of the game on the board. @returns {Options} */
  get chosen() {
    return {};
  }

  /** The sites of a move planned for the next turn. @returns {string[]} */
  get planned() {
    return [];
  }

  /** The ply on the board. */
  get ply() {
    return this.past ?? this.state?.ply ?? 0;
  }

  /** The kinds of pieces, by letter. */
  get kinds() {
    return new Map(this.details?.pieces.map((piece) => [piece.letter, piece]));
  }

  /** The side to move in the latest position. @returns {Side} */
  get side() {
    return this.state?.view.side ?? "white";
  }

  /** Whether it is a move of this page, and the board shows the latest position. */
  get moving() {
    const { state } = this;
    return Boolean(
      state && this.connectionState === "open" && !state.result && !this.guessed && this.past === null && state.you.includes(state.view.side),
    );
  }

  /** The side played at this page; null for both or none. @returns {Side | null} */
  get mine() {
    const you = this.state?.you;
    return you?.length === 1 ? you[0] : null;
  }

  /** The choices open next. @returns {Open} */
  get left() {
    return this.moving && this.state ? open(this.state.turns, this.prefix, this.places) : NOTHING;
  }

  /** The choices with which a move can begin. @returns {Open} */
  get firsts() {
    return this.moving && this.state ? open(this.state.turns, [], this.places) : NOTHING;
  }

  /** Those of them that are made on the board. */
  get movable() {
    return this.firsts.places;
  }

  /** Whether a move can begin with a choice. @param {string} choice */
  begins(choice) {
    return this.moving && (this.state?.turns.some((move) => move.choices[0] === choice) ?? false);
  }

  /** Whether a move can begin with a piece in a side's hand. @param {Side} side @param {string} choice */
  offers(side, choice) {
    return this.side === side && this.begins(choice);
  }

  /** Whether the move that has begun begins with that piece. @param {string} choice */
  holds(choice) {
    return this.prefix[0] === choice;
  }

  // -- a move, choice by choice ------------------------------------------------------------------

  /**
   * Those of some choices that are made at a site, or at the site of its carrier.
   *
   * @param {string[]} choices
   * @param {string} site
   */
  at(choices, site) {
    const here = [site, this.carriers.get(site)];
    return choices.filter((choice) => here.includes(this.places.get(choice)?.site));
  }

  /** The site at which the move began. */
  get begun() {
    return this.places.get(this.prefix[0])?.site ?? null;
  }

  /** The level of the piece that would begin, or has begun, a move at a site. @param {string} site */
  level(site) {
    const choices = this.begun === site ? this.prefix : this.at(this.movable, site);
    return this.places.get(choices[0])?.level ?? "";
  }

  /**
   * The only move of the piece on a site, if all its choices are made there.
   *
   * @param {string} site
   */
  lone(site) {
    if (!this.moving || !this.state || this.state.choosing) return null;
    const turns = this.state.turns.filter((move) => this.places.get(move.choices[0])?.site === site);
    return turns.length === 1 && !turns[0].choices.slice(1).some((choice) => this.places.has(choice)) ? turns[0] : null;
  }

  /** Whether a move can begin at a site, rather than continue or end there. @param {string} site */
  grabs(site) {
    if (this.lone(site)) return false;
    return this.prefix.length && this.at(this.left.places, site).length ? false : this.at(this.movable, site).length > 0;
  }

  /** Whether a click on a site can do nothing for a move, and so may be a question about the piece there. @param {string} site */
  idle(site) {
    return !this.prefix.length && this.asked === null && this.aim.pinned === null && !this.lone(site) && !this.at(this.movable, site).length;
  }

  /**
   * A site has been clicked or tapped, or a piece dropped on it.
   *
   * @param {string} site
   * @param {number} square the number of the square of the site
   * @param {boolean} dragged
   * @param {boolean} [unseen] whether the move could not be previewed before: it is shown first, and made by a second tap;
   *   so is a move that is made of a single click
   */
  touch(site, square, dragged, unseen = false) {
    this.square = square;
    this.asked = null;
    const next = this.at(this.left.places, site);
    const first = this.at(this.movable, site);
    const goal = this.prefix.length > 0 && next.length > 0;
    const lone = goal || dragged ? null : this.lone(site);
    const again = this.aim.pinned === site;
    this.aim.pinned = null;
    if (!again && (lone || (unseen && this.aim.worth && goal && !dragged))) {
      if (lone) this.prefix = [];
      this.aim.pinned = site;
      this.changed();
    } else if (lone) this.play(lone);
    else if (next.length) {
      this.dragged = dragged && next.length === 1;
      // A click on an own piece on a carrier that could be captured may mean either.
      const under = next.every((choice) => this.places.get(choice)?.site !== site);
      if (under && first.length && !dragged) this.asked = site;
      else this.pick(next, site);
      this.changed();
    } else if (first.length && site !== this.begun) {
      this.prefix = [];
      this.pick(first, site);
    } else if (!dragged) this.cancel();
    else this.changed();
  }

  /**
   * Make the choice that is open at a site, or ask which one.
   *
   * @param {string[]} choices
   * @param {string} site
   */
  pick(choices, site) {
    // A True King is chosen for the whole game: always ask.
    if (choices.length === 1 && !this.state?.choosing) this.choose(choices[0]);
    else {
      this.asked = site;
      this.changed();
    }
  }

  /** Start over with the piece on the square for which the menu is open. */
  begin() {
    const first = this.at(this.movable, this.asked ?? "");
    this.prefix = [];
    this.pick(first, this.asked ?? "");
    this.changed();
  }

  /** @param {string} choice */
  choose(choice) {
    this.asked = null;
    this.prefix = [...this.prefix, choice];
    const move = settled(this.left);
    if (move) this.play(move);
    this.changed();
  }

  /** Begin a move with a choice beside the board, such as a piece in hand. @param {string} choice */
  startWith(choice) {
    this.prefix = [];
    this.aim.pinned = null;
    this.choose(choice);
  }

  cancel() {
    this.prefix = [];
    this.asked = null;
    this.aim.pinned = null;
    this.changed();
  }

  /** The site of the piece that a click on a site means; null for none. @param {string} site @returns {string | null} */
  held(site) {
    return site;
  }

  /** A piece has been dropped off the board. */
  drop() {
    this.cancel();
  }

  /** @param {Turn} move */
  play(move) {
    if (!this.state || !this.commit(move)) return;
    const { view, labels } = this.state;
    // Where a wall goes, the answer says.
    const moved = this.details?.further ? { ...move, choices: move.choices.slice(0, -1) } : move;
    const guessed = guess(view, moved, this.places, labels, this.carriers);
    const course = this.aim.known.get(move.text)?.course ?? [];
    const tokens = course.length ? outcome(view.tokens, course, this.kinds) : guessed.tokens;
    this.guessed = { ...guessed, course, tokens };
    this.sent = move;
    Object.assign(this, { prefix: [], asked: null, trouble: "" });
    this.changed();
  }

  flip() {
    this.flipped = !this.flipped;
    this.changed();
  }
}
