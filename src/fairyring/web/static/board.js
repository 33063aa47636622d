// The board: one drawing a panel, squares that can be pointed at and focused, men, marks and arrows.

import { h, s } from "./dom.js";
import { bounds, carriers, corners, inset, lies, middle, path, room, seen } from "./geometry.js";
import { Journey } from "./journey.js";
import { t, tr } from "./language.js";
import { drawing } from "./men.js";
import { Motion, pairs } from "./motion.js";
import { standing } from "./scene.js";
import { still } from "./settings.js";
import { seams } from "./seams.js";
import { arrow, glow, signs } from "./signs.js";
import { badges } from "./stacks.js";
import { sign } from "./suspicion.js";
import { forecast, impulses } from "./trails.js";
import { turntable } from "./turntable.js";

/** @import {Board, Course, Event, Site, Token} from "./protocol" */
/** @import {Kinds} from "./course.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Disc} from "./turntable.js" */

/**
 * What a board is to show.
 *
 * @typedef {object} Scene
 * @property {Token[]} tokens
 * @property {ReadonlyMap<string, string[]>} marks the marks of each site, as class names
 * @property {string[]} last     the sites of the last turn, for the men that move
 * @property {string[][]} arrows each from site to site
 * @property {ReadonlyMap<string, import("./suspicion.js").Doubt>} [doubts] what is thought of who stands on a site
 * @property {boolean} flipped
 * @property {boolean} instant   the men jump, for the hand has moved them already
 * @property {(site: string) => string} label what a screen reader says of a site
 * @property {Event[]} [course]  what happened between the position before and this one, if that is known
 * @property {{here: string, before: string}} [steps] names of the two
 * @property {Course | null} [aimed] what the turn that is aimed at would lead to
 * @property {Kinds} [kinds]
 */

/**
 * A site's square on a panel. A square on somebody's back is there while he stands under it; the one under him
 * while he does not.
 *
 * @typedef {{site: string, panel: number, group: SVGGElement, middle: Spot, room: number, there: boolean}} Square
 */
/**
 * @typedef {object} Man
 * @property {string} key
 * @property {SVGGElement} group
 * @property {SVGElement} body
 * @property {Token} token
 * @property {number} panel
 * @property {boolean} below whether he carries somebody
 */

// How large a man is drawn, and how far from the middle of his square; in parts of its room.
const ALONE = { share: 0.94, x: 0, y: 0 };
const CARRIER = { share: 0.66, x: -0.16, y: 0.16 };
const RIDER = { share: 0.74, x: 0.13, y: -0.13 };

