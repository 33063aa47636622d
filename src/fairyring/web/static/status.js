// The status of the game: whose move it is, what the computer thinks, what is being prepared.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { rememberRevealing, revealing } from "./settings.js";
import { named, score, short, told } from "./words.js";

/** @import {Game} from "./game.js" */
/** @import {Offers} from "./offers.js" */
/** @import {Compiling} from "./protocol" */

/** The status line, offers, and the computer's thinking. */
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
    this.reveal = h("button", { type: "button", class: "plain", onclick: () => this.toggle() });
    this.thought = h("div", { class: "thought" }, h("div", { class: "thought-text" }, this.numbers, this.variation), this.reveal, this.hurry);
    this.told = h("p", { class: "told" });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const parts = [this.line, this.told, offers.element, this.thought, this.trouble];
    this.element = h("section", { class: "status", "aria-label": t("state") }, ...parts);
  }

  draw() {
    const { game } = this;
    const { state } = game;
    this.line.textContent = this.sentence();
    this.offers.draw();
    // Until the server has answered, the last sentence stays.
    const words = game.view && !game.guessed ? told(game.view) : this.told.textContent;
    if (this.told.textContent !== words) {
      this.told.textContent = words;
      this.told.scrollTop = 0;
    }
    this.element.toggleAttribute("data-over", Boolean(state?.result));
    const thought = state?.thinking || game.hinting ? game.thought : null;
    const hint = game.hint && game.past === null ? game.hint : null;
    // What it thinks of the position would be a hint for its opponent.
    const secret = Boolean(state?.thinking) && !revealing();
    this.reveal.hidden = !state?.thinking || Boolean(game.compiling);
    this.reveal.textContent = t(secret ? "state.reveal" : "state.conceal");
    this.hurry.hidden = !state?.thinking || Boolean(game.compiling);
    const busy = Boolean(state?.thinking || game.hinting || hint);
    // Against the computer its place is kept, so that nothing moves when it begins to think.
    this.thought.hidden = !busy && (Boolean(state?.result) || !Object.values(state?.seats ?? {}).some((seat) => seat !== "human" && seat !== "open"));
    this.thought.toggleAttribute("data-idle", !busy);
    if (hint) {
      this.numbers.textContent = [t("state.hint", { move: hint.notation }), score(hint, game.side), t("state.depth", { depth: hint.depth })].join(" · ");
      this.variation.textContent = "";
    } else if (game.compiling) {
      this.numbers.textContent = t("state.learning");
      this.variation.textContent = step(game.compiling);
    } else if (secret) {
      this.numbers.textContent = "";
      this.variation.textContent = "";
    } else if (thought) {
      this.numbers.textContent = [
        score(thought, game.side),
        t("state.depth", { depth: thought.depth }),
        t("state.speed", { count: short(thought.speed) }),
      ].join(" · ");
      this.variation.textContent = thought.notations.slice(0, 6).join(" ");
    } else {
      this.numbers.textContent = "…";
      this.variation.textContent = "";
    }
    const trouble = game.trouble || game.refused;
    if (this.trouble.textContent !== trouble) this.trouble.textContent = trouble;
    this.trouble.hidden = !trouble;
  }

  toggle() {
    rememberRevealing(!revealing());
    this.draw();
  }

  sentence() {
    const { game } = this;
    const { state } = game;
    if (!state) return "";
    if (game.past !== null) return t(game.past ? "state.past" : "state.past.start", { ply: game.past, total: state.ply });
    if (state.damaged) return t("state.damaged");
    if (state.result) return tr(state.result.message);
    const side = named(state.view.side);
    const check = state.view.checked.length > 0 && !game.guessed;
    if (state.choosing && !state.thinking) {
      if (game.mine === state.view.side) return t("state.choose");
      return t("state.chooses", { side });
    }
    if (game.aim.pinned !== null && game.moving) return t("state.again");
    if (game.plan?.length === 2 && !game.ready) return t("state.premove.further");
    if (game.ready) return t("state.premove");
    if (game.hinting) return t("state.hinting");
    if (state.thinking) return t(check ? "state.thinks.check" : "state.thinks");
    if (!state.you.length) return t(check ? "state.spectating.check" : "state.spectating", { side });
    if (state.shared && game.mine !== state.view.side) {
      if (Object.values(state.seats).includes("open")) return t("state.waiting");
      return t(check ? "state.opponent.check" : "state.opponent");
    }
    if (game.mine === state.view.side) return t(check ? "state.check" : "state.your-move");
    return t(check ? "state.to-move.check" : "state.to-move", { side });
  }
}

/** Notices above the board: what is being prepared, and a lost connection. */
export class Notices {
  /** @param {import("./entry.js").Entry & {compiling: Compiling | null}} game */
  constructor(game) {
    this.game = game;
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("notice.preparing") });
    this.words = h("span");
    this.preparing = h("div", { class: "notice preparing", role: "status" }, h("span", { class: "loading" }), this.words, this.bar);
    this.lost = h("div", { class: "notice lost", role: "status" });
    this.element = h("div", { class: "notices" }, this.preparing, this.lost);
  }

  draw() {
    const { compiling, connectionState, state, trouble } = this.game;
    this.preparing.hidden = Boolean(state || trouble) || connectionState === "missing";
    if (compiling) {
      this.words.textContent = t("notice.rules", { step: step(compiling) });
      this.bar.max = compiling.total;
      this.bar.value = compiling.done;
    } else {
      this.words.textContent = t("notice.setting");
      this.bar.removeAttribute("value");
    }
    this.lost.hidden = connectionState === "open" || connectionState === "opening";
    if (connectionState === "missing") {
      fill(this.lost, t("connection.missing"), " ", h("a", { href: "/" }, t("connection.missing.other")));
    } else this.lost.textContent = connectionState === "lost" ? t("connection.lost") : "";
  }
}

/** The progress of compiling in words. @param {Compiling} compiling */
function step(compiling) {
  return t("notice.step", { step: tr(compiling.step), number: compiling.done + 1, total: compiling.total });
}
