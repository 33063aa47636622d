// A puzzle or a lesson on the board: the user's moves are compared with the solutions, and the defence is played. Whether a
// move is legal, and what it does, the server says, as on the analysis board.

import { Study } from "./study.js";
import { Tree } from "./tree.js";

/** @import {Look, Puzzle, Side} from "./protocol" */

const ANSWERING = 500; // milliseconds before the defence is played
const TAKING_BACK = 900; // milliseconds for which a wrong move stays on the board

/**
 * @typedef {"solving" | "wrong" | "solved" | "shown"} Stage wrong: the last move was; shown: the page plays the solution, or has
 */

/**
 * The solutions that begin with some moves.
 *
 * @param {string[][]} solutions
 * @param {string[]} moves
 */
function fitting(solutions, moves) {
  return solutions.filter((solution) => moves.every((move, index) => move === solution[index]));
}

/**
 * What has become of a puzzle after a move: it was wrong, the user goes on, the defence is next, or all is found.
 *
 * @param {string[]} moves those on the board
 * @param {string[][]} solutions each is as good
 * @param {Look} look the position after them
 * @param {Side} solver
 * @returns {"wrong" | "next" | "defence" | "solved"}
 */
export function verdict(moves, solutions, look, solver) {
  if (look.result?.winner === solver) return "solved"; // at once, if perhaps otherwise than in the solution
  const [solution] = fitting(solutions, moves);
  if (!solution) return "wrong";
  if (moves.length === solution.length) return "solved";
  return look.view.side === solver ? "next" : "defence";
}

/**
 * The number of the next puzzle that is not solved, after the one on the board; of the next one if all are solved.
 *
 * @param {Puzzle[]} puzzles
 * @param {number} current
 * @param {Set<string>} solved
 */
export function following(puzzles, current, solved) {
  const others = puzzles.map((_, index) => (current + 1 + index) % puzzles.length);
  return others.find((index) => !solved.has(puzzles[index].id)) ?? others[0];
}

export class Solving extends Study {
  /**
   * @param {string} variant
   * @param {object} listeners
   * @param {() => void} listeners.changed
   * @param {(before: Look | null, now: Look) => void} listeners.arrived
   * @param {(stage: Stage) => void} listeners.judged called after each move of the user, and when the solution is shown
   */
  constructor(variant, { changed, arrived, judged }) {
    super(variant, { changed, arrived });
    this.judged = judged;
    this.thinking = false;
    /** @type {string[][]} */
    this.solutions = [];
    /** @type {Side | null} */
    this.solver = null;
    /** @type {Stage} */
    this.stage = "solving";
    this.timer = 0;
  }

  /**
   * Put a puzzle on the board.
   *
   * @param {string | null} position null for the start of the game
   * @param {string[][]} solutions each is as good; none if there is nothing to find
   */
  set(position, solutions) {
    clearTimeout(this.timer);
    Object.assign(this, { timer: 0, solutions, solver: null, stage: solutions.length ? "solving" : "solved" });
    this.start(new Tree(this.tree.variant, position));
  }

  close() {
    clearTimeout(this.timer);
    super.close();
  }

  /** Nothing of a puzzle is kept in the tab. */
  keep() {}

  /** Only the side that is to win is moved by the user, and not while a wrong move stands on the board. */
  get moving() {
    return super.moving && (this.stage === "solving" || this.stage === "wrong") && this.state?.view.side === this.solver && !this.timer;
  }

  /** @param {Look} look */
  enter(look) {
    if (!this.solver) {
      this.solver = look.view.side;
      this.flipped = this.solver === "black";
    }
    super.enter(look);
  }

  /** @param {Look} look */
  learn(look) {
    const made = this.open.get(look.key)?.made;
    super.learn(look);
    if (made && look === this.seen) this.judge(look);
  }

  /** @param {Look} look */
  judge(look) {
    const { solutions, solver } = this;
    const { moves } = this.node;
    if (!solver) return;
    const found = verdict(moves, solutions, look, solver);
    const shown = this.stage === "shown";
    if (shown) {
      if (found !== "solved") this.later(ANSWERING, () => this.goOn());
    } else if (found === "wrong") {
      this.stage = "wrong";
      this.later(TAKING_BACK, () => this.remove(this.node));
    } else if (found === "solved") this.stage = "solved";
    else {
      this.stage = "solving";
      if (found === "defence") this.later(ANSWERING, () => this.goOn());
    }
    if (!shown && (look.step?.side === solver || found === "solved")) this.judged(this.stage);
    this.changed();
  }

  /** Let the page play the rest of the solution. */
  show() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.stage = "shown";
    while (this.node.parent && !fitting(this.solutions, this.node.moves).length) this.remove(this.node);
    if (this.following) this.later(0, () => this.goOn());
    this.judged("shown");
    this.changed();
  }

  /** The next move of the solution on the board, if there is one. */
  get following() {
    const { moves } = this.node;
    return fitting(this.solutions, moves)[0]?.[moves.length];
  }

  /** Play it. */
  goOn() {
    if (this.following) this.follow([this.following]);
  }

  /** @param {number} wait @param {() => void} act */
  later(wait, act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      act();
      this.changed();
    }, wait);
  }
}
