"""The tables and rows of the bluff family: vectors over one large grid, pawns by board, chips, True Kings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.tables import CAPTURE, MOVE, code_of, hash_numbers
from fairyring.kernels.orthodox.worth import OPENING, appraise
from fairyring.pieces import Leap, Piece
from fairyring.pieces.lines import Line, Step
from fairyring.pieces.movement import Together

# A man's code is as in the orthodox family; a demand stands in the first layer as 1, which is no man's.
DEMAND = U(1)
PIECE, CHIPS = U(0), U(1)  # layers: who stands there; from the second on the chips of each denomination
STACKS = U(2)  # sets: 0 and 1 are the two sides' men, 2 the sites with chips
OFFICER, PAWN, KING = 0, 1, 2
NOWHERE = orthodox.NOWHERE
BLOCK = 64  # sites of a board, which is one word of a set

# What the field of a True King holds beside a site.
UNCHOSEN, UNKNOWN, CAPTURED = U(0xFFFF), U(0xFFFE), U(0xFFFD)

DENOMINATIONS = 4  # at most
TURN, PASSED, PROMOTED, TRUE, KINGS, SCORE = U(3), U(4), U(5), U(6), U(8), U(10)
PURSES = U(11)  # White's chips of each denomination, then Black's
UNMOVED = PURSES + U(2 * DENOMINATIONS)  # for each board those of its kings and rooks that never moved
SCORE_ZERO = 1 << 40  # the field holds the score and this much more, which is never negative

# The columns of `Ways.pawns`: the goals of a pawn, and whence pawns take on the site.
STEP, DOUBLE, TAKES, PROMOTES, TAKEN_FROM = U(0), U(1), U(2), U(4), U(5)
# Bits of an officer's entry in `Ways.spans`: his first vector, the last but one, whether he rides.
FIRST, END, RIDES = U(0), U(1), U(2)

GOALS_A_SITE = 25  # no site is more turns' goal: 8 lines, 8 knights, of which 3 lines may be 4 promotions
KING_WORTH = 3000  # hundredths of a pawn that a king is worth to whom he is the only one left to take
CENT = 0.4  # hundredths of a pawn: chips are there to be put


def layout(boards: int, denominations: Sequence[int], puts: int) -> Layout:
    """What a row holds in a game of so many boards, with so many different ways to put chips on a square."""
    sides = ("white", "black")
    return Layout(
        layers=("piece", *(f"chips of {worth}" for worth in denominations)),
        fields=(
            *("side", "clock", "number", "turn", "passed", "promoted"),
            *(f"true king of {side}" for side in sides),
            *(f"kings of {side}" for side in sides),
            "score",
            *(f"purse of {side}, {place}" for side in sides for place in range(DENOMINATIONS)),
            *(f"unmoved on {board + 1}" for board in range(boards)),
        ),
        derived=("side", "kings of white", "kings of black", "score"),
        sets=3,
        moves=(GOALS_A_SITE + puts) * BLOCK * boards,
    )


class Ways(NamedTuple):
    """How men move, and how chips may be put.

    Attributes:
        steps: uint16[site, vector]; the site that a vector leads to, or `NOWHERE`.
        vectors: uint8[entry]; the vectors of officers and kings, those of each kind in a row.
        spans: uint8[code, column]; where a kind's vectors begin and end, and whether it rides.
        covers: uint64[code]; the vectors along which, outward from a site, a man is met who attacks it;
            for code 0 those along which riders are met.
        pawns: uint16[side, site, column]; a pawn's step (its own site where it has none, on ranks where
            none stands), double step and captures, whether it promotes by them, and the two sites from
            which pawns of that side take on the site.
        kinds: uint8[code]; what a man is: 0 an officer, 1 a pawn, 2 a king.
        promotions: uint64[choice]; the kinds' numbers that a pawn may become, the best first.
        sideways: uint8[direction]; the vectors to the left and to the right.
        puts: uint64[choice]; the chips that may be put at once, four bits a denomination.
        shields: uint64[choice]; the chips that may be put between a True King and a rider who attacks him,
            where not all puts are listed: none, but in a search's tables.
        royal: uint8[1]; whether a True King of whom a row knows is looked after as a royal king is, which is
            so in a search's tables alone.
    """

    steps: npt.NDArray[np.uint16]
    vectors: npt.NDArray[np.uint8]
    spans: npt.NDArray[np.uint8]
    covers: npt.NDArray[np.uint64]
    pawns: npt.NDArray[np.uint16]
    kinds: npt.NDArray[np.uint8]
    promotions: npt.NDArray[np.uint64]
    sideways: npt.NDArray[np.uint8]
    puts: npt.NDArray[np.uint64]
    shields: npt.NDArray[np.uint64]
    royal: npt.NDArray[np.uint8]


class Keys(NamedTuple):
    """The hash numbers of what makes up a position. Of counted things a number goes in so many times over.

    Attributes:
        men: uint64[code, site]; for code 0 of a passed site, for code 1 of a man who never moved.
        chips: uint64[denomination, site].
        purses: uint64[side, denomination].
        states: uint64[field, value]; of who plays next, of the promotions made, and of either True King:
            not chosen, or captured.
    """

    men: npt.NDArray[np.uint64]
    chips: npt.NDArray[np.uint64]
    purses: npt.NDArray[np.uint64]
    states: npt.NDArray[np.uint64]


TURNS, PROMOTIONS, TRUES = U(0), U(1), U(2)  # rows of `Keys.states`; Black's True King follows White's
NOT_CHOSEN, TAKEN = U(1), U(2)  # columns for a True King; 0 for all that is said of him in public else


class Worth(NamedTuple):
    """What things are worth, in hundredths of a pawn.

    Attributes:
        men: int32[code]; a man anywhere.
        places: int32[code, site]; a man on a site.
        kings: int32[number]; what it is worth to have so many kings left, their moves apart.
        chips: int32[denomination]; a chip in the purse.
    """

    men: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    kings: npt.NDArray[np.int32]
    chips: npt.NDArray[np.int32]


class Tables(NamedTuple):
    """The constants of a game of the bluff family.

    Attributes:
        ways: how men move, and how chips may be put.
        keys: the hash numbers.
        worth: the evaluation's tables.
    """

    ways: Ways
    keys: Keys
    worth: Worth


def build(
    board: Board,
    pieces: Sequence[Piece],
    promotions: Sequence[int],
    king: int,
    facing: Callable[[int, Side], Side],
    height: Callable[[int, Side], int],
    denominations: Sequence[int],
    chips_per_turn: int,
) -> Tables:
    """The tables of a game.

    Args:
        board: boards of `BLOCK` sites each, one after the other in the order of sites.
        pieces: the kinds of men, in the order of their numbers. Officers and kings have leaps alone, all
            of a kind either taken once or as often as may be.
        promotions: the kinds that a pawn may become.
        king: the kind that a True King is one of.
        facing: as whose men a side's pawns move on the board of a site.
        height: how many ranks a site lies before a side's first rank on its board, from 0.
        denominations: what chips are worth, the smallest first; none where none are played with.
        chips_per_turn: how many may be put in one turn.
    """
    sites, codes = len(board), 2 * (len(pieces) + 1)
    moves = [_vectors(piece) for piece in pieces]
    numbers = {vector: place for place, vector in enumerate(sorted({v for own, _ in moves for v in own}))}
    steps = np.full((sites, len(numbers)), NOWHERE, np.uint16)
    for (right, forward), number in numbers.items():
        for site in range(sites):
            for heading in board.headings(site, right, forward, Side.WHITE):
                reached = board.advance(heading, Side.WHITE)
                goal = None if reached is None else board.at(reached.place)
                if goal is not None:
                    steps[site, number] = goal
    vectors: list[int] = []
    spans = np.zeros((codes, 3), np.uint8)
    covers, kinds = np.zeros(codes, np.uint64), np.zeros(codes, np.uint8)
    for kind, (piece, (own, rides)) in enumerate(zip(pieces, moves, strict=True)):
        for side in Side:
            code = code_of(kind, side)
            spans[code] = len(vectors), len(vectors) + len(own), rides
            covers[code] = sum(1 << numbers[-right, -forward] for right, forward in own)
            covers[0] |= covers[code] if rides else U(0)
            kinds[code] = KING if kind == king else PAWN if piece.pawn else OFFICER
        vectors += [numbers[vector] for vector in own]
    pawn = next(piece for piece in pieces if piece.pawn)
    ways = Ways(
        steps=steps,
        vectors=np.array(vectors, np.uint8),
        spans=spans,
        covers=covers,
        pawns=_pawns(board, pawn, facing, height),
        kinds=kinds,
        promotions=np.array(promotions, np.uint64) + U(1),
        sideways=np.array([numbers[-1, 0], numbers[1, 0]], np.uint8),
        puts=np.array(list(_puts(len(denominations), chips_per_turn)), np.uint64),
        shields=np.zeros(0, np.uint64),
        royal=np.zeros(1, np.uint8),
    )
    return Tables(ways, _keys(codes, sites), _worth(board, pieces, promotions, ways, height, denominations))


def _vectors(piece: Piece) -> tuple[tuple[tuple[int, int], ...], bool]:
    """The vectors of an officer or a king, and whether he rides; none of a pawn."""
    if piece.pawn:
        return (), False
    leaps = piece.movement.parts if isinstance(piece.movement, Together) else ()
    vectors = [(leap.right, leap.forward) for leap in leaps if isinstance(leap, Leap)]
    rides = bool(leaps) and leaps[0] == Leap(*vectors[0], 0)
    if not leaps or any(
        leap != Leap(*vector, 0 if rides else 1) for leap, vector in zip(leaps, vectors, strict=False)
    ):
        raise ValueError(f"the {piece.name} does not go by leaps alone, all taken once or all without end")
    return tuple(vectors), rides


def _pawns(
    board: Board, pawn: Piece, facing: Callable[[int, Side], Side], height: Callable[[int, Side], int]
) -> npt.NDArray[np.uint16]:
    table = np.full((2, len(board), int(TAKEN_FROM) + 2), NOWHERE, np.uint16)
    table[:, :, PROMOTES] = 0
    table[:, :, STEP] = range(len(board))  # who has no step would stand in his own way
    for side in Side:
        for site in range(len(board)):
            if height(site, side) in (0, 7):
                continue  # no pawn ever stands there
            own = table[side.number]
            takes = 0
            for way in pawn.ways(board, site, facing(site, side)):
                if way.initial:
                    own[site, DOUBLE] = way.goal if height(site, side) == 1 else NOWHERE
                elif way.move:
                    own[site, STEP] = way.goal
                    own[site, PROMOTES] = height(way.goal, side) == 7
                else:
                    own[site, int(TAKES) + takes] = way.goal
                    free = int(own[way.goal, TAKEN_FROM] != NOWHERE)
                    own[way.goal, int(TAKEN_FROM) + free] = site
                    takes += 1
    return table


def _puts(denominations: int, most: int) -> Iterator[int]:
    for number in range(1, most + 1):
        for chips in combinations_with_replacement(reversed(range(denominations)), number):
            yield sum(1 << 4 * chip for chip in chips)


def _keys(codes: int, sites: int) -> Keys:
    sizes = [(codes, sites), (DENOMINATIONS, sites), (2, DENOMINATIONS), (4, 4)]
    numbers = hash_numbers(sum(rows * columns for rows, columns in sizes))
    parts = []
    for rows, columns in sizes:
        parts.append(numbers[: rows * columns].reshape(rows, columns))
        numbers = numbers[rows * columns :]
    men, chips, purses, states = parts
    # So small that as many as there are of a kind do not overflow.
    return Keys(men, chips >> U(7), purses >> U(7), states)


def _worth(
    board: Board,
    pieces: Sequence[Piece],
    promotions: Sequence[int],
    ways: Ways,
    height: Callable[[int, Side], int],
    denominations: Sequence[int],
) -> Worth:
    def progress(side: Side) -> npt.NDArray[np.float64]:
        return np.array([height(site, side) / 7 for site in range(len(board))])

    men, places = appraise(board, pieces, promotions, _all_lines(ways, len(board)), progress)
    most = len(board) // BLOCK
    kings = np.zeros(most + 1, np.int32)
    # Who loses one of k kings has lost the game with a chance of 1 in k.
    for number in range(2, most + 1):
        kings[number] = kings[number - 1] + KING_WORTH // number
    chips = np.array([round(CENT * worth) for worth in denominations], np.int32)
    return Worth(men[:, 0].copy(), places[:, :, OPENING].copy(), kings, chips)


def lines_of(ways: Ways, code: int, site: int) -> tuple[Line, ...]:
    """The lines of a man from a site of an empty board, for those who look at them from outside."""
    if ways.kinds[code] == PAWN:
        return tuple(_pawn_lines(ways.pawns[code & 1, site], site))
    return tuple(_officer_lines(ways, code, site))


def _all_lines(ways: Ways, sites: int) -> Mapping[tuple[int, int], tuple[Line, ...]]:
    found: dict[tuple[int, int], tuple[Line, ...]] = {}
    for code in range(2, len(ways.kinds)):
        for site in range(sites):
            # Officers of both sides move alike.
            alike = code & 1 and ways.kinds[code] != PAWN
            found[code, site] = found[code - 1, site] if alike else lines_of(ways, code, site)
    return found


def _officer_lines(ways: Ways, code: int, site: int) -> Iterator[Line]:
    both = int(MOVE | CAPTURE)
    first, end, rides = (int(value) for value in ways.spans[code])
    for vector in ways.vectors[first:end].tolist():
        line: list[Step] = []
        goal = int(ways.steps[site, vector])
        while goal != NOWHERE:
            line.append(Step(goal, both))
            goal = int(ways.steps[goal, vector]) if rides else int(NOWHERE)
        if line:
            yield tuple(line)


def _pawn_lines(own: npt.NDArray[np.uint16], site: int) -> Iterator[Line]:
    goals = [int(own[column]) for column in (STEP, DOUBLE)]
    straight = tuple(Step(goal, int(MOVE)) for goal in goals if goal not in (int(NOWHERE), site))
    if straight:
        yield straight
    for column in (TAKES, TAKES + U(1)):
        if own[column] != NOWHERE:
            yield (Step(int(own[column]), int(CAPTURE)),)
