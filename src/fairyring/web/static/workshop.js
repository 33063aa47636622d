// The workshop: a page on which games are invented. The board, the rules in words and what is wrong are always in view.

import { post, request, textAt } from "./api.js";
import { Announcer } from "./announce.js";
import { fill, h, icon } from "./dom.js";
import { language, learn, read, t, tr } from "./language.js";
import { playFile, publishDraft } from "./sharing.js";
import { WorkshopBoard } from "./workshopboard.js";
import { Draft } from "./workshopdraft.js";
import { Soundcheck } from "./workshopcheck.js";
import { Laboratory } from "./workshoplab.js";
import { MechanicsPanel } from "./workshopmechanics.js";
import { PiecesPanel } from "./workshoppieces.js";
import { ShapePanel } from "./workshopshape.js";
import { StartPanel, startOf } from "./workshopstart.js";
import { TextPanel } from "./workshoptext.js";
import { Trial } from "./workshoptrial.js";

/** @import {Catalogue, Drafted} from "./protocol" */

const KEY = "fairyring.draft"; // where this browser keeps the draft
const ORIGIN = "fairyring.draft.origin"; // and the game that it was made from
const FIRST = "empty"; // the template of a first draft
const RESTING = 300; // milliseconds after the last change until the rules are written
const STYLES = ["/static/styles/workshop.css", "/static/styles/workshoppieces.css"];
const TABS = /** @type {const} */ (["start", "board", "pieces", "mechanics", "text"]);

await read("workshop");

/** @typedef {typeof TABS[number]} Tab */
/** @typedef {{element: HTMLElement, draw: () => void}} Panel */

