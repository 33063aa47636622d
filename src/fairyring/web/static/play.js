// The page of one game: its parts, and one drawing of them all a frame.

import { Actions, Writing } from "./actions.js";
import { Announcer } from "./announce.js";
import { details, next, sit } from "./api.js";
import { BoardView } from "./board.js";
import { Curtain } from "./curtain.js";
import { showText } from "./dialog.js";
import { h, icon } from "./dom.js";
import { Ending } from "./ending.js";
import { Game } from "./game.js";
import * as keys from "./keys.js";
import { Desk } from "./desk.js";
import { Menu } from "./menu.js";
import { Moves } from "./moves.js";
import { rememberGame } from "./settings.js";
import { Offers } from "./offers.js";
import * as pointer from "./pointer.js";
import { labels, marks } from "./scene.js";
import { ask } from "./setup.js";
import { Notices, Status } from "./status.js";
import { Player } from "./player.js";
import { Waiting } from "./links.js";
import { Talk } from "./talk.js";
import { changed } from "./words.js";

/** @import {Square} from "./board.js" */
/** @import {State} from "./protocol" */
/** @import {Option} from "./menu.js" */

export class PlayPage {
  /**
   * @param {string} id
   * @param {string} variant the game's, or "" where only the server knows it
   * @param {(id: string, variant: string) => void} onBegun
   * @param {string} [opens] a token or an invitation to sit down with
   */
  constructor(id, variant, onBegun, opens) {
    this.onBegun = onBegun;
    this.frame = 0;
    this.closed = false;
    this.announcer = new Announcer();
    this.game = new Game(id, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
    });
    const { game } = this;
    const asked = (/** @type {boolean} */ paste) => game.details && ask(game.details, paste, onBegun, game.state?.options);
    const fresh = () => asked(false);
    this.title = h("h1");
    this.options = h("p", { class: "game-options" });
    this.rules = h("a", { class: "rules-link", target: "_blank" }, icon("book"), h("span", {}, "Rules"));
    this.table = h("div", { class: "table" });
    this.menu = new Menu(() => this.cancel());
    this.bar = h("div", { class: "choice-bar", role: "group", "aria-label": "Choices", hidden: true });
    this.ending = new Ending(game, fresh);
    this.curtain = new Curtain(game);
    this.waiting = new Waiting(game);
    this.notices = new Notices(game);
    this.parts = [
      new Player(game, "far"),
      new Player(game, "near"),
      new Status(game, new Offers(game, () => void this.follow())),
      new Moves(game),
      new Talk(game),
      new Writing(game),
      new Actions(game, {
        fresh,
        paste: () => asked(true),
        show: showText,
        say: (words) => this.announcer.say(words),
      }),
    ];
    const [far, near, status, moves, talk, writing, actions] = this.parts.map((part) => part.element);
    this.side = h("aside", { class: "side", "aria-label": "Record and actions" }, moves, talk, writing, actions);
    this.element = h(
      "main",
      { class: "play" },
      h("header", { class: "game-title" }, h("div", {}, this.title, this.options), this.rules),
      h("div", { class: "arena" }, this.notices.element, this.table, this.bar, this.waiting.element, this.ending.element),
      far,
      near,
      status,
      this.side,
      this.announcer.element,
      this.curtain.element,
    );
    document.body.append(this.menu.element);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.onSize = () => {
      this.menu.hide();
      this.fit();
      this.schedule();
    };
    this.onPress = (/** @type {PointerEvent} */ event) => {
      const at = event.target instanceof Element ? event.target : null;
      if ((this.game.prefix.length || this.game.asked) && !at?.closest(".menu, .choice-bar, .boards, .desk, .purse")) this.game.cancel();
    };
    addEventListener("keydown", this.onKey);
    addEventListener("resize", this.onSize);
    addEventListener("pointerdown", this.onPress);
    /** @type {BoardView | null} */
    this.board = null;
    /** @type {Desk | null} around a large board */
    this.desk = null;
    this.byKeyboard = false;
    this.named = "";
    this.noted = "";
    this.ticking = setInterval(() => this.tick(), 200);
    if (variant) this.describe(variant);
    void this.enter(opens);
    this.schedule();
  }

  /** Sit down, if there is something to sit down with, and listen. @param {string} [opens] */
  async enter(opens) {
    try {
      if (opens) await sit(this.game.id, opens);
    } catch (error) {
      this.game.refused = error instanceof Error ? error.message : String(error);
    }
    if (!this.closed) this.game.connect();
  }

  /** The clocks go on between two drawings. */
  tick() {
    if (this.game.state?.clock?.running) for (const part of this.parts) if (part instanceof Player) part.tick();
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.onKey);
    removeEventListener("resize", this.onSize);
    removeEventListener("pointerdown", this.onPress);
    clearInterval(this.ticking);
    this.menu.element.remove();
    this.game.close();
  }

  /** @param {string} variant */
  describe(variant) {
    if (this.named === variant) return;
    this.named = variant;
    details(variant).then(
      (found) => {
        if (this.closed) return;
        this.game.describe(found);
        this.title.textContent = found.title;
        this.rules.href = `/rules/${encodeURIComponent(found.name)}`;
        this.seat();
      },
      (error) => {
        this.named = "";
        this.game.trouble = error.message;
        this.schedule();
      },
    );
  }

  /** Put the board on the table. */
  seat() {
    const { game } = this;
    if (!game.details) return;
    const board = new BoardView(game.details.board);
    this.board = board;
    this.desk = Desk.around(board, game, () => {
      this.menu.hide();
      this.schedule();
    });
    this.fit();
    board.onLight = (site) => {
      if (game.aim.pointed === site) return;
      game.aim.pointed = site;
      this.schedule();
    };
    pointer.listen(board, {
      // On a large board a finger moves the board.
      grabs: (site) => !this.desk?.lens.finger && game.grabs(site),
      selected: (site) => game.begun === site,
      level: (site) => game.level(site),
      touch: (square, carried, unseen) => this.touch(square, carried, false, unseen),
      cancel: () => game.cancel(),
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
    this.game.touch(square.site, square.panel, carried, unseen);
  }

  /** Lay a long board on its side where that makes it larger; the room is that of styles/play.css. */
  fit() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = innerWidth >= 60 * rem;
    this.desk?.place(wide ? this.side : null);
    this.board?.fit(wide ? Math.min(innerWidth, 112 * rem) - 25.5 * rem - 16 : 0, wide ? innerHeight - 11 * rem : 1);
  }

  cancel() {
    const at = this.game.begun ?? this.game.asked;
    this.game.cancel();
    if (this.byKeyboard && at && this.board) {
      const square = this.board.square(at, this.game.panel);
      if (square) this.board.rove(this.board.squares.indexOf(square), true);
    }
  }

  /**
   * @param {State | null} before
   * @param {State} now
   */
  arrive(before, now) {
    this.describe(now.variant);
    if (before) this.desk?.arrive(before, now);
    this.announcer.compare(before, now);
    if (now.next && before && !before.next && now.you.length) void this.follow();
    if (now.result && before && !before.result) this.ending.open();
    else if (!now.result) this.ending.leave();
  }

  /** Go on to the next game of the same players. */
  async follow() {
    const { state } = this.game;
    if (!state) return;
    try {
      const { id } = await next(this.game.id);
      if (!this.closed) this.onBegun(id, state.variant);
    } catch (error) {
      this.game.trouble = error instanceof Error ? error.message : String(error);
      this.schedule();
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
    for (const part of this.parts) part.draw();
    this.notices.draw();
    this.waiting.draw();
    this.ending.draw();
    this.curtain.draw();
    this.element.toggleAttribute("data-curtain", this.game.curtain);
    this.drawBoard();
    this.drawMenu();
    const { state, details: known } = this.game;
    if (known) document.title = `${state?.shared && this.game.moving ? "Your move · " : ""}${known.title} · fairyring`;
    if (state?.you.length && known) {
      const noted = `${state.ply} ${Boolean(state.result)}`;
      if (noted !== this.noted) rememberGame(this.game.id, known.title, Boolean(state.result));
      this.noted = noted;
    }
    this.options.textContent = state && known ? changed(state.options, known) : "";
    this.element.toggleAttribute("data-waiting", !state);
  }

  drawBoard() {
    const { game, board } = this;
    if (!board || !game.details) return;
    const { view, hint } = game;
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
    const advised = hint && game.past === null && !game.guessed ? hint.choices.filter((each) => game.places.has(each)) : [];
    const marked = marks(view, game.prefix, game.left, game.movable, advised, game.places, game.carriers);
    /** @type {Map<string, string>} what can be done just where a man stands */
    const lone = new Map();
    for (const site of new Set(game.movable.flatMap((choice) => game.places.get(choice)?.site ?? []))) {
      const turn = game.lone(site);
      if (!turn) continue;
      marked.get(site)?.push("lone");
      lone.set(site, `, can ${turn.choices.slice(1).map((choice) => game.state?.labels[choice]?.name ?? choice).join(" ")}`);
    }
    const label = labels(view, marked, game.carriers);
    if (game.aim.pinned !== null) marked.set(game.aim.pinned, [...(marked.get(game.aim.pinned) ?? []), "pinned"]);
    board.draw({
      tokens: view.tokens,
      marks: marked,
      last: view.last,
      arrows: advised.length ? [advised.flatMap((choice) => game.places.get(choice)?.site ?? [])] : [],
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
    const { game, board } = this;
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
        ? `The king on ${choice} is my True King`
        : (words[choice]?.name ?? game.places.get(choice)?.name ?? choice),
      picture: words[choice]?.picture ?? "",
      act: () => game.choose(choice),
      show: (shown) => {
        game.aim.offered = shown ? choice : null;
        this.schedule();
      },
    }));
    if (asked.length && game.prefix.length && game.at(game.movable, game.asked ?? "").length) {
      options.push({ text: "choose the man who stands here", picture: "", act: () => game.begin() });
    }
    // Turns that are complete although others go on, or that are entered alike.
    if (!asked.length) for (const turn of whole) options.push({ text: turn.text, picture: "", act: () => game.play(turn) });
    const last = game.asked ?? game.places.get(game.prefix.findLast((choice) => game.places.has(choice)) ?? "")?.site;
    const square = last === undefined ? undefined : board?.square(last, game.panel);
    const floating = options.length > 0 && square !== undefined;
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

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog, .menu")) return;
    const { game } = this;
    if (game.curtain) return;
    if (this.desk?.press(event.key)) {
      event.preventDefault();
      return;
    }
    const step = {
      ArrowLeft: () => game.show(game.ply - 1),
      ArrowRight: () => game.show(game.ply + 1),
      Home: () => game.show(0),
      End: () => game.show(null),
      Escape: () => game.cancel(),
    }[event.key];
    if (!step) return;
    this.board?.motion.finish();
    step();
    event.preventDefault();
  }
}
