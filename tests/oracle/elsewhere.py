"""Chess on hexagons and in space, slowly and plainly: without any board or movement of fairyring's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import NamedTuple

Point = tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """A game without castling.

    Attributes:
        points: where each square lies.
        slides: for a letter, the directions in which that piece goes any distance.
        leaps: for a letter, the steps that it takes once.
        advances: White's pawn's steps to an empty square.
        captures: White's pawn's steps to an enemy.
        mirror: by what a point is multiplied for Black.
        homes: for each side, from where a pawn may go two steps.
        last: for each side, where its pawns promote.
    """

    points: Mapping[str, Point]
    slides: Mapping[str, tuple[Point, ...]]
    leaps: Mapping[str, tuple[Point, ...]]
    advances: tuple[Point, ...]
    captures: tuple[Point, ...]
    mirror: Point
    homes: Mapping[bool, frozenset[str]]
    last: Mapping[bool, frozenset[str]]
    promotions: str

    @cached_property
    def names(self) -> dict[Point, str]:
        """The square at each point."""
        return {point: name for name, point in self.points.items()}

    def lines(self, kind: str, site: str) -> list[list[str]]:
        """The squares to which a piece goes from another in each direction, the nearest first."""
        found = self._lines.get((kind, site))
        if found is None:
            found = self._lines[kind, site] = [
                *(self._line(site, step) for step in self.slides[kind]),
                *(self._line(site, step)[:1] for step in self.leaps[kind]),
            ]
        return found

    @cached_property
    def _lines(self) -> dict[tuple[str, str], list[list[str]]]:
        return {}

    def _line(self, site: str, step: Point) -> list[str]:
        """The squares on the way from one, as long as there are any."""
        found = list[str]()
        point = plus(self.points[site], step)
        while point in self.names:
            found.append(self.names[point])
            point = plus(point, step)
        return found


class Position(NamedTuple):
    """What stands on each square, White's in capitals; whose move it is; what a double step has crossed."""

    pieces: Mapping[str, str]
    white: bool = True
    crossed: str = ""
    passed: str = ""


def plus(point: Point, step: Point, times: int = 1) -> Point:
    return tuple(one + times * other for one, other in zip(point, step, strict=True))


def reached(game: Game, pos: Position, site: str) -> Iterator[tuple[str, str]]:
    """Where the piece on a square goes, with what is captured there and where: ``(goal, captured)``."""
    names, piece, start = game.names, pos.pieces[site], game.points[site]
    white, kind = piece.isupper(), piece.upper()
    if kind == "P":
        turn = (1,) * len(start) if white else game.mirror
        ahead, aside = (
            [tuple(one * way for one, way in zip(step, turn, strict=True)) for step in steps]
            for steps in (game.advances, game.captures)
        )
        for step in ahead:
            goal = names.get(plus(start, step))
            if goal and goal not in pos.pieces:
                yield goal, ""
                further = names.get(plus(start, step, 2))
                if site in game.homes[white] and further and further not in pos.pieces:
                    yield further, ""
        for step in aside:
            goal = names.get(plus(start, step), "")
            if pos.pieces.get(goal) and pos.pieces[goal].isupper() != white:
                yield goal, goal
            elif goal and goal == pos.crossed and goal not in pos.pieces:
                yield goal, pos.passed
        return
    for line in game.lines(kind, site):
        for goal in line:
            if goal in pos.pieces:
                if pos.pieces[goal].isupper() != white:
                    yield goal, goal
                break
            yield goal, ""


def in_check(game: Game, pos: Position, white: bool) -> bool:
    king = next(site for site, piece in pos.pieces.items() if piece == ("K" if white else "k"))
    enemies = [site for site, piece in pos.pieces.items() if piece.isupper() != white]
    return any(captured == king for site in enemies for _, captured in reached(game, pos, site))


