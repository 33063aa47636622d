// The texts of the page in the user's language. `languages/` has the page's own texts by their keys, the same keys in
// each language; those of the workshop are in files of their own, which no other page loads. The server's texts are
// English; it has a catalogue of them for each other language, and sends those that are made from a template with the
// template and its parameters.

import { chosenLanguage } from "./settings.js";

/** @typedef {keyof typeof import("./languages/en.json") | keyof typeof import("./languages/en.workshop.json")} Key */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Template with `{fields}`; or one for each plural form of `count` */
/** @typedef {import("./protocol.d.ts").Text} Text */
/** @typedef {import("./protocol.d.ts").Phrase} Phrase */

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Language} */
export const language = spoken(chosenLanguage(), ...navigator.languages);

document.documentElement.lang = language;

/** @type {[Record<Key, Template>, Record<string, string>]} the page's texts by key, and the server's by their English */
const [words, catalogue] = await Promise.all([
  fetched(`${language}.json`),
  language === "en" ? {} : fetched(`${language}.messages.json`),
]);

/** Load a further catalogue of the server's texts, which only some pages need; without it, they are in English. @param {"files"} domain */
export async function learn(domain) {
  if (language !== "en") Object.assign(catalogue, await fetched(`${language}.${domain}.json`).catch(() => ({})));
}

/** Load further words of the page, which only some pages have. @param {"workshop"} part */
export async function read(part) {
  Object.assign(words, await fetched(`${language}.${part}.json`));
}

const plurals = new Intl.PluralRules(language);

/**
 * The text of a key.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [fields] values for the `{fields}` of the text; `count` chooses the plural
 */
export function t(key, fields = {}) {
  const found = words[key];
  const text = typeof found === "string" ? found : (found[plurals.select(Number(fields.count))] ?? found.other ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}

/**
 * A text from the server in the page's language, or in English if there is no translation.
 *
 * @param {Text} text
 */
export function tr(text) {
  return typeof text === "string" ? (catalogue[text] ?? text) : translated(text);
}

/**
 * A phrase: its template, filled with its parameters. In a template with parameters `{{` stands for a brace.
 *
 * @param {Phrase} phrase
 * @returns {string}
 */
function translated({ code, params }) {
  const template = catalogue[code] ?? code;
  if (Object.keys(params).length === 0) return template;
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name) => {
    if (!name) return found[0];
    const value = params[name];
    return typeof value === "object" ? translated(value) : String(value);
  });
}

/** The address of a game's rules page in the user's language. @param {string} name */
export function rulesOf(name) {
  return `/rules/${encodeURIComponent(name)}?language=${language}`;
}

/**
 * A number with so many digits after the point.
 *
 * @param {number} value
 * @param {number} digits
 */
export function decimal(value, digits) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * The first of some languages that the page has.
 *
 * @param {string[]} wanted as browsers name them, such as "de-AT"; "" for none
 * @returns {Language}
 */
function spoken(...wanted) {
  const known = /** @type {Language[]} */ (Object.keys(LANGUAGES));
  for (const each of wanted) {
    const found = known.find((name) => each.toLowerCase().split("-")[0] === name);
    if (found) return found;
  }
  return "en";
}

/** @param {string} name of a file of `languages/` */
async function fetched(name) {
  const answer = await fetch(`/static/languages/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}
