// The dialog that begins a game: against whom, as which side, and from which text.

import { begin } from "./api.js";
import { fill, h, icon } from "./dom.js";
import { lastWish, rememberVariant, rememberWish } from "./settings.js";
import { capital, spoken } from "./words.js";

/** @import {Details, Options, OptionWords, Order} from "./protocol" */
/** @import {Wish} from "./settings.js" */

/**
 * Ask for a new game; the dialog is gone when it is answered.
 *
 * @param {Details} details
 * @param {boolean} paste whether it is asked for a text
 * @param {(id: string, variant: string) => void} onBegun
 * @param {Options} [options] what is chosen at first; the game's own choice where nothing is given
 */
export function ask(details, paste, onBegun, options = {}) {
  const wish = lastWish();
  const levels = details.levels.map((level) => ({ value: level.name, words: level.title }));
  const known = levels.some((level) => level.value === wish.level);
  const opponent = choice("opponent", "Against", wish.opponent, [
    { value: "computer", words: "The computer" },
    { value: "friend", words: "A friend here" },
  ]);
  const level = choice("level", "Level", known ? wish.level : (levels[Math.min(1, levels.length - 1)]?.value ?? ""), levels);
  const seat = choice("seat", "You play", wish.seat, [
    { value: "white", words: "White" },
    { value: "random", words: "Either" },
    { value: "black", words: "Black" },
  ]);
  const text = h("textarea", {
    name: "text",
    rows: 4,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "Position or PGN",
    placeholder: "A position, or a whole record in PGN",
  });
  const more = h("details", { open: paste }, h("summary", {}, "From a position or a record"), text);
  const rules = details.options.map((option) => field(option, options[option.name] ?? option.value));
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const go = h("button", { type: "submit", class: "primary" }, "Play");
  const form = h(
    "form",
    { class: "setup" },
    ...(paste ? [more, trouble, opponent, level, seat, ...rules] : [opponent, level, seat, ...rules, more, trouble]),
    h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel"), go),
  );
  const dialog = modal(details.title, form);

  const adapt = () => {
    const alone = chosen(form).opponent === "computer";
    level.hidden = seat.hidden = !alone;
  };
  form.addEventListener("change", adapt);
  adapt();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = chosen(form);
    trouble.hidden = true;
    go.disabled = true;
    fill(go, "Setting up …");
    try {
      const made = order(details.name, asked, more.open ? text.value.trim() : "");
      const { id } = await begin({ ...made, options: taken(form, details.options) });
      rememberWish(asked);
      rememberVariant(details.name);
      dialog.close();
      onBegun(id, details.name);
    } catch (error) {
      trouble.textContent = error instanceof Error ? error.message : String(error);
      trouble.hidden = false;
      if (more.open) text.focus();
      trouble.scrollIntoView({ block: "nearest" });
    } finally {
      go.disabled = false;
      fill(go, "Play");
    }
  });
  dialog.showModal();
  (paste ? text : go).focus();
}

/**
 * Show a text to be copied by hand.
 *
 * @param {string} title
 * @param {string} text
 */
export function showText(title, text) {
  const area = h("textarea", { rows: 8, readonly: true, "aria-label": title }, text);
  const dialog = modal(title, h("div", { class: "setup" }, area));
  dialog.showModal();
  area.select();
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function modal(title, content) {
  const close = h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const dialog = h("dialog", { class: "modal", "aria-label": title }, h("header", {}, h("h2", {}, title), close), content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

/**
 * A row of radio buttons.
 *
 * @param {string} name
 * @param {string} title
 * @param {string} value
 * @param {{value: string, words: string}[]} options
 */
function choice(name, title, value, options) {
  const buttons = options.map((option) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value: option.value, checked: option.value === value }),
      h("span", {}, option.words),
    ),
  );
  return h("fieldset", { class: "choice" }, h("legend", {}, title), h("div", { class: "segments" }, ...buttons));
}

/**
 * The field of a game's option, of the kind of its value.
 *
 * @param {OptionWords} option
 * @param {boolean | number | string} value
 */
function field(option, value) {
  const kind = { boolean: "checkbox", number: "number", string: "text" }[/** @type {"boolean"} */ (typeof option.value)];
  const held = kind === "checkbox" ? { checked: value === true } : { value: String(value) };
  const input = h("input", { type: kind, name: `option ${option.name}`, required: kind === "number", ...held });
  const title = h("span", {}, capital(spoken(option.name)));
  return h("label", { class: "option" }, input, title, option.words && h("small", {}, option.words));
}

/**
 * @param {HTMLFormElement} form
 * @param {OptionWords[]} options
 * @returns {Options}
 */
function taken(form, options) {
  const data = new FormData(form);
  return Object.fromEntries(
    options.map(({ name, value }) => {
      const said = data.get(`option ${name}`);
      return [name, typeof value === "boolean" ? said !== null : typeof value === "number" ? Number(said) : String(said)];
    }),
  );
}

/**
 * @param {HTMLFormElement} form
 * @returns {Wish}
 */
function chosen(form) {
  const data = new FormData(form);
  const seat = data.get("seat");
  return {
    opponent: data.get("opponent") === "friend" ? "friend" : "computer",
    level: String(data.get("level") ?? ""),
    seat: seat === "black" || seat === "random" ? seat : "white",
  };
}

/**
 * @param {string} variant
 * @param {Wish} wish
 * @param {string} text
 * @returns {Order}
 */
function order(variant, wish, text) {
  const seat = wish.seat === "random" ? (Math.random() < 0.5 ? "white" : "black") : wish.seat;
  const other = wish.opponent === "friend" ? "human" : wish.level;
  /** @type {Order} */
  const made = { variant, options: {}, white: seat === "white" ? "human" : other, black: seat === "black" ? "human" : other };
  if (wish.opponent === "friend") made.white = made.black = "human";
  // A record begins with a tag or with a move's number, and no position does.
  if (text) made[/^(\[|\{|\d+\s*\.)/.test(text) ? "pgn" : "position"] = text;
  return made;
}
