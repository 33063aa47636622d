"""Games beside Fairy-Stockfish: legal moves as texts, checks, ends with their results, and perft.

It has most games of `VARIANTS` built in, and is told the others by the files in ``ini``.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

import pyffish

import fairyring
from fairyring import Position
from tests import lanes
from tests.oracle.composed import judge as composed
from tests.oracle.make_variant_perft import by_module

PLACE = Path(__file__).parent
VARIANTS: Final = tuple((PLACE / "variants.txt").read_text(encoding="utf-8").split())
"""The games that the library is to have, by Fairy-Stockfish's names."""
BY_DESIGN: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    (PLACE / "by_design.toml").read_text(encoding="utf-8")
)
"""For a game, and the reason of an end of ours that Fairy-Stockfish judges otherwise: why.

The reason is ``none`` while ours goes on, and ``moves`` or ``checks`` where these differ, and no end.
"""
MISSING: Final[Mapping[str, str]] = tomllib.loads((PLACE / "missing.toml").read_text(encoding="utf-8"))
"""Why a game of `VARIANTS` is not there."""
OURS: Final = {theirs: ours for ours, theirs in composed.ITS_NAMES.items()}

OFTEN, FEW = 6, 6  # plies between some questions; pieces with which a game may be drawn by material


def ours(name: str) -> str:
    """What we call a game that Fairy-Stockfish calls so."""
    return OURS.get(name, name)


@dataclass
class Line:
    """A line of play from the start, in which Fairy-Stockfish is asked. Each question takes a millisecond.

    Attributes:
        name: the game's name there.
        played: the moves.
    """

    name: str
    played: list[str] = field(default_factory=list)

    @cached_property
    def start(self) -> str:
        """The position at the start."""
        return str(pyffish.start_fen(self.name))

    @property
    def text(self) -> str:
        """The position now."""
        return str(pyffish.get_fen(self.name, self.start, self.played))

    def legal(self) -> dict[str, str]:
        """The legal moves, by our texts; there are none where the game has ended at once."""
        return composed.legal_moves(self.name, self.start, self.played)

    def result(self, *, moves: bool, optional: bool) -> int | None:
        """What the end of the game is for the side to move: 1, 0 or -1; None while it goes on.

        Args:
            moves: whether there are legal moves, so that it has not ended at once.
            optional: whether to ask for repetitions and the like, too.
        """
        over, value = False, 0
        if not moves:
            over, value = pyffish.is_immediate_game_end(self.name, self.start, self.played)
            if not over:
                over, value = True, pyffish.game_result(self.name, self.start, self.played)
        if not over and optional:
            over, value = pyffish.is_optional_game_end(self.name, self.start, self.played)
        return composed.sign(value) if over else None

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(pyffish.gives_check(self.name, self.start, self.played))

    def is_draw_by_material(self) -> bool:
        """Whether no side can mate."""
        return all(pyffish.has_insufficient_material(self.name, self.start, self.played))


@dataclass
class Found:
    """What random games have shown.

    Attributes:
        games: how many there were.
        positions: how many positions have been compared.
        ends: how many games have ended.
        moves: differences of legal moves and of checks.
        results: differences of ends and results.
    """

    games: int = 0
    positions: int = 0
    ends: int = 0
    moves: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)


def worth(position: Position) -> int | None:
    """What the end of the game is for the side to move: 1, 0 or -1; None while it goes on."""
    if position.result is None:
        return None
    winner = position.result.winner
    return 0 if winner is None else 1 if winner is position.side else -1


