// An analysis: the tree of moves, the current position in it, and the connection to the server that examines both.

import { record, treeOf } from "./api.js";
import { Entry } from "./entry.js";
import { t, tr } from "./language.js";
import { analyst, keepStudy, keptStudy, rememberAnalyst } from "./settings.js";
import { Connection } from "./connection.js";
import { Tree } from "./tree.js";

/** @import {Compiling, Found, Look, Question, AnalysisRefusal, Situation, Turn} from "./protocol" */
/** @import {Node} from "./tree.js" */

const LONG = 60; // seconds that the computer thinks about the position on the board
const SHORT = 0.7; // and about each position when it analyses the whole game
const SAVING = 400; // milliseconds from the last change until it is saved

export class Study extends Entry {
  /**
   * @param {string} variant
   * @param {object} listeners
   * @param {() => void} listeners.changed
   * @param {(before: Look | null, now: Look) => void} listeners.arrived called when another position is on the board
   */
  constructor(variant, { changed, arrived }) {
    super(`/analysis/${variant}`, changed);
    this.arrived = arrived;
    this.tree = new Tree(variant, null);
    this.node = this.tree.root;
    /** Counts the changes of the tree. */
    this.version = 0;
    /** @type {Look | null} the position on the board */
    this.seen = null;
    /** @type {Connection<Found, Question> | null} */
    this.connection = null;
    this.key = 0;
    /** @type {Map<number, {moves: string[], made: boolean}>} open questions: the position, and whether its last move is new */
    this.open = new Map();
    /** @type {{node: Node, key: number} | null} what the computer is thinking about */
    this.pondered = null;
    /** @type {Node[]} positions to think about, one after the other */
    this.queue = [];
    this.queued = 0;
    const { thinking, lines } = analyst();
    this.thinking = thinking;
    this.lines = lines;
    /** @type {Compiling | null} */
    this.compiling = null;
    this.saving = 0;
    /** @type {import("./arrangement.js").Arrangement | null} while a position is being set up */
    this.arrangement = null;
    /** @type {(() => void) | null} what waits for the answer to a move */
    this.next = null;
  }

  get chosen() {
    return this.tree.options;
  }

