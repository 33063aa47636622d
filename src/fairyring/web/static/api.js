// Requests to the server. A refused one throws an Error whose message can be shown.

import { language, t, tr } from "./language.js";
import { playerName } from "./settings.js";

/** @import {Details, Held, Lesson, NewGame, Options, Outgoing, Puzzle, Seat, Side, State, Summary, WholeTree} from "./protocol" */

/** @type {Map<string, Promise<Details>>} */
const known = new Map();

/** @type {Map<string, string>} */
const cards = new Map();

/** All variants. @returns {Promise<Summary[]>} */
export function summaries() {
  return request("/api/variants");
}

/**
 * A variant with its board; requested once.
 *
 * @param {string} name
 * @returns {Promise<Details>}
 */
export function details(name) {
  let answer = known.get(name);
  if (!answer) {
    answer = request(`/api/variants/${encodeURIComponent(name)}`);
    known.set(name, answer);
    answer.catch(() => known.delete(name));
  }
  return answer;
}

/** @type {Promise<string[]> | null} */
let reported = null;

/** The names of the games on which the laboratory has a report; requested once. @returns {Promise<string[]>} */
export function reports() {
  reported ??= request("/api/laboratory");
  return reported;
}

/**
 * What a piece is and how it moves in a game, as an element in the user's language; requested once.
 *
 * @param {string} game
 * @param {string} letter
 * @param {{side: Side, seat: Side, options: Options}} asked
 * @returns {Promise<Element>}
 */
export async function pieceCard(game, letter, { side, seat, options }) {
  const query = new URLSearchParams({ language, side, seat, options: JSON.stringify(options) });
  const path = `/rules/${encodeURIComponent(game)}/pieces/${encodeURIComponent(letter)}?${query}`;
  const markup = cards.get(path) ?? (await (await answerTo(path)).text());
  cards.set(path, markup);
  const card = new DOMParser().parseFromString(markup, "text/html").querySelector("article");
  if (!card) throw new Error(t("error.server"));
  return document.importNode(card, true);
}

/**
 * A variant's puzzles with their solutions.
 *
 * @param {string} name
 * @returns {Promise<Puzzle[]>}
 */
export function puzzles(name) {
  return request(`/api/variants/${encodeURIComponent(name)}/puzzles`);
}

/**
 * A variant's lessons in the user's language.
 *
 * @param {string} name
 * @returns {Promise<Lesson[]>}
 */
export function lessons(name) {
  return request(`/api/variants/${encodeURIComponent(name)}/lessons?${new URLSearchParams({ language })}`);
}

/**
 * Begin a game.
 *
 * @param {NewGame} order
 * @returns {Promise<{id: string}>}
 */
export function begin(order) {
  return post("/api/games", { ...order, name: playerName() });
}

/**
 * Begin a game that anybody may join.
 *
 * @param {NewGame} order
 * @returns {Promise<{id: string}>}
 */
export function challenge(order) {
  return post("/api/lobby", { ...order, name: playerName() });
}

/**
 * Do something in a game of this browser without entering it.
 *
 * @param {string} id
 * @param {Outgoing} deed
 * @returns {Promise<State>}
 */
export function act(id, deed) {
  return post(`${place(id)}/acts`, deed);
}

/** The games in which this browser has a seat, the latest first. @returns {Promise<Held[]>} */
export function seats() {
  return request("/api/seats");
}

/** Give up this browser's seat in a game, or all its seats. @param {string} [id] */
export async function giveUp(id) {
  await post(id ? `/api/seats/${encodeURIComponent(id)}/forget` : "/api/seats/forget", {});
}

/** The address of a game's record. @param {string} id */
export function recordOf(id) {
  return `${place(id)}/pgn`;
}

/**
 * The record of a game.
 *
 * @param {string} id
 */
export async function record(id) {
  return (await answerTo(recordOf(id))).text();
}

/**
 * A record as a tree of moves.
 *
 * @param {string} variant the variant, if the record does not say
 * @param {string} pgn
 * @returns {Promise<WholeTree>}
 */
export function treeOf(variant, pgn) {
  return post("/api/analysis/tree", { variant, pgn });
}

/**
 * The record of a tree of moves.
 *
 * @param {WholeTree} tree
 */
export async function pgnOf({ nodes, ended, ...tree }) {
  const body = {
    ...tree,
    nodes: nodes.map(({ parent, text, comment, lead, glyphs }) => ({ parent, text, comment, lead, glyphs })),
    ended: ended && { winner: ended.winner, reason: ended.reason },
  };
  return (await answerTo("/api/analysis/pgn", posted(body))).text();
}

/**
 * A game as spectators know it. Nobody counts as connected because of this.
 *
 * @param {string} id
 * @returns {Promise<State>}
 */
export function glance(id) {
  return request(place(id), { credentials: "omit" });
}

/**
 * This browser's seat in a game, and the links that it may share.
 *
 * @param {string} id
 * @returns {Promise<Seat>}
 */
export function seat(id) {
  return request(`${place(id)}/seat`);
}

/**
 * Take the seat that a token or an invitation opens; the browser keeps it.
 *
 * @param {string} id
 * @param {string} token
 * @returns {Promise<Seat>}
 */
export function sit(id, token) {
  return post(`${place(id)}/seat`, { token, name: playerName() });
}

/**
 * Enter the next game of the same players, as a player or a spectator.
 *
 * @param {string} id
 * @returns {Promise<{id: string}>}
 */
export function next(id) {
  return post(`${place(id)}/next`, {});
}

/** @param {string} id */
function place(id) {
  return `/api/games/${encodeURIComponent(id)}`;
}

/**
 * @param {string} path
 * @param {object} body
 */
export function post(path, body) {
  return request(path, posted(body));
}

/** @param {object} body @returns {RequestInit} */
function posted(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
export async function request(path, options) {
  return (await answerTo(path, options)).json();
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function answerTo(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(t("error.server"));
  }
  if (!answer.ok) throw new Error(await reason(answer));
  return answer;
}

/** The text that the server has at an address. @param {string} path */
export async function textAt(path) {
  return (await answerTo(path)).text();
}

/** @param {Response} answer */
async function reason(answer) {
  try {
    const body = await answer.json();
    if (typeof body.error === "string") return tr(body.message ?? body.error);
  } catch {
    // The body is not JSON: only the status is known.
  }
  return t("error.status", { status: `${answer.status} ${answer.statusText}` });
}
