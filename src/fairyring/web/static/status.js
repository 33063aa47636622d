// Words about the game: who plays, whose turn it is, what the computer thinks, what is being prepared.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { portrait } from "./men.js";
import { named, score, short, taken } from "./words.js";

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
    this.hurry = h("button", { type: "button", class: "plain", onclick: () => game.hurry() }, t("state.hurry"));
    this.thought = h("div", { class: "thought" }, h("div", { class: "thought-text" }, this.numbers, this.variation), this.hurry);
    this.taken = h("p", { class: "taken", hidden: true });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const parts = [this.line, offers.element, this.taken, this.thought, this.trouble];
    this.element = h("section", { class: "status", "aria-label": t("state") }, ...parts);
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
      this.numbers.textContent = [t("state.hint", { turn: hint.text }), score(hint, game.side), t("state.depth", { depth: hint.depth })].join(" · ");
      this.variation.textContent = "";
    } else if (game.compiling) {
      this.numbers.textContent = t("state.learning");
      this.variation.textContent = step(game.compiling);
    } else if (thought) {
      this.numbers.textContent = [
        score(thought, game.side),
        t("state.depth", { depth: thought.depth }),
        t("state.speed", { count: short(thought.speed) }),
      ].join(" · ");
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
    if (game.past !== null) return t("state.past", { ply: game.past, total: state.ply });
    if (state.result) return tr(state.result.text);
    const side = named(state.view.side);
    const check = state.view.checked.length > 0 && !game.guessed;
    if (state.choosing && !state.thinking) {
      if (game.mine === state.view.side) return t("state.choose");
      return t("state.chooses", { side });
    }
    if (game.hinting) return t("state.hinting");
    if (state.thinking) return t(check ? "state.thinks.check" : "state.thinks");
    if (!state.you.length) return t(check ? "state.watch.check" : "state.watch", { side });
    if (state.shared && game.mine !== state.view.side) {
      if (Object.values(state.seats).includes("open")) return t("state.waiting");
      return t(check ? "state.opponent.check" : "state.opponent");
    }
    if (game.mine === state.view.side) return t(check ? "state.check" : "state.your-move");
    return t(check ? "state.to-move.check" : "state.to-move", { side });
  }
}

/** Notices above the boards: what is being prepared, and a line that is down. */
export class Notices {
  /** @param {import("./entry.js").Entry & {compiling: Compiling | null}} game */
  constructor(game) {
    this.game = game;
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("notice.preparing") });
    this.words = h("span");
    this.preparing = h("div", { class: "notice preparing", role: "status" }, h("span", { class: "spinner" }), this.words, this.bar);
    this.lost = h("div", { class: "notice lost", role: "status" });
    this.element = h("div", { class: "notices" }, this.preparing, this.lost);
  }

  draw() {
    const { compiling, link, state } = this.game;
    this.preparing.hidden = Boolean(state) || link === "missing";
    if (compiling) {
      this.words.textContent = t("notice.rules", { step: step(compiling) });
      this.bar.max = compiling.total;
      this.bar.value = compiling.done;
    } else {
      this.words.textContent = t("notice.setting");
      this.bar.removeAttribute("value");
    }
    this.lost.hidden = link === "open" || link === "opening";
    if (link === "missing") {
      fill(this.lost, t("line.missing"), " ", h("a", { href: "/" }, t("line.missing.other")));
    } else this.lost.textContent = link === "lost" ? t("line.lost") : "";
  }
}

/** How far a compile has come. @param {Compiling} compiling */
function step(compiling) {
  return t("notice.step", { step: tr(compiling.step), number: compiling.done + 1, total: compiling.total });
}
