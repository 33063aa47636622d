"""What a side has beside the board, its hand and its counters: a strip of the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from fairyring.board import Side
from fairyring.drawing.artwork import SIZE, picture_of, piece_svg
from fairyring.drawing.theme import Theme
from fairyring.kernels.rules import Panel
from fairyring.messages import Message

STRIP = 44  # the height of a strip
SHARE = 0.75  # the size of a piece in it, as a share of a piece on the board
COUNT = 26  # the width of a number of pieces, and the room between two counters
LETTER = 8.5  # about the width of a letter


def strip(panels: Sequence[Panel], side: Side, width: float, theme: Theme, say: Callable[[str], str]) -> str:
    """The strip of a side, as an SVG fragment; empty if it has nothing to show."""
    parts: list[str] = []
    x = theme.margin + 6
    several = sum(panel.side is side and panel.number is None for panel in panels) > 1
    for panel in panels:
        if panel.side is not side:
            continue
        if panel.number is not None:
            said = say(Message("{title}: {number}", title=Message(panel.title), number=panel.number))
            parts.append(_text(x, said, theme))
            x += LETTER * len(said) + COUNT
        if several and panel.holdings:
            said = say(panel.title)
            parts.append(_text(x, said, theme))
            x += LETTER * len(said)
        for held in panel.holdings:
            piece = piece_svg(held.picture, held.letter, theme.ink(side))
            place = f'transform="translate({x:g} 2) scale({SHARE})"'
            parts.append(f"<g{picture_of(held.picture, side)} {place}>{piece}</g>")
            x += SHARE * SIZE
            if held.number > 1:
                parts.append(_text(x, f"×{held.number}", theme))
                x += COUNT
    if not parts:
        return ""
    # A light ground, on which the pieces of both sides are easy to see on a dark page, too.
    ground = (
        f'<rect x="{theme.margin}" y="0" width="{width - 2 * theme.margin:g}" height="{STRIP - 4}" rx="5"'
        f' fill="{theme.plain.light}"/>'
    )
    return ground + "".join(parts)


def _text(x: float, text: str, theme: Theme) -> str:
    return (
        f'<text class="beside" x="{x:g}" y="26" font-family="system-ui, sans-serif" font-size="17"'
        f' fill="{theme.white.line}">{escape(text)}</text>'
    )
