// The board: one drawing per panel, with squares that take pointer and focus, pieces, marks and arrows.

import { h, s } from "./dom.js";
import { english } from "./english.js";
import { borders } from "./borders.js";
import { carriers, corners, inset, laidOut, lies, middle, nearest, path, room, seen } from "./geometry.js";
import { Journey } from "./journey.js";
import { t, tr } from "./language.js";
import { drawing } from "./pieces.js";
import { Motion, pairs } from "./motion.js";
import { standing } from "./scene.js";
import { still } from "./settings.js";
import { seams } from "./seams.js";
import { arrow, coordinates, glow, signs } from "./signs.js";
import { badges } from "./badges.js";
import { sign } from "./suspicion.js";
import { forecast, impulses, threats } from "./trails.js";
import { spinner } from "./spinner.js";

/** @import {Board, CheckLine, Course, Event, Site, Token} from "./protocol" */
/** @import {Kinds} from "./course.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Disc} from "./spinner.js" */

/**
 * What a board shows.
 *
 * @typedef {object} Scene
 * @property {Token[]} tokens
 * @property {ReadonlyMap<string, string[]>} marks the marks of each site, as class names
 * @property {string[]} last     the sites of the last move, from which the pieces glide
 * @property {string[][]} arrows each from site to site
 * @property {ReadonlyMap<string, import("./suspicion.js").Doubt>} [doubts] the user's guesses about the kings, by site
 * @property {boolean} flipped
 * @property {boolean} instant   pieces jump, because they were dragged there already
 * @property {(site: string) => string} label what a screen reader says of a site
 * @property {Event[]} [course]  the events that led to this position, if known
 * @property {{here: string, before: string}} [positions] keys of this position and of the one before it
 * @property {CheckLine[]} [checks] along which lines the side to move is in check
 * @property {Course | null} [aimed] what the move under the pointer would lead to
 * @property {Kinds} [kinds]
 */

/**
 * One outline of a site, as it is drawn. `number` is its index among the board's squares, the same however the board is
 * turned. `there`: a square on a carrier's back is there only while the carrier stands under it, and the carrier's own
 * square only while it is empty.
 *
 * @typedef {{site: string, panel: number, number: number, group: SVGGElement, middle: Spot, room: number, there: boolean}} Square
 */
/**
 * @typedef {object} Piece
 * @property {string} key
 * @property {SVGGElement} group
 * @property {SVGElement} body
 * @property {Token} token
 * @property {Square} square a piece is drawn on every square of its site
 * @property {boolean} carries whether it carries another piece
 */

// The size of a piece and its distance from the middle of its square, as shares of the square.
const ALONE = { share: 0.94, x: 0, y: 0 };
const CARRIER = { share: 0.66, x: -0.16, y: 0.16 };
const RIDER = { share: 0.74, x: 0.13, y: -0.13 };

