import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

globalThis.document.createElementNS = globalThis.document.createElement = () => ({ setAttribute() {}, append() {} });
globalThis.localStorage = { getItem: () => null };
const { mentions } = await page("rulecards.js");

const PIECES = [
  { letter: "R", name: "rook" },
  { letter: "+R", name: "promoted rook" },
  { letter: "K", name: "König" },
];

test("the first mention of a piece stands by itself, as it is written", () => {
  const seen = new Set();
  assert.deepEqual(mentions("Rooks and a rook.", PIECES, seen), [{ letter: "R", name: "Rooks" }, " and a rook."]);
  assert.deepEqual(mentions("No rook again", PIECES, seen), ["No rook again"]);
});

test("the longer name counts, and a part of a word is no name", () => {
  assert.deepEqual(mentions("A promoted rook", PIECES, new Set()), ["A ", { letter: "+R", name: "promoted rook" }]);
  assert.deepEqual(mentions("rookie, Königin, brook", PIECES, new Set()), ["rookie, Königin, brook"]);
  assert.deepEqual(mentions("des Königs", PIECES, new Set()), ["des ", { letter: "K", name: "Königs" }]);
  assert.deepEqual(mentions("nothing", [], new Set()), ["nothing"]);
});
