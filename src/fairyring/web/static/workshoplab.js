// Whether a draft is good: the computer plays games of it against itself, some at a time, and what came of them is shown.

import { post } from "./api.js";
import { fill, h } from "./dom.js";
import { decimal, t, tr } from "./language.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {TrialGame, TrialGames} from "./protocol" */

export class Laboratory {
  /** @param {Draft} draft */
  constructor(draft) {
    this.draft = draft;
    /** @type {TrialGame[]} */
    this.games = [];
    this.total = 0;
    /** The text that is played. */
    this.text = "";
    this.running = false;
    this.trouble = "";
    this.bar = h("progress", { "aria-label": t("workshop.lab") });
    this.button = h("button", { type: "button", class: "plain", onclick: () => (this.running ? this.stop() : void this.run()) });
    this.found = h("div", { role: "status" });
    this.element = h("div", { class: "workshop-lab" }, this.button, this.bar, this.found);
  }

  stop() {
    this.running = false;
    this.draw();
  }

  /** Play games until there are enough, or the user stops; it goes on where it was stopped. */
  async run() {
    const { text } = this.draft;
    if (this.text !== text || this.games.length === this.total) this.games = [];
    Object.assign(this, { text, running: true, trouble: "" });
    this.draw();
    try {
      while (this.running && this.text === text) {
        /** @type {TrialGames} */
        const { games, total } = await post("/api/workshop/games", { text, first: this.games.length });
        if (this.text !== text) return;
        this.games.push(...games);
        this.total = total;
        if (!games.length || this.games.length >= total) this.running = false;
        this.draw();
      }
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      this.running = false;
    }
    this.draw();
  }

  draw() {
    const old = this.text !== this.draft.text;
    if (old && this.running) this.running = false; // the draft has changed meanwhile
    const begun = !old && this.games.length > 0;
    this.button.textContent = this.running ? t("workshop.lab.stop") : t(begun && this.games.length < this.total ? "workshop.lab.on" : "workshop.lab");
    this.bar.hidden = !this.running;
    if (this.total) Object.assign(this.bar, { max: this.total, value: this.games.length });
    else this.bar.removeAttribute("value");
    fill(this.found, !old && this.trouble && h("p", { class: "trouble" }, this.trouble), begun && h("dl", {}, ...this.told()));
  }

  /** What came of the games. */
  *told() {
    const { games } = this;
    const won = (/** @type {TrialGame["winner"]} */ side) => games.filter(({ winner }) => winner === side).length;
    const mean = (/** @type {(game: TrialGame) => number} */ each) => decimal(games.reduce((sum, game) => sum + each(game), 0) / games.length, 1);
    const lengths = games.map(({ plies }) => plies).sort((one, two) => one - two);
    /** @type {Map<string, number>} */
    const ends = new Map();
    for (const { reason } of games) ends.set(tr(reason), (ends.get(tr(reason)) ?? 0) + 1);
    /** @type {[string, string][]} */
    const rows = [
      [t("workshop.lab.games"), t("workshop.lab.won", { white: won("white"), draws: won(null), black: won("black") })],
      [t("workshop.lab.ends"), [...ends].sort((one, two) => two[1] - one[1]).map(([reason, number]) => `${reason} ${number}`).join(", ")],
      [t("workshop.lab.length"), t("workshop.lab.plies", { middle: lengths[lengths.length >> 1], least: lengths[0], most: lengths.at(-1) ?? 0 })],
      [t("workshop.lab.choices"), mean(({ choices }) => choices)],
      [t("workshop.lab.captures"), mean(({ captures }) => captures)],
      [t("workshop.lab.checks"), mean(({ checks }) => checks)],
    ];
    for (const [name, value] of rows) yield* [h("dt", {}, name), h("dd", {}, value)];
  }
}
