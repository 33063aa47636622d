// The analysis page. All its parts are redrawn at most once a frame.

import { Announcer } from "./announce.js";
import { details, pgnOf } from "./api.js";
import { BoardPage } from "./boardpage.js";
import { Arrangement } from "./arrangement.js";
import { copyBy } from "./dialog.js";
import { h, tool } from "./dom.js";
import { Graph } from "./graph.js";
import { t, tr } from "./language.js";
import { Engine } from "./engine.js";
import { Gauge } from "./gauge.js";
import { frame } from "./links.js";
import { missing } from "./missing.js";
import { Palette } from "./palette.js";
import { showRecord } from "./pgn.js";
import { Annotation } from "./annotation.js";
import { Notices } from "./status.js";
import { ask } from "./newgame.js";
import { Strip } from "./strip.js";
import { Study } from "./study.js";
import { Tree } from "./tree.js";
import { Variations } from "./variations.js";
import { changed, counted, named, told } from "./words.js";

/** @import {Look} from "./protocol" */

export class AnalysisPage extends BoardPage {
  /**
   * @param {string} variant
   * @param {string} wanted a position, `game=` and the id of a game, or `pgn=` and a record; "" for the last analysis in this tab
   * @param {(id: string, variant: string) => void} onBegun called when a game has begun from a position
   * @param {(variant: string) => void} onOther goes to the analysis of another variant
   */
  constructor(variant, wanted, onBegun, onOther) {
    super();
    this.onBegun = onBegun;
    this.onOther = onOther;
    this.announcer = new Announcer();
    this.study = new Study(variant, {
      changed: () => this.schedule(),
      arrived: (before, now) => this.arrive(before, now),
    });
    const { study } = this;
    this.title = h("h1");
    this.options = h("p", { class: "game-options" });
    /** @type {Palette | null} while a position is set up */
    this.palette = null;
    this.setup = tool("board", t("arrange"), () => this.arrange(), t("arrange.whole"));
    this.setup.disabled = true; // until there is a board
    this.notices = new Notices(study);
    this.wrong = new Wrong(study);
    this.notices.element.append(this.wrong.element);
    this.parts = [new Strip(this, "far"), new Strip(this, "near"), new Engine(study), new Variations(study), new Annotation(study), new Graph(study), new Gauge(study)];
    const [far, near, engine, moves, annotation, graph, gauge] = this.parts.map((part) => part.element);
    this.side.setAttribute("aria-label", t("analysis.aside"));
    this.side.append(moves, annotation, graph, this.tools());
    this.element = h(
      "main",
      { class: "play analysis" },
      h("header", { class: "game-title" }, h("div", {}, this.title, this.options), this.rules.element),
      h("div", { class: "board-area" }, this.notices.element, gauge, this.table, this.bar),
      far,
      near,
      engine,
      this.side,
      this.announcer.element,
    );
    details(variant).then(
      (found) => {
        if (this.closed) return;
        study.describe(found);
        this.title.textContent = t("analysis.title", { title: tr(found.title) });
        this.rules.lead(found.name);
        document.title = `${t("analysis.title", { title: tr(found.title) })} · fairyring`;
        this.addBoard();
        void study.connect(wanted).then(() => {
          // From now on the saved analysis counts, not what the address asked for.
          if (wanted && !this.closed && !study.trouble) history.replaceState(history.state, "", location.pathname);
        });
      },
      (error) => {
        this.element.replaceWith(missing(error.message));
      },
    );
    this.schedule();
  }

  get entry() {
    return this.study.arrangement ?? this.study;
  }

  /** Set up a position, beginning with the one on the board. */
  arrange() {
    this.study.settled(() => this.arrangeNow());
  }

  arrangeNow() {
    const { study } = this;
    const leave = () => {
      study.flipped = study.arrangement?.flipped ?? study.flipped;
      study.arrangement = null;
      this.palette?.element.remove();
      this.palette = null;
      this.schedule();
    };
    study.cancel();
    study.arrangement = new Arrangement(study, () => this.schedule(), (words) => this.announcer.say(words));
    this.palette = new Palette(study.arrangement, () => this.board, {
      done: (text, options) => {
        leave();
        study.start(new Tree(study.tree.variant, text, options));
      },
      cancel: leave,
    });
    this.side.prepend(this.palette.element);
    this.draw(); // hides the parts that make room for the palette, before scrolling to it
    for (const part of [this.palette.element, this.table]) part.scrollIntoView({ block: "nearest" });
  }

