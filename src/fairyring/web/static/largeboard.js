// What a large board needs: a viewport, an overview, buttons that jump, and the list of kings.

import { h, icon } from "./dom.js";
import { Kings } from "./kings.js";
import { t } from "./language.js";
import { Viewport, large } from "./viewport.js";
import { Overview } from "./overview.js";
import { Suspicions } from "./suspicion.js";

/** @import {BoardView} from "./board.js" */
/** @import {Entry} from "./entry.js" */
/** @import {Situation, View} from "./protocol" */

export class LargeBoard {
  /**
   * The parts for a large board; null for a board that needs none.
   *
   * @param {BoardView} board
   * @param {Entry} game
   * @param {(site: string) => boolean} grabs whether a mouse drag there moves a piece
   * @param {() => void} onMove called when another part of the board comes into view
   */
  static around(board, game, grabs, onMove) {
    return large(board.board) ? new LargeBoard(board, game, grabs, onMove) : null;
  }

  /**
   * @param {BoardView} board
   * @param {Entry} game
   * @param {(site: string) => boolean} grabs
   * @param {() => void} onMove
   */
  constructor(board, game, grabs, onMove) {
    this.game = game;
    this.viewport = new Viewport(board, grabs);
    this.overview = new Overview(this.viewport);
    this.viewport.onMove = () => {
      this.overview.move();
      onMove();
    };
    this.suspicions = new Suspicions(game);
    this.kings = new Kings(game, this.suspicions, (site) => this.viewport.jump(site));
    const last = t("zoom.last");
    this.last = h("button", { type: "button", class: "plain", title: last, "aria-label": last, onclick: () => this.seek() }, icon("target"));
    this.random = h(
      "button",
      { type: "button", class: "plain random-king", hidden: true, onclick: () => this.chooseRandom() },
      t("choose.random"),
    );
    this.viewport.tools.append(this.last);
    this.aside = h(
      "div",
      { class: "large-board large-board-side" },
      this.overview.element,
      h("div", { class: "large-board-tools" }, this.viewport.tools, this.random),
      this.kings.element,
    );
    this.element = h("div", { class: "large-board" }, this.viewport.element);
    this.placed = false;
  }

  /** Put the side parts into a column beside the board, or below it if there is none. @param {HTMLElement | null} beside */
  place(beside) {
    const there = beside ?? this.element;
    if (this.aside.parentElement === there) return;
    if (beside) beside.prepend(this.aside);
    else there.append(this.aside);
  }

  /** Go to where the last move ended. */
  seek() {
    const last = this.game.view?.last.at(-1);
    if (last) this.viewport.jump(last);
  }

  /** Choose the True King at random. */
  chooseRandom() {
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
    if (now.ply > before.ply && this.game.past === null) requestAnimationFrame(() => this.viewport.follow(now.view.last));
  }

  /** @param {View} view */
  draw(view) {
    const { game, viewport } = this;
    if (!this.placed && viewport.board.quarters !== null && viewport.scroller.clientWidth) {
      this.placed = true;
      viewport.fit();
      const own = view.tokens.filter((token) => token.picture === "king" && token.side === (game.mine ?? game.side));
      const start = view.last.at(-1) ?? (own.find((token) => token.marked) ?? own[0])?.site;
      if (!viewport.whole && start) viewport.jump(start);
    }
    this.last.disabled = !view.last.length;
    this.element.toggleAttribute("data-choosing", Boolean(game.state?.choosing && game.moving));
    this.random.hidden = !(game.state?.choosing && game.moving);
    this.kings.draw();
    this.overview.draw(view);
  }

  /** Handle a key; whether it did anything. @param {string} key */
  press(key) {
    const act = {
      "+": () => this.viewport.step(1),
      "=": () => this.viewport.step(1),
      "-": () => this.viewport.step(-1),
      0: () => this.viewport.all(),
      l: () => this.seek(),
    }[key];
    act?.();
    return act !== undefined;
  }
}
