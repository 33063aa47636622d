"""A board drawn in a terminal: every chart with its files and ranks, side by side if there is room.

A carried chart is drawn on top of its carrier: each big square is a block of small ones, with a column in
the middle that shows the big piece.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from fairyring.board import HOLE as NO_SITE

if TYPE_CHECKING:
    from fairyring import View
    from fairyring.board import Board, Chart
    from fairyring.kernels.rules import Token

# Solid figures for both sides, which differ in colour; a piece without a figure shows its letter.
# U+FE0E asks for a text pawn: some terminals would show an emoji twice as wide.
FIGURES = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟\ufe0e"}

# Dark and light squares in middle tones, on which both white and black pieces stand out. Sites that several
# charts share are in warmer tones.
PLAIN = ("#5d7787", "#8aa1ae")
SHARED = ("#8a6a4a", "#b3957a")
# The backs of pieces that carry squares, the column that shows such a piece, and holes where there is none.
BACKS = {"white": ("#8f8268", "#b0a388"), "black": ("#71757d", "#8f949c"), None: ("#8f8268", "#b0a388")}
MOUNTS = {"white": "#6b5f47", "black": "#565a62", None: "#6b5f47"}
HOLE = ("#1d2a31", "#24333b")
LAST, CHECKED, CHOSEN = ("#8f8420", "#aba03c"), ("#b03a34", "#c24b45"), ("#3f8552", "#559a68")
INK = {"white": "bold #ffffff", "black": "bold #000000", None: "#303030"}

NARROW, SQUARE, STACK = 2, 3, 5  # columns of a square: on a wide board, on most boards, with stacked pieces
GAP = 3  # columns between two charts


@dataclass(frozen=True)
class Marks:
    """Names of the sites to mark: the last move's, those in check, and those that may be chosen."""

    last: Collection[str] = ()
    checked: Collection[str] = ()
    chosen: Collection[str] = ()


