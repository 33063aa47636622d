"""Motion as tables: the vectors that pieces can have, where they lead, and what a spinner does to them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeGuard

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Heading, Place, Side
from fairyring.board.graph import SquareName
from fairyring.kernels.compiling import U
from fairyring.kernels.packed import packed
from fairyring.messages import Message
from fairyring.pieces import Flat, Leap, Link, Movement, Piece, Way
from fairyring.pieces.movement import BySide, ByVectors, Together

Offset = tuple[int, int]


class Vector(NamedTuple):
    """Momentum: where a piece in motion goes in each turn.

    Attributes:
        dx: files to White's right.
        dy: ranks away from White.
        chart: the number of the chart on which it goes; of several that lead the same way, the first.
    """

    dx: int
    dy: int
    chart: int = 0


REST = Vector(0, 0)

# An entry of `Motion.courses`: the row of `glides`, and whether its goal may be empty, or an enemy's.
ROW_MASK, MAY_MOVE, MAY_CAPTURE = U(0xFFFF), U(1 << 16), U(1 << 17)
# An entry of `Motion.glides`: the goal, the vector to continue with, and the part of `through` it crosses.
GLIDE_GOAL, AFTER_SHIFT, AFTER_MASK = U(0xFFFF), U(16), U(0xFF)
LENGTH_SHIFT, LENGTH_MASK, FIRST_SHIFT = U(24), U(0xFF), U(32)
CARRIED, ORIGIN, FAR = (U(n) for n in range(3))  # the columns of `Motion.sites`
NOT_TURNED, TURNED = U(0), U(1)  # rows of `Motion.courses`
OFF = U(0xFFFF)  # the goal of a piece that would cross a standard edge

MAX_SITES, MAX_VECTORS = 256, 255


@packed
class Motion(NamedTuple):
    """The part of a game's tables for motion. Vectors have numbers from 1; 0 is rest.

    There are a few arrays with columns, because every array is passed word by word at every call.

    Attributes:
        gives: uint8[step]; the vector that each step of `orthodox.Ways.rays` gives.
        courses: uint32[code, vector]; for a piece with a vector, its row of ``glides``, whether it may go
            to an empty site, and whether it may capture; 0 for a vector that it cannot have. For the codes
            0 and 1, which no piece has: the vector after the turn of a piece that a spin did not carry, and
            of
            one that it did.
        glides: uint64[row, site]; what the piece does there: its goal, its vector afterwards, and which
            sites of ``through`` must be empty.
        through: uint16[place]; sites that are crossed.
        sites: uint16[side, site, column]; where a piece on the site is once that side's turn is over, and the
            reverse, where it was before; and whether the side's pawn promotes there.
        swaps: uint16[2 + place, 2]; pairs of sites whose pieces are swapped, one pair after the other, when
            the board turns. Before them, for each side, the first of its pairs and the end of them.
    """

    gives: npt.NDArray[np.uint8]
    courses: npt.NDArray[np.uint32]
    glides: npt.NDArray[np.uint64]
    through: npt.NDArray[np.uint16]
    sites: npt.NDArray[np.uint16]
    swaps: npt.NDArray[np.uint16]


@dataclass(frozen=True)
class Spinner:
    """Sites that rotate a quarter turn clockwise, with everything on them, after each turn of one side.

    Attributes:
        ring: their names; what is on one goes to the next, from the last to the first.
        after: the side after whose turns they rotate.
    """

    ring: tuple[SquareName, ...] = ()
    after: Side = Side.BLACK

    @staticmethod
    def turned(vector: Vector) -> Vector:
        """A vector after the rotation."""
        return vector._replace(dx=vector.dy, dy=-vector.dx)


STILL = Spinner()
"""Nothing rotates."""


class Glide(NamedTuple):
    """One automatic move on an empty board: the goal, the vector to continue with, the sites it crosses."""

    goal: int
    after: Vector
    through: tuple[int, ...]


class Launch(NamedTuple):
    """A way that may set a piece in motion.

    Attributes:
        way: where the piece goes, and what must be empty for it.
        vector: the momentum that it has then.
        towards: the place that it sets out from, with the whole vector that it starts with, which bounces may
            have changed into the other; None along a link, which no chart shows.
        leap: the leap that it takes once or more; None for another movement, which goes by its whole vector.
    """

    way: Way
    vector: Vector
    towards: Heading | None
    leap: Leap | None


def _by_vectors(movement: Movement) -> TypeGuard[ByVectors]:
    """What `isinstance` would say; it takes a hundred times as long to look at a protocol."""
    return hasattr(movement, "landings")


def launches(movement: Movement, board: Board, site: int, side: Side) -> Iterator[Launch]:
    """The ways of a movement, with the momentum that each gives; a link gives none.

    Raises:
        ValueError: the momentum of a part of the movement is not defined.
    """
    if _by_vectors(movement):
        leap = movement if isinstance(movement, Leap) else None
        for way, (place, right, up), (goal, dx, dy), times in movement.landings(board, site, side):
            vector = Vector(dx * times, dy * times, goal.chart)
            yield Launch(way, vector, Heading(place, right * times, up * times), leap)
    elif isinstance(movement, Link):
        for way in movement.ways(board, site, side):
            yield Launch(way, REST, None, None)
    elif isinstance(movement, Together):
        for part in movement.parts:
            yield from launches(part, board, site, side)
    elif isinstance(movement, BySide):
        yield from launches(movement.of(side), board, site, side)
    elif isinstance(movement, Flat):
        yield from launches(movement.movement, board.flat, site, side)
    else:
        raise ValueError(
            Message(
                "what momentum a movement of type {kind} gives is not defined",
                kind=type(movement).__name__,
            )
        )


@dataclass(frozen=True)
class Mechanics:
    """What sets a game's pieces in motion and keeps them moving, on one board.

    A piece keeps to the chart on which it was set in motion. Where a site is on several charts, two momenta
    by the same vector are one if they lead the same way from then on.

    Attributes:
        board: the board.
        pieces: the kinds of pieces; royal ones are never in motion.
        spinner: the sites that rotate.
        resting: the letters of other pieces that are never in motion.
    """

    board: Board
    pieces: tuple[Piece, ...]
    spinner: Spinner = STILL
    resting: str = ""

    def __post_init__(self) -> None:
        board = self.board
        if len(board) > MAX_SITES:
            raise ValueError(Message("pieces drift only on a board of at most {most} sites", most=MAX_SITES))
        if board.carriers:
            raise ValueError(
                "pieces do not drift on a board with squares on the backs of others: nothing says what"
                " becomes of a piece whose square drifts away"
            )
        for name, places in zip(board.names, board.places, strict=True):
            if len({place.chart for place in places}) < len(places):
                raise ValueError(
                    Message("pieces do not drift on a board on which {name} is twice on one chart", name=name)
                )
        if self.spinner.ring and len(board.charts) > 1:
            raise ValueError(
                "a spinner turns only on a board of one chart: vectors do not turn across charts"
            )

    def launches(self, kind: int, site: int, side: Side) -> Sequence[Launch]:
        """The ways of a kind of piece from a site, with the momentum that each gives; some have none."""
        asked = kind, site, side
        if asked not in self._launches:
            piece = self.pieces[kind]
            assert not isinstance(piece.movement, str)
            found = list(launches(piece.movement, self.board, site, side))
            if piece.royal or piece.letter in self.resting:
                found = [launch._replace(vector=REST) for launch in found]
            self._launches[asked] = found
        return self._launches[asked]

    # These results are kept, because tables, texts and diagrams all ask for them.
    @cached_property
    def _launches(self) -> dict[tuple[int, int, Side], list[Launch]]:
        return {}

    @cached_property
    def _settled(self) -> dict[tuple[int, Side, Vector, int], Vector]:
        return {}

    @cached_property
    def _glides(self) -> dict[tuple[int, Side, Vector, int], Glide | None]:
        return {}

    @cached_property
    def _units(self) -> dict[tuple[int, Offset], tuple[Offset, int]]:
        return {}

    @cached_property
    def possible(self) -> dict[tuple[int, Side], frozenset[Vector]]:
        """The vectors that a kind of piece can ever have: from its launch, bounces and rotations."""
        found = {}
        for kind in range(len(self.pieces)):
            for side in Side:
                starts = {
                    self.given(kind, side, launch)
                    for site in range(len(self.board))
                    for launch in self.launches(kind, site, side)
                }
                found[kind, side] = frozenset(self._closed(kind, side, starts - {REST}))
        return found

    def _closed(self, kind: int, side: Side, known: set[Vector]) -> set[Vector]:
        front = list(known)
        while front:
            vector = front.pop()
            glides = (self.glide(kind, side, vector, site) for site in range(len(self.board)))
            new = {vector._replace(chart=chart) for chart in range(len(self.board.charts))}
            new |= {glide.after for glide in glides if glide}
            if self.spinner.ring:
                new.add(self.spinner.turned(vector))
            front += new - known
            known |= new
        return known

    def given(self, kind: int, side: Side, launch: Launch) -> Vector:
        """The momentum that a launch gives, by the first chart on which it leads the same way."""
        return self.settled(kind, side, launch.vector, launch.way.goal) if launch.vector != REST else REST

    def settled(self, kind: int, side: Side, vector: Vector, site: int) -> Vector:
        """The momentum of a piece on a site, by the first chart on which it leads the same way."""
        asked = kind, side, vector, site
        if asked not in self._settled:
            twins = (vector._replace(chart=place.chart) for place in self.board.places[site])
            self._settled[asked] = next(twin for twin in twins if self._alike(kind, side, twin, vector, site))
        return self._settled[asked]

    def _alike(self, kind: int, side: Side, one: Vector, other: Vector, site: int) -> bool:
        """Whether two momenta of a piece on a site lead the same way, from now on."""
        known: set[tuple[int, Vector, Vector]] = set()
        front = [(site, one, other)]
        while front:
            here, first, second = pair = front.pop()
            if first == second or pair in known:
                continue
            known.add(pair)
            glides = self._glide(kind, side, first, here), self._glide(kind, side, second, here)
            if None in glides:
                if glides != (None, None):
                    return False
                continue
            (goal, after, through), (other_goal, other_after, others) = (glide for glide in glides if glide)
            if goal != other_goal or {*through} != {*others}:
                return False
            front.append((goal, after, other_after))
        return True

    def momenta(self, kind: int, side: Side, offset: Offset, site: int) -> list[Vector]:
        """The momenta by a vector that a piece on a site can have: one, unless its charts lead elsewhere."""
        vectors = (Vector(*offset, place.chart) for place in self.board.places[site])
        possible = (vector for vector in vectors if vector in self.possible[kind, side])
        return list(dict.fromkeys(self.settled(kind, side, vector, site) for vector in possible))

    def charts(self, kind: int, side: Side, vector: Vector, site: int) -> tuple[int, ...]:
        """The charts that show how a piece goes on: all on which it goes the same way from the same place."""
        _, x, y = self.place(vector, site)
        return tuple(
            place.chart
            for place in self.board.places[site]
            if place[1:] == (x, y)
            and self.settled(kind, side, vector._replace(chart=place.chart), site) == vector
        )

    def written(self, kind: int, side: Side, vector: Vector, site: int) -> str:
        """A momentum of a piece on a site in texts, with the number of its chart, from 1, if it matters."""
        several = len(self.momenta(kind, side, vector[:2], site)) > 1
        return f"{vector.dx},{vector.dy}" + (f",{vector.chart + 1}" if several else "")

    def place(self, vector: Vector, site: int) -> Place:
        """Where a site is on the chart of a momentum."""
        return next(place for place in self.board.places[site] if place.chart == vector.chart)

    def unit(self, kind: int, vector: Vector) -> tuple[Offset, int]:
        """The step that a piece takes along a vector, and how often; for a leaper the whole vector, once.

        Raises:
            ValueError: the piece could have got the vector in both ways.
        """
        offset = vector[:2]
        if (kind, offset) not in self._units:
            self._units[kind, offset] = self._unit(kind, offset)
        return self._units[kind, offset]

    def _unit(self, kind: int, vector: Offset) -> tuple[Offset, int]:
        piece = self.pieces[kind]
        times = math.gcd(*vector)
        if piece.pawn:
            return (vector[0] // times, vector[1] // times), times
        jumps, steps = self._strides[kind]
        whole = vector in jumps
        parts = [
            (step, count)
            for count in range(1, times + 1)
            if vector[0] % count == 0 and vector[1] % count == 0
            if (step := (vector[0] // count, vector[1] // count)) in steps
        ]
        if (whole and any(count > 1 for _, count in parts)) or len(parts) > 1:
            raise ValueError(
                Message(
                    "the {piece} may both leap {vector} and slide there: its momentum is not defined",
                    piece=Message(piece.name),
                    vector=vector,
                )
            )
        return (vector, 1) if whole else parts[0]

    @cached_property
    def _strides(self) -> list[tuple[set[Offset], set[Offset]]]:
        """For each kind the vectors that it leaps, and those that it repeats, in all eight directions."""
        found = []
        for kind, piece in enumerate(self.pieces):
            jumps: set[Offset] = set()
            steps: set[Offset] = set()
            for site in range(len(self.board)):
                for side in Side:
                    for _, _, towards, leap in self.launches(kind, site, side):
                        if leap is None:
                            jumps.update(_around(towards.dx, towards.dy) if towards else ())
                            continue
                        if leap.lame and not piece.pawn:
                            raise ValueError(
                                Message(
                                    "the {piece} is lame: its momentum is not defined",
                                    piece=Message(piece.name),
                                )
                            )
                        (jumps if leap.limit == 1 else steps).update(_around(leap.right, leap.forward))
            found.append((jumps, steps))
        return found

    def glide(self, kind: int, side: Side, vector: Vector, site: int) -> Glide | None:
        """The automatic move of a piece alone on the board; None if it crosses a standard edge."""
        glide = self._glide(kind, side, vector, site)
        return glide and glide._replace(after=self.settled(kind, side, glide.after, glide.goal))

    def _glide(self, kind: int, side: Side, vector: Vector, site: int) -> Glide | None:
        """The same with the chart of the vector, and not the first that leads the same way."""
        asked = kind, side, vector, site
        if asked not in self._glides:
            self._glides[asked] = self._glided(kind, side, vector, site)
        return self._glides[asked]

    def _glided(self, kind: int, side: Side, vector: Vector, site: int) -> Glide | None:
        if all(place.chart != vector.chart for place in self.board.places[site]):
            return None
        (dx, dy), times = self.unit(kind, vector)
        heading = Heading(self.place(vector, site), dx, dy)
        crossed: list[int] = []
        for left in reversed(range(times)):
            following = self.board.advance(heading, side)
            if following is None:
                return None
            heading = following
            here = self.board.at(heading.place)
            if left and here not in (None, site):  # its own site is empty by then
                assert here is not None
                crossed.append(here)
        goal = self.board.at(heading.place)
        if goal is None:  # on an imaginary file, where no piece stops
            return None
        after = Vector(heading.dx * times, heading.dy * times, vector.chart)
        return Glide(goal, after, tuple(crossed))

    @cached_property
    def vectors(self) -> tuple[Vector, ...]:
        """All vectors of the game by number; number 0 is rest.

        Raises:
            ValueError: there are too many.
        """
        every = sorted(frozenset().union(*self.possible.values()))
        if len(every) > MAX_VECTORS:
            raise ValueError(
                Message(
                    "{number} vectors of motion; at most {most} are possible",
                    number=len(every),
                    most=MAX_VECTORS,
                )
            )
        return (REST, *every)

    @cached_property
    def numbers(self) -> dict[Vector, int]:
        """The number of each vector."""
        return {vector: number for number, vector in enumerate(self.vectors)}

    def build(self, far: Callable[[int, Side], bool], gives: npt.NDArray[np.uint8]) -> Motion:
        """The tables, including where pawns promote, and the vector that each step of the rays gives."""
        codes = 2 * (len(self.pieces) + 1)
        courses = np.zeros((codes, len(self.vectors)), np.uint32)
        rows: dict[tuple[int, ...], int] = {(int(OFF),) * len(self.board): 0}
        through: list[int] = []
        known: dict[tuple[int, ...], int] = {(): 0}
        for (kind, side), vectors in self.possible.items():
            piece = self.pieces[kind]
            for vector in sorted(vectors):
                glides = (self.glide(kind, side, vector, site) for site in range(len(self.board)))
                row = tuple(self._packed(glide, known, through) for glide in glides)
                number = rows.setdefault(row, len(rows))
                straight = 0 in vector[:2]
                moves = int(MAY_MOVE) if straight or not piece.pawn else 0
                captures = int(MAY_CAPTURE) if not straight or not piece.pawn else 0
                courses[2 * (kind + 1) + side.number, self.numbers[vector]] = number | moves | captures
        sites = np.zeros((2, len(self.board), 3), np.uint16)
        sites[:, :, int(CARRIED)] = sites[:, :, int(ORIGIN)] = np.arange(len(self.board))
        sites[:, :, int(FAR)] = [[far(site, side) for site in range(len(self.board))] for side in Side]
        courses[int(NOT_TURNED)] = courses[int(TURNED)] = np.arange(len(self.vectors))
        ring = [self.board.numbers[name] for name in self.spinner.ring]
        if ring:
            courses[int(TURNED)] = [self.numbers[self.spinner.turned(vector)] for vector in self.vectors]
            after = sites[self.spinner.after.number]
            after[ring, int(CARRIED)] = [*ring[1:], ring[0]]
            after[ring, int(ORIGIN)] = [ring[-1], *ring[:-1]]
        pairs = [(ring[0], site) for site in ring[1:]]
        bounds = [(2, 2 + len(pairs) * (side is self.spinner.after)) for side in Side]
        return Motion(
            gives=gives,
            courses=courses,
            glides=np.array(list(rows), np.uint64),
            through=np.array([*through, 0], np.uint16),  # never empty
            sites=sites,
            swaps=np.array([*bounds, *pairs], np.uint16),
        )

    def _packed(self, glide: Glide | None, known: dict[tuple[int, ...], int], through: list[int]) -> int:
        if glide is None:
            return int(OFF)
        if glide.through not in known:
            known[glide.through] = len(through)
            through += glide.through
        return (
            glide.goal
            | self.numbers[glide.after] << int(AFTER_SHIFT)
            | len(glide.through) << int(LENGTH_SHIFT)
            | known[glide.through] << int(FIRST_SHIFT)
        )


def _around(right: int, forward: int) -> Iterable[Offset]:
    signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
    return [(x * a, y * b) for x, y in ((right, forward), (forward, right)) for a, b in signs]