export class BoardView {
  /**
   * @param {Board} board
   * @param {boolean} [live] whether its squares take pointer and focus
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
        bigPieces: s("g", { class: "pieces", "aria-hidden": "true" }),
        // A nested drawing that clips at its edge; pieces are not clipped, as they may glide to another panel.
        squares: s("svg", { width: panel.width, height: panel.height }),
        borders: s("g", { class: "borders", "aria-hidden": "true" }),
        coordinates: s("g", { class: "coordinates", "aria-hidden": "true" }),
        pieces: s("g", { class: "pieces", "aria-hidden": "true" }),
        checks: s("g", { class: "checks", "aria-hidden": "true" }),
        impulses: s("g", { class: "impulses", "aria-hidden": "true" }),
        forecast: s("g", { class: "forecast", "aria-hidden": "true" }),
        arrows: s("g", { class: "arrows", "aria-hidden": "true" }),
        sketch: s("g", { class: "sketch", "aria-hidden": "true" }),
      };
      // A frame is drawn around boards of squares only: hexagons leave its corners empty.
      const squares = board.sites.every((site) => site.outlines.every((each) => each.panel !== number || each.points.length === 4));
      const drawn = s(
        "svg",
        { class: squares ? "panel-board framed" : "panel-board", role: live ? "group" : false },
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
    /** @type {(site: string | null) => void} called when the pointer or the focus comes to another square */
    this.onLight = () => {};
    /** Whether the board lies on its side, so that White sits on the left. */
    this.lying = !live && lies(board, 2, 1);
    /** @type {Square[]} */
    this.squares = [];
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    this.motion = new Motion();
    /** @type {number | null} quarter turns of the board; see `seen` */
    this.quarters = null;
    /** @type {Disc | null} */
    this.disc = null;
    /** The key of the position shown, and what the layers of motion show. */
    this.position = "";
    this.shown = { impulses: "", forecast: "", checks: "" };
    /** @type {Token[]} */
    this.tokens = [];
    this.focused = 0;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const quarters = (scene.flipped ? 2 : 0) + (this.lying ? 1 : 0);
    const turned = this.quarters !== quarters;
    if (turned) this.layOut(quarters);
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
    const { positions } = scene;
    const follows = positions !== undefined && positions.before === this.position && positions.here !== this.position;
    this.position = positions?.here ?? "";
    if (follows && !turned && !scene.instant && this.travel(scene)) return;
    if (turned || !this.shows(scene.tokens)) this.place(scene, turned);
    this.tokens = scene.tokens;
    this.point(scene.arrows, scene.doubts);
    this.trace(scene);
  }

  /** Lay the board on its side if that makes it larger. @param {number} across the width available @param {number} down the height */
  fit(across, down) {
    this.lying = lies(this.board, across, down);
  }

  /** The size of a panel as it is turned now. @param {number} number */
  seen(number) {
    const { width, height } = this.panels[number].panel;
    return (this.quarters ?? 0) % 2 ? { width: height, height: width } : { width, height };
  }

  /** A point of a panel as it is turned now. @param {[number, number]} point @param {number} panel */
  spot(point, panel) {
    return seen(point, this.panels[panel].panel, this.quarters ?? 0);
  }

  /**
   * Play the events that led here one by one; false if there are none or the user wants no motion.
   *
   * @param {Scene} scene
   */
  travel(scene) {
    const { course, kinds } = scene;
    if (!course?.length || !kinds || still() || document.hidden || !this.tokens.length) return false;
    this.motion.finish();
    for (const layer of /** @type {const} */ (["forecast", "checks"])) this.draws(layer, "", () => []);
    this.element.removeAttribute("data-aimed");
    this.motion.journey = new Journey(this, course, kinds, () => {
      this.motion.journey = null;
      this.draw({ ...scene, positions: { here: this.position, before: this.position } });
    });
    return true;
  }

  /** Draw the arrows of pieces in motion and the forecast. @param {Scene} scene */
  trace({ tokens, aimed, kinds, checks = [] }) {
    this.draws("checks", JSON.stringify([this.quarters, checks]), (panel) => threats(this, checks, panel));
    const moving = tokens.filter((token) => token.momentum);
    this.draws("impulses", JSON.stringify([this.quarters, moving]), (panel) => impulses(this, moving, panel));
    const foreseen = aimed && kinds ? JSON.stringify([this.quarters, aimed]) : "";
    this.draws("forecast", foreseen, (panel) => (aimed && kinds ? forecast(this, tokens, aimed.course, aimed.reply, kinds, panel) : []));
    this.element.toggleAttribute("data-aimed", foreseen !== "");
  }

  /**
   * Redraw a layer of each panel if what it shows has changed.
   *
   * @param {"impulses" | "forecast" | "checks"} layer
   * @param {string} key what it shows
   * @param {(panel: number) => SVGElement[]} drawn
   */
  draws(layer, key, drawn) {
    if (this.shown[layer] === key) return;
    this.shown[layer] = key;
    this.panels.forEach(({ layers }, panel) => layers[layer].replaceChildren(...drawn(panel)));
  }

  /** Remove the arrows of a piece that starts to move. @param {string} site */
  removeArrow(site) {
    for (const { layers } of this.panels) layers.impulses.querySelector(`[data-from="${CSS.escape(site)}"]`)?.remove();
    this.shown.impulses = "?";
  }

  /** Whether the board shows exactly these. @param {Token[]} tokens */
  shows(tokens) {
    const alike = (/** @type {Token} */ one, /** @type {Token} */ two) =>
      one.site === two.site && english(one.name) === english(two.name) && one.level === two.level && one.picture === two.picture && one.marked === two.marked;
    return tokens.length === this.tokens.length && tokens.every((token) => this.tokens.some((other) => alike(token, other)));
  }

  /** Give the style sheet the sizes from which it computes the largest squares that fit. */
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
    const [wide, narrow] = [laidOut(all, false), laidOut(all, true)];
    const sizes = {
      "--columns": wide.columns,
      "--rows": wide.rows,
      "--row-width": wide.width,
      "--row-height": wide.height,
      "--pile-columns": narrow.columns,
      "--pile-rows": narrow.rows,
      "--pile-width": narrow.width,
      "--pile-height": narrow.height,
    };
    for (const [name, size] of Object.entries(sizes)) this.element.style.setProperty(name, String(size));
  }

  /** Draw all squares again, turned. @param {number} quarters */
  layOut(quarters) {
    const focused = this.squares.some((square) => square.group === document.activeElement);
    this.motion.finish();
    this.quarters = quarters;
    this.element.toggleAttribute("data-flipped", quarters > 1);
    this.size();
    this.shown = { impulses: "", forecast: "", checks: "" };
    this.squares = [];
    this.pieces.clear();
    for (const { layers } of this.panels) for (const layer of Object.values(layers)) layer.replaceChildren();
    // Squares on backs are drawn last: a click on a back means the back, not the carrier under it.
    const ranked = [...this.board.sites].sort((one, two) => Number(Boolean(one.carrier)) - Number(Boolean(two.carrier)));
    const named = this.panels.map(() => /** @type {{site: Site, points: Spot[]}[]} */ ([]));
    for (const site of ranked) {
      for (const outline of site.outlines) {
        const { panel, layers } = this.panels[outline.panel];
        const points = corners(outline, panel, quarters);
        const square = { site: site.name, panel: outline.panel, number: this.squares.length, middle: middle(points), room: room(points), there: true };
        // The ground of carriers' squares and of the spinner is drawn in a layer of its own, below backs and disc.
        const floored = this.carrying.has(site.name) || this.turning.has(site.name);
        const round = { cx: square.middle.x, cy: square.middle.y };
        const group = s(
          "g",
          {
            class: "square",
            "data-site": site.name,
            "data-shade": site.shade,
            "data-tint": site.tint,
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
          layers.floor.append(s("g", { class: kind, "data-shade": site.shade, "data-tint": site.tint }, ground));
        }
        layers.squares.append(group);
        this.squares.push({ ...square, group });
        if (!site.carrier) named[outline.panel].push({ site, points });
      }
    }
    const middles = this.board.turning.flatMap((site) => this.square(site)?.middle ?? []);
    this.disc = middles.length ? spinner(middles) : null;
    if (this.disc) this.panels[0].layers.floor.append(this.disc.group);
    this.panels.forEach(({ layers }, panel) => layers.borders.append(...borders(this, panel)));
    if (!this.live) return;
    named.forEach((shown, panel) => this.panels[panel].layers.coordinates.append(...coordinates(this, shown)));
    this.panels[0].layers.coordinates.append(...seams(this));
    this.rove(this.focused, focused);
  }

  /**
   * Put the pieces in their places, gliding from where they were.
   *
   * @param {Scene} scene
   * @param {boolean} turned
   */
  place(scene, turned) {
    this.motion.finish();
    const moved = turned || scene.instant ? [] : pairs(this.tokens, scene.tokens, scene.last);
    const fresh = !this.tokens.length;
    const gone = this.seat(scene.tokens);
    if (turned || scene.instant || fresh) for (const piece of gone) piece.group.remove();
    else this.motion.play(this, moved, gone);
  }

  /** Put the pieces in their places at once, with the arrows of their motion. @param {Token[]} tokens */
  stand(tokens) {
    for (const piece of this.seat(tokens)) piece.group.remove();
    const moving = tokens.filter((token) => token.momentum?.legs);
    this.draws("impulses", JSON.stringify([this.quarters, moving]), (panel) => impulses(this, moving, panel));
  }

  /**
   * Draw the pieces that are new.
   *
   * @param {Token[]} tokens
   * @returns {Piece[]} the drawings that are no longer wanted
   */
  seat(tokens) {
    const before = new Map(this.pieces);
    tokens.forEach((token, index) => {
      const here = (/** @type {Token} */ other) => other.site === token.site;
      const below = tokens.slice(0, index).some(here);
      const above = tokens.slice(index + 1).some(here);
      for (const square of this.squares) {
        if (square.site !== token.site) continue;
        const key = [square.number, below, above, english(token.name), token.level, token.marked].join("|");
        if (!before.delete(key)) this.pieces.set(key, this.piece(key, token, square, below, above));
      }
    });
    const gone = [...before.values()];
    for (const piece of gone) this.pieces.delete(piece.key);
    this.tokens = tokens;
    return gone;
  }

  /**
   * A piece on its square: in the middle; or, in a stack, the carrier small and faint at the lower left and its rider
   * larger at the upper right.
   *
   * @param {string} key
   * @param {Token} token
   * @param {Square} square
   * @param {boolean} below whether there is a piece below it
   * @param {boolean} above whether there is a piece above it
   * @returns {Piece}
   */
  piece(key, token, square, below, above) {
    const { share, x: right, y: down } = above ? CARRIER : below ? RIDER : ALONE;
    const size = square.room * share;
    const body = s("g", { class: "body" }, drawing(token.picture, token.side));
    const use = /** @type {SVGUseElement} */ (body.firstChild);
    use.setAttribute("width", String(size));
    use.setAttribute("height", String(size));
    const x = square.middle.x - size / 2 + right * square.room;
    const y = square.middle.y - size / 2 + down * square.room;
    const big = this.carrying.has(token.site);
    body.append(...badges(token, size));
    const kind = ["piece", token.side ?? (token.chips.length ? `chips-${token.picture}` : "nobody"), above && "carrier", below && "rider", big && "big"].filter(Boolean).join(" ");
    const group = s("g", { class: kind, transform: `translate(${x} ${y})` }, body);
    if (token.level) group.dataset.level = token.level;
    const { pieces, bigPieces } = this.panels[square.panel].layers;
    if (big) {
      // Its back, which moves with it.
      const [start, side] = [(size - square.room) / 2 + 0.03, square.room - 0.06];
      body.prepend(s("rect", { class: "back-cover", x: start, y: start, width: side, height: side, rx: 0.1 }));
      bigPieces.append(group);
    } else if (above) pieces.prepend(group);
    else pieces.append(group);
    return { key, group, body, token, square, carries: above };
  }

  /** @param {string[][]} arrows @param {Scene["doubts"]} [doubts] */
  point(arrows, doubts = new Map()) {
    for (const { layers } of this.panels) layers.arrows.replaceChildren();
    for (const [site, doubt] of doubts) {
      const square = this.square(site);
      if (square) this.panels[square.panel].layers.arrows.append(sign(square.middle, doubt));
    }
    // The best move's arrow is drawn last, over the others.
    for (const [rank, sites] of [...arrows.entries()].reverse()) {
      for (let step = 1; step < sites.length; step += 1) {
        for (const [from, to] of this.pairs(sites[step - 1], sites[step])) {
          if (from.panel === to.panel) this.panels[to.panel].layers.arrows.append(arrow(from.middle, to.middle, rank));
        }
      }
    }
  }

  /**
   * A site's square: where it has several, the first, or the nearest to another square.
   *
   * @param {string} site
   * @param {Square} [near]
   * @returns {Square | undefined}
   */
  square(site, near) {
    const all = this.squares.filter((square) => square.site === site);
    return near && all.length ? nearest(all, near) : all[0];
  }

  /**
   * The squares between which a move from one site to another is shown: pairs that are nearest to each other.
   *
   * @param {string} from
   * @param {string} to
   * @returns {[Square, Square][]}
   */
  pairs(from, to) {
    const goals = this.squares.filter((square) => square.site === to);
    return goals.flatMap((goal) => {
      const origin = this.square(from, goal);
      return origin && this.square(to, origin) === goal ? [/** @type {[Square, Square]} */ ([origin, goal])] : [];
    });
  }

  /** The square that an element of the page belongs to. @param {Element | null} element */
  squareOf(element) {
    const group = element?.closest("[data-site]");
    return this.squares.find((square) => square.group === group);
  }

  /**
   * The drawn piece on a level of a square; the topmost one if there is none on that level, or no level is given.
   *
   * @param {Square} square
   * @param {string} [level]
   */
  pieceOn(square, level) {
    const pieces = [...this.pieces.values()].filter((piece) => piece.square === square);
    return pieces.find((piece) => piece.token.level === level) ?? pieces.find((piece) => !piece.carries) ?? pieces.at(-1);
  }

  /** Highlight a site on every square that shows it. @param {string | null} site */
  light(site) {
    this.onLight(site);
    for (const square of this.squares) square.group.toggleAttribute("data-lit", square.site === site);
    const words = site === null ? "" : [standing(this.tokens, this.carriers).get(site), site].filter(Boolean).join(" · ");
    for (const { pointed } of this.panels) pointed.textContent = words;
  }

  /** Move the keyboard cursor from a square that is no longer there to the one that took its place. */
  settle() {
    const left = this.squares[this.focused];
    if (!this.live || !left || left.there) return;
    const near = this.squares.findIndex(
      ({ site, there }) => there && (this.carriers.get(site) === left.site || this.carriers.get(left.site) === site),
    );
    this.rove(near, left.group === document.activeElement);
  }

  /**
   * Put the keyboard cursor on a square: the tab key leads there.
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
