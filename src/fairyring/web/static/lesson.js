// The page on which a game is learnt: step by step, each with a position, what is said about it, and something to do.

import { begin, lessons } from "./api.js";
import { h, icon } from "./dom.js";
import { ExercisePage } from "./exercise.js";
import { rulesOf, t } from "./language.js";
import { beginning, judgement, pointed } from "./learning.js";
import { puzzlesLink } from "./exerciselinks.js";
import { learnt, rememberLearnt } from "./settings.js";
import { told } from "./words.js";

/** @import {Details, Lesson, Look} from "./protocol" */
/** @import {Stage} from "./solving.js" */

export class LessonPage extends ExercisePage {
  /**
   * @param {string} variant
   * @param {string} wanted the number of a step, from 1; "" for the first that is not done
   * @param {(id: string, variant: string) => void} onBegun
   */
  constructor(variant, wanted, onBegun) {
    super(variant, "lesson.show");
    this.onBegun = onBegun;
    /** @type {Lesson[]} */
    this.lessons = [];
    this.steps = h("ol", { class: "lesson-steps", "aria-label": t("lesson.steps") });
    this.judged = h("p", { class: "lesson-judged" });
    this.back = h("button", { type: "button", onclick: () => this.turn(-1) }, t("lesson.back"));
    this.next = h("button", { type: "button", onclick: () => this.turn(1) }, t("lesson.next"));
    this.play = h("button", { type: "button", class: "primary", hidden: true, onclick: () => void this.begin() }, t("lesson.play"));
    this.further = h("div", { class: "lesson-further", hidden: true });
    this.side.setAttribute("aria-label", t("lesson.aside"));
    this.side.append(this.steps);
    const buttons = h("div", { class: "lesson-buttons" }, this.back, this.next, this.play);
    this.arrange("lesson", [this.number, this.task, this.judged, this.words, buttons, this.further], [this.flip, this.solve]);
    this.expect(lessons(variant), (known, found) => this.open(known, found, Number(wanted)), "lesson.title", () => t("lesson.none"));
  }

  /**
   * @param {Details} known
   * @param {Lesson[]} found
   * @param {number} wanted the number of a step, from 1, or none
   */
  open(known, found, wanted) {
    this.lessons = found;
    const items = found.map((_, index) => h("li", {}, h("button", { type: "button", onclick: () => this.choose(index) }, String(index + 1))));
    this.steps.replaceChildren(...items);
    const rules = h("a", { class: "rules-link", href: rulesOf(known.name) }, icon("book"), h("span", {}, t("rules")));
    this.further.append(rules, ...(known.puzzles ? [puzzlesLink(known)] : []));
    this.choose(beginning(found.length, wanted, learnt(this.variant)));
  }

  get lesson() {
    return this.lessons[this.current];
  }

  /** Put a step on the board. @param {number} index */
  choose(index) {
    super.choose(index);
    const { position, lines } = this.lesson;
    if (!lines.length) this.remember();
    this.study.set(position, lines);
  }

  /** Go to the next or the previous step, if there is one. @param {-1 | 1} by */
  turn(by) {
    if (this.lessons[this.current + by]) this.choose(this.current + by);
  }

  /** This step is done. */
  remember() {
    rememberLearnt(this.variant, [...new Set([...learnt(this.variant), this.current])]);
  }

  /** Begin a game against the weakest computer. */
  async begin() {
    const level = this.study.details?.levels[0]?.name;
    if (!level) return;
    this.play.disabled = true;
    try {
      const { id } = await begin({ variant: this.variant, options: {}, white: "human", black: level });
      this.onBegun(id, this.variant);
    } catch (error) {
      this.study.trouble = error instanceof Error ? error.message : String(error);
      this.play.disabled = false;
      this.schedule();
    }
  }

  /** @param {Stage} stage */
  judge(stage) {
    if (stage === "solved") this.remember();
    this.announce();
  }

  /**
   * @param {Look | null} before
   * @param {Look} now
   */
  arrive(before, now) {
    super.arrive(before, now);
    this.announce();
  }

  /** Say all that is new: the step, or what the last move did and what has become of it. */
  announce() {
    const { study, lesson } = this;
    if (!lesson || !study.seen) return;
    const step = t("lesson.number", { number: this.current + 1, all: this.lessons.length });
    const words = study.node.parent ? [told(study.seen.view), this.judgement] : [`${step}.`, lesson.say];
    this.announcer.say(words.filter(Boolean).join(" "));
  }

  get judgement() {
    const { study, lesson } = this;
    return lesson ? judgement(lesson, study.stage, study.node.parent !== null) : "";
  }

  get shortcuts() {
    return { ...super.shortcuts, ArrowLeft: () => this.turn(-1), ArrowRight: () => this.turn(1), h: () => this.solve.click() };
  }

  draw() {
    const { study, lessons: all, current, lesson, over } = this;
    const last = current === all.length - 1;
    this.number.textContent = lesson ? t("lesson.number", { number: current + 1, all: all.length }) : "";
    this.task.textContent = lesson?.say ?? "";
    this.judged.textContent = study.trouble || this.judgement;
    this.words.textContent = study.node.parent && study.seen && !study.guessed ? told(study.seen.view) : "";
    this.back.disabled = !current;
    this.next.hidden = last && Boolean(lesson);
    this.next.classList.toggle("primary", over);
    this.play.hidden = !last || !lesson;
    this.play.classList.toggle("primary", over);
    this.further.hidden = !last || !lesson;
    this.solve.hidden = Boolean(lesson && !lesson.lines.length);
    const done = learnt(this.variant);
    [...this.steps.children].forEach((item, index) => {
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      button.setAttribute("aria-label", t(done.includes(index) ? "lesson.step.done" : "lesson.step", { number: index + 1 }));
      button.toggleAttribute("data-done", done.includes(index));
      if (index === current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    super.draw();
    this.sketch?.give(study.seen === study.node.look ? pointed(lesson, study.node.moves) : []);
  }
}
