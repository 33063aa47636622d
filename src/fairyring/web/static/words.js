// Names, scores and times as people read them.

import { english } from "./english.js";
import { decimal, t, tr } from "./language.js";

/** @import {Details, Options, Scored, Side, State, Terms, View} from "./protocol" */

/** How a result's score is written. */
export const SCORES = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "*": "" };

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A text as a sentence: with a capital and a full stop. @param {string} text */
export function sentence(text) {
  return capital(/[.!?…]$/.test(text) ? text : `${text}.`);
}

/** A text without capitals, accents and signs, to search in. @param {string} text */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** A side's name. @param {Side} side */
export function named(side) {
  return t(side);
}

/** An option's name with spaces. @param {string} name */
export function spoken(name) {
  return name.replaceAll("_", " ");
}

/**
 * The options that differ from the defaults, such as "without friendly fire check"; "" if none does.
 *
 * @param {Options} options
 * @param {Details} details
 */
export function changed(options, details) {
  const others = details.options.filter(({ name, value }) => options[name] !== value);
  const said = others.map(({ name }) => {
    const value = options[name];
    const option = tr(spoken(name));
    if (typeof value === "boolean") return t(value ? "option.with" : "option.without", { option });
    return t("option.set", { option, value });
  });
  return said.join(", ");
}

/**
 * A score from White's side, such as "+0.31" or "White mates in 3".
 *
 * @param {Pick<Scored, "score">} scored
 * @param {Side} mover the side whose score it is
 */
export function score(scored, mover) {
  const sign = mover === "white" ? 1 : -1;
  if (typeof scored.score === "object") {
    const { mate } = scored.score;
    const side = named(mate > 0 === (sign > 0) ? "white" : "black");
    return t("score.mate", { side, moves: Math.ceil(Math.abs(mate) / 2) });
  }
  const pawns = (sign * scored.score) / 100;
  if (Math.abs(pawns) < 0.005) return decimal(0, 2);
  return `${pawns > 0 ? "+" : "−"}${decimal(Math.abs(pawns), 2)}`;
}

/**
 * The same in short: a mate as "#3", or "−#3" if Black mates.
 *
 * @param {Pick<Scored, "score">} scored
 * @param {Side} mover
 */
export function brief(scored, mover) {
  if (typeof scored.score !== "object") return score(scored, mover);
  const { mate } = scored.score;
  return `${mate > 0 === (mover === "white") ? "" : "−"}#${Math.ceil(Math.abs(mate) / 2)}`;
}

/** A count as "812", "81 k" or "1.2 M". @param {number} count */
export function short(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 1e6) return t("count.thousand", { count: Math.round(count / 1000) });
  return t("count.million", { count: decimal(count / 1e6, 1) });
}

/**
 * Who sits where.
 *
 * @param {Pick<State, "seats" | "names" | "you">} state
 * @param {Details | null} details
 * @param {Side} side
 */
export function seated(state, details, side) {
  const seat = state.seats[side];
  if (seat === "open") return t("player.open");
  if (seat !== "human") {
    const level = details?.levels.find((each) => each.name === seat)?.title ?? seat;
    return t("player.computer", { level: tr(level) });
  }
  const name = state.names[side];
  if (state.you.length !== 1) return name || named(side);
  return state.you[0] === side ? t("player.you") : name || t("player.opponent");
}

/**
 * How a game stands, for its player, with what the opponent offers.
 *
 * @param {Pick<State, "result" | "seats" | "shared" | "clock" | "offers"> & {damaged?: boolean, view: Pick<State["view"], "side">}} state
 * @param {{you: Side[]}} game
 */
export function standing(state, { you }) {
  if (state.damaged) return t("state.damaged");
  if (!state.result && Object.values(state.seats).includes("open")) return t("state.waiting");
  const mine = you.length === 1 ? you[0] : null;
  const offer = mine && state.offers.find(({ side }) => side !== mine);
  const time = !state.result && mine && state.clock ? duration(state.clock.left[mine]) : null;
  return [state.result ? tr(state.result.message) : toMove(state, mine), time, offer && t(`offer.${offer.what}.other`)].filter(Boolean).join(" · ");
}

/**
 * Who is to move, for a player of one side or of both.
 *
 * @param {Pick<State, "shared"> & {view: Pick<State["view"], "side">}} state
 * @param {Side | null} mine
 */
function toMove({ shared, view: { side } }, mine) {
  if (mine === side) return t("state.your-move");
  return mine && shared ? t("state.opponent") : t("state.to-move", { side: named(side) });
}

/**
 * A time in words, such as "4:59", "1:02:03" or "2 days 3 h".
 *
 * @param {number} seconds
 * @param {boolean} [tenths]
 */
export function duration(seconds, tenths = false) {
  if (tenths) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return [t("time.days", { count: days }), hours && t("time.hours", { count: hours })].filter(Boolean).join(" ");
  const two = (/** @type {number} */ count) => String(count).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** How a game is timed, in words. @param {Terms} terms */
export function timed(terms) {
  if (terms.kind === "move") return t("time.move", { time: duration(terms.seconds) });
  return t(terms.increment ? "time.game.increment" : "time.game", { time: duration(terms.seconds), increment: terms.increment ?? 0 });
}

/**
 * What the last move did, as sentences; "" if nothing is known of it.
 *
 * @param {Pick<View, "said">} view
 */
export function told(view) {
  return view.said.map((each) => `${capital(tr(each))}.`).join(" ");
}

/**
 * The counters that have changed, such as "White, checks left: 2."
 *
 * @param {View} before
 * @param {View} now
 */
export function counted(before, now) {
  const was = new Map(before.panels.map(({ side, title, number }) => [`${side} ${english(title)}`, number]));
  const changed = now.panels.filter(({ side, title, number }) => number !== was.get(`${side} ${english(title)}`));
  return changed
    .filter(({ number }) => number !== null)
    .map(({ side, title, number }) => t("announce.counter", { side: named(side), title: tr(title), number: number ?? 0 }));
}

/** The address at which a game is reviewed. @param {import("./game.js").Game} game */
export function reviewOf({ id, state }) {
  return state ? `/analysis/${encodeURIComponent(state.variant)}#game=${encodeURIComponent(id)}` : "";
}
