import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { dressed } = await page("characters.js");

const PIECES = [
  { picture: "rook", characters: { white: "disc-1", black: "disc-2" } },
  { picture: "banner", characters: {} },
];

test("a piece is shown by its side's character where the user wants that", () => {
  assert.equal(dressed(PIECES, "rook", "white", true), "disc-1");
  assert.equal(dressed(PIECES, "rook", "black", true), "disc-2");
  assert.equal(dressed(PIECES, "rook", "black", false), "rook");
});

test("what has no character is shown by its picture", () => {
  assert.equal(dressed(PIECES, "banner", "white", true), "banner");
  assert.equal(dressed(PIECES, "wall", "", true), "wall");
  assert.equal(dressed(PIECES, "queen", "black", true), "queen");
  assert.equal(dressed(PIECES, "rook", null, true), "rook");
  assert.equal(dressed([], "rook", "white", true), "rook");
});