export class BoardView {
  /**
   * @param {Board} board
   * @param {boolean} [live] whether its squares can be pointed at and focused
   */
  constructor(board, live = true) {
    this.board = board;
    this.live = live;
    /** @type {Map<string, Site>} */
    this.sites = new Map(board.sites.map((site) => [site.name, site]));
    this.stacked = Object.keys(board.places).length > 0;
    this.carriers = carriers(board);
    this.carrying = new Set(this.carriers.values());
    this.turning = new Set(board.turning);
    this.panels = board.panels.map((panel, number) => {
      const layers = {
        floor: s("g"),
        bearers: s("g", { class: "men", "aria-hidden": "true" }),
        // A drawing of its own, whose edge nothing passes; men do, on their way to another panel.
        squares: s("svg", { width: panel.width, height: panel.height }),
        coordinates: s("g", { class: "coordinates", "aria-hidden": "true" }),
        men: s("g", { class: "men", "aria-hidden": "true" }),
        impulses: s("g", { class: "impulses", "aria-hidden": "true" }),
        forecast: s("g", { class: "forecast", "aria-hidden": "true" }),
        arrows: s("g", { class: "arrows", "aria-hidden": "true" }),
      };
      const drawn = s(
        "svg",
        { class: "panel-board", role: live ? "group" : false },
        glow(number),
        ...Object.values(layers),
      );
      if (live) drawn.setAttribute("aria-label", panel.title ? t("board.of", { name: tr(panel.title) }) : t("board"));
      else drawn.setAttribute("aria-hidden", "true");
      const pointed = h("span", { class: "pointed", "aria-hidden": "true" });
      const caption =
        live && panel.title ? h("figcaption", {}, h("span", {}, tr(panel.title)), pointed) : null;
      const figure = h("figure", { class: "panel", "data-panel": number }, drawn, caption);
      return { panel, figure, drawn, layers, pointed };
    });
    this.element = h("div", { class: live ? "boards" : "boards small" }, ...this.panels.map((each) => each.figure));
    /** @type {(site: string | null) => void} the pointer or the focus has come to another square */
    this.onLight = () => {};
    /** Whether the board lies on its side, so that White sits on the left. */
    this.lying = !live && lies(board, 2, 1);
    /** @type {Square[]} */
    this.squares = [];
    /** @type {Map<string, Man>} */
    this.men = new Map();
    this.motion = new Motion();
    /** @type {number | null} by how many quarters the board is turned; see `seen` */
    this.quarters = null;
    /** @type {Disc | null} */
    this.disc = null;
    /** What the board shows: the name of the position, and what is drawn of motion. */
    this.step = "";
    this.shown = { impulses: "", forecast: "" };
    /** @type {Token[]} */
    this.tokens = [];
    this.focused = 0;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const quarters = (scene.flipped ? 2 : 0) + (this.lying ? 1 : 0);
    const turned = this.quarters !== quarters;
    if (turned) this.turn(quarters);
    const held = new Set(scene.tokens.map((token) => token.site));
    for (const square of this.squares) {
      const { site, group } = square;
      const marks = scene.marks.get(site);
      const kind = this.carriers.has(site) ? ["back"] : this.carrying.has(site) ? ["carrying"] : [];
      const twin = (this.sites.get(site)?.outlines.length ?? 0) > 1;
      change(group, "class", ["square", ...kind, ...(twin ? ["twin"] : []), ...(marks ?? [])].join(" "));
      square.there = this.carrying.has(site) ? !held.has(site) : held.has(this.carriers.get(site) ?? site) || !kind.length;
      group.toggleAttribute("data-away", !square.there);
      if (!this.live) continue;
      change(group, "aria-label", scene.label(site));
      if (square.there) group.removeAttribute("aria-hidden");
      else change(group, "aria-hidden", "true");
    }
    this.settle();
    const follows = scene.steps !== undefined && scene.steps.before === this.step && scene.steps.here !== this.step;
    this.step = scene.steps?.here ?? "";
    if (follows && !turned && !scene.instant && this.travel(scene)) return;
    if (turned || !this.shows(scene.tokens)) this.place(scene, turned);
    this.tokens = scene.tokens;
    this.point(scene.arrows, scene.doubts);
    this.trace(scene);
  }

  /** Lay the board on its side, or stand it upright, as is larger. @param {number} across @param {number} down the room */
  fit(across, down) {
    this.lying = lies(this.board, across, down);
  }

  /** How large a panel is as it is seen. @param {number} number */
  seen(number) {
    const { width, height } = this.panels[number].panel;
    return (this.quarters ?? 0) % 2 ? { width: height, height: width } : { width, height };
  }

  /** A point of the first panel, as it is seen. @param {[number, number]} point */
  spot(point) {
    return seen(point, this.panels[0].panel, this.quarters ?? 0);
  }

  /**
   * Show part by part what led here; false where there is nothing to show, or nobody who wants to see it.
   *
   * @param {Scene} scene
   */
  travel(scene) {
    const { course, kinds } = scene;
    if (!course?.length || !kinds || still() || document.hidden || !this.tokens.length) return false;
    this.motion.finish();
    this.draws("forecast", "", []);
    this.element.removeAttribute("data-aimed");
    this.motion.journey = new Journey(this, course, kinds, () => {
      this.motion.journey = null;
      this.draw({ ...scene, steps: { here: this.step, before: this.step } });
    });
    return true;
  }

  /** Draw what is in motion, and what is aimed at. @param {Scene} scene */
  trace({ tokens, aimed, kinds }) {
    const moving = tokens.filter((token) => token.momentum);
    this.draws("impulses", JSON.stringify([this.quarters, moving]), () => impulses(this, moving));
    const foreseen = aimed && kinds ? JSON.stringify([this.quarters, aimed]) : "";
    this.draws("forecast", foreseen, () => (aimed && kinds ? forecast(this, tokens, aimed.course, aimed.reply, kinds) : []));
    this.element.toggleAttribute("data-aimed", foreseen !== "");
  }

