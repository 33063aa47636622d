// What the page knows of one game, and what can be done in it. Drawing is elsewhere: after every change
// the game asks to be drawn again.

import { carriers, places } from "./geometry.js";
import { Aim } from "./aim.js";
import { outcome } from "./course.js";
import { Line } from "./socket.js";
import { guess } from "./scene.js";
import { open, settled } from "./turns.js";

/** @import {Compiling, Details, Hint, Incoming, Outgoing, Place, Said, Side, State, Thinking, Turn, View, What} from "./protocol" */
/** @import {Open} from "./turns.js" */

/** @type {Open} */
const NOTHING = { places: [], others: [], whole: [] };

export class Game {
  /**
   * @param {string} id
   * @param {object} listeners
   * @param {() => void} listeners.changed
   * @param {(before: State | null, now: State) => void} listeners.arrived a state has come
   */
  constructor(id, { changed, arrived }) {
    this.id = id;
    this.changed = changed;
    this.arrived = arrived;
    /** @type {Details | null} */
    this.details = null;
    /** @type {ReadonlyMap<string, Place>} where choices are made on the board */
    this.places = new Map();
    /** @type {ReadonlyMap<string, string>} the sites that lie on somebody's back, with the site he stands on */
    this.carriers = new Map();
    /** @type {State | null} */
    this.state = null;
    /** @type {View | null} what a turn just sent will most likely lead to */
    this.guessed = null;
    /** @type {Turn | null} that turn */
    this.sent = null;
    /** @type {number | null} the ply that is looked back at; null for the present */
    this.past = null;
    this.aim = new Aim(this);
    /** @type {Map<string, View>} views by the moves that led to them */
    this.views = new Map();
    /** @type {string[]} */
    this.prefix = [];
    /** @type {string | null} the site at which several choices are open, of which a menu asks for one */
    this.asked = null;
    /** The panel on which the last choice was made. */
    this.panel = 0;
    /** Whether the hand has carried the man to his goal. */
    this.carried = false;
    this.flipped = false;
    /** Who last said that he is at the screen, where two share it and each has a secret. */
    this.lifted = "";
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {Compiling | null} */
    this.compiling = null;
    /** @type {Thinking | null} */
    this.thought = null;
    /** @type {"opening" | "open" | "lost" | "missing"} */
    this.link = "opening";
    /** What went wrong last, for people. */
    this.trouble = "";
    /** Why this browser could not sit down, for people. */
    this.refused = "";
    /** When the state came, by the clock that `performance.now` reads. */
    this.since = 0;
    /** @type {Said[]} */
    this.said = [];
    /** @type {Side[]} the sides whose players are connected */
    this.present = [];
    /** @type {Line | null} */
    this.line = null;
  }

  /** Begin to listen to the server. */
  connect() {
    this.line = new Line(
      this.id,
      (message) => this.receive(message),
      (link) => this.linked(link),
    );
  }

  /** @param {Details} details */
  describe(details) {
    this.details = details;
    this.places = places(details.board);
    this.carriers = carriers(details.board);
    this.changed();
  }

  close() {
    this.line?.close();
  }

  // -- what the server says ---------------------------------------------------------------------

  /** @param {Incoming} message */
  receive(message) {
    switch (message.type) {
      case "state":
        this.enter(message);
        break;
      case "shown":
        if (this.state) this.views.set(this.key(message.ply), message.view);
        break;
      case "course":
        this.aim.receive(message);
        break;
      case "chat":
        this.said.splice(message.first, Infinity, ...message.lines);
        break;
      case "present":
        this.present = message.sides;
        break;
      case "hint":
        Object.assign(this, { hinting: false, compiling: null });
        if (message.ply === this.state?.ply) this.hint = message;
        break;
      case "progress":
        if (message.task === "compile") this.compiling = message;
        else Object.assign(this, { thought: message, compiling: null });
        break;
      case "error":
        // A refused turn never was: the board goes back to what the server says.
        this.trouble = message.message;
        Object.assign(this, { guessed: null, hinting: false, compiling: null, prefix: [], asked: null });
        break;
    }
    this.changed();
  }

  /** @param {State} state */
  enter(state) {
    const before = this.state;
    const fresh = !before || before.ply !== state.ply || before.view.text !== state.view.text;
    this.state = state;
    this.since = performance.now();
    this.compiling = null;
    this.guessed = null;
    if (!state.thinking) this.thought = null;
    if (fresh) {
      Object.assign(this, { hint: null, hinting: false, thought: null, prefix: [], asked: null, trouble: "", past: null });
    }
    if (fresh) this.aim.reset();
    this.aim.prepare();
    this.views.set(this.key(state.ply), state.view);
    if (!before) this.flipped = this.mine === "black";
    this.arrived(before, state);
  }

