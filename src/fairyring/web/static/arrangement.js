// A position in the making: what is done to it by hand, and what the server says has become of it.

import { Entry } from "./entry.js";

/** @import {Act, Arranged, Situation, Token} from "./protocol" */
/** @import {Study} from "./study.js" */

/** What a hand does on the board: it moves men, takes them away, sets them in motion, or puts one of a letter. */
/** @typedef {{kind: "hand" | "take" | "launch"} | {kind: "put", letter: string, small: boolean}} Tool */

export class Arrangement extends Entry {
  /**
   * @param {Study} study
   * @param {() => void} changed
   */
  constructor(study, changed) {
    super(`${study.id}/setup`, changed);
    this.study = study;
    if (study.details) this.describe(study.details);
    this.flipped = study.flipped;
    /** @type {Tool} */
    this.tool = { kind: "hand" };
    /** @type {Arranged | null} */
    this.known = null;
    /** @type {Act[]} what is to be done when the server has answered */
    this.waiting = [];
    this.key = 0;
    this.text = study.view?.text ?? null;
    this.options = study.tree.options;
    this.send([]);
  }

  /** What is wrong with it, or "". */
  get fault() {
    return this.known?.fault ?? null;
  }

  // -- the server ---------------------------------------------------------------------------------

  /** @param {Act[]} acts */
  send(acts) {
    const { study } = this;
    study.key += 1;
    this.key = study.key;
    study.line?.send({ type: "arrange", key: this.key, options: this.options, position: this.text, acts });
  }

  /** Do something, when what was done before is done. @param {Act} act */
  act(act) {
    this.trouble = "";
    if (this.key) this.waiting.push(act);
    else this.send([act]);
    this.changed();
  }

  /** Another text in place of all that is here; null for the start of the game. @param {string | null} text */
  write(text) {
    this.trouble = "";
    this.text = text;
    this.waiting = [];
    this.send([]);
  }

  /** @param {Arranged} arranged */
  receive(arranged) {
    if (arranged.key !== this.key) return;
    this.known = arranged;
    this.text = arranged.text;
    const { side, text, tokens, purses } = arranged;
    const view = { text, side, tokens, purses, checked: [], last: [], taken: [], course: [] };
    /** @type {Situation} */
    const state = { you: [], knows: "", ply: 0, moves: [], choosing: false, view, turns: [], labels: {}, result: null };
    this.state = state;
    this.next();
  }

  /** Whether a refusal was for this. @param {number | undefined} key @param {string} words */
  refuse(key, words) {
    if (key === undefined || key !== this.key) return false;
    this.trouble = words;
    this.next();
    return true;
  }

  next() {
    this.key = 0;
    const acts = this.waiting.splice(0, 20);
    if (acts.length) this.send(acts);
  }

  // -- the hand -----------------------------------------------------------------------------------

  get steps() {
    return { here: this.text ?? "", before: "" };
  }

  /** @param {Tool} tool */
  take(tool) {
    this.tool = tool;
    this.prefix = [];
    this.changed();
  }

  /** Those who stand on a site, the topmost last. @param {string} site @returns {Token[]} */
  men(site) {
    return (this.view?.tokens ?? []).filter((token) => token.site === site && !token.chips.length);
  }

  /** Whose square is meant by a site: one on a back may mean the man under it. @param {string} site */
  held(site) {
    if (this.men(site).length) return site;
    const carrier = this.carriers.get(site);
    return carrier && this.men(carrier).length ? carrier : null;
  }

  /** @param {string} site */
  grabs(site) {
    return this.tool.kind !== "put" && this.tool.kind !== "take" && !this.prefix.length && this.held(site) !== null;
  }

  /** @param {string} _site */
  level(_site) {
    return "";
  }

  /** The name of the topmost place on a site, or of the next one above it. @param {string} site @param {boolean} above */
  top(site, above) {
    const men = this.men(site);
    const levels = [...this.places].filter(([, place]) => place.site === site && place.level);
    const wanted = above ? levels.find(([, place]) => !men.some((man) => man.level === place.level)) : levels.find(([, place]) => men.at(-1)?.level === place.level);
    return men.length && wanted ? wanted[0] : site;
  }

  /**
   * @param {string} site
   * @param {number} panel
   * @param {boolean} carried
   */
  touch(site, panel, carried) {
    const { tool } = this;
    const [start] = this.prefix;
    this.panel = panel;
    if (tool.kind === "put") this.put(site, tool);
    else if (tool.kind === "take") {
      const held = this.held(site);
      if (held) this.act({ act: "take", at: this.top(held, false) });
    } else if (!start) {
      const held = this.held(site);
      if (held) this.prefix = [held];
    } else {
      // Who is big goes to big squares, and who is small to small ones.
      const goal = this.carriers.has(start) ? site : (this.carriers.get(site) ?? site);
      this.prefix = [];
      this.carried = carried;
      if (goal !== start || tool.kind === "launch") this.act({ act: tool.kind === "launch" ? "launch" : "carry", start, goal });
    }
    this.changed();
  }

  /** @param {string} site @param {Extract<Tool, {kind: "put"}>} tool */
  put(site, { letter, small }) {
    const at = small ? site : (this.carriers.get(site) ?? site);
    this.act({ act: "put", at: this.carriers.size ? at : this.top(at, true), letter });
  }

  /** A man who is dragged off the board is gone. */
  drop() {
    const [start] = this.prefix;
    this.prefix = [];
    if (start && this.tool.kind === "hand") this.act({ act: "take", at: start });
    this.changed();
  }
}
