import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { page } from "./browser.mjs";

const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };

const { forgetGame, ownGames, rememberGame } = await page("settings.js");
const { standing } = await page("words.js");

const game = (id, at, result = null) => ({ id, variant: "chess", title: "Chess", at, you: ["white"], opponent: "Opponent", result });

beforeEach(() => kept.clear());

test("games are listed by when they were last opened, each once", () => {
  for (const [id, at] of [["a", 1], ["b", 2], ["a", 3]]) rememberGame(game(id, at));
  assert.deepEqual(ownGames().map(({ id, at }) => [id, at]), [["a", 3], ["b", 2]]);
  forgetGame("a");
  assert.deepEqual(ownGames().map(({ id }) => id), ["b"]);
});

test("a game that goes on is never forgotten for a finished one", () => {
  rememberGame(game("old", 0));
  for (let number = 1; number <= 400; number += 1) rememberGame(game(String(number), number, "Draw"));
  const ids = ownGames().map(({ id }) => id);
  assert.equal(ids.length, 300);
  assert.equal(ids[0], "400");
  assert.equal(ids.at(-1), "old");
});

test("how a game stands is said to its player", () => {
  const state = { result: null, seats: { white: "human", black: "human" }, shared: true, clock: null, offers: [], view: { side: "white" } };
  const [mine, other, both] = [{ you: ["white"] }, { you: ["black"] }, { you: ["white", "black"] }];
  assert.match(standing({ ...state, damaged: true }, mine), /damaged/);
  assert.equal(standing(state, mine), "Your move");
  assert.equal(standing(state, other), "Your opponent’s move");
  assert.equal(standing({ ...state, shared: false }, both), "White to move");
  assert.equal(standing({ ...state, clock: { left: { white: 61, black: 5 } } }, mine), "Your move · 1:01");
  assert.match(standing({ ...state, seats: { white: "human", black: "open" } }, mine), /Waiting/);
  assert.equal(standing({ ...state, result: { message: "White wins by checkmate" } }, mine), "White wins by checkmate");
  const [draw, rematch] = ["draw", "rematch"].map((what) => ({ ...state, offers: [{ what, side: "black" }] }));
  assert.equal(standing(draw, mine), "Your move · Your opponent offers a draw.");
  assert.equal(standing(draw, other), "Your opponent’s move");
  assert.equal(standing({ ...rematch, result: { message: "Draw by agreement" }, clock: { left: { white: 0, black: 5 } } }, mine), "Draw by agreement · Your opponent offers a rematch.");
});
