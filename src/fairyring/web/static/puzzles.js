// The page of a game's puzzles.

import { puzzles } from "./api.js";
import { h, icon } from "./dom.js";
import { ExercisePage } from "./exercise.js";
import { t, tr } from "./language.js";
import { puzzled, rememberPuzzled } from "./settings.js";
import { following } from "./solving.js";
import { named, told } from "./words.js";

/** @import {Look, Puzzle} from "./protocol" */
/** @import {Stage} from "./solving.js" */

export class PuzzlePage extends ExercisePage {
  /**
   * @param {string} variant
   * @param {string} wanted the number of a puzzle, from 1; "" for the first that is not solved
   */
  constructor(variant, wanted) {
    super(variant, "puzzle.show");
    /** @type {Puzzle[]} */
    this.puzzles = [];
    /** Whether there was a wrong move, or the solution was shown. */
    this.failed = false;
    this.streak = h("p", { class: "puzzle-streak" });
    this.next = h("button", { type: "button", class: "primary", onclick: () => this.choose(following(this.puzzles, this.current, this.solved)) }, t("puzzle.next"));
    this.analyse = h("a", { class: "action", target: "_blank", "aria-label": t("puzzle.analyse"), title: t("puzzle.analyse") }, icon("analyse"), h("span", {}, t("analyse")));
    this.side.setAttribute("aria-label", t("puzzle.aside"));
    this.side.append(this.streak);
    this.arrange("puzzle", [this.number, this.task, this.words, this.next], [this.flip, this.solve, this.analyse]);
    this.expect(puzzles(variant), (_, found) => this.open(found, Number(wanted)), "puzzle.title", (known) => known.without_puzzles ? tr(known.without_puzzles) : "");
  }

  /**
   * @param {Puzzle[]} found
   * @param {number} wanted the number of a puzzle, from 1, or none
   */
  open(found, wanted) {
    this.puzzles = found;
    this.choose(wanted >= 1 && wanted <= found.length ? wanted - 1 : following(found, found.length - 1, this.solved));
  }

  /** The ids of puzzles that were solved in this browser. */
  get solved() {
    return new Set(puzzled().solved);
  }

  /** Put a puzzle on the board. @param {number} index */
  choose(index) {
    super.choose(index);
    this.failed = false;
    const { position, moves } = this.puzzles[index];
    this.study.set(position, [moves]);
  }

  /** @param {Stage} stage */
  judge(stage) {
    const { id } = this.puzzles[this.current];
    const { streak, solved } = puzzled();
    const first = !this.failed;
    if (stage === "solved") {
      const again = solved.includes(id);
      rememberPuzzled({ streak: streak + (first && !again ? 1 : 0), solved: again ? solved : [...solved, id] });
    } else if (stage !== "solving") {
      this.failed = true;
      if (first && !solved.includes(id)) rememberPuzzled({ streak: 0, solved });
    }
    this.announcer.say(this.sentence());
  }

  /**
   * @param {Look | null} before
   * @param {Look} now
   */
  arrive(before, now) {
    super.arrive(before, now);
    const { study } = this;
    if (!now.step) this.announcer.say(this.request());
    else if (now.step.side !== study.solver || study.stage === "shown") {
      this.announcer.say(told(now.view) || t("announce.move", { side: named(now.step.side), move: now.step.notation }));
    }
  }

  /** What the user is asked for. */
  request() {
    const { solver } = this.study;
    const puzzle = this.puzzles[this.current];
    return solver && puzzle ? t("puzzle.find", { side: named(solver), goal: tr(puzzle.goal) }) : "";
  }

  /** What has become of the last move. */
  sentence() {
    const { study } = this;
    if (study.stage === "solving") return study.node.parent ? t("puzzle.right") : "";
    return t(`puzzle.${study.stage}`);
  }

  draw() {
    const { study, puzzles: all, current } = this;
    const { solved, streak } = puzzled();
    const ids = new Set(all.map(({ id }) => id));
    const done = solved.filter((id) => ids.has(id)).length;
    this.number.textContent = all.length ? t("puzzle.number", { number: current + 1, all: all.length, solved: done }) : "";
    this.task.textContent = this.request();
    this.words.textContent = study.trouble || this.sentence();
    this.streak.textContent = t("puzzle.streak", { count: streak });
    this.next.hidden = !this.over;
    const text = all[current]?.position;
    if (text) this.analyse.href = `/analysis/${encodeURIComponent(this.variant)}#${encodeURIComponent(text.replaceAll(" ", "_"))}`;
    super.draw();
  }
}
