// One game: what the page knows of it, and what can be done in it. It draws nothing, but calls `changed` after every
// change.

import { Entry } from "./entry.js";
import { t, tr } from "./language.js";
import { Connection } from "./connection.js";
import { fulfilled, owns, planned } from "./premove.js";

/** @import {Compiling, Hint, Incoming, Outgoing, Said, Side, State, Text, Thinking, Turn, View, What} from "./protocol" */

export class Game extends Entry {
  /**
   * @param {string} id
   * @param {object} listeners
   * @param {() => void} listeners.changed
   * @param {(before: State | null, now: State) => void} listeners.arrived called with every new state
   */
  constructor(id, { changed, arrived }) {
    super(id, changed);
    this.arrived = arrived;
    /** @type {State | null} */
    this.state = null;
    /** @type {(() => void) | null} called once when an earlier position arrives */
    this.curious = null;
    /** @type {Map<string, View>} positions by the moves that led to them */
    this.views = new Map();
    /** The side that is at the screen, in a game of two players at one screen with secrets. */
    this.lifted = "";
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {Text[] | null} what the computer could infer about the secrets, after the game */
    this.explanation = null;
    /** @type {Compiling | null} */
    this.compiling = null;
    /** @type {Thinking | null} */
    this.thought = null;
    /** @type {import("./premove.js").Plan | null} */
    this.plan = null;
    /** Why this browser got no seat, to be shown. */
    this.refused = "";
    /** When the state arrived, by `performance.now`. */
    this.since = 0;
    /** @type {Said[]} */
    this.messages = [];
    /** @type {number | null} how many messages had been written before this page was opened; null until they come */
    this.history = null;
    /** @type {Side[]} the sides whose players are connected */
    this.present = [];
    /** @type {Connection<Incoming, Outgoing> | null} */
    this.connection = null;
  }

  /** Connect to the server. */
  connect() {
    this.connection = new Connection(
      `/api/games/${encodeURIComponent(this.id)}/live`,
      (message) => this.receive(message),
      (state) => this.connectionChanged(state),
    );
  }

  close() {
    this.connection?.close();
  }

  // -- messages of the server ---------------------------------------------------------------------

  /** @param {Incoming} message */
  receive(message) {
    switch (message.type) {
      case "state":
        this.enter(message);
        break;
      case "shown":
        if (this.state) this.views.set(this.key(message.ply), message.view);
        this.curious?.();
        this.curious = null;
        break;
      case "course":
        this.aim.receive(message);
        break;
      case "chat":
        this.messages.splice(message.first, Infinity, ...message.lines);
        this.history ??= this.messages.length;
        break;
      case "present":
        this.present = message.sides;
        break;
      case "hint":
        Object.assign(this, { hinting: false, compiling: null });
        if (message.ply === this.state?.ply && !this.state.result) this.hint = message;
        break;
      case "explained":
        if (message.ply === this.state?.ply) this.explanation = message.lines;
        break;
      case "progress":
        if (message.task === "compile") this.compiling = message;
        else Object.assign(this, { thought: message, compiling: null });
        break;
      case "error":
        // A refused move is undone: the board goes back to the server's position.
        this.trouble = tr(message.message);
        Object.assign(this, { guessed: null, hinting: false, compiling: null, prefix: [], asked: null });
        break;
    }
    this.changed();
  }

  /** @param {State} state */
  enter(state) {
    const before = this.state;
    const over = Boolean(state.result) !== Boolean(before?.result);
    const fresh = !before || over || before.ply !== state.ply || before.view.text !== state.view.text;
    // A spectator who looks at an earlier position goes on doing so; a player's attention is wanted.
    const stays = !over && !state.you.length && this.past !== null && this.past < state.ply;
    this.state = state;
    this.since = performance.now();
    this.compiling = null;
    this.guessed = null;
    if (!state.thinking) this.thought = null;
    if (fresh) {
      Object.assign(this, { explanation: null, hint: null, hinting: false, thought: null, prefix: [], asked: null, trouble: "", past: stays ? this.past : null });
    }
    if (fresh) this.aim.reset();
    this.aim.prepare();
    this.views.set(this.key(state.ply), state.view);
    if (!before) this.flipped = this.mine === "black";
    this.arrived(before, state);
    if (state.result || (before && state.ply < before.ply)) this.plan = null;
    if (this.plan && this.moving) this.fulfil(this.plan);
  }

