// What lies around a large board: its window, the overview, jumps, and the kings.

import { h, icon } from "./dom.js";
import { Kings } from "./kings.js";
import { t } from "./language.js";
import { Lens, large } from "./lens.js";
import { Overview } from "./overview.js";
import { Suspicions } from "./suspicion.js";

/** @import {BoardView} from "./board.js" */
/** @import {Entry} from "./entry.js" */
/** @import {Situation, View} from "./protocol" */

export class Desk {
  /**
   * A desk for a large board; null for one that needs none.
   *
   * @param {BoardView} board
   * @param {Entry} game
   * @param {(site: string) => boolean} holds whether a mouse that is pressed there takes a man in hand
   * @param {() => void} onMove another part of the board is seen
   */
  static around(board, game, holds, onMove) {
    return large(board.board) ? new Desk(board, game, holds, onMove) : null;
  }

  /**
   * @param {BoardView} board
   * @param {Entry} game
   * @param {(site: string) => boolean} holds
   * @param {() => void} onMove
   */
  constructor(board, game, holds, onMove) {
    this.game = game;
    this.lens = new Lens(board, holds);
    this.overview = new Overview(this.lens);
    this.lens.onMove = () => {
      this.overview.move();
      onMove();
    };
    this.suspicions = new Suspicions(game);
    this.kings = new Kings(game, this.suspicions, (site) => this.lens.jump(site));
    const last = t("zoom.last");
    this.last = h("button", { type: "button", class: "plain", title: last, "aria-label": last, onclick: () => this.seek() }, icon("target"));
    this.chance = h(
      "button",
      { type: "button", class: "plain lots", hidden: true, onclick: () => this.lots() },
      t("choose.lot"),
    );
    this.lens.tools.append(this.last);
    this.aside = h(
      "div",
      { class: "desk desk-side" },
      this.overview.element,
      h("div", { class: "desk-tools" }, this.lens.tools, this.chance),
      this.kings.element,
    );
    this.element = h("div", { class: "desk" }, this.lens.element);
    this.placed = false;
  }

  /** Put what lies beside the board there, or below it where that is null. @param {HTMLElement | null} beside */
  place(beside) {
    const there = beside ?? this.element;
    if (this.aside.parentElement === there) return;
    if (beside) beside.prepend(this.aside);
    else there.append(this.aside);
  }

  /** Go to where the last move ended. */
  seek() {
    const last = this.game.view?.last.at(-1);
    if (last) this.lens.jump(last);
  }

  /** Let chance choose one's True King. */
  lots() {
    const { game } = this;
    const kings = game.state?.choosing ? game.movable : [];
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (kings.length) game.choose(kings[drawn % kings.length]);
  }

  /**
   * @param {Situation} before
   * @param {Situation} now
   */
  arrive(before, now) {
    if (now.ply > before.ply && this.game.past === null) requestAnimationFrame(() => this.lens.follow(now.view.last));
  }

  /** @param {View} view */
  draw(view) {
    const { game, lens } = this;
    if (!this.placed && lens.board.quarters !== null && lens.glass.clientWidth) {
      this.placed = true;
      lens.fit();
      const own = view.tokens.filter((token) => token.picture === "king" && token.side === (game.mine ?? game.side));
      const start = view.last.at(-1) ?? (own.find((token) => token.marked) ?? own[0])?.site;
      if (!lens.whole && start) lens.jump(start);
    }
    this.last.disabled = !view.last.length;
    this.element.toggleAttribute("data-choosing", Boolean(game.state?.choosing && game.moving));
    this.chance.hidden = !(game.state?.choosing && game.moving);
    this.kings.draw();
    this.overview.draw(view);
  }

  /** Whether a key was for the desk. @param {string} key */
  press(key) {
    const act = {
      "+": () => this.lens.step(1),
      "=": () => this.lens.step(1),
      "-": () => this.lens.step(-1),
      0: () => this.lens.all(),
      l: () => this.seek(),
    }[key];
    act?.();
    return act !== undefined;
  }
}
