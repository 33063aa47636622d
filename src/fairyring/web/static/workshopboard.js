// The board of the workshop: pieces are put, carried and taken away, squares are taken out, and zones are painted.

import { BoardView } from "./board.js";
import { fill, h, icon, s } from "./dom.js";
import { draggable } from "./drag.js";
import { listen as listenKeys } from "./keyboard.js";
import { t, tr } from "./language.js";
import { bring, drawing, portrait } from "./pieces.js";
import { listen } from "./pointer.js";
import { standing } from "./scene.js";
import { NameForm } from "./workshopnames.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {DraftPiece, Side} from "./protocol" */

/** @typedef {"starts" | "far" | "passable" | "goal" | "palace"} Area */
/** A zone of a side, or a part of the board. @typedef {{kind: "paint", area: Area, side: Side} | {kind: "paint", part: string}} Brush */
/** What a click on the board does. @typedef {{kind: "hand" | "take" | "hole" | "name"} | {kind: "put", sign: string} | Brush} Tool */

const AREAS = /** @type {const} */ (["far", "starts", "passable", "goal", "palace"]);
const SIDES = /** @type {Side[]} */ (["white", "black"]);

export class WorkshopBoard {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    /** @type {Tool} */
    this.tool = { kind: "hand" };
    /** @type {BoardView | null} */
    this.view = null;
    this.shape = "";
    this.chosen = "";
    this.listening = new AbortController();
    this.mirror = h("input", { type: "checkbox", checked: true });
    this.place = h("div", { class: "workshop-board" });
    this.tools = h("div", { class: "palette-tools", role: "group", "aria-label": t("workshop.tools") });
    this.palette = h("div", { class: "palette", role: "group", "aria-label": t("arrange.palette") });
    this.areas = h("div", { class: "palette-tools workshop-areas", role: "group", "aria-label": t("workshop.areas") });
    this.counts = h("p", { class: "workshop-counts" });
    /** The square that the keyboard is on again once its name has been asked for; its number. */
    this.back = -1;
    this.naming = new NameForm(draft, () => {
      this.choose("");
      this.view?.rove(this.back, true);
    });
    this.element = h(
      "section",
      { class: "workshop-middle", "aria-label": t("board") },
      this.place,
      this.palette,
      this.tools,
      this.naming.element,
      this.areas,
      this.counts,
    );
  }

  close() {
    this.listening.abort();
  }

  /** @param {Tool} tool */
  take(tool) {
    this.tool = tool;
    this.chosen = "";
    this.naming.element.hidden = true;
    this.draw();
  }

  draw() {
    const { found } = this.draft;
    if (!found) return;
    bring(found.pieces);
    this.place.toggleAttribute("data-old", !found.board); // what it shows is of the file before
    if (found.board) {
      const shape = JSON.stringify(found.board);
      if (shape !== this.shape) this.build(found.board);
      this.shape = shape;
      const marks = this.marks();
      const pieces = standing(found.tokens, new Map());
      this.view?.draw({
        tokens: found.tokens,
        marks,
        last: [],
        arrows: [],
        flipped: false,
        instant: true,
        label: (site) => [pieces.get(site) ?? t("mark.empty"), site, ...(marks.get(site)?.includes("painted") ? [t("workshop.painted")] : [])].join(", "),
      });
    }
    this.drawTools();
    this.drawCounts();
    this.naming.draw();
  }

  /** The marks of squares: what is painted, and the piece that is to be carried. */
  marks() {
    /** @type {Map<string, string[]>} */
    const marks = new Map();
    for (const site of this.zone) marks.set(site, ["painted"]);
    if (this.chosen) marks.set(this.chosen, ["selected"]);
    return marks;
  }

  /** The squares of what is being painted. @returns {string[]} */
  get zone() {
    const { found } = this.draft;
    if (this.tool.kind !== "paint" || !found) return [];
    if ("part" in this.tool) return found.data.board?.regions?.[this.tool.part] ?? [];
    return found.areas[this.tool.area]?.[this.tool.side] ?? [];
  }

  /** @param {import("./protocol").Board} board */
  build(board) {
    this.listening.abort();
    this.listening = new AbortController();
    const view = new BoardView(board);
    this.view = view;
    fill(this.place, view.element);
    this.place.style.setProperty("--panels", String(board.panels.length));
    const standing = (/** @type {string} */ site) => this.draft.found?.tokens.some((token) => token.site === site) ?? false;
    listen(
      view,
      {
        grabs: (site) => this.tool.kind === "hand" && this.editable && (this.chosen !== "" || standing(site)),
        selected: (site) => this.chosen === site,
        stand: (square) => square,
        level: () => "",
        touch: (square) => this.touch(square.site),
        drop: () => this.chosen && this.put(this.chosen, ""),
        cancel: () => this.choose(""),
        ask: () => undefined,
      },
      this.listening.signal,
    );
    listenKeys(view, (square) => this.touch(square.site), () => this.choose(""));
    this.stroke(view);
  }

  get editable() {
    return this.draft.found?.editable || this.draft.found?.whole === false;
  }

  /** Paint with a brush: the squares that the pointer passes are one step. @param {BoardView} view */
  stroke(view) {
    /** @type {string[]} */
    let sites = [];
    let on = true;
    const { signal } = this.listening;
    const over = (/** @type {PointerEvent} */ event) => {
      const site = view.squareOf(document.elementFromPoint(event.clientX, event.clientY))?.site;
      if (site && !sites.includes(site)) {
        sites.push(site);
        view.squares.filter((square) => square.site === site).forEach(({ group }) => group.classList.toggle("painted", on));
      }
    };
    view.element.addEventListener("pointerdown", (event) => {
      if (this.tool.kind !== "paint" || event.button !== 0) return;
      const site = view.squareOf(/** @type {Element} */ (event.target))?.site ?? "";
      on = !this.marks().get(site)?.includes("painted");
      sites = [];
      over(event);
    });
    addEventListener("pointermove", (event) => sites.length && over(event), { signal });
    addEventListener(
      "pointerup",
      () => {
        if (this.tool.kind === "paint" && sites.length) this.paint(sites, on);
        sites = [];
      },
      { signal },
    );
  }

  /** @param {string[]} sites @param {boolean} on */
  paint(sites, on) {
    if (this.tool.kind !== "paint") return;
    const mirror = this.mirror.checked;
    if ("part" in this.tool) this.draft.change({ act: "part", name: this.tool.part, sites, on, mirror });
    else this.draft.change({ act: "paint", area: this.tool.area, side: this.tool.side, sites, on, mirror });
  }

  /** Take all squares out of the zone that is painted. */
  empty() {
    if (this.zone.length) this.paint(this.zone, false);
  }

  /** @param {string} site */
  choose(site) {
    this.chosen = site;
    this.draw();
  }

  /** A square is clicked, or chosen with the keyboard. @param {string} site */
  touch(site) {
    const { tool } = this;
    const mirror = this.mirror.checked;
    if (tool.kind === "put") this.put(site, tool.sign);
    else if (tool.kind === "take") this.put(site, "");
    else if (tool.kind === "name") this.ask(site);
    else if (tool.kind === "hole") this.draft.change({ act: "hole", site, mirror });
    else if (tool.kind === "paint") {
      if (document.activeElement?.closest("[data-site]")) this.paint([site], !this.marks().get(site)?.includes("painted"));
    } else if (!this.chosen) {
      if (this.draft.found?.tokens.some((token) => token.site === site)) this.choose(site);
    } else {
      const start = this.chosen;
      this.chosen = "";
      if (start !== site) this.draft.change({ act: "carry", start, goal: site, mirror });
      else this.draw();
    }
  }

  /** Ask what a square is to be called. @param {string} site */
  ask(site) {
    this.choose(site);
    this.back = this.view?.squares.findIndex((square) => square.site === site) ?? -1;
    this.naming.open(site);
  }

  /** @param {string} site @param {string} sign */
  put(site, sign) {
    this.chosen = "";
    this.draft.change({ act: "put", site, piece: sign, mirror: this.mirror.checked });
  }

  drawTools() {
    const { found } = this.draft;
    const pieces = found?.pieces ?? [];
    const across = pieces.length > 10 ? Math.ceil(pieces.length / 2) : pieces.length;
    const rows = SIDES.map((side) => h("div", { class: "palette-row", style: `--pieces: ${across}` }, ...pieces.map((piece) => this.stamp(piece, side))));
    fill(this.palette, ...rows);
    this.palette.hidden = !this.editable;
    const button = (/** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ words, /** @type {Tool} */ tool) =>
      h("button", { type: "button", class: "plain tool-words", "aria-pressed": String(this.tool.kind === tool.kind), onclick: () => this.take(tool) }, icon(picture), words);
    fill(
      this.tools,
      button("hand", t("arrange.hand"), { kind: "hand" }),
      button("close", t("arrange.remove"), { kind: "take" }),
      button("frame", t("workshop.hole"), { kind: "hole" }),
      button("pen", t("workshop.name"), { kind: "name" }),
      h("label", { class: "check" }, this.mirror, t("workshop.mirror")),
      h("button", { type: "button", class: "plain", onclick: () => this.draft.change({ act: "clear" }) }, t("arrange.clear")),
    );
    const { tool } = this;
    fill(
      this.areas,
      h("span", {}, t("workshop.areas")),
      ...AREAS.filter((area) => area !== "palace" || found?.areas.palace).map((area) => {
        const pressed = tool.kind === "paint" && "area" in tool && tool.area === area;
        const next = /** @type {Tool} */ (pressed ? { kind: "hand" } : { kind: "paint", area, side: "white" });
        return h("button", { type: "button", class: "plain", "aria-pressed": String(pressed), onclick: () => this.take(next) }, t(`workshop.area.${area}`));
      }),
      ...(tool.kind === "paint" && "area" in tool
        ? SIDES.map((side) => h("button", { type: "button", class: "plain", "aria-pressed": String(tool.side === side), onclick: () => this.take({ ...tool, side }) }, h("span", { class: "player-disc", "data-side": side }), t(side))).concat(h("button", { type: "button", class: "plain", onclick: () => this.empty() }, t("workshop.area.clear")))
        : []),
    );
  }

  /** @param {DraftPiece} piece @param {Side} side */
  stamp(piece, side) {
    const sign = side === "white" ? piece.letter : piece.letter.toLowerCase();
    const label = t("arrange.place", { piece: tr(`${side} ${piece.name}`) });
    const made = h(
      "button",
      { type: "button", class: "palette-piece", "aria-label": label, title: label, "aria-pressed": String(this.tool.kind === "put" && this.tool.sign === sign) },
      portrait(piece.picture, side),
    );
    draggable(made, {
      board: () => this.view,
      ghost: (size) => s("svg", { class: `palette-ghost portrait piece ${side}`, viewBox: "0 0 48 48", width: size, height: size }, drawing(piece.picture, side)),
      drop: (square) => square && this.put(square.site, sign),
      click: () => this.take(this.tool.kind === "put" && this.tool.sign === sign ? { kind: "hand" } : { kind: "put", sign }),
    });
    return made;
  }

  /** How many pieces each side has, and what they are worth. */
  drawCounts() {
    const pieces = this.draft.found?.pieces ?? [];
    const sum = (/** @type {Side} */ side, /** @type {(piece: DraftPiece) => number} */ each) => pieces.reduce((total, piece) => total + (piece.counts[side] ?? 0) * each(piece), 0);
    const worth = (/** @type {Side} */ side) => (sum(side, ({ value }) => value ?? 0) / 100).toFixed(1);
    const known = pieces.some(({ value }) => value !== null);
    const words = SIDES.map((side) => t("workshop.count", { side: t(side), count: sum(side, () => 1), worth: known ? worth(side) : "–" }));
    this.counts.textContent = words.join(" · ");
  }
}
