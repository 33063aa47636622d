// What this browser remembers: the last choices, and how the page looks and sounds.

/** @import {WholeTree} from "./protocol" */

/**
 * @typedef {object} Wish
 * @property {"computer" | "friend" | "link"} opponent
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

/** How the last game was begun. @returns {Wish} */
export function lastWish() {
  const kept = read();
  return {
    opponent: kept.opponent === "friend" || kept.opponent === "link" ? kept.opponent : "computer",
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

/** The game chosen last, "" at first. */
export function lastVariant() {
  const kept = read().variant;
  return typeof kept === "string" ? kept : "";
}

/** @param {string} variant */
export function rememberVariant(variant) {
  write({ variant });
}

/** @typedef {{id: string, title: string, at: number}} Ongoing a game under way, and when it was last looked at */

const MOST = 12;

/** The games under way that are played in this browser, the last one first. @returns {Ongoing[]} */
export function ongoing() {
  const kept = read().ongoing;
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.id === "string" && typeof each?.title === "string") : [];
}

/**
 * Keep a game in mind, or no longer.
 *
 * @param {string} id
 * @param {string} title
 * @param {boolean} over
 */
export function rememberGame(id, title, over) {
  const others = ongoing().filter((each) => each.id !== id);
  write({ ongoing: over ? others : [{ id, title, at: Date.now() }, ...others].slice(0, MOST) });
}

/** What is thought of kings in a game, by where they stood at its beginning. @param {string} key */
export function suspicions(key) {
  const kept = /** @type {Record<string, Record<string, string>>} */ (read().suspicions ?? {});
  return kept[key] ?? {};
}

const THOUGHTS = 40; // games whose suspicions are remembered

/**
 * @param {string} key
 * @param {Record<string, string>} thoughts
 */
export function rememberSuspicions(key, thoughts) {
  const { [key]: _, ...others } = /** @type {Record<string, Record<string, string>>} */ (read().suspicions ?? {});
  write({ suspicions: Object.fromEntries([...Object.entries(others).slice(1 - THOUGHTS), [key, thoughts]]) });
}

/** Whether the computer helps to analyse, and with how many lines. @returns {{thinking: boolean, lines: number}} */
export function analyst() {
  const kept = /** @type {{thinking?: unknown, lines?: unknown}} */ (read().analyst ?? {});
  const lines = typeof kept.lines === "number" && kept.lines >= 1 && kept.lines <= 5 ? kept.lines : 3;
  return { thinking: kept.thinking !== false, lines };
}

/** @param {{thinking: boolean, lines: number}} analyst */
export function rememberAnalyst(analyst) {
  write({ analyst });
}

/** @typedef {{tree: WholeTree, moves: string[]}} Kept an analysis, and the moves to where one is in it */

/**
 * The analysis of a game that this tab of the browser was at.
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

/** The language that was chosen here, "" where none was. */
export function chosenLanguage() {
  const kept = read().language;
  return typeof kept === "string" ? kept : "";
}

/** @param {string} language */
export function rememberLanguage(language) {
  write({ language });
}

/** Whether the page sounds; it does until somebody says no. */
export function sounding() {
  return read().sounds !== false;
}

/** @param {boolean} sounds */
export function rememberSounds(sounds) {
  write({ sounds });
}

/** Whether turns are notified of: the user has asked for it, and the browser still allows it. */
export function notifying() {
  return read().notifications === true && "Notification" in window && Notification.permission === "granted";
}

/** @param {boolean} notifications */
export function rememberNotifications(notifications) {
  write({ notifications });
}

export const BOARDS = /** @type {const} */ (["wood", "slate", "meadow", "contrast"]);

/** The colours of boards. @returns {typeof BOARDS[number]} */
export function boardTheme() {
  return BOARDS.find((name) => name === read().board) ?? "wood";
}

/** @param {string} board */
export function chooseBoard(board) {
  write({ board });
  applyTheme();
}

/** @returns {"light" | "dark"} */
export function theme() {
  const kept = read().theme;
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Put the theme on the page, and follow the system as long as nobody has chosen. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.board = boardTheme();
  // What the browser draws around the page has the page's colour.
  const ground = getComputedStyle(document.body).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}

/** The other theme, from now on. */
export function toggleTheme() {
  write({ theme: theme() === "dark" ? "light" : "dark" });
  applyTheme();
}

/** Whether men should jump instead of glide. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
