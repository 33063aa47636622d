// Motion drawn on the board: an arrow for every piece in motion, and a forecast of the move aimed at.

import { s } from "./dom.js";
import { english } from "./english.js";
import { path } from "./geometry.js";
import { drawing } from "./pieces.js";
import { after } from "./course.js";

/** @import {CheckLine, Event, Legs, Token} from "./protocol" */
/** @import {BoardView} from "./board.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Kinds} from "./course.js" */

const HEAD = 0.2; // length of an arrow's head
const START = 0.3; // distance from the middle of the square at which an arrow begins

/**
 * What a panel shows of pieces in motion: the arrow of each along the path that it will take, and its launch number.
 *
 * @param {BoardView} view
 * @param {Token[]} tokens
 * @param {number} panel
 * @returns {SVGElement[]}
 */
export function impulses(view, tokens, panel) {
  return tokens.flatMap(({ site, side, momentum }) => {
    const [square] = on(view, site, panel);
    if (!momentum?.panels?.includes(panel) || !square) return [];
    const ways = momentum.legs ? paths(view, momentum.legs, panel) : [];
    const arrow = ways.length ? [arrowed(view, ways, START, 0.16, panel)] : [];
    // The number stands clear of the arrow.
    const [first, second] = ways[0] ?? [square.middle, square.middle];
    const right = second.x > first.x + 0.1 && second.y < first.y - 0.1 ? -1 : 1;
    const at = { x: square.middle.x + 0.31 * right, y: square.middle.y - 0.31 };
    return [s("g", { class: `impulse ${side}`, "data-from": site }, ...arrow, badge(at, momentum.place))];
  });
}

/**
 * The lines along which a king is in check, on a panel.
 *
 * @param {BoardView} view
 * @param {CheckLine[]} checks
 * @param {number} panel
 */
export function threats(view, checks, panel) {
  const shown = checks.filter(({ legs, panels }) => legs.length && panels.includes(panel));
  return shown.map(({ legs }) => s("g", { class: "threat" }, arrowed(view, paths(view, legs, panel), START, START, panel)));
}

/**
 * What a move will do, on a panel: the paths of pieces, ghosts where they end up, and signs for captured and stopped
 * pieces.
 *
 * @param {BoardView} view
 * @param {Token[]} tokens before the move
 * @param {Event[]} course
 * @param {Event[]} reply  what the other side's pieces in motion will do next
 * @param {Kinds} kinds
 * @param {number} panel
 * @returns {SVGElement[]}
 */
export function forecast(view, tokens, course, reply, kinds, panel) {
  /** @type {SVGElement[]} */
  const marks = [];
  let left = tokens;
  for (const [events, part] of /** @type {[Event[], string][]} */ ([
    [course, "now"],
    [reply, "next"],
  ])) {
    const before = left;
    /** @type {Set<string>} the sites of the pieces that have moved so far */
    let moved = new Set();
    for (const event of events) {
      const [from, to] = [event.sites[0], event.sites[event.sites.length - 1]];
      const side = left.find((token) => token.site === from)?.side ?? "white";
      if (event.what === "spin") {
        if (panel === 0) marks.push(...turning(view, event.sites, part));
        moved = new Set([...moved].map((site) => (event.sites.includes(site) ? following(event.sites, site) : site)));
        for (const site of event.sites) if (left.some((token) => token.site === site)) moved.add(following(event.sites, site));
      } else if (event.legs.length || event.what === "move") {
        if (event.legs.length && event.panels.includes(panel)) {
          const way = arrowed(view, paths(view, event.legs, panel), START, 0.05, panel);
          marks.push(s("g", { class: `way ${event.what} ${part} ${side}`, "data-from": from, "data-to": to }, way));
        }
        if (event.taken) marks.push(...cross(view, event.taken, part, panel));
        moved.delete(from);
        moved.add(to);
      } else marks.push(...stop(view, from, event.what, part, panel));
      left = after(left, event, kinds);
    }
    for (const token of left) {
      const stood = before.find((other) => other.site === token.site);
      if (moved.has(token.site) && !(stood && english(stood.name) === english(token.name))) marks.unshift(...ghost(view, token, part, panel));
    }
  }
  return marks;
}

/** @param {string[]} ring @param {string} site */
function following(ring, site) {
  return ring[(ring.indexOf(site) + 1) % ring.length];
}

/**
 * The legs of a path on a panel as the board is turned now.
 *
 * @param {BoardView} view
 * @param {Legs} legs
 * @param {number} panel
 * @returns {Spot[][]}
 */
export function paths(view, legs, panel) {
  return legs.map((leg) => leg.map((point) => view.spot(point, panel))).filter((leg) => leg.length > 1);
}

/** The squares of a site on a panel. @param {BoardView} view @param {string} site @param {number} panel */
function on(view, site, panel) {
  return view.squares.filter((square) => square.site === site && square.panel === panel);
}

/**
 * An arrow along the legs of a path; a bar in place of its head at the edge of the board, where the piece will stop.
 *
 * @param {BoardView} view
 * @param {Spot[][]} ways
 * @param {number} start how much to cut off at the start
 * @param {number} end   how much to cut off at the end
 * @param {number} panel
 */
