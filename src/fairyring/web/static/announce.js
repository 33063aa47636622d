// What a screen reader announces during the game.

import { h } from "./dom.js";
import { t, tr } from "./language.js";
import { declined } from "./offers.js";
import { counted, named, told } from "./words.js";

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
   * Announce what has changed from one state to the next.
   *
   * @param {State | null} before
   * @param {State} now
   */
  compare(before, now) {
    /** @type {string[]} */
    const words = [];
    const known = before?.ply ?? now.ply;
    if (now.ply < known) words.push(t("announce.takeback"));
    for (let index = known; index < now.ply; index += 1) {
      if (index === now.ply - 1 && now.view.said.length) words.push(told(now.view));
      else words.push(t("announce.move", { side: named(now.movers[index]), move: now.notations[index] }));
    }
    if (before) words.push(...counted(before.view, now.view));
    if (now.result) words.push(`${tr(now.result.message)}.`);
    else if (before && now.offers.length > before.offers.length) {
      const { what, side } = now.offers[now.offers.length - 1];
      words.push(t(`offer.${what}.side`, { side: named(side) }));
    } else if (before && now.declined.length > before.declined.length) {
      const { what, side } = now.declined[now.declined.length - 1];
      words.push(declined(what, side, now.you.length === 1 ? now.you[0] : null));
    } else if (!before || now.ply !== known) {
      words.push(t(now.view.checked.length ? "announce.check" : "announce.to-move", { side: named(now.view.side) }));
    }
    if (words.length && !(before && now.ply === known && before.result)) this.say(words.join(" "));
  }
}
