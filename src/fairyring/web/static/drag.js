// Things beside a board that can be clicked or dragged.

/** @import {BoardView, Square} from "./board.js" */

const SLACK = 6; // pixels that a click may move

/**
 * Make an element draggable onto the board; clicks still work.
 *
 * @param {HTMLElement} source
 * @param {object} handlers
 * @param {() => BoardView | null} handlers.board
 * @param {(size: number) => Element} handlers.ghost makes the drawing that follows the pointer, as large as a square
 * @param {() => void} [handlers.start]
 * @param {(square: Square | undefined, at: Element | null) => void} handlers.drop
 * @param {(event: MouseEvent) => void} handlers.click
 */
export function draggable(source, { board: seat, ghost: made, start, drop, click }) {
  /** Whether the next click event only ends a drag. */
  let dragged = false;
  source.addEventListener("click", (event) => {
    if (!dragged) click(event);
    dragged = false;
  });
  source.addEventListener("pointerdown", (event) => {
    const board = seat();
    if (event.button !== 0 || !event.isPrimary || !board) return;
    const size = board.squares[0]?.group.getBoundingClientRect().width ?? 48;
    const ghost = /** @type {HTMLElement | SVGElement} */ (made(size));
    const under = (/** @type {PointerEvent} */ now) => document.elementFromPoint(now.clientX, now.clientY);
    dragged = false;
    source.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost.isConnected) {
        if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < SLACK) return;
        document.body.append(ghost);
        start?.();
      }
      ghost.style.translate = `${now.clientX - size / 2}px ${now.clientY - size / 2}px`;
      board.light(board.squareOf(under(now))?.site ?? null);
    };
    const end = (/** @type {PointerEvent} */ now) => {
      source.removeEventListener("pointermove", move);
      source.removeEventListener("pointerup", end);
      source.removeEventListener("pointercancel", end);
      const carried = ghost.isConnected;
      ghost.remove();
      dragged = carried && now.type === "pointerup";
      if (carried) board.light(null);
      if (dragged) drop(board.squareOf(under(now)), under(now));
    };
    source.addEventListener("pointermove", move);
    source.addEventListener("pointerup", end);
    source.addEventListener("pointercancel", end);
  });
}
