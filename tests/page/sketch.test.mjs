import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./browser.mjs";

const { toggled } = await page("sketch.js");

test("a stroke drawn again is taken away", () => {
  const arrow = { from: "e2", to: "e4" };
  const circle = { from: "e4", to: "e4" };
  const both = toggled(toggled([], arrow), circle);
  assert.deepEqual(both, [arrow, circle]);
  assert.deepEqual(toggled(both, { ...arrow }), [circle]);
});
