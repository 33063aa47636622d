// The dialog for a new game: opponent, side, time control, options, and an optional position or PGN.

import { begin, challenge } from "./api.js";
import { modal } from "./dialog.js";
import { fill, h } from "./dom.js";
import { lessonsInvitation } from "./exerciselinks.js";
import { t, tr } from "./language.js";
import { lastWish, rememberVariant, rememberWish } from "./settings.js";
import { capital, spoken } from "./words.js";

/** @import {Details, Options, OptionWords, NewGame, Terms} from "./protocol" */
/** @import {Wish} from "./settings.js" */

/**
 * Show the dialog for a new game.
 *
 * @param {Details} details
 * @param {boolean} importing whether the field for a position or PGN comes first
 * @param {(id: string, variant: string) => void} onBegun
 * @param {Options} [options] the options at first; the variant's defaults if not given
 * @param {string} [from] a position to begin from
 */
export function ask(details, importing, onBegun, options = {}, from = "") {
  const wish = lastWish();
  const levels = details.levels.map((level) => ({ value: level.name, words: tr(level.title) }));
  const known = levels.some((level) => level.value === wish.level);
  const opponent = choice("opponent", t("setup.against"), wish.opponent, [
    { value: "computer", words: t("setup.computer") },
    { value: "friend", words: t("setup.friend") },
    { value: "link", words: t("setup.link") },
    { value: "anybody", words: t("setup.anybody") },
  ]);
  const level = choice("level", t("setup.level"), known ? wish.level : (levels[Math.min(1, levels.length - 1)]?.value ?? ""), levels);
  const seat = choice("seat", t("setup.seat"), wish.seat, [
    { value: "white", words: t("setup.white") },
    { value: "random", words: t("setup.random") },
    { value: "black", words: t("setup.black") },
  ]);
  const clock = choice("clock", t("setup.clock"), wish.clock, [
    { value: "none", words: t("setup.clock.none") },
    { value: "game", words: t("setup.clock.game") },
    { value: "move", words: t("setup.clock.move") },
    { value: "days", words: t("setup.clock.days") },
  ]);
  const times = {
    minutes: amount("minutes", t("setup.minutes"), wish.time.minutes, 1, 600),
    increment: amount("increment", t("setup.increment"), wish.time.increment, 0, 600),
    seconds: amount("seconds", t("setup.seconds"), wish.time.seconds, 5, 3600),
    days: amount("days", t("setup.days"), wish.time.days, 1, 30),
  };
  const timing = h("div", { class: "timing" }, clock, h("div", { class: "amounts" }, ...Object.values(times)));
  const text = h("textarea", {
    name: "text",
    rows: 4,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": t("setup.text"),
    placeholder: t("setup.text.what"),
  });
  text.value = from;
  const more = h("details", { open: importing || from !== "" }, h("summary", {}, t("setup.text.more")), text);
  const rules = details.options.map((option) => field(option, options[option.name]));
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const go = h("button", { type: "submit", class: "primary" }, t("play"));
  const form = h(
    "form",
    { class: "setup" },
    details.lessons > 0 && !importing && lessonsInvitation(details),
    ...(importing ? [more, trouble, opponent, level, seat, timing, ...rules] : [opponent, level, seat, timing, ...rules, more, trouble]),
    h("div", { class: "dialog-buttons" }, h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("cancel")), go),
  );
  const dialog = modal(tr(details.title), form);

  const adapt = () => {
    const now = chosen(form);
    level.hidden = now.opponent !== "computer";
    seat.hidden = now.opponent === "friend";
    /** @type {string[]} */
    const wanted = { none: [], game: ["minutes", "increment"], move: ["seconds"], days: ["days"] }[now.clock];
    for (const [name, field] of Object.entries(times)) {
      field.hidden = !wanted.includes(name);
      // Hidden fields must not fail validation.
      for (const input of field.querySelectorAll("input")) input.disabled = field.hidden;
    }
  };
  form.addEventListener("change", adapt);
  adapt();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = chosen(form);
    trouble.hidden = true;
    go.disabled = true;
    fill(go, t("setup.busy"));
    try {
      const made = order(details.name, asked, more.open ? text.value.trim() : "");
      const { id } = await (asked.opponent === "anybody" ? challenge : begin)({ ...made, options: chosenOptions(form, details.options) });
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
      fill(go, t("play"));
    }
  });
  dialog.showModal();
  void import("./play.js"); // it comes while one chooses
  (importing ? text : go).focus({ preventScroll: true }); // so that one begins to read at the top
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
 * A field for an amount of time.
 *
 * @param {string} name
 * @param {string} words
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function amount(name, words, value, min, max) {
  const input = h("input", { type: "number", name, value, min, max, step: 1, required: true });
  return h("label", { class: "amount" }, h("span", {}, words), input);
}

