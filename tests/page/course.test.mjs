import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { after, outcome } = await page("course.js");

const KINDS = new Map([["Q", { name: "queen", picture: "queen" }]]);
const token = (site, name, momentum = null) => ({ site, name: `white ${name}`, side: "white", letter: name[0].toUpperCase(), picture: name, momentum });
const event = (what, sites, more = {}) => ({ what, sites, taken: null, becomes: "", momentum: null, ...more });

test("a piece goes to the last square of its path, with its new momentum, and captures", () => {
  const tokens = [token("a1", "rook"), token("a5", "pawn"), token("h8", "king")];
  const [rook, king] = after(tokens, event("move", ["a1", "a3", "a5"], { taken: "a5", momentum: { dx: 0, dy: 4, place: 1 } }), KINDS);
  assert.deepEqual([rook.site, rook.momentum], ["a5", { dx: 0, dy: 4, place: 1 }]);
  assert.deepEqual(king, tokens[2]);
});

test("a piece whose path ends where it began is not captured by itself", () => {
  const [rook] = after([token("a1", "rook")], event("drift", ["a1", "a2", "a1"], { taken: "a1" }), KINDS);
  assert.equal(rook.site, "a1");
});

test("a pawn becomes what the event says", () => {
  const [queen] = after([token("a7", "pawn")], event("move", ["a7", "a8"], { becomes: "Q" }), KINDS);
  assert.deepEqual([queen.letter, queen.picture, queen.name], ["Q", "queen", "white queen"]);
});

test("the spinner carries its pieces on by a square and turns their momentum", () => {
  const tokens = [token("d4", "rook", { dx: 0, dy: 2, place: 1 }), token("e5", "pawn"), token("a1", "king")];
  const spun = after(tokens, event("spin", ["d4", "d5", "e5", "e4"]), KINDS);
  assert.deepEqual(spun.map(({ site }) => site), ["d5", "e4", "a1"]);
  assert.deepEqual(spun[0].momentum, { dx: 2, dy: -0, place: 1 });
  assert.equal(spun[1].momentum, null);
});

test("events follow one another", () => {
  const events = [event("move", ["a1", "d4"]), event("spin", ["d4", "d5", "e5", "e4"])];
  assert.equal(outcome([token("a1", "rook")], events, KINDS)[0].site, "d5");
});
