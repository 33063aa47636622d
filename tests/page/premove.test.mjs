import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { fulfilled, owns, planned } = await page("premove.js");

test("a piece and then its goal make a plan; another own piece begins a new one", () => {
  const begun = planned(null, "e7", true, false, 2);
  assert.deepEqual(begun, ["e7"]);
  assert.deepEqual(planned(begun, "e5", false, false, 2), ["e7", "e5"]);
  assert.deepEqual(planned(begun, "d8", true, false, 2), ["d8"]);
  assert.deepEqual(planned(begun, "d8", true, true, 2), ["e7", "d8"], "dragged there, it would recapture");
  assert.deepEqual(planned(["P@"], "d8", false, false, 2), ["P@", "d8"], "a piece in hand is dropped");
  assert.equal(planned(null, "e5", false, false, 2), null);
  assert.equal(planned(["e7", "e5"], "a3", false, false, 2), null, "a click elsewhere takes the plan back");
});

test("a wall is planned with the move, also where the piece came from", () => {
  const moved = planned(["e7"], "e5", false, false, 3);
  assert.deepEqual(moved, ["e7", "e5"]);
  assert.deepEqual(planned(moved, "a3", false, false, 3), ["e7", "e5", "a3"]);
  assert.deepEqual(planned(moved, "e7", true, false, 3), ["e7", "e5", "e7"]);
  assert.deepEqual(planned(moved, "d8", true, false, 3), ["d8"], "another own piece begins a new plan");
  assert.equal(planned(moved, "e5", false, false, 3), null, "the goal is taken");
  assert.equal(planned(["e7", "e5", "a3"], "a4", false, false, 3), null);
});

const PLACES = new Map(["e7", "e8", "d8", "f6"].map((site) => [site, { site }])).set("e7^", { site: "e7" });
const LABELS = { Q: { name: "queen" }, N: { name: "knight" }, "+": { name: "promote" } };
const move = (text, ...choices) => ({ text, choices });
const TURNS = [move("N", "e7", "e8", "N"), move("Q", "e7", "e8", "Q"), move("d8", "e7", "d8"), move("on", "e7", "d8", "f6")];
const found = (turns, ...plan) => fulfilled(turns, PLACES, LABELS, plan);

test("a plan is fulfilled only by a legal move", () => {
  assert.equal(found(TURNS, "e7", "e8").move.text, "Q");
  assert.equal(found(TURNS, "e7", "d8").move.text, "d8", "and not by one that goes on");
  assert.equal(found(TURNS, "e7", "f6"), null);
  assert.equal(found(TURNS, "d8", "e7"), null);
  assert.equal(found([], "e7", "e8"), null);
});

test("what a plan does not decide is asked for", () => {
  const promotions = [move("plain", "e7", "e8"), move("+", "e7", "e8", "+")];
  assert.deepEqual(found(promotions, "e7", "e8"), { move: null, choices: ["e7", "e8"] });
  const further = [move("a", "e7", "d8", "f6"), move("b", "e7", "d8", "e8")];
  assert.deepEqual(found(further, "e7", "d8"), { move: null, choices: ["e7", "d8"] });
  const riders = [move("piece", "e7", "e8"), move("rider", "e7^", "e8")];
  assert.deepEqual(found(riders, "e7", "e8"), { move: null, choices: [] });
});

test("a wall goes where it was planned, after a promotion, too", () => {
  const turns = [move("N,f6", "e7", "e8", "N", "f6"), move("Q,f6", "e7", "e8", "Q", "f6"), move("Q,d8", "e7", "e8", "Q", "d8")];
  assert.equal(found(turns, "e7", "e8", "f6").move.text, "Q,f6");
  assert.equal(found(turns, "e7", "e8", "e7"), null);
});

test("a piece in hand is dropped where it was planned", () => {
  const drops = [move("P@e8", "P@", "e8"), move("N@d8", "N@", "d8")];
  assert.equal(found(drops, "N@", "d8").move.text, "N@d8");
  assert.equal(found(drops, "N@", "e8"), null);
});

test("chips are nobody's piece", () => {
  const token = { site: "e4", side: "white", chips: [] };
  assert.equal(owns([token], "e4", "white"), true);
  assert.equal(owns([token], "e4", "black"), false);
  assert.equal(owns([{ ...token, chips: [{ worth: 5, number: 1 }] }], "e4", "white"), false);
});
