// The English of texts from the server, by which they are compared whatever the language of the page.

/** A text from the server in English. @param {import("./protocol.d.ts").Text} text */
export function english(text) {
  return typeof text === "string" ? text : text.text;
}
