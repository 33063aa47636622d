import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { ahead, bounds, carriers, corners, inset, laidOut, lies, middle, nearest, path, places, room, seen } = await page("geometry.js");

const PANEL = { title: "", width: 8, height: 10 };
const SQUARE = [
  { x: 2, y: 1 },
  { x: 4, y: 1 },
  { x: 4, y: 5 },
  { x: 2, y: 5 },
];

test("a panel is turned clockwise, and four quarters leave it as it was", () => {
  assert.deepEqual(seen([1, 2], PANEL, 0), { x: 1, y: 2 });
  assert.deepEqual(seen([1, 2], PANEL, 1), { x: 8, y: 1 });
  assert.deepEqual(seen([1, 2], PANEL, 2), { x: 7, y: 8 });
  assert.deepEqual(seen([1, 2], PANEL, 3), { x: 2, y: 7 });
  assert.deepEqual(seen([1, 2], PANEL, 4), seen([1, 2], PANEL, 0));
  const outline = { panel: 0, points: [[0, 0], [8, 10]] };
  assert.deepEqual(corners(outline, PANEL, 2), [{ x: 8, y: 10 }, { x: 0, y: 0 }]);
});

test("a turn by two quarters is undone by another", () => {
  const { x, y } = seen([3, 4], PANEL, 2);
  assert.deepEqual(seen([x, y], PANEL, 2), { x: 3, y: 4 });
});

test("only a single panel much longer than wide lies on its side, and only where that makes it larger", () => {
  const long = { panels: [{ width: 8, height: 16 }] };
  assert.equal(lies(long, 1200, 700), true);
  assert.equal(lies(long, 390, 800), false);
  assert.equal(lies({ panels: [{ width: 8, height: 8 }] }, 1200, 700), false);
  assert.equal(lies({ panels: [{ width: 8, height: 16 }, { width: 8, height: 16 }] }, 1200, 700), false);
});

test("the box around an outline has a middle and room for a square", () => {
  assert.deepEqual(bounds(SQUARE), { left: 2, right: 4, top: 1, bottom: 5 });
  assert.deepEqual(middle(SQUARE), { x: 3, y: 3 });
  assert.equal(room(SQUARE), 2);
  assert.equal(path(SQUARE), "2,1 4,1 4,5 2,5");
  assert.deepEqual(inset(SQUARE, 0.5)[0], { x: 2.5, y: 2 });
  assert.deepEqual(inset(SQUARE, 0), SQUARE);
});

test("the arrow keys go to the nearest square ahead, sooner than to one at the side", () => {
  const spots = [
    { x: 10, y: 0 },
    { x: 20, y: 0 },
    { x: 8, y: 8 },
    { x: -10, y: 0 },
    { x: 0, y: 10 },
  ];
  const at = { x: 0, y: 0 };
  assert.equal(ahead(at, { x: 1, y: 0 }, spots), 0);
  assert.equal(ahead(at, { x: -1, y: 0 }, spots), 3);
  assert.equal(ahead(at, { x: 0, y: 1 }, spots), 4);
  assert.equal(ahead(at, { x: 0, y: -1 }, spots), -1);
  assert.equal(ahead(at, { x: 1, y: 0 }, []), -1);
});

test("many boards are in two rows, and in pairs on a phone; a few are side by side, or in a pile", () => {
  const boards = (/** @type {number} */ number) => Array(number).fill({ width: 5, height: 6 });
  assert.deepEqual(laidOut(boards(1), false), { columns: 1, rows: 1, width: 5, height: 6 });
  assert.deepEqual(laidOut(boards(2), false), { columns: 2, rows: 1, width: 10, height: 6 });
  assert.deepEqual(laidOut(boards(2), true), { columns: 1, rows: 2, width: 5, height: 12 });
  assert.deepEqual(laidOut(boards(5), false), { columns: 3, rows: 2, width: 15, height: 12 });
  assert.deepEqual(laidOut(boards(5), true), { columns: 2, rows: 3, width: 10, height: 18 });
  const odd = [...boards(3), { width: 9, height: 2 }];
  assert.deepEqual(laidOut(odd, false), { columns: 2, rows: 2, width: 14, height: 12 });
});

test("the nearest square is one on the same panel, if there is one", () => {
  const to = { panel: 0, middle: { x: 0, y: 0 } };
  const far = { panel: 0, middle: { x: 90, y: 0 } };
  const other = { panel: 1, middle: { x: 1, y: 0 } };
  assert.equal(nearest([other, far], to), far);
  assert.equal(nearest([other], to), other);
});

test("squares on a back know their carrier, and choices know where they are made", () => {
  const board = {
    sites: [{ name: "a1", carrier: "" }, { name: "a1:b2", file: "a", carrier: "a1" }],
    places: { "a1^": { site: "a1", level: "top", name: "a1^" } },
  };
  assert.deepEqual([...carriers(board)], [["a1:b2", "a1"]]);
  assert.deepEqual(places(board).get("a1:b2"), { site: "a1:b2", level: "", file: "a", name: "a1:b2" });
  assert.deepEqual(places(board).get("a1^"), { site: "a1", level: "top", name: "a1^" });
  assert.equal(places(board).size, 3);
});
