"""What a board is: sites, the charts on which vectors are walked, and links that no chart shows.

A *chart* is a rectangular map of some of the sites. A plain board has one chart; Ravioli's two
boards that share their rim are two charts over 100 sites, and a site of the rim lies on both. A
vector such as a knight's (1, 2) is always taken on one chart, so "the whole path lies on that one
board" holds by construction. The *edges* of the charts say what happens to a vector that leads
beyond them. A *link* joins sites directly, whatever the charts show.

A site may also lie at several places of one chart. It is still one square: a piece on it stands at all of
its places at once and may leave from any of them.

A chart may be *carried* by the one before it: its squares lie on the backs of the pieces that stand there.
A chart may have holes, such as where boards laid side by side do not make a rectangle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from typing import Annotated, Final, NamedTuple, Never

from fairyring.board.edges import STANDARD, Edge, Edges, fold
from fairyring.board.lattice import SQUARES, Lattice, Point
from fairyring.messages import Message

HOLE = -1
"""In the rows of a chart: no site."""

# Texts in declarations of games that name squares, so that all of them can be found (gamefiles/squares.py):
# one square, several with signs between them, such as a move, and one behind a piece's letter.
SquareName = Annotated[str, "square"]
SquareNames = Annotated[str, "squares"]
HomeName = Annotated[str, "home"]

PLAIN: Final = -1
"""The number of the colour of a board without regions, which is no part's own."""

NOT_IN_NAMES: Final = '-,=+@~^|/()[]{};!?$%\\"'
"""Signs with a meaning in move and position texts and in records: no square's name has any of them."""
SITE_NAME: Final = re.compile(rf"(?!\d+\.)[^\s{re.escape(NOT_IN_NAMES)}]+")
"""What a site may be called; 1. is a move's number in records."""
_COORDINATES: Final = re.compile(r"(?:\d+|[a-z]\d+\.)?([A-Z]?[a-z]+)(\d+)(?:[ud]|:[ab][12])?")


class Side(StrEnum):
    """One of the two players; equal to the plain strings ``"white"`` and ``"black"``."""

    WHITE = "white"
    BLACK = "black"

    @property
    def number(self) -> int:
        """0 for White and 1 for Black, as the kernels count them."""
        return 0 if self is Side.WHITE else 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @classmethod
    def of(cls, index: int) -> Side:
        """The side that the kernels call ``index`` (0 or 1)."""
        return (cls.WHITE, cls.BLACK)[index]

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise ValueError(Message("a side is 'white' or 'black', not {value}", value=repr(value)))


class Place(NamedTuple):
    """Where a site lies: file ``x`` and rank ``y``, from 0, on chart number ``chart``."""

    chart: int
    x: int
    y: int


class Heading(NamedTuple):
    """A place and the vector to take from there, as White sees the board."""

    place: Place
    dx: int
    dy: int


@dataclass(frozen=True)
class Chart:
    """A rectangular map: ``rows[y][x]`` is the site at file x, rank y (rank 0 is White's first).

    Attributes:
        title: what players call it; "" if the board has only one.
        rows: the sites, all rows of the same length; `HOLE` where there is none.
        carried: whether it covers the same ground as the chart before it, in smaller squares, each of
            which exists only while a piece stands on the square beneath.
        lattice: how it is drawn.
    """

    title: str
    rows: tuple[tuple[int, ...], ...]
    carried: bool = False
    lattice: Lattice = SQUARES

    @property
    def width(self) -> int:
        """How many files it has."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many ranks it has."""
        return len(self.rows)

    @property
    def size(self) -> Point:
        """Width and height of its drawing, in squares."""
        return self._drawing[1]

    def within(self, finest: Chart) -> tuple[int, int]:
        """How many files and ranks of a chart that it carries, or of itself, one of its places has."""
        return finest.width // self.width, finest.height // self.height

    def middle(self, x: float, y: float) -> Point:
        """Where a file and rank, or a point between, is drawn: from White's lower left corner."""
        (left, low), _ = self._drawing
        across, rise = self.lattice.right
        near = min(max(round(x), 0), self.width - 1)
        column = self._files[near] + x - near
        return column * across - left, y + column * rise - low

    def outline(self, x: int, y: int) -> tuple[Point, ...]:
        """The corners of a place; see `middle`."""
        across, up = self.middle(x, y)
        return tuple((across + dx, up + dy) for dx, dy in self.lattice.cell)

    @cached_property
    def _files(self) -> tuple[int, ...]:
        """The column in which each file is drawn, or the files of a gap together."""
        if not self.lattice.joined:
            return tuple(range(self.width))
        filled = [any(row[x] != HOLE for row in self.rows) for x in range(self.width)]
        return tuple(accumulate(int(here or before) for before, here in pairwise([False, *filled])))

    @cached_property
    def _drawing(self) -> tuple[Point, Point]:
        """The lower left corner, where the middle of file 0 and rank 0 is (0, 0), and the size."""
        across, rise = self.lattice.right
        middles = [
            (self._files[x] * across, y + self._files[x] * rise)
            for y, row in enumerate(self.rows)
            for x, site in enumerate(row)
            if site != HOLE or self.lattice == SQUARES
        ]
        ends = []
        for axis in (0, 1):
            places, corners = ([point[axis] for point in each] for each in (middles, self.lattice.cell))
            ends.append((min(places) + min(corners), max(places) + max(corners)))
        (left, right), (low, high) = ends
        return (left, low), (right - left, high - low)


