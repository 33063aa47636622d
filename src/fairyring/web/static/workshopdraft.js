// A draft of a game: its text, what the server has found in it, and every step back and forth.
//
// The text is the document. Each change is sent to the server, which answers with the text as it is then.

import { post } from "./api.js";

/** @import {Change, Drafted} from "./protocol" */

/** @typedef {(text: string, changes: Change[]) => Promise<Drafted>} Look */

/** @type {Look} */
const asked = (text, changes) => post("/api/workshop/look", { text, changes });

export class Draft {
  /**
   * @param {string} text
   * @param {() => void} changed called when there is something new to show
   * @param {Look} [look] asks the server
   */
  constructor(text, changed, look = asked) {
    this.text = text;
    this.changed = changed;
    this.look = look;
    /** @type {Drafted | null} */
    this.found = null;
    /** What could not be done last; empty if all could. */
    this.trouble = "";
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** @type {(Change[] | {text: string, before: string | null})[]} what is still to be done; each is one step */
    this.waiting = [];
    this.busy = false;
    /** @type {string | null} the hash of the published game that it began from, which is given credit */
    this.origin = null;
  }

  /** Do something, which is one step. @param {Change[]} changes */
  change(...changes) {
    this.waiting.push(changes);
    void this.go();
  }

  /** Have another text, which is one step; with `kept`, it is the same step as the one before. @param {string} text @param {boolean} [kept] */
  write(text, kept = false) {
    this.waiting.push({ text, before: kept ? null : this.text });
    void this.go();
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  undo() {
    const text = this.past.pop();
    if (text === undefined) return;
    this.future.push(this.text);
    this.show(text);
  }

  redo() {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(this.text);
    this.show(text);
  }

  /** Show a text that is a step there has been. @param {string} text */
  show(text) {
    this.text = text;
    this.waiting = [{ text, before: null }];
    void this.go();
  }

  /** Do what is waiting, one step after the other. */
  async go() {
    if (this.busy) return;
    this.busy = true;
    for (let step = this.waiting.shift(); step; step = this.waiting.shift()) {
      try {
        if (Array.isArray(step)) await this.edit(step);
        else await this.take(step);
        this.trouble = "";
      } catch (error) {
        this.trouble = error instanceof Error ? error.message : String(error);
      }
      this.changed();
    }
    this.busy = false;
  }

  /** @param {Change[]} changes */
  async edit(changes) {
    const before = this.text;
    const found = await this.look(before, changes);
    if (this.text !== before) return; // a step back came in between
    this.found = found;
    if (found.text !== before) this.step(before);
    this.text = found.text;
  }

  /** @param {{text: string, before: string | null}} step */
  async take({ text, before }) {
    if (before !== null && before !== text) this.step(before);
    this.text = text;
    const found = await this.look(text, []);
    if (this.text === text) this.found = found;
  }

  /** @param {string} before */
  step(before) {
    this.past.push(before);
    this.future = [];
  }
}
