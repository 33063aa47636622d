import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { fulfilled, owns, planned } = await page("premove.js");

test("a piece and then its goal make a plan; another own piece begins a new one", () => {
  const begun = planned(null, "e7", true, false);
  assert.deepEqual(begun, { from: "e7", to: "" });
  assert.deepEqual(planned(begun, "e5", false, false), { from: "e7", to: "e5" });
  assert.deepEqual(planned(begun, "d8", true, false), { from: "d8", to: "" });
  assert.deepEqual(planned(begun, "d8", true, true), { from: "e7", to: "d8" }, "dragged there, it would recapture");
  assert.equal(planned(null, "e5", false, false), null);
  assert.equal(planned({ from: "e7", to: "e5" }, "a3", false, false), null, "a click elsewhere takes the plan back");
});

const PLACES = new Map(["e7", "e8", "d8", "f6"].map((site) => [site, { site }]));
const LABELS = { Q: { name: "queen" }, N: { name: "knight" } };
const move = (text, ...choices) => ({ text, choices });
const TURNS = [move("N", "e7", "e8", "N"), move("Q", "e7", "e8", "Q"), move("d8", "e7", "d8"), move("on", "e7", "d8", "f6")];

test("a plan is fulfilled only by a legal move", () => {
  assert.equal(fulfilled(TURNS, PLACES, LABELS, { from: "e7", to: "e8" }).text, "Q");
  assert.equal(fulfilled(TURNS, PLACES, LABELS, { from: "e7", to: "d8" }).text, "d8", "and not by one that goes on");
  assert.equal(fulfilled(TURNS, PLACES, LABELS, { from: "e7", to: "f6" }), null);
  assert.equal(fulfilled(TURNS, PLACES, LABELS, { from: "d8", to: "e7" }), null);
  assert.equal(fulfilled([], PLACES, LABELS, { from: "e7", to: "e8" }), null);
});

test("a piece in hand is dropped where it was planned", () => {
  const drops = [move("P@e8", "P@", "e8"), move("N@d8", "N@", "d8")];
  assert.equal(fulfilled(drops, PLACES, LABELS, { from: "N@", to: "d8" }).text, "N@d8");
  assert.equal(fulfilled(drops, PLACES, LABELS, { from: "N@", to: "e8" }), null);
  assert.deepEqual(planned({ from: "N@", to: "" }, "d8", false, false), { from: "N@", to: "d8" });
});

test("chips are nobody's piece", () => {
  const token = { site: "e4", side: "white", chips: [] };
  assert.equal(owns([token], "e4", "white"), true);
  assert.equal(owns([token], "e4", "black"), false);
  assert.equal(owns([{ ...token, chips: [{ worth: 5, number: 1 }] }], "e4", "white"), false);
});
