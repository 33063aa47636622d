// What a screen reader is told as the game goes on.

import { h } from "./dom.js";
import { capital, mover, taken } from "./words.js";

/** @import {State} from "./protocol" */

export class Announcer {
  constructor() {
    this.element = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
  }

  /** @param {string} words */
  say(words) {
    this.element.textContent = words;
  }

  /**
   * What has changed from one state to the next.
   *
   * @param {State | null} before
   * @param {State} now
   */
  compare(before, now) {
    /** @type {string[]} */
    const words = [];
    const known = before?.ply ?? now.ply;
    if (now.ply < known) words.push("Taken back.");
    for (let index = known; index < now.ply; index += 1) {
      words.push(`${capital(mover(now, index))}: ${now.notations[index]}.`);
      if (now.aftermaths[index]) words.push(`Then ${now.aftermaths[index].replaceAll(" ", ", ")}.`);
    }
    if (now.ply > known && now.view.taken.length) words.push(`${taken(now.view)}.`);
    if (now.result) words.push(`${now.result.text}.`);
    else if (before && now.offers.length > before.offers.length) {
      const { what, side } = now.offers[now.offers.length - 1];
      words.push(`${capital(side)} offers a ${what}.`);
    } else if (!before || now.ply !== known) {
      words.push(`${capital(now.view.side)} to move${now.view.checked.length ? ", in check" : ""}.`);
    }
    if (words.length && !(before && now.ply === known && before.result)) this.say(words.join(" "));
  }
}