  /** @param {"open" | "lost" | "missing"} link */
  linked(link) {
    if (this.link === link) return;
    this.link = link;
    if (link !== "open") Object.assign(this, { prefix: [], asked: null, hinting: false });
    this.changed();
  }

  /** What leads to a ply, by which its view is kept. @param {number} ply */
  key(ply) {
    const { state } = this;
    return state ? [state.knows, Boolean(state.result), ply, ...state.moves.slice(0, ply)].join(" ") : "";
  }

  /** What led to the position on the board, and to the one before it. */
  get steps() {
    const { state, ply } = this;
    if (!state) return { here: "", before: "" };
    const sent = this.guessed ? this.sent : null;
    if (sent) return { here: [state.knows, false, ply + 1, ...state.moves, sent.text].join(" "), before: this.key(ply) };
    return { here: this.key(ply), before: this.key(ply - 1) };
  }

  /** The kinds of men by their letters. */
  get kinds() {
    return new Map(this.details?.pieces.map((piece) => [piece.letter, piece]));
  }

  // -- what is to be seen ------------------------------------------------------------------------

  /** The view on the board. @returns {View | null} */
  get view() {
    if (!this.state) return null;
    if (this.past !== null) return this.views.get(this.key(this.past)) ?? this.state.view;
    return this.guessed ?? this.state.view;
  }

  /** The ply on the board. */
  get ply() {
    return this.past ?? this.state?.ply ?? 0;
  }

  /** The side that is to move in the present. @returns {Side} */
  get side() {
    return this.state?.view.side ?? "white";
  }

  /** Whether the board is hidden: it shows what the one knows who is to move, and he has not said that he is here. */
  get curtain() {
    const { state } = this;
    return Boolean(state?.knows && state.you.length === 2 && !state.result && this.lifted !== state.knows);
  }

  /** Whoever is to move is at the screen. */
  lift() {
    this.lifted = this.state?.knows ?? "";
    this.changed();
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
    if (this.past !== null) this.show(null);
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

  /** @param {Turn} turn */
  play(turn) {
    if (!this.state || !this.send({ type: "move", ply: this.state.ply, text: turn.text })) return;
    const { view, labels } = this.state;
    const guessed = guess(view, turn, this.places, labels, this.carriers);
    const course = this.aim.known.get(turn.text)?.course ?? [];
    const tokens = course.length ? outcome(view.tokens, course, this.kinds) : guessed.tokens;
    this.guessed = { ...guessed, course, tokens };
    this.sent = turn;
    Object.assign(this, { prefix: [], asked: null, hint: null, trouble: "" });
    this.changed();
  }

  /** A turn that was written. @param {string} text */
  write(text) {
    if (!this.state) return;
    this.past = null;
    const turn = this.state.turns.find((each) => each.text === text);
    if (turn && this.moving) this.play(turn);
    else this.send({ type: "move", ply: this.state.ply, text });
  }

  // -- everything else ---------------------------------------------------------------------------

  /** Look at the position after so many plies; null for the present. @param {number | null} ply */
  show(ply) {
    if (!this.state) return;
    const now = this.state.ply;
    this.past = ply === null || ply >= now ? null : Math.max(0, ply);
    Object.assign(this, { prefix: [], asked: null });
    if (this.past !== null && !this.views.has(this.key(this.past))) this.send({ type: "show", ply: this.past });
    this.changed();
  }

  /** Take back, or ask the other player to let one. */
  undo() {
    if (this.state?.can.includes("undo")) this.send({ type: "undo" });
    else this.send({ type: "offer", what: "takeback" });
  }

  /**
   * @param {"offer" | "accept" | "decline"} type
   * @param {What} what
   */
  deal(type, what) {
    this.send({ type, what });
  }

  abort() {
    this.send({ type: "abort" });
  }

  /** The seconds that a side has left, or null without a clock. @param {Side} side */
  remaining(side) {
    const clock = this.state?.clock;
    if (!clock) return null;
    const gone = clock.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, clock.left[side] - gone);
  }

  askHint() {
    this.show(null);
    this.hinting = this.send({ type: "hint" });
    this.changed();
  }

  hurry() {
    this.send({ type: "hurry" });
  }

  resign() {
    this.send({ type: "resign", side: this.mine ?? this.side });
  }

  flip() {
    this.flipped = !this.flipped;
    this.changed();
  }

  /** @param {Outgoing} message */
  send(message) {
    this.trouble = "";
    const sent = this.line?.send(message) ?? false;
    if (!sent) this.trouble = "The server cannot be reached just now.";
    this.changed();
    return sent;
  }
}