def play(name: str, chance: random.Random, plies: int, found: Found) -> None:
    """Play a random game to its end, or so many plies, and note every difference.

    Ends that stay once they are there, such as those by a clock, are asked for every few plies; others where
    they can be: a repetition when the board has been there before.
    """
    position, line = fairyring.load(ours(name)).start(), Line(name)
    known, boards = BY_DESIGN.get(name, {}), Counter[str]()
    lone = bool(getattr(position.variant.rules, "minor", ""))
    found.games += 1
    for ply in range(plies):
        found.positions += 1
        text = str(position)
        board, ended = text.partition(" ")[0], position.result is not None
        boards[board] += 1
        reason = position.result.reason if position.result else "none"
        legal = {move.uci: move for move in position.legal_moves()}
        judged = line.legal()
        often = ended or boards[board] > 2 or not ply % OFTEN
        theirs = line.result(moves=bool(judged), optional=often)
        if lone and theirs is None and sum(map(str.isalpha, board)) <= FEW and line.is_draw_by_material():
            theirs = 0
        if worth(position) != theirs and reason not in known:
            found.results.append(f"{text} {line.played}: {worth(position)} by {reason}, but it says {theirs}")
        if ended or theirs is not None:
            found.ends += 1
            return
        lost = judged.keys() - legal.keys()
        lost = {uci for uci in lost if composed.is_turned(name, line.start, judged[uci], line.played)}
        if legal.keys() != judged.keys() - lost:
            here, there = legal.keys() - judged.keys(), judged.keys() - legal.keys() - lost
            found.moves.append(f"{text}: only here {sorted(here)}, only there {sorted(there)}")
            return
        if not ply % OFTEN and "checks" not in known and position.in_check != line.in_check():
            found.moves.append(f"{text}: check {position.in_check}")
        uci = chance.choice(sorted(legal))
        position = position.play(legal[uci])
        line.played.append(judged[uci])


def positions(name: str, chance: random.Random, number: int, plies: int) -> Iterator[tuple[Position, str]]:
    """Positions of random games, at most so many plies from the start, each with Fairy-Stockfish's text.

    Not after a pass, of which its texts say nothing: another one would end the game.
    """
    start = fairyring.load(ours(name)).start()
    while number:
        position, line, passed = start, Line(name), False
        for _ in range(chance.randrange(plies)):
            moves = {move.uci: move for move in position.legal_moves()}
            judged = line.legal()
            both = sorted(moves.keys() & judged.keys())
            if position.result or not both:
                break
            uci = chance.choice(both)
            left, _, reached = moves[uci].text.partition("-")
            position, passed = position.play(moves[uci]), left == reached
            line.played.append(judged[uci])
        if not position.result and not passed:
            number -= 1
            yield position, line.text


class Counted(NamedTuple):
    """What counting move sequences has shown.

    Attributes:
        depth: to which depth they were counted.
        wrong: the first difference, if there is one.
    """

    depth: int
    wrong: list[str]


def counted(name: str, position: Position, text: str, depth: int, most: int = lanes.CROWD**2) -> Counted:
    """Compare perft from depth 1 on, to a depth or to the first difference.

    Args:
        name: the game, as Fairy-Stockfish calls it.
        position: where to count.
        text: the same position as Fairy-Stockfish has it.
        depth: how deep to count.
        most: counting ends before a depth that is likely to have more move sequences than this.
    """
    before = 1
    for plies in range(1, depth + 1):
        count, wanted = fairyring.perft(position, plies), by_module(name, text, plies)
        if count != wanted:
            wanted = _without_mating_drops(name, text, plies)
        if count != wanted:
            return Counted(plies, [f"{text}: perft {plies} is {count}, but it says {wanted}"])
        if count**2 > most * before:
            return Counted(plies, [])
        before = max(count, 1)
    return Counted(depth, [])


def _without_mating_drops(name: str, text: str, depth: int, played: tuple[str, ...] = ()) -> int:
    """Fairy-Stockfish's perft without drops that mate, which it makes legal, but losses."""
    if not depth:
        return 1
    moves = pyffish.legal_moves(name, text, list(played))
    legal = (uci for uci in moves if not composed.is_turned(name, text, uci, played))
    return sum(_without_mating_drops(name, text, depth - 1, (*played, uci)) for uci in legal)
