"""The rules of bluff games in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.bluff import signs, suspects
from fairyring.kernels.bluff.generate import (
    CHIP_BITS,
    CHIP_MASK,
    PUT,
    TAG_MASK,
)
from fairyring.kernels.bluff.puts import worthwhile
from fairyring.kernels.bluff.tables import (
    BLOCK,
    CHIPS,
    DENOMINATIONS,
    DOUBLE,
    KINGS,
    NOWHERE,
    PAWN,
    PIECE,
    PROMOTES,
    PURSES,
    STEP,
    TRUE,
    TURN,
    Tables,
    build,
    layout,
    lines_of,
    puts,
)
from fairyring.kernels.bluff.terms import terms
from fairyring.kernels.bluff.topics import topics
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.law import Mechanic, check_all, check_hidden, parts
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    CAPTURE,
    CHOOSE,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    PROMOTION_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Chips, Goal, Purse, Secrets, Signs, Token, Topic, Words
from fairyring.kernels.table_cache import kept
from fairyring.kernels.terms import Term
from fairyring.kernels.true_kings import KING_WORTH, SIGNS, WEIGHTS, TrueKings, choice_words

PURSE = (20, 10, 4, 2)  # how many chips of each denomination, the smallest first, each player begins with
UNDER = "under"  # the level of a site for its chips


def board_rank(board: Board, site: int) -> int:
    """The rank of a site, from 0, on the one board it belongs to."""
    return board.places[site][0].y % 8


@dataclass(frozen=True)
class Bluff(PieceRules):
    """The rules of a game on many boards with hidden True Kings.

    Attributes:
        turned: the regions of the board that are turned around: White's pawns go down there.
        king: the letter of the pieces of which one is the True King.
        denominations: the values of chips, the smallest first; none if the game has no chips.
        chips_per_turn: how many may be put on a square in one move.
        mechanics: what the game has beyond the family's own, one of a kind: such as explode with a capture.
    """

    newness: ClassVar[int] = 4
    turned: frozenset[str] = frozenset()
    king: str = "K"
    denominations: tuple[int, ...] = ()
    chips_per_turn: int = 1
    mechanics: tuple[Mechanic, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a game that cannot be, as `PieceRules` does.

        Raises:
            ValueError: a mechanic does not go with True Kings, or is there twice.
        """
        super().__post_init__()
        object.__setattr__(self, "mechanics", tuple(self.mechanics))
        check_all(self, self.mechanics)
        check_hidden(self.mechanics)

    def facing(self, site: int, side: Side) -> Side:
        """Which side's way a side's pawns move on the board of a site."""
        return side.other if self.board.regions[site] in self.turned else side

    def height(self, site: int, side: Side) -> int:
        """How many ranks a site lies before a side's first rank on its board, from 0."""
        rank = board_rank(self.board, site)
        return rank if self.facing(site, side) is Side.WHITE else 7 - rank

    def barred_to_pawns(self, site: int, side: Side) -> bool:
        """Whether a side's pawns can never stand on a site: on the first and the last rank of a board."""
        return board_rank(self.board, site) in (0, 7)

    @cached_property
    def tables(self) -> Tables:
        """The constants for the compiled functions."""
        return self.with_learned(kept("plain tables", self, self._built))

    def _built(self) -> Tables:
        plain = build(
            self.board,
            self.pieces,
            [self.kinds[letter] for letter in self.promotions],
            self.kinds[self.king],
            self.facing,
            self.height,
            self.denominations,
            self.chips_per_turn,
        )
        if self.mechanics:
            plain = plain._replace(parts=parts(self, self.layout, self.mechanics))
        return plain

    def terms(self, tables: Tables) -> list[Term]:
        """What of an evaluation can be learned, given its tables by the formulas."""
        return terms(self, tables.worth)

    @cached_property
    def layout(self) -> Layout:
        """What a row of `States` holds."""
        number = len(self.denominations)
        return layout(self.boards, self.denominations, len([*puts(number, self.chips_per_turn)]))

    @cached_property
    def distances(self) -> npt.NDArray[np.uint8]:
        """uint8[site, site]: the number of king's steps between two sites of the large grid."""
        points = np.array([(place.x, place.y) for place, *_ in self.board.places])
        steps: npt.NDArray[np.uint8] = np.abs(points[:, None] - points).max(axis=2).astype(np.uint8)
        return steps

    @property
    def boards(self) -> int:
        """The number of boards, and of kings a side."""
        return len(self.board) // BLOCK

    @property
    def secrets(self) -> Secrets | None:
        """Each side's True King, which the other side may not know."""
        return BluffKings(self, self.king, int(TRUE))

    def considered(self, states: States, ply: int, moves: Sequence[int]) -> Sequence[int]:
        """The legal moves without the hundreds of puts that cannot matter at once; see `puts`."""
        others: list[int] = []
        chips: list[int] = []
        for move in moves:
            (chips if tag_of(move) == PUT else others).append(move)
        return others + worthwhile(self.tables, self.height, states, ply, chips) or moves

    def value_of(self, code: int) -> int:
        """What the piece with a code is worth, in hundredths of a pawn."""
        return int(self.tables.worth.pieces[code])

    # -- words ----------------------------------------------------------------------------------

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""
        names, tag = self.board.names, tag_of(move)
        goal = move >> int(GOAL_SHIFT) & int(FIELD_MASK)
        if tag == CHOOSE:
            return choice_words(names, move)
        if tag == PUT:
            if move not in self._puts:
                self._puts[move] = self._put(move)
            return self._puts[move]
        ends = names[move & int(FIELD_MASK)], names[goal]
        promotion = move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
        if not promotion:
            return Words("-".join(ends), ends)
        letter = self.pieces[promotion - 1].letter
        return Words(f"{ends[0]}-{ends[1]}={letter}", (*ends, letter))

    @cached_property
    def _puts(self) -> dict[int, Words]:
        """The words for moves that put chips; hundreds in each position, and the same in the next."""
        return {}

    def _put(self, move: int) -> Words:
        """The words for a move that puts chips, the largest first."""
        name = self.board.names[move >> int(GOAL_SHIFT) & int(FIELD_MASK)]
        chips = move >> int(EXTRA_SHIFT)
        worths: list[str] = []
        for place, worth in reversed(list(enumerate(self.denominations))):
            worths += [str(worth)] * (chips >> int(CHIP_BITS) * place & int(CHIP_MASK))
        entry = (f"chip{worths[0]}", *(f"+{worth}" for worth in worths[1:]), name)
        return Words(f"chip{'+'.join(worths)}@{name}", entry)

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites; chips come before the piece that stands on them."""
        found = []
        cells, names = states.cells[ply], self.board.names
        true = states.info[ply, int(TRUE) : int(TRUE) + 2].tolist()
        occupied = cells.any(axis=0).nonzero()[0]
        for site, (code, *numbers) in zip(occupied.tolist(), cells[:, occupied].T.tolist(), strict=True):
            if any(numbers):
                found.append(_stack_token(names[site], self.stack(states, ply, site), self.denominations[-1]))
            if code > 1:
                found.append(Token(names[site], *self.appearances[code], marked=site in true))
        return tuple(found)

    def stack(self, states: States, ply: int, site: int) -> tuple[Chips, ...]:
        """The chips on a site, the smallest first."""
        numbers = states.cells[ply, int(CHIPS) :, site].tolist()
        worths = zip(self.denominations, numbers, strict=True)
        return tuple(Chips(worth, number) for worth, number in worths if number)

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """There is no check here."""
        return ()

    def purses(self, states: States, ply: int, winner: Side | None = None) -> tuple[Purse, Purse] | None:
        """White's purse and Black's; a ``winner`` gets the chips left on the board."""
        if not self.denominations:
            return None
        numbers = np.zeros((2, len(self.denominations)), np.int64)
        for side in Side:
            first = int(PURSES) + DENOMINATIONS * side.number
            numbers[side.number] = states.info[ply, first : first + len(self.denominations)]
            if side is winner:
                numbers[side.number] += states.cells[ply, int(CHIPS) :].sum(axis=1, dtype=np.int64)
        white, black = (tuple(map(Chips, self.denominations, row)) for row in numbers.tolist())
        return white, black

    # -- for the rules page ---------------------------------------------------------------------

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side``, alone on the board, each site once, as the tables have them.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        side = Side(side)
        code, number = code_of(self.kinds[letter], side), self.board.numbers[site]
        ways, names = self.tables.ways, self.board.names
        own = ways.pawns[side.number, number]
        pawn = ways.kinds[code] == PAWN
        found = []
        for line in lines_of(ways, code, number):
            crossed: tuple[str, ...] = ()
            for step in line:
                found.append(
                    Goal(
                        names[step.site],
                        (crossed,),
                        move=bool(step.bits & int(MOVE)),
                        capture=bool(step.bits & int(CAPTURE)),
                        double=pawn and own[DOUBLE] == step.site != NOWHERE and own[STEP] != step.site,
                        promotion=pawn and bool(own[PROMOTES]),
                    )
                )
                crossed = (*crossed, names[step.site])
        return tuple(found)

    def topics(self, array: Mapping[str, str]) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        own = [topic for mechanic in self.mechanics for topic in mechanic.topics(self)]
        usual = topics(self.denominations, self.chips_per_turn, PURSE[: len(self.denominations)])
        return (*own, *usual)


class BluffKings(TrueKings):
    """Who may know what about the True Kings of many boards."""

    def signs(self, states: States, ply: int, moves: npt.NDArray[np.uint64]) -> Signs:
        """What each of some legal moves of a row would show of the mover's True King; see `signs`."""
        sites = tuple(self.possible(states, ply, Side.of(int(states.info[ply, int(TURN)]))))
        found = np.zeros((len(moves), len(sites), len(SIGNS)), np.int8)
        kings = np.array(sites, np.uint16)
        turns = U(ply), moves, U(len(moves)), kings
        signs.signs(self.rules.tables, states, *turns, self.rules.distances, found)
        return Signs(sites, SIGNS, np.array(WEIGHTS), found)

    def weighed(self, states: States, ply: int, chances: Mapping[int, float]) -> Tables:
        """Tables in which each king named is its own kind, and the mover's pieces hunt; see `suspects`."""
        rules, cells = self.rules, states.cells[ply, int(PIECE)]
        kings = states.info[ply, int(KINGS) : int(KINGS) + 2].tolist()
        mover = Side.of(int(states.info[ply, int(TURN)]))
        worths = {
            site: round((chance - 1 / kings[int(cells[site]) & 1]) * KING_WORTH)
            for site, chance in chances.items()
        }
        code = code_of(rules.kinds[rules.king], mover.other)
        hunted = (cells == code).nonzero()[0].tolist()
        drawn = {site: chances.get(site, 1 / len(hunted)) for site in hunted}
        tables = suspects.hunt(rules.tables, mover, drawn, rules.distances)
        return suspects.weigh(tables, states, ply, worths)

    def hunt_bonus(self, tables: Tables, states: States, ply: int) -> int:
        """How much more the mover's pieces are worth by such tables, for being near kings."""
        plain, cells = self.rules.tables, states.cells[ply, int(PIECE)]
        sites = (cells < len(plain.ways.kinds)).nonzero()[0]
        more = tables.worth.places[cells[sites], sites] - plain.worth.places[cells[sites], sites]
        return int(more.sum())


def tag_of(move: int) -> int:
    """What kind of move it is."""
    return move >> int(TAG_SHIFT) & int(TAG_MASK)


def _stack_token(site: str, stack: tuple[Chips, ...], highest: int) -> Token:
    kind, letter = ("demand", "$") if stack[-1].worth == highest else ("offer", "o")
    words = ", ".join(f"{number} × {worth}" for worth, number in stack)
    called = f"{kind} of {sum(worth * number for worth, number in stack)} ({words})"
    return Token(site, letter, called, kind, None, UNDER, chips=stack)
