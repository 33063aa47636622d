// Words about the game: who plays, whose turn it is, what the computer thinks, what is being prepared.

import { fill, h } from "./dom.js";
import { portrait } from "./men.js";
import { capital, score, short, taken } from "./words.js";

/** @import {Game} from "./game.js" */
/** @import {Offers} from "./offers.js" */
/** @import {Compiling} from "./protocol" */

/** One line about the state of the game, and what is thought about it. */
export class Status {
  /**
   * @param {Game} game
   * @param {Offers} offers
   */
  constructor(game, offers) {
    this.game = game;
    this.offers = offers;
    this.line = h("p", { class: "status-line" });
    this.numbers = h("span", { class: "numbers" });
    this.variation = h("span", { class: "variation" });
    this.hurry = h("button", { type: "button", class: "plain", onclick: () => game.hurry() }, "Move now");
    this.thought = h("div", { class: "thought" }, h("div", { class: "thought-text" }, this.numbers, this.variation), this.hurry);
    this.taken = h("p", { class: "taken", hidden: true });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const parts = [this.line, offers.element, this.taken, this.thought, this.trouble];
    this.element = h("section", { class: "status", "aria-label": "State of the game" }, ...parts);
  }

  draw() {
    const { game } = this;
    const { state } = game;
    this.line.textContent = this.sentence();
    this.offers.draw();
    const gone = game.view?.taken ?? [];
    this.taken.hidden = !gone.length;
    if (gone.length) {
      fill(this.taken, ...gone.map((token) => portrait(token.picture, token.side)), game.view && taken(game.view));
    }
    this.element.toggleAttribute("data-over", Boolean(state?.result));
    const thought = state?.thinking || game.hinting ? game.thought : null;
    const hint = game.hint && game.past === null ? game.hint : null;
    this.hurry.hidden = !state?.thinking || Boolean(game.compiling);
    this.thought.hidden = !(state?.thinking || game.hinting || hint);
    if (hint) {
      this.numbers.textContent = `Hint ${hint.text} · ${score(hint, game.side)} · depth ${hint.depth}`;
      this.variation.textContent = "";
    } else if (game.compiling) {
      this.numbers.textContent = "It learns to think in this game, this once";
      this.variation.textContent = step(game.compiling);
    } else if (thought) {
      this.numbers.textContent = `${score(thought, game.side)} · depth ${thought.depth} · ${short(thought.speed)}/s`;
      this.variation.textContent = thought.line.slice(0, 6).join(" ");
    } else {
      this.numbers.textContent = "…";
      this.variation.textContent = "";
    }
    const trouble = game.trouble || game.refused;
    if (this.trouble.textContent !== trouble) this.trouble.textContent = trouble;
    this.trouble.hidden = !trouble;
  }

  sentence() {
    const { game } = this;
    const { state } = game;
    if (!state) return "";
    if (game.past !== null) return `Looking back: after ${game.past} of ${state.ply} plies`;
    if (state.result) return state.result.text;
    const side = capital(state.view.side);
    const check = state.view.checked.length > 0 && !game.guessed ? ", in check" : "";
    if (state.choosing && !state.thinking) {
      if (game.mine === state.view.side) return "Choose your True King, in secret";
      return `${side} chooses a True King, in secret`;
    }
    if (game.hinting) return "Looking for a good move …";
    if (state.thinking) return `The computer thinks${check} …`;
    if (!state.you.length) return `You watch · ${side} to move${check}`;
    if (state.shared && game.mine !== state.view.side) {
      return Object.values(state.seats).includes("open") ? "Waiting for your opponent" : `Your opponent is to move${check}`;
    }
    if (game.mine === state.view.side) return check ? "Your move: you are in check" : "Your move";
    return `${side} to move${check}`;
  }
}

/** Notices above the boards: what is being prepared, and a line that is down. */
export class Notices {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Preparing the rules" });
    this.words = h("span");
    this.preparing = h("div", { class: "notice preparing", role: "status" }, h("span", { class: "spinner" }), this.words, this.bar);
    this.lost = h("div", { class: "notice lost", role: "status" });
    this.element = h("div", { class: "notices" }, this.preparing, this.lost);
  }

  draw() {
    const { compiling, link, state } = this.game;
    this.preparing.hidden = Boolean(state) || link === "missing";
    if (compiling) {
      this.words.textContent = `The rules become machine code, this once: ${step(compiling)}.`;
      this.bar.max = compiling.total;
      this.bar.value = compiling.done;
    } else {
      this.words.textContent = "Setting up the board …";
      this.bar.removeAttribute("value");
    }
    this.lost.hidden = link === "open" || link === "opening";
    if (link === "missing") {
      fill(this.lost, "This game is no longer on the server. ", h("a", { href: "/" }, "Choose another one"));
    } else this.lost.textContent = link === "lost" ? "The line is down; trying again …" : "";
  }
}

/** How far a compile has come. @param {Compiling} compiling */
function step(compiling) {
  return `${compiling.step} (${compiling.done + 1} of ${compiling.total})`;
}