/**
 * A field for an option of a variant.
 *
 * @param {OptionWords} option
 * @param {boolean | number | string} [value] its value at first, if not the default or a random one
 */
export function field(option, value = option.drawn ? "" : option.value) {
  const kind = { boolean: "checkbox", number: "number", string: "text" }[/** @type {"boolean"} */ (typeof option.value)];
  const held = kind === "checkbox" ? { checked: value === true } : { value: String(value) };
  const [min, max] = option.drawn ?? [];
  const range = option.drawn ? { min, max, step: 1, placeholder: t("setup.random") } : { required: kind === "number" };
  const input = h("input", { type: kind, name: `option-${option.name}`, ...range, ...held });
  const title = h("span", {}, capital(tr(spoken(option.name))));
  return h("label", { class: "option" }, input, title, option.words && h("small", {}, tr(option.words)));
}

/**
 * What the options are set to; what is to be drawn is drawn here.
 *
 * @param {HTMLFormElement} form
 * @param {OptionWords[]} options
 * @returns {Options}
 */
export function chosenOptions(form, options) {
  const data = new FormData(form);
  return Object.fromEntries(
    options.map(({ name, value, drawn }) => {
      const said = data.get(`option-${name}`);
      if (drawn && said === "") return [name, drawn[0] + Math.floor(Math.random() * (drawn[1] - drawn[0] + 1))];
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
  const last = lastWish();
  const said = (/** @type {keyof Wish["time"]} */ name) => (data.has(name) ? Number(data.get(name)) : last.time[name]);
  return {
    opponent: /** @type {Wish["opponent"]} */ (data.get("opponent")),
    level: String(data.get("level") ?? ""),
    seat: /** @type {Wish["seat"]} */ (data.get("seat")),
    clock: /** @type {Wish["clock"]} */ (data.get("clock")),
    time: { minutes: said("minutes"), increment: said("increment"), seconds: said("seconds"), days: said("days") },
  };
}

/** The time control. @param {Wish} wish @returns {Terms | undefined} */
function terms({ clock, time }) {
  if (clock === "none") return undefined;
  if (clock === "game") return { kind: "game", seconds: 60 * time.minutes, increment: time.increment };
  return { kind: "move", seconds: clock === "days" ? 86400 * time.days : time.seconds, increment: 0 };
}

/**
 * @param {string} variant
 * @param {Wish} wish
 * @param {string} text
 * @returns {NewGame}
 */
function order(variant, wish, text) {
  const seat = wish.seat === "random" ? (Math.random() < 0.5 ? "white" : "black") : wish.seat;
  const other = { computer: wish.level, friend: "human", link: "open", anybody: "open" }[wish.opponent];
  /** @type {NewGame} */
  const made = { variant, options: {}, white: seat === "white" ? "human" : other, black: seat === "black" ? "human" : other };
  const clock = terms(wish);
  if (clock) made.clock = clock;
  // A record begins with a tag, a comment or a move number; no position text does.
  if (text) made[/^(\[|\{|\d+\s*\.)/.test(text) ? "pgn" : "position"] = text;
  return made;
}