  // -- a move planned for the next turn ------------------------------------------------------------

  /** Whether a move can be planned: it is the other side's turn. */
  get planning() {
    const { state, mine } = this;
    if (!state || !mine || this.past !== null || this.guessed || this.connectionState !== "open") return false;
    const { result, damaged, choosing, seats, view } = state;
    return !result && !damaged && !choosing && view.side !== mine && !Object.values(seats).includes("open");
  }

  /** Whether a plan can begin at a site. @param {string} site */
  plans(site) {
    const { state, mine } = this;
    return this.planning && state !== null && mine !== null && owns(state.view.tokens, site, mine);
  }

  get moving() {
    return super.moving && !this.state?.damaged;
  }

  get planned() {
    return this.plan ?? [];
  }

  /** How many sites a planned move has: one more where each move ends with a square for a wall. */
  get planSize() {
    return this.details?.further ? 3 : 2;
  }

  /** Whether the plan is complete. */
  get ready() {
    return this.plan?.length === this.planSize;
  }

  get begun() {
    return this.plan && !this.ready ? this.plan[0] : super.begun;
  }

  /** Begin a move, or a plan, with a piece in hand. @param {string} choice */
  startWith(choice) {
    if (!this.planning) {
      super.startWith(choice);
      return;
    }
    this.plan = [choice];
    this.changed();
  }

  /** Whether a move, or a plan, can begin with a piece in a side's hand. @param {Side} side @param {string} choice */
  offers(side, choice) {
    return this.planning ? side === this.mine : super.offers(side, choice);
  }

  /** Whether it has begun with that piece. @param {string} choice */
  holds(choice) {
    return this.plan ? this.begun === choice : super.holds(choice);
  }

  /** @param {string} site */
  grabs(site) {
    return this.planning ? this.plans(site) : super.grabs(site);
  }

  /** @param {string} site */
  idle(site) {
    return super.idle(site) && !this.plan && !this.plans(site);
  }

  cancel() {
    this.plan = null;
    super.cancel();
  }

  /** The turn has come. @param {import("./premove.js").Plan} plan */
  fulfil(plan) {
    const { state, places } = this;
    this.plan = null;
    if (!state) return;
    if (plan.length < this.planSize) {
      for (const choice of plan) {
        if (places.has(choice)) this.touch(choice, this.square, false);
        else if (this.begins(choice)) this.startWith(choice);
      }
      return;
    }
    const found = fulfilled(state.turns, places, state.labels, plan);
    if (found?.move) this.play(found.move);
    else if (found?.choices.length) this.prefix = found.choices;
    else if (found) this.touch(plan[0], this.square, false); // several pieces there could be meant
    else this.trouble = t("premove.illegal");
  }

  /** @param {"open" | "lost" | "missing"} state */
  connectionChanged(state) {
    if (state !== "open") this.hinting = false;
    super.connectionChanged(state);
  }

  /** The key of the position after so many plies. @param {number} ply */
  key(ply) {
    const { state } = this;
    return state ? [state.knows, Boolean(state.result), ply, ...state.moves.slice(0, ply)].join(" ") : "";
  }

  get positions() {
    const { state, ply } = this;
    if (!state) return { here: "", before: "" };
    const sent = this.guessed ? this.sent : null;
    if (sent) return { here: [state.knows, false, ply + 1, ...state.moves, sent.text].join(" "), before: this.key(ply) };
    return { here: this.key(ply), before: this.key(ply - 1) };
  }