  /**
   * Draw a layer of the first panel anew, if what it shows has changed.
   *
   * @param {"impulses" | "forecast"} layer
   * @param {string} key what it shows
   * @param {SVGElement[] | (() => SVGElement[])} drawn
   */
  draws(layer, key, drawn) {
    if (this.shown[layer] === key) return;
    this.shown[layer] = key;
    this.panels[0].layers[layer].replaceChildren(...(typeof drawn === "function" ? drawn() : drawn));
  }

  /** The arrow of a man who has begun to go is no longer shown. @param {string} site */
  hush(site) {
    this.panels[0].layers.impulses.querySelector(`[data-from="${CSS.escape(site)}"]`)?.remove();
    this.shown.impulses = "?";
  }

  /** Whether just these lie on the board. @param {Token[]} tokens */
  shows(tokens) {
    const alike = (/** @type {Token} */ one, /** @type {Token} */ two) =>
      one.site === two.site && one.name === two.name && one.level === two.level && one.picture === two.picture && one.marked === two.marked;
    return tokens.length === this.tokens.length && tokens.every((token) => this.tokens.some((other) => alike(token, other)));
  }

  /** Tell the style sheet what it needs to know to make squares as large as there is room for. */
  size() {
    const all = this.panels.map((_, number) => this.seen(number));
    all.forEach(({ width, height }, number) => {
      const { drawn, figure, layers } = this.panels[number];
      drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
      layers.squares.setAttribute("width", String(width));
      layers.squares.setAttribute("height", String(height));
      figure.style.setProperty("--across", String(width));
      figure.style.setProperty("--down", String(height));
    });
    const total = (/** @type {number[]} */ sizes) => sizes.reduce((sum, size) => sum + size, 0);
    const [widths, heights] = [all.map((panel) => panel.width), all.map((panel) => panel.height)];
    const sizes = {
      "--panels": all.length,
      "--row-width": total(widths),
      "--row-height": Math.max(...heights),
      "--pile-width": Math.max(...widths),
      "--pile-height": total(heights),
    };
    for (const [name, size] of Object.entries(sizes)) this.element.style.setProperty(name, String(size));
  }

  /** Lay the squares out anew. @param {number} quarters */
  turn(quarters) {
    const focused = this.squares.findIndex((square) => square.group === document.activeElement);
    const kept = this.squares[focused >= 0 ? focused : this.focused];
    this.motion.finish();
    this.quarters = quarters;
    this.element.toggleAttribute("data-flipped", quarters > 1);
    this.size();
    this.shown = { impulses: "", forecast: "" };
    this.squares = [];
    this.men.clear();
    for (const { layers } of this.panels) for (const layer of Object.values(layers)) layer.replaceChildren();
    // Who points at a back means the back, and not what is under it.
    const ranked = [...this.board.sites].sort((one, two) => Number(Boolean(one.carrier)) - Number(Boolean(two.carrier)));
    for (const site of ranked) {
      for (const outline of site.outlines) {
        const { panel, layers } = this.panels[outline.panel];
        const points = corners(outline, panel, quarters);
        const square = { site: site.name, panel: outline.panel, middle: middle(points), room: room(points), there: true };
        // The ground of some squares lies under all that is drawn below men: backs, and the spinner's disc.
        const floored = this.carrying.has(site.name) || this.turning.has(site.name);
        const round = { cx: square.middle.x, cy: square.middle.y };
        const group = s(
          "g",
          {
            class: "square",
            "data-site": site.name,
            "data-shade": site.shade,
            "data-region": site.region,
            role: this.live ? "button" : false,
            tabindex: this.live ? -1 : false,
          },
          !floored && s("polygon", { class: "ground", points: path(points) }),
          this.live && s("polygon", { class: "glaze", points: path(points) }),
          this.live && s("polygon", { class: "alarm", points: path(points), fill: `url(#glow-${outline.panel})` }),
          this.live && s("polygon", { class: "frame", points: path(inset(points, 0.08)) }),
          this.live && s("circle", { class: "dot", ...round, r: square.room * 0.15 }),
          this.live && s("circle", { class: "hoop", ...round, r: square.room * 0.43 }),
          ...(this.live && this.stacked ? signs(square) : []),
        );
        if (floored) {
          const ground = s("polygon", { class: "ground", points: path(points) });
          const kind = this.carrying.has(site.name) ? "hole" : "square";
          layers.floor.append(s("g", { class: kind, "data-shade": site.shade, "data-region": site.region }, ground));
        }
        layers.squares.append(group);
        this.squares.push({ ...square, group });
        if (this.live && !site.carrier) this.name(site.name, points, outline.panel);
      }
    }
    const middles = this.board.turning.flatMap((site) => this.square(site)?.middle ?? []);
    this.disc = middles.length ? turntable(middles) : null;
    if (this.disc) this.panels[0].layers.floor.append(this.disc.group);
    if (!this.live) return;
    this.panels[0].layers.coordinates.append(...seams(this));
    const again = kept ? this.squares.findIndex((each) => each.site === kept.site && each.panel === kept.panel) : 0;
    this.rove(Math.max(again, 0), focused >= 0);
  }

