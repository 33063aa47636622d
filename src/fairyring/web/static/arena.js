// The board on a page with all that a hand does there: men are moved, choices made from a menu, and one drawing a
// frame shows what has become of it. What stands around it is for the page to say.

import { BoardView } from "./board.js";
import { Desk } from "./desk.js";
import { h } from "./dom.js";
import * as keys from "./keys.js";
import { t, tr } from "./language.js";
import { Menu } from "./menu.js";
import * as pointer from "./pointer.js";
import { labels, marks } from "./scene.js";

/** @import {Square} from "./board.js" */
/** @import {Entry} from "./entry.js" */
/** @import {Option} from "./menu.js" */

/** @abstract */
export class Arena {
  constructor() {
    this.frame = 0;
    this.closed = false;
    this.table = h("div", { class: "table" });
    this.menu = new Menu(() => this.cancel());
    this.bar = h("div", { class: "choice-bar", role: "group", "aria-label": t("choose.choices"), hidden: true });
    /** What lies beside the board on a wide page. */
    this.side = h("aside", { class: "side" });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.onSize = () => {
      this.menu.hide();
      this.fit();
      this.schedule();
    };
    this.onPress = (/** @type {PointerEvent} */ event) => {
      const at = event.target instanceof Element ? event.target : null;
      const game = this.entry;
      if ((game.prefix.length || game.asked) && !at?.closest(".menu, .choice-bar, .boards, .desk, .purse")) game.cancel();
    };
    addEventListener("keydown", this.onKey);
    addEventListener("resize", this.onSize);
    addEventListener("pointerdown", this.onPress);
    /** @type {BoardView | null} */
    this.board = null;
    /** @type {Desk | null} around a large board */
    this.desk = null;
    this.byKeyboard = false;
  }

