// A move that is entered while the other side is to move. Nobody is sent it before its time: then it is looked for among
// the legal moves, and if it is not there, it is forgotten.

import { english } from "./english.js";

/** @import {Label, Place, Side, Token, Turn} from "./protocol" */

/** @typedef {string[]} Plan the sites of the move in their order; the first may be a piece in hand */

/**
 * The plan after a site is clicked, or a piece is dropped on it.
 *
 * @param {Plan | null} plan
 * @param {string} site
 * @param {boolean} own whether a piece of the player is there
 * @param {boolean} dragged
 * @param {number} size how many sites a move has in this game, the last of which may be one for a wall
 * @returns {Plan | null}
 */
export function planned(plan, site, own, dragged, size) {
  const begun = plan && plan.length < size ? plan : [];
  const left = begun.length > 1 && begun[0] === site; // a wall may go where the piece came from
  // A piece dragged onto another of its side would recapture there.
  if (begun.length && (left || (begun.at(-1) !== site && (!own || (dragged && begun.length === 1))))) return [...begun, site];
  return own && !dragged ? [site] : null;
}

/**
 * The legal move that was planned, or the choices with which all that fit begin, so that the player is asked for the rest;
 * null if none fits. A promotion is to a queen where that is possible.
 *
 * @param {Turn[]} turns
 * @param {ReadonlyMap<string, Pick<Place, "site">>} places
 * @param {Record<string, Pick<Label, "name">>} labels
 * @param {Plan} plan a complete one
 * @returns {{move: Turn | null, choices: string[]} | null}
 */
export function fulfilled(turns, places, labels, plan) {
  const row = (/** @type {Turn} */ turn) => turn.choices.flatMap((choice, index) => places.get(choice)?.site ?? (index ? [] : choice));
  const fitting = turns.filter((turn) => plan.every((site, index) => row(turn)[index] === site));
  const ending = fitting.filter((turn) => row(turn).length === plan.length);
  const queen = ending.find(({ choices }) => choices.some((choice) => !places.has(choice) && english(labels[choice]?.name ?? "") === "queen"));
  const [move, ...others] = queen ? [queen] : ending.length ? ending : fitting;
  if (!move) return null;
  if (!others.length) return { move, choices: move.choices };
  const differs = move.choices.findIndex((choice, index) => others.some((other) => other.choices[index] !== choice));
  return { move: null, choices: differs < 0 ? move.choices : move.choices.slice(0, differs) };
}

/**
 * Whether a side has a piece on a site.
 *
 * @param {Pick<Token, "site" | "side" | "chips">[]} tokens
 * @param {string} site
 * @param {Side} side
 */
export function owns(tokens, site, side) {
  return tokens.some((token) => token.site === site && token.side === side && !token.chips.length);
}