@dataclass(frozen=True)
class Screen:
    """Draws positions of one board.

    Attributes:
        console: where to draw; without colours, pieces are letters (capitals for White), and brackets
            mark sites: ``[ ]`` the last move, ``< >`` check, ``( )`` what may be chosen.
        board: the board.
        square: how many columns a square takes.
    """

    console: Console
    board: Board
    square: int = SQUARE
    _shared: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        shared = (site for site, places in enumerate(self.board.places) if len({p.chart for p in places}) > 1)
        object.__setattr__(self, "_shared", frozenset(shared))

    @classmethod
    def fitting(cls, console: Console, board: Board, square: int) -> Screen:
        """A screen with ``square`` columns for a square, or fewer if the console is too narrow."""
        screen = cls(console, board, square)
        fits = max(map(screen._width, board.panels)) <= console.width
        return screen if fits else cls(console, board, min(square, NARROW))

    def draw(self, view: View, marks: Marks, flip: bool = False) -> RenderableType:
        """The position as seen by White, or by Black if ``flip`` is set; and what squares are called."""
        tokens: dict[str, list[Token]] = {}
        for token in view.tokens:
            tokens.setdefault(token.site, []).append(token)
        drawn: list[RenderableType] = [self._panel(panel, tokens, marks, flip) for panel in self.board.panels]
        pairs = zip(self.board.coordinates, self.board.names, strict=True)
        named = Text(", ".join(f"{usual} = {name}" for usual, name in pairs if name != usual), "dim")
        names = [named] if named else []
        width = sum(self._width(panel) + GAP for panel in self.board.panels) - GAP
        if width > self.console.width:
            return Group(*drawn, *names)
        side_by_side = Table.grid(padding=(0, GAP, 0, 0))
        side_by_side.add_row(*drawn)
        return Group(side_by_side, *names)

    def _width(self, panel: Sequence[int]) -> int:
        """The columns of a panel."""
        chart = self.board.charts[panel[0]]
        return _margin(chart) + chart.width * self._block(panel)

    def _block(self, panel: Sequence[int]) -> int:
        """The columns of a square of the lowest chart."""
        lowest, finest = (self.board.charts[panel[end]] for end in (0, -1))
        return self.square * (lowest.within(finest)[0] + (len(panel) > 1))

    def _panel(self, panel: Sequence[int], tokens: dict[str, list[Token]], marks: Marks, flip: bool) -> Text:
        chart, finest = (self.board.charts[panel[end]] for end in (0, -1))
        across, down = chart.within(finest)
        margin, block = _margin(chart), self._block(panel)
        files = range(chart.width)[:: -1 if flip else 1]
        ranks = range(chart.height)[:: 1 if flip else -1]
        text = Text(no_wrap=True)
        if chart.title and len(panel) == 1:
            text.append(f"{'':{margin}}{chart.title:^{block * chart.width}}\n", "bold")
        for y in ranks:
            for line, v in enumerate(range(down)[:: 1 if flip else -1]):
                name = self.board.rank_name(chart, y) if not line else ""
                text.append(f"{name:>{margin - 1}} ", "dim")
                for x in files:
                    row = finest.rows[y * down + v][x * across : (x + 1) * across][:: -1 if flip else 1]
                    cells = [self._square(site, tokens, marks) for site in row]
                    if len(panel) > 1:
                        middle = self._square(chart.rows[y][x], tokens, marks)
                        cells.insert(across // 2, middle if not line else self._blank(middle))
                    for cell in cells:
                        text.append_text(cell)
                text.append("\n")
        letters = "".join(f"{self.board.file_name(chart, x):^{block}}" for x in files)
        text.append(f"{'':{margin}}{letters}", "dim")
        return text

    def _blank(self, square: Text) -> Text:
        """A square's background without what is on it."""
        return Text(" " * self.square, style=square.style)

    def _square(self, site: int, tokens: dict[str, list[Token]], marks: Marks) -> Text:
        if site == NO_SITE:
            return Text(" " * self.square)
        name, shade = self.board.names[site], self.board.shade(site)
        stack = tokens.get(name, [])
        carrier = self.board.names[self.board.carriers[site]] if site in self.board.carriers else ""
        hole = not tokens.get(carrier or name) and (bool(carrier) or site in self.board.backs)
        if self.console.color_system is None:
            ends = "  "
            for brackets, marked in (("[]", marks.last), ("<>", marks.checked), ("()", marks.chosen)):
                ends = brackets if name in marked else ends
            ground = " " if hole and ends == "  " else self._sign("·", ".")
            inside = "".join(_step(token) + token.letter for token in stack) or ground
            room = self.square - len(ends)
            return Text(
                f"{ends[0]}{inside:^{room}}{ends[1]}" if len(inside) <= room else inside[: self.square]
            )
        colours = SHARED if site in self._shared else PLAIN
        if hole:
            colours = HOLE
            shade = self.board.shade(self.board.carriers.get(site, site))
        elif carrier:
            colours = BACKS[tokens[carrier][-1].side]
        elif site in self.board.backs:
            colours = (MOUNTS[stack[-1].side],) * 2
        for pair, marked in ((LAST, marks.last), (CHECKED, marks.checked), (CHOSEN, marks.chosen)):
            colours = pair if name in marked else colours
        square = Text(style=f"on {colours[shade]}")
        for token in stack:
            sign = self._sign(FIGURES.get(token.picture, ""), token.letter.upper())
            square.append(_step(token), INK[None])
            square.append(sign, INK[token.side] + " underline" * token.marked)
        square.truncate(self.square)
        if not stack and name in marks.chosen:
            square.append(self._sign("•", "."), INK["white"])
        room = self.square - square.cell_len
        square.pad_left((room + 1) // 2)
        square.pad_right(room // 2)
        return square

    def _sign(self, sign: str, plain: str) -> str:
        """The sign, or the plain one if there is none or the terminal cannot write it."""
        try:
            sign.encode(self.console.encoding)
        except UnicodeEncodeError:
            return plain
        return sign or plain


def _margin(chart: Chart) -> int:
    """The columns that the ranks' numbers take."""
    return len(str(chart.height)) + 1


def _step(token: Token) -> str:
    """The sign before a piece on top of another, as in ``b^N``."""
    return "" if token.chips else token.level[:1]
