import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { brief, capital, duration, score, seated, short, timed, told } = await page("words.js");
const { tr } = await page("language.js");

test("a score is White's", () => {
  assert.equal(score({ score: 31 }, "white"), "+0.31");
  assert.equal(score({ score: 31 }, "black"), "−0.31");
  assert.equal(score({ score: 0 }, "black"), "0.00");
  assert.match(score({ score: { mate: 5 } }, "white"), /White.* 3/, "five plies are three moves");
  assert.match(score({ score: { mate: 5 } }, "black"), /Black.* 3/);
});

test("a mate in short has its sign", () => {
  assert.equal(brief({ score: { mate: 3 } }, "white"), "#2");
  assert.equal(brief({ score: { mate: 3 } }, "black"), "−#2");
  assert.equal(brief({ score: { mate: -4 } }, "black"), "#2");
  assert.equal(brief({ score: 120 }, "white"), "+1.20");
});

test("counts are short", () => {
  assert.equal(short(812), "812");
  assert.match(short(81_234), /^81\sk$/);
  assert.match(short(1_234_567), /^1\.2\sM$/);
});

test("a clock shows minutes, hours or days, and tenths at the end", () => {
  assert.equal(duration(299), "4:59");
  assert.equal(duration(298.2), "4:59", "a second that has begun counts");
  assert.equal(duration(3723), "1:02:03");
  assert.equal(duration(0), "0:00");
  assert.equal(duration(9.87, true), "0:09.8");
  assert.match(duration(2 * 86400 + 3 * 3600), /^2 days 3\sh/);
  assert.match(timed({ kind: "game", seconds: 300, increment: 3 }), /5:00.*3/);
});

test("a seat is named by who sits there", () => {
  const details = { levels: [{ name: "easy", title: "Beginner" }] };
  const state = (white, you, name = "") => ({ seats: { white, black: "human" }, names: { white: name, black: "" }, you });
  assert.match(seated(state("easy", ["black"]), details, "white"), /Beginner/);
  assert.notEqual(seated(state("human", ["white"]), details, "white"), seated(state("human", ["black"]), details, "white"));
  assert.equal(seated(state("human", []), details, "white"), "White");
  assert.equal(seated(state("human", [], "Ann"), details, "white"), "Ann");
  assert.equal(seated(state("human", ["black"], "Ann"), details, "white"), "Ann");
  assert.equal(seated(state("human", ["white"], "Ann"), details, "white"), "You");
  assert.notEqual(seated(state("open", []), details, "white"), "White");
});

test("phrases of the server are filled with their parameters, which may be phrases", () => {
  const piece = { text: "pawn", code: "pawn", params: {} };
  assert.equal(tr({ text: "", code: "a {piece} on {square}, {{as it is}}", params: { piece, square: "e8" } }), "a pawn on e8, {as it is}");
  assert.equal(tr({ text: "{}", code: "{}", params: {} }), "{}", "without parameters a brace is a brace");
  assert.equal(tr("plain"), "plain");
});

test("what a move did is told in sentences", () => {
  const piece = { text: "white rook", code: "{side} rook", params: { side: "white" } };
  const drift = { text: "", code: "{piece} drifts", params: { piece } };
  assert.equal(told({ said: [drift, "it was a prince"] }), "White rook drifts. It was a prince.");
  assert.equal(told({ said: [] }), "");
  assert.equal(capital("knight"), "Knight");
});