export class WorkshopPage {
  /** @param {(id: string, variant: string) => void} onBegun */
  constructor(onBegun) {
    this.onBegun = onBegun;
    document.title = t("workshop.page");
    dress();
    this.closed = false;
    /** @type {Tab} */
    this.tab = kept(KEY) === null ? "start" : "pieces";
    /** @type {Record<Tab, Panel> | null} */
    this.panels = null;
    this.draft = new Draft("", () => this.draw());
    this.board = new WorkshopBoard(this.draft);
    this.announcer = new Announcer();
    this.title = h("h1", {}, t("workshop"));
    this.undo = h("button", { type: "button", class: "plain", title: t("workshop.undo"), "aria-label": t("workshop.undo"), onclick: () => this.step("undo") }, icon("undo"));
    this.redo = h("button", { type: "button", class: "plain mirrored", title: t("workshop.redo"), "aria-label": t("workshop.redo"), onclick: () => this.step("redo") }, icon("undo"));
    /** @type {Trial | null} the game of the draft that is played on this page */
    this.trial = null;
    this.try = h("button", { type: "button", class: "primary", disabled: true, onclick: () => this.begin() }, t("workshop.trial.begin"));
    this.play = h("button", { type: "button", class: "plain", disabled: true, onclick: () => void this.leave() }, t("workshop.try"));
    this.publish = h("button", { type: "button", class: "plain", disabled: true, onclick: () => void publishDraft(this.draft, (hash) => this.published(hash)) }, t("gallery.publish"));
    this.actions = h("div", { class: "workshop-actions" }, this.undo, this.redo, this.publish, this.play, this.try);
    this.tabs = h("div", { class: "workshop-tabs", role: "tablist", "aria-label": t("workshop.tabs") }, ...TABS.map((tab) => this.tabButton(tab)));
    this.panel = h("div", { class: "workshop-tools", role: "tabpanel", id: "workshop-panel" }, h("p", { role: "status" }, t("notice.preparing")));
    this.sound = h("section", { class: "workshop-sound", "aria-label": t("workshop.sound") });
    // The first look takes a moment: until then there is no board to show.
    fill(this.sound, h("p", { role: "status" }, t("notice.preparing")));
    this.soundcheck = new Soundcheck(this.draft);
    this.laboratory = new Laboratory(this.draft);
    this.rules = h("section", { class: "rules in-drawer workshop-rules", "aria-label": t("rules") });
    this.board.element.hidden = true;
    this.timer = 0;
    /** The text whose rules are shown. */
    this.told = "";
    this.element = h(
      "main",
      { class: "workshop" },
      h("header", { class: "workshop-head" }, this.title, this.actions),
      h("div", { class: "workshop-left" }, this.tabs, this.panel),
      this.board.element,
      h("div", { class: "workshop-right" }, this.sound, this.rules),
      this.announcer.element,
    );
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    addEventListener("keydown", (event) => this.key(event), { signal });
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (!file || !this.panels) return;
      this.turn("start");
      void /** @type {StartPanel} */ (this.panels.start).read(file);
    });
    void this.load();
  }

  close() {
    this.closed = true;
    this.leaving.abort();
    this.trial?.close();
    this.soundcheck.stop();
    this.laboratory.stop();
    this.board.close();
    clearTimeout(this.timer);
  }

  async load() {
    const query = new URLSearchParams(location.search);
    const [from, published] = [query.get("from"), query.get("published")];
    try {
      /** @type {[Catalogue, string, void]} */
      const [catalogue, text] = await Promise.all([request(`/api/workshop/catalogue?${new URLSearchParams({ language })}`), kept(KEY) ?? startOf(FIRST), learn("files")]);
      if (this.closed) return;
      this.panels = {
        start: new StartPanel(this.draft, catalogue),
        board: new ShapePanel(this.draft, catalogue, this.board),
        pieces: new PiecesPanel(this.draft, catalogue),
        mechanics: new MechanicsPanel(this.draft, catalogue),
        text: new TextPanel(this.draft),
      };
      this.draft.text = text;
      if (from || published) {
        this.draft.write(published ? await textAt(`/api/gallery/${encodeURIComponent(published)}/file`) : await startOf(from ?? FIRST));
        this.draft.origin = published ?? from;
        this.tab = "pieces";
        history.replaceState(history.state, "", "/workshop"); // so that the draft is not begun again
      } else {
        this.draft.origin = kept(ORIGIN);
        this.draft.change();
      }
      this.turn(this.tab);
    } catch (error) {
      fill(this.panel, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
      if (this.panels) this.draft.change();
    }
  }

  /** @param {Tab} tab */
  tabButton(tab) {
    const button = h("button", { type: "button", role: "tab", id: `workshop-${tab}`, "aria-controls": "workshop-panel", "aria-selected": String(tab === this.tab), tabindex: tab === this.tab ? 0 : -1, onclick: () => this.turn(tab) }, t(`workshop.tab.${tab}`));
    button.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
      this.turn(next);
      document.getElementById(`workshop-${next}`)?.focus();
    });
    return button;
  }

  /** @param {Tab} tab */
  turn(tab) {
    this.tab = tab;
    for (const each of TABS) {
      const button = this.tabs.querySelector(`#workshop-${each}`);
      button?.setAttribute("aria-selected", String(each === tab));
      button?.setAttribute("tabindex", each === tab ? "0" : "-1");
    }
    this.panel.setAttribute("aria-labelledby", `workshop-${tab}`);
    if (!this.panels) return;
    fill(this.panel, this.panels[tab].element);
    this.panels[tab].draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    const redo = key === "y" || event.shiftKey;
    if (this.trial && !redo) this.trial.undo.click();
    else this.step(redo ? "redo" : "undo");
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    this.draft[way]();
    this.announcer.say(t(way === "undo" ? "workshop.undone" : "workshop.redone"));
  }

  draw() {
    const { draft } = this;
    if (this.closed) return;
    keep(KEY, draft.text);
    keep(ORIGIN, draft.origin ?? "");
    this.undo.disabled = !draft.canUndo;
    this.redo.disabled = !draft.canRedo;
    this.try.disabled = this.play.disabled = this.publish.disabled = !draft.found || draft.found.problems.length > 0;
    const title = draft.found?.data.title;
    fill(this.title, typeof title === "string" && title ? title : t("workshop"));
    this.board.element.hidden = !draft.found || this.trial !== null;
    this.board.draw();
    this.trial?.draw();
    this.panels?.[this.tab].draw();
    if (draft.found) this.judge(draft.found);
    else if (draft.trouble) fill(this.sound, h("p", { class: "trouble", role: "alert" }, draft.trouble));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tell(), RESTING);
  }

  /** Say whether the draft is a game, and what is wrong. @param {Drafted} found */
  judge({ problems, remarks, drops, pieces, board }) {
    const fine = problems.length === 0;
    const words = fine ? t("workshop.sound.yes", { count: pieces.length, squares: board?.sites.length ?? 0 }) : t("workshop.sound.no", { count: problems.length });
    const titles = new Map((this.panels ? /** @type {MechanicsPanel} */ (this.panels.mechanics).cards : []).map(({ name, title }) => [name, title]));
    fill(
      this.sound,
      h("p", { class: "workshop-verdict", role: "status", "data-wrong": !fine }, words),
      this.draft.trouble && h("p", { class: "trouble", role: "alert" }, this.draft.trouble),
      h(
        "ul",
        { class: "workshop-problems" },
        ...problems.map((problem) => h("li", {}, tr(problem.message), " ", h("button", { type: "button", class: "plain", onclick: () => this.find(problem.line, problem.column) }, t("workshop.line", { line: problem.line })))),
        ...drops.map((name) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.draft.change({ act: "set", path: ["mechanics", name] }) }, t("workshop.mechanic.drop", { mechanic: titles.get(name) ?? name })))),
        ...remarks.map((remark) => h("li", { class: "remark" }, tr(remark))),
      ),
      fine && this.soundcheck.element,
      fine && this.laboratory.element,
    );
    this.soundcheck.draw();
    this.laboratory.draw();
  }

  /** Play the draft in the place of the drawing board. */
  begin() {
    this.trial ??= new Trial(this.draft, () => this.end());
    if (!this.trial.element.isConnected) this.board.element.after(this.trial.element);
    this.board.element.hidden = this.try.hidden = true;
    void this.trial.begin();
  }

  /** Go back to the drawing board. */
  end() {
    this.trial?.close();
    this.trial?.element.remove();
    this.trial = null;
    this.try.hidden = false;
    this.draw();
    this.try.focus();
  }

  /** Play the draft on a page of its own: the server keeps it, and a game of it is begun as of any other. */
  async leave() {
    const { draft } = this;
    this.play.disabled = true;
    try {
      await playFile(draft.text, this.onBegun);
    } catch (error) {
      draft.trouble = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** What is changed from now on is made from what has been published. @param {string} hash */
  published(hash) {
    this.draft.origin = hash;
    keep(ORIGIN, hash);
  }

  /** Show where in the text something is wrong. @param {number} line @param {number} column */
  find(line, column) {
    this.turn("text");
    /** @type {TextPanel | undefined} */ (this.panels?.text)?.show(line, column);
  }

  /** Write the rules in words. */
  async tell() {
    const { draft } = this;
    if (!draft.found || draft.busy || this.told === draft.text) return;
    const broken = draft.found.problems.length > 0;
    this.rules.toggleAttribute("data-old", broken);
    if (broken) return;
    const { text } = draft;
    try {
      const { html } = await post("/api/workshop/rules", { text, language });
      if (this.closed || draft.text !== text) return;
      this.told = text;
      const read = new DOMParser().parseFromString(html, "text/html");
      fill(this.rules, h("h2", {}, t("rules")), ...[...read.body.childNodes].map((node) => document.adoptNode(node)));
    } catch (error) {
      fill(this.rules, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  }
}

/** What this browser keeps of the draft, or null. @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
function keep(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else if (key !== KEY) localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden or full; the page works without it.
  }
}

/** Load the page's own style sheets, which no other page needs. */
function dress() {
  for (const href of STYLES) {
    if (!document.head.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
  }
}
