// The pieces of the workshop: those of the draft, all that games here have, and making new ones by painting or by letters.

import { post } from "./api.js";
import { modal } from "./dialog.js";
import { fill, h, icon } from "./dom.js";
import { t, tr } from "./language.js";
import { bring, portrait } from "./pieces.js";
import { capital, plain } from "./words.js";
import { diagram, paintBoard } from "./workshopdiagram.js";
import { around, painted } from "./workshoppainting.js";
import { textOf } from "./workshoptext.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {Brush} from "./workshoppainting.js" */
/** @import {Catalogue, Described, DraftPiece, Drawn, KnownPiece, Lettered, Part} from "./protocol" */

const CASTLINGS = /** @type {const} */ (["none", "usual", "anywhere"]); // those that one word says in a file
const HEXAGONS = "hexagons"; // a kind of board
const TYPED = 350; // milliseconds from the last key until letters are tried

export class PiecesPanel {
  /**
   * @param {Draft} draft
   * @param {Catalogue} catalogue
   */
  constructor(draft, catalogue) {
    this.draft = draft;
    this.catalogue = catalogue;
    this.list = h("div", { class: "workshop-pieces" });
    this.element = h(
      "div",
      { class: "workshop-panel" },
      h(
        "div",
        { class: "workshop-buttons" },
        h("button", { type: "button", class: "primary", onclick: () => this.choose() }, icon("plus"), h("span", {}, t("workshop.piece.choose"))),
        h("button", { type: "button", class: "plain", onclick: () => this.make() }, t("workshop.piece.make")),
      ),
      this.list,
      (this.promotions = h("div", { class: "workshop-promotions", role: "group", "aria-label": t("workshop.promotions") })),
      h("label", {}, h("span", {}, t("workshop.castling")), (this.castlings = h("select", { "aria-label": t("workshop.castling"), onchange: () => draft.change({ act: "set", path: ["castlings"], value: this.castlings.value === "none" ? null : this.castlings.value }) }))),
    );
  }

  draw() {
    const { found } = this.draft;
    if (!found) return;
    fill(this.list, ...found.pieces.map((piece) => this.card(piece)));
    this.drawPromotions(found.pieces, String(found.data.promotions ?? "").match(/\+?[A-Z]/g) ?? []);
    const own = found.data.castlings ?? "none";
    const known = CASTLINGS.some((each) => each === own);
    fill(this.castlings, ...[...CASTLINGS, ...(known ? [] : [/** @type {const} */ ("other")])].map((each) => h("option", { value: each, selected: known ? each === own : each === "other", disabled: each === "other" }, t(`workshop.castling.${each}`))));
  }

