// What this browser remembers: the user's last choices and settings.

/** @import {Side, Text, WholeTree} from "./protocol" */

/**
 * @typedef {object} Wish
 * @property {"computer" | "friend" | "link" | "anybody"} opponent
 * @property {string} level
 * @property {"white" | "black" | "random"} seat
 * @property {"none" | "game" | "move" | "days"} clock
 * @property {Record<"minutes" | "increment" | "seconds" | "days", number>} time
 */

/** @type {Wish["time"]} */
const TIME = { minutes: 10, increment: 5, seconds: 60, days: 3 };

const KEY = "fairyring";

/** @returns {Record<string, unknown>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, unknown>} change */
function write(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  } catch {
    // Storage may be forbidden; the page works without it.
  }
}

/** The choices for the last new game. @returns {Wish} */
export function lastWish() {
  const kept = read();
  return {
    opponent: kept.opponent === "friend" || kept.opponent === "link" || kept.opponent === "anybody" ? kept.opponent : "computer",
    level: typeof kept.level === "string" ? kept.level : "",
    seat: kept.seat === "black" || kept.seat === "random" ? kept.seat : "white",
    clock: kept.clock === "game" || kept.clock === "move" || kept.clock === "days" ? kept.clock : "none",
    time: { ...TIME, .../** @type {Partial<Wish["time"]>} */ (typeof kept.time === "object" ? kept.time : {}) },
  };
}

/** @param {Wish} wish */
export function rememberWish(wish) {
  write({ ...wish });
}

/** What the user wants to be called; "" for nothing. */
export function playerName() {
  const kept = read().name;
  return typeof kept === "string" ? kept.slice(0, MOST_NAME) : "";
}

export const MOST_NAME = 24; // characters, as the server allows

/** @param {string} name */
export function rememberPlayerName(name) {
  write({ name: name.trim() });
}

/** The variant played last, "" at first. */
export function lastVariant() {
  const kept = read().variant;
  return typeof kept === "string" ? kept : "";
}

/** @param {string} variant */
export function rememberVariant(variant) {
  write({ variant });
}

/** Which groups of games the user has opened or folded, by their English titles. @returns {Record<string, boolean>} */
export function folds() {
  const kept = read().folds;
  return kept && typeof kept === "object" ? { .../** @type {Record<string, boolean>} */ (kept) } : {};
}

/**
 * @param {string} title
 * @param {boolean} open
 */
export function rememberFold(title, open) {
  if (folds()[title] !== open) write({ folds: { ...folds(), [title]: open } });
}

/**
 * @typedef {object} OwnGame a game played in this browser
 * @property {string} id
 * @property {string} variant
 * @property {string} title
 * @property {number} at when it was last opened
 * @property {Side[]} you the sides played here
 * @property {string} opponent
 * @property {Text | null} result null while it goes on
 */

const MOST = 300; // games, of which finished ones are forgotten first

/** The games played in this browser, the latest first. @returns {OwnGame[]} */
export function ownGames() {
  const kept = read().games;
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.id === "string" && typeof each?.title === "string") : [];
}

/** @param {OwnGame} game */
export function rememberGame(game) {
  const games = [game, ...ownGames().filter(({ id }) => id !== game.id)];
  const [going, over] = [games.filter(({ result }) => !result), games.filter(({ result }) => result)];
  write({ games: [...going, ...over].slice(0, MOST).sort((one, two) => two.at - one.at) });
}

/** Forget a game and the guesses about it, or all of them. @param {string} [id] */
export function forgetGame(id) {
  const guesses = Object.entries(read().suspicions ?? {});
  write({
    games: ownGames().filter((game) => id && game.id !== id),
    suspicions: Object.fromEntries(guesses.filter(([key]) => id && key !== id)),
  });
}

/** The guesses about the kings in a game, by where they stood at its start. @param {string} key */
export function suspicions(key) {
  const kept = /** @type {Record<string, Record<string, string>>} */ (read().suspicions ?? {});
  return kept[key] ?? {};
}

const MOST_SUSPICIONS = 40; // games whose guesses are remembered

/**
 * @param {string} key
 * @param {Record<string, string>} thoughts
 */
export function rememberSuspicions(key, thoughts) {
  const { [key]: _, ...others } = /** @type {Record<string, Record<string, string>>} */ (read().suspicions ?? {});
  write({ suspicions: Object.fromEntries([...Object.entries(others).slice(1 - MOST_SUSPICIONS), [key, thoughts]]) });
}

/** The numbers of the steps, from 0, of a variant's lessons that are done. @param {string} variant @returns {number[]} */
export function learnt(variant) {
  const kept = /** @type {Record<string, unknown>} */ (read().learnt ?? {})[variant];
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "number") : [];
}

/**
 * @param {string} variant
 * @param {number[]} steps
 */
export function rememberLearnt(variant, steps) {
  write({ learnt: { .../** @type {object} */ (read().learnt ?? {}), [variant]: steps } });
}

