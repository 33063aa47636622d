// A move is entered choice by choice. Which choices come next follows from the list of legal moves alone.

/** @import {Turn} from "./protocol" */

/**
 * What is open after some choices.
 *
 * @typedef {object} Open
 * @property {string[]} places the next choices that are made on the board
 * @property {string[]} others the next choices that are made from a menu
 * @property {Turn[]} whole    the moves that are complete
 */

/**
 * @param {Turn[]} moves the legal moves
 * @param {string[]} prefix the choices made so far
 * @param {ReadonlyMap<string, unknown>} places
 * @returns {Open}
 */
export function open(moves, prefix, places) {
  /** @type {Set<string>} */
  const next = new Set();
  /** @type {Turn[]} */
  const whole = [];
  for (const move of moves) {
    if (!prefix.every((choice, index) => move.choices[index] === choice)) continue;
    if (move.choices.length === prefix.length) whole.push(move);
    else next.add(move.choices[prefix.length]);
  }
  return {
    places: [...next].filter((choice) => places.has(choice)),
    others: [...next].filter((choice) => !places.has(choice)),
    whole,
  };
}

/**
 * The move that has been entered, if nothing is left to choose.
 *
 * @param {Open} left
 * @returns {Turn | null}
 */
export function settled(left) {
  return left.whole.length === 1 && !left.places.length && !left.others.length ? left.whole[0] : null;
}
