"""Sizes and colours of drawn boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fairyring.board import Side
from fairyring.kernels.rules import Token


class Shades(NamedTuple):
    """The colours of a region's dark and light squares."""

    dark: str
    light: str

    @property
    def colours(self) -> tuple[str, str, str]:
        """The colours by their shades: the third, of hexagons, is half-way."""
        pairs = zip(bytes.fromhex(self.dark[1:]), bytes.fromhex(self.light[1:]), strict=True)
        return self.dark, self.light, "#" + bytes(sum(pair) // 2 for pair in pairs).hex()


class Ink(NamedTuple):
    """The colours of one side's pieces: body, outline, details, and the outline of their arrows."""

    fill: str
    line: str
    detail: str
    arrow: str


_HOLE = Shades("#4e6571", "#5b7380")
_PLAIN = Shades("#b99468", "#efe3cf")
_WHITE = Ink("#fffdf6", "#2b2620", "#2b2620", "#2b2620")
_BLACK = Ink("#3a332d", "#17130f", "#f2e6d0", "#f2e6d0")


_OFFER = Ink("#f6e7b2", "#6b531a", "#8a6a1f", "#6b531a")
_NOBODY = Ink("#f2c230", "#5b3d00", "#d9641c", "#5b3d00")
_DEMAND = Ink("#3f67b1", "#14264a", "#dbe6f7", "#14264a")


@dataclass(frozen=True)
class Theme:
    """Sizes and colours. Sizes are in the units of the drawings (a square is 48 wide); colours are SVG's.

    Attributes:
        squares: the shades of the board's regions, in the order in which they first occur among the
            board's sites; further regions start over from the first.
        plain: the shades of a board without regions.
        white: the colours of White's pieces.
        black: the colours of Black's pieces.
        margin: room around each chart for the labels of files and ranks.
        heading: room above a chart that has a title, beyond the margin.
        gap: room between two charts.
        label: the labels of files, ranks and charts, legible on a light and on a dark background.
        frame: the line around each chart and between its regions.
        last: squares of the last move.
        chosen: selected squares.
        check: the square of a king in check.
        move: signs for where a piece may move, and the dashes around faint squares.
        capture: signs for where it may only capture.
        way: lines that show the way there.
        carrier: the opacity of a piece that carries another.
        hole: the shades of squares that can carry others, where there is no piece.
        backs: the shades of the squares on a piece's back: White's, Black's.
        mount: the opacity of a piece that carries squares.
        disc: a spinner's disc, and the lines on it.
        offer: the colours of chips that block nothing.
        demand: the colours of chips that block the way.
        cushion: where pieces bounce, and joined edges: the line, and the rim around it.
        nobody: the colours of other things, which belong to neither side, which are also written in their
            drawings.
        star: the mark of a True King.
    """

    squares: tuple[Shades, ...] = (
        Shades("#cfa95f", "#f3e4bd"),
        Shades("#94ab81", "#e8ecda"),
        Shades("#c48d74", "#f1dfd4"),
        Shades("#7f9cb8", "#dbe6f0"),
    )
    plain: Shades = _PLAIN
    white: Ink = _WHITE
    black: Ink = _BLACK
    margin: float = 22
    heading: float = 20
    gap: float = 14
    label: str = "#80776b"
    frame: str = "#4a4037"
    last: str = "#f2c230"
    chosen: str = "#3f7fd0"
    check: str = "#d83a2b"
    move: str = "#1f4e8c"
    capture: str = "#b3261e"
    way: str = "#1f4e8c"
    carrier: float = 0.72
    hole: Shades = _HOLE
    backs: tuple[Shades, Shades] = (Shades("#ead9b4", "#f6ecd4"), Shades("#a3a7b0", "#b4b8bf"))
    mount: float = 0.5
    disc: tuple[str, str] = ("#ddd3c2", "#6e6252")
    offer: Ink = _OFFER
    demand: Ink = _DEMAND
    cushion: tuple[str, str] = ("#2f7d5b", "#123c2a")
    nobody: Ink = _NOBODY
    star: str = "#e0a800"

    def back(self, side: Side | None) -> Shades:
        """The shades of a piece's back; a neutral one's are White's."""
        return self.backs[side is Side.BLACK]

    def ink_of(self, token: Token) -> Ink:
        """The colours of a piece, of chips, or of a thing that belongs to neither side."""
        if token.chips:
            return self.demand if token.picture == "demand" else self.offer
        return self.nobody if token.side is None else self.ink(token.side)

    def ink(self, side: Side | None) -> Ink:
        """The colours of a side's pieces; neutral ones have White's."""
        return self.black if side is Side.BLACK else self.white


THEME = Theme()