  /**
   * Letters and numbers along the near and the left edge, where sites are named by a letter and a number.
   *
   * @param {string} name
   * @param {Spot[]} points
   * @param {number} number
   */
  name(name, points, number) {
    const parts = /^(?:[a-z]\d+\.)?([a-z]+)(\d+)/.exec(name);
    if (!parts) return;
    const { layers } = this.panels[number];
    const [below, beside] = (this.quarters ?? 0) % 2 ? [parts[2], parts[1]] : [parts[1], parts[2]];
    const box = bounds(points);
    const shade = this.sites.get(name)?.shade;
    const region = this.sites.get(name)?.region;
    const kind = this.carrying.has(name) ? "coordinate carrying" : "coordinate";
    const scale = this.carrying.has(name) ? 0.75 * room(points) : room(points);
    const dress = { class: kind, "data-shade": shade, "data-region": region, "font-size": 0.2 * scale };
    const [right, low] = [box.right - 0.06 * scale, box.bottom - 0.07 * scale];
    if (box.bottom >= this.seen(number).height) {
      layers.coordinates.append(s("text", { ...dress, x: right, y: low, "text-anchor": "end" }, below));
    }
    if (box.left <= 0) {
      layers.coordinates.append(s("text", { ...dress, x: box.left + 0.05 * scale, y: box.top + 0.23 * scale }, beside));
    }
  }

  /**
   * Put the men where they belong, gliding from where they were.
   *
   * @param {Scene} scene
   * @param {boolean} turned
   */
  place(scene, turned) {
    this.motion.finish();
    const moved = turned || scene.instant ? [] : pairs(this.tokens, scene.tokens, scene.last);
    const fresh = !this.tokens.length;
    const gone = this.seat(scene.tokens);
    if (turned || scene.instant || fresh) for (const man of gone) man.group.remove();
    else this.motion.play(this, moved, gone);
  }

  /** Put men where they stand, at once, with their motion. @param {Token[]} tokens */
  stand(tokens) {
    for (const man of this.seat(tokens)) man.group.remove();
    const moving = tokens.filter((token) => token.momentum?.legs);
    this.draws("impulses", JSON.stringify([this.quarters, moving]), () => impulses(this, moving));
  }

  /**
   * Draw the men who are new.
   *
   * @param {Token[]} tokens
   * @returns {Man[]} the drawings of those who are gone
   */
  seat(tokens) {
    const before = new Map(this.men);
    tokens.forEach((token, index) => {
      const here = (/** @type {Token} */ other) => other.site === token.site;
      const below = tokens.slice(0, index).some(here);
      const above = tokens.slice(index + 1).some(here);
      for (const square of this.squares) {
        if (square.site !== token.site) continue;
        const key = [square.panel, token.site, below, above, token.name, token.level, token.marked].join("|");
        if (!before.delete(key)) this.men.set(key, this.man(key, token, square, below, above));
      }
    });
    const gone = [...before.values()];
    for (const man of gone) this.men.delete(man.key);
    this.tokens = tokens;
    return gone;
  }

