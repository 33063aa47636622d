// Pieces as Chinese and Japanese characters, which the server declares where a game has them.

/** @import {PieceWords} from "./protocol" */

/** @typedef {Pick<PieceWords, "picture" | "characters">} Dressed */

/**
 * The drawing to show instead of a picture: the piece's character if the user wants characters and it has one.
 *
 * @param {Dressed[]} pieces
 * @param {string} picture
 * @param {string | null} side
 * @param {boolean} wanted
 */
export function dressed(pieces, picture, side, wanted) {
  if (!wanted || (side !== "white" && side !== "black")) return picture;
  return pieces.find((piece) => piece.picture === picture)?.characters[side] ?? picture;
}
