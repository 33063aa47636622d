// A page with a board: pieces are moved, choices are made from a menu, and at most once a frame everything is redrawn.
// Subclasses say what stands around the board.

import { BoardView } from "./board.js";
import { LargeBoard } from "./largeboard.js";
import { h } from "./dom.js";
import * as keys from "./keyboard.js";
import { t, tr } from "./language.js";
import { Menu } from "./menu.js";
import { kindsOn, PieceCard } from "./piececard.js";
import { dress } from "./pieces.js";
import * as pointer from "./pointer.js";
import { RulesLink } from "./ruleslink.js";
import { labels, marks } from "./scene.js";
import { Sketch } from "./sketch.js";

/** @import {Square} from "./board.js" */
/** @import {Entry} from "./entry.js" */
/** @import {Option} from "./menu.js" */
/** @import {Turn} from "./protocol" */

/** @abstract */
export class BoardPage {
  constructor() {
    this.frame = 0;
    this.closed = false;
    this.table = h("div", { class: "table" });
    this.menu = new Menu(() => this.cancel());
    /** Whether the bar keeps its room: moves can begin with its choices. */
    this.keeping = false;
    this.rules = new RulesLink();
    this.bar = h("div", { class: "choice-bar", role: "group", "aria-label": t("choose.choices"), hidden: true });
    /** The column beside the board on a wide page. */
    this.side = h("aside", { class: "side" });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.card = new PieceCard(() => this.leaveCard());
    /** The site whose card the press has closed. */
    this.read = "";
    this.onSize = () => {
      this.menu.hide();
      this.card.close();
      this.fit();
      this.schedule();
    };
    this.onPress = (/** @type {PointerEvent} */ event) => {
      const at = event.target instanceof Element ? event.target : null;
      const game = this.entry;
      this.read = this.card.site;
      if (!at?.closest(".reading")) this.card.close();
      if ((game.prefix.length || game.asked) && !at?.closest(".menu, .choice-bar, .boards, .large-board, .purse, .side-panels")) game.cancel();
    };
    addEventListener("keydown", this.onKey);
    addEventListener("resize", this.onSize);
    addEventListener("pointerdown", this.onPress);
    /** @type {BoardView | null} */
    this.board = null;
    /** @type {Sketch | null} */
    this.sketch = null;
    /** @type {LargeBoard | null} */
    this.large = null;
    this.byKeyboard = false;
  }

  /**
   * What the board shows.
   *
   * @abstract
   * @returns {Entry}
   */
  get entry() {
    throw new Error("a subclass says what its board shows");
  }

  close() {
    this.closed = true;
    this.rules.close();
    dress([]);
    removeEventListener("keydown", this.onKey);
    removeEventListener("resize", this.onSize);
    removeEventListener("pointerdown", this.onPress);
    this.menu.element.remove();
    this.card.element.remove();
  }

  /** Suggested moves as lists of choices, the best first. @returns {string[][]} */
  get advice() {
    return [];
  }

  /** Put the board on the page. */
  addBoard() {
    const { details } = this.entry;
    if (!details) return;
    dress(details.pieces);
    const board = new BoardView(details.board);
    this.board = board;
    this.sketch = new Sketch(board);
    const moved = () => {
      this.menu.hide();
      this.schedule();
    };
    this.large = LargeBoard.around(board, this.entry, (site) => this.entry.grabs(site), moved);
    this.fit();
    board.onLight = (site) => {
      const { aim } = this.entry;
      if (aim.pointed === site) return;
      aim.pointed = site;
      this.schedule();
    };
    pointer.listen(board, {
      // On a large board a finger scrolls.
      grabs: (site) => !this.large?.viewport.finger && this.entry.grabs(site),
      selected: (site) => this.entry.begun === site,
      stand: (square) => board.square(this.entry.held(square.site) ?? square.site, square) ?? square,
      level: (site) => this.entry.level(site),
      touch: (square, dragged, unseen) => this.touch(square, dragged, false, unseen),
      cancel: () => this.entry.cancel(),
      drop: (at) => this.drop(at),
      ask: (square) => {
        this.entry.cancel();
        this.showCard(square, false);
      },
    });
    keys.listen(
      board,
      (square) => this.touch(square, false, true),
      () => this.cancel(),
    );
    this.table.replaceChildren(this.large?.element ?? board.element);
  }

  /**
   * @param {Square} square
   * @param {boolean} dragged
   * @param {boolean} byKeyboard
   * @param {boolean} [unseen]
   */
  touch(square, dragged, byKeyboard, unseen = false) {
    if (!byKeyboard && this.large?.viewport.panned) return;
    this.byKeyboard = byKeyboard;
    if (!dragged && this.entry.idle(square.site) && (this.read === square.site || this.showCard(square, byKeyboard))) return;
    this.entry.touch(square.site, square.number, dragged, unseen);
  }