  /**
   * A man on his square: in the middle of it; or, where men stand on each other, the carrier small and faint
   * in the near left corner, and his rider larger, up on the right.
   *
   * @param {string} key
   * @param {Token} token
   * @param {Square} square
   * @param {boolean} below whether he stands on somebody
   * @param {boolean} above whether somebody stands on him
   * @returns {Man}
   */
  man(key, token, square, below, above) {
    const { share, x: right, y: down } = above ? CARRIER : below ? RIDER : ALONE;
    const size = square.room * share;
    const body = s("g", { class: "body" }, drawing(token.picture));
    const use = /** @type {SVGUseElement} */ (body.firstChild);
    use.setAttribute("width", String(size));
    use.setAttribute("height", String(size));
    const x = square.middle.x - size / 2 + right * square.room;
    const y = square.middle.y - size / 2 + down * square.room;
    const bearer = this.carrying.has(token.site);
    body.append(...badges(token, size));
    const kind = ["man", token.side ?? `chips-${token.picture}`, above && "carrier", below && "rider", bearer && "bearer"].filter(Boolean).join(" ");
    const group = s("g", { class: kind, transform: `translate(${x} ${y})` }, body);
    if (token.level) group.dataset.level = token.level;
    const { men, bearers } = this.panels[square.panel].layers;
    if (bearer) {
      // His back, which goes where he goes.
      const [start, side] = [(size - square.room) / 2 + 0.03, square.room - 0.06];
      body.prepend(s("rect", { class: "hide", x: start, y: start, width: side, height: side, rx: 0.1 }));
      bearers.append(group);
    } else if (above) men.prepend(group);
    else men.append(group);
    return { key, group, body, token, panel: square.panel, below: above };
  }

  /** @param {string[][]} arrows @param {Scene["doubts"]} [doubts] */
  point(arrows, doubts = new Map()) {
    for (const { layers } of this.panels) layers.arrows.replaceChildren();
    for (const [site, doubt] of doubts) {
      const square = this.square(site);
      if (square) this.panels[square.panel].layers.arrows.append(sign(square.middle, doubt));
    }
    // The best one is drawn last, over the others.
    for (const [rank, sites] of [...arrows.entries()].reverse()) {
      for (let step = 1; step < sites.length; step += 1) {
        this.panels.forEach(({ layers }, number) => {
          const [from, to] = [this.square(sites[step - 1], number), this.square(sites[step], number)];
          if (from?.panel === number && to?.panel === number) layers.arrows.append(arrow(from.middle, to.middle, rank));
        });
      }
    }
  }

  /**
   * A site's square on a panel, or on another one if that panel does not show it.
   *
   * @param {string} site
   * @param {number} [panel]
   * @returns {Square | undefined}
   */
  square(site, panel = 0) {
    const all = this.squares.filter((square) => square.site === site);
    return all.find((square) => square.panel === panel) ?? all[0];
  }

  /** The square that an element of the page belongs to. @param {Element | null} element */
  squareOf(element) {
    const group = element?.closest("[data-site]");
    return this.squares.find((square) => square.group === group);
  }

  /**
   * The man of a level drawn on a square; the topmost one unless a level is given, or nobody stands there.
   *
   * @param {Square} square
   * @param {string} [level]
   */
  manOn(square, level) {
    const men = [...this.men.values()].filter((man) => man.panel === square.panel && man.token.site === square.site);
    return men.find((man) => man.token.level === level) ?? men.find((man) => !man.below) ?? men.at(-1);
  }

  /** Light a site up on every panel that shows it. @param {string | null} site */
  light(site) {
    this.onLight(site);
    for (const square of this.squares) square.group.toggleAttribute("data-lit", square.site === site);
    const words = site === null ? "" : [standing(this.tokens, this.carriers).get(site), site].filter(Boolean).join(" · ");
    for (const { pointed } of this.panels) pointed.textContent = words;
  }

  /** Leave a square that is no longer there for one that has come in its place. */
  settle() {
    const left = this.squares[this.focused];
    if (!this.live || !left || left.there) return;
    const near = this.squares.findIndex(
      ({ site, there }) => there && (this.carriers.get(site) === left.site || this.carriers.get(left.site) === site),
    );
    this.rove(near, left.group === document.activeElement);
  }

  /**
   * Let the tab key land on a square.
   *
   * @param {number} index
   * @param {boolean} focus whether to go there now
   */
  rove(index, focus) {
    this.squares[this.focused]?.group.setAttribute("tabindex", "-1");
    this.focused = index;
    this.squares[index]?.group.setAttribute("tabindex", "0");
    if (focus) this.squares[index]?.group.focus({ preventScroll: false });
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function change(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
