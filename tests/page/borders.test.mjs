import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { outside } = await page("borders.js");

test("a line stops at a disc and goes on behind it", () => {
  const [start, end] = [{ x: 4, y: 0 }, { x: 4, y: 8 }];
  const parts = [[start, { x: 4, y: 3 }], [{ x: 4, y: 5 }, end]];
  assert.deepEqual(outside(start, end, { x: 4, y: 4, radius: 1 }), parts);
  assert.deepEqual(outside(start, end, { x: 7, y: 4, radius: 1 }), [[start, end]]);
  assert.deepEqual(outside(start, end, { x: 4, y: 0, radius: 2 }), [[{ x: 4, y: 2 }, end]]);
});
