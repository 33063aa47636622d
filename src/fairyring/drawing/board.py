"""A board with what lies on it, as a standalone SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from fairyring.board import Board, Chart, Side
from fairyring.drawing.men import ALONE, SIZE, man, stands
from fairyring.drawing.theme import THEME, Shades, Theme
from fairyring.drawing.trails import trail
from fairyring.game import Position, Variant
from fairyring.kernels.rules import Token


@dataclass(frozen=True)
class Marks:
    """What is pointed out on a board, by the names of sites.

    Attributes:
        last: the squares of the last move, tinted.
        chosen: squares that are talked about, tinted.
        checked: squares of kings in check, tinted.
        faint: squares with a dashed border.
        goals: where a man may go, be there an enemy or nobody: a dot.
        moves: where it may go only if nobody is there: a small circle.
        captures: where it may only take: a ring, wide enough for the man in it.
        unders: where it may take him who carries a rider: a ring about the carrier.
        mounts: where it may sit on whoever stands there: a dot where a rider sits.
        unseats: where it may take a rider and sit in his place: a ring about him.
        ways: lines of sites to draw, on each chart that shows all of them; along the edges as the men
            of ``side`` wrap and bounce there.
        side: whose ways they are.
    """

    last: Sequence[str] = ()
    chosen: Sequence[str] = ()
    checked: Sequence[str] = ()
    faint: Sequence[str] = ()
    goals: Sequence[str] = ()
    moves: Sequence[str] = ()
    captures: Sequence[str] = ()
    unders: Sequence[str] = ()
    mounts: Sequence[str] = ()
    unseats: Sequence[str] = ()
    ways: Sequence[Sequence[str]] = ()
    side: Side = Side.WHITE


NO_MARKS = Marks()


class GoalSigns(NamedTuple):
    """The signs for goals, each as a piece of SVG the size of a square."""

    goal: str
    move: str
    capture: str
    under: str
    mount: str
    unseat: str


def goal_signs(theme: Theme) -> GoalSigns:
    """The signs for goals in a theme's colours."""
    middle = 'cx="24" cy="24"'
    return GoalSigns(
        f'<circle {middle} r="8.5" fill="{theme.move}"/>',
        f'<circle {middle} r="7.5" fill="#fff" fill-opacity=".8" stroke="{theme.move}" stroke-width="3"/>',
        f'<circle {middle} r="19" fill="none" stroke="{theme.capture}" stroke-width="4"/>',
        f'<circle cx="16" cy="32" r="14" fill="none" stroke="{theme.capture}" stroke-width="3"/>',
        f'<circle cx="39" cy="9" r="6" fill="{theme.move}" stroke="#fff" stroke-width="1.5"/>',
        f'<circle cx="32" cy="16" r="14" fill="none" stroke="{theme.capture}" stroke-width="3"/>',
    )


def board_svg(
    shown: Position | Variant,
    *,
    marks: Marks | None = None,
    seat: Side = Side.WHITE,
    charts: Sequence[int] | None = None,
    theme: Theme = THEME,
) -> str:
    """A picture of a position, or of the start of a variant.

    Args:
        shown: what to draw.
        marks: what to point out; a king in check unless given.
        seat: the side at whose seat the viewer sits.
        charts: the numbers of the board's charts to draw, from left to right; all unless given.
        theme: sizes and colours.

    Returns:
        One ``<svg>`` element, which is a whole XML document too. It holds no ids, styles or scripts, so
        that any number of them may stand in one HTML page under a strict content security policy.
        Its classes (``label``, ``square``, …) let a page's style sheet overrule its colours.

    Raises:
        KeyError: a mark names no site of the board.
        IndexError: the board has no such chart.
    """
    if isinstance(shown, Variant):  # its start is drawn as it is written, so that nothing is compiled for it
        variant, text = shown, shown.definition.start
        checked: tuple[str, ...] = ()
        tokens = shown.rules.tokens(shown.definition.form.placed(text), 0)
    else:
        variant, view = shown.variant, shown.view()
        text, tokens, checked = view.text, view.tokens, view.checked
    return draw(
        variant.board,
        tokens,
        marks=Marks(checked=checked) if marks is None else marks,
        seat=seat,
        charts=charts,
        theme=theme,
        label=f"{variant.title}: {text}",
    )


