// The keyboard on the board: arrow keys move a cursor over the squares as they lie on the screen.

import { ahead } from "./geometry.js";

/** @import {BoardView, Square} from "./board.js" */

const ARROWS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

/**
 * @param {BoardView} view
 * @param {(square: Square) => void} choose
 * @param {() => void} cancel
 */
export function listen(view, choose, cancel) {
  view.element.addEventListener("focusin", (event) => {
    const square = view.squareOf(/** @type {Element} */ (event.target));
    if (!square) return;
    view.rove(square.number, false);
    view.light(square.site);
  });
  view.element.addEventListener("focusout", () => view.light(null));
  view.element.addEventListener("keydown", (event) => {
    const square = view.squareOf(/** @type {Element} */ (event.target));
    if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = ARROWS.get(event.key);
    if (direction) {
      const there = view.squares.filter((each) => each.there);
      const next = ahead(place(square), direction, there.map(place));
      if (next >= 0) view.rove(there[next].number, true);
    } else if (event.key === "Enter" || event.key === " ") choose(square);
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The middle of a square on the screen. @param {Square} square */
function place(square) {
  const box = square.group.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
