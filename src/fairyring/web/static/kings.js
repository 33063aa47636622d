// The kings of a large board: a button to go to each, and the user's own marks on the opponent's.

import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { portrait } from "./pieces.js";
import { SIGNS } from "./suspicion.js";
import { named } from "./words.js";

/** @import {Entry} from "./entry.js" */
/** @import {Side, Token} from "./protocol" */
/** @import {Suspicions} from "./suspicion.js" */

/** @type {Side[]} */
const SIDES = ["white", "black"];

export class Kings {
  /**
   * @param {Entry} game
   * @param {Suspicions} suspicions
   * @param {(site: string) => void} jump
   */
  constructor(game, suspicions, jump) {
    this.game = game;
    this.suspicions = suspicions;
    this.jump = jump;
    this.element = h("div", { class: "kings" });
    this.drawn = "";
  }

  draw() {
    const { game, suspicions } = this;
    const kings = (game.view?.tokens ?? []).filter((token) => token.picture === "king");
    const key = JSON.stringify([game.state?.knows, game.state?.result?.score, kings, kings.map((king) => suspicions.of(king))]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.king : undefined;
    fill(
      this.element,
      ...SIDES.map((side) =>
        h(
          "div",
          { class: "kings-row", role: "group", "aria-label": t("kings.of", { side: named(side) }) },
          portrait("king", side),
          ...kings.filter((king) => king.side === side).map((king) => this.king(king)),
        ),
      ),
    );
    if (focused) this.element.querySelector(/** @type {"button"} */ (`[data-king="${focused}"]`))?.focus();
  }

  /** @param {Token} king */
  king(king) {
    const { suspicions } = this;
    const name = t("king.on", { king: king.marked ? t("king.true") : tr(king.name), site: king.site });
    const way = t("king.go", { king: name });
    const go = h(
      "button",
      { type: "button", class: "king", title: way, "aria-label": way, onclick: () => this.jump(king.site) },
      king.marked ? `${king.site} ★` : king.site,
    );
    if (!suspicions.about(king)) return h("span", { class: "king-entry", "data-true": king.marked }, go);
    const doubt = suspicions.of(king);
    const words = t(`king.${doubt || "none"}`, { king: name });
    const think = h(
      "button",
      { type: "button", class: "think", title: words, "aria-label": words, "data-king": king.site, onclick: () => suspicions.cycle(king) },
      doubt ? SIGNS[doubt] : "·",
    );
    return h("span", { class: "king-entry", "data-doubt": doubt }, go, think);
  }
}
