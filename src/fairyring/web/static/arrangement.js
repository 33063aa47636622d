// A position in the making: what is done to it by hand, and what the server says has become of it.

import { Entry } from "./entry.js";
import { t } from "./language.js";
import { standing } from "./scene.js";

/** @import {Act, Arranged, Chips, Side, Situation, Token, View} from "./protocol" */
/** @import {Study} from "./study.js" */

const HEARD = 4; // squares of which somebody hears at once

/** What a hand does on the board: it moves men, takes them away, sets them in motion, or puts one of a letter there, or a side's chip. */
/** @typedef {{kind: "hand" | "take" | "launch"} | {kind: "put", letter: string, small: boolean} | {kind: "chip", worth: number, side: Side}} Tool */

export class Arrangement extends Entry {
  /**
   * @param {Study} study
   * @param {() => void} changed
   * @param {(words: string) => void} say tell those who do not see the board
   */
  constructor(study, changed, say) {
    super(`${study.id}/setup`, changed);
    this.say = say;
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
    /** @type {Act[]} what a hand did that is being answered */
    this.doing = [];
    this.text = study.view?.text ?? (study.text || null);
    this.options = study.tree.options;
    // A hand need not wait for what the server finds wrong with it.
    if (study.view) this.show(study.view);
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
    this.doing = acts;
    study.line?.send({ type: "arrange", key: this.key, options: this.options, position: this.text, acts });
  }

  /** The server hears again: what was on its way to it is lost, and so is its answer. */
  resume() {
    if (this.key) this.send(this.doing);
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
    const before = this.known;
    this.known = arranged;
    this.text = arranged.text;
    this.show(arranged);
    // What a hand held may be gone.
    if (this.prefix.length && this.held(this.prefix[0]) === null) this.cancel();
    if (this.doing.length) this.tell(before);
    this.next();
  }

  /** @param {Pick<View, "text" | "side" | "tokens" | "purses">} seen */
  show({ text, side, tokens, purses }) {
    const view = { text, side, tokens, purses, checked: [], last: [], taken: [], course: [] };
    /** @type {Situation} */
    const state = { you: [], knows: "", ply: 0, moves: [], choosing: false, view, turns: [], labels: {}, result: null };
    this.state = state;
  }

  /** Say what has changed on the board, unless that is too much to be heard. @param {Arranged | null} before */
  tell(before) {
    const [was, is] = [before, this.known].map((each) => standing(each?.tokens ?? [], this.carriers));
    const changed = [...new Set([...was.keys(), ...is.keys()])].filter((site) => was.get(site) !== is.get(site));
    // Who is carried elsewhere takes along what is on his back.
    const sites = changed.filter((site) => !changed.includes(this.carriers.get(site) ?? ""));
    const filled = sites.filter((site) => is.has(site));
    const told = filled.length ? filled : sites;
    if (told.length && told.length <= HEARD) this.say(told.map((site) => `${is.get(site) ?? t("mark.empty")}, ${site}`).join("; "));
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

  /** The chips on a site, the smallest first. @param {string} site @returns {Chips[]} */
  chips(site) {
    return (this.view?.tokens ?? []).find((token) => token.site === site && token.chips.length)?.chips ?? [];
  }

  /** The site of the chips in the hand, if there are any there. */
  get pile() {
    const [start] = this.prefix;
    return start !== undefined && this.chips(start).length ? start : null;
  }

  /** Whose square is meant by a site: one on a back may mean the man under it. @param {string} site */
  held(site) {
    if (this.men(site).length || this.chips(site).length) return site;
    const carrier = this.carriers.get(site);
    return carrier && this.men(carrier).length ? carrier : null;
  }

  /** @param {string} site */
  grabs(site) {
    return ["hand", "launch"].includes(this.tool.kind) && !this.prefix.length && this.held(site) !== null;
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
    else if (tool.kind === "chip") this.pay(tool.worth, tool.side, site);
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

  /** A chip goes from a site or a purse to another. @param {number} worth @param {string} start @param {string} goal */
  pay(worth, start, goal) {
    this.act({ act: "pay", worth, start, goal });
  }

  /** What is dragged off the board is gone. */
  drop() {
    const [start] = this.prefix;
    this.prefix = [];
    if (start && this.tool.kind === "hand") this.act({ act: "take", at: start });
    this.changed();
  }
}
