// What tells of a turn those who do not look: sounds, and where the page is hidden its title, or a notification of the
// system's to those who have asked for it.

import { t, tr } from "./language.js";
import { notifying } from "./settings.js";
import { play } from "./sounds.js";

/** @import {Game} from "./game.js" */
/** @import {State} from "./protocol" */

const LOW = 20; // seconds left, once, of one's own time

export class Alerts {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.warned = false;
    /** @type {Notification | null} */
    this.shown = null;
    this.onSight = () => {
      if (document.hidden) return;
      this.close();
      game.changed();
    };
    document.addEventListener("visibilitychange", this.onSight);
  }

  /**
   * @param {State} before
   * @param {State} now
   */
  arrive(before, now) {
    if (now.ply > before.ply || (now.result && !before.result)) play(sound(before, now));
    const mine = now.you.length === 1 && now.you[0] === now.view.side;
    const turn = mine && !now.result && (now.ply > before.ply || before.thinking);
    if (document.hidden && (turn || (now.result && !before.result))) this.tell(now);
  }

  /** Time goes by. */
  tick() {
    const { mine, state } = this.game;
    if (!mine || state?.clock?.running !== mine) return;
    const left = this.game.remaining(mine) ?? LOW;
    if (left < LOW && !this.warned) play("low");
    this.warned = left < LOW;
  }

  /** Tell whoever looks elsewhere. @param {State} state */
  tell(state) {
    const { details } = this.game;
    const title = details ? tr(details.title) : "fairyring";
    const words = state.result ? tr(state.result.text) : t("state.your-move");
    document.title = `● ${words} · ${title}`;
    if (!notifying()) return;
    try {
      this.shown = new Notification(title, { body: words, tag: state.id, icon: "/static/icons/192.png" });
      this.shown.onclick = () => {
        focus();
        this.close();
      };
    } catch {
      // Some browsers show notifications only for pages that work without a network; the title says it all the same.
    }
  }

  close() {
    this.shown?.close();
    this.shown = null;
  }

  /** The game is left. */
  end() {
    this.close();
    document.removeEventListener("visibilitychange", this.onSight);
  }
}

/**
 * What a change sounds like.
 *
 * @param {State} before
 * @param {State} now
 * @returns {import("./sounds.js").Sound}
 */
function sound(before, now) {
  if (now.result) return "end";
  if (now.view.checked.length) return "check";
  const men = (/** @type {State} */ { view }) => view.tokens.filter((token) => token.side).length;
  return men(now) < men(before) ? "capture" : "move";
}
