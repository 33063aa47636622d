// A game of the draft, played on the page of the workshop itself: both sides by hand, or against the computer.

import { Announcer } from "./announce.js";
import { begin, details, giveUp, post } from "./api.js";
import { BoardPage } from "./boardpage.js";
import { fill, h, tool } from "./dom.js";
import { Game } from "./game.js";
import { t, tr } from "./language.js";
import { Moves } from "./moves.js";
import { Offers } from "./offers.js";
import { Player } from "./player.js";
import { Notices, Status } from "./status.js";

/** @import {Details, State} from "./protocol" */

const HAND = "human"; // the opponent, as orders of games name it, when both sides are played by hand
const SIDES = /** @type {const} */ (["white", "black"]);

/** What stands in the place of the drawing board while a draft is played. */
export class Trial {
  /**
   * @param {import("./workshopdraft.js").Draft} draft
   * @param {() => void} onEnd called when the user goes back to the drawing board
   */
  constructor(draft, onEnd) {
    this.draft = draft;
    /** @type {TrialBoard | null} */
    this.board = null;
    /** The text that is played. */
    this.text = "";
    /** The computer's level, and the user's side: kept from one game to the next. */
    this.opponent = "";
    this.side = /** @type {"white" | "black"} */ ("white");
    /** Counts the games, so that one that arrives late is dropped. */
    this.number = 0;
    this.against = h("select", { "aria-label": t("setup.against"), onchange: () => void this.begin() });
    this.seat = h("select", { "aria-label": t("workshop.trial.seat"), onchange: () => void this.begin() }, ...SIDES.map((side) => h("option", { value: side }, t(`workshop.trial.seat.${side}`))));
    this.old = h("p", { class: "remark", role: "status", hidden: true }, t("workshop.trial.old"));
    this.place = h("div", { class: "workshop-trial-place" });
    this.undo = tool("undo", t("action.undo"), () => this.board?.game.undo());
    this.element = h(
      "section",
      { class: "workshop-middle workshop-trial", "aria-label": t("workshop.trial") },
      h(
        "div",
        { class: "workshop-buttons" },
        h("button", { type: "button", class: "plain", onclick: onEnd }, t("workshop.trial.end")),
        this.against,
        this.seat,
        this.undo,
        tool("flip", t("action.flip"), () => this.board?.game.flip()),
        tool("plus", t("action.new"), () => void this.begin(), t("action.new.whole")),
      ),
      this.old,
      this.place,
    );
  }

  /** Begin a game of the draft as it is now. */
  async begin() {
    this.number += 1;
    const { number } = this;
    const { text } = this.draft;
    this.leave();
    Object.assign(this, { text, opponent: this.against.value || this.opponent, side: this.seat.value });
    fill(this.place, h("p", { class: "notice", role: "status" }, t("notice.setting")));
    try {
      /** @type {import("./protocol").Playable} */
      const { variant } = await post("/api/workshop/drafts", { text });
      const known = await details(variant);
      this.offer(known);
      const others = { white: HAND, black: HAND, [this.side === "white" ? "black" : "white"]: this.opponent };
      const { id } = await begin({ variant, ...others });
      if (number !== this.number) void giveUp(id);
      else this.show(new TrialBoard(id, known, () => this.draw()));
    } catch (error) {
      if (number === this.number) fill(this.place, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
    this.draw();
  }

  /** Offer the levels that there are. @param {Details} known */
  offer({ levels }) {
    const all = [{ value: HAND, words: t("workshop.trial.hand") }, ...levels.map(({ name, title }) => ({ value: name, words: t("workshop.trial.level", { level: tr(title) }) }))];
    if (!all.some(({ value }) => value === this.opponent)) this.opponent = HAND;
    fill(this.against, ...all.map(({ value, words }) => h("option", { value, selected: value === this.opponent }, words)));
  }

  /** @param {TrialBoard} board */
  show(board) {
    this.board = board;
    fill(this.place, board.element);
    board.open();
  }

  draw() {
    const game = this.board?.game;
    this.seat.hidden = this.opponent === HAND;
    this.old.hidden = !this.board || this.draft.text === this.text;
    this.undo.disabled = !game?.state?.can.includes("undo");
  }

  /** End the game on the board; nobody will go on with it, so it is no game of this browser any more. */
  leave() {
    const { board } = this;
    this.board = null;
    board?.close();
    if (board) void giveUp(board.game.id).catch(() => undefined); // the server may be gone
  }

  close() {
    this.number += 1;
    this.leave();
  }
}

class TrialBoard extends BoardPage {
  /**
   * @param {string} id
   * @param {Details} known
   * @param {() => void} onDraw
   */
  constructor(id, known, onDraw) {
    super();
    this.onDraw = onDraw;
    this.announcer = new Announcer();
    this.game = new Game(id, { changed: () => this.schedule(), arrived: (before, now) => this.arrive(before, now) });
    this.known = known;
    const { game } = this;
    this.parts = [new Player(game, "far", this), new Player(game, "near", this), new Status(game, new Offers(game, () => undefined)), new Moves(game), new Notices(game)];
    const [far, near, status, moves, notices] = this.parts.map((part) => part.element);
    this.element = h("div", { class: "workshop-game" }, far, h("div", { class: "board-area" }, notices, this.table, this.bar), near, status, moves, this.side, this.announcer.element);
  }

  get entry() {
    return this.game;
  }

  /** Put the board on the page, which holds this one's element by now, and connect. */
  open() {
    this.game.describe(this.known);
    this.addBoard();
    this.game.connect();
    this.schedule();
  }

  close() {
    super.close();
    this.game.close();
  }

  /** The column is too narrow for a board to be laid on its side, or for anything beside it. */
  fit() {
    this.large?.place(null);
  }

  /** @param {State | null} before @param {State} now */
  arrive(before, now) {
    if (before) this.large?.arrive(before, now);
    this.announcer.compare(before, now);
  }

  draw() {
    for (const part of this.parts) part.draw();
    super.draw();
    this.onDraw();
  }
}