@dataclass(frozen=True)
class Board:
    """Sites by name, the charts they lie on, and what joins them.

    Attributes:
        names: the name of each site; a site's number is its place in this tuple.
        charts: at least one; every site lies on at least one of them.
        links: for each named link, the sites that it joins to each site.
        regions: for each site, the name of the part of the board that it belongs to, for drawing; empty
            if the board has only one part.
        colours: for the names of some regions, the number of their colour, or `PLAIN`; the others have the
            number of the order in which they first occur.
        edges: the edges of every chart, for each side's pieces.
        joints: the ranks, from 0, with which another of the boards begins that were joined end to end to
            make a chart; none if it is one board.
        usual: the name that each site would have if none had a name of its own (`with_names`); empty if none
            has one.
    """

    names: tuple[str, ...]
    charts: tuple[Chart, ...]
    links: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    regions: tuple[str, ...] = ()
    colours: Mapping[str, int] = field(default_factory=dict)
    edges: Mapping[Side, Edges] = field(default_factory=lambda: dict.fromkeys(Side, STANDARD))
    joints: tuple[int, ...] = ()
    usual: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is not a board.

        Raises:
            ValueError: a name, chart, link, region or edge does not fit; the message says which.
        """
        self._check_names()
        self._check_charts()
        for link, joined in self.links.items():
            if len(joined) != len(self):
                raise ValueError(
                    Message(
                        "link {link}: {number} entries for {given} sites",
                        link=repr(link),
                        number=len(joined),
                        given=len(self),
                    )
                )
            for site, goal in ((site, goal) for site, goals in enumerate(joined) for goal in goals):
                if not 0 <= goal < len(self):
                    raise ValueError(
                        Message(
                            "link {link}: {site} leads to {goal}, which is not a site",
                            link=repr(link),
                            site=self.names[site],
                            goal=goal,
                        )
                    )
        if self.regions and len(self.regions) != len(self):
            raise ValueError(
                Message(
                    "regions: {number} entries for {given} sites",
                    number=len(self.regions),
                    given=len(self),
                )
            )
        for side in Side:
            edges: object = self.edges  # a user's file may hand on anything
            if not isinstance(edges, Mapping) or not isinstance(edges.get(side), Edges):
                raise ValueError(
                    Message(
                        "edges: none for {side}; give Edges, or a mapping from both sides to Edges", side=side
                    )
                )
            for chart in self.charts:
                self.edges[side].check(chart.width, chart.height)

    def _check_names(self) -> None:
        for name, times in Counter(self.names).items():
            if times > 1:
                raise ValueError(
                    Message("{times} sites of the board have the name {name}", times=times, name=repr(name))
                )
            if not SITE_NAME.fullmatch(name):
                raise ValueError(
                    Message(
                        "a site's name has no spaces, none of {signs}, and no number with a dot at its"
                        " beginning: not {name}",
                        signs=NOT_IN_NAMES,
                        name=repr(name),
                    )
                )
        if self.usual and len(self.usual) != len(self):
            raise ValueError(
                Message("usual: {number} entries for {given} sites", number=len(self.usual), given=len(self))
            )

    def _check_charts(self) -> None:
        if not self.charts:
            raise ValueError("a board needs a chart")
        for below, chart in zip((None, *self.charts), self.charts, strict=False):
            called = f"chart {chart.title!r}" if chart.title else "the chart"
            if not chart.rows or not chart.rows[0]:
                raise ValueError(Message("{called} has no squares", called=called))
            for y, row in enumerate(chart.rows):
                if len(row) != chart.width:
                    raise ValueError(
                        Message(
                            "{called}: row {y} has {number} squares and row 0 has {width}; fill short"
                            " rows with HOLE",
                            called=called,
                            y=y,
                            number=len(row),
                            width=chart.width,
                        )
                    )
                for site in row:
                    if site not in range(HOLE, len(self)):
                        raise ValueError(
                            Message(
                                "{called}: row {y} holds {site}; write a site from 0 to {number}, or HOLE",
                                called=called,
                                y=y,
                                site=site,
                                number=len(self) - 1,
                            )
                        )
            if not chart.carried:
                continue
            if below is None or chart.width % below.width or chart.height % below.height:
                raise ValueError(
                    Message(
                        "{called}: the chart before it cannot carry it; each square carries as many as"
                        " another",
                        called=called,
                    )
                )
        for site, places in enumerate(self.places):
            if not places:
                raise ValueError(Message("site {site} lies on no chart", site=self.names[site]))
        for site, carrier in self.carriers.items():
            if carrier == HOLE:
                raise ValueError(
                    Message("{site} is carried by a hole of the chart before its own", site=self.names[site])
                )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each site, by name."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The usual name of each site, which says its file and rank where it has these."""
        return self.usual or self.names

    @cached_property
    def axes(self) -> tuple[tuple[str, str], ...]:
        """What players call each site's file and its rank; empty where its usual name says neither."""
        found = map(_COORDINATES.fullmatch, self.coordinates)
        return tuple((each[1], each[2]) if each else ("", "") for each in found)

    def label(self, site: int) -> str:
        """The site's name, to be written on it, if files and ranks do not say it; empty if they do."""
        name = self.names[site]
        return name if name != self.coordinates[site] or not self.axes[site][0] else ""

    @cached_property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """For each site all its places: in the order of charts, then of ranks and files."""
        found: list[list[Place]] = [[] for _ in self.names]
        for number, chart in enumerate(self.charts):
            for y, row in enumerate(chart.rows):
                for x, site in enumerate(row):
                    if site != HOLE:
                        found[site].append(Place(number, x, y))
        return tuple(map(tuple, found))

    @cached_property
    def panels(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the charts that are drawn over each other: each with those that it carries."""
        found: list[tuple[int, ...]] = []
        for number, chart in enumerate(self.charts):
            if chart.carried:
                found[-1] += (number,)
            else:
                found.append((number,))
        return tuple(found)

    def sheets(self, chart: Chart) -> Iterator[tuple[range, str]]:
        """The boards as which a chart is drawn, from the left: the files and the title of each.

        It is one, but where the chart joins levels: each of them is one, and is called as its region.
        """
        if not chart.lattice.joined:
            yield range(chart.width), chart.title
            return
        sites = [next((row[x] for row in chart.rows if row[x] != HOLE), HOLE) for x in range(chart.width)]
        for is_gap, run in groupby(range(chart.width), lambda x: sites[x] == HOLE):
            first, *_, last = [*run] * 2
            if not is_gap:
                title = self.regions[sites[first]] if self.regions else chart.title
                yield range(first, last + 1), title

    @cached_property
    def carriers(self) -> Mapping[int, int]:
        """For each site of a carried chart the site whose piece carries it."""
        found: dict[int, int] = {}
        for below, chart in pairwise(self.charts):
            across, down = below.within(chart)
            for y, row in enumerate(chart.rows if chart.carried else ()):
                found |= {
                    site: below.rows[y // down][x // across] for x, site in enumerate(row) if site != HOLE
                }
        return found

    @cached_property
    def backs(self) -> Mapping[int, tuple[int, ...]]:
        """For each site that carries others, the sites it carries, in order."""
        return {
            carrier: tuple(site for site in sorted(self.carriers) if self.carriers[site] == carrier)
            for carrier in sorted(set(self.carriers.values()))
        }

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """For each site the number of its region's colour; `PLAIN` on a board without regions."""
        if not self.regions:
            return (PLAIN,) * len(self)
        order = {region: number for number, region in enumerate(dict.fromkeys(self.regions))}
        numbers = {**order, **self.colours}
        return tuple(numbers[region] for region in self.regions)

    def shade(self, site: int) -> int:
        """0 for a dark site (a1's shade), 1 for a light one; of several places, the first one's.

        Hexagons have a third shade, 2, between the two.
        """
        place = self.places[site][0]
        return (place.x + place.y) % self.charts[place.chart].lattice.shades

    def rank(self, site: int, side: Side) -> int:
        """The site's rank from ``side``'s own seat, from 0; of several places, the first one's."""
        place = self.places[site][0]
        return place.y if side is Side.WHITE else self.charts[place.chart].height - 1 - place.y

    def file_name(self, chart: Chart, x: int) -> str:
        """What players call a file: the letter with which the names of its sites begin."""
        site = next((row[x] for row in chart.rows if row[x] != HOLE), HOLE)
        return "" if site == HOLE else self.coordinates[site].rstrip("0123456789")[-1:] or str(x + 1)

    def rank_name(self, chart: Chart, y: int) -> str:
        """What players call a rank: the number with which its sites' names end, if they end with one."""
        site = next((site for site in chart.rows[y] if site != HOLE), HOLE)
        if site == HOLE:
            return ""
        name = self.coordinates[site]
        return name[len(name.rstrip("0123456789")) :] or str(y + 1)

    def at(self, place: Place) -> int | None:
        """The site at a place, or None off the chart and in its holes."""
        site = self._cell(place)
        return None if site == HOLE else site

    def _cell(self, place: Place) -> int | None:
        chart = self.charts[place.chart]
        if 0 <= place.x < chart.width and 0 <= place.y < chart.height:
            return chart.rows[place.y][place.x]
        return None

    def headings(self, site: int, right: int, forward: int, side: Side) -> Iterator[Heading]:
        """The vector (right, forward), as ``side`` sees it from its seat, from each place of the site."""
        turn = 1 if side is Side.WHITE else -1
        for place in self.places[site]:
            yield Heading(place, right * turn, forward * turn)

    def advance(self, heading: Heading, side: Side) -> Heading | None:
        """Take the vector once, as ``side``'s pieces do: the edges may differ for the two sides.

        Returns:
            The place reached and the vector to go on by: the same one, or reflected as a whole if it
            bounced. None off the board and in a hole of the chart. The place may be on the imaginary
            file of an edge of the kind `Edge.BILLIARDS_01`: `at` finds no site there, and a piece may only
            go on.
        """
        place, dx, dy = heading
        chart = self.charts[place.chart]
        x, y = place.x + dx, place.y + dy
        if 0 <= y < len(chart.rows) and 0 <= x < len(chart.rows[0]):  # no edge has a say
            return None if chart.rows[y][x] == HOLE else Heading(Place(place.chart, x, y), dx, dy)
        (west, east), (south, north) = self.ends(side)
        file = fold(x, dx, chart.width, west, east)
        rank = fold(y, dy, chart.height, south, north)
        if file is None or rank is None:
            return None
        reached = Place(place.chart, file[0], rank[0])
        return None if self._cell(reached) == HOLE else Heading(reached, file[1], rank[1])

    def ends(self, side: Side) -> tuple[tuple[Edge, Edge], tuple[Edge, Edge]]:
        """A side's edges as White sees the board: left and right, then below and above."""
        edges = self.edges[side]
        if side is Side.WHITE:
            return (edges.left, edges.right), (edges.near, edges.far)
        return (edges.right, edges.left), (edges.far, edges.near)

    @cached_property
    def straight(self) -> frozenset[Side]:
        """The sides for whose pieces all edges are plain ones."""
        return frozenset(side for side, edges in self.edges.items() if edges == STANDARD)

    @cached_property
    def flat(self) -> Board:
        """The same board with plain edges, for pieces that neither wrap nor bounce."""
        return replace(self, edges=dict.fromkeys(Side, STANDARD))

    @cached_property
    def round(self) -> Board:
        """The same board with its left and right edges joined, for pieces that move around a cylinder."""
        edges = {side: replace(self.edges[side], left=Edge.CYLINDER, right=Edge.CYLINDER) for side in Side}
        return replace(self, edges=edges)
