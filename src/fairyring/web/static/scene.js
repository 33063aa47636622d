// From the state of a game to what its board shows.

import { english } from "./english.js";
import { t, tr } from "./language.js";

/** @import {Holding, Label, Place, Token, Turn, View} from "./protocol" */
/** @import {Open} from "./choices.js" */

/**
 * The marks of each site, as class names of its squares.
 *
 * @param {View} view
 * @param {string[]} prefix    the choices of a move made so far
 * @param {Open | null} left   the choices open after them; null if none may be made
 * @param {string[]} movable   the choices with which a move can begin
 * @param {string[]} hinted
 * @param {ReadonlyMap<string, Place>} places
 * @param {ReadonlyMap<string, string>} carriers
 * @returns {Map<string, string[]>}
 */
export function marks(view, prefix, left, movable, hinted, places, carriers) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const mark = (/** @type {string | undefined} */ site, /** @type {string} */ name) => {
    if (site === undefined) return;
    const names = found.get(site);
    if (!names) found.set(site, [name]);
    else if (!names.includes(name)) names.push(name);
  };
  for (const site of [...view.earlier, ...view.last]) mark(site, "last");
  for (const site of view.touched) mark(site, "touched");
  for (const site of view.checked) mark(site, "checked");
  for (const choice of movable) mark(places.get(choice)?.site, "movable");
  for (const choice of hinted) mark(places.get(choice)?.site, "hinted");
  for (const choice of prefix) mark(places.get(choice)?.site, "selected");
  if (!left || !prefix.length) return found;
  const carrying = new Set(carriers.values());
  for (const choice of left.places) {
    const place = places.get(choice);
    const kind = goal(view, place, places.get(prefix[0]));
    const whole = place !== undefined && carrying.has(place.site);
    mark(place?.site, !whole ? kind : kind === "goal" ? "berth" : "ram");
    // What moves there is the carrier of the chosen piece, with all its riders.
    if (whole) mark(carriers.get(places.get(prefix[0])?.site ?? ""), "steered");
  }
  return found;
}

/**
 * What a move to a place does: enter an empty site, sit on a piece without a rider, or capture the piece there: alone,
 * a rider, or a carrier.
 *
 * @param {View} view
 * @param {Place | undefined} place
 * @param {Place | undefined} from
 */
function goal(view, place, from) {
  const here = view.tokens.filter((token) => token.site === place?.site);
  const pieces = here.filter((token) => !token.chips.length);
  if (!place || !here.length) return "goal";
  if (!pieces.length) return steps(view, from, place) ? "goal" : "capture";
  if (!pieces.some((token) => token.level === place.level)) return "mount";
  if (pieces.length === 1) return "capture";
  return place.level ? "unseat" : "under";
}

/**
 * Whether the chips on a place stay there: more chips are added, or a pawn steps straight onto them.
 *
 * @param {View} view
 * @param {Place | undefined} from
 * @param {Place} to
 */
function steps(view, from, to) {
  if (!from) return true;
  const pawn = view.tokens.some((token) => token.site === from.site && token.picture === "pawn");
  return pawn && from.file === to.file;
}

const SAID = /** @type {const} */ ([
  ["selected", t("mark.selected")],
  ["goal", t("mark.goal")],
  ["capture", t("mark.capture")],
  ["mount", t("mark.mount")],
  ["under", t("mark.under")],
  ["unseat", t("mark.unseat")],
  ["berth", t("mark.berth")],
  ["checked", t("mark.checked")],
  ["last", t("mark.last")],
  ["touched", t("mark.touched")],
  ["hinted", t("mark.hinted")],
]);

/**
 * The pieces on each site, as "white knight on black pawn".
 *
 * @param {Token[]} tokens
 * @param {ReadonlyMap<string, string>} carriers
 * @returns {Map<string, string>}
 */
export function standing(tokens, carriers) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { site, name, momentum } of tokens) {
    const below = found.get(site);
    const piece = tr(name);
    if (below) found.set(site, t("mark.on", { rider: piece, carrier: below }));
    else found.set(site, momentum ? `${piece}, ${t("mark.moving", { dx: momentum.dx, dy: momentum.dy, place: momentum.place })}` : piece);
  }
  for (const [site, carrier] of carriers) {
    const below = found.get(carrier);
    if (below) found.set(site, t("mark.on", { rider: found.get(site) ?? t("mark.no-rider"), carrier: below }));
  }
  return found;
}

/**
 * What a screen reader says of each site.
 *
 * @param {View} view
 * @param {ReadonlyMap<string, string[]>} marked
 * @param {ReadonlyMap<string, string>} carriers
 * @returns {(site: string) => string}
 */
