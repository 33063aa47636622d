// Whether a draft is good: the computer plays games of it against itself, some at a time, and what came of them is shown.

import { post } from "./api.js";
import { h } from "./dom.js";
import { decimal, t, tr } from "./language.js";
import { Steps } from "./workshopsteps.js";

/** @import {Draft} from "./workshopdraft.js" */
/** @import {TrialGame, TrialGames} from "./protocol" */

export class Laboratory extends Steps {
  /** @param {Draft} draft */
  constructor(draft) {
    super(draft, { begin: t("workshop.lab"), on: t("workshop.lab.on") });
    /** @type {TrialGame[]} */
    this.games = [];
  }

  clear() {
    super.clear();
    this.games = [];
  }

  /** @param {string} text */
  async ask(text) {
    /** @type {TrialGames} */
    const { games, total } = await post("/api/workshop/games", { text, first: this.done });
    this.games.push(...games);
    this.count(this.games.length, total);
    return games.length > 0 && this.games.length < total;
  }

  /** What came of the games. */
  told() {
    return this.games.length ? [h("dl", {}, ...this.rows())] : [];
  }

  *rows() {
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
