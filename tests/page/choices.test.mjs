import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { open, settled } = await page("choices.js");

const move = (text, ...choices) => ({ text, choices });
const MOVES = [
  move("e7-e8=Q", "e7", "e8", "Q"),
  move("e7-e8=N", "e7", "e8", "N"),
  move("e7-f8", "e7", "f8"),
  move("e7-f8-g8", "e7", "f8", "g8"),
  move("pass", "pass"),
];
const PLACES = new Map(["e7", "e8", "f8", "g8"].map((site) => [site, {}]));

test("at first the squares and the menu offer what some move begins with, each once", () => {
  assert.deepEqual(open(MOVES, [], PLACES), { places: ["e7"], others: ["pass"], whole: [] });
});

test("after a choice only the moves that begin with it are left", () => {
  assert.deepEqual(open(MOVES, ["e7"], PLACES), { places: ["e8", "f8"], others: [], whole: [] });
  assert.deepEqual(open(MOVES, ["e7", "e8"], PLACES), { places: [], others: ["Q", "N"], whole: [] });
  assert.deepEqual(open(MOVES, ["a1"], PLACES), { places: [], others: [], whole: [] });
});

test("a move is settled when it is complete and nothing goes on from it", () => {
  assert.equal(settled(open(MOVES, ["e7", "e8", "Q"], PLACES))?.text, "e7-e8=Q");
  assert.equal(settled(open(MOVES, ["e7", "f8"], PLACES)), null, "f8 may be the end or a step to g8");
  assert.equal(open(MOVES, ["e7", "f8"], PLACES).whole[0].text, "e7-f8");
  assert.equal(settled(open(MOVES, ["e7"], PLACES)), null);
});
