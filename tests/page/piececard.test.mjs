import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

globalThis.document.createElementNS = globalThis.document.createElement = () => ({ setAttribute() {}, append() {} });
globalThis.localStorage = { getItem: () => null };
const { kindsOn } = await page("piececard.js");

const KINDS = new Map(["N", "P", "+R"].map((letter) => [letter, { name: "", picture: "" }]));
const token = (site, letter, side) => ({ site, letter, side });

test("a piece has the kind of its letter, of either side", () => {
  const tokens = [token("e2", "n", "black"), token("e4", "+R", "white")];
  assert.deepEqual(kindsOn(tokens, "e2", undefined, KINDS), [{ letter: "N", side: "black" }]);
  assert.deepEqual(kindsOn(tokens, "e4", undefined, KINDS), [{ letter: "+R", side: "white" }]);
  assert.deepEqual(kindsOn(tokens, "e5", undefined, KINDS), []);
});

test("of a stack the topmost comes first, then what carries it, and no kind twice", () => {
  const tokens = [token("e2", "P", "white"), token("e2", "n", "black"), token("d", "P", "white")];
  assert.deepEqual(
    kindsOn(tokens, "e2", "d", KINDS).map(({ letter }) => letter),
    ["N", "P"],
  );
});

test("chips and walls are no pieces", () => {
  assert.deepEqual(kindsOn([token("e2", "", null), token("e2", "*", null), token("e2", "", "white")], "e2", undefined, KINDS), []);
});
