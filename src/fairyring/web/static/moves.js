// The move list, and the buttons to step through it.

import { fill, h, icon } from "./dom.js";
import { t, tr } from "./language.js";
import { SCORES, told } from "./words.js";

/** @import {Game} from "./game.js" */

const RESTING = 150; // milliseconds after which a pointer on a move asks what it did

export class Moves {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.list = h("ol", { class: "moves", "aria-label": t("moves"), tabindex: -1 });
    const step = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: act }, icon(name));
    this.steps = {
      first: step("first", t("moves.first"), () => game.show(0)),
      back: step("back", t("moves.back"), () => game.show(game.ply - 1)),
      forward: step("forward", t("moves.forward"), () => game.show(game.ply + 1)),
      last: step("last", t("moves.last"), () => game.show(null)),
    };
    for (const button of Object.values(this.steps)) button.disabled = true;
    this.element = h(
      "section",
      { class: "record", "aria-label": t("moves.record") },
      this.list,
      h("div", { class: "steps" }, ...Object.values(this.steps)),
    );
    this.drawn = "";
    this.resting = 0;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  draw() {
    const { state, ply } = this.game;
    if (!state) return;
    const key = `${state.number} ${state.movers[0]} ${state.moves.join(" ")} ${state.result?.reason ?? ""}`;
    if (key !== this.drawn) {
      this.drawn = key;
      this.write(state);
    }
    this.buttons.forEach((button, index) => {
      const here = index + 1 === ply;
      if (here === button.hasAttribute("aria-current")) return;
      if (here) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const current = this.buttons[ply - 1];
    if (current) {
      const { offsetTop, offsetHeight } = current;
      const { scrollTop, clientHeight } = this.list;
      if (offsetTop < scrollTop) this.list.scrollTop = offsetTop - 4;
      else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = offsetTop + offsetHeight - clientHeight + 4;
    } else this.list.scrollTop = 0;
    this.explain(ply);
    this.steps.first.disabled = this.steps.back.disabled = ply <= 0;
    this.steps.forward.disabled = this.steps.last.disabled = ply >= state.ply;
  }

  /** Say in its tooltip what a move did, if that is known. @param {number} ply */
  explain(ply) {
    const view = this.game.views.get(this.game.key(ply));
    const button = this.buttons[ply - 1];
    if (view && button && !button.title) button.title = told(view);
  }

  /** Ask what a move did, when the pointer rests on it. @param {number} ply */
  wonder(ply) {
    clearTimeout(this.resting);
    this.explain(ply);
    if (!this.buttons[ply - 1]?.title) this.resting = setTimeout(() => this.game.look(ply, () => this.explain(ply)), RESTING);
  }

  /** @param {import("./protocol").State} state */
  write(state) {
    this.buttons = state.notations.map((text, index) =>
      h("button", { type: "button", class: "move", onclick: () => this.game.show(index + 1), onpointerenter: () => this.wonder(index + 1), onpointerleave: () => clearTimeout(this.resting) }, text),
    );
    /** @type {HTMLElement[]} */
    const rows = [];
    let number = state.number;
    /** @type {HTMLElement | null} */
    let row = null;
    if (state.choices) {
      rows.push(h("li", { class: "secrets" }, h("span", { class: "number" }, "♚"), ...this.buttons.slice(0, state.choices)));
    }
    this.buttons.forEach((button, index) => {
      if (index < state.choices) return;
      const side = state.movers[index];
      const before = index > state.choices ? state.movers[index - 1] : null;
      if (before === "black" && side === "white") number += 1;
      if (!row || (side === "white" && before !== "white")) {
        row = h("li", {}, h("span", { class: "number" }, `${number}.`));
        if (side === "black") row.append(h("span", { class: "gap", "aria-label": t("moves.black") }, "…"));
        rows.push(row);
      }
      // What happened by itself after the move stands below it.
      const aftermath = state.aftermaths[index];
      const shown = aftermath ? h("div", { class: "with-aftermath" }, button, h("small", {}, aftermath)) : button;
      const cell = row.lastElementChild;
      if (before !== side) row.append(shown);
      else if (cell?.classList.contains("same-turn")) cell.append(shown);
      else if (cell) {
        // The moves of one turn stand below each other.
        const turn = h("div", { class: "same-turn" });
        cell.replaceWith(turn);
        turn.append(cell, shown);
      }
    });
    if (!rows.length) rows.push(h("li", { class: "none" }, t("moves.none")));
    if (state.result) {
      const said = [SCORES[state.result.score], tr(state.result.message)];
      rows.push(h("li", { class: "end" }, said.filter(Boolean).join(" · ")));
    }
    fill(this.list, ...rows);
  }
}