  /**
   * The position that is shown.
   *
   * @abstract
   * @returns {Entry}
   */
  get entry() {
    throw new Error("a page says what its board shows");
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.onKey);
    removeEventListener("resize", this.onSize);
    removeEventListener("pointerdown", this.onPress);
    this.menu.element.remove();
  }

  /** The turns that are advised, as rows of choices, the best first. @returns {string[][]} */
  get advice() {
    return [];
  }

  /** Put the board on the table. */
  seat() {
    const { details } = this.entry;
    if (!details) return;
    const board = new BoardView(details.board);
    this.board = board;
    const moved = () => {
      this.menu.hide();
      this.schedule();
    };
    this.desk = Desk.around(board, this.entry, (site) => this.entry.grabs(site), moved);
    this.fit();
    board.onLight = (site) => {
      const { aim } = this.entry;
      if (aim.pointed === site) return;
      aim.pointed = site;
      this.schedule();
    };
    pointer.listen(board, {
      // On a large board a finger moves the board.
      grabs: (site) => !this.desk?.lens.finger && this.entry.grabs(site),
      selected: (site) => this.entry.begun === site,
      stand: (square) => board.square(this.entry.held(square.site) ?? square.site, square.panel) ?? square,
      level: (site) => this.entry.level(site),
      touch: (square, carried, unseen) => this.touch(square, carried, false, unseen),
      cancel: () => this.entry.cancel(),
      drop: (at) => this.drop(at),
    });
    keys.listen(
      board,
      (square) => this.touch(square, false, true),
      () => this.cancel(),
    );
    this.table.replaceChildren(this.desk?.element ?? board.element);
  }

  /**
   * @param {Square} square
   * @param {boolean} carried
   * @param {boolean} byKeyboard
   * @param {boolean} [unseen]
   */
  touch(square, carried, byKeyboard, unseen = false) {
    if (!byKeyboard && this.desk?.lens.panned) return;
    this.byKeyboard = byKeyboard;
    this.entry.touch(square.site, square.panel, carried, unseen);
  }

  /** A man has been let go of beside the board. @param {Element | null} _at */
  drop(_at) {
    this.entry.drop();
  }

  /** Lay a long board on its side where that makes it larger; the room is that of styles/play.css. */
  fit() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = innerWidth >= 60 * rem;
    this.desk?.place(wide ? this.side : null);
    this.board?.fit(wide ? Math.min(innerWidth, 112 * rem) - 25.5 * rem - 16 : 0, wide ? innerHeight - 11 * rem : 1);
  }

  cancel() {
    const at = this.entry.begun ?? this.entry.asked;
    this.entry.cancel();
    if (this.byKeyboard && at && this.board) {
      const square = this.board.square(at, this.entry.panel);
      if (square) this.board.rove(this.board.squares.indexOf(square), true);
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
      // One glide ends before the next begins; a hand on the mouse or a key ends it at once.
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
    /** @type {Map<string, string>} what can be done just where a man stands */
    const lone = new Map();
    for (const site of new Set(game.movable.flatMap((choice) => game.places.get(choice)?.site ?? []))) {
      const turn = game.lone(site);
      if (!turn) continue;
      marked.get(site)?.push("lone");
      lone.set(site, `, ${t("mark.can", { turn: turn.choices.slice(1).map((choice) => tr(game.state?.labels[choice]?.name ?? choice)).join(" ") })}`);
    }
    const label = labels(view, marked, game.carriers);
    if (game.aim.pinned !== null) marked.set(game.aim.pinned, [...(marked.get(game.aim.pinned) ?? []), "pinned"]);
    board.draw({
      tokens: view.tokens,
      marks: marked,
      last: view.last,
      arrows: advised.map((choices) => choices.flatMap((choice) => game.places.get(choice)?.site ?? [])),
      doubts: this.desk?.suspicions.all(),
      flipped: game.flipped,
      instant: game.carried && Boolean(game.guessed),
      label: (site) => label(site) + (lone.get(site) ?? ""),
      course: view.course,
      steps: game.steps,
      aimed: game.aim.forecast,
      kinds: game.kinds,
    });
    this.desk?.draw(view);
    if (!game.guessed) game.carried = false;
  }

  drawMenu() {
    const { entry: game, board } = this;
    const { others, whole, places } = game.left;
    const side = game.side;
    const words = game.state?.labels ?? {};
    // Of what is chosen on the board only that is asked for which lies on one square with something else.
    const asked = game.asked === null ? [] : game.at(game.prefix.length ? places : game.movable, game.asked);
    // What is done on the square itself comes before what is done under it.
    asked.sort((one, two) => Number(game.places.get(two)?.site === game.asked) - Number(game.places.get(one)?.site === game.asked));
    // Chips are taken from the purse.
    const rest = game.view?.purses ? others.filter((choice) => !/^(chip|\+)\d+$/.test(choice)) : others;
    /** @type {Option[]} */
    const options = (asked.length ? asked : rest).map((choice) => ({
      text: game.state?.choosing
        ? t("choose.king", { site: choice })
        : tr(words[choice]?.name ?? game.places.get(choice)?.name ?? choice),
      picture: words[choice]?.picture ?? "",
      act: () => game.choose(choice),
      show: (shown) => {
        game.aim.offered = shown ? choice : null;
        this.schedule();
      },
    }));
    if (asked.length && game.prefix.length && game.at(game.movable, game.asked ?? "").length) {
      options.push({ text: t("choose.other"), picture: "", act: () => game.begin() });
    }
    // Turns that are complete although others go on, or that are entered alike.
    if (!asked.length) for (const turn of whole) options.push({ text: turn.text, picture: "", act: () => game.play(turn) });
    const last = game.asked ?? game.places.get(game.prefix.findLast((choice) => game.places.has(choice)) ?? "")?.site;
    const square = last === undefined ? undefined : board?.square(last, game.panel);
    const floating = options.length > 0 && square !== undefined;
    // It belongs to what the page is about, and stands in no part of it that could hide it.
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
    this.bar.hidden = !open;
  }

  // -- keys for the whole page ---------------------------------------------------------------------

  /** What keys do, by their names. @returns {Record<string, () => void>} */
  get shortcuts() {
    return { Escape: () => this.entry.cancel() };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog, .menu")) return;
    if (this.desk?.press(event.key)) {
      event.preventDefault();
      return;
    }
    const step = this.shortcuts[event.key];
    if (!step) return;
    this.board?.motion.finish();
    step();
    event.preventDefault();
  }
}