/** @typedef {{streak: number, solved: string[]}} Puzzled the puzzles solved one after the other without a wrong move, and the ids of all that were solved */

/** @returns {Puzzled} */
export function puzzled() {
  const kept = /** @type {{streak?: unknown, solved?: unknown}} */ (read().puzzled ?? {});
  return {
    streak: typeof kept.streak === "number" ? kept.streak : 0,
    solved: Array.isArray(kept.solved) ? kept.solved.filter((id) => typeof id === "string") : [],
  };
}

/** @param {Puzzled} puzzled */
export function rememberPuzzled(puzzled) {
  write({ puzzled });
}

/** Whether the computer helps in analysis, and with how many lines. @returns {{thinking: boolean, lines: number}} */
export function analyst() {
  const kept = /** @type {{thinking?: unknown, lines?: unknown}} */ (read().analyst ?? {});
  const lines = typeof kept.lines === "number" && kept.lines >= 1 && kept.lines <= 5 ? kept.lines : 3;
  return { thinking: kept.thinking !== false, lines };
}

/** @param {{thinking: boolean, lines: number}} analyst */
export function rememberAnalyst(analyst) {
  write({ analyst });
}

/** @typedef {{tree: WholeTree, moves: string[]}} Kept an analysis, and the moves to the current position */

/**
 * The analysis of a variant saved in this tab.
 *
 * @param {string} variant
 * @returns {Kept | null}
 */
export function keptStudy(variant) {
  try {
    return JSON.parse(sessionStorage.getItem(`${KEY} ${variant}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Kept} study */
export function keepStudy(study) {
  try {
    sessionStorage.setItem(`${KEY} ${study.tree.variant}`, JSON.stringify(study));
  } catch {
    // Storage may be forbidden or full; the page works without it.
  }
}

/** Whether the page shows what the computer thinks of a game while it plays. */
export function revealing() {
  return read().revealing === true;
}

/** @param {boolean} revealing */
export function rememberRevealing(revealing) {
  write({ revealing });
}

/** The language chosen here, or "". */
export function chosenLanguage() {
  const kept = read().language;
  return typeof kept === "string" ? kept : "";
}

/** @param {string} language */
export function rememberLanguage(language) {
  write({ language });
}

/** Whether sounds are on, as they are by default. */
export function sounding() {
  return read().sounds !== false;
}

/** @param {boolean} sounds */
export function rememberSounds(sounds) {
  write({ sounds });
}

/** Whether notifications are on: the user wants them and the browser allows them. */
export function notifying() {
  return read().notifications === true && "Notification" in window && Notification.permission === "granted";
}

/** @param {boolean} notifications */
export function rememberNotifications(notifications) {
  write({ notifications });
}

export const BOARDS = /** @type {const} */ (["wood", "slate", "meadow", "contrast"]);

/** The board theme. @returns {typeof BOARDS[number]} */
export function boardTheme() {
  return BOARDS.find((name) => name === read().board) ?? "wood";
}

/** @param {string} board */
export function chooseBoard(board) {
  write({ board });
  applyTheme();
}

/** Whether pieces are shown as characters where a game has them. */
export function inCharacters() {
  return read().characters === true;
}

/** @param {boolean} characters */
export function rememberCharacters(characters) {
  write({ characters });
}

/** The folders that the drawings of pieces are in, by the names of the sets. */
export const PIECE_SETS = /** @type {const} */ ({ classic: "pieces", blocks: "blocks" });

/** @returns {keyof typeof PIECE_SETS} */
export function pieceSet() {
  return read().set === "blocks" ? "blocks" : "classic";
}

/** @param {string} set */
export function rememberPieceSet(set) {
  write({ set });
}

/** Whether files and ranks are named at the edges of boards. */
export function withCoordinates() {
  return read().coordinates !== false;
}

/** @param {boolean} coordinates */
export function rememberCoordinates(coordinates) {
  write({ coordinates });
  applyTheme();
}

/** @returns {"light" | "dark"} */
export function theme() {
  const kept = read().theme;
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Apply the themes to the page. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.board = boardTheme();
  document.documentElement.toggleAttribute("data-no-coordinates", !withCoordinates());
  // The browser's own frame takes the page's colour.
  const ground = getComputedStyle(document.body).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}

/** Switch between the light and the dark theme. */
export function toggleTheme() {
  write({ theme: theme() === "dark" ? "light" : "dark" });
  applyTheme();
}

/** How long motion takes, in parts of what is usual. */
export const PACES = /** @type {const} */ ({ slow: 2, usual: 1, fast: 0.5, none: 0 });

/** @returns {keyof typeof PACES} */
export function pace() {
  const kept = read().pace;
  return kept === "slow" || kept === "fast" || kept === "none" ? kept : "usual";
}

/** @param {string} pace */
export function rememberPace(pace) {
  write({ pace });
}

/** Whether the user wants no motion. */
export function still() {
  return pace() === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
