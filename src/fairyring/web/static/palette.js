// The panel for setting up a position: pieces, tools, options, and the position's text.

import { Purses } from "./chips.js";
import { fill, h, icon, s } from "./dom.js";
import { t, tr } from "./language.js";
import { draggable } from "./drag.js";
import { drawing, portrait } from "./pieces.js";
import { chosenOptions, field } from "./newgame.js";
import { named } from "./words.js";

/** @import {Arrangement, Tool} from "./arrangement.js" */
/** @import {BoardView} from "./board.js" */
/** @import {Options, Side} from "./protocol" */

const TYPED = 300; // milliseconds from the last key until a typed text is checked
const MANY = 8; // kinds of pieces that fit in a row

export class Palette {
  /**
   * @param {Arrangement} arrangement
   * @param {() => BoardView | null} board
   * @param {object} handlers
   * @param {(text: string, options: Options) => void} handlers.done
   * @param {() => void} handlers.cancel
   */
  constructor(arrangement, board, { done, cancel }) {
    this.arrangement = arrangement;
    this.board = board;
    this.small = false;
    /** @type {[HTMLButtonElement, Tool][]} */
    this.tools = [];
    const { details } = arrangement;
    const sizes = details?.board.sites.some((site) => site.carrier) ?? false;
    this.sizes = ["arrange.big", "arrange.small"].map((key, small) =>
      h("button", { type: "button", class: "plain", onclick: () => this.size(Boolean(small)) }, t(/** @type {"arrange.big"} */ (key))),
    );
    this.pieces = h("div", { class: "palette", role: "group", "aria-label": t("arrange.palette") });
    for (const side of /** @type {Side[]} */ (["white", "black"])) {
      const row = (details?.pieces ?? []).map((piece) => this.piece(piece, side));
      // One row for each side, or two of equal length.
      const across = row.length > MANY ? Math.ceil(row.length / 2) : row.length;
      this.pieces.append(h("div", { class: "palette-row", style: `--pieces: ${across}` }, ...row));
    }
    this.purses = new Purses(arrangement, board);
    this.launch = this.tool("target", t("arrange.launch"), { kind: "launch" });
    const tools = [this.tool("hand", t("arrange.hand"), { kind: "hand" }), this.tool("close", t("arrange.remove"), { kind: "take" }), this.launch];
    this.turns = /** @type {Side[]} */ (["white", "black"]).map((side) =>
      h("button", { type: "button", class: "plain", onclick: () => arrangement.act({ act: "turn", side }) }, h("span", { class: "player-disc", "data-side": side }), named(side)),
    );
    this.help = h("p", { class: "palette-help" });
    this.text = h("textarea", { rows: 3, maxlength: 20000, name: "position", spellcheck: "false", autocapitalize: "off", class: "pgn", "aria-label": t("arrange.text") });
    this.timer = 0;
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => arrangement.write(this.text.value.trim()), TYPED);
    });
    const rules = h("form", { class: "palette-rules" }, ...(details?.options ?? []).map((option) => field(option, arrangement.options[option.name] ?? option.value)));
    rules.addEventListener("change", () => {
      arrangement.options = chosenOptions(rules, details?.options ?? []);
      arrangement.write(arrangement.text);
    });
    this.verdict = h("p", { class: "palette-verdict", role: "status" });
    this.done = h("button", { type: "button", class: "primary", onclick: () => arrangement.text && done(arrangement.text, arrangement.options) }, t("arrange.done"));
    this.element = h(
      "section",
      { class: "arranging", "aria-label": t("arrange.whole") },
      sizes && h("div", { class: "palette-tools" }, ...this.sizes),
      this.pieces,
      this.purses.element,
      h("div", { class: "palette-tools", role: "group", "aria-label": t("arrange.tools") }, ...tools),
      this.help,
      h("div", { class: "palette-tools", role: "group", "aria-label": t("arrange.to-move") }, h("span", {}, t("arrange.to-move")), ...this.turns),
      h(
        "div",
        { class: "palette-tools" },
        h("button", { type: "button", class: "plain", onclick: () => arrangement.write(null) }, t("arrange.start")),
        h("button", { type: "button", class: "plain", onclick: () => arrangement.act({ act: "clear" }) }, t("arrange.clear")),
      ),
      this.text,
      rules,
      this.verdict,
      h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "plain", onclick: cancel }, t("cancel")), this.done),
    );
  }

  /**
   * @param {Parameters<typeof icon>[0]} picture
   * @param {string} words
   * @param {Tool} tool
   */
  tool(picture, words, tool) {
    const made = h("button", { type: "button", class: "plain tool-words", onclick: () => this.arrangement.take(tool) }, icon(picture), words);
    this.tools.push([made, tool]);
    return made;
  }

  /**
   * A piece to be placed: by a click on it and then on squares, or by dragging.
   *
   * @param {{letter: string, name: string, picture: string}} piece
   * @param {Side} side
   */
  piece(piece, side) {
    const letter = side === "white" ? piece.letter.toUpperCase() : piece.letter.toLowerCase();
    const tool = () => /** @type {Extract<Tool, {kind: "put"}>} */ ({ kind: "put", letter, small: this.small });
    const label = t("arrange.place", { piece: tr(`${side} ${piece.name}`) });
    const made = h("button", { type: "button", class: "palette-piece", "aria-label": label, title: label }, portrait(piece.picture, side));
    this.tools.push([made, tool()]);
    draggable(made, {
      board: this.board,
      ghost: (size) => s("svg", { class: `palette-ghost portrait piece ${side}`, viewBox: "0 0 48 48", width: size, height: size }, drawing(piece.picture, side)),
      drop: (square) => square && this.arrangement.put(square.site, tool()),
      click: () => this.arrangement.take(tool()),
    });
    return made;
  }

  /** @param {boolean} small */
  size(small) {
    this.small = small;
    const { tool } = this.arrangement;
    this.arrangement.take(tool.kind === "put" ? { ...tool, small } : tool);
  }

  /** The help for the current tool. */
  get hint() {
    const { known, tool, pile } = this.arrangement;
    if (pile) return "arrange.help.pile";
    if (tool.kind === "launch") return "arrange.help.launch";
    if (tool.kind === "chip") return "arrange.help.chip";
    return known?.purses ? "arrange.help.chips" : "arrange.help";
  }

  draw() {
    const { arrangement } = this;
    const { tool, fault, known, trouble, text } = arrangement;
    for (const [button, each] of this.tools) {
      const same = each.kind === tool.kind && (each.kind !== "put" || (tool.kind === "put" && each.letter === tool.letter));
      button.setAttribute("aria-pressed", String(same));
    }
    this.sizes.forEach((button, small) => button.setAttribute("aria-pressed", String(this.small === Boolean(small))));
    this.turns.forEach((button, index) => button.setAttribute("aria-pressed", String(known?.side === ["white", "black"][index])));
    this.launch.hidden = !known?.motion;
    this.purses.draw();
    fill(this.help, t(this.hint));
    if (text !== null && document.activeElement !== this.text && this.text.value !== text) this.text.value = text;
    const reason = fault ? tr(fault.message) : "";
    // The column helps those who type; column 1 is the board as a whole.
    const placed = fault && fault.column > 1 && document.activeElement === this.text;
    const wrong = trouble || (placed ? t("arrange.fault", { column: fault.column, reason }) : reason);
    const words = wrong || (known ? t("arrange.fine") : "…");
    if (this.verdict.textContent !== words) this.verdict.textContent = words;
    this.verdict.toggleAttribute("data-wrong", Boolean(wrong));
    this.done.disabled = Boolean(wrong) || !known;
  }
}
