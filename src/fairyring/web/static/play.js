// The page of one game. All its parts are redrawn at most once a frame.

import { Actions, MoveField } from "./actions.js";
import { Alerts } from "./alerts.js";
import { Announcer } from "./announce.js";
import { details, next, sit } from "./api.js";
import { BoardPage } from "./boardpage.js";
import { Curtain } from "./curtain.js";
import { h } from "./dom.js";
import { Ending } from "./ending.js";
import { Game } from "./game.js";
import { t, tr } from "./language.js";
import { missing } from "./missing.js";
import { Moves } from "./moves.js";
import { remembered } from "./owngames.js";
import { puzzlesLink } from "./exerciselinks.js";
import { rememberGame } from "./settings.js";
import { Offers } from "./offers.js";
import { ask } from "./newgame.js";
import { Notices, Status } from "./status.js";
import { Player } from "./player.js";
import { Waiting } from "./links.js";
import { Chat } from "./chat.js";
import { changed } from "./words.js";

/** @import {State} from "./protocol" */

export class PlayPage extends BoardPage {
  /**
   * @param {string} id
   * @param {string} variant the game's variant; "" if only the server knows it
   * @param {(id: string, variant: string) => void} onBegun
   * @param {string} [secret] a token or invitation that opens a seat
   */
  constructor(id, variant, onBegun, secret) {
    super();
    this.onBegun = onBegun;
    this.announcer = new Announcer();
    this.game = new Game(id, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
    });
    const { game } = this;
    const asked = (/** @type {boolean} */ importing) => game.details && ask(game.details, importing, onBegun, game.state?.options);
    const newGame = () => asked(false);
    this.title = h("h1", {}, "fairyring"); // until the game's title is known
    this.options = h("p", { class: "game-options" });
    this.puzzles = h("span", { hidden: true });
    this.alerts = new Alerts(game);
    this.ending = new Ending(game, newGame);
    this.curtain = new Curtain(game);
    this.waiting = new Waiting(game);
    this.notices = new Notices(game);
    const actions = new Actions(game, {
      newGame,
      importText: () => asked(true),
      say: (words) => this.announcer.say(words),
      talk: () => chat.querySelector("input")?.focus(),
      ending: () => this.ending.isOpen,
      rematch: () => this.ending.rematch(),
    });
    this.parts = [
      new Player(game, "far", this),
      new Player(game, "near", this),
      new Status(game, new Offers(game, () => void this.follow())),
      new Moves(game),
      new Chat(game, (unread) => actions.mark(unread)),
      new MoveField(game),
      actions,
    ];
    const [far, near, status, moves, chat, moveField] = this.parts.map((part) => part.element);
    this.side.setAttribute("aria-label", t("aside"));
    this.side.append(moves, chat, moveField, actions.element);
    status.append(this.ending.element);
    this.element = h(
      "main",
      { class: "play" },
      h("header", { class: "game-title" }, h("div", {}, this.title, this.options), h("div", { class: "title-links" }, this.puzzles, this.rules.element)),
      h("div", { class: "board-area" }, this.notices.element, this.table, this.bar, this.waiting.element),
      far,
      h("div", { class: "dock" }, near, status), // on a phone it stays at the foot of the screen
      this.side,
      this.announcer.element,
      this.curtain.element,
    );
    this.named = "";
    this.noted = "";
    this.ticking = setInterval(() => this.tick(), 200);
    if (variant) this.describe(variant);
    void this.enter(secret);
    this.schedule();
  }

  /** Take a seat, if there is a secret that opens one, and connect. @param {string} [secret] */
  async enter(secret) {
    try {
      if (secret) await sit(this.game.id, secret);
    } catch (error) {
      this.game.refused = error instanceof Error ? error.message : String(error);
    }
    if (!this.closed) this.game.connect();
  }

  get entry() {
    return this.game;
  }

  addBoard() {
    super.addBoard();
    // Before the sketch hears of it: the press takes the plan back and draws nothing.
    const press = (/** @type {PointerEvent} */ event) => {
      if (event.button !== 2 || !this.game.plan) return;
      event.stopPropagation();
      this.game.cancel();
    };
    this.board?.element.addEventListener("pointerdown", press, { capture: true });
  }

  /** Update the clocks. */
  tick() {
    this.alerts.tick();
    if (this.game.state?.clock?.running) for (const part of this.parts) if (part instanceof Player) part.tick();
  }

  close() {
    super.close();
    clearInterval(this.ticking);
    this.alerts.end();
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
        this.title.textContent = tr(found.title);
        this.rules.lead(found.name);
        if (found.puzzles) {
          const link = puzzlesLink(found);
          link.target = "_blank"; // the game goes on
          this.puzzles.replaceWith(link);
        }
        this.addBoard();
      },
      (error) => {
        this.named = "";
        this.game.trouble = error.message;
        this.schedule();
      },
    );
  }

  /**
   * @param {State | null} before
   * @param {State} now
   */
  arrive(before, now) {
    this.describe(now.variant);
    if (before) this.large?.arrive(before, now);
    this.announcer.compare(before, now);
    if (before) this.alerts.arrive(before, now);
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

  get advice() {
    const { hint, past, guessed } = this.game;
    return hint && past === null && !guessed ? [hint.choices] : [];
  }

  draw() {
    if (this.game.connectionState === "missing" && !this.game.state) {
      this.element.replaceWith(missing(this.game.trouble));
      document.body.dataset.page = "missing";
      return;
    }
    for (const part of this.parts) part.draw();
    this.notices.draw();
    this.waiting.draw();
    this.ending.draw();
    this.curtain.draw();
    this.element.toggleAttribute("data-curtain", this.game.curtain);
    super.draw();
    const { state, details: known } = this.game;
    // While the page is hidden, alerts.js puts the news into the title.
    if (known && !document.hidden) {
      const title = `${tr(known.title)} · fairyring`;
      document.title = state?.shared && this.game.moving ? t("play.your-move", { title }) : title;
    }
    if (state?.you.length && known) {
      const noted = `${state.ply} ${Boolean(state.result)}`;
      if (noted !== this.noted) rememberGame(remembered(state, known));
      this.noted = noted;
    }
    this.options.textContent = state && known ? changed(state.options, known) : "";
    this.element.toggleAttribute("data-waiting", !state);
  }

  // -- keyboard shortcuts ---------------------------------------------------------------------------

  get shortcuts() {
    const { game } = this;
    return {
      ...super.shortcuts,
      ArrowLeft: () => game.show(game.ply - 1),
      ArrowRight: () => game.show(game.ply + 1),
      Home: () => game.show(0),
      End: () => game.show(null),
      h: () => {
        if (game.advisable) game.askHint();
      },
    };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.game.curtain) super.press(event);
  }
}
