// The moves of an analysis: lines and branches, what is said of them, and what is known of each position.

/** @import {Branch, Idea, Look, Options, Result, Side, Step, Thought, WholeTree} from "./protocol" */

/** PGN's numeric glyphs with the signs that people write. */
export const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export class Node {
  /**
   * @param {Node | null} parent
   * @param {Step | null} step the move that led here; null at the root
   */
  constructor(parent, step) {
    this.parent = parent;
    this.step = step;
    /** @type {Node[]} the main line's first */
    this.children = [];
    this.comment = "";
    this.lead = "";
    /** @type {number[]} */
    this.glyphs = [];
    /** @type {Look | null} the position, once the server has told it */
    this.look = null;
    /** @type {Thought | null} what the computer made of it at its deepest */
    this.thought = null;
  }

  /** The nodes from the first move to this one. @returns {Node[]} */
  get line() {
    return this.parent ? [...this.parent.line, this] : [];
  }

  /** The moves from the root to here. */
  get moves() {
    return this.line.map((node) => node.step?.text ?? "");
  }

  /** The main line from here on, this node not included. @returns {Node[]} */
  get rest() {
    /** @type {Node[]} */
    const found = [];
    for (let node = this.children[0]; node; node = node.children[0]) found.push(node);
    return found;
  }

  /** The sign of what is thought of the move, or "". */
  get sign() {
    const glyph = this.glyphs.find((each) => each in SIGNS);
    return glyph ? SIGNS[/** @type {keyof typeof SIGNS} */ (glyph)] : "";
  }

  /** The side to move. @returns {Side | null} */
  get side() {
    return this.look?.view.side ?? this.thought?.side ?? null;
  }

  /** The computer's best line. @returns {Idea | null} */
  get best() {
    return this.thought?.lines[0] ?? null;
  }

  /** The child by a move, a new one if there is none. @param {Step} step */
  grow(step) {
    const known = this.children.find((child) => child.step?.text === step.text);
    if (known) return known;
    const child = new Node(this, step);
    this.children.push(child);
    return child;
  }

  /** Make it the main line after its parent, and that one after its own. */
  promote() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      const { children } = node.parent;
      children.unshift(...children.splice(children.indexOf(node), 1));
    }
  }

  remove() {
    const siblings = this.parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** This node and all after it. @returns {Generator<Node, void, void>} */
  *all() {
    /** @type {Node[]} */
    const waiting = [this];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }
}

export class Tree {
  /**
   * @param {string} variant
   * @param {string | null} position where it begins; null for the start of the game
   * @param {Options} [options]
   */
  constructor(variant, position, options = {}) {
    this.variant = variant;
    this.position = position;
    this.options = options;
    this.root = new Node(null, null);
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @type {Result | null} how the game ended by word */
    this.ended = null;
  }

  /** @param {WholeTree} whole */
  static from(whole) {
    const tree = new Tree(whole.variant, whole.position, whole.options);
    Object.assign(tree, { tags: whole.tags, ended: whole.ended });
    tree.root.comment = whole.comment;
    /** @type {Node[]} */
    const made = [];
    for (const { parent, comment, lead, glyphs, ...step } of whole.nodes) {
      const node = (made[parent] ?? tree.root).grow(step);
      Object.assign(node, { comment, lead, glyphs: [...glyphs] });
      made.push(node);
    }
    return tree;
  }

  /** All of it as plain data. @returns {WholeTree} */
  get whole() {
    /** @type {Map<Node, number>} */
    const numbers = new Map([[this.root, -1]]);
    /** @type {Branch[]} */
    const nodes = [];
    for (const node of this.root.all()) {
      if (!node.parent || !node.step) continue;
      numbers.set(node, nodes.length);
      const { comment, lead, glyphs } = node;
      nodes.push({ parent: numbers.get(node.parent) ?? -1, ...node.step, comment, lead, glyphs });
    }
    const { variant, options, position, tags, ended } = this;
    return { variant, options, position, tags, comment: this.root.comment, nodes, ended };
  }

  /**
   * The node at the end of some moves, if it is there.
   *
   * @param {string[]} moves
   * @param {Step | null} [step] the last of them, where it may be a new one
   * @returns {Node | undefined}
   */
  find(moves, step = null) {
    let node = /** @type {Node | undefined} */ (this.root);
    for (const move of step ? moves.slice(0, -1) : moves) node = node?.children.find((child) => child.step?.text === move);
    return step ? node?.grow(step) : node;
  }

  /** The line that a node is on: to it, and on from it. @param {Node} node */
  through(node) {
    return [this.root, ...node.line, ...node.rest];
  }
}
