import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { following, verdict } = await page("solving.js");

const SOLUTION = [["a", "b", "c"]];
/** A position with a side to move, and perhaps a winner. */
const look = (side, winner) => ({ view: { side }, result: winner === undefined ? null : { winner } });

test("a right move is answered by the defence, and the last one solves the puzzle", () => {
  assert.equal(verdict(["a"], SOLUTION, look("black"), "white"), "defence");
  assert.equal(verdict(["a", "b"], SOLUTION, look("white"), "white"), "next");
  assert.equal(verdict(["a", "b", "c"], SOLUTION, look("black"), "white"), "solved");
});

test("who moves twice goes on", () => {
  assert.equal(verdict(["a"], SOLUTION, look("white"), "white"), "next");
});

test("any other move is wrong, unless it wins at once", () => {
  assert.equal(verdict(["x"], SOLUTION, look("black"), "white"), "wrong");
  assert.equal(verdict(["a", "b", "x"], SOLUTION, look("black"), "white"), "wrong");
  assert.equal(verdict(["a", "b", "x"], SOLUTION, look("black", "white"), "white"), "solved");
  assert.equal(verdict(["x"], SOLUTION, look("white", "black"), "black"), "solved");
  assert.equal(verdict(["x"], SOLUTION, look("black", null), "white"), "wrong", "a draw");
  assert.equal(verdict(["x"], SOLUTION, look("black", "black"), "white"), "wrong");
});

test("several solutions are each as good, with an answer of their own", () => {
  const either = [["a", "b"], ["c"]];
  assert.equal(verdict(["a"], either, look("black"), "white"), "defence");
  assert.equal(verdict(["a", "b"], either, look("white"), "white"), "solved");
  assert.equal(verdict(["c"], either, look("black"), "white"), "solved");
  assert.equal(verdict(["c", "b"], either, look("white"), "white"), "wrong");
});

test("the next puzzle is the next one that is not solved", () => {
  const puzzles = ["a", "b", "c"].map((id) => ({ id }));
  assert.equal(following(puzzles, 0, new Set(["b"])), 2);
  assert.equal(following(puzzles, 2, new Set(["c"])), 0);
  assert.equal(following(puzzles, 0, new Set(["b", "c"])), 0, "only this one is left");
  assert.equal(following(puzzles, 2, new Set(["a", "b", "c"])), 0);
  assert.equal(following(puzzles.slice(0, 1), 0, new Set()), 0);
});
