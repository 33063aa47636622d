// The geometry of drawn squares: outlines turned for Black, their middles and sizes.

/** @import {Board, Outline, Panel, Place} from "./protocol" */

/** @typedef {{x: number, y: number}} Spot */

/**
 * A point of a panel once the panel has been turned.
 *
 * @param {[number, number]} point as White sees it
 * @param {Panel} panel
 * @param {number} quarters quarter turns, clockwise: 2 is how Black sees the board; 1 and 3 lay it on its side
 * @returns {Spot}
 */
export function seen([x, y], { width, height }, quarters) {
  const turned = [
    { x, y },
    { x: height - y, y: x },
    { x: width - x, y: height - y },
    { x: y, y: width - x },
  ];
  return turned[quarters % 4];
}

/**
 * The points of an outline on its panel; see `seen`.
 *
 * @param {Outline} outline
 * @param {Panel} panel
 * @param {number} quarters
 * @returns {Spot[]}
 */
export function corners(outline, panel, quarters) {
  return outline.points.map((point) => seen(point, panel, quarters));
}

/**
 * Whether a board would be larger on its side: a single panel, much longer than wide, in a wide space.
 *
 * @param {Board} board
 * @param {number} across the width available
 * @param {number} down the height available
 */
export function lies({ panels }, across, down) {
  const [{ width, height }] = panels;
  if (panels.length > 1 || height < 1.5 * width) return false;
  return Math.min(across / height, down / width) > 1.2 * Math.min(across / width, down / height);
}

const IN_A_ROW = 3; // boards; more are in two rows, and on a phone in pairs, so that their squares are larger

/**
 * How several boards are laid out: columns and rows of them, and how many squares all are across and down.
 *
 * @param {{width: number, height: number}[]} boards as they are seen
 * @param {boolean} narrow whether they are on a phone
 */
export function laidOut(boards, narrow) {
  const several = boards.length > IN_A_ROW;
  const columns = narrow ? (several ? 2 : 1) : several ? Math.ceil(boards.length / 2) : boards.length;
  const rows = Math.ceil(boards.length / columns);
  const widths = Array(columns).fill(0);
  const heights = Array(rows).fill(0);
  boards.forEach(({ width, height }, number) => {
    const [column, row] = [number % columns, Math.floor(number / columns)];
    widths[column] = Math.max(widths[column], width);
    heights[row] = Math.max(heights[row], height);
  });
  const total = (/** @type {number[]} */ sizes) => sizes.reduce((sum, size) => sum + size, 0);
  return { columns, rows, width: total(widths), height: total(heights) };
}

/**
 * The middle of the box around some points.
 *
 * @param {Spot[]} points
 * @returns {Spot}
 */
export function middle(points) {
  const box = bounds(points);
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

/**
 * The side of the largest upright square that the box around some points holds.
 *
 * @param {Spot[]} points
 */
export function room(points) {
  const box = bounds(points);
  return Math.min(box.right - box.left, box.bottom - box.top);
}

/** @param {Spot[]} points */
export function bounds(points) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * Points moved towards their middle.
 *
 * @param {Spot[]} points
 * @param {number} share of the distance
 */
export function inset(points, share) {
  const centre = middle(points);
  return points.map(({ x, y }) => ({ x: x + (centre.x - x) * share, y: y + (centre.y - y) * share }));
}

/**
 * The square nearest to another one; one on the same panel, if there is one.
 *
 * @template {{panel: number, middle: Spot}} T
 * @param {T[]} squares at least one
 * @param {T} to
 */
export function nearest(squares, to) {
  const cost = (/** @type {T} */ { panel, middle: { x, y } }) => Math.hypot(x - to.middle.x, y - to.middle.y) + (panel === to.panel ? 0 : 1e6);
  return squares.reduce((best, square) => (cost(square) < cost(best) ? square : best));
}

/** @param {Spot[]} points */
export function path(points) {
  return points.map((point) => `${point.x},${point.y}`).join(" ");
}

/**
 * The index of the next spot in a direction: the nearest one ahead, where distance to the side counts more than
 * distance ahead. -1 if none is ahead.
 *
 * @param {Spot} from
 * @param {Spot} direction a unit vector along an axis
 * @param {Spot[]} spots
 */
export function ahead(from, direction, spots) {
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, index) => {
    const along = (spot.x - from.x) * direction.x + (spot.y - from.y) * direction.y;
    const aside = Math.abs((spot.x - from.x) * direction.y) + Math.abs((spot.y - from.y) * direction.x);
    const cost = along + 3 * aside;
    if (along > 1 && aside <= along + 1 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

/**
 * For each site on a carrier's back, the site that the carrier stands on.
 *
 * @param {Board} board
 * @returns {Map<string, string>}
 */
export function carriers(board) {
  return new Map(board.sites.filter((site) => site.carrier).map((site) => [site.name, site.carrier]));
}

/**
 * For each choice that is made on the board, where it is made: at a site, or at another place there.
 *
 * @param {Board} board
 * @returns {Map<string, Place>}
 */
export function places(board) {
  return new Map([
    ...board.sites.map((site) => /** @type {[string, Place]} */ ([site.name, { site: site.name, level: "", file: site.file, name: site.name }])),
    ...Object.entries(board.places),
  ]);
}
