// Signs on squares, their coordinates, and the arrow of a hint.

import { s } from "./dom.js";
import { bounds, path, room } from "./geometry.js";

/** @import {BoardView} from "./board.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Site} from "./protocol" */

/**
 * The signs for goals on stacked pieces: the rider's place, the carrier, and the rider.
 *
 * @param {{middle: Spot, room: number}} square
 */
export function signs({ middle: { x, y }, room }) {
  const at = (/** @type {string} */ name, /** @type {number} */ right, /** @type {number} */ radius) =>
    s("circle", { class: name, cx: x + right * room, cy: y - right * room, r: radius * room });
  return [at("seat", 0.32, 0.13), at("ring-under", -0.16, 0.3), at("ring-rider", 0.15, 0.31)];
}

/**
 * File letters and rank numbers along the near and the left edge, on boards whose sites are named like a1.
 *
 * @param {BoardView} view
 * @param {Site} site
 * @param {Spot[]} points of one of its squares
 * @param {number} panel
 * @returns {SVGElement[]}
 */
export function coordinates(view, { name, shade, region }, points, panel) {
  const parts = /^(?:[a-z]\d+\.)?([a-z]+)(\d+)/.exec(name);
  if (!parts) return [];
  const [below, beside] = (view.quarters ?? 0) % 2 ? [parts[2], parts[1]] : [parts[1], parts[2]];
  const box = bounds(points);
  const carrying = view.carrying.has(name);
  const scale = carrying ? 0.75 * room(points) : room(points);
  const dress = { class: carrying ? "coordinate carrying" : "coordinate", "data-shade": shade, "data-region": region, "font-size": 0.2 * scale };
  const [right, low] = [box.right - 0.06 * scale, box.bottom - 0.07 * scale];
  /** @type {SVGElement[]} */
  const found = [];
  if (box.bottom >= view.seen(panel).height) found.push(s("text", { ...dress, x: right, y: low, "text-anchor": "end" }, below));
  if (box.left <= 0) found.push(s("text", { ...dress, x: box.left + 0.05 * scale, y: box.top + 0.23 * scale }, beside));
  return found;
}

/** The glow under a king in check. @param {number} number */
export function glow(number) {
  return s(
    "radialGradient",
    { id: `glow-${number}` },
    s("stop", { class: "glow-inner", offset: "15%" }),
    s("stop", { class: "glow-outer", offset: "100%" }),
  );
}

/**
 * @param {Spot} from
 * @param {Spot} to
 * @param {number} rank 0 for the best move
 */
export function arrow(from, to, rank) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - dx * 0.42, y: to.y - dy * 0.42 };
  const wings = [
    { x: neck.x - dy * 0.22, y: neck.y + dx * 0.22 },
    { x: to.x - dx * 0.06, y: to.y - dy * 0.06 },
    { x: neck.x + dy * 0.22, y: neck.y - dx * 0.22 },
  ];
  const start = { x: from.x + dx * 0.3, y: from.y + dy * 0.3 };
  return s(
    "g",
    { class: "arrow", "data-rank": rank },
    s("line", { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y }),
    s("polygon", { points: path(wings) }),
  );
}
