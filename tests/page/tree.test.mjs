import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { Tree } = await page("tree.js");
const { Graph, advantage } = await page("graph.js");
const { origin } = await page("suspicion.js");

const step = (text, side = "white") => ({ text, side });

/** 1. e4 e5 2. Nf3, with 1... c5 and 2. f4 as branches. */
function grown() {
  const tree = new Tree("chess", null);
  const e4 = tree.root.grow(step("e2-e4"));
  const e5 = e4.grow(step("e7-e5", "black"));
  e4.grow(step("c7-c5", "black"));
  const nf3 = e5.grow(step("g1-f3"));
  const f4 = e5.grow(step("f2-f4"));
  return { tree, e4, e5, nf3, f4 };
}

test("the same move twice is one node", () => {
  const { tree, e4 } = grown();
  assert.equal(tree.root.grow(step("e2-e4")), e4);
  assert.equal(tree.root.children.length, 1);
});

test("a node knows the moves to it, and the main line from it", () => {
  const { tree, e4, f4, nf3 } = grown();
  assert.deepEqual(f4.moves, ["e2-e4", "e7-e5", "f2-f4"]);
  assert.deepEqual(e4.rest.map((node) => node.step.text), ["e7-e5", "g1-f3"]);
  assert.deepEqual(tree.through(e4).map((node) => node.step?.text), [undefined, "e2-e4", "e7-e5", "g1-f3"]);
  assert.equal(tree.find(["e2-e4", "e7-e5", "g1-f3"]), nf3);
  assert.equal(tree.find(["e2-e4", "d7-d5"]), undefined);
});

test("a branch becomes the main line, up to the root", () => {
  const { tree, f4, nf3 } = grown();
  f4.promote();
  assert.deepEqual(tree.root.rest.map((node) => node.step.text), ["e2-e4", "e7-e5", "f2-f4"]);
  assert.equal(nf3.parent.children[1], nf3);
});

test("a node that is removed takes along what follows it", () => {
  const { tree, e5 } = grown();
  e5.remove();
  assert.deepEqual([...tree.root.all()].map((node) => node.step?.text ?? ""), ["", "e2-e4", "c7-c5"]);
});

test("a tree comes back from plain data as it was", () => {
  const { tree, nf3 } = grown();
  tree.root.comment = "before";
  Object.assign(nf3, { comment: "develops", glyphs: [1], lead: "or" });
  const data = JSON.parse(JSON.stringify(tree.whole));
  const again = Tree.from(data);
  assert.deepEqual(again.whole, tree.whole);
  assert.equal(again.find(["e2-e4", "e7-e5", "g1-f3"]).sign, "!");
  assert.equal(again.root.comment, "before");
});

test("an advantage is White's, from -1 to 1", () => {
  const { e4, e5 } = grown();
  const known = (node, side, score) => Object.assign(node, { thought: { side, lines: [{ score }] } });
  assert.equal(advantage(e4, 300), null);
  known(e4, "black", 0);
  assert.ok(advantage(e4, 300) === 0);
  known(e4, "black", 300);
  assert.ok(Math.abs(advantage(e4, 300) + 0.8) < 0.01, "three pawns are four fifths of a win, here Black's");
  assert.ok(Math.abs(advantage(e4, 3000) + 0.11) < 0.01, "in a game where thirty are, three are little");
  known(e5, "white", { mate: -3 });
  assert.equal(advantage(e5, 300), -1);
  e5.look = { view: { side: "white" }, result: { winner: "white" } };
  assert.equal(advantage(e5, 300), 1);
  e5.look.result.winner = null;
  assert.equal(advantage(e5, 300), 0);
});

test("a move that gives much away is a mistake, more so the more it gives", () => {
  const { tree, e4, e5, nf3 } = grown();
  const score = (node, side, value) => Object.assign(node, { thought: { side, lines: [{ score: value }] } });
  score(tree.root, "white", 0);
  score(e4, "black", 10);
  score(e5, "white", 150);
  score(nf3, "black", { mate: 2 });
  const graph = Object.assign(Object.create(Graph.prototype), { study: { details: { winning: 300 } } });
  const found = graph.mistakes(tree.through(nf3));
  assert.deepEqual(found.map(({ node, glyph }) => [node.step.text, glyph]), [["e7-e5", 2], ["g1-f3", 4]]);
  e5.glyphs = [1];
  assert.deepEqual(graph.mistakes(tree.through(nf3)).map(({ node }) => node), [nf3], "signs that are there stay");
  e5.glyphs = [];
  graph.study = { details: { winning: 3000 } };
  assert.deepEqual(graph.mistakes(tree.through(nf3)).map(({ node }) => node), [nf3], "where other pieces decide little, a pawn is no mistake");
});

test("a king is followed back to where it stood", () => {
  assert.equal(origin("1g1", ["1e1-1f1", "2a2-2a4", "1f1-1g1"]), "1e1");
  assert.equal(origin("3e1", ["1e1-1f1"]), "3e1");
});
