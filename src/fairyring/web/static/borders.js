// Where the borders of a board are more than its end: cushions, joined edges, and boards joined end to end.

import { s } from "./dom.js";

/** @import {BoardView} from "./board.js" */
/** @import {Border} from "./protocol" */
/** @import {Spot} from "./geometry.js" */

const BARB = 0.17; // the size of an arrowhead, in squares

/**
 * The borders of a panel, as the board is turned now.
 *
 * @param {BoardView} view
 * @param {number} panel
 * @returns {SVGElement[]}
 */
export function borders(view, panel) {
  return view.board.borders.filter((border) => border.panel === panel).map((border) => {
    const [start, end] = border.points.map((point) => view.spot(/** @type {[number, number]} */ (point), panel));
    const core = border.what === "joint" && view.disc ? outside(start, end, view.disc) : [[start, end]];
    const drawn = border.what === "exit" || border.what === "entry" ? barbs(border, start, end, turned(view, border)) : core.flatMap(([from, to]) => lines(from, to));
    return s("g", { class: `border ${border.what}`, "data-side": border.side ?? false }, ...drawn);
  });
}

/** The direction of an exit or entry as the board is turned now. @param {BoardView} view @param {Border} border */
function turned(view, { panel, out }) {
  const [origin, goal] = [view.spot([0, 0], panel), view.spot(/** @type {[number, number]} */ (out), panel)];
  return { x: goal.x - origin.x, y: goal.y - origin.y };
}

/**
 * The parts of a line that are outside of a disc.
 *
 * @param {Spot} start
 * @param {Spot} end
 * @param {Spot & {radius: number}} disc
 * @returns {[Spot, Spot][]}
 */
export function outside(start, end, disc) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const along = (disc.x - start.x) * dx + (disc.y - start.y) * dy;
  const away = Math.abs((disc.x - start.x) * dy - (disc.y - start.y) * dx);
  if (away >= disc.radius) return [[start, end]];
  const half = Math.sqrt(disc.radius ** 2 - away ** 2);
  const at = (/** @type {number} */ distance) => ({ x: start.x + dx * distance, y: start.y + dy * distance });
  /** @type {[Spot, Spot][]} */
  const parts = [];
  if (along > half) parts.push([start, at(along - half)]);
  if (along + half < length) parts.push([at(along + half), end]);
  return parts;
}

/** A line with a rim that is seen on every square. @param {Spot} start @param {Spot} end */
function lines(start, end) {
  const ends = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
  return [s("line", { class: "rim", ...ends }), s("line", { class: "core", ...ends })];
}

/**
 * Arrowheads between the squares along an edge: exits and entries take turns, as an edge may be both.
 *
 * @param {Border} border
 * @param {Spot} start
 * @param {Spot} end
 * @param {Spot} out
 */
function barbs({ what }, start, end, out) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const reach = what === "exit" ? -0.06 : 0.3; // they stand inside the board
  const first = what === "exit" ? 1 : 3;
  return Array.from({ length: Math.ceil((length - first) / 4) }, (_, index) => {
    const at = 4 * index + first;
    const tip = { x: start.x + dx * at + out.x * reach, y: start.y + dy * at + out.y * reach };
    const tail = { x: tip.x - out.x * BARB * 1.3, y: tip.y - out.y * BARB * 1.3 };
    return s("polygon", { points: [`${tip.x},${tip.y}`, `${tail.x - dx * BARB},${tail.y - dy * BARB}`, `${tail.x + dx * BARB},${tail.y + dy * BARB}`].join(" ") });
  });
}
