// The spinner: a disc under the squares that rotate, and the motion of the pieces on it.

import { s } from "./dom.js";

/** @import {Spot} from "./geometry.js" */

/** @typedef {{x: number, y: number, radius: number, group: SVGGElement}} Disc */

/**
 * @param {Spot[]} middles of the squares that rotate
 * @returns {Disc}
 */
export function spinner(middles) {
  const x = middles.reduce((sum, spot) => sum + spot.x, 0) / middles.length;
  const y = middles.reduce((sum, spot) => sum + spot.y, 0) / middles.length;
  const radius = 0.97;
  const arrows = [0, 1, 2, 3].map((corner) => {
    const at = (/** @type {number} */ angle, /** @type {number} */ distance) => {
      const turned = angle + (corner * Math.PI) / 2;
      return `${x + distance * Math.cos(turned)} ${y + distance * Math.sin(turned)}`;
    };
    return s("path", { class: "rim-arrow", d: `M${at(-0.13, 0.8)}L${at(0.06, 0.865)}L${at(-0.13, 0.93)}` });
  });
  const spokes = `M${x - radius} ${y}H${x + radius}M${x} ${y - radius}V${y + radius}`;
  const group = s(
    "g",
    { class: "spinner", "aria-hidden": "true" },
    s("circle", { class: "disc", cx: x, cy: y, r: radius }),
    s("path", { class: "spokes", d: spokes }),
    s("circle", { class: "groove", cx: x, cy: y, r: radius - 0.24 }),
    ...arrows,
    s("circle", { class: "hub", cx: x, cy: y, r: 0.09 }),
  );
  group.style.transformOrigin = `${x}px ${y}px`;
  return { x, y, radius, group };
}

/**
 * Keyframes of a piece on the disc during a quarter turn, relative to where it ends up.
 *
 * @param {Disc} disc
 * @param {Spot} from
 * @returns {Keyframe[]}
 */
export function carried(disc, from) {
  const [dx, dy] = [from.x - disc.x, from.y - disc.y];
  return Array.from({ length: 9 }, (_, step) => {
    const angle = (step * Math.PI) / 16;
    const x = dx * Math.cos(angle) - dy * Math.sin(angle) - dx;
    const y = dx * Math.sin(angle) + dy * Math.cos(angle) - dy;
    return { transform: `translate(${x}px, ${y}px)` };
  });
}
