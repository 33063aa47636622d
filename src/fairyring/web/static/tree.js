// The tree of moves of an analysis, with comments and with what is known about each position.

/** @import {Branch, Variation, Look, Options, Result, Side, Step, Thought, WholeTree} from "./protocol" */

/** PGN's numeric glyphs and their signs. */
export const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export class Node {
  /**
   * @param {Node | null} parent
   * @param {Step | null} step the move that led here; null at the root
   */
  constructor(parent, step) {
    this.parent = parent;
    this.step = step;
    /** @type {Node[]} the main line first */
    this.children = [];
    this.comment = "";
    this.lead = "";
    /** @type {number[]} */
    this.glyphs = [];
    /** @type {Look | null} the position, once the server has sent it */
    this.look = null;
    /** @type {Thought | null} the computer's deepest result */
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

  /** The sign of the move, such as "?!", or "". */
  get sign() {
    const glyph = this.glyphs.find((each) => each in SIGNS);
    return glyph ? SIGNS[/** @type {keyof typeof SIGNS} */ (glyph)] : "";
  }

  /** The side to move. @returns {Side | null} */
  get side() {
    return this.look?.view.side ?? this.thought?.side ?? null;
  }

  /** The computer's best line. @returns {Variation | null} */
  get best() {
    return this.thought?.lines[0] ?? null;
  }

  /** The child after a move; a new one if there is none. @param {Step} step */
  grow(step) {
    const known = this.children.find((child) => child.step?.text === step.text);
    if (known) return known;
    const child = new Node(this, step);
    this.children.push(child);
    return child;
  }

  /** Make this node part of the main line. */
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
   * @param {string | null} position the first position; null for the start of the game
   * @param {Options} [options]
   */
  constructor(variant, position, options = {}) {
    this.variant = variant;
    this.position = position;
    this.options = options;
    this.root = new Node(null, null);
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @type {Result | null} how the game ended, if by resignation, agreement or time */
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

  /** The whole tree as plain data. @returns {WholeTree} */
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
   * @param {Step | null} [step] the last of them, if it may be a new one
   * @returns {Node | undefined}
   */
  find(moves, step = null) {
    let node = /** @type {Node | undefined} */ (this.root);
    for (const move of step ? moves.slice(0, -1) : moves) node = node?.children.find((child) => child.step?.text === move);
    return step ? node?.grow(step) : node;
  }

  /** The line through a node: from the root to it, and on from it. @param {Node} node */
  through(node) {
    return [this.root, ...node.line, ...node.rest];
  }
}
