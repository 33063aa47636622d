// What the modules of the page ask of a browser while they are loaded. Import this before them.

import { readFile } from "node:fs/promises";

const STATIC = new URL("../../src/fairyring/web/static/", import.meta.url);

const wanted = process.env.PAGE_LANGUAGE ?? "en";

Object.defineProperty(globalThis, "navigator", { value: { languages: [wanted] }, configurable: true });
globalThis.document = { documentElement: {} };
// The server is the folder of the files that it would send.
globalThis.fetch = async (path) => {
  const text = await readFile(new URL(path.replace("/static/", ""), STATIC), "utf8");
  return { ok: true, json: async () => JSON.parse(text) };
};

/** A module of the page. */
export const page = (name) => import(new URL(name, STATIC));