  /** The kinds that a pawn can become, each a button; the best are first. @param {DraftPiece[]} pieces @param {string[]} chosen their letters */
  drawPromotions(pieces, chosen) {
    const worth = (/** @type {string} */ letter) => pieces.find((each) => each.letter === letter)?.value ?? 0;
    const offered = pieces.filter(({ royal, pawn }) => !royal && !pawn);
    const there = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".workshop-promotions button"))?.dataset.letter;
    const buttons = offered.map(({ letter, name, picture }) => {
      const on = chosen.includes(letter);
      const after = on ? chosen.filter((each) => each !== letter) : [...chosen, letter].sort((one, two) => worth(two) - worth(one));
      const title = capital(tr(name));
      return h("button", { type: "button", class: "palette-piece", "data-letter": letter, "aria-label": title, title, "aria-pressed": String(on), onclick: () => this.draft.change({ act: "set", path: ["promotions"], value: after.join("") }) }, portrait(picture, "white"));
    });
    fill(this.promotions, h("span", {}, t("workshop.promotions")), h("div", {}, ...buttons));
    this.promotions.hidden = !buttons.length || !pieces.some(({ pawn }) => pawn);
    if (there) /** @type {HTMLElement | null} */ (this.promotions.querySelector(`[data-letter="${there}"]`))?.focus();
  }

  /** @param {DraftPiece} piece */
  card(piece) {
    const { letter, movement } = piece;
    const name = capital(tr(piece.name));
    const worth = piece.royal ? t("workshop.royal") : piece.value === null ? "" : t("workshop.worth", { worth: (piece.value / 100).toFixed(1) });
    return h(
      "article",
      { class: "workshop-piece", "data-letter": letter },
      movement.dots.length ? diagram(movement.dots, piece.picture, movement.hexagons, 3) : portrait(piece.picture, "white"),
      h("div", {}, h("b", {}, name), " ", h("span", { class: "letter" }, letter), h("p", {}, [movement.notation, worth].filter(Boolean).join(" · "))),
      h(
        "div",
        { class: "workshop-buttons" },
        h("button", { type: "button", class: "plain", "aria-label": t("workshop.piece.edit.of", { piece: name }), onclick: () => this.edit(piece) }, t("workshop.piece.edit")),
        h("button", { type: "button", class: "close", "aria-label": t("workshop.piece.remove", { piece: name }), title: t("workshop.piece.remove", { piece: name }), onclick: () => this.draft.change({ act: "without", letter }) }, icon("close")),
      ),
    );
  }

  /** Choose from the pieces of all games. */
  choose() {
    const search = h("input", { type: "search", "aria-label": t("workshop.piece.search"), placeholder: t("workshop.piece.search"), maxlength: 40 });
    const place = h("div", { class: "workshop-catalogue" });
    const show = () => {
      const wanted = plain(search.value);
      const board = this.draft.found?.data.board?.kind ?? "";
      const fitting = this.catalogue.pieces.filter((each) => each.board === (board === HEXAGONS || board === "levels" ? board : ""));
      const found = (fitting.length ? fitting : this.catalogue.pieces).filter((each) => plain(`${tr(each.name)} ${each.name} ${each.notation} ${each.games.map((game) => tr(game)).join(" ")}`).includes(wanted));
      fill(place, ...found.map((each) => this.offer(each, () => dialog.close())));
    };
    search.addEventListener("input", show);
    const dialog = modal(t("workshop.piece.choose"), h("div", { class: "workshop-choose" }, search, place));
    dialog.classList.add("wide");
    show();
    dialog.showModal();
  }

  /** @param {KnownPiece} known @param {() => void} done */
  offer(known, done) {
    const title = t("workshop.piece.of", { games: known.games.map((game) => tr(game)).join(", ") });
    return h(
      "button",
      { type: "button", class: "workshop-offer", title, onclick: () => (this.add(known), done()) },
      diagram(known.dots, known.picture || known.letter.toLowerCase(), known.board === HEXAGONS, 3),
      h("b", {}, capital(tr(known.name))),
      h("span", {}, known.notation),
    );
  }

  /** @param {KnownPiece} known */
  add({ name, letter, picture, notation, pawn }) {
    const royal = name === "king" && !this.draft.found?.pieces.some((each) => each.royal);
    const drawn = picture ? (picture === name ? {} : { drawing: picture }) : { drawing: letter.toLowerCase() };
    this.draft.change({ act: "add", letter, piece: { name, movement: notation, ...(pawn ? { pawn } : {}), ...(royal ? { royal } : {}), ...drawn } });
  }

  /** Make a new piece. */
  make() {
    this.form(null);
  }

  /** @param {DraftPiece} piece */
  edit(piece) {
    this.form(piece);
  }

  /** The dialog in which a piece is made. @param {DraftPiece | null} piece the one that is changed; null for a new one */
  form(piece) {
    const table = this.draft.found?.data.pieces?.[piece?.letter ?? ""] ?? {};
    const maker = new PieceMaker(piece, this.catalogue.drawings, table.drawing ?? "", this.draft.found?.data.board?.kind === HEXAGONS);
    const save = h("button", { type: "submit", class: "primary" }, piece ? t("workshop.piece.save") : t("workshop.piece.add"));
    const form = h("form", { class: "workshop-maker" }, maker.element, h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("cancel")), save));
    const dialog = modal(piece ? t("workshop.piece.edit.of", { piece: capital(tr(piece.name)) }) : t("workshop.piece.make"), form);
    dialog.classList.add("wide");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const made = maker.table(table);
      if (!made) return;
      dialog.close();
      if (piece) this.draft.change({ act: "set", path: ["pieces", piece.letter], value: made });
      else this.draft.change({ act: "add", letter: maker.letter.value.toUpperCase() || made.name.slice(0, 1).toUpperCase(), piece: made });
    });
    dialog.showModal();
  }
}