def draw(
    board: Board,
    tokens: Iterable[Token],
    *,
    marks: Marks = NO_MARKS,
    seat: Side = Side.WHITE,
    charts: Sequence[int] | None = None,
    theme: Theme = THEME,
    label: str,
) -> str:
    """A picture of any board with any men on it; see `board_svg`. ``label`` says it in words."""
    chosen = range(len(board.charts)) if charts is None else charts
    drawings = [_Drawing(board, number, seat, theme) for number in chosen]
    men = list(tokens)
    parts: list[str] = []
    left, bottom = 0.0, 0.0
    for drawing in drawings:
        left += theme.gap if parts else 0
        inside = "".join(drawing.parts(men, marks))
        parts.append(f'<g transform="translate({_n(left)} 0)">{inside}</g>')
        left, bottom = left + drawing.width, max(bottom, drawing.height)
    size = f'viewBox="0 0 {_n(left)} {_n(bottom)}" width="{_n(left)}" height="{_n(bottom)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="board" role="img"'
        f" aria-label={quoteattr(label)}>{''.join(parts)}</svg>"
    )


class _Drawing:
    """One chart."""

    def __init__(self, board: Board, number: int, seat: Side, theme: Theme) -> None:
        self.board, self.number, self.seat, self.theme = board, number, seat, theme
        self.chart: Chart = board.charts[number]
        self.top = theme.margin + (theme.heading if self.chart.title else 0)
        self.width = self.chart.width * SIZE + 2 * theme.margin
        self.height = self.chart.height * SIZE + self.top + theme.margin

    def parts(self, men: Iterable[Token], marks: Marks) -> Iterator[str]:
        """Its elements, from the ground up."""
        theme = self.theme
        yield from self._squares()
        for names, colour, strength in (
            (marks.last, theme.last, 0.5),
            (marks.chosen, theme.chosen, 0.45),
            (marks.checked, theme.check, 0.6),
        ):
            for x, y in self._corners(names):
                yield _rect(x, y, SIZE, SIZE, f'fill="{colour}" fill-opacity="{strength}"')
        for x, y in self._corners(marks.faint):
            yield _rect(
                x + 3,
                y + 3,
                SIZE - 6,
                SIZE - 6,
                f'rx="5" fill="none" stroke="{theme.move}" stroke-width="2.5" stroke-dasharray="6 4"',
            )
        yield self._lines()
        yield from self._labels()
        yield from self._ways(marks.ways, marks.side)
        stacks: dict[str, list[Token]] = {}
        for token in men:
            stacks.setdefault(token.site, []).append(token)
        for site, stack in stacks.items():
            for x, y in self._corners((site,)):
                yield from self._stack(stack, x, y)
        signs = goal_signs(theme)
        for names, sign in (
            (marks.goals, signs.goal),
            (marks.moves, signs.move),
            (marks.captures, signs.capture),
            (marks.unders, signs.under),
            (marks.mounts, signs.mount),
            (marks.unseats, signs.unseat),
        ):
            for x, y in self._corners(names):
                yield f'<g transform="translate({_n(x)} {_n(y)})">{sign}</g>'

    def _stack(self, stack: Sequence[Token], left: float, top: float) -> Iterator[str]:
        """Those who stand on each other in one square, from the ground up; who carries is faint."""
        for token, stand in zip(stack, stands(len(stack)), strict=True):
            look = f'transform="translate({_n(left + stand.x)} {_n(top + stand.y)})'
            if stand is not ALONE:
                look += f" scale({_n(stand.size)})"
            look += '"' if token is stack[-1] else f'" opacity="{self.theme.carrier}"'
            yield f"<g {look}>{man(token.picture, token.letter, self.theme.ink(token.side))}</g>"

    def _squares(self) -> Iterator[str]:
        """The squares, those of one colour as one path."""
        by_colour: dict[str, list[tuple[float, float]]] = {}
        for y, row in enumerate(self.chart.rows):
            for x, site in enumerate(row):
                shades = self._shades(site)
                colour = shades.light if self.board.shade(site) else shades.dark
                by_colour.setdefault(colour, []).append(self._corner(x, y))
        for colour, corners in by_colour.items():
            path = "".join(f"M{_n(x)} {_n(y)}h{SIZE}v{SIZE}h-{SIZE}z" for x, y in corners)
            yield f'<path class="square" fill="{colour}" d="{path}"/>'

    def _shades(self, site: int) -> Shades:
        if not self.board.regions:
            return self.theme.plain
        order = list(dict.fromkeys(self.board.regions))
        return self.theme.squares[order.index(self.board.regions[site]) % len(self.theme.squares)]

    def _lines(self) -> str:
        """The frame, and the borders between regions."""
        path = ""
        rows, regions = self.chart.rows, self.board.regions
        for y, row in enumerate(rows):
            for x, site in enumerate(row):
                left, top = self._corner(x, y)
                right = self.chart.rows[y][x + 1] if x + 1 < len(row) else None
                above = rows[y + 1][x] if y + 1 < len(rows) else None
                turned = self.seat is Side.BLACK
                if right is not None and regions and regions[site] != regions[right]:
                    path += f"M{_n(left if turned else left + SIZE)} {_n(top)}v{SIZE}"
                if above is not None and regions and regions[site] != regions[above]:
                    path += f"M{_n(left)} {_n(top + SIZE if turned else top)}h{SIZE}"
        frame = _rect(
            self.theme.margin,
            self.top,
            self.chart.width * SIZE,
            self.chart.height * SIZE,
            f'fill="none" stroke="{self.theme.frame}" stroke-width="1.5"',
        )
        inner = (
            f'<path d="{path}" fill="none" stroke="{self.theme.frame}" stroke-width="1.5"/>' if path else ""
        )
        return inner + frame

    def _labels(self) -> Iterator[str]:
        theme, middle = self.theme, SIZE / 2
        for x in range(self.chart.width):
            left, _ = self._corner(x, 0)
            yield self._label(
                left + middle, self.height - theme.margin / 2 + 5, _file(self.board, self.chart, x)
            )
        for y in range(self.chart.height):
            _, top = self._corner(0, y)
            yield self._label(theme.margin / 2, top + middle + 5, str(y + 1))
        if self.chart.title:
            yield self._label(self.width / 2, self.top - 12, self.chart.title, size=18, weight="600")

    def _label(self, x: float, y: float, text: str, size: int = 15, weight: str = "400") -> str:
        return (
            f'<text class="label" x="{_n(x)}" y="{_n(y)}" text-anchor="middle" font-family="system-ui,'
            f' sans-serif" font-size="{size}" font-weight="{weight}" fill="{self.theme.label}">'
            f"{escape(text)}</text>"
        )

    def _ways(self, ways: Sequence[Sequence[str]], side: Side) -> Iterator[str]:
        strokes: dict[str, None] = {}  # many ways have their beginning in common
        for way in ways:
            sites = [self.board.numbers[name] for name in way]
            for points in trail(self.board, self.number, sites, side):
                corners = [self._corner(x, y) for x, y in points]
                strokes["M" + "L".join(f"{_n(x + SIZE / 2)} {_n(y + SIZE / 2)}" for x, y in corners)] = None
        if strokes:
            look = f'stroke="{self.theme.way}" stroke-width="3" stroke-opacity=".35" stroke-linecap="round"'
            yield f'<path d="{"".join(strokes)}" fill="none" {look}/>'

    def _corners(self, names: Iterable[str]) -> Iterator[tuple[float, float]]:
        """The top left corner of each place of the sites on this chart."""
        for name in names:
            for place in self.board.places[self.board.numbers[name]]:
                if place.chart == self.number:
                    yield self._corner(place.x, place.y)

    def _corner(self, x: float, y: float) -> tuple[float, float]:
        if self.seat is Side.WHITE:
            y = self.chart.height - 1 - y
        else:
            x = self.chart.width - 1 - x
        return self.theme.margin + x * SIZE, self.top + y * SIZE


def _file(board: Board, chart: Chart, x: int) -> str:
    """The letter of a file: that with which the names of its sites begin."""
    return board.names[chart.rows[0][x]].rstrip("0123456789")[-1:] or str(x + 1)


def _rect(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {look}/>'


def _n(number: float) -> str:
    """A coordinate without idle digits."""
    return f"{number:g}"
