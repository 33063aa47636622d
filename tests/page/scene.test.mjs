import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { guess, marks } = await page("scene.js");
const { counted } = await page("words.js");

const PLACES = new Map([["e4", { site: "e4", level: "" }]]);
const held = (choice, number) => ({ letter: choice[0], name: `white ${choice}`, picture: "pawn", number, choice });
const panel = (side, ...holdings) => ({ title: "hand", side, holdings, number: null });
const counter = (side, number) => ({ title: "checks left", side, holdings: [], number });
const view = (...panels) => ({ text: "", side: "white", checked: [], last: [], earlier: [], said: [], touched: [], checks: [], trays: null, tokens: [], course: [], purses: null, panels });

test("a dropped piece stands on its square, and the hand has one less", () => {
  const before = view(panel("white", held("P@", 2), held("N@", 1)), panel("black", held("P@", 3)));
  const numbers = (now) => now.panels.map(({ holdings }) => holdings.map(({ number }) => number));
  const pawn = guess(before, { text: "P@e4", choices: ["P@", "e4"] }, PLACES, {}, new Map());
  assert.deepEqual(pawn.tokens.map(({ site, side, letter }) => [site, side, letter]), [["e4", "white", "P"]]);
  assert.deepEqual(pawn.last, ["e4"]);
  assert.deepEqual(numbers(pawn), [[1, 1], [3]]);
  const knight = guess(before, { text: "N@e4", choices: ["N@", "e4"] }, PLACES, {}, new Map());
  assert.deepEqual(numbers(knight), [[2], [3]]);
  assert.deepEqual(numbers(before), [[2, 1], [3]], "the view itself stays as it is");
});

test("counters that have changed are told", () => {
  const before = view(counter("white", 3), counter("black", 3));
  assert.deepEqual(counted(before, view(counter("white", 2), counter("black", 3))), ["White, checks left: 2."]);
  assert.deepEqual(counted(before, before), []);
  assert.deepEqual(counted(view(panel("white")), view(panel("white", held("P@", 1)))), [], "a hand is no counter");
});

test("a king that castles by a move to its rook's square waits for the server", () => {
  const token = (site, letter) => ({ site, letter, name: letter, picture: "", side: "white", level: "", momentum: null, chips: [], marked: false });
  const before = { ...view(), tokens: [token("e4", "K"), token("f4", "R")] };
  const places = new Map([...PLACES, ["f4", { site: "f4", level: "" }]]);
  assert.deepEqual(guess(before, { text: "e4-f4", choices: ["e4", "f4"] }, places, {}, new Map()), before);
});

test("chips stay where a pawn steps straight onto them, whatever the squares are called", () => {
  const token = (site, picture, ...chips) => ({ site, letter: "P", name: picture, picture, side: "white", level: "", momentum: null, chips, marked: false });
  const before = { ...view(), touched: [], tokens: [token("1e7", "pawn"), token("bank", "chips", 5), token("1d8", "chips", 5)] };
  const places = new Map([["1e7", "e"], ["bank", "e"], ["1d8", "d"]].map(([site, file]) => [site, { site, level: "", file, name: site }]));
  const found = marks(before, ["1e7"], { places: ["bank", "1d8"], others: [], whole: false }, [], [], places, new Map());
  assert.deepEqual([found.get("bank"), found.get("1d8")], [["goal"], ["capture"]]);
});

test("all the moves of a turn are marked as the last ones", () => {
  const now = { ...view(), earlier: ["e2", "e4"], last: ["g1", "f3"] };
  const found = marks(now, [], null, [], [], PLACES, new Map());
  assert.deepEqual([...found], ["e2", "e4", "g1", "f3"].map((site) => [site, ["last"]]));
});
