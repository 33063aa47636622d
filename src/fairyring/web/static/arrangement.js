// A position being set up: edits are sent to the server, which answers with the position they lead to.

import { Entry } from "./entry.js";
import { t } from "./language.js";
import { standing } from "./scene.js";

/** @import {Act, Arranged, Chips, Side, Situation, Token, View} from "./protocol" */
/** @import {Study} from "./study.js" */

const ANNOUNCED = 4; // changed squares that are announced at once

/** What a click does: move, remove or launch pieces, or place a piece of a letter or a side's chip. */
/** @typedef {{kind: "hand" | "take" | "launch"} | {kind: "put", letter: string, small: boolean} | {kind: "chip", worth: number, side: Side}} Tool */

export class Arrangement extends Entry {
  /**
   * @param {Study} study
   * @param {() => void} changed
   * @param {(words: string) => void} say tell a screen reader
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
    /** @type {Act[]} edits to send when the server has answered */
    this.waiting = [];
    this.key = 0;
    /** @type {Act[]} edits sent and not answered yet */
    this.doing = [];
    this.text = study.view?.text ?? (study.text || null);
    this.options = study.tree.options;
    // The board can be used before the server has checked the position.
    if (study.view) this.show(study.view);
    this.send([]);
  }

  /** What is wrong with the position, or null. */
  get fault() {
    return this.known?.fault ?? null;
  }

  get chosen() {
    return this.options;
  }

  /** A click is always an edit. */
  idle() {
    return false;
  }

  // -- the server ---------------------------------------------------------------------------------

  /** @param {Act[]} acts */
  send(acts) {
    const { study } = this;
    study.key += 1;
    this.key = study.key;
    this.doing = acts;
    study.connection?.send({ type: "arrange", key: this.key, options: this.options, position: this.text, acts });
  }

  /** Send the unanswered edits again after a reconnect. */
  resume() {
    if (this.key) this.send(this.doing);
  }

  /** Make an edit, once those before it are done. @param {Act} act */
  act(act) {
    this.trouble = "";
    if (this.key) this.waiting.push(act);
    else this.send([act]);
    this.changed();
  }

  /** Replace the position; null for the start of the game. @param {string | null} text */
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
    // The selected piece may be gone.
    if (this.prefix.length && this.held(this.prefix[0]) === null) this.cancel();
    if (this.doing.length) this.tell(before);
    this.next();
  }

  /** @param {Pick<View, "text" | "side" | "tokens" | "purses" | "panels">} seen */
  show({ text, side, tokens, purses, panels }) {
    const view = { text, side, tokens, purses, panels, checked: [], last: [], earlier: [], said: [], touched: [], checks: [], course: [], trays: null };
    /** @type {Situation} */
    const state = { you: [], knows: "", ply: 0, moves: [], choosing: false, view, turns: [], labels: {}, result: null };
    this.state = state;
  }

  /** Tell a screen reader what has changed, unless it is too much. @param {Arranged | null} before */
  tell(before) {
    const [was, is] = [before, this.known].map((each) => standing(each?.tokens ?? [], this.carriers));
    const changed = [...new Set([...was.keys(), ...is.keys()])].filter((site) => was.get(site) !== is.get(site));
    // A carrier's riders move with it and are not announced.
    const sites = changed.filter((site) => !changed.includes(this.carriers.get(site) ?? ""));
    const filled = sites.filter((site) => is.has(site));
    const told = filled.length ? filled : sites;
    if (told.length && told.length <= ANNOUNCED) this.say(told.map((site) => `${is.get(site) ?? t("mark.empty")}, ${site}`).join("; "));
  }

  /** Handle a refusal if it is for this position. @param {number | undefined} key @param {string} words */
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

  // -- tools ---------------------------------------------------------------------------------------

  get positions() {
    return { here: this.text ?? "", before: "" };
  }

  /** @param {Tool} tool */
  take(tool) {
    this.tool = tool;
    this.prefix = [];
    this.changed();
  }

  /** The pieces on a site, the topmost last. @param {string} site @returns {Token[]} */
  pieces(site) {
    return (this.view?.tokens ?? []).filter((token) => token.site === site && !token.chips.length);
  }

  /** The chips on a site, the smallest first. @param {string} site @returns {Chips[]} */
  chips(site) {
    return (this.view?.tokens ?? []).find((token) => token.site === site && token.chips.length)?.chips ?? [];
  }

  /** The selected site, if chips lie there. */
  get pile() {
    const [start] = this.prefix;
    return start !== undefined && this.chips(start).length ? start : null;
  }

  /** The site of the piece or chips meant: an empty site on a carrier's back means the carrier. @param {string} site */
  held(site) {
    if (this.pieces(site).length || this.chips(site).length) return site;
    const carrier = this.carriers.get(site);
    return carrier && this.pieces(carrier).length ? carrier : null;
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
    const pieces = this.pieces(site);
    const levels = [...this.places].filter(([, place]) => place.site === site && place.level);
    const wanted = above ? levels.find(([, place]) => !pieces.some((piece) => piece.level === place.level)) : levels.find(([, place]) => pieces.at(-1)?.level === place.level);
    return pieces.length && wanted ? wanted[0] : site;
  }

  /**
   * @param {string} site
   * @param {number} square
   * @param {boolean} dragged
   */
  touch(site, square, dragged) {
    const { tool } = this;
    const [start] = this.prefix;
    this.square = square;
    if (tool.kind === "put") this.put(site, tool);
    else if (tool.kind === "chip") this.pay(tool.worth, tool.side, site);
    else if (tool.kind === "take") {
      const held = this.held(site);
      if (held) this.act({ act: "take", at: this.top(held, false) });
    } else if (!start) {
      const held = this.held(site);
      if (held) this.prefix = [held];
    } else {
      // Big pieces go to big squares, and small pieces to small ones.
      const goal = this.carriers.has(start) ? site : (this.carriers.get(site) ?? site);
      this.prefix = [];
      this.dragged = dragged;
      if (goal !== start || tool.kind === "launch") this.act({ act: tool.kind === "launch" ? "launch" : "carry", start, goal });
    }
    this.changed();
  }

  /** @param {string} site @param {Extract<Tool, {kind: "put"}>} tool */
  put(site, { letter, small }) {
    const at = small ? site : (this.carriers.get(site) ?? site);
    this.act({ act: "put", at: this.carriers.size ? at : this.top(at, true), letter });
  }

  /** Move a chip from a site or purse to another. @param {number} worth @param {string} start @param {string} goal */
  pay(worth, start, goal) {
    this.act({ act: "pay", worth, start, goal });
  }

  /** A piece dragged off the board is removed. */
  drop() {
    const [start] = this.prefix;
    this.prefix = [];
    if (start && this.tool.kind === "hand") this.act({ act: "take", at: start });
    this.changed();
  }
}
