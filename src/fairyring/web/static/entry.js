// A position on a board, and the turn that somebody enters there choice by choice. Where the position comes
// from, and what becomes of the turn, is for others to say: a game, or an analysis.

import { Aim } from "./aim.js";
import { outcome } from "./course.js";
import { carriers, places } from "./geometry.js";
import { guess } from "./scene.js";
import { open, settled } from "./turns.js";

/** @import {Details, Place, Side, Situation, Turn, View} from "./protocol" */
/** @import {Open} from "./turns.js" */

/** @type {Open} */
const NOTHING = { places: [], others: [], whole: [] };

/** @abstract */
export class Entry {
  /**
   * @param {string} id what it is remembered by in this browser
   * @param {() => void} changed it wants to be drawn again
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Details | null} */
    this.details = null;
    /** @type {ReadonlyMap<string, Place>} where choices are made on the board */
    this.places = new Map();
    /** @type {ReadonlyMap<string, string>} the sites that lie on somebody's back, with the site he stands on */
    this.carriers = new Map();
    /** @type {Situation | null} */
    this.state = null;
    /** @type {View | null} what a turn just sent will most likely lead to */
    this.guessed = null;
    /** @type {Turn | null} that turn */
    this.sent = null;
    /** @type {number | null} the ply that is looked back at; null for the present */
    this.past = null;
    this.aim = new Aim(this);
    /** @type {string[]} */
    this.prefix = [];
    /** @type {string | null} the site at which several choices are open, of which a menu asks for one */
    this.asked = null;
    /** The panel on which the last choice was made. */
    this.panel = 0;
    /** Whether the hand has carried the man to his goal. */
    this.carried = false;
    this.flipped = false;
    /** @type {"opening" | "open" | "lost" | "missing"} the line to the server */
    this.link = "opening";
    /** What went wrong last, for people. */
    this.trouble = "";
  }

  /** @param {Details} details */
  describe(details) {
    this.details = details;
    this.places = places(details.board);
    this.carriers = carriers(details.board);
    this.aim.prepare(); // the position may have come first
    this.changed();
  }

  /** The line to the server is there, or is not. @param {"open" | "lost" | "missing"} link */
  linked(link) {
    if (this.link === link) return;
    this.link = link;
    if (link !== "open") Object.assign(this, { prefix: [], asked: null });
    this.changed();
  }

  // -- what others say --------------------------------------------------------------------------

  /**
   * Send a turn off; false where it could not be sent.
   *
   * @abstract
   * @param {Turn} _turn
   * @returns {boolean}
   */
  commit(_turn) {
    throw new Error("whoever shows a position says what becomes of a turn");
  }

  /**
   * Ask what a turn would lead to; `aim` receives the answer.
   *
   * @abstract
   * @param {Turn} _turn
   */
  foresee(_turn) {
    throw new Error("whoever shows a position says whom to ask");
  }

  /**
   * What led to the position on the board, and to the one before it.
   *
   * @abstract
   * @returns {{here: string, before: string}}
   */
  get steps() {
    throw new Error("whoever shows a position knows how it came about");
  }

  // -- what is to be seen ------------------------------------------------------------------------

  /** The view on the board. @returns {View | null} */
  get view() {
    return this.guessed ?? this.state?.view ?? null;
  }

  /** The ply on the board. */
  get ply() {
    return this.past ?? this.state?.ply ?? 0;
  }

  /** The kinds of men by their letters. */
  get kinds() {
    return new Map(this.details?.pieces.map((piece) => [piece.letter, piece]));
  }

  /** The side that is to move in the present. @returns {Side} */
  get side() {
    return this.state?.view.side ?? "white";
  }

  /** Whether somebody at this page is to move, and the board shows the present. */
  get moving() {
    const { state } = this;
    return Boolean(
      state && this.link === "open" && !state.result && !this.guessed && this.past === null && state.you.includes(state.view.side),
    );
  }

  /** The only side that is played at this page, or null: both, or none. @returns {Side | null} */
  get mine() {
    const you = this.state?.you;
    return you?.length === 1 ? you[0] : null;
  }

  /** What may come next. @returns {Open} */
  get left() {
    return this.moving && this.state ? open(this.state.turns, this.prefix, this.places) : NOTHING;
  }

  /** Where a turn may begin. */
  get movable() {
    return this.moving && this.state ? open(this.state.turns, [], this.places).places : [];
  }

  // -- a turn, choice by choice ------------------------------------------------------------------

  /**
   * Those of some choices that are made at a site, or at the one that carries it.
   *
   * @param {string[]} choices
   * @param {string} site
   */
  at(choices, site) {
    const here = [site, this.carriers.get(site)];
    return choices.filter((choice) => here.includes(this.places.get(choice)?.site));
  }

  /** The site at which the turn began. */
  get begun() {
    return this.places.get(this.prefix[0])?.site ?? null;
  }

  /** The level on which stands who would begin, or has begun, a turn at a site. @param {string} site */
  level(site) {
    const choices = this.begun === site ? this.prefix : this.at(this.movable, site);
    return this.places.get(choices[0])?.level ?? "";
  }

  /**
   * The only turn of whoever stands on a site, if it is made there: nothing that is left to choose lies elsewhere.
   *
   * @param {string} site
   */
  lone(site) {
    if (!this.moving || !this.state || this.state.choosing) return null;
    const turns = this.state.turns.filter((turn) => this.places.get(turn.choices[0])?.site === site);
    return turns.length === 1 && !turns[0].choices.slice(1).some((choice) => this.places.has(choice)) ? turns[0] : null;
  }

  /** Whether a turn can begin at a site, rather than go on or be whole there. @param {string} site */
  grabs(site) {
    if (this.lone(site)) return false;
    return this.prefix.length && this.at(this.left.places, site).length ? false : this.at(this.movable, site).length > 0;
  }

  /**
   * A site is pointed at.
   *
   * @param {string} site
   * @param {number} panel
   * @param {boolean} carried
   * @param {boolean} [unseen] whether nothing could be seen of the turn before: what it leads to is shown first
   */
  touch(site, panel, carried, unseen = false) {
    this.panel = panel;
    this.asked = null;
    const next = this.at(this.left.places, site);
    const first = this.at(this.movable, site);
    const goal = this.prefix.length > 0 && next.length > 0;
    const lone = goal || carried ? null : this.lone(site);
    const again = this.aim.pinned === site;
    this.aim.pinned = null;
    if (unseen && !again && this.aim.worth && (lone || (goal && !carried))) {
      if (lone) this.prefix = [];
      this.aim.pinned = site;
      this.changed();
    } else if (lone) this.play(lone);
    else if (next.length) {
      this.carried = carried && next.length === 1;
      // Who points at a man of his on a carrier that could be taken may mean either.
      const under = next.every((choice) => this.places.get(choice)?.site !== site);
      if (under && first.length && !carried) this.asked = site;
      else this.pick(next, site);
      this.changed();
    } else if (first.length && site !== this.begun) {
      this.prefix = [];
      this.pick(first, site);
    } else if (!carried) this.cancel();
    else this.changed();
  }

  /**
   * Choose what is open at a site, or ask which of it is meant.
   *
   * @param {string[]} choices
   * @param {string} site
   */
  pick(choices, site) {
    // What is chosen once for the whole game is asked for.
    if (choices.length === 1 && !this.state?.choosing) this.choose(choices[0]);
    else {
      this.asked = site;
      this.changed();
    }
  }

  /** Begin anew with the man on the square that is asked about. */
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
    const turn = settled(this.left);
    if (turn) this.play(turn);
    this.changed();
  }

  cancel() {
    this.prefix = [];
    this.asked = null;
    this.aim.pinned = null;
    this.changed();
  }

  /** The site of whoever is meant by pointing at one; null: nobody. @param {string} site @returns {string | null} */
  held(site) {
    return site;
  }

  /** A man has been let go of beside the board. */
  drop() {
    this.cancel();
  }

  /** @param {Turn} turn */
  play(turn) {
    if (!this.state || !this.commit(turn)) return;
    const { view, labels } = this.state;
    const guessed = guess(view, turn, this.places, labels, this.carriers);
    const course = this.aim.known.get(turn.text)?.course ?? [];
    const tokens = course.length ? outcome(view.tokens, course, this.kinds) : guessed.tokens;
    this.guessed = { ...guessed, course, tokens };
    this.sent = turn;
    Object.assign(this, { prefix: [], asked: null, trouble: "" });
    this.changed();
  }

  flip() {
    this.flipped = !this.flipped;
    this.changed();
  }
}
