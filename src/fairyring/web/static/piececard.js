// The card of a piece: what it is and how it moves in this game, in the words and pictures of the rules page.

import { pieceCard } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { t } from "./language.js";
import { redraw } from "./pieces.js";

/** @import {Options, Side, Token} from "./protocol" */
/** @import {Kinds} from "./course.js" */

/** @typedef {{letter: string, side: Side}} Kind */

const NARROW = 704; // pixels of a window's width up to which the card is as wide as the page, as in styles/piececard.css

/**
 * The kinds of the pieces on a site, the topmost first; what is no piece of either side has none.
 *
 * @param {Token[]} tokens
 * @param {string} site
 * @param {string | undefined} carrier the site of the piece on whose back the site is
 * @param {Kinds} kinds
 * @returns {Kind[]}
 */
export function kindsOn(tokens, site, carrier, kinds) {
  const on = (/** @type {string | undefined} */ place) => tokens.filter((token) => token.site === place);
  /** @type {Kind[]} */
  const found = [];
  for (const { letter, side } of [...on(carrier), ...on(site)].reverse()) {
    const kind = letter.toUpperCase();
    if (side && kinds.has(kind) && !found.some((other) => other.letter === kind && other.side === side)) found.push({ letter: kind, side });
  }
  return found;
}

export class PieceCard {
  /** @param {() => void} closed called when it has been closed from within */
  constructor(closed) {
    this.body = h("div", { class: "piece-cards" });
    const close = () => {
      this.close();
      closed();
    };
    const button = h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: close }, icon("close"));
    this.element = h("section", { class: "reading", role: "dialog", "aria-label": t("card"), tabindex: -1, hidden: true }, button, this.body, h("p", { class: "reading-hint" }, t("card.hint")));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    });
    /** The site whose pieces it is about; "" while it is closed. */
    this.site = "";
  }

  /**
   * Show the cards of some kinds.
   *
   * @param {string} site
   * @param {Kind[]} kinds
   * @param {object} about
   * @param {string} about.game   the name of the game
   * @param {Options} about.options
   * @param {Side} about.seat     the side at the bottom of the board
   * @param {DOMRect} about.near  the square on the screen
   * @param {boolean} about.focus whether the focus goes there
   */
  async open(site, kinds, { game, options, seat, near, focus }) {
    this.site = site;
    /** @type {(Node | string)[]} */
    let cards;
    try {
      cards = await Promise.all(kinds.map(({ letter, side }) => pieceCard(game, letter, { side, seat, options })));
    } catch (error) {
      cards = [error instanceof Error ? error.message : String(error)];
    }
    if (this.site !== site) return;
    fill(this.body, ...cards);
    redraw(this.body);
    const names = cards.flatMap((card) => (card instanceof Element ? (card.querySelector("h2")?.textContent ?? []) : []));
    this.element.setAttribute("aria-label", names.join(", ") || t("card"));
    this.element.hidden = false;
    this.body.scrollTop = 0;
    this.settle(near);
    if (focus) this.element.focus();
  }

  /** Put it where it does not hide its square. @param {DOMRect} near */
  settle(near) {
    const { style } = this.element;
    this.element.toggleAttribute("data-above", near.top + near.height / 2 > innerHeight / 2);
    style.left = style.top = "";
    if (innerWidth < NARROW) return;
    const { width, height } = this.element.getBoundingClientRect();
    const right = near.right + 12 + width < innerWidth;
    style.left = `${Math.max(8, right ? near.right + 12 : near.left - 12 - width)}px`;
    style.top = `${Math.max(8, Math.min(near.top, innerHeight - height - 8))}px`;
  }

  close() {
    this.site = "";
    this.element.hidden = true;
  }
}
