"""The tables and rows of the bluff family: vectors over one large grid, pawns by board, chips, True Kings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.codes import CAPTURE, MOVE
from fairyring.kernels.orthodox.tables import code_of, hash_numbers
from fairyring.kernels.orthodox.worth import OPENING, appraise
from fairyring.kernels.packed import packed
from fairyring.kernels.true_kings import KING_WORTH
from fairyring.messages import Message
from fairyring.pieces import Leap, Piece
from fairyring.pieces.lines import Line, Step
from fairyring.pieces.movement import Together

# Codes of pieces are as in the orthodox family; a demand is 1 in the first layer, which no piece is.
DEMAND = U(1)
PIECE, CHIPS = U(0), U(1)  # layers: the piece; from the second on, the chips of each denomination
STACKS = U(2)  # sets: 0 and 1 are the two sides' pieces, 2 the sites with chips
NON_PAWN, PAWN, KING = 0, 1, 2
NOWHERE = orthodox.NOWHERE
BLOCK = 64  # sites of a board, which is one word of a set

DENOMINATIONS = 4  # at most
TURN, EP_SQUARE, PROMOTED, TRUE, KINGS, SCORE = U(3), U(4), U(5), U(6), U(8), U(10)
PURSES = U(11)  # White's chips of each denomination, then Black's
UNMOVED = PURSES + U(2 * DENOMINATIONS)  # for each board, those of its kings and rooks that never moved
SCORE_ZERO = 1 << 40  # the field holds the score plus this, which is never negative

# The columns of `Ways.pawns`: the goals of a pawn, and from where pawns attack the site.
STEP, DOUBLE, CAPTURES, PROMOTES, ATTACKED_FROM = U(0), U(1), U(2), U(4), U(5)
# The columns of `Ways.spans`: the first vector, the end, and whether the piece is a rider.
FIRST, END, RIDES = U(0), U(1), U(2)

GOALS_A_SITE = 25  # moves to one site, at most: 8 lines, 8 knights; 3 of the lines with 4 promotions
CENT = 0.4  # hundredths of a pawn: little, so that chips are put


def layout(boards: int, denominations: Sequence[int], puts: int) -> Layout:
    """What a row holds in a game of so many boards, with so many different ways to put chips on a square."""
    sides = ("white", "black")
    return Layout(
        layers=("piece", *(f"chips of {worth}" for worth in denominations)),
        fields=(
            *("side", "clock", "number", "turn", "ep square", "promoted"),
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


@packed
class Ways(NamedTuple):
    """How pieces move, and how chips may be put.

    Attributes:
        steps: uint16[site, vector]; the site that a vector leads to, or `NOWHERE`.
        vectors: uint8[entry]; the vectors of non-pawn pieces, those of each kind together.
        spans: uint8[code, column]; where a kind's vectors begin and end, and whether it is a rider.
        covers: uint64[code]; the vectors along which, outward from a site, this piece attacks the site; for
            code 0 those along which riders do.
        pawns: uint16[side, site, column]; a pawn's step (its own site on ranks where no pawn stands), double
            step and captures, whether its moves promote, and the two sites from which pawns of that side
            attack the site.
        kinds: uint8[code]; what a piece is: `NON_PAWN`, `PAWN` or `KING`.
        promotions: uint64[choice]; the numbers of the kinds that a pawn may become, the best first.
        sideways: uint8[direction]; the vectors to the left and to the right.
        puts: uint64[choice]; the chips that may be put in one move, four bits a denomination.
        shields: uint64[choice]; the chips that may be put between a True King and a rider that attacks it,
            where not all puts are listed: none, except in a search's tables.
        royal: uint8[1]; whether a True King whose site a row has is protected like a royal king, which is
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


@packed
class Keys(NamedTuple):
    """The Zobrist keys of all that makes up a position; a key of what is counted is multiplied.

    Attributes:
        zobrist: uint64[code, site]; for code 0 of an en passant square, for code 1 of a piece that never
            moved.
        chips: uint64[denomination, site].
        purses: uint64[side, denomination].
        states: uint64[field, value]; of the side to play next, of the promotions made, and of each True King:
            not chosen, or captured.
    """

    zobrist: npt.NDArray[np.uint64]
    chips: npt.NDArray[np.uint64]
    purses: npt.NDArray[np.uint64]
    states: npt.NDArray[np.uint64]


TURNS, PROMOTIONS, TRUES = U(0), U(1), U(2)  # rows of `Keys.states`; Black's True King follows White's
NOT_CHOSEN, KING_CAPTURED = (
    U(1),
    U(2),
)  # columns for a True King; 0 is for all else that is publicly known


@packed
class Worth(NamedTuple):
    """What things are worth, in hundredths of a pawn.

    Attributes:
        pieces: int32[code]; a piece anywhere.
        places: int32[code, site]; a piece on a site.
        kings: int32[number]; the value of having this many kings left, apart from their moves.
        chips: int32[denomination]; a chip in the purse.
    """

    pieces: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    kings: npt.NDArray[np.int32]
    chips: npt.NDArray[np.int32]


