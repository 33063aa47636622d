// The open challenges: games that anybody may join.

import { act, details, sit } from "./api.js";
import { Connection } from "./connection.js";
import { fill, h } from "./dom.js";
import { t, tr } from "./language.js";
import { ownGames } from "./settings.js";
import { changed, named, timed } from "./words.js";

/** @import {LobbyMessage, Open, Summary} from "./protocol" */

export class Lobby {
  /** @param {(id: string, variant: string) => void} onBegun called when a challenge was accepted */
  constructor(onBegun) {
    this.onBegun = onBegun;
    /** @type {Map<string, string>} the titles of the games, by their names */
    this.titles = new Map();
    /** @type {Open[]} */
    this.challenges = [];
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.list = h("ul");
    this.element = h("section", { class: "lobby", "aria-label": t("lobby"), hidden: true }, h("h2", {}, t("lobby")), this.list, this.trouble);
    /** @type {Connection<LobbyMessage, never>} */
    this.connection = new Connection("/api/lobby/live", (message) => this.receive(message), (state) => state !== "open" && this.show([]));
  }

  close() {
    this.connection.close();
  }

  /** @param {LobbyMessage} message */
  receive(message) {
    if (message.type === "lobby") this.show(message.challenges);
  }

  /** Say which games there are. @param {Summary[]} games */
  know(games) {
    this.titles = new Map(games.map(({ name, title }) => [name, title]));
    this.show(this.challenges);
  }

  /** @param {Open[]} challenges */
  show(challenges) {
    this.challenges = challenges;
    const own = new Set(ownGames().map(({ id }) => id));
    fill(this.list, ...challenges.map((challenge) => this.row(challenge, own.has(challenge.id))));
    this.element.hidden = !challenges.length;
  }

  /**
   * @param {Open} challenge
   * @param {boolean} own
   */
  row(challenge, own) {
    const { id, invitation, variant, options, clock, name, side } = challenge;
    const title = tr(this.titles.get(variant) ?? variant);
    const terms = h("span", { class: "lobby-terms" }, [clock ? timed(clock) : t("setup.clock.none"), t("lobby.side", { side: named(side) })].join(" · "));
    details(variant).then(
      (known) => terms.append([changed(options, known)].filter(Boolean).map((words) => ` · ${words}`).join("")),
      () => undefined,
    );
    const button = own
      ? h("button", { type: "button", class: "plain", onclick: () => this.attempt(() => act(id, { type: "abort" })) }, t("lobby.cancel"))
      : h("button", { type: "button", class: "primary", onclick: () => this.accept(id, variant, invitation) }, t("lobby.accept"));
    button.setAttribute("aria-label", `${button.textContent}: ${title}`);
    return h("li", {}, h("span", { class: "lobby-game" }, h("b", {}, title), " ", h("span", {}, own ? t("player.you") : name || t("lobby.nobody"))), terms, button);
  }

  /**
   * @param {string} id
   * @param {string} variant
   * @param {string} invitation
   */
  accept(id, variant, invitation) {
    void this.attempt(async () => {
      await sit(id, invitation);
      this.onBegun(id, variant);
    });
  }

  /** @param {() => Promise<unknown>} deed */
  async attempt(deed) {
    this.trouble.hidden = true;
    try {
      await deed();
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      this.trouble.hidden = false;
    }
  }
}
