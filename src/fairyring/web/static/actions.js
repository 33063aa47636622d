// What can be done in a game besides moving: the buttons, and the field for a written move.

import { showLinks } from "./links.js";
import { record } from "./api.js";
import { fill, h, icon } from "./dom.js";

/** @import {Game} from "./game.js" */
/** @import {What} from "./protocol" */

/**
 * @typedef {object} Doors what the page opens for the buttons
 * @property {() => void} fresh   a new game
 * @property {() => void} paste   a game from a text
 * @property {(title: string, text: string) => void} show a text to copy by hand
 * @property {(words: string) => void} say
 */

export class Actions {
  /**
   * @param {Game} game
   * @param {Doors} doors
   */
  constructor(game, doors) {
    this.game = game;
    this.doors = doors;
    this.asking = false;
    this.undo = button("undo", "Undo", () => game.undo());
    this.takeback = button("undo", "Takeback", () => game.undo(), "Ask to take back your last turn");
    this.hint = button("hint", "Hint", () => game.askHint());
    this.half = button("half", "Draw", () => game.deal("offer", "draw"), "Offer a draw");
    this.flip = button("flip", "Flip", () => game.flip());
    this.resign = button("flag", "Resign", () => this.ask(true));
    this.abort = button("close", "Abort", () => game.abort(), "Abort the game");
    this.row = h("div", { class: "action-row" }, this.undo, this.takeback, this.hint, this.half, this.flip, this.resign, this.abort);
    this.sure = h("button", { type: "button", class: "danger", onclick: () => this.yield() }, "Resign");
    this.question = h(
      "div",
      { class: "question", role: "group", "aria-label": "Resign?" },
      h("span", {}, "Give up?"),
      this.sure,
      h("button", { type: "button", class: "plain", onclick: () => this.ask(false) }, "Play on"),
    );
    this.question.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.ask(false);
    });
    this.position = button("copy", "Position", () => this.copy("position", async () => game.view?.text ?? ""), "Copy the position");
    this.record = button("copy", "PGN", () => this.copy("record", () => record(game.id)), "Copy the game as PGN");
    this.element = h(
      "section",
      { class: "actions", "aria-label": "Actions" },
      this.row,
      this.question,
      h(
        "div",
        { class: "action-row minor" },
        this.position,
        this.record,
        button("link", "Links", () => this.links(), "Links of this game"),
        button("paste", "Paste …", doors.paste, "Go on from a position or a record"),
        button("plus", "New", doors.fresh, "New game"),
      ),
    );
  }

  draw() {
    const { state, link } = this.game;
    const idle = !state || link !== "open";
    if (this.asking && (idle || state.result)) this.asking = false;
    const shared = Boolean(state?.shared);
    const watching = Boolean(state && !state.you.length);
    const offered = (/** @type {What} */ what) => Boolean(state?.offers.some((offer) => offer.what === what));
    this.undo.hidden = this.hint.hidden = shared || watching;
    this.takeback.hidden = this.half.hidden = !shared || watching;
    this.abort.hidden = !state?.can.includes("abort");
    this.resign.hidden = watching || !this.abort.hidden;
    this.takeback.disabled = idle || !state.can.includes("takeback") || offered("takeback");
    this.half.disabled = idle || !state.can.includes("draw") || offered("draw");
    this.abort.disabled = idle;
    this.undo.disabled = idle || !state.can.includes("undo");
    this.hint.disabled = idle || !state.can.includes("hint") || !state.you.includes(state.view.side) || this.game.hinting;
    this.resign.disabled = idle || !state.can.includes("resign");
    this.flip.disabled = !this.game.details;
    this.position.disabled = !state;
    this.record.disabled = !state;
    this.question.hidden = !this.asking;
    this.row.hidden = this.asking;
  }

  /** @param {boolean} asking */
  ask(asking) {
    this.asking = asking;
    this.draw();
    (asking ? this.sure : this.resign).focus();
  }

  yield() {
    this.asking = false;
    this.game.resign();
    this.draw();
  }

  async links() {
    try {
      await showLinks(this.game.id);
    } catch (error) {
      this.game.trouble = error instanceof Error ? error.message : String(error);
      this.game.changed();
    }
  }

  /**
   * @param {string} what
   * @param {() => Promise<string>} fetch
   */
  async copy(what, fetch) {
    let text;
    try {
      text = await fetch();
    } catch (error) {
      this.game.trouble = error instanceof Error ? error.message : String(error);
      this.game.changed();
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.doors.say(`The ${what} is on the clipboard.`);
      const copied = what === "record" ? this.record : this.position;
      copied.dataset.done = "";
      setTimeout(() => delete copied.dataset.done, 1200);
    } catch {
      // Browsers refuse the clipboard to pages that do not come over a safe line.
      this.doors.show(`The ${what}`, text);
    }
  }
}

/** The field for a written move. */
export class Writing {
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
      placeholder: "Write a move",
      "aria-label": "Write a move",
      enterkeyhint: "go",
    });
    this.button = h("button", { type: "submit", class: "plain" }, "Play");
    this.element = h("form", { class: "writing" }, this.field, this.button);
    this.ply = -1;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.trim();
      if (text) game.write(text);
    });
  }

  draw() {
    const { state } = this.game;
    const open = Boolean(state && !state.result && state.you.includes(state.view.side));
    this.button.disabled = !open;
    this.element.hidden = Boolean(state && !state.you.length);
    if (state && state.ply !== this.ply) {
      // The text stays until it has been played, so that a slip of the pen can be mended.
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
