// Mouse, pen and touch: tap a man and then its goal, or drag it there.

/** @import {BoardView, Man, Square} from "./board.js" */

/**
 * @typedef {object} Hand
 * @property {(site: string) => boolean} grabs     whether a turn can begin here now
 * @property {(site: string) => boolean} selected
 * @property {(square: Square) => Square} stand    where he stands whom a hand takes that points there
 * @property {(site: string) => string} level      the level on which he stands who would move from there
 * @property {(square: Square, dragged: boolean, unseen: boolean) => void} touch a site is chosen; by a finger,
 *   which cannot point without choosing, nothing has been seen of it before
 * @property {(at: Element | null) => void} drop    a man is let go of where there is no square
 * @property {() => void} cancel                   what was chosen of a turn is given up
 */

const SLACK = 5;

/**
 * @param {BoardView} view
 * @param {Hand} hand
 */
export function listen(view, hand) {
  /** @type {{id: number, square: Square, x: number, y: number, again: boolean, man: Man | null} | null} */
  let held = null;
  const under = (/** @type {PointerEvent} */ event) =>
    view.squareOf(document.elementFromPoint(event.clientX, event.clientY));

  view.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = view.squareOf(/** @type {Element} */ (event.target));
    if (!square) return;
    view.motion.finish();
    if (event.pointerType === "mouse") {
      // The board does not take the focus from the arrow keys, which step through the moves.
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) {
        document.activeElement.blur();
      }
    }
    if (!hand.grabs(square.site)) {
      held = { id: event.pointerId, square, x: event.clientX, y: event.clientY, again: false, man: null };
      return;
    }
    const again = hand.selected(square.site);
    if (!again) hand.touch(square, false, false);
    const stand = hand.stand(square);
    const man = view.manOn(stand, hand.level(stand.site)) ?? null;
    held = { id: event.pointerId, square: stand, x: event.clientX, y: event.clientY, again, man };
  });

  addEventListener("pointermove", (event) => {
    if (!held) {
      if (event.pointerType !== "touch") hover(event);
      return;
    }
    if (event.pointerId !== held.id || !held.man) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.man.group.classList.contains("dragged")) {
      if (Math.hypot(dx, dy) < SLACK) return;
      lift(held.man, held.square.panel);
    }
    carry(event, held.man);
    view.light(under(event)?.site ?? null);
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { square, again, man } = held;
    held = null;
    const goal = under(event);
    if (man?.group.classList.contains("dragged")) {
      if (goal && goal.site !== square.site) hand.touch(goal, true, false);
      else if (!goal) hand.drop(document.elementFromPoint(event.clientX, event.clientY));
      settle(man);
      view.light(null);
    } else if (man && again) hand.cancel();
    else if (!man && goal === square) hand.touch(square, false, event.pointerType === "touch");
  });

  addEventListener("pointercancel", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (held.man) settle(held.man);
    held = null;
    view.light(null);
  });

  // A finger on a man that can move drags it; anywhere else it scrolls the page.
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

  /** The same man on other panels. @param {Man} man */
  function echoes(man) {
    const { site, name } = man.token;
    return [...view.men.values()].filter((other) => other !== man && other.token.site === site && other.token.name === name);
  }

  /**
   * @param {Man} man
   * @param {number} panel
   */
  function lift(man, panel) {
    man.group.classList.add("dragged");
    for (const other of echoes(man)) other.group.classList.add("echo");
    man.group.parentNode?.append(man.group);
    view.panels[panel].figure.classList.add("raised");
    view.element.classList.add("dragging");
  }

  /**
   * @param {PointerEvent} event
   * @param {Man} man
   */
  function carry(event, man) {
    const { drawn, panel } = view.panels[man.panel];
    const box = drawn.getBoundingClientRect();
    const unit = box.width / panel.width;
    const square = view.square(man.token.site, man.panel);
    if (!square) return;
    const x = (event.clientX - box.left) / unit - square.middle.x;
    const y = (event.clientY - box.top) / unit - square.middle.y - (event.pointerType === "touch" ? 0.6 : 0);
    man.body.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {Man} man */
  function settle(man) {
    // In the frame in which the board is drawn again, so that the man is never seen back at his start.
    requestAnimationFrame(() => {
      man.body.style.transform = "";
      man.group.classList.remove("dragged");
      for (const other of echoes(man)) other.group.classList.remove("echo");
      view.panels[man.panel].figure.classList.remove("raised");
      view.element.classList.remove("dragging");
    });
  }
}
