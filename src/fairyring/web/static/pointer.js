// Mouse, pen and touch: click a piece and then its goal, or drag it there.

import { english } from "./english.js";

/** @import {BoardView, Piece, Square} from "./board.js" */

/**
 * @typedef {object} Hand
 * @property {(site: string) => boolean} grabs     whether a move can begin here now
 * @property {(site: string) => boolean} selected
 * @property {(square: Square) => Square} stand    the square of the piece that a press there picks up
 * @property {(site: string) => string} level      the level of the piece that would move from there
 * @property {(square: Square, dragged: boolean, unseen: boolean) => void} touch a square is chosen; `unseen`: by a
 *   finger, which cannot hover, so that no forecast has been shown
 * @property {(at: Element | null) => void} drop    a piece is dropped off the board
 * @property {() => void} cancel                   the move begun is cancelled
 * @property {(square: Square) => void} ask         a finger rests on a square
 */

const SLACK = 5; // pixels that a click may move
const RESTING = 550; // milliseconds after which a finger rests

/**
 * @param {BoardView} view
 * @param {Hand} hand
 * @param {AbortSignal} [signal] ends it, for a board that another one takes the place of
 */
export function listen(view, hand, signal) {
  /** @type {{id: number, square: Square, x: number, y: number, again: boolean, piece: Piece | null} | null} */
  let held = null;
  let resting = 0;
  const under = (/** @type {PointerEvent} */ event) =>
    view.squareOf(document.elementFromPoint(event.clientX, event.clientY));

  view.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = view.squareOf(/** @type {Element} */ (event.target));
    if (!square) return;
    view.motion.finish();
    if (event.pointerType === "touch") {
      clearTimeout(resting);
      resting = setTimeout(() => {
        held = null;
        hand.ask(square);
      }, RESTING);
    }
    if (event.pointerType === "mouse") {
      // Keep the focus off the board, so that the arrow keys step through the moves.
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) {
        document.activeElement.blur();
      }
    }
    if (!hand.grabs(square.site)) {
      held = { id: event.pointerId, square, x: event.clientX, y: event.clientY, again: false, piece: null };
      return;
    }
    const again = hand.selected(square.site);
    if (!again) hand.touch(square, false, false);
    const stand = hand.stand(square);
    const piece = view.pieceOn(stand, hand.level(stand.site)) ?? null;
    held = { id: event.pointerId, square: stand, x: event.clientX, y: event.clientY, again, piece };
  });

  addEventListener("pointermove", (event) => {
    if (!held) {
      if (event.pointerType !== "touch") hover(event);
      return;
    }
    if (event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.hypot(dx, dy) >= SLACK) clearTimeout(resting);
    if (!held.piece) return;
    if (!held.piece.group.classList.contains("dragged")) {
      if (Math.hypot(dx, dy) < SLACK) return;
      startDrag(held.piece, held.square.panel);
    }
    drag(event, held.piece);
    view.light(under(event)?.site ?? null);
  }, { signal });

  addEventListener("pointerup", (event) => {
    clearTimeout(resting);
    if (!held || event.pointerId !== held.id) return;
    const { square, again, piece } = held;
    held = null;
    const goal = under(event);
    if (piece?.group.classList.contains("dragged")) {
      if (goal && goal.site !== square.site) hand.touch(goal, true, false);
      else if (!goal) hand.drop(document.elementFromPoint(event.clientX, event.clientY));
      endDrag(piece);
      view.light(null);
    } else if (piece && again) hand.cancel();
    else if (!piece && goal === square) hand.touch(square, false, event.pointerType === "touch");
  }, { signal });

  addEventListener("pointercancel", (event) => {
    clearTimeout(resting);
    if (!held || event.pointerId !== held.id) return;
    if (held.piece) endDrag(held.piece);
    held = null;
    view.light(null);
  }, { signal });

  // A finger on a piece that can move drags it; anywhere else it scrolls the page.
  view.element.addEventListener(
    "touchstart",
    (event) => {
      const square = view.squareOf(/** @type {Element} */ (event.target));
      if (square && hand.grabs(square.site) && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );

  /** @param {PointerEvent} event */
  function hover(event) {
    const square = view.squareOf(/** @type {Element | null} */ (event.target instanceof Element ? event.target : null));
    if (square || view.element.querySelector("[data-lit]")) view.light(square?.site ?? null);
  }

  /** The same piece on other squares of its site. @param {Piece} piece */
  function echoes(piece) {
    const { site, name } = piece.token;
    return [...view.pieces.values()].filter((other) => other !== piece && other.token.site === site && english(other.token.name) === english(name));
  }

  /**
   * @param {Piece} piece
   * @param {number} panel
   */
  function startDrag(piece, panel) {
    piece.group.classList.add("dragged");
    for (const other of echoes(piece)) other.group.classList.add("echo");
    piece.group.parentNode?.append(piece.group);
    view.panels[panel].figure.classList.add("raised");
    view.element.classList.add("dragging");
  }

  /**
   * @param {PointerEvent} event
   * @param {Piece} piece
   */
  function drag(event, piece) {
    const { drawn, panel } = view.panels[piece.square.panel];
    const box = drawn.getBoundingClientRect();
    const unit = box.width / panel.width;
    const { middle } = piece.square;
    const x = (event.clientX - box.left) / unit - middle.x;
    const y = (event.clientY - box.top) / unit - middle.y - (event.pointerType === "touch" ? 0.6 : 0);
    piece.body.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {Piece} piece */
  function endDrag(piece) {
    // In the frame in which the board is redrawn, so that the piece is never seen back where it started.
    requestAnimationFrame(() => {
      piece.body.style.transform = "";
      piece.group.classList.remove("dragged");
      for (const other of echoes(piece)) other.group.classList.remove("echo");
      view.panels[piece.square.panel].figure.classList.remove("raised");
      view.element.classList.remove("dragging");
    });
  }
}
