import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { beginning, judgement, pointed } = await page("learning.js");

const lesson = (more) => ({ say: "s", position: null, arrows: [["a1", "a1"], ["a1", "b2"]], lines: [["m"]], done: "", wrong: "", ...more });

test("lessons begin with the step asked for, else with the first that is not done", () => {
  assert.equal(beginning(8, 3, [0]), 2);
  assert.equal(beginning(8, 9, [0, 1, 3]), 2);
  assert.equal(beginning(8, 0, []), 0);
  assert.equal(beginning(2, NaN, [0, 1]), 0);
});

test("what is pointed out is there until there is a move on the board", () => {
  assert.deepEqual(pointed(lesson(), []), [{ from: "a1", to: "a1" }, { from: "a1", to: "b2" }]);
  assert.deepEqual(pointed(lesson(), ["m"]), []);
  assert.deepEqual(pointed(undefined, []), []);
});

test("a move is judged in the words of its step, or in the page's", () => {
  assert.equal(judgement(lesson(), "solving", false), "");
  assert.equal(judgement(lesson({ done: "well" }), "solved", true), "well");
  assert.equal(judgement(lesson(), "solved", true), "Right!");
  assert.equal(judgement(lesson({ wrong: "no" }), "wrong", false), "no");
  assert.equal(judgement(lesson(), "wrong", true), "Not that one. Try another move.");
  assert.equal(judgement(lesson({ done: "well" }), "shown", true), "well");
  assert.equal(judgement(lesson({ lines: [], done: "" }), "solved", false), "", "there was only something to read");
});
