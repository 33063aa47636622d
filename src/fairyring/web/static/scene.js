// From what is known of a game to what its board shows.

/** @import {Label, Token, Turn, View} from "./protocol" */
/** @import {Open} from "./turns.js" */

/**
 * The marks of each site, as class names of its squares.
 *
 * @param {View} view
 * @param {string[]} prefix    what has been chosen of a turn
 * @param {Open | null} left   what is open after it; null where nobody may choose
 * @param {string[]} movable   the sites at which a turn can begin
 * @param {string[]} hinted
 * @returns {Map<string, string[]>}
 */
export function marks(view, prefix, left, movable, hinted) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const mark = (/** @type {string} */ site, /** @type {string} */ name) => {
    const names = found.get(site);
    if (!names) found.set(site, [name]);
    else if (!names.includes(name)) names.push(name);
  };
  const occupied = new Set(view.tokens.map((token) => token.site));
  for (const site of view.last) mark(site, "last");
  for (const site of view.checked) mark(site, "checked");
  for (const site of movable) mark(site, "movable");
  for (const site of hinted) mark(site, "hinted");
  for (const site of prefix) mark(site, "selected");
  if (left && prefix.length) for (const site of left.sites) mark(site, occupied.has(site) ? "capture" : "goal");
  return found;
}

const SAID = /** @type {const} */ ([
  ["selected", "selected"],
  ["goal", "can go here"],
  ["capture", "can capture here"],
  ["checked", "in check"],
  ["last", "last move"],
  ["hinted", "hint"],
]);

/**
 * What a screen reader says of each site.
 *
 * @param {View} view
 * @param {ReadonlyMap<string, string[]>} marked
 * @returns {(site: string) => string}
 */
export function labels(view, marked) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const token of view.tokens) {
    const name = token.level ? `${token.name} (${token.level})` : token.name;
    names.set(token.site, [...(names.get(token.site) ?? []), name]);
  }
  return (site) => {
    const here = marked.get(site) ?? [];
    const notes = SAID.filter(([mark]) => here.includes(mark)).map(([, words]) => words);
    return [names.get(site)?.join(" on ") ?? "empty", site, ...notes].join(", ");
  };
}

/**
 * What the board will most likely show after a turn, until the server says what it does show: the man from
 * the first site stands on the last one.
 *
 * @param {View} view
 * @param {Turn} turn
 * @param {ReadonlyMap<string, unknown>} sites
 * @param {Record<string, Label>} words
 * @returns {View}
 */
export function guess(view, turn, sites, words) {
  const steps = turn.choices.filter((choice) => sites.has(choice));
  const [from, to] = [steps[0], steps.at(-1)];
  const mover = view.tokens.findLast((token) => token.site === from);
  if (!mover || !to || from === to) return view;
  const became = turn.choices.map((choice) => words[choice]).find((label) => label?.picture);
  /** @type {Token} */
  const moved = { ...mover, site: to };
  if (became) Object.assign(moved, { picture: became.picture, name: `${mover.side} ${became.name}` });
  const others = view.tokens.filter((token) => token !== mover && token.site !== to);
  return { ...view, checked: [], last: [from, to], tokens: [...others, moved] };
}
