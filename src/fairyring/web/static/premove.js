// A move that is entered while the other side is to move. Nobody is sent it before its time: then it is looked for among
// the legal moves, and if it is not there, it is forgotten.

import { english } from "./english.js";

/** @import {Label, Place, Side, Token, Turn} from "./protocol" */

/** @typedef {{from: string, to: string}} Plan the sites, or first a piece in hand; `to` is "" until it has been chosen */

/**
 * The plan after a site is clicked, or a piece is dropped on it.
 *
 * @param {Plan | null} plan
 * @param {string} site
 * @param {boolean} own whether a piece of the player is there
 * @param {boolean} dragged
 * @returns {Plan | null}
 */
export function planned(plan, site, own, dragged) {
  const begun = plan !== null && !plan.to && plan.from !== site;
  // A piece dragged onto another of its side would recapture there.
  if (begun && (dragged || !own)) return { from: plan.from, to: site };
  return own && !dragged ? { from: site, to: "" } : null;
}

/**
 * The legal move that was planned, if there is one. A promotion is to a queen where that is possible.
 *
 * @param {Turn[]} turns
 * @param {ReadonlyMap<string, Pick<Place, "site">>} places
 * @param {Record<string, Pick<Label, "name">>} labels
 * @param {Plan} plan
 */
export function fulfilled(turns, places, labels, { from, to }) {
  const sites = (/** @type {Turn} */ turn) => turn.choices.flatMap((choice) => places.get(choice)?.site ?? []);
  const dropped = turns.find(({ choices: [held, goal, ...more] }) => !places.has(held) && held === from && places.get(goal)?.site === to && !more.length);
  if (dropped) return dropped;
  const found = turns.filter((turn) => {
    const [first, second, ...more] = sites(turn);
    return first === from && second === to && !more.length;
  });
  const plain = found.find(({ choices }) => choices.length === 2);
  const queen = found.find(({ choices }) => choices.slice(2).some((choice) => english(labels[choice]?.name ?? "") === "queen"));
  return plain ?? queen ?? found[0] ?? null;
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
