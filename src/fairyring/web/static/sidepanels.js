// What a side has beside the board: counters, and its hand. A player's own pieces in hand are buttons: click one and then
// a square, or drag it there.

import { fill, h, s } from "./dom.js";
import { draggable } from "./drag.js";
import { t, tr } from "./language.js";
import { drawing, portrait } from "./pieces.js";
import { named } from "./words.js";

/** @import {BoardPage} from "./boardpage.js" */
/** @import {Holding, Side, SidePanel} from "./protocol" */

export class SidePanels {
  /**
   * @param {BoardPage} page
   * @param {() => Side} side
   */
  constructor(page, side) {
    this.page = page;
    this.side = side;
    this.element = h("span", { class: "side-panels", hidden: true });
    /** @type {Map<string, HTMLButtonElement>} the pieces in hand, by side and choice; a drag needs them to stay */
    this.buttons = new Map();
    this.drawn = "";
  }

  draw() {
    const side = this.side();
    const shown = (this.page.entry.view?.panels ?? []).filter((panel) => panel.side === side);
    this.element.hidden = !shown.length;
    const drawn = JSON.stringify(shown.map(({ title, number, holdings }) => [side, title, number, holdings.map((held) => held.choice)]));
    const hands = shown.filter((panel) => panel.number === null);
    const made = () => shown.map((panel) => (panel.number === null ? this.hand(panel, hands.length > 1) : counter(panel)));
    if (drawn !== this.drawn) fill(this.element, ...made());
    this.element.classList.toggle("several", hands.length > 1);
    this.drawn = drawn;
    for (const { holdings } of shown) for (const held of holdings) this.update(side, held);
  }

  /**
   * @param {SidePanel} panel
   * @param {boolean} titled whether its title is shown, since there are others
   */
  hand({ title, side, holdings }, titled) {
    const label = t("hand.of", { side: named(side), title: tr(title) });
    const buttons = holdings.map((held) => this.button(side, held));
    const empty = !holdings.length && h("span", { class: "unseen" }, t("hand.empty"));
    const shown = titled && h("span", { class: "hand-title", "aria-hidden": "true" }, tr(title));
    return h("span", { class: "hand", role: "group", "aria-label": label, title: label }, shown, ...buttons, empty);
  }

  /**
   * @param {Side} side
   * @param {Holding} held
   */
  button(side, { choice, picture }) {
    const key = `${side} ${choice}`;
    const known = this.buttons.get(key);
    if (known) return known;
    const { page } = this;
    const made = h("button", { type: "button", class: "held" }, portrait(picture, side), h("b"));
    draggable(made, {
      board: () => page.board,
      ghost: (size) => s("svg", { class: `palette-ghost portrait piece ${side}`, viewBox: "0 0 48 48", width: size, height: size }, drawing(picture, side)),
      start: () => page.entry.startWith(choice),
      drop: (square) => (square ? page.touch(square, true, false) : page.entry.cancel()),
      click: (event) => {
        if (page.entry.holds(choice)) page.entry.cancel();
        else page.entry.startWith(choice);
        // By keyboard the next choice is made on the board.
        if (!event.detail && page.entry.prefix.length) page.board?.rove(page.board.focused, true);
      },
    });
    this.buttons.set(key, made);
    return made;
  }

  /**
   * @param {Side} side
   * @param {Holding} held
   */
  update(side, { choice, name, number }) {
    const button = this.buttons.get(`${side} ${choice}`);
    if (!button) return;
    const { entry, advice } = this.page;
    const open = entry.offers(side, choice);
    const label = t(open ? "hand.drop" : "hand.held", { piece: tr(name), count: number });
    button.disabled = !open;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.setAttribute("aria-pressed", String(entry.holds(choice) && open));
    button.toggleAttribute("data-hinted", open && advice[0]?.[0] === choice);
    const count = number > 1 ? String(number) : "";
    const badge = /** @type {Element} */ (button.lastElementChild);
    if (badge.textContent !== count) badge.textContent = count;
  }
}

/** @param {SidePanel} panel */
function counter({ title, number }) {
  return h("span", { class: "counter" }, `${tr(title)}: `, h("b", {}, String(number)));
}
