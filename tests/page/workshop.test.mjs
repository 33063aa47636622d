// A draft goes forward and back, whatever the server is slow about; and goals are painted as vectors.

import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

globalThis.document.createElement = () => Object.assign(new EventTarget(), { setAttribute() {}, append() {} });
const { Draft } = await page("workshopdraft.js");
const { TextPanel } = await page("workshoptext.js");
await (await page("language.js")).read("workshop");
const { around, painted } = await page("workshoppainting.js");

/** A server that writes each change behind the text. */
const look = async (text, changes) => {
  if (changes.some(({ act }) => act === "wrong")) throw new Error("no such square");
  return { text: text + changes.map(({ act }) => act).join(""), problems: [] };
};

const settled = async (draft) => {
  while (draft.busy) await new Promise((resolve) => setTimeout(resolve));
};

test("each change is a step, and steps are undone and redone in order", async () => {
  const draft = new Draft("", () => {}, look);
  draft.change({ act: "a" });
  draft.change({ act: "b" }, { act: "c" });
  await settled(draft);
  assert.equal(draft.text, "abc");
  draft.undo();
  await settled(draft);
  assert.equal(draft.text, "a");
  draft.undo();
  draft.undo();
  await settled(draft);
  assert.deepEqual([draft.text, draft.canUndo, draft.canRedo], ["", false, true]);
  draft.redo();
  await settled(draft);
  assert.equal(draft.text, "a");
  draft.change({ act: "z" });
  await settled(draft);
  assert.deepEqual([draft.text, draft.canRedo], ["az", false]);
});

test("a change that cannot be made is told, and nothing is lost", async () => {
  const draft = new Draft("x", () => {}, look);
  draft.change({ act: "wrong" });
  draft.change({ act: "a" });
  const told = [];
  draft.changed = () => told.push(draft.trouble);
  await settled(draft);
  assert.equal(draft.text, "xa");
  assert.deepEqual([told[0], draft.trouble, draft.past], ["no such square", "", ["x"]]);
});

test("a change that changes nothing is no step", async () => {
  const draft = new Draft("x", () => {}, look);
  draft.change();
  await settled(draft);
  assert.equal(draft.canUndo, false);
});

test("what is typed comes before what is done next", async () => {
  const draft = new Draft("", () => {}, look);
  const { text } = new TextPanel(draft);
  text.value = "typed";
  text.dispatchEvent(new Event("input"));
  text.dispatchEvent(new Event("blur"));
  draft.change({ act: ", done" });
  await settled(draft);
  assert.equal(draft.text, "typed, done");
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.equal(draft.text, "typed, done");
});

test("what is typed on and on is one step", async () => {
  const draft = new Draft("", () => {}, look);
  draft.write("a");
  await settled(draft);
  draft.write("ab", true);
  await settled(draft);
  draft.undo();
  await settled(draft);
  assert.equal(draft.text, "");
});

test("a step back while the server thinks is not undone by its answer", async () => {
  const draft = new Draft("", () => {}, look);
  draft.change({ act: "a" });
  await settled(draft);
  draft.change({ act: "b" });
  draft.undo();
  await settled(draft);
  assert.equal(draft.text, "");
});

const BRUSH = { way: "step", what: "both", initial: false, lame: false };

test("a goal is painted, painted over, and taken out", () => {
  const first = painted([], 1, 2, BRUSH);
  assert.deepEqual(first, [{ right: 1, forward: 2, limit: 1, move: true, capture: true, initial: false, lame: false, hop: "" }]);
  const moves = painted(first, 1, 2, { ...BRUSH, what: "move" });
  assert.deepEqual(moves.map(({ move, capture }) => [move, capture]), [[true, false]]);
  const both = painted(moves, 1, 2, { ...BRUSH, what: "capture", way: "over" });
  assert.equal(both.length, 2);
  assert.deepEqual(painted(first, 1, 2, BRUSH), []);
});

test("a slide is painted by any square on its way", () => {
  const [part] = painted([], -3, 3, { ...BRUSH, way: "ride" });
  assert.deepEqual([part.right, part.forward, part.limit], [-1, 1, 0]);
});

test("all directions are those that mirror one another", () => {
  assert.equal(around(1, 2).length, 8);
  assert.deepEqual(new Set(around(0, 2).map(String)), new Set(["0,2", "2,0", "0,-2", "-2,0"]));
  const neighbours = ["0,1", "1,1", "1,0", "0,-1", "-1,-1", "-1,0"];
  for (const each of neighbours) assert.deepEqual(new Set(around(...each.split(",").map(Number), true).map(String)), new Set(neighbours));
  assert.equal(around(2, 1, true).length, 6); // through corners
  assert.equal(around(1, 3, true).length, 12);
});
