// Playing, publishing and sharing game files: the dialogs that the workshop and the gallery have in common.

import { details, post, request } from "./api.js";
import { modal } from "./dialog.js";
import { h } from "./dom.js";
import { t, tr } from "./language.js";
import { copyable, frame } from "./links.js";
import { ask } from "./newgame.js";
import { playerName } from "./settings.js";

const HASH = /^[0-9a-f]{32}$/; // of a published game's file

/** @import {Playable, Published, PublishedDetail, Publishing} from "./protocol" */

/**
 * Begin a game of a game file: the dialog for a new game.
 *
 * @param {string} text the file
 * @param {(id: string, variant: string) => void} onBegun
 */
export async function playFile(text, onBegun) {
  /** @type {Playable} */
  const { variant } = await post("/api/workshop/drafts", { text });
  ask(await details(variant), false, onBegun);
}

/**
 * Publish a draft, which can be a new version of the game that it was made from, if this browser has published that.
 *
 * @param {{text: string, origin: string | null}} draft
 * @param {(hash: string) => void} onPublished
 */
export async function publishDraft({ text, origin }, onPublished) {
  /** @type {PublishedDetail | null} */
  const from = origin && HASH.test(origin) ? await request(`/api/gallery/${origin}`).catch(() => null) : null; // it may be gone
  publishFile({ text, origin, earlier: from?.mine && from.next === null ? from : null }, onPublished);
}

/**
 * Publish a game file: a dialog, and then the game's page.
 *
 * @param {{text: string, origin?: string | null, replaces?: Published | null, earlier?: PublishedDetail | null}} given `replaces` is the game of which it is a new version, `earlier` one of which it may be
 * @param {(hash: string) => void} [onPublished]
 */
export function publishFile({ text, origin = null, replaces = null, earlier = null }, onPublished = () => undefined) {
  const inventor = h("input", { type: "text", name: "inventor", maxlength: 100, value: (replaces ?? earlier)?.inventor ?? playerName() });
  const again = h("input", { type: "checkbox", name: "again", checked: true });
  const shown = h("input", { type: "checkbox", name: "public" });
  shown.checked = (replaces ?? earlier)?.public ?? true;
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const go = h("button", { type: "submit", class: "primary" }, t("gallery.publish"));
  const form = h(
    "form",
    { class: "setup" },
    replaces && h("p", {}, t("gallery.replaces", { title: tr(replaces.title) })),
    earlier && h("label", { class: "option" }, again, t("gallery.again", { title: tr(earlier.title) }), h("small", {}, t("gallery.again.what"))),
    h("label", { class: "amount" }, h("span", {}, t("gallery.inventor")), inventor),
    h("label", { class: "option" }, shown, t("gallery.public"), h("small", {}, t("gallery.public.what"))),
    h("p", { class: "hint" }, t("gallery.cookie")),
    trouble,
    h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("cancel")), go),
  );
  const dialog = modal(t("gallery.publish"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    trouble.hidden = true;
    const before = earlier && again.checked ? earlier : replaces;
    const credited = before && before === earlier ? (earlier.origin?.name ?? null) : origin;
    /** @type {Publishing} */
    const wanted = { text, public: shown.checked, inventor: inventor.value, origin: credited, replaces: before?.hash ?? null };
    try {
      /** @type {PublishedDetail} */
      const { hash } = await post("/api/gallery", wanted);
      onPublished(hash);
      location.assign(pageOf(hash));
    } catch (error) {
      trouble.textContent = error instanceof Error ? error.message : String(error);
      trouble.hidden = false;
      go.disabled = false;
    }
  });
  dialog.showModal();
}

/** Show how a published game is shared: its link, a QR code, and a board for other pages. @param {Published} game */
export function shareGame({ hash, variant, title }) {
  const link = `${location.origin}${pageOf(hash)}`;
  const code = h("img", { class: "gallery-code", src: `/api/gallery/${hash}/code`, alt: t("gallery.code"), width: 164, height: 164 });
  modal(t("gallery.share"), h("div", { class: "setup links" }, copyable(t("gallery.link"), link), copyable(t("links.embed"), frame(`/embed/${variant}`, tr(title))), code)).showModal();
}

/** The address of a published game's page. @param {string} hash */
export function pageOf(hash) {
  return `/gallery/${encodeURIComponent(hash)}`;
}
