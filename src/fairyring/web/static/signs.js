// Signs on squares, their coordinates, and the arrow of a hint.

import { s } from "./dom.js";
import { bounds, path, room } from "./geometry.js";
import { large } from "./viewport.js";

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
 * The coordinates of a panel: each file's name in its lowest square, each rank's in its leftmost one; and the names
 * that these do not say, each on its square.
 *
 * @param {BoardView} view
 * @param {{site: Site, points: Spot[]}[]} shown
 * @returns {SVGElement[]}
 */
export function coordinates(view, shown) {
  const aside = (view.quarters ?? 0) % 2 === 1;
  const all = shown.flatMap(({ site, points }) => {
    const { label } = site;
    const apart = site.region && large(view.board); // joined boards have coordinates of their own, at their seams
    const { file, rank } = apart ? { file: "", rank: "" } : site;
    return file || label ? { site, points, box: bounds(points), below: aside ? rank : file, beside: aside ? file : rank } : [];
  });
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {Map<string, number>} */
  const leftmost = new Map();
  for (const { box, below, beside } of all) {
    lowest.set(below, Math.max(box.bottom, lowest.get(below) ?? -Infinity));
    leftmost.set(beside, Math.min(box.left, leftmost.get(beside) ?? Infinity));
  }
  return all.flatMap(({ site, points, box, below, beside }) => {
    const carrying = view.carrying.has(site.name);
    const scale = carrying ? 0.75 * room(points) : room(points);
    const dress = { class: carrying ? "coordinate carrying" : "coordinate", "data-shade": site.shade, "data-tint": site.tint, "font-size": 0.2 * scale };
    // In a hexagon, the corners of the box around it are outside.
    const within = points.length > 4 ? 0.3 * scale : 0;
    const [right, left] = [box.right - 0.06 * scale - within, box.left + 0.05 * scale + within];
    const size = (scale * Math.min(1, 7 / site.label.length)) / 5;
    const first = beside !== "" && box.left <= (leftmost.get(beside) ?? 0);
    const top = box.top + (first ? 0.26 : 0.03) * scale; // a long name has no room beside the rank
    return [
      site.label && s("text", { ...dress, "font-size": size, x: right, y: top + size, "text-anchor": "end" }, site.label),
      below && box.bottom >= (lowest.get(below) ?? 0) && s("text", { ...dress, x: right, y: box.bottom - 0.07 * scale, "text-anchor": "end" }, below),
      first && s("text", { ...dress, x: left, y: box.top + 0.23 * scale }, beside),
    ].filter((each) => each instanceof SVGElement);
  });
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
