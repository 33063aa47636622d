// What the server does with a draft some steps at a time: a button that begins it and stops it, and how far it is.

import { fill, h } from "./dom.js";
import { t } from "./language.js";

/** @import {Draft} from "./workshopdraft.js" */

export class Steps {
  /**
   * @param {Draft} draft
   * @param {{begin: string, on: string}} words of the button: to begin, and to go on after a stop
   */
  constructor(draft, words) {
    this.draft = draft;
    this.words = words;
    this.done = 0;
    this.total = 0;
    /** The text that it is about. */
    this.text = "";
    this.running = false;
    this.trouble = "";
    this.bar = h("progress", { "aria-label": words.begin });
    this.button = h("button", { type: "button", class: "plain", onclick: () => (this.running ? this.stop() : void this.run()) });
    this.found = h("div", { role: "status" });
    this.element = h("div", { class: "workshop-lab" }, this.button, this.bar, this.found);
  }

  /** Begin from nothing. */
  clear() {
    this.done = this.total = 0;
  }

  /** @param {number} done @param {number} total */
  count(done, total) {
    Object.assign(this, { done, total });
  }

  /** Have the next steps done, and `count` them; whether there are more. @param {string} _text @returns {Promise<boolean>} */
  async ask(_text) {
    return false;
  }

  /** What there is to say. @returns {Iterable<HTMLElement>} */
  told() {
    return [];
  }

  stop() {
    this.running = false;
    this.draw();
  }

  /** Go on until there is no more, or the user stops; it goes on where it was stopped. */
  async run() {
    const { text } = this.draft;
    if (this.text !== text || this.done === this.total) this.clear();
    Object.assign(this, { text, running: true, trouble: "" });
    this.draw();
    try {
      while (this.running && this.text === text) {
        const more = await this.ask(text);
        if (this.text !== text) return;
        if (!more) this.running = false;
        this.draw();
      }
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.running = false;
    }
    this.draw();
  }

  draw() {
    const old = this.text !== this.draft.text;
    if (old && this.running) this.running = false; // the draft has changed meanwhile
    const begun = !old && this.done > 0;
    this.button.textContent = this.running ? t("workshop.stop") : begun && this.done < this.total ? this.words.on : this.words.begin;
    this.bar.hidden = !this.running;
    if (this.total) Object.assign(this.bar, { max: this.total, value: this.done });
    else this.bar.removeAttribute("value");
    fill(this.found, !old && this.trouble && h("p", { class: "trouble" }, this.trouble), ...(old || !this.text ? [] : this.told()));
  }
}
