// A turn of several parts, played one by one: each piece along its path, in order, then the spinner. It can be skipped at
// any time; then all pieces stand where they end up.

import { after } from "./course.js";
import { paths } from "./trails.js";
import { carried } from "./spinner.js";
import { pace, PACES } from "./settings.js";

/** @import {Event} from "./protocol" */
/** @import {BoardView, Piece} from "./board.js" */
/** @import {Kinds} from "./course.js" */

const SQUARE = 85; // milliseconds per square
const [LEAST, MOST] = [190, 460]; // of one piece
const HALT = 150;
const SPIN = 520;
const WHOLE = 3200; // of a whole turn, at most

export class Journey {
  /**
   * @param {BoardView} view
   * @param {Event[]} events
   * @param {Kinds} kinds
   * @param {() => void} done
   */
  constructor(view, events, kinds, done) {
    this.view = view;
    this.events = events;
    this.kinds = kinds;
    this.done = done;
    this.over = false;
    const total = events.reduce((sum, event) => sum + lasts(event), 0);
    this.speed = Math.max(1, total / WHOLE) / (PACES[pace()] || 1);
    /** @type {Animation[]} */
    this.running = [];
    this.step(0);
  }

  /** Play the event with an index, and all after it. @param {number} index */
  step(index) {
    if (this.over) return;
    const event = this.events[index];
    if (!event) {
      this.finish();
      return;
    }
    const { view } = this;
    this.running = this.animate(event, lasts(event) / this.speed);
    const next = () => {
      if (this.over) return;
      const tokens = after(view.tokens, event, this.kinds);
      view.stand(tokens);
      for (const animation of this.running) animation.cancel();
      this.step(index + 1);
    };
    if (this.running.length) this.running[0].onfinish = next;
    else next();
  }

  /** Skip to the end. */
  finish() {
    if (this.over) return;
    this.over = true;
    for (const animation of this.running) animation.cancel();
    this.done();
  }

  /**
   * @param {Event} event
   * @param {number} duration
   * @returns {Animation[]} the longest first
   */
  animate(event, duration) {
    const { view } = this;
    const { what, sites, legs, panels, taken } = event;
    const timing = { duration, easing: "cubic-bezier(0.35, 0.1, 0.3, 1)", fill: /** @type {const} */ ("both") };
    if (what === "spin") {
      const { disc } = view;
      if (!disc) return [];
      const turned = disc.group.animate([{ transform: "rotate(0)" }, { transform: "rotate(90deg)" }], timing);
      const riders = sites.flatMap((site) => this.pieces(site).map((piece) => piece.body.animate(carried(disc, this.middle(piece)), timing)));
      return [turned, ...riders];
    }
    if (what === "vanish") {
      const gone = sites.flatMap((site) => this.pieces(site));
      return gone.map((piece) => piece.body.animate([{ opacity: 1 }, { opacity: 0 }], timing));
    }
    // Where boards share squares, a piece is drawn on each of them.
    const pieces = this.pieces(sites[0]).filter((piece, index, all) => all.findIndex(({ square }) => square === piece.square) === index);
    if (!pieces.length) return [];
    for (const { group } of pieces) group.parentNode?.append(group);
    view.removeArrow(sites[0]);
    if (what === "stop") return pieces.map(({ body }) => body.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], timing));
    if (what === "halt") return pieces.map(({ body }) => body.animate(nudge(this.heading(sites[0])), timing));
    const found = pieces.map(({ body, square: { panel } }) =>
      body.animate(panels.includes(panel) ? along(paths(view, legs, panel)) : [{ opacity: 1 }, { opacity: 0 }], timing),
    );
    if (taken && taken !== sites[0]) {
      const fade = { duration: duration * 0.35, delay: duration * 0.65, fill: /** @type {const} */ ("both") };
      for (const captured of this.pieces(taken)) found.push(captured.body.animate([{ opacity: 1 }, { opacity: 0 }], fade));
    }
    return found;
  }

  /** @param {string} site @returns {Piece[]} */
  pieces(site) {
    return [...this.view.pieces.values()].filter((piece) => piece.token.site === site);
  }

  /** @param {Piece} piece */
  middle(piece) {
    return piece.square.middle;
  }

  /** The direction in which the piece on a site moves. @param {string} site */
  heading(site) {
    const token = this.view.tokens.find((each) => each.site === site);
    const { legs, panels } = token?.momentum ?? {};
    const [first] = legs && panels?.length ? paths(this.view, legs, panels[0]) : [];
    return first ? { x: first[1].x - first[0].x, y: first[1].y - first[0].y } : { x: 0, y: 0 };
  }
}

/** @param {Event} event */
function lasts({ what, legs }) {
  if (what === "spin") return SPIN;
  if (what === "halt" || what === "stop" || what === "vanish") return HALT;
  return Math.min(MOST, Math.max(LEAST, length(legs.flatMap((leg) => leg.map(([x, y]) => ({ x, y })))) * SQUARE));
}

/** @param {{x: number, y: number}[]} spots */
function length(spots) {
  return spots.slice(1).reduce((sum, spot, index) => sum + Math.hypot(spot.x - spots[index].x, spot.y - spots[index].y), 0);
}

/**
 * A path as keyframes; it jumps where it leaves the board and comes back on the other side.
 *
 * @param {{x: number, y: number}[][]} ways
 * @returns {Keyframe[]}
 */
function along(ways) {
  const start = ways[0]?.[0];
  if (!start) return [{ transform: "none" }];
  const whole = ways.reduce((sum, way) => sum + length(way), 0) || 1;
  /** @type {Keyframe[]} */
  const frames = [];
  let gone = 0;
  for (const way of ways) {
    way.forEach((spot, index) => {
      if (index) gone += length(way.slice(index - 1, index + 1));
      frames.push({ transform: `translate(${spot.x - start.x}px, ${spot.y - start.y}px)`, offset: Math.min(1, gone / whole) });
    });
  }
  return frames;
}

/** @param {{x: number, y: number}} heading @returns {Keyframe[]} */
function nudge({ x, y }) {
  const size = Math.hypot(x, y) || 1;
  const there = `translate(${(0.14 * x) / size}px, ${(0.14 * y) / size}px)`;
  return [{ transform: "none" }, { transform: there }, { transform: "none" }];
}