  /**
   * Show the card of the pieces on a square, if there are any.
   *
   * @param {Square} square
   * @param {boolean} byKeyboard
   */
  showCard(square, byKeyboard) {
    const { entry, card, board } = this;
    const { details, view, kinds } = entry;
    const found = details && view ? kindsOn(view.tokens, square.site, entry.carriers.get(square.site), kinds) : [];
    if (!details || !board || !found.length) return false;
    if (!card.element.isConnected) this.table.closest("main")?.append(card.element);
    this.byKeyboard = byKeyboard;
    const near = square.group.getBoundingClientRect();
    void card.open(square.site, found, { game: details.name, options: entry.chosen, seat: entry.flipped ? "black" : "white", near, focus: byKeyboard });
    return true;
  }

  /** Show the card of the piece with the focus or under the pointer, or close it. */
  askCard() {
    const { board } = this;
    if (this.card.site) {
      this.card.close();
      return;
    }
    const square = board?.squareOf(document.activeElement) ?? board?.squareOf(board.element.querySelector("[data-lit]"));
    if (square) this.showCard(square, square.group === document.activeElement);
  }

  /** The card has been closed: the focus goes back to the board if it was there. */
  leaveCard() {
    if (this.byKeyboard) this.board?.rove(this.board.focused, true);
  }

  /** A piece has been dropped off the board. @param {Element | null} _at */
  drop(_at) {
    this.entry.drop();
  }