  /**
   * Start with the position asked for, with a review of the game asked for, or with the analysis this tab had last, and
   * connect to the server.
   *
   * @param {string} wanted
   */
  async connect(wanted) {
    const { variant } = this.tree;
    const [, game] = /^game=([\w-]+)$/.exec(wanted) ?? [];
    const [, pgn] = /^pgn=(.+)$/s.exec(wanted) ?? [];
    const kept = wanted ? null : keptStudy(variant);
    let reviewing = false;
    try {
      if (game) {
        await this.load(await record(game), true);
        this.go(this.tree.root.rest.at(-1));
        reviewing = true;
      } else if (pgn) {
        await this.load(pgn);
        this.go(this.tree.root.rest.at(-1));
      } else if (wanted) this.start(new Tree(variant, wanted.replaceAll("_", " ")));
      else if (kept) this.start(Tree.from(kept.tree), kept.moves);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.join(() => {
      if (reviewing) this.review();
      reviewing = false;
    });
  }

  /** Connect to the server. @param {() => void} [joined] called whenever it is connected */
  join(joined) {
    this.connection = new Connection(
      `/api/analysis/${encodeURIComponent(this.tree.variant)}/live`,
      (message) => this.receive(message),
      (state) => this.connectionChanged(state),
      () => {
        this.open.clear();
        Object.assign(this, { pondered: null, queue: [] });
        this.arrangement?.resume();
        this.ask("look", this.node.moves);
        joined?.();
      },
    );
  }

  close() {
    this.connection?.close();
    if (this.saving) this.save();
  }

  /** Whether the position to begin with is wrong, so that there is nothing on the board. */
  get unusable() {
    return Boolean(this.trouble && !this.seen);
  }

  /** The text of the current position, which may not be on the board yet; "" while it is unknown. */
  get text() {
    const begun = this.node === this.tree.root ? this.tree.position : null;
    return this.node.look?.view.text ?? begun ?? "";
  }

  /**
   * Replace the analysis by a record.
   *
   * @param {string} pgn
   * @param {boolean} [over] whether to refuse the record of a game that is still being played
   * @returns {Promise<string>} the variant of the record
   */
  async load(pgn, over = false) {
    const whole = await treeOf(this.tree.variant, pgn);
    if (over && /^\[Result "\*"\]/m.test(pgn)) throw new Error(t("analysis.unfinished"));
    if (whole.variant === this.tree.variant) this.start(Tree.from(whole));
    else keepStudy({ tree: whole, moves: [] });
    return whole.variant;
  }

  /** Replace the tree. @param {Tree} tree @param {string[]} [moves] to the position to start at */
  start(tree, moves = []) {
    this.tree = tree;
    this.queue = [];
    this.open.clear();
    let node = tree.root;
    for (const move of moves) node = node.children.find((child) => child.step?.text === move) ?? node;
    this.version += 1;
    this.go(node);
  }

  // -- messages of the server ---------------------------------------------------------------------

  /** @param {Found} message */
  receive(message) {
    if (message.type !== "progress") this.compiling = null;
    switch (message.type) {
      case "look":
        this.learn(message);
        break;
      case "course":
        if (this.state && this.concerns(message.key)) this.aim.receive({ ...message, ply: this.state.ply });
        break;
      case "thought": {
        const { pondered } = this;
        if (pondered?.key !== message.key) break;
        const known = pondered.node.thought;
        if (!known || message.depth >= known.depth || message.lines.length > known.lines.length) pondered.node.thought = message;
        else if (message.over) pondered.node.thought = { ...known, over: true };
        if (message.over) this.proceed();
        break;
      }
      case "progress":
        this.compiling = message;
        break;
      case "arranged":
        this.arrangement?.receive(message);
        break;
      case "error":
        if (this.arrangement?.refuse(message.key ?? undefined, tr(message.message))) break;
        this.refused(message);
        break;
    }
    if ("key" in message && message.type !== "thought") this.open.delete(message.key ?? 0);
    if (this.next) this.settled(this.next);
    this.changed();
  }

  /** Do something as soon as no move is on its way to the server. @param {() => void} next */
  settled(next) {
    this.next = this.guessed ? next : null;
    if (!this.next) next();
  }

  /** A position has arrived. @param {Look} look */
  learn(look) {
    const asked = this.open.get(look.key);
    const node = asked && this.tree.find(asked.moves, asked.made ? look.step : null);
    if (!node) return;
    node.look = look;
    if (asked.made) this.edited();
    // A move that was made is shown, unless the user has gone elsewhere meanwhile.
    if (asked.made && node.parent === this.node) this.go(node);
    else if (node === this.node) this.enter(look);
  }

  /** @param {AnalysisRefusal} message */
  refused(message) {
    if (this.pondered && this.pondered.key === message.key && this.queue.length) {
      this.proceed(); // for example a position in which the game is over
      return;
    }
    if (this.pondered && this.pondered.key === message.key) this.pondered = null;
    this.trouble = tr(message.message);
    Object.assign(this, { guessed: null, prefix: [], asked: null });
  }

  /** Whether a question was about the position on the board. @param {number} key */
  concerns(key) {
    return this.open.get(key)?.moves.join(" ") === this.node.moves.join(" ");
  }

  /** Put a position on the board. @param {Look} look */
  enter(look) {
    const before = this.seen;
    this.seen = look;
    const { moves } = this.node;
    const { choosing, view, turns, labels, result } = look;
    /** @type {Situation} */
    const state = { you: ["white", "black"], knows: "", ply: moves.length, moves, choosing, view, turns, labels, result };
    this.state = state;
    Object.assign(this, { guessed: null, prefix: [], asked: null });
    this.aim.reset();
    this.aim.prepare();
    if (before !== look) this.arrived(before, look);
    this.ponder();
  }

  /**
   * @param {"look" | "course" | "think"} type
   * @param {string[]} moves
   * @param {object} [rest] the rest of the question
   * @param {boolean} [made] whether the last move is new
   */
  ask(type, moves, rest = {}, made = false) {
    this.key += 1;
    this.open.set(this.key, { moves, made });
    const { options, position } = this.tree;
    const question = /** @type {Question} */ ({ type, key: this.key, at: { options, position, moves }, ...rest });
    return this.connection?.send(question) ?? false;
  }

  // -- the current position ------------------------------------------------------------------------

  /** Whether a move can be made; also in a position that is drawn by repetition. */
  get moving() {
    return Boolean(this.state && this.connectionState === "open" && !this.guessed && this.node.look === this.seen && this.state.turns.length);
  }

  get positions() {
    const { node } = this;
    const key = (/** @type {string[]} */ moves) => JSON.stringify([this.tree.position, moves]);
    const sent = this.guessed ? this.sent : null;
    if (sent) return { here: key([...node.moves, sent.text]), before: key(node.moves) };
    return { here: key(node.moves), before: node.parent ? key(node.parent.moves) : "" };
  }

  /** Go to a position. @param {Node | null | undefined} node */
  go(node) {
    if (!node) return;
    this.node = node;
    this.trouble = "";
    if (node.look) this.enter(node.look);
    else {
      Object.assign(this, { prefix: [], asked: null });
      this.ask("look", node.moves);
    }
    this.keep();
    this.changed();
  }

  /** Go to the next or previous branch. @param {-1 | 1} step */
  aside(step) {
    const siblings = this.node.parent?.children ?? [];
    this.go(siblings[siblings.indexOf(this.node) + step]);
  }

  /** @param {Turn} move */
  commit(move) {
    return this.ask("look", [...this.node.moves, move.text], {}, true);
  }

  /** @param {Turn} move */
  foresee(move) {
    this.ask("course", this.node.moves, { text: move.text });
  }

  /** Play moves from here on. @param {string[]} moves */
  follow(moves) {
    const here = this.node.moves;
    moves.forEach((_, index) => this.ask("look", [...here, ...moves.slice(0, index + 1)], {}, true));
  }

  // -- changes to the tree -----------------------------------------------------------------------

  /** Delete a move and all that follows it. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    const within = this.node.line.includes(node);
    node.remove();
    this.edited();
    if (within) this.go(parent);
  }

  /** @param {Node} node */
  promote(node) {
    node.promote();
    this.edited();
  }

  /** The tree or its annotations have changed. */
  edited() {
    this.version += 1;
    this.keep();
    this.changed();
  }

  /** Save it soon, for as long as this tab is open. */
  keep() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVING);
  }

  save() {
    clearTimeout(this.saving);
    this.saving = 0;
    keepStudy({ tree: this.tree.whole, moves: this.node.moves });
  }

  // -- the computer ------------------------------------------------------------------------------

  /** @param {boolean} thinking @param {number} lines */
  consult(thinking, lines) {
    const again = lines > this.lines;
    Object.assign(this, { thinking, lines, queue: [] });
    rememberAnalyst({ thinking, lines });
    if (again) this.rest();
    this.ponder();
    this.changed();
  }

  rest() {
    if (this.pondered) this.connection?.send({ type: "rest" });
    this.pondered = null;
  }

  /** Let the computer think about the position on the board, if that is wanted. */
  ponder() {
    const { node, lines, seen } = this;
    if (this.queue.length || (this.thinking && this.pondered?.node === node)) return;
    const known = node.thought?.over && node.thought.lines.length >= Math.min(lines, seen?.turns.length ?? 0);
    if (!this.thinking || !seen || seen !== node.look || seen.choosing || seen.result || known) this.rest();
    else this.think(node, lines, LONG);
  }

  /**
   * @param {Node} node
   * @param {number} lines
   * @param {number} seconds
   */
  think(node, lines, seconds) {
    this.pondered = this.ask("think", node.moves, { lines, seconds }) ? { node, key: this.key } : null;
  }

  /** Let the computer think about each position of the line, or stop that. */
  review() {
    if (this.queue.length) {
      this.queue = [];
      this.rest();
      this.ponder();
    } else {
      this.queue = this.tree.through(this.node);
      this.queued = this.queue.length;
      const last = this.queue[this.queue.length - 1];
      if (!last.look && last !== this.node) this.ask("look", last.moves);
      this.think(this.queue[0], 1, SHORT);
    }
    this.changed();
  }

  /** The computer has finished with a position: go on to the next. */
  proceed() {
    this.pondered = null;
    if (!this.queue.length) return;
    this.queue = this.queue.slice(1);
    if (this.queue.length) this.think(this.queue[0], 1, SHORT);
    else this.ponder();
  }
}
