// Numbers and sides in words.

/** @import {Details, Options, Scored, Side, State, Terms, View} from "./protocol" */

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** An option's name as people say it. @param {string} name */
export function spoken(name) {
  return name.replaceAll("_", " ");
}

/**
 * What a game's options change, such as "without friendly fire check"; "" where it is played as usual.
 *
 * @param {Options} options
 * @param {Details} details
 */
export function changed(options, details) {
  const others = details.options.filter(({ name, value }) => options[name] !== value);
  const said = others.map(({ name }) => {
    const value = options[name];
    if (typeof value === "boolean") return `${value ? "with" : "without"} ${spoken(name)}`;
    return `${spoken(name)} ${value}`;
  });
  return said.join(", ");
}

/**
 * A score as White sees it, such as "+0.31" or "mate in 3" (moves).
 *
 * @param {Scored} scored
 * @param {Side} mover for whom it is given
 */
export function score(scored, mover) {
  const sign = mover === "white" ? 1 : -1;
  if (scored.mate !== undefined) {
    const winner = scored.mate > 0 === (sign > 0) ? "White" : "Black";
    return `${winner} mates in ${Math.ceil(Math.abs(scored.mate) / 2)}`;
  }
  const pawns = (sign * (scored.score ?? 0)) / 100;
  if (Math.abs(pawns) < 0.005) return "0.00";
  return `${pawns > 0 ? "+" : "−"}${Math.abs(pawns).toFixed(2)}`;
}

/** A count as "812", "81 k" or "1.2 M". @param {number} count */
export function short(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 1e6) return `${Math.round(count / 1000)} k`;
  return `${(count / 1e6).toFixed(1)} M`;
}

/**
 * Who sits where.
 *
 * @param {State} state
 * @param {Details | null} details
 * @param {Side} side
 */
export function seated(state, details, side) {
  const seat = state.seats[side];
  if (seat === "open") return "Not here yet";
  if (seat !== "human") return `Computer · ${details?.levels.find((level) => level.name === seat)?.title ?? seat}`;
  if (state.you.length !== 1) return capital(side);
  return state.you[0] === side ? "You" : "Your opponent";
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
  if (days) return `${days} ${days === 1 ? "day" : "days"}${hours ? ` ${hours} h` : ""}`;
  const two = (/** @type {number} */ count) => String(count).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** How a game is timed, in words. @param {Terms} terms */
export function timed(terms) {
  if (terms.kind === "move") return `${duration(terms.seconds)} for each move`;
  return `${duration(terms.seconds)} for the game${terms.increment ? `, and ${terms.increment} s more with each move` : ""}`;
}

/**
 * Who left the board with a carrier, such as "Taken: big black rook, with black pawn and white knight".
 *
 * @param {View} view
 */
export function taken(view) {
  const [carrier, ...riders] = view.taken.map((token) => token.name);
  return `Taken: ${carrier}, ${riders.length ? `with ${riders.join(" and ")}` : "whom nobody rode"}`;
}

/**
 * The side that made the move of an index.
 *
 * @param {State} state
 * @param {number} index
 * @returns {Side}
 */
export function mover(state, index) {
  return (index % 2 === 0) === (state.first === "white") ? "white" : "black";
}