  /** Lay a long board on its side if that makes it larger; the sizes are those of styles/play.css. */
  fit() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = innerWidth >= 60 * rem;
    this.large?.place(wide ? this.side : null);
    if (!this.board) return;
    this.board.fit(wide ? Math.min(innerWidth, 112 * rem) - 25.5 * rem - 16 : 0, wide ? innerHeight - 11 * rem : 1);
    // The far side's pieces are then on the right, and so is its name.
    this.table.closest("main")?.toggleAttribute("data-lying", this.board.lying);
  }

  cancel() {
    if (this.card.site) {
      this.card.close();
      return;
    }
    const at = this.entry.begun ?? this.entry.asked;
    this.entry.cancel();
    if (this.byKeyboard && at && this.board) {
      const square = this.board.square(at, this.board.squares[this.entry.square]);
      if (square) this.board.rove(square.number, true);
    }
  }

  // -- drawing -----------------------------------------------------------------------------------

  schedule() {
    if (this.frame || this.closed) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.closed) this.draw();
    });
  }

  draw() {
    this.drawBoard();
    this.drawMenu();
  }

  drawBoard() {
    const { entry: game, board } = this;
    if (!board || !game.details) return;
    const { view } = game;
    if (view && board.motion.busy && !board.shows(view.tokens)) {
      // Wait for a glide to end before the next begins; a click or a key ends it at once.
      this.schedule();
      return;
    }
    if (!view) {
      const tokens = game.details.start;
      board.draw({ tokens, marks: new Map(), last: [], arrows: [], flipped: game.flipped, instant: true, label: (site) => site });
      return;
    }
    const advised = this.advice.map((choices) => choices.filter((each) => game.places.has(each)));
    const marked = marks(view, game.prefix, game.left, game.movable, advised[0] ?? [], game.places, game.carriers);
    /** @type {Map<string, string>} what can be done on a piece's own square */
    const lone = new Map();
    for (const site of new Set(game.movable.flatMap((choice) => game.places.get(choice)?.site ?? []))) {
      const move = game.lone(site);
      if (!move) continue;
      marked.get(site)?.push("lone");
      lone.set(site, `, ${t("mark.can", { move: does(game, move) })}`);
    }
    const label = labels(view, marked, game.carriers);
    for (const site of game.planned) marked.set(site, [...(marked.get(site) ?? []), "planned"]);
    if (game.aim.pinned !== null) marked.set(game.aim.pinned, [...(marked.get(game.aim.pinned) ?? []), "pinned"]);
    board.draw({
      tokens: view.tokens,
      marks: marked,
      last: view.last,
      arrows: advised.map((choices) => choices.flatMap((choice) => game.places.get(choice)?.site ?? [])),
      doubts: this.large?.suspicions.all(),
      flipped: game.flipped,
      instant: game.dragged && Boolean(game.guessed),
      label: (site) => label(site) + (lone.get(site) ?? ""),
      course: view.course,
      checks: view.checks,
      positions: game.positions,
      aimed: game.aim.forecast,
      kinds: game.kinds,
    });
    this.large?.draw(view);
    this.sketch?.draw(game.positions.here);
    if (!game.guessed) game.dragged = false;
  }

  drawMenu() {
    const { entry: game, board } = this;
    if (!game.details) return; // until then, squares are not known from other choices
    const { others, whole, places } = game.left;
    const side = game.side;
    const words = game.state?.labels ?? {};
    // Choices on the board are in the menu only if several lie on one square.
    const asked = game.asked === null ? [] : game.at(game.prefix.length ? places : game.movable, game.asked);
    // Choices on the square itself come before those under it.
    asked.sort((one, two) => Number(game.places.get(two)?.site === game.asked) - Number(game.places.get(one)?.site === game.asked));
    // Chips are clicked in the purse and pieces in a hand beside the board, not in the menu.
    const held = new Set(game.view?.panels.flatMap((panel) => panel.holdings.map((each) => each.choice)));
    const apart = (/** @type {string[]} */ choices) => choices.filter((choice) => !held.has(choice) && !(game.view?.purses && /^(chip|\+)\d+$/.test(choice)));
    const rest = apart(others);
    // What can be done without a piece, such as to pass, is open until the move is made.
    const first = game.state?.choosing ? [] : apart(game.firsts.others);
    const again = game.prefix.length && !asked.length && !rest.length && !whole.length;
    if (first.length) this.keeping = true;
    /** @type {Option[]} */
    const options = (asked.length ? asked : again ? first : rest).map((choice) => ({
      text: game.state?.choosing
        ? t("choose.king", { site: choice })
        : tr(words[choice]?.name ?? game.places.get(choice)?.name ?? choice),
      picture: words[choice]?.picture ?? "",
      act: () => (again ? game.startWith(choice) : game.choose(choice)),
      show: (shown) => {
        game.aim.offered = shown ? choice : null;
        this.schedule();
      },
    }));
    if (asked.length && game.prefix.length && game.at(game.movable, game.asked ?? "").length) {
      options.push({ text: t("choose.other"), picture: "", act: () => game.begin() });
    }
    const lone = game.prefix.length || game.aim.pinned === null ? null : game.lone(game.aim.pinned);
    if (lone) options.push({ text: t("choose.sure", { move: does(game, lone) }), picture: "", act: () => game.play(lone) });
    // Complete moves of which others are a continuation, or that are entered by the same choices.
    if (!asked.length) for (const move of whole) options.push({ text: move.text, picture: "", act: () => game.play(move) });
    const last = game.asked ?? game.places.get(game.prefix.findLast((choice) => game.places.has(choice)) ?? "")?.site;
    const square = last === undefined ? undefined : board?.square(last, board.squares[game.square]);
    const floating = options.length > 0 && square !== undefined && !again;
    // It belongs in the main landmark, outside any part that could clip it.
    if (!this.menu.element.isConnected) this.table.closest("main")?.append(this.menu.element);
    if (floating) this.menu.show(options, side, square.group.getBoundingClientRect());
    else {
      const focused = this.menu.element.contains(document.activeElement);
      this.menu.hide();
      game.aim.offered = null;
      if (focused && this.byKeyboard) board?.rove(board.focused, true);
    }
    const open = options.length > 0 && !floating;
    if (open) {
      const buttons = options.map((option) => h("button", { type: "button", class: "plain", onclick: option.act }, option.text));
      this.bar.replaceChildren(...buttons);
    }
    this.bar.hidden = !open && !this.keeping;
    this.bar.classList.toggle("resting", !open);
  }

  // -- keyboard shortcuts ---------------------------------------------------------------------------

  /** Actions by the names of keys. @returns {Record<string, () => void>} */
  get shortcuts() {
    return {
      Escape: () => this.cancel(),
      i: () => this.askCard(),
      f: () => this.entry.flip(),
      // Loaded only when needed.
      "?": () => void import("./shortcuts.js").then(({ showShortcuts }) => showShortcuts()),
    };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog, .menu, .reading")) return;
    if (this.large?.press(event.key)) {
      event.preventDefault();
      return;
    }
    const act = this.shortcuts[event.key];
    if (!act) return;
    this.board?.motion.finish();
    act();
    event.preventDefault();
  }
}

/**
 * What the only move of a piece does, such as "stop".
 *
 * @param {Entry} game
 * @param {Turn} move
 */
function does(game, move) {
  return move.choices.slice(1).map((choice) => tr(game.state?.labels[choice]?.name ?? choice)).join(" ");
}
