// What the page knows of one game, and what can be done in it. Drawing is elsewhere: after every change
// the game asks to be drawn again.

import { Entry } from "./entry.js";
import { t, tr } from "./language.js";
import { Line } from "./socket.js";

/** @import {Compiling, Hint, Incoming, Outgoing, Said, Side, State, Thinking, Turn, View, What} from "./protocol" */

export class Game extends Entry {
  /**
   * @param {string} id
   * @param {object} listeners
   * @param {() => void} listeners.changed
   * @param {(before: State | null, now: State) => void} listeners.arrived a state has come
   */
  constructor(id, { changed, arrived }) {
    super(id, changed);
    this.arrived = arrived;
    /** @type {State | null} */
    this.state = null;
    /** @type {Map<string, View>} views by the moves that led to them */
    this.views = new Map();
    /** Who last said that he is at the screen, where two share it and each has a secret. */
    this.lifted = "";
    /** @type {Hint | null} */
    this.hint = null;
    this.hinting = false;
    /** @type {string[] | null} what was to be believed of what the players hid, once the game is over */
    this.explanation = null;
    /** @type {Compiling | null} */
    this.compiling = null;
    /** @type {Thinking | null} */
    this.thought = null;
    /** Why this browser could not sit down, for people. */
    this.refused = "";
    /** When the state came, by the clock that `performance.now` reads. */
    this.since = 0;
    /** @type {Said[]} */
    this.said = [];
    /** @type {Side[]} the sides whose players are connected */
    this.present = [];
    /** @type {Line<Incoming, Outgoing> | null} */
    this.line = null;
  }

  /** Begin to listen to the server. */
  connect() {
    this.line = new Line(
      `/api/games/${encodeURIComponent(this.id)}/live`,
      (message) => this.receive(message),
      (link) => this.linked(link),
    );
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
        // A refused turn never was: the board goes back to what the server says.
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
    this.state = state;
    this.since = performance.now();
    this.compiling = null;
    this.guessed = null;
    if (!state.thinking) this.thought = null;
    if (fresh) {
      Object.assign(this, { explanation: null, hint: null, hinting: false, thought: null, prefix: [], asked: null, trouble: "", past: null });
    }
    if (fresh) this.aim.reset();
    this.aim.prepare();
    this.views.set(this.key(state.ply), state.view);
    if (!before) this.flipped = this.mine === "black";
    this.arrived(before, state);
  }

  /** @param {"open" | "lost" | "missing"} link */
  linked(link) {
    if (link !== "open") this.hinting = false;
    super.linked(link);
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

  // -- what is to be seen ------------------------------------------------------------------------

  /** The view on the board. @returns {View | null} */
  get view() {
    if (this.past === null) return super.view;
    return this.views.get(this.key(this.past)) ?? this.state?.view ?? null;
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

  // -- turns -------------------------------------------------------------------------------------

  /** @param {Turn} turn */
  commit(turn) {
    const sent = this.state !== null && this.send({ type: "move", ply: this.state.ply, text: turn.text });
    if (sent) this.hint = null;
    return sent;
  }

  /** @param {Turn} turn */
  foresee(turn) {
    this.line?.send({ type: "course", ply: this.state?.ply ?? 0, text: turn.text });
  }

  /**
   * @param {string} site
   * @param {number} panel
   * @param {boolean} carried
   * @param {boolean} [unseen]
   */
  touch(site, panel, carried, unseen) {
    if (this.past !== null) this.show(null);
    super.touch(site, panel, carried, unseen);
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

  /** Ask what was to be believed of what the players hid: told once the game is over. */
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
    const sent = this.line?.send(message) ?? false;
    if (!sent) this.trouble = t("error.unreached");
    this.changed();
    return sent;
  }
}
