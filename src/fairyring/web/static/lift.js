// Something beside a board that is clicked, or dragged to where it is to be.

/** @import {BoardView, Square} from "./board.js" */

const SLACK = 6; // pixels that a hand may tremble

/**
 * Let a pointer take something along, and tell where it is let go of; a click is still one.
 *
 * @param {HTMLElement} source
 * @param {object} doors
 * @param {() => BoardView | null} doors.board
 * @param {(size: number) => Element} doors.ghost what follows the pointer, as large as a square
 * @param {(square: Square | undefined, at: Element | null) => void} doors.drop
 * @param {() => void} doors.click
 */
export function liftable(source, { board: seat, ghost: made, drop, click }) {
  /** Whether the click to come is the end of a drag. */
  let dragged = false;
  source.addEventListener("click", () => {
    if (!dragged) click();
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
