// The actions of a game besides moving on the board: buttons, and a field for a typed move.

import { showLinks } from "./links.js";
import { record, recordOf } from "./api.js";
import { copyBy } from "./dialog.js";
import { fill, h, icon } from "./dom.js";
import { reviewOf } from "./words.js";
import { t, tr } from "./language.js";

/** @import {Game} from "./game.js" */
/** @import {What} from "./protocol" */

/**
 * @typedef {object} PageActions what the page does for the buttons
 * @property {() => void} newGame
 * @property {() => void} importText begin from a position or PGN
 * @property {(words: string) => void} say tell a screen reader
 * @property {() => void} talk go to the chat
 * @property {() => boolean} ending whether the panel at the end is open, which has the same buttons
 * @property {() => void} rematch offer a rematch, or accept one
 */

const NARROW = matchMedia("(max-width: 43.99rem)"); // as in styles/phone.css

export class Actions {
  /**
   * @param {Game} game
   * @param {PageActions} page
   */
  constructor(game, page) {
    this.game = game;
    this.page = page;
    this.asking = false;
    this.undo = button("undo", t("action.undo"), () => game.undo());
    this.takeback = button("undo", t("action.takeback"), () => game.undo(), t("action.takeback.whole"));
    this.hint = button("hint", t("action.hint"), () => game.askHint());
    this.offerDraw = button("half", t("action.draw"), () => game.deal("offer", "draw"), t("action.draw.whole"));
    this.flip = button("flip", t("action.flip"), () => game.flip());
    this.resign = button("flag", t("action.resign"), () => this.ask(true));
    this.abort = button("close", t("action.abort"), () => game.abort(), t("action.abort.whole"));
    this.talk = button("chat", t("chat"), page.talk);
    this.talk.classList.add("to-chat");
    this.news = h("b", { class: "news", hidden: true });
    this.talk.append(this.news);
    // What is left to do when the game is over.
    this.again = button("forward", t("ending.rematch"), page.rematch);
    this.review = link("analyse", t("action.review"), t("action.review.whole"));
    const ended = [this.again, this.review];
    this.row = h("div", { class: "action-row" }, ...ended, this.undo, this.takeback, this.hint, this.offerDraw, this.flip, this.resign, this.abort, this.talk);
    this.sure = h("button", { type: "button", class: "danger", onclick: () => this.resignNow() }, t("action.resign"));
    this.question = h(
      "div",
      { class: "question", role: "group", "aria-label": t("resign.title") },
      h("span", {}, t("resign.sure")),
      this.sure,
      h("button", { type: "button", class: "plain", onclick: () => this.ask(false) }, t("resign.no")),
    );
    this.question.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.ask(false);
    });
    this.position = button(
      "copy",
      t("action.position"),
      () => this.copy(this.position, t("copy.position"), async () => game.view?.text ?? ""),
      t("action.position.whole"),
    );
    this.record = button(
      "copy",
      t("action.pgn"),
      () => this.copy(this.record, t("copy.record"), () => record(game.id)),
      t("action.pgn.whole"),
    );
    this.download = link("download", t("action.download"), t("action.download.whole"));
    const minor = h(
      "div",
      { class: "action-row minor" },
      this.position,
      this.record,
      this.download,
      button("link", t("action.links"), () => this.links(), t("action.links.whole")),
      button("paste", t("action.import"), page.importText, t("action.import.whole")),
      button("plus", t("action.new"), page.newGame, t("action.new.whole")),
    );
    this.more = h("details", { class: "more" }, h("summary", {}, t("actions.more")), minor);
    NARROW.addEventListener("change", () => this.fold());
    this.fold();
    this.element = h(
      "section",
      { class: "actions", "aria-label": t("actions") },
      this.row,
      this.question,
      this.more,
    );
  }

  /** Fold the lesser buttons where there is little room. */
  fold() {
    this.more.open = !NARROW.matches;
  }

  /** Show how many chat messages are unread. @param {number} unread */
  mark(unread) {
    this.news.hidden = !unread;
    fill(this.news, String(unread), h("span", { class: "unseen" }, ` ${t("chat.unread")}`));
  }

  draw() {
    const { state, connectionState } = this.game;
    const idle = !state || connectionState !== "open";
    if (this.asking && (idle || state.result)) this.asking = false;
    const shared = Boolean(state?.shared);
    const watching = Boolean(state && !state.you.length);
    const offered = (/** @type {What} */ what) => Boolean(state?.offers.some((offer) => offer.what === what) || state?.declined.some((offer) => offer.what === what && offer.side === this.game.mine));
    const over = Boolean(state?.result);
    this.undo.hidden = shared || watching;
    this.hint.hidden = shared || watching || over;
    this.takeback.hidden = this.offerDraw.hidden = !shared || watching || over;
    this.abort.hidden = !state?.can.includes("abort");
    this.resign.hidden = watching || over || !this.abort.hidden;
    this.again.hidden = !state?.can.includes("rematch") || offered("rematch") || this.page.ending();
    this.takeback.disabled = idle || !state.can.includes("takeback") || offered("takeback");
    this.offerDraw.disabled = idle || !state.can.includes("draw") || offered("draw");
    this.abort.disabled = idle;
    this.talk.hidden = !state?.can.includes("chat");
    this.undo.disabled = idle || !state.can.includes("undo");
    this.hint.disabled = !this.game.advisable;
    this.resign.disabled = idle || !state.can.includes("resign");
    this.flip.disabled = !this.game.details;
    this.position.disabled = !state;
    this.record.disabled = !state;
    // No analysis while the game is being played.
    this.review.hidden = !over || this.page.ending();
    this.review.href = reviewOf(this.game);
    this.download.hidden = !state;
    this.download.href = recordOf(this.game.id);
    this.download.download = state ? `${state.variant}-${this.game.id}.pgn` : "";
    this.question.hidden = !this.asking;
    this.row.hidden = this.asking;
  }

  /** @param {boolean} asking */
  ask(asking) {
    this.asking = asking;
    this.draw();
    (asking ? this.sure : this.resign).focus();
  }

  resignNow() {
    this.asking = false;
    this.game.resign();
    this.draw();
  }

  async links() {
    try {
      await showLinks(this.game.id, tr(this.game.details?.title ?? ""));
    } catch (error) {
      this.game.trouble = error instanceof Error ? error.message : String(error);
      this.game.changed();
    }
  }

  /**
   * @param {HTMLElement} button
   * @param {string} what
   * @param {() => Promise<string>} fetch
   */
  async copy(button, what, fetch) {
    let text;
    try {
      text = await fetch();
    } catch (error) {
      this.game.trouble = error instanceof Error ? error.message : String(error);
      this.game.changed();
      return;
    }
    await copyBy(button, what, text, this.page.say);
  }
}