/** A piece being made: its name, how it moves, what is special about it, and its picture. */
class PieceMaker {
  /**
   * @param {DraftPiece | null} piece
   * @param {string[]} drawings
   * @param {string} drawing what the draft says of its picture: a name, or SVG
   * @param {boolean} hexagons whether it moves on hexagons
   */
  constructor(piece, drawings, drawing, hexagons) {
    this.piece = piece;
    /** The user's own picture, by its name, as the draft has it. */
    this.own = { picture: piece?.picture ?? "", drawing: drawing.startsWith("<") ? drawing : "" };
    /** @type {Described} */
    this.movement = piece?.movement ?? { notation: "", beside: "", parts: [], dots: [], hexagons, within: false };
    this.picture = piece?.picture ?? "wizard";
    this.name = h("input", { type: "text", maxlength: 40, required: true, value: piece?.name ?? "" });
    this.letter = h("input", { type: "text", maxlength: 1, pattern: "[A-Za-z]", size: 2, value: piece?.letter ?? "", disabled: piece !== null });
    this.letters = h("input", { type: "text", maxlength: 200, spellcheck: "false", autocapitalize: "off", value: this.movement.notation, "aria-label": t("workshop.notation") });
    this.verdict = h("p", { class: "palette-verdict", role: "status" });
    this.royal = h("input", { type: "checkbox", checked: piece?.royal ?? false });
    this.pawn = h("input", { type: "checkbox", checked: piece?.pawn ?? false });
    this.within = h("input", { type: "checkbox", checked: this.movement.within });
    this.board = h("div", { class: "paint-place" });
    /** @type {Brush} */
    this.brush = { way: "step", what: "both", initial: false, lame: false };
    this.everywhere = h("input", { type: "checkbox", checked: true });
    this.timer = 0;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.letters.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask({ notation: this.letters.value.trim() }), TYPED);
    });
    const labelled = (/** @type {HTMLElement} */ input, /** @type {string} */ words) => h("label", {}, h("span", {}, words), input);
    const checked = (/** @type {HTMLElement} */ input, /** @type {string} */ words) => h("label", { class: "check" }, input, h("span", {}, words));
    this.element = h(
      "div",
      { class: "workshop-making" },
      h("div", {}, this.board, h("div", { class: "workshop-brushes", role: "group", "aria-label": t("workshop.brush") }, ...this.brushes(), checked(this.everywhere, t("workshop.brush.around")))),
      h(
        "div",
        { class: "workshop-fields" },
        labelled(this.name, t("workshop.piece.name")),
        labelled(this.letter, t("workshop.piece.letter")),
        labelled(this.letters, t("workshop.notation")),
        this.verdict,
        checked(this.royal, t("workshop.piece.royal")),
        checked(this.pawn, t("workshop.piece.pawn")),
        checked(this.within, t("workshop.piece.within")),
        h("div", { class: "workshop-buttons" }, (this.both = h("span", { class: "workshop-both" })), h("label", { class: "workshop-own" }, h("span", {}, t("workshop.picture.own")), this.file())),
        h("div", { class: "workshop-drawings", role: "group", "aria-label": t("workshop.picture") }, ...this.pictures(drawings)),
      ),
    );
    this.draw();
  }

  brushes() {
    const ways = /** @type {const} */ (["step", "ride", "over", "near"]);
    const whats = /** @type {const} */ (["both", "move", "capture"]);
    const flags = /** @type {const} */ (["initial", "lame"]);
    /** @type {(() => void)[]} */
    const marks = [];
    const button = (/** @type {string} */ words, /** @type {() => boolean} */ is, /** @type {() => void} */ act) => {
      const made = h("button", { type: "button", class: "plain" }, words);
      const mark = () => made.setAttribute("aria-pressed", String(is()));
      made.addEventListener("click", () => {
        act();
        marks.forEach((each) => each());
      });
      marks.push(mark);
      mark();
      return made;
    };
    return [
      h("div", {}, ...ways.map((way) => button(t(`workshop.way.${way}`), () => this.brush.way === way, () => (this.brush.way = way)))),
      h("div", {}, ...whats.map((what) => button(t(`workshop.what.${what}`), () => this.brush.what === what, () => (this.brush.what = what)))),
      h("div", {}, ...flags.map((flag) => button(t(`workshop.flag.${flag}`), () => this.brush[flag], () => (this.brush[flag] = !this.brush[flag])))),
    ];
  }

  /** @param {string} picture */
  show(picture) {
    this.picture = picture;
    for (const each of this.buttons) each.setAttribute("aria-pressed", String(each.value === picture));
    this.draw();
  }

  /** Where users open their own picture. */
  file() {
    const input = h("input", { type: "file", accept: ".svg,image/svg+xml" });
    input.addEventListener("change", () => input.files?.[0] && void this.open(input.files[0]));
    return input;
  }

  /** Have the server clean a picture, and choose it. @param {File} file */
  async open(file) {
    try {
      const text = await textOf(file);
      if (text === null) throw new Error(t("workshop.picture.large"));
      /** @type {Drawn} */
      const { drawing, picture, shown } = await post("/api/workshop/picture", { text });
      bring([{ picture, drawing: shown }]);
      this.own = { picture, drawing };
      this.show(picture);
      this.verdict.textContent = "";
    } catch (error) {
      this.verdict.textContent = error instanceof Error ? error.message : String(error);
      this.verdict.toggleAttribute("data-wrong", true);
    }
  }

  /** @param {string[]} drawings */
  pictures(drawings) {
    const choose = (/** @type {string} */ picture) => this.show(picture);
    this.buttons = drawings.map((picture) => h("button", { type: "button", value: picture, class: "palette-piece", "aria-label": tr(picture), title: tr(picture), "aria-pressed": String(picture === this.picture), onclick: () => choose(picture) }, portrait(picture, "white")));
    const plain = h("button", { type: "button", class: "plain", onclick: () => choose((this.letter.value || this.name.value || "x").slice(0, 1).toLowerCase()) }, t("workshop.picture.letter"));
    return [plain, ...this.buttons];
  }

  draw() {
    const there = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".paint-board [data-place]"))?.dataset.place;
    const { parts, dots, hexagons } = this.movement;
    fill(this.board, paintBoard(dots, this.picture, hexagons, (right, forward) => parts && this.paint(parts, right, forward)), !parts && h("p", { class: "palette-help" }, t("workshop.paint.not")));
    fill(this.both, ...(/** @type {const} */ (["white", "black"]).map((side) => portrait(this.picture, side))));
    if (there) /** @type {HTMLElement | null} */ (this.board.querySelector(`[data-place="${there}"]`))?.focus();
  }

  /** @param {Part[]} parts @param {number} right @param {number} forward */
  paint(parts, right, forward) {
    const first = painted(parts, right, forward, this.brush);
    const on = first.length > parts.length || first.some((part) => !parts.includes(part));
    let now = first;
    if (this.everywhere.checked) {
      for (const [x, y] of around(right, forward, this.movement.hexagons)) {
        if (x === right && y === forward) continue;
        const next = painted(now, x, y, this.brush);
        const added = next.some((part) => !now.includes(part));
        if (added === on) now = next;
      }
    }
    void this.ask({ parts: now, beside: this.movement.beside });
  }

  /** @param {{notation?: string, parts?: Part[], beside?: string}} wanted */
  async ask(wanted) {
    try {
      if (wanted.parts && !wanted.parts.length) this.movement = { ...this.movement, notation: "", beside: "", parts: [], dots: [] };
      else {
        /** @type {Lettered} */
        const found = await post("/api/workshop/movement", { ...wanted, hexagons: this.movement.hexagons });
        this.verdict.textContent = tr(found.error);
        this.verdict.toggleAttribute("data-wrong", found.error !== "");
        if (found.error) return;
        this.movement = { ...found, within: this.movement.within };
      }
      if (wanted.parts) this.letters.value = this.movement.notation;
      this.draw();
    } catch (error) {
      this.verdict.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The piece's table, with what the page does not ask for as it was. @param {Record<string, any>} before */
  table(before) {
    const { movement } = this;
    const name = this.name.value.trim().toLowerCase();
    const kept = movement.within ? before.movement : { kind: "within", movement: before.movement, area: "palace" };
    const said = movement.notation || kept.movement;
    if (!name || !said) {
      this.verdict.textContent = t("workshop.piece.unmoved");
      this.verdict.toggleAttribute("data-wrong", true);
      return null;
    }
    const { royal: _royal, pawn: _pawn, drawing: _drawing, ...rest } = before;
    return {
      ...rest,
      name,
      movement: this.within.checked ? { ...kept, movement: said } : said,
      ...(this.royal.checked ? { royal: true } : {}),
      ...(this.pawn.checked ? { pawn: true } : {}),
      ...(this.picture === name ? {} : { drawing: this.own.drawing && this.picture === this.own.picture ? this.own.drawing : this.picture }),
    };
  }
}
