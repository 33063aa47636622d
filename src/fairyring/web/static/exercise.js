// A page with something to do on a board: a game's puzzles, and its lessons. Subclasses say what.

import { Announcer } from "./announce.js";
import { details } from "./api.js";
import { BoardPage } from "./boardpage.js";
import { h, tool } from "./dom.js";
import { t, tr } from "./language.js";
import { missing } from "./missing.js";
import { Solving } from "./solving.js";
import { Notices } from "./status.js";
import { Strip } from "./strip.js";

/** @import {Details, Look} from "./protocol" */
/** @import {Stage} from "./solving.js" */

/** @abstract */
export class ExercisePage extends BoardPage {
  /**
   * @param {string} variant
   * @param {"puzzle.show" | "lesson.show"} show the words for being shown what to do
   */
  constructor(variant, show) {
    super();
    this.variant = variant;
    this.announcer = new Announcer();
    this.study = new Solving(variant, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
      judged: (stage) => this.judge(stage),
    });
    this.title = h("h1");
    this.notices = new Notices(this.study);
    this.strips = [new Strip(this, "far"), new Strip(this, "near")];
    this.task = h("p", { class: "status-line" });
    this.words = h("p", { class: "told" });
    this.number = h("p", { class: "exercise-number" });
    this.flip = tool("flip", t("action.flip"), () => this.study.flip());
    this.solve = tool("hint", t(show), () => this.study.show());
    this.current = 0;
    this.element = h("main");
  }

  /**
   * Put the parts of the page in their places.
   *
   * @param {"puzzle" | "lesson"} name
   * @param {Node[]} status
   * @param {Node[]} tools
   */
  arrange(name, status, tools) {
    const [far, near] = this.strips.map((strip) => strip.element);
    const row = h("div", { class: "action-row tools" }, ...tools);
    this.side.prepend(h("section", { class: "actions", "aria-label": t("actions") }, row));
    this.element = h(
      "main",
      { class: `play exercise ${name}` },
      h("header", { class: "game-title" }, this.title, this.rules.element),
      h("div", { class: "board-area" }, this.notices.element, this.table, this.bar),
      far,
      near,
      h("section", { class: "status", "aria-label": t("exercise.task") }, ...status),
      this.side,
      this.announcer.element,
    );
  }

  /**
   * Show what there is to do, once it is known.
   *
   * @template Found
   * @param {Promise<Found[]>} asked
   * @param {(known: Details, found: Found[]) => void} open
   * @param {"puzzle.title" | "lesson.title"} heading
   * @param {(known: Details) => string} none what is said if nothing is found
   */
  expect(asked, open, heading, none) {
    Promise.all([details(this.variant), asked]).then(
      ([known, found]) => {
        if (this.closed) return;
        const title = t(heading, { title: tr(known.title) });
        document.title = `${title} · fairyring`;
        if (!found.length) {
          const home = h("a", { href: "/" }, t("exercise.others"));
          this.element.replaceWith(h("main", { class: "home missing" }, h("h1", {}, title), h("p", {}, none(known)), h("p", {}, home)));
          return;
        }
        this.title.textContent = title;
        this.rules.lead(known.name);
        this.study.describe(known);
        this.addBoard();
        open(known, found);
        this.study.join();
      },
      (error) => {
        this.element.replaceWith(missing(error.message));
      },
    );
    this.schedule();
  }

  get entry() {
    return this.study;
  }

  /** Whether there is nothing left to do on the board. */
  get over() {
    return this.study.stage === "solved" || this.study.stage === "shown";
  }

  /** Turn to one of the things to do, which the address then names. @param {number} index */
  choose(index) {
    this.current = index;
    history.replaceState(history.state, "", `#${index + 1}`);
  }

  /**
   * Something has become of the user's last move.
   *
   * @abstract
   * @param {Stage} _stage
   */
  judge(_stage) {
    throw new Error("a subclass says what follows");
  }

  close() {
    super.close();
    this.study.close();
  }

  /**
   * Another position is on the board.
   *
   * @param {Look | null} before
   * @param {Look} now
   */
  arrive(before, now) {
    if (before) requestAnimationFrame(() => this.large?.viewport.follow(now.view.last));
  }

  draw() {
    for (const strip of this.strips) strip.draw();
    this.notices.draw();
    const { study } = this;
    this.solve.disabled = this.over || !study.seen;
    this.element.dataset.stage = study.stage;
    this.element.toggleAttribute("data-waiting", !study.seen);
    super.draw();
  }
}
