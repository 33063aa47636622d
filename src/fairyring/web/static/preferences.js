// The settings dialog.

import { modal } from "./dialog.js";
import { h } from "./dom.js";
import { LANGUAGES, language, t } from "./language.js";
import { dress } from "./pieces.js";
import {
  BOARDS,
  boardTheme,
  chooseBoard,
  inCharacters,
  MOST_NAME,
  notifying,
  pace,
  PACES,
  PIECE_SETS,
  pieceSet,
  playerName,
  rememberCharacters,
  rememberCoordinates,
  rememberLanguage,
  rememberNotifications,
  rememberPace,
  rememberPieceSet,
  rememberPlayerName,
  rememberSounds,
  sounding,
  withCoordinates,
} from "./settings.js";
import { play } from "./sounds.js";

/** Show the dialog; settings take effect at once. */
export function showPreferences() {
  const languages = select("language", t("preferences.language"), language, Object.entries(LANGUAGES), (chosen) => {
    rememberLanguage(chosen);
    // Every text changes: reload.
    location.reload();
  });
  const named = BOARDS.map((name) => /** @type {[string, string]} */ ([name, t(`preferences.board.${name}`)]));
  const boards = select("board", t("preferences.board"), boardTheme(), named, chooseBoard);
  const sets = Object.keys(PIECE_SETS).map((name) => /** @type {[string, string]} */ ([name, t(`preferences.set.${/** @type {keyof typeof PIECE_SETS} */ (name)}`)]));
  const set = select("set", t("preferences.set"), pieceSet(), sets, (chosen) => {
    rememberPieceSet(chosen);
    dress();
  });
  /** @type {[string, string][]} */
  const ways = [["pictures", t("preferences.pieces.pictures")], ["characters", t("preferences.pieces.characters")]];
  const pieces = select("pieces", t("preferences.pieces"), inCharacters() ? "characters" : "pictures", ways, (chosen) => {
    rememberCharacters(chosen === "characters");
    dress();
  });
  const paces = Object.keys(PACES).map((name) => /** @type {[string, string]} */ ([name, t(`preferences.pace.${/** @type {keyof typeof PACES} */ (name)}`)]));
  const motion = select("pace", t("preferences.pace"), pace(), paces, rememberPace);
  const coordinates = check("coordinates", t("preferences.coordinates"), withCoordinates(), (wanted) => {
    rememberCoordinates(wanted);
    return wanted;
  });
  const keys = h("button", { type: "button", class: "plain" }, t("keys"));
  keys.addEventListener("click", async () => {
    const { showShortcuts } = await import("./shortcuts.js");
    dialog.close();
    showShortcuts();
  });
  const sounds = check("sounds", t("preferences.sounds"), sounding(), (wanted) => {
    rememberSounds(wanted);
    play("move");
    return wanted;
  });
  const name = h("input", { type: "text", name: "name", maxlength: MOST_NAME, autocomplete: "nickname", value: playerName(), placeholder: t("preferences.name.none") });
  name.addEventListener("change", () => rememberPlayerName(name.value));
  const called = h("label", { class: "preference" }, h("span", {}, t("preferences.name")), name);
  const content = h("div", { class: "setup preferences" }, called, languages, boards, set, pieces, motion, coordinates, sounds);
  if ("Notification" in window) content.append(check("notifications", t("preferences.notifications"), notifying(), notify));
  content.append(keys);
  const dialog = modal(t("preferences"), content);
  dialog.showModal();
}

/**
 * Turn notifications on or off; the browser is asked for permission only here.
 *
 * @param {boolean} wanted
 */
async function notify(wanted) {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  rememberNotifications(granted);
  return granted;
}

/**
 * A checkbox.
 *
 * @param {string} name
 * @param {string} title
 * @param {boolean} value
 * @param {(wanted: boolean) => boolean | Promise<boolean>} choose saves the choice and returns what is set in the end
 */
function check(name, title, value, choose) {
  const field = h("input", { type: "checkbox", name, checked: value });
  field.addEventListener("change", async () => {
    field.checked = await choose(field.checked);
  });
  return h("label", { class: "option" }, field, h("span", {}, title));
}

/**
 * A select field.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} value
 * @param {[value: string, words: string][]} options
 * @param {(value: string) => void} choose
 */
function select(name, title, value, options, choose) {
  const field = h(
    "select",
    { name, onchange: () => choose(field.value) },
    ...options.map(([each, words]) => h("option", { value: each, selected: each === value }, words)),
  );
  return h("label", { class: "preference" }, h("span", {}, title), field);
}
