// Boards joined into one large board: the outline of each, its number, and its coordinates.

import { s } from "./dom.js";
import { bounds, corners } from "./geometry.js";
import { large } from "./viewport.js";

/** @import {BoardView} from "./board.js" */
/** @import {Spot} from "./geometry.js" */

/**
 * The corners of all sites of each region, as the board is turned now.
 *
 * @param {BoardView} view
 * @returns {Map<string, Spot[]>}
 */
export function regions(view) {
  /** @type {Map<string, Spot[]>} */
  const found = new Map();
  for (const site of view.board.sites) {
    const points = corners(site.outlines[0], view.panels[0].panel, view.quarters ?? 0);
    found.set(site.region, [...(found.get(site.region) ?? []), ...points]);
  }
  return found;
}

/**
 * Outlines, numbers and coordinates of the joined boards; none on boards that are small enough without.
 *
 * @param {BoardView} view
 * @returns {SVGElement[]}
 */
export function seams(view) {
  if (!large(view.board)) return [];
  const parts = regions(view);
  const boxes = new Map([...parts].map(([region, points]) => [region, bounds(points)]));
  const lines = [...boxes].flatMap(([region, { left, right, top, bottom }]) => [
    s("rect", { class: "seam", x: left, y: top, width: right - left, height: bottom - top }),
    s("text", { class: "board-number", x: (left + right) / 2, y: (top + bottom) / 2, dy: "0.35em" }, region),
  ]);
  const names = view.squares.flatMap(({ site, middle: { x, y } }) => {
    const known = view.sites.get(site);
    const box = boxes.get(known?.region ?? "");
    if (!known?.region || !box) return [];
    const { file, rank } = known;
    const dress = { class: "coordinate", "data-shade": known.shade, "data-tint": known.tint, "font-size": 0.2 };
    return [
      y + 1 > box.bottom && s("text", { ...dress, x: x + 0.44, y: y + 0.44, "text-anchor": "end" }, file),
      x - 1 < box.left && s("text", { ...dress, x: x - 0.45, y: y - 0.28 }, rank),
    ].filter((each) => each !== false);
  });
  return [...lines, ...names];
}