@packed
class Tables(NamedTuple):
    """The constants of a game of the bluff family.

    Attributes:
        ways: how pieces move, and how chips may be put.
        keys: the Zobrist keys.
        worth: the evaluation's tables.
        parts: the mechanics that the game has beyond the family's own; see `fairyring.kernels.stages`.
    """

    ways: Ways
    keys: Keys
    worth: Worth
    parts: tuple[Any, ...] = ()


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
        pieces: the kinds of pieces, in the order of their numbers. Non-pawn pieces move by leaps only; all
            leaps of a kind are made once, or all repeated.
        promotions: the kinds that a pawn may become.
        king: the kind that a True King belongs to.
        facing: which side's way a side's pawns move on the board of a site.
        height: how many ranks a site lies before a side's first rank on its board, from 0.
        denominations: the values of chips, the smallest first; none if the game has no chips.
        chips_per_turn: how many may be put in one move.

    Raises:
        ValueError: the game has pieces that this family cannot move.
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
            kinds[code] = KING if kind == king else PAWN if piece.pawn else NON_PAWN
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
        puts=np.array(list(puts(len(denominations), chips_per_turn)), np.uint64),
        shields=np.zeros(0, np.uint64),
        royal=np.zeros(1, np.uint8),
    )
    return Tables(ways, _keys(codes, sites), _worth(board, pieces, promotions, ways, height, denominations))


def _vectors(piece: Piece) -> tuple[tuple[tuple[int, int], ...], bool]:
    """The vectors of a non-pawn piece, and whether it is a rider; none for a pawn."""
    if piece.pawn:
        return (), False
    leaps = piece.movement.parts if isinstance(piece.movement, Together) else ()
    vectors = [(leap.right, leap.forward) for leap in leaps if isinstance(leap, Leap)]
    rides = bool(leaps) and leaps[0] == Leap(*vectors[0], 0)
    if not leaps or any(
        leap != Leap(*vector, 0 if rides else 1) for leap, vector in zip(leaps, vectors, strict=False)
    ):
        raise ValueError(
            Message(
                "the {piece} does not move by leaps only, all made once or all repeated",
                piece=Message(piece.name),
            )
        )
    return tuple(vectors), rides


def _pawns(
    board: Board, pawn: Piece, facing: Callable[[int, Side], Side], height: Callable[[int, Side], int]
) -> npt.NDArray[np.uint16]:
    table = np.full((2, len(board), int(ATTACKED_FROM) + 2), NOWHERE, np.uint16)
    table[:, :, PROMOTES] = 0
    table[:, :, STEP] = range(len(board))  # a pawn without a step is blocked by itself
    for side in Side:
        for site in range(len(board)):
            if height(site, side) in (0, 7):
                continue  # no pawn ever stands there
            own = table[side.number]
            captures, twice = 0, None
            for way in pawn.ways(board, site, facing(site, side)):
                if way.initial:
                    twice = way if height(site, side) == 1 else None
                elif way.move:
                    own[site, STEP] = way.goal
                    own[site, PROMOTES] = height(way.goal, side) == 7
                else:
                    own[site, int(CAPTURES) + captures] = way.goal
                    free = int(own[way.goal, ATTACKED_FROM] != NOWHERE)
                    own[way.goal, int(ATTACKED_FROM) + free] = site
                    captures += 1
            if twice is not None:
                if twice.through != (own[site, STEP],):
                    raise ValueError(
                        Message(
                            "the {piece} has an initial way that is not its step made twice",
                            piece=Message(pawn.name),
                        )
                    )
                own[site, DOUBLE] = twice.goal
    return table


def puts(denominations: int, most: int) -> Iterator[int]:
    """The chips that may be put in one move, four bits a denomination."""
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
    zobrist, chips, purses, states = parts
    # Small enough that multiplying by any count does not overflow.
    return Keys(zobrist, chips >> U(7), purses >> U(7), states)


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

    per_piece, places = appraise(board, pieces, promotions, _all_lines(ways, len(board)), progress)
    most = len(board) // BLOCK
    kings = np.zeros(most + 1, np.int32)
    # Losing one of k kings loses the game with a chance of 1 in k.
    for number in range(2, most + 1):
        kings[number] = kings[number - 1] + KING_WORTH // number
    chips = np.array([round(CENT * worth) for worth in denominations], np.int32)
    per_piece[:2] = 0  # 1 stands for a stack here
    return Worth(per_piece[:, 0].copy(), places[:, :, OPENING].copy(), kings, chips)


def lines_of(ways: Ways, code: int, site: int) -> tuple[Line, ...]:
    """The lines of a piece from a site of an empty board, for diagrams and piece values."""
    if ways.kinds[code] == PAWN:
        return tuple(_pawn_lines(ways.pawns[code & 1, site], site))
    return tuple(_piece_lines(ways, code, site))


def _all_lines(ways: Ways, sites: int) -> Mapping[tuple[int, int], tuple[Line, ...]]:
    found: dict[tuple[int, int], tuple[Line, ...]] = {}
    for code in range(2, len(ways.kinds)):
        for site in range(sites):
            # Non-pawn pieces of both sides move alike.
            alike = code & 1 and ways.kinds[code] != PAWN
            found[code, site] = found[code - 1, site] if alike else lines_of(ways, code, site)
    return found


def _piece_lines(ways: Ways, code: int, site: int) -> Iterator[Line]:
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
    for column in (CAPTURES, CAPTURES + U(1)):
        if own[column] != NOWHERE:
            yield (Step(int(own[column]), int(CAPTURE)),)