  // -- what the board shows -----------------------------------------------------------------------

  /** The position on the board. @returns {View | null} */
  get view() {
    if (this.past === null) return super.view;
    return this.views.get(this.key(this.past)) ?? this.state?.view ?? null;
  }

  get chosen() {
    return this.state?.options ?? {};
  }

  /** Whether the board is hidden until the side to move, whose secret it shows, is at the screen. */
  get curtain() {
    const { state } = this;
    return Boolean(state?.knows && state.you.length === 2 && !state.result && this.lifted !== state.knows);
  }

  /** The side to move is at the screen. */
  lift() {
    this.lifted = this.state?.knows ?? "";
    this.changed();
  }

  // -- moves -------------------------------------------------------------------------------------

  /** @param {Turn} move */
  commit(move) {
    const sent = this.state !== null && this.send({ type: "move", ply: this.state.ply, text: move.text });
    if (sent) this.hint = null;
    return sent;
  }

  /** @param {Turn} move */
  foresee(move) {
    this.connection?.send({ type: "course", ply: this.state?.ply ?? 0, text: move.text });
  }

  /**
   * @param {string} site
   * @param {number} square
   * @param {boolean} dragged
   * @param {boolean} [unseen]
   */
  touch(site, square, dragged, unseen) {
    if (this.past !== null) this.show(null);
    if (this.planning) {
      this.square = square;
      this.plan = planned(this.plan, site, this.plans(site), dragged, this.planSize);
      this.changed();
    } else super.touch(site, square, dragged, unseen);
  }

  /** Play a typed move. @param {string} text */
  write(text) {
    if (!this.state) return;
    this.past = null;
    const move = this.state.turns.find((each) => each.text === text);
    if (move && this.moving) this.play(move);
    else this.send({ type: "move", ply: this.state.ply, text });
  }

  /** What was wrong no longer matters: the user writes something else. */
  rewrite() {
    if (!this.state || !this.trouble) return;
    this.trouble = "";
    this.changed();
  }

  // -- everything else ---------------------------------------------------------------------------

  /** View the position after so many plies; null for the latest. @param {number | null} ply */
  show(ply) {
    if (!this.state) return;
    const now = this.state.ply;
    this.past = ply === null || ply >= now ? null : Math.max(0, ply);
    Object.assign(this, { prefix: [], asked: null, trouble: "" });
    if (this.past !== null && !this.views.has(this.key(this.past))) this.send({ type: "show", ply: this.past });
    this.changed();
  }

  /** Ask for the position after so many plies without going there. @param {number} ply @param {() => void} then */
  look(ply, then) {
    this.curious = then;
    this.connection?.send({ type: "show", ply });
  }

  /** Take a move back, or ask the opponent for a takeback. */
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

  /** The seconds a side has left; null without a clock. @param {Side} side */
  remaining(side) {
    const clock = this.state?.clock;
    if (!clock) return null;
    const gone = clock.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, clock.left[side] - gone);
  }

  /** Whether a hint can be asked for. */
  get advisable() {
    const { state } = this;
    return Boolean(state && this.connectionState === "open" && state.can.includes("hint") && state.you.includes(state.view.side) && !this.hinting);
  }

  askHint() {
    this.show(null);
    this.hinting = this.send({ type: "hint" });
    this.changed();
  }

  /** Ask what could be inferred about the secrets; the server tells once the game is over. */
  askExplanation() {
    if (this.state?.knows && this.state.result && !this.explanation) this.send({ type: "explain" });
  }

  hurry() {
    this.send({ type: "hurry" });
  }

  resign() {
    this.send({ type: "resign", side: this.mine ?? this.side });
  }

  /** @param {Outgoing} message */
  send(message) {
    this.trouble = "";
    const sent = this.connection?.send(message) ?? false;
    if (!sent) this.trouble = t("error.unreached");
    this.changed();
    return sent;
  }
}
