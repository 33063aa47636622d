// The page of one game: its parts, and one drawing of them all a frame.

import { Actions, Writing } from "./actions.js";
import { Alerts } from "./alerts.js";
import { Announcer } from "./announce.js";
import { details, next, sit } from "./api.js";
import { Arena } from "./arena.js";
import { Curtain } from "./curtain.js";
import { showText } from "./dialog.js";
import { h, icon } from "./dom.js";
import { Ending } from "./ending.js";
import { Game } from "./game.js";
import { rulesOf, t, tr } from "./language.js";
import { Moves } from "./moves.js";
import { rememberGame } from "./settings.js";
import { Offers } from "./offers.js";
import { ask } from "./setup.js";
import { Notices, Status } from "./status.js";
import { Player } from "./player.js";
import { Waiting } from "./links.js";
import { Talk } from "./talk.js";
import { changed } from "./words.js";

/** @import {State} from "./protocol" */

export class PlayPage extends Arena {
  /**
   * @param {string} id
   * @param {string} variant the game's, or "" where only the server knows it
   * @param {(id: string, variant: string) => void} onBegun
   * @param {string} [opens] a token or an invitation to sit down with
   */
  constructor(id, variant, onBegun, opens) {
    super();
    this.onBegun = onBegun;
    this.announcer = new Announcer();
    this.game = new Game(id, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
    });
    const { game } = this;
    const asked = (/** @type {boolean} */ paste) => game.details && ask(game.details, paste, onBegun, game.state?.options);
    const fresh = () => asked(false);
    this.title = h("h1", {}, "fairyring"); // until the game's own is known
    this.options = h("p", { class: "game-options" });
    this.rules = h("a", { class: "rules-link", target: "_blank" }, icon("book"), h("span", {}, t("rules")));
    this.alerts = new Alerts(game);
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
    this.side.setAttribute("aria-label", t("aside"));
    this.side.append(moves, talk, writing, actions);
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

  get entry() {
    return this.game;
  }

  /** The clocks go on between two drawings. */
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
        this.rules.href = rulesOf(found.name);
        this.seat();
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
    if (before) this.desk?.arrive(before, now);
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
    for (const part of this.parts) part.draw();
    this.notices.draw();
    this.waiting.draw();
    this.ending.draw();
    this.curtain.draw();
    this.element.toggleAttribute("data-curtain", this.game.curtain);
    super.draw();
    const { state, details: known } = this.game;
    // While nobody looks, the title says what has happened; see alerts.js.
    if (known && !document.hidden) {
      const title = `${tr(known.title)} · fairyring`;
      document.title = state?.shared && this.game.moving ? t("play.turn", { title }) : title;
    }
    if (state?.you.length && known) {
      const noted = `${state.ply} ${Boolean(state.result)}`;
      if (noted !== this.noted) rememberGame(this.game.id, known.title, Boolean(state.result));
      this.noted = noted;
    }
    this.options.textContent = state && known ? changed(state.options, known) : "";
    this.element.toggleAttribute("data-waiting", !state);
  }

  // -- keys for the whole page ---------------------------------------------------------------------

  get shortcuts() {
    const { game } = this;
    return {
      ...super.shortcuts,
      ArrowLeft: () => game.show(game.ply - 1),
      ArrowRight: () => game.show(game.ply + 1),
      Home: () => game.show(0),
      End: () => game.show(null),
    };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.game.curtain) super.press(event);
  }
}
