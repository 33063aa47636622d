// A turn is entered choice by choice. What may come next is read off the list of legal turns, nothing else.

/** @import {Turn} from "./protocol" */

/**
 * What a prefix of choices leaves open.
 *
 * @typedef {object} Open
 * @property {string[]} places the next choices that are made on the board
 * @property {string[]} others the next choices that are made from a menu
 * @property {Turn[]} whole    the turns that are complete with the prefix
 */

/**
 * @param {Turn[]} turns
 * @param {string[]} prefix
 * @param {ReadonlyMap<string, unknown>} places
 * @returns {Open}
 */
export function open(turns, prefix, places) {
  /** @type {Set<string>} */
  const next = new Set();
  /** @type {Turn[]} */
  const whole = [];
  for (const turn of turns) {
    if (!prefix.every((choice, index) => turn.choices[index] === choice)) continue;
    if (turn.choices.length === prefix.length) whole.push(turn);
    else next.add(turn.choices[prefix.length]);
  }
  return {
    places: [...next].filter((choice) => places.has(choice)),
    others: [...next].filter((choice) => !places.has(choice)),
    whole,
  };
}

/**
 * The one turn that is meant, if nothing is left to choose.
 *
 * @param {Open} left
 * @returns {Turn | null}
 */
export function settled(left) {
  return left.whole.length === 1 && !left.places.length && !left.others.length ? left.whole[0] : null;
}
