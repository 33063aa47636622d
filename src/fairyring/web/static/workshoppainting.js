// What becomes of a piece's vectors when goals are painted.

/** @import {Part} from "./protocol" */

/**
 * How the next goals are painted.
 *
 * @typedef {object} Brush
 * @property {"step" | "ride" | "over" | "near"} way leap once, slide on and on, slide over a piece, or land right behind it
 * @property {"both" | "move" | "capture"} what
 * @property {boolean} initial
 * @property {boolean} lame
 */

/**
 * The vectors after a click on a goal: what the brush paints comes, and what is painted so already goes.
 *
 * @param {Part[]} parts
 * @param {number} right
 * @param {number} forward
 * @param {Brush} brush
 * @returns {Part[]}
 */
export function painted(parts, right, forward, brush) {
  const steps = brush.way === "step" ? 1 : divisor(right, forward);
  const part = {
    right: right / steps,
    forward: forward / steps,
    limit: brush.way === "step" ? 1 : 0,
    move: brush.what !== "capture",
    capture: brush.what !== "move",
    initial: brush.initial,
    lame: brush.lame,
    hop: brush.way === "over" || brush.way === "near" ? brush.way : /** @type {""} */ (""),
  };
  const there = parts.filter((each) => each.right === part.right && each.forward === part.forward);
  const rest = parts.filter((each) => !there.includes(each));
  const same = there.find((each) => alike(each, part));
  if (same) return [...rest, ...there.filter((each) => each !== same)];
  // Moving in one way and capturing in another are two; a goal that is painted again is no longer what it was.
  const others = there.filter((each) => !(each.move && part.move) && !(each.capture && part.capture));
  return [...rest, ...others, part];
}

/**
 * The vectors in all directions that mirror one another.
 *
 * @param {number} right
 * @param {number} forward
 * @param {boolean} [hexagons] whether the board is one of hexagons, on which each step is turned into six others
 * @returns {[number, number][]}
 */
export function around(right, forward, hexagons = false) {
  const all = hexagons ? turned(right, forward) : [right, -right].flatMap((x) => [forward, -forward].flatMap((y) => [`${x},${y}`, `${y},${x}`]));
  return [...new Set(all)].map((pair) => /** @type {[number, number]} */ (pair.split(",").map(Number).map((number) => number + 0)));
}

/** A vector on hexagons and its mirror image, turned by sixth parts of a circle. @param {number} right @param {number} forward */
function turned(right, forward) {
  const found = [];
  for (let [x, y, turns] = [right, forward, 0]; turns < 6; [x, y, turns] = [y, y - x, turns + 1]) found.push(`${x},${y}`, `${-x},${y - x}`);
  return found;
}

/** @param {number} one @param {number} two @returns {number} */
function divisor(one, two) {
  return two === 0 ? Math.abs(one) : divisor(two, one % two);
}

/** @param {Part} one @param {Part} two */
function alike(one, two) {
  return one.limit === two.limit && one.move === two.move && one.capture === two.capture && Boolean(one.initial) === Boolean(two.initial) && (one.hop ?? "") === (two.hop ?? "");
}
