// Alerts: sounds, and while the page is hidden its title and, if the user has asked for them, system notifications.

import { t, tr } from "./language.js";
import { notifying } from "./settings.js";
import { play } from "./sounds.js";

/** @import {Game} from "./game.js" */
/** @import {State} from "./protocol" */

const LOW = 20; // seconds left on the user's own clock

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
    const over = now.result && !before.result;
    const call = called(before, now);
    if (now.ply > before.ply || over) play(sound(before, now));
    else if (call) play("call");
    if (!document.hidden) return;
    const mine = now.you.length === 1 && now.you[0] === now.view.side;
    const turn = mine && !now.result && (now.ply > before.ply || before.thinking);
    if (over && now.result) this.tell(now, tr(now.result.message));
    else if (call) this.tell(now, call);
    else if (turn) this.tell(now, t("state.your-move"));
  }

  /** Check the clock. */
  tick() {
    const { mine, state } = this.game;
    if (!mine || state?.clock?.running !== mine) return;
    const left = this.game.remaining(mine) ?? LOW;
    if (left < LOW && !this.warned) play("low");
    this.warned = left < LOW;
  }

  /** Alert a user who is on another page. @param {State} state @param {string} words */
  tell(state, words) {
    const { details } = this.game;
    const title = details ? tr(details.title) : "fairyring";
    document.title = `● ${words} · ${title}`;
    if (!notifying()) return;
    try {
      this.shown = new Notification(title, { body: words, tag: state.id, icon: "/static/icons/192.png" });
      this.shown.onclick = () => {
        focus();
        this.close();
      };
    } catch {
      // Some browsers allow notifications only from a service worker; the title must do.
    }
  }

  close() {
    this.shown?.close();
    this.shown = null;
  }

  /** The page is closed. */
  end() {
    this.close();
    document.removeEventListener("visibilitychange", this.onSight);
  }
}

/**
 * What the opponent has done that waits for this player, other than a move: joined, or offered something; "" for nothing.
 *
 * @param {State} before
 * @param {State} now
 */
function called(before, now) {
  if (now.you.length !== 1) return "";
  const open = (/** @type {State} */ { seats }) => Object.values(seats).includes("open");
  const offer = now.offers.find(({ what, side }) => side !== now.you[0] && !before.offers.some((known) => known.what === what && known.side === side));
  if (offer) return t(`offer.${offer.what}.other`);
  return open(before) && !open(now) ? t("state.joined") : "";
}

/**
 * The sound of a change.
 *
 * @param {State} before
 * @param {State} now
 * @returns {import("./sounds.js").Sound}
 */
function sound(before, now) {
  if (now.result) return "end";
  if (now.view.checked.length) return "check";
  const pieces = (/** @type {State} */ { view }) => view.tokens.filter((token) => token.side).length;
  return pieces(now) < pieces(before) ? "capture" : "move";
}
