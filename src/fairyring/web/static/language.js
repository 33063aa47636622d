// What the page says, in the language of whoever looks at it. `languages/` has the words of the page by their
// keys, the same keys in each language, and for what the server says, which is English, what it is in the others.

import { chosenLanguage } from "./settings.js";

/** @typedef {keyof typeof import("./languages/en.json")} Key */
/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Template with `{holes}`; or one a plural of `count` */
/**
 * What the server's words are in another language.
 *
 * @typedef {object} Told
 * @property {Record<string, string>} phrases by their English, in which `{}` is anything and `{man}` a man; the other has them at its `{}`
 * @property {Record<string, [gender: string, noun: string]>} men
 * @property {Record<string, Record<string, string>>} qualities what is said of men before their names, by gender
 */

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Language} */
export const language = spoken(chosenLanguage(), ...navigator.languages);

document.documentElement.lang = language;

/** @type {[Record<Key, Template>, Told | null]} */
const [words, told] = await Promise.all([
  fetched(`${language}.json`),
  language === "en" ? null : fetched(`${language}.server.json`),
]);

const plurals = new Intl.PluralRules(language);
const lists = new Intl.ListFormat(language, { type: "conjunction" });
const patterns = Object.entries(told?.phrases ?? {})
  .filter(([english]) => /\{(man)?\}/.test(english))
  // Who knows how a phrase begins goes first, and then who says more of it.
  .sort(([one], [two]) => Number(one.startsWith("{")) - Number(two.startsWith("{")) || two.length - one.length)
  .map(([english, other]) => /** @type {const} */ ([pattern(english), other]));

/**
 * The words of a key.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [holes] what is put into them; `count` chooses the plural
 */
export function t(key, holes = {}) {
  const found = words[key];
  const text = typeof found === "string" ? found : (found[plurals.select(Number(holes.count))] ?? found.other ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name) => String(holes[name]));
}

/**
 * What the server said, in the page's language; as it is where there is no other word for it.
 *
 * @param {string} english
 * @returns {string}
 */
export function tr(english) {
  if (!told) return english;
  const known = told.phrases[english] ?? man(told, english);
  if (known !== undefined) return known;
  for (const [wanted, other] of patterns) {
    const found = wanted.exec(english);
    if (!found) continue;
    const holes = found.slice(1);
    return other.replace(/\{\}/g, () => tr(holes.shift() ?? ""));
  }
  // Several men, or several choices.
  return english.includes(", ") ? english.split(", ").map(tr).join(", ") : english;
}

/** The address of a game's rules, told in the page's language. @param {string} name */
export function rulesOf(name) {
  return `/rules/${encodeURIComponent(name)}?language=${language}`;
}

/** Things in a row, such as "one, two, and three". @param {string[]} things */
export function listed(things) {
  return lists.format(things);
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
 * A man as the server names him, such as "big white rook".
 *
 * @param {Told} told
 * @param {string} english
 */
function man(told, english) {
  const said = english.split(" ");
  const before = said.findIndex((word) => !told.qualities[word]);
  const known = told.men[said.slice(before).join(" ")];
  if (before < 0 || !known) return undefined;
  const [gender, noun] = known;
  return [...said.slice(0, before).map((word) => told.qualities[word][gender]), noun].join(" ");
}

/** @param {string} english */
function pattern(english) {
  const [men, said] = [told?.men ?? {}, told?.qualities ?? {}].map((each) => Object.keys(each).join("|"));
  const plain = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replaceAll("{man}", `((?:(?:${said}) )*(?:${men}))`).replaceAll("{}", "(.+?)")}$`, "s");
}

/**
 * The first of some languages that the page speaks.
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
