// The links of a game: for the opponent, for spectators, and for the player's other devices.

import { seat } from "./api.js";
import { copied, fill, h } from "./dom.js";
import { modal } from "./dialog.js";
import { t } from "./language.js";

/** @import {Game} from "./game.js" */
/** @import {Seat} from "./protocol" */

/** The card shown while waiting for the opponent. */
export class Waiting {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.body = h("div", { class: "links" });
    this.listed = h("p", { hidden: true }, t("waiting.listed"));
    this.hide = h("button", { type: "button", class: "plain", onclick: () => this.leave() }, t("waiting.view"));
    this.abort = h("button", { type: "button", class: "plain", onclick: () => game.abort() }, t("waiting.abort"));
    this.element = h(
      "div",
      { class: "waiting", role: "region", "aria-label": t("waiting"), hidden: true },
      h("h2", {}, t("waiting")),
      h("p", {}, t("waiting.send")),
      this.listed,
      this.body,
      h("div", { class: "dialog-buttons" }, this.hide, this.abort),
    );
    this.asked = false;
    this.left = false;
  }

  leave() {
    this.left = true;
    this.draw();
  }

  draw() {
    const { state, id } = this.game;
    const open = Boolean(state && !state.result && !state.damaged && state.you.length && Object.values(state.seats).includes("open"));
    this.element.hidden = !open || this.left;
    this.listed.hidden = !state?.listed;
    if (!open || this.asked) return;
    this.asked = true;
    seat(id).then(
      (found) => fill(this.body, ...invitations(id, found)),
      (error) => {
        this.asked = false;
        this.game.trouble = error.message;
        this.game.changed();
      },
    );
  }
}

/**
 * Show the links in a dialog, and a board for other pages.
 *
 * @param {string} id
 * @param {string} title of the game's variant
 */
export async function showLinks(id, title) {
  const found = await seat(id);
  const own = found.token && copyable(t("links.own"), address(id, "seat", found.token));
  const board = copyable(t("links.embed"), frame(`/embed/game/${encodeURIComponent(id)}`, title));
  const note = own && h("p", { class: "hint" }, t("links.keep"));
  const content = h("div", { class: "setup links" }, ...invitations(id, found), board, own, note);
  modal(t("links"), content).showModal();
}

/**
 * @param {string} id
 * @param {Seat} found
 */
function invitations(id, found) {
  const invite = found.invitation && copyable(t("links.opponent"), address(id, "join", found.invitation));
  return [invite, copyable(t("links.spectators"), address(id))];
}

/**
 * @param {string} id
 * @param {string} [kind]
 * @param {string} [token]
 */
function address(id, kind, token) {
  return `${location.origin}/play/${encodeURIComponent(id)}${kind ? `#${kind}=${token}` : ""}`;
}

/**
 * What shows a board on another page.
 *
 * @param {string} path of the board here
 * @param {string} title
 */
export function frame(path, title) {
  return h("iframe", { src: `${location.origin}${path}`, width: 400, height: 440, title }).outerHTML;
}

/**
 * A link, or another text, with a button that copies it.
 *
 * @param {string} title
 * @param {string} link
 */
export function copyable(title, link) {
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": title });
  field.addEventListener("focus", () => field.select());
  const button = h("button", { type: "button", class: "plain", "aria-label": t("copy.link", { title }) }, t("copy"));
  button.addEventListener("click", async () => {
    if (!(await copied(link))) {
      field.focus();
      return;
    }
    button.textContent = t("copy.done");
    setTimeout(() => (button.textContent = t("copy")), 1200);
  });
  return h("div", { class: "link" }, h("label", {}, h("span", {}, title), field), button);
}