def legal(game: Game, pos: Position) -> dict[str, Position]:
    """The legal moves as texts such as ``f5f7`` or ``b6b7q``, and the positions after them."""
    names = game.names
    found: dict[str, Position] = {}
    for site in [site for site, piece in pos.pieces.items() if piece.isupper() == pos.white]:
        for goal, captured in reached(game, pos, site):
            piece = pos.pieces[site]
            pieces = {each: other for each, other in pos.pieces.items() if each not in (site, captured)}
            crossed = ""
            if piece in "Pp":
                start, end = game.points[site], game.points[goal]
                middle = names.get(
                    tuple((one + other) // 2 for one, other in zip(start, end, strict=True)), ""
                )
                doubled = any(plus(start, step, 2 if pos.white else -2) == end for step in game.advances)
                crossed = middle if doubled and site in game.homes[pos.white] else ""
            promotes = piece in "Pp" and goal in game.last[pos.white]
            for becomes in game.promotions if promotes else piece:
                letter = becomes.upper() if pos.white else becomes.lower()
                after = Position({**pieces, goal: letter}, not pos.white, crossed, goal if crossed else "")
                if not in_check(game, after, pos.white):
                    found[site + goal + (becomes.lower() if promotes else "")] = after
    return found


def _hexagons() -> Game:
    """Gliński's board: a file beside another lies half a rank lower or higher, so ranks count double."""
    heights = {letter: 11 - abs(x - 5) for x, letter in enumerate("abcdefghikl")}
    points = {
        f"{letter}{rank}": ("abcdefghikl".index(letter), 2 * rank - height)
        for letter, height in heights.items()
        for rank in range(1, height + 1)
    }
    both = (1, -1)
    edges = ((0, 2), (0, -2), *product(both, both))
    corners = ((2, 0), (-2, 0), *product(both, (3, -3)))
    knight = (*product(both, (5, -5)), *product((2, -2), (4, -4)), *product((3, -3), both))
    white, black = "b1 c2 d3 e4 f5 g4 h3 i2 k1", "b7 c7 d7 e7 f7 g7 h7 i7 k7"
    return Game(
        points,
        {"R": edges, "B": corners, "Q": (*edges, *corners), "K": (), "N": ()},
        {"R": (), "B": (), "Q": (), "K": (*edges, *corners), "N": knight},
        ((0, 2),),
        ((1, 1), (-1, 1)),
        (1, -1),
        {True: frozenset(white.split()), False: frozenset(black.split())},
        {
            True: frozenset(f"{letter}{height}" for letter, height in heights.items()),
            False: frozenset(f"{letter}1" for letter in heights),
        },
        "QRBN",
    )


def _space() -> Game:
    """Raumschach's five boards: level, file and rank."""
    points = {
        f"{level}{file}{rank + 1}": (z, x, rank)
        for z, level in enumerate("ABCDE")
        for x, file in enumerate("abcde")
        for rank in range(5)
    }
    around = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
    faces, edges, corners = (
        tuple(step for step in around if sum(map(abs, step)) == many) for many in (1, 2, 3)
    )
    signs = product((1, -1), repeat=3)
    knight = {
        tuple(one * sign for one, sign in zip(step, each, strict=True))
        for each in signs
        for step in permutations((0, 1, 2))
    }
    return Game(
        points,
        {"R": faces, "B": edges, "U": corners, "Q": tuple(around), "K": (), "N": ()},
        {"R": (), "B": (), "U": (), "Q": (), "K": tuple(around), "N": tuple(knight)},
        ((0, 0, 1), (1, 0, 0)),
        ((0, 1, 1), (0, -1, 1), (1, 0, 1), (1, 1, 0), (1, -1, 0)),
        (-1, 1, -1),
        {True: frozenset(), False: frozenset()},
        {
            True: frozenset(f"E{file}5" for file in "abcde"),
            False: frozenset(f"A{file}1" for file in "abcde"),
        },
        "QRBUN",
    )


GAMES = {"glinski": _hexagons(), "raumschach": _space()}
STARTS = {
    "glinski": {
        **dict(zip("g1 e1 f1 f2 f3 d1 h1 c1 i1".split(), "KQBBBNNRR", strict=True)),
        **dict(zip("g10 e10 f11 f10 f9 d9 h9 c8 i8".split(), "kqbbbnnrr", strict=True)),
        **dict.fromkeys(GAMES["glinski"].homes[True], "P"),
        **dict.fromkeys(GAMES["glinski"].homes[False], "p"),
    },
    "raumschach": {
        **{f"A{file}1": letter for file, letter in zip("abcde", "RNKNR", strict=True)},
        **{f"B{file}1": letter for file, letter in zip("abcde", "BUQBU", strict=True)},
        **{f"E{file}5": letter for file, letter in zip("abcde", "rnknr", strict=True)},
        **{f"D{file}5": letter for file, letter in zip("abcde", "ubqub", strict=True)},
        **{
            f"{level}{file}{rank}": letter
            for level, rank, letter in ("A2P", "B2P", "D4p", "E4p")
            for file in "abcde"
        },
    },
}