function arrowed(view, ways, start, end, panel) {
  const cut = ways.map((leg) => [...leg]);
  const last = cut[cut.length - 1];
  const tip = last[last.length - 1];
  const { width, height } = view.seen(panel);
  const rim = Math.min(tip.x, tip.y, width - tip.x, height - tip.y) < 0.01;
  shorten(cut[0], start);
  last.reverse();
  shorten(last, rim ? 0.04 : end);
  last.reverse();
  const [neck, point] = last.slice(-2);
  const { x, y } = unit(neck, point);
  const back = { x: point.x - x * HEAD, y: point.y - y * HEAD };
  const across = (/** @type {Spot} */ at, /** @type {number} */ by) => ({ x: at.x - y * by, y: at.y + x * by });
  const tipped = rim ? [across(point, 0.22), across(point, -0.22)] : [across(back, 0.14), point, across(back, -0.14)];
  if (!rim) last[last.length - 1] = { x: point.x - x * HEAD * 0.6, y: point.y - y * HEAD * 0.6 };
  const d = cut.map((leg) => `M${leg.map((each) => `${each.x} ${each.y}`).join("L")}`).join("");
  const tail = rim ? s("path", { class: "bar", d: `M${tipped.map((each) => `${each.x} ${each.y}`).join("L")}` }) : s("polygon", { class: "tip", points: path(tipped) });
  return s("g", { class: rim ? "arrowed rim" : "arrowed" }, s("path", { class: "halo", d }), tail, s("path", { class: "line", d }));
}

/**
 * Cut off the start of a line, but never all of it.
 *
 * @param {Spot[]} line
 * @param {number} length
 */
function shorten(line, length) {
  const whole = Math.hypot(line[1].x - line[0].x, line[1].y - line[0].y);
  const { x, y } = unit(line[0], line[1]);
  const cut = Math.min(length, whole * 0.6);
  line[0] = { x: line[0].x + x * cut, y: line[0].y + y * cut };
}

/** @param {Spot} from @param {Spot} to @returns {Spot} */
function unit(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** @param {Spot} at @param {number} place */
function badge({ x, y }, place) {
  const many = place > 9;
  return s(
    "g",
    { class: "launch" },
    s("circle", { cx: x, cy: y, r: 0.175 }),
    s("text", { x, y: y + 0.085, "font-size": many ? 0.2 : 0.25 }, String(place)),
  );
}

/** @param {BoardView} view @param {Token} token @param {string} part @param {number} panel */
function ghost(view, token, part, panel) {
  return on(view, token.site, panel).map(({ middle, room }) => {
    const size = room * 0.94;
    const drawn = drawing(token.picture, token.side);
    for (const name of ["width", "height"]) drawn.setAttribute(name, String(size));
    const place = `translate(${middle.x - size / 2} ${middle.y - size / 2})`;
    return s("g", { class: `piece ghost ${part} ${token.side}`, "data-at": token.site, transform: place }, drawn);
  });
}

/** A cross on a piece that will be captured. @param {BoardView} view @param {string} site @param {string} part @param {number} panel */
function cross(view, site, part, panel) {
  return on(view, site, panel).map(({ middle: { x, y } }) => {
    const d = `M${x - 0.3} ${y - 0.3}L${x + 0.3} ${y + 0.3}M${x + 0.3} ${y - 0.3}L${x - 0.3} ${y + 0.3}`;
    return s("g", { class: `captured ${part}`, "data-at": site }, s("path", { class: "halo", d }), s("path", { class: "line", d }));
  });
}

/**
 * A stop sign, with eight corners, on a piece that will stop.
 *
 * @param {BoardView} view
 * @param {string} site
 * @param {string} what
 * @param {string} part
 * @param {number} panel
 */
function stop(view, site, what, part, panel) {
  const [square] = on(view, site, panel);
  if (!square) return [];
  const { x, y } = { x: square.middle.x + 0.27, y: square.middle.y + 0.27 };
  const points = Array.from({ length: 8 }, (_, corner) => {
    const angle = ((corner + 0.5) * Math.PI) / 4;
    return { x: x + 0.19 * Math.cos(angle), y: y + 0.19 * Math.sin(angle) };
  });
  return [s("g", { class: `stopped ${what} ${part}`, "data-at": site }, s("polygon", { points: path(points) }), s("path", { d: `M${x - 0.1} ${y}H${x + 0.1}` }))];
}

/** Arrows in which direction the spinner carries the pieces on it. @param {BoardView} view @param {string[]} ring @param {string} part */
function turning(view, ring, part) {
  const disc = view.disc;
  if (!disc) return [];
  const { x, y } = disc;
  return ring.map((_, index) => {
    const angle = Math.PI / 4 + (index * Math.PI) / 2;
    const at = (/** @type {number} */ turn, /** @type {number} */ radius) => ({ x: x + radius * Math.cos(angle + turn), y: y + radius * Math.sin(angle + turn) });
    const [from, to] = [at(0.45, 0.86), at(1.05, 0.86)];
    const tip = [at(0.98, 0.98), at(1.25, 0.86), at(0.98, 0.74)];
    return s("g", { class: `turn ${part}` }, s("path", { class: "line", d: `M${from.x} ${from.y}A0.86 0.86 0 0 1 ${to.x} ${to.y}` }), s("polygon", { class: "tip", points: path(tip) }));
  });
}
