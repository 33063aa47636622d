"""A board and everything on it, as a standalone SVG picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from fairyring.board import HOLE, SQUARES, Board, Chart, Heading, Point, Side, path
from fairyring.board.borders import What, borders
from fairyring.board.graph import PLAIN
from fairyring.drawing.artwork import (
    ALONE,
    SIZE,
    picture_of,
    piece_svg,
    placements,
    star,
    worth_label,
)
from fairyring.drawing.beside import STRIP, strip
from fairyring.drawing.borders import border_svg
from fairyring.drawing.marks import NO_MARKS, Marks, goal_signs
from fairyring.drawing.motion import arrow, badge, impulse, turntable
from fairyring.drawing.theme import THEME, Shades, Theme
from fairyring.drawing.trails import trail
from fairyring.errors import expect
from fairyring.game import Position, Variant
from fairyring.kernels.rules import Panel, Token
from fairyring.messages import Message


def board_svg(
    shown: Position | Variant,
    *,
    marks: Marks | None = None,
    seat: Side = Side.WHITE,
    charts: Sequence[int] | None = None,
    theme: Theme = THEME,
    say: Callable[[str], str] = str,
) -> str:
    """A picture of a position, or of the start of a variant, with what the sides have beside the board.

    Args:
        shown: what to draw.
        marks: what to mark; by default, a king in check.
        seat: the side shown at the bottom.
        charts: the numbers of the charts to draw, from left to right; by default, all. A carried chart
            is drawn on top of its carrier if that is drawn too.
        theme: sizes and colours.
        say: translates the words of the picture, which are its label and the titles of charts.

    Returns:
        One ``<svg>`` element, which is also a complete XML document. It holds no ids, styles or scripts,
        so one HTML page can hold any number of them under a strict content security policy. A style
        sheet can override its colours through its classes (``label``, ``square``, …).

    Raises:
        KeyError: a mark names a site that is not on the board.
        IndexError: the board has no chart with that number.
        TypeError: it is neither a position nor a variant.
    """
    expect(shown, (Position, Variant), "a picture is of a position or a variant")
    if isinstance(shown, Variant):  # drawn from its text, so that nothing needs compiling
        variant, text = shown, shown.definition.start
        checked: tuple[str, ...] = ()
        placed = shown.definition.form.placed(text)
        tokens, panels = shown.rules.tokens(placed, 0), shown.rules.panels(placed, 0)
    else:
        variant, view = shown.variant, shown.view()
        text, tokens, checked, panels = view.text, view.tokens, view.checked, view.panels
    return draw(
        variant.board,
        tokens,
        marks=Marks(checked=checked) if marks is None else marks,
        seat=seat,
        charts=charts,
        theme=theme,
        turning=variant.rules.turning,
        panels=panels,
        label=Message("{game}: {position}", game=Message(variant.title), position=text),
        say=say,
    )


def draw(
    board: Board,
    tokens: Iterable[Token],
    *,
    marks: Marks = NO_MARKS,
    seat: Side = Side.WHITE,
    charts: Sequence[int] | None = None,
    theme: Theme = THEME,
    turning: Sequence[str] = (),
    panels: Sequence[Panel] = (),
    label: str,
    say: Callable[[str], str] = str,
) -> str:
    """A picture of any board with any pieces on it; see `board_svg`.

    ``turning`` are the sites of its spinner; ``panels`` what the sides have beside the board; ``label``
    describes the picture in words.
    """
    chosen = range(len(board.charts)) if charts is None else charts
    piles: list[list[int]] = []
    for number in chosen:
        if piles and board.charts[number].carried and piles[-1][-1] == number - 1:
            piles[-1].append(number)
        else:
            piles.append([number])
    drawings = [_Panel(board, pile, seat, theme, say) for pile in piles]
    placed = list(tokens)
    parts: list[str] = []
    across = sum(drawing.width for drawing in drawings) + theme.gap * (len(drawings) - 1)
    far, near = (strip(panels, side, across, theme, say) for side in (seat.other, seat))
    top = STRIP if far else 0
    left, bottom = 0.0, 0.0
    for drawing in drawings:
        left += theme.gap if parts else 0
        inside = "".join(drawing.parts(placed, marks, turning))
        parts.append(f'<g transform="translate({_n(left)} {top})">{inside}</g>')
        left, bottom = left + drawing.width, max(bottom, top + drawing.height)
    if near:
        near = f'<g transform="translate(0 {_n(bottom + 4)})">{near}</g>'
        bottom += STRIP
    size = f'viewBox="0 0 {_n(left)} {_n(bottom)}" width="{_n(left)}" height="{_n(bottom)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="board" role="img"'
        f" aria-label={quoteattr(say(label))}>{far}{''.join(parts)}{near}</svg>"
    )


class _Panel:
    """One chart, with the charts carried by it."""

    def __init__(
        self,
        board: Board,
        pile: Sequence[int],
        seat: Side,
        theme: Theme,
        say: Callable[[str], str],
    ) -> None:
        self.board, self.pile, self.seat, self.theme = board, pile, seat, theme
        self.lowest, self.top_chart = board.charts[pile[0]], board.charts[pile[-1]]
        # Even a carried chart drawn alone has the labels and borders of the squares that carry it.
        self.ground = board.charts[next(panel[0] for panel in board.panels if pile[0] in panel)]
        sheets = board.sheets(self.lowest) if len(pile) == 1 else ()
        self.titles = [(files, say(title)) for files, title in sheets if title]
        self.top = theme.margin + (theme.heading if self.titles else 0)
        self.across, self.down = (length * SIZE for length in self.top_chart.size)
        self.cell = self.lowest.lattice.cell
        self.width = self.across + 2 * theme.margin
        self.height = self.down + self.top + theme.margin

    def parts(self, tokens: Iterable[Token], marks: Marks, turning: Sequence[str]) -> Iterator[str]:
        """Its elements, from the bottom up."""
        stacks: dict[str, list[Token]] = {}
        for token in tokens:
            stacks.setdefault(token.site, []).append(token)
        yield from self._squares()
        yield from self._borders(joints=True)
        yield from self._spinner(turning)
        for number in self.pile:
            for stack in stacks.values() if number != self.pile[-1] else ():
                yield from self._mount(number, stack[-1])
            yield from self._tints(number, marks)
        yield self._lines()
        yield from self._borders(joints=False)
        yield from self._labels()
        yield from self._names()
        yield from self._ways(marks.ways, marks.side)
        for site, stack in stacks.items():
            for x, y, _ in self._corners((site,), self.pile[-1]):
                yield from self._stack(stack, x, y)
        for stack in stacks.values():
            yield from self._impulse(stack[-1])
        yield from self._signs(marks)
        yield from self._rides(marks)

    def _spinner(self, turning: Sequence[str]) -> Iterator[str]:
        """The disc on the spinner's squares."""
        corners = [(x + side / 2, y + side / 2) for x, y, side in self._corners(turning, self.pile[0])]
        if corners:
            x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
            yield turntable((x, y), *self.theme.disc)

    def _impulse(self, token: Token) -> Iterator[str]:
        """The arrow of a moving piece along the path it will take, over the edges."""
        if token.momentum is None or token.side is None:
            return
        dx, dy, number, charts = token.momentum
        for place in self.board.places[self.board.numbers[token.site]]:
            if place.chart in self.pile and place.chart in charts:
                chart = self.board.charts[place.chart]
                way = path(self.board, Heading(place, dx, dy), token.side)
                ((x, y),) = self._points(chart, ((place.x, place.y),))
                stops = bool(way) and not all(float(part).is_integer() for part in way[-1][-1])
                lines = [self._points(chart, line) for line in way]
                yield impulse((x, y), lines, number, self.theme.ink(token.side), stops=stops)

    def _rides(self, marks: Marks) -> Iterator[str]:
        if self.pile[0]:
            return
        chart, theme = self.board.charts[0], self.theme
        for legs in marks.rides:
            lines = [self._points(chart, leg) for leg in legs]
            yield arrow(lines, theme.way, "#fff", start=0.1, end=0.1)
        for site, text in marks.steps.items():
            for x, y, side in self._corners((site,), 0):
                yield badge((x + 0.78 * side, y + 0.22 * side), text, theme.way, "#fff")

    def _points(self, chart: Chart, line: Iterable[Point]) -> list[Point]:
        """Points in files and ranks as points of the picture."""
        half = self._side(chart) / 2
        return [(x + half, y + half) for x, y in (self._corner(chart, *point) for point in line)]

    def _tints(self, number: int, marks: Marks) -> Iterator[str]:
        theme = self.theme
        for names, colour, strength in (
            (marks.last, theme.last, 0.5),
            (marks.chosen, theme.chosen, 0.45),
            (marks.checked, theme.check, 0.6),
        ):
            for x, y, side in self._corners(names, number):
                yield f'<path fill="{colour}" fill-opacity="{strength}" d="{self._cell(x, y, side)}"/>'
        dashes = f'fill="none" stroke="{theme.move}" stroke-width="2.5" stroke-dasharray="6 4"'
        for x, y, side in self._corners(marks.faint, number):
            yield f'<path {dashes} stroke-linejoin="round" d="{self._cell(x + 3, y + 3, side - 6)}"/>'

    def _signs(self, marks: Marks) -> Iterator[str]:
        signs = goal_signs(self.theme)
        for names, sign, with_riders in (
            (marks.goals, signs.goal, signs.berth),
            (marks.moves, signs.move, signs.berth),
            (marks.captures, signs.capture, signs.ram),
            (marks.friends, signs.friend, signs.ram),
            (marks.taken, signs.taken, signs.ram),
            (marks.swaps, signs.swap, signs.berth),
            (marks.royals, signs.royal, signs.ram),
            (marks.tame, signs.tame, signs.berth),
            (marks.stays, signs.stay, signs.berth),
            (marks.unders, signs.under, signs.ram),
            (marks.mounts, signs.mount, signs.berth),
            (marks.unseats, signs.unseat, signs.ram),
        ):
            for number in self.pile:
                drawn = sign if number == self.pile[-1] else with_riders
                for x, y, side in self._corners(names, number):
                    scale = "" if side == SIZE else f" scale({_n(side / SIZE)})"
                    yield f'<g transform="translate({_n(x)} {_n(y)}){scale}">{drawn}</g>'

    def _mount(self, number: int, token: Token) -> Iterator[str]:
        """A piece that carries squares: the squares on its back, and the piece itself shining through."""
        shades, numbers = self.theme.back(token.side), self.board.numbers
        for x, y, side in self._corners((token.site,), number):
            yield _rect(x, y, side, side, f'fill="{shades.light}"')
            backs = [self.board.names[site] for site in self.board.backs[numbers[token.site]]]
            for (left, top, small), name in zip(self._corners(backs, number + 1), backs, strict=True):
                if not self.board.shade(numbers[name]):
                    yield _rect(left, top, small, small, f'fill="{shades.dark}"')
            drawn = piece_svg(token.picture, token.letter, self.theme.ink(token.side))
            place = f"translate({_n(x)} {_n(y)}) scale({_n(side / SIZE)})"
            yield f'<g{_kind(token)} transform="{place}" opacity="{self.theme.mount}">{drawn}</g>'
            edge = self.theme.ink(token.side)
            yield _rect(
                x + 1, y + 1, side - 2, side - 2, f'fill="none" stroke="{edge.line}" stroke-width="2"'
            )

    def _stack(self, stack: Sequence[Token], left: float, top: float) -> Iterator[str]:
        """The pieces of a stack on one square, from the bottom up; carriers are faint."""
        for token, placement in zip(stack, placements(len(stack)), strict=True):
            look = f'transform="translate({_n(left + placement.x)} {_n(top + placement.y)})'
            if placement is not ALONE:
                look += f" scale({_n(placement.size)})"
            opaque = token is stack[-1] or token.chips
            look += '"' if opaque else f'" opacity="{self.theme.carrier}"'
            ink = self.theme.ink_of(token)
            signs = worth_label(token.chips, ink) + (star(self.theme.star, ink) if token.marked else "")
            yield f"<g{_kind(token)} {look}>{piece_svg(token.picture, token.letter, ink)}{signs}</g>"

    def _squares(self) -> Iterator[str]:
        """The squares of the lowest chart, one path for each colour."""
        by_colour: dict[str, list[tuple[float, float]]] = {}
        side = self._side(self.lowest)
        for y, row in enumerate(self.lowest.rows):
            for x, site in enumerate(row):
                if site == HOLE:
                    continue
                colour = self._shades(site).colours[self.board.shade(site)]
                by_colour.setdefault(colour, []).append(self._corner(self.lowest, x, y))
        for colour, corners in by_colour.items():
            path = "".join(self._cell(x, y, side) for x, y in corners)
            yield f'<path class="square" fill="{colour}" d="{path}"/>'

    def _cell(self, left: float, top: float, side: float) -> str:
        """The outline of a place, as a path, given the corner of the square around its middle."""
        if self.cell == SQUARES.cell:
            return f"M{_n(left)} {_n(top)}h{_n(side)}v{_n(side)}h-{_n(side)}z"
        x, y = left + side / 2, top + side / 2
        return "M" + "L".join(f"{_n(x + side * dx)} {_n(y - side * dy)}" for dx, dy in self.cell) + "z"

    def _shades(self, site: int) -> Shades:
        if len(self.pile) > 1:
            return self.theme.hole
        if self.board.parts[site] == PLAIN:
            return self.theme.plain
        return self.theme.squares[self.board.parts[site] % len(self.theme.squares)]

    def _lines(self) -> str:
        """The frame, and the borders between regions and between squares that carry others."""
        if self.cell != SQUARES.cell:
            return ""  # neighbours have different shades
        path = ""
        rows, regions, carriers = self.lowest.rows, self.board.regions, self.board.carriers
        side = self._side(self.lowest)
        turned = self.seat is Side.BLACK

        def parted(one: int, two: int) -> bool:
            if HOLE in (one, two):
                return one != two
            return carriers.get(one) != carriers.get(two) or bool(regions and regions[one] != regions[two])

        for y, row in enumerate(rows):
            for x, site in enumerate(row):
                left, top = self._corner(self.lowest, x, y)
                if x + 1 < len(row) and parted(site, row[x + 1]):
                    path += f"M{_n(left if turned else left + side)} {_n(top)}v{_n(side)}"
                if y + 1 < len(rows) and parted(site, rows[y + 1][x]):
                    path += f"M{_n(left)} {_n(top + side if turned else top)}h{_n(side)}"
        # On a board with holes, the frame follows the squares.
        for number, (first, last) in enumerate((row[0], row[-1]) for row in self.lowest.rows):
            for x, site in ((0, first), (self.lowest.width, last)):
                left, top = self._corner(self.lowest, x - turned, number)
                path += f"M{_n(left)} {_n(top)}v{_n(side)}" if site != HOLE and self._holed else ""
        for x, sites in enumerate(zip(rows[0], rows[-1], strict=True)):
            for number, site in zip((0, len(rows)), sites, strict=True):
                left, top = self._corner(self.lowest, x, number - (not turned))
                path += f"M{_n(left)} {_n(top)}h{_n(side)}" if site != HOLE and self._holed else ""
        frame = _rect(
            self.theme.margin,
            self.top,
            self.across,
            self.down,
            f'fill="none" stroke="{self.theme.frame}" stroke-width="1.5"',
        )
        inner = (
            f'<path d="{path}" fill="none" stroke="{self.theme.frame}" stroke-width="1.5"/>' if path else ""
        )
        return inner if self._holed else inner + frame

    def _borders(self, *, joints: bool) -> Iterator[str]:
        """The lines between joined boards, which are under a spinner; or cushions and joined edges."""
        for border in borders(self.board, self.lowest):
            if (border.what is What.JOINT) != joints:
                continue
            (x, y), (right, up) = border.start, border.end
            start, end = self._points(self.lowest, ((x - 0.5, y - 0.5), (right - 0.5, up - 0.5)))
            away = 1 if self.seat is Side.WHITE else -1
            out = border.out[0] * away, -border.out[1] * away
            yield border_svg(border, start, end, out, self.theme)

    @property
    def _holed(self) -> bool:
        """Whether the chart has holes, so that the board is not a full rectangle."""
        return any(HOLE in row for row in self.lowest.rows)

    def _labels(self) -> Iterator[str]:
        theme, middle = self.theme, self._side(self.ground) / 2
        if self.cell != SQUARES.cell:
            yield from self._labels_of_cells()
            return
        for x in range(self.ground.width):
            left, _ = self._corner(self.ground, x, 0)
            yield self._label(
                left + middle, self.height - theme.margin / 2 + 5, self.board.file_name(self.ground, x)
            )
        for y in range(self.ground.height):
            _, top = self._corner(self.ground, 0, y)
            yield self._label(theme.margin / 2, top + middle + 5, self.board.rank_name(self.ground, y))
        for files, title in self.titles:
            ends = (self._corner(self.lowest, x, 0)[0] for x in (files[0], files[-1]))
            centre = sum(ends) / 2 + self._side(self.lowest) / 2
            yield self._label(centre, self.top - 12, title, size=18, weight="600")

    def _labels_of_cells(self) -> Iterator[str]:
        """The letter of each file below it, and the number of each rank beside its first place."""
        side, turned = self._side(self.ground), self.seat is Side.BLACK
        places = [
            (place.x, place.y, name)
            for name, each in zip(self.board.coordinates, self.board.places, strict=True)
            for place in each
            if place.chart == self.pile[0]
        ]
        files: dict[str, tuple[float, float]] = {}
        ranks: dict[str, tuple[float, float]] = {}
        for across, up, name in sorted(places, reverse=turned):
            file = name.rstrip("0123456789")
            corner = self._corner(self.ground, across, up)
            files.setdefault(file, corner)
            ranks.setdefault(name.removeprefix(file), corner)
        for file, (x, y) in files.items():
            yield self._label(x + side / 2, y + side + 15, file)
        for rank, (x, y) in ranks.items():
            yield self._label(x - side / 8, y + side / 4, rank)

    def _names(self) -> Iterator[str]:
        """The names that files and ranks do not say, each at the top of its square."""
        board = self.board
        for site, name in enumerate(board.names):
            label = board.label(site)
            for number in self.pile if label else ():
                for x, y, side in self._corners((name,), number):
                    size = min(0.2, 1.5 / len(label)) * side
                    fill = self._shades(site).colours[board.shade(site) == 0]
                    yield (
                        f'<text class="square-name" x="{_n(x + side / 2)}" y="{_n(y + size)}"'
                        f' text-anchor="middle" font-family="system-ui, sans-serif" font-size="{_n(size)}"'
                        f' font-weight="600" fill="{fill}">{escape(label)}</text>'
                    )

    def _label(self, x: float, y: float, text: str, size: int = 15, weight: str = "400") -> str:
        if self._side(self.ground) > SIZE:  # a picture with many squares is shown smaller
            size += 6
        return (
            f'<text class="label" x="{_n(x)}" y="{_n(y)}" text-anchor="middle" font-family="system-ui,'
            f' sans-serif" font-size="{size}" font-weight="{weight}" fill="{self.theme.label}">'
            f"{escape(text)}</text>"
        )

    def _ways(self, ways: Sequence[Sequence[str]], side: Side) -> Iterator[str]:
        strokes: dict[str, None] = {}  # many ways begin alike
        for way in ways:
            sites = [self.board.numbers[name] for name in way]
            for number in self.pile:
                chart = self.board.charts[number]
                half = self._side(chart) / 2
                for points in trail(self.board, number, sites, side):
                    corners = [self._corner(chart, x, y) for x, y in points]
                    strokes["M" + "L".join(f"{_n(x + half)} {_n(y + half)}" for x, y in corners)] = None
        if strokes:
            look = f'stroke="{self.theme.way}" stroke-width="3" stroke-opacity=".35" stroke-linecap="round"'
            yield f'<path d="{"".join(strokes)}" fill="none" {look}/>'

    def _corners(
        self, names: Iterable[str], number: int | None = None
    ) -> Iterator[tuple[float, float, float]]:
        """The top left corner and the side of each place of the sites, on one chart or on all drawn."""
        for name in names:
            for place in self.board.places[self.board.numbers[name]]:
                if place.chart in self.pile if number is None else place.chart == number:
                    chart = self.board.charts[place.chart]
                    yield *self._corner(chart, place.x, place.y), self._side(chart)

    def _side(self, chart: Chart) -> float:
        """The side of a chart's squares."""
        return SIZE * self.top_chart.width / chart.width

    def _corner(self, chart: Chart, x: float, y: float) -> tuple[float, float]:
        """The upper left corner of the square around the middle of a place, as large as it fits in."""
        (width, height), (across, up) = chart.size, chart.middle(x, y)
        middle = (across, height - up) if self.seat is Side.WHITE else (width - across, up)
        left, top = (self._side(chart) * (each - 0.5) for each in middle)
        return self.theme.margin + left, self.top + top


def _rect(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {look}/>'


def _n(number: float) -> str:
    """A coordinate without trailing zeros."""
    return f"{number:g}"


def _kind(token: Token) -> str:
    """For pages, which explain a piece and draw it in another set; "" for what belongs to nobody."""
    if token.side is None:
        return ""
    return f' data-kind="{escape(token.letter.upper())}"{picture_of(token.picture, token.side)}'