  tools() {
    const { study } = this;
    const copy = tool("copy", t("action.position"), () => void this.copy(copy, t("copy.position"), study.text), t("action.position.whole"));
    const flip = tool("flip", t("action.flip"), () => this.entry.flip());
    const record = tool("paste", t("action.pgn"), () => void showRecord(study, this.onOther), t("analysis.pgn.whole"));
    const link = tool("link", t("analysis.link"), () => void this.share(link), t("analysis.link.whole"));
    const board = tool("frame", t("analysis.embed"), () => void this.copy(board, t("links.embed"), this.embedded), t("analysis.embed.whole"));
    board.hidden = Object.keys(study.tree.options ?? {}).length > 0; // such boards know no options
    const fresh = tool("plus", t("action.new"), () => study.start(new Tree(study.tree.variant, null, study.tree.options)), t("analysis.new"));
    const play = tool("forward", t("play"), () => this.play(), t("analysis.play"));
    return h("section", { class: "actions", "aria-label": t("actions") }, h("div", { class: "action-row tools" }, flip, this.setup, record, link, board, copy, play, fresh));
  }

  /** What shows this position on another page. */
  get embedded() {
    const { details: known, tree, text } = this.study;
    return frame(`/embed/${encodeURIComponent(tree.variant)}?${new URLSearchParams({ position: text })}`, known ? tr(known.title) : "");
  }

  /** Start a game from this position. */
  play() {
    const { details: known, tree, text } = this.study;
    if (known && text) ask(known, false, this.onBegun, tree.options, text);
  }

  /** Copy a link that holds the whole analysis: what follows the # is sent to no server. @param {HTMLElement} button */
  async share(button) {
    const { study } = this;
    try {
      const address = new URL(`/analysis/${encodeURIComponent(study.tree.variant)}`, location.href);
      address.hash = `pgn=${encodeURIComponent(await pgnOf(study.tree.whole))}`;
      await this.copy(button, t("analysis.link"), address.href);
    } catch (error) {
      study.trouble = error instanceof Error ? error.message : String(error);
      this.schedule();
    }
  }

  /**
   * @param {HTMLElement} button
   * @param {string} what
   * @param {string} text
   */
  async copy(button, what, text) {
    await copyBy(button, what, text, (words) => this.announcer.say(words));
  }

  /** @param {Element | null} at */
  drop(at) {
    if (!this.palette?.purses.collect(at)) super.drop(at);
  }

  close() {
    super.close();
    this.study.close();
  }

  get advice() {
    const { thinking, lines, guessed, node, seen, prefix } = this.study;
    if (!thinking || this.palette || guessed || prefix.length || node.look !== seen || seen?.result) return [];
    return (node.thought?.lines ?? []).slice(0, lines).map((variation) => variation.choices);
  }

  /**
   * @param {Look | null} before
   * @param {Look} now
   */
  arrive(before, now) {
    const { state } = this.study;
    if (before && state) requestAnimationFrame(() => this.large?.viewport.follow(now.view.last));
    const { step } = now;
    const words = step ? [told(now.view) || t("announce.move", { side: named(step.side), move: step.notation })] : [];
    if (before) words.push(...counted(before.view, now.view));
    if (now.result) words.push(`${tr(now.result.message)}.`);
    else words.push(t(now.view.checked.length ? "announce.check" : "announce.to-move", { side: named(now.view.side) }));
    this.announcer.say(words.join(" "));
  }

  draw() {
    for (const part of this.parts) part.draw();
    this.notices.draw();
    this.wrong.draw();
    const { details: known, seen, tree } = this.study;
    this.options.textContent = known ? changed({ ...Object.fromEntries(known.options.map(({ name, value }) => [name, value])), ...tree.options }, known) : "";
    this.setup.disabled = !known;
    this.element.toggleAttribute("data-waiting", !seen);
    this.element.toggleAttribute("data-arranging", this.palette !== null);
    this.palette?.draw();
    super.draw();
  }

  get shortcuts() {
    const { study } = this;
    if (study.arrangement) return super.shortcuts;
    return {
      ...super.shortcuts,
      ArrowLeft: () => study.go(study.node.parent),
      ArrowRight: () => study.go(study.node.children[0]),
      // Without branches these keys scroll the page.
      ...((study.node.parent?.children.length ?? 0) > 1 && { ArrowUp: () => study.aside(-1), ArrowDown: () => study.aside(1) }),
      Home: () => study.go(study.tree.root),
      End: () => study.go(study.node.rest.at(-1)),
    };
  }
}

/** What is wrong with the position to begin with, and a way to another. */
class Wrong {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.words = h("p", { class: "trouble", role: "alert" });
    const start = h("button", { type: "button", class: "plain", onclick: () => this.begin() }, t("analysis.start"));
    this.element = h("div", { class: "notice", hidden: true }, this.words, start);
  }

  begin() {
    const { study } = this;
    history.replaceState(history.state, "", location.pathname);
    study.start(new Tree(study.tree.variant, null));
  }

  draw() {
    const { trouble, unusable } = this.study;
    const words = unusable ? t("analysis.wrong", { reason: trouble }) : "";
    if (this.words.textContent !== words) this.words.textContent = words;
    this.element.hidden = !unusable;
  }
}
