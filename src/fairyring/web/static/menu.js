// A menu of choices that are not squares, such as promotions, beside the square they belong to.

import { fill, h } from "./dom.js";
import { t } from "./language.js";
import { portrait } from "./pieces.js";

/**
 * @typedef {object} Option
 * @property {string} text
 * @property {string} picture
 * @property {() => void} act
 * @property {(shown: boolean) => void} [show] called when the option gets or loses the pointer or focus
 */

export class Menu {
  /** @param {() => void} onCancel */
  constructor(onCancel) {
    this.onCancel = onCancel;
    this.element = h("div", { class: "menu", role: "menu", "aria-label": t("choose"), hidden: true });
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.shown = "";
  }

  /**
   * @param {Option[]} options
   * @param {string | null} side the side whose pieces are offered
   * @param {DOMRect} near       the square on the screen
   */
  show(options, side, near) {
    const key = options.map((option) => option.text).join("|");
    if (key === this.shown && !this.element.hidden) return;
    this.shown = key;
    const buttons = options.map((option) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          onclick: option.act,
          onfocus: () => option.show?.(true),
          onpointerenter: () => option.show?.(true),
          title: option.text,
          "aria-label": option.text,
        },
        option.picture ? portrait(option.picture, side) : option.text,
      ),
    );
    fill(this.element, ...buttons);
    this.element.toggleAttribute("data-words", options.every((option) => !option.picture));
    this.element.hidden = false;
    const room = this.element.getBoundingClientRect();
    const left = Math.min(Math.max(8, near.left + near.width / 2 - room.width / 2), innerWidth - room.width - 8);
    const below = near.bottom + 6 + room.height < innerHeight;
    const top = below ? near.bottom + 6 : near.top - room.height - 6;
    this.element.style.left = `${left + scrollX}px`;
    this.element.style.top = `${top + scrollY}px`;
    buttons[0]?.focus({ preventScroll: true });
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.shown = "";
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.element.children]);
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Home") buttons[0].focus();
    else if (event.key === "End") buttons.at(-1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