export function labels(view, marked, carriers) {
  const pieces = standing(view.tokens, carriers);
  return (site) => {
    const here = marked.get(site) ?? [];
    /** @type {string[]} */
    const notes = SAID.filter(([mark]) => here.includes(mark)).map(([, words]) => words);
    const carrier = carriers.get(site) ?? "";
    const below = marked.get(carrier) ?? [];
    if (below.includes("ram")) notes.push(t("mark.ram", { piece: pieces.get(carrier) ?? "" }));
    if (below.includes("checked")) notes.push(t("mark.danger", { piece: pieces.get(carrier) ?? "" }));
    return [pieces.get(site) ?? t("mark.empty"), site, ...notes].join(", ");
  };
}

/**
 * What the board will most likely show after a move, until the server answers: a piece of a hand is dropped; the piece from the first place stands on
 * the last one; or, if it pilots, its carrier does, with all its riders.
 *
 * @param {View} view
 * @param {Turn} move
 * @param {ReadonlyMap<string, Place>} places
 * @param {Record<string, Label>} words
 * @param {ReadonlyMap<string, string>} carriers
 * @returns {View}
 */
export function guess(view, move, places, words, carriers) {
  const held = view.panels.flatMap((panel) => (panel.side === view.side ? panel.holdings : [])).find((each) => each.choice === move.choices[0]);
  if (held) return dropped(view, held, places.get(move.choices[1]));
  const steps = move.choices.flatMap((choice) => places.get(choice) ?? []);
  const [from, to] = [steps[0], steps.at(-1)];
  const stands = (/** @type {Token} */ token, /** @type {Place} */ place) =>
    token.site === place.site && token.level === place.level;
  const mover =
    from && (view.tokens.find((token) => stands(token, from)) ?? view.tokens.findLast((token) => token.site === from.site));
  if (!mover || !to || from === to) return view;
  // A king that castles by a move to its rook's square: the server says where both go.
  if (view.tokens.some((token) => token !== mover && token.side === mover.side && stands(token, to))) return view;
  const below = carriers.get(from.site);
  if (below && [...carriers.values()].includes(to.site)) return piloted(view, below, to.site, carriers);
  const became = move.choices.map((choice) => words[choice]).find((label) => label?.picture);
  /** @type {Token} */
  const moved = { ...mover, site: to.site, level: to.level };
  if (became) Object.assign(moved, { picture: became.picture, name: `${mover.side} ${english(became.name)}` });
  const others = view.tokens.filter((token) => token !== mover && !stands(token, to));
  // A piece that lands on the ground level stands under any piece that is still there.
  const above = to.level ? [] : others.filter((token) => token.site === to.site && !token.chips.length);
  const rest = others.filter((token) => !above.includes(token));
  return { ...view, checked: [], earlier: [], said: [], touched: [], checks: [], last: [from.site, to.site], tokens: [...rest, moved, ...above] };
}

/**
 * The board after a piece of a hand is dropped.
 *
 * @param {View} view
 * @param {Holding} held
 * @param {Place | undefined} to
 * @returns {View}
 */
function dropped(view, held, to) {
  if (!to) return view;
  const { letter, name, picture } = held;
  /** @type {Token} */
  const token = { site: to.site, letter, name, picture, side: view.side, level: to.level, momentum: null, chips: [], marked: false };
  const left = held.number > 1 ? [{ ...held, number: held.number - 1 }] : [];
  const panels = view.panels.map((panel) => ({ ...panel, holdings: panel.holdings.flatMap((each) => (each === held ? left : [each])) }));
  return { ...view, checked: [], earlier: [], said: [], touched: [], checks: [], last: [to.site], tokens: [...view.tokens, token], panels };
}

/**
 * The board after a carrier moves with all its riders; what stood at the goal is captured.
 *
 * @param {View} view
 * @param {string} from
 * @param {string} to
 * @param {ReadonlyMap<string, string>} carriers
 * @returns {View}
 */
function piloted(view, from, to, carriers) {
  const whole = (/** @type {string} */ carrier) => [carrier, ...[...carriers.keys()].filter((site) => carriers.get(site) === carrier)];
  const [here, there] = [whole(from), whole(to)];
  const tokens = view.tokens.flatMap((token) => {
    if (there.includes(token.site)) return [];
    const place = here.indexOf(token.site);
    return [place < 0 ? token : { ...token, site: there[place] }];
  });
  return { ...view, checked: [], earlier: [], said: [], touched: [], checks: [], last: [from, to], tokens };
}