/** The field for a typed move. */
export class MoveField {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.field = h("input", {
      type: "text",
      name: "move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 200,
      placeholder: t("moves.type"),
      "aria-label": t("moves.type"),
      enterkeyhint: "go",
    });
    this.button = h("button", { type: "submit", class: "plain" }, t("play"));
    this.element = h("form", { class: "move-field" }, this.field, this.button);
    this.ply = -1;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) game.write(text);
    });
    this.field.addEventListener("input", () => game.rewrite());
  }

  draw() {
    const { state } = this.game;
    const open = Boolean(state && !state.result && state.you.includes(state.view.side));
    this.button.disabled = !open;
    this.element.hidden = Boolean(state && !state.you.length);
    if (state && state.ply !== this.ply) {
      // The text stays until the next move, so that a mistake can be corrected.
      this.ply = state.ply;
      this.field.value = "";
    }
  }
}

/**
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} words
 * @param {() => void} act
 * @param {string} [label]
 */
function button(drawing, words, act, label = words) {
  const made = h("button", { type: "button", class: "action", "aria-label": label, title: label, onclick: act });
  fill(made, icon(drawing), h("span", {}, words));
  return made;
}

/**
 * A link that looks like a button.
 *
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} words
 * @param {string} label
 */
function link(drawing, words, label) {
  return h("a", { class: "action", "aria-label": label, title: label }, icon(drawing), h("span", {}, words));
}
