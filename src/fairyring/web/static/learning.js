// What follows from the steps of a game's lessons, and from what the user has done of them.

import { t } from "./language.js";

/** @import {Lesson} from "./protocol" */
/** @import {Stage} from "./solving.js" */

/**
 * The number of the step to begin with, from 0: the one asked for, else the first that is not done; the first of all if
 * none is left.
 *
 * @param {number} all how many there are
 * @param {number} wanted a number from 1, or none
 * @param {number[]} done the steps that are done
 */
export function beginning(all, wanted, done) {
  if (wanted >= 1 && wanted <= all) return wanted - 1;
  const steps = Array.from({ length: all }, (_, index) => index);
  return steps.find((step) => !done.includes(step)) ?? 0;
}

/**
 * What is pointed out on the board: nothing once there are moves on it.
 *
 * @param {Lesson | undefined} lesson
 * @param {string[]} moves those on the board
 */
export function pointed(lesson, moves) {
  return lesson && !moves.length ? lesson.arrows.map(([from, to]) => ({ from, to })) : [];
}

/**
 * What is said of the user's last move.
 *
 * @param {Lesson} lesson
 * @param {Stage} stage
 * @param {boolean} moved whether there was one
 */
export function judgement({ lines, done, wrong }, stage, moved) {
  if (!lines.length || stage === "solving") return "";
  if (stage === "wrong") return wrong || t("lesson.wrong");
  return stage === "solved" && moved ? done || t("lesson.right") : done;
}
