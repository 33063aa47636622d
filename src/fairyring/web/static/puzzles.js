// The page of a game's puzzles.

import { Announcer } from "./announce.js";
import { details, puzzles } from "./api.js";
import { BoardPage } from "./boardpage.js";
import { h, icon, tool } from "./dom.js";
import { t, tr } from "./language.js";
import { missing } from "./missing.js";
import { puzzled, rememberPuzzled } from "./settings.js";
import { following, Solving } from "./solving.js";
import { Notices } from "./status.js";
import { Strip } from "./strip.js";
import { named, told } from "./words.js";

/** @import {Details, Look, Puzzle} from "./protocol" */
/** @import {Stage} from "./solving.js" */

export class PuzzlePage extends BoardPage {
  /**
   * @param {string} variant
   * @param {string} wanted the number of a puzzle, from 1; "" for the first that is not solved
   */
  constructor(variant, wanted) {
    super();
    this.variant = variant;
    this.announcer = new Announcer();
    this.study = new Solving(variant, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
      judged: (stage) => this.judge(stage),
    });
    /** @type {Puzzle[]} */
    this.puzzles = [];
    this.current = 0;
    /** Whether there was a wrong move, or the solution was shown. */
    this.failed = false;
    this.title = h("h1");
    this.notices = new Notices(this.study);
    this.strips = [new Strip(this, "far"), new Strip(this, "near")];
    this.number = h("p", { class: "puzzle-number" });
    this.task = h("p", { class: "status-line" });
    this.words = h("p", { class: "told" });
    this.streak = h("p", { class: "puzzle-streak" });
    this.next = h("button", { type: "button", class: "primary", onclick: () => this.choose(following(this.puzzles, this.current, this.solved)) }, t("puzzle.next"));
    this.solve = tool("hint", t("puzzle.show"), () => this.study.show());
    this.analyse = h("a", { class: "action", target: "_blank", "aria-label": t("puzzle.analyse"), title: t("puzzle.analyse") }, icon("analyse"), h("span", {}, t("analyse")));
    const flip = tool("flip", t("action.flip"), () => this.study.flip());
    this.side.setAttribute("aria-label", t("puzzle.aside"));
    const [far, near] = this.strips.map((strip) => strip.element);
    const tools = h("div", { class: "action-row tools" }, flip, this.solve, this.analyse);
    this.side.append(h("section", { class: "actions", "aria-label": t("actions") }, tools), this.streak);
    this.element = h(
      "main",
      { class: "play puzzle" },
      h("header", { class: "game-title" }, this.title, this.rules.element),
      h("div", { class: "board-area" }, this.notices.element, this.table, this.bar),
      far,
      near,
      h("section", { class: "status", "aria-label": t("puzzle.task") }, this.number, this.task, this.words, this.next),
      this.side,
      this.announcer.element,
    );
    Promise.all([details(variant), puzzles(variant)]).then(
      ([known, found]) => {
        if (!this.closed) this.open(known, found, Number(wanted));
      },
      (error) => {
        this.element.replaceWith(missing(error.message));
      },
    );
    this.schedule();
  }

  /**
   * @param {Details} known
   * @param {Puzzle[]} found
   * @param {number} wanted the number of a puzzle, from 1, or none
   */
  open(known, found, wanted) {
    const title = t("puzzle.title", { title: tr(known.title) });
    document.title = `${title} · fairyring`;
    if (!found.length) {
      const home = h("a", { href: "/" }, t("puzzle.others"));
      this.element.replaceWith(h("main", { class: "missing" }, h("h1", {}, title), h("p", {}, t("puzzle.none")), h("p", {}, home)));
      return;
    }
    this.title.textContent = title;
    this.rules.lead(known.name);
    this.puzzles = found;
    this.study.describe(known);
    this.addBoard();
    this.choose(wanted >= 1 && wanted <= found.length ? wanted - 1 : following(found, found.length - 1, this.solved));
    this.study.join();
  }

  get entry() {
    return this.study;
  }

  /** The ids of puzzles that were solved in this browser. */
  get solved() {
    return new Set(puzzled().solved);
  }

  /** Put a puzzle on the board. @param {number} index */
  choose(index) {
    this.current = index;
    this.failed = false;
    history.replaceState(history.state, "", `#${index + 1}`);
    this.study.set(this.puzzles[index]);
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

  close() {
    super.close();
    this.study.close();
  }

  /**
   * @param {Look | null} before
   * @param {Look} now
   */
  arrive(before, now) {
    const { study } = this;
    if (before) requestAnimationFrame(() => this.large?.viewport.follow(now.view.last));
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
    for (const strip of this.strips) strip.draw();
    this.notices.draw();
    const { study, puzzles: all, current } = this;
    const { solved, streak } = puzzled();
    const ids = new Set(all.map(({ id }) => id));
    const done = solved.filter((id) => ids.has(id)).length;
    this.number.textContent = all.length ? t("puzzle.number", { number: current + 1, all: all.length, solved: done }) : "";
    this.task.textContent = this.request();
    this.words.textContent = study.trouble || this.sentence();
    this.streak.textContent = t("puzzle.streak", { count: streak });
    const over = study.stage === "solved" || study.stage === "shown";
    this.next.hidden = !over;
    this.solve.disabled = over || !study.seen;
    this.element.dataset.stage = study.stage;
    const text = all[current]?.position;
    if (text) this.analyse.href = `/analysis/${encodeURIComponent(this.variant)}#${encodeURIComponent(text.replaceAll(" ", "_"))}`;
    this.element.toggleAttribute("data-waiting", !study.seen);
    super.draw();
  }
}
