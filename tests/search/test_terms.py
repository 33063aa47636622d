"""What an evaluation counts, held against counts by python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import chess
import numpy as np
import numpy.typing as npt
import pytest

import fairyring
from fairyring.kernels.base import PieceRules
from fairyring.kernels.evaluations import evaluations
from fairyring.kernels.orthodox.leads import LITTLE
from fairyring.kernels.orthodox.worth import PLAIN, TEMPO, WEIGHT
from fairyring.kernels.terms import changed
from tests import lanes

MORE = 100  # so much more is counted for each, in hundredths of a pawn
PLIES = 60


def attacked(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """All squares that a side attacks or guards."""
    found = chess.SquareSet()
    for square in chess.SquareSet(board.occupied_co[side]):
        found |= board.attacks(square)
    return found


def guarded(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """Those that its pawns guard."""
    found = chess.SquareSet()
    for square in board.pieces(chess.PAWN, side):
        found |= board.attacks(square)
    return found


def pieces(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """A side's pieces other than pawns and the king."""
    return chess.SquareSet(board.occupied_co[side] & ~(board.pawns | board.kings))


def support(board: chess.Board, side: chess.Color) -> int:
    return len(board.pieces(chess.PAWN, side) & guarded(board, side))


def menace(board: chess.Board, side: chess.Color) -> int:
    return len(pieces(board, not side) & guarded(board, side))


def lesser(board: chess.Board, side: chess.Color) -> int:
    found = 0
    for square in pieces(board, side):
        for goal in board.attacks(square) & pieces(board, not side):
            found += VALUES[board.piece_type_at(goal) or 0] > VALUES[board.piece_type_at(square) or 0]
    return found


def pair(board: chess.Board, side: chess.Color) -> int:
    bishops = int(board.pieces(chess.BISHOP, side))
    return int(bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES))


def weak(board: chess.Board, side: chess.Color) -> int:
    """The other side's pawns that none behind them on the next files can come to guard."""
    found = 0
    pawns = board.pieces(chess.PAWN, not side)
    ahead = 1 if side is chess.BLACK else -1
    for square in pawns:
        file, rank = chess.square_file(square), chess.square_rank(square)
        behind = [
            each
            for each in pawns
            if abs(chess.square_file(each) - file) == 1 and ahead * (rank - chess.square_rank(each)) >= 1
        ]
        found += not behind
    return found


def hanging(board: chess.Board, side: chess.Color) -> int:
    return len(pieces(board, not side) & attacked(board, side) - attacked(board, not side))


def loose(board: chess.Board, side: chess.Color) -> int:
    return len(board.pieces(chess.PAWN, not side) & attacked(board, side) - attacked(board, not side))


def equal(board: chess.Board, side: chess.Color) -> int:
    found = 0
    for square in pieces(board, side):
        for goal in board.attacks(square) & pieces(board, not side):
            one, other = board.piece_type_at(square) or 0, board.piece_type_at(goal) or 0
            found += one != other and VALUES[one] == VALUES[other]
    return found


def attackers(board: chess.Board, side: chess.Color, square: chess.Square) -> int:
    """How many of a side's pieces attack or guard a square; all pawns together count as one."""
    found = board.attackers(side, square)
    return len(found - chess.SquareSet(board.pawns)) + bool(found & board.pawns)


def hardly_guarded(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The other side's pieces and pawns that are attacked, and guarded by no pawn but by something.

    They are guarded once, or attacked twice.
    """
    there = chess.SquareSet(board.occupied_co[not side] & ~board.kings) - guarded(board, not side)
    return chess.SquareSet(
        square
        for square in there
        if (own := attackers(board, side, square))
        and (others := attackers(board, not side, square))
        and (own > 1 or others == 1)
    )


def shaky(board: chess.Board, side: chess.Color) -> int:
    return len(hardly_guarded(board, side) & pieces(board, not side))


def shaky_pawn(board: chess.Board, side: chess.Color) -> int:
    return len(hardly_guarded(board, side) & board.pieces(chess.PAWN, not side))


def besieged(board: chess.Board, side: chess.Color) -> int:
    there = chess.SquareSet(board.occupied_co[not side] & ~board.kings) - guarded(board, not side)
    return sum(
        attackers(board, side, square) > 1 and attackers(board, not side, square) < 2 for square in there
    )


def trapped(board: chess.Board, side: chess.Color) -> int:
    """Pieces without a square to go to that the other side's pawns do not guard."""
    shut = guarded(board, not side) | chess.SquareSet(board.occupied_co[side])
    return sum(not board.attacks(square) - shut for square in pieces(board, side))


def ring(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The squares beside a side's king."""
    king = board.king(side)
    assert king is not None
    return chess.SquareSet(chess.BB_KING_ATTACKS[king])


def check(board: chess.Board, side: chess.Color) -> int:
    """A side's possible checks where nothing captures the piece but perhaps a king that may not."""
    king, found = board.king(not side), 0
    assert king is not None
    for square in chess.SquareSet(chess.BB_ALL):
        others = board.attackers(not side, square)
        if board.color_at(square) is side or others - chess.SquareSet([king]):
            continue
        if others and attackers(board, side, square) < 2:
            continue
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
            if board.attackers(side, square) & board.pieces(kind, side):
                moved = board.copy(stack=False)
                moved.set_piece_at(square, chess.Piece(kind, side))
                if king in moved.attacks(square):
                    found += 1
                    break
    return found


def onward(side: chess.Color) -> int:
    return 8 if side is chess.WHITE else -8


def abreast(board: chess.Board, side: chess.Color) -> int:
    """Pawns whose next square another guards."""
    pawns = board.pieces(chess.PAWN, side)
    return sum(square + onward(side) in guarded(board, side) for square in pawns)


def steps(one: chess.Square, other: chess.Square) -> int:
    return min(5, chess.square_distance(one, other))


def alone(board: chess.Board, side: chess.Color) -> int:
    king = board.king(side)
    assert king is not None
    return min((steps(king, pawn) for pawn in chess.SquareSet(board.pawns)), default=0)


def passed(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """Pawns that no enemy pawn can stop or capture."""
    found = chess.SquareSet()
    for square in board.pieces(chess.PAWN, side):
        for other in board.pieces(chess.PAWN, not side):
            near = abs(chess.square_file(other) - chess.square_file(square)) < 2
            ahead = chess.square_rank(other) - chess.square_rank(square)
            if near and ahead * onward(side) > 0:
                break
        else:
            found.add(square)
    return found


def come(square: chess.Square, side: chess.Color) -> float:
    rank = chess.square_rank(square)
    return round(100 * ((rank if side is chess.WHITE else 7 - rank) / 7) ** 2) / 100


def way(square: chess.Square, side: chess.Color) -> chess.SquareSet:
    """The squares in front of a pawn."""
    return chess.SquareSet(range(square + onward(side), 64 if side is chess.WHITE else -1, onward(side)))


def passed_enemy_king(board: chess.Board, side: chess.Color) -> float:
    king = board.king(not side)
    assert king is not None
    return sum(come(each, side) * steps(king, each + onward(side)) for each in passed(board, side))


def passed_own_king(board: chess.Board, side: chess.Color) -> float:
    king = board.king(side)
    assert king is not None
    return sum(come(each, side) * steps(king, each + onward(side)) for each in passed(board, side))


def passed_blocked(board: chess.Board, side: chess.Color) -> float:
    return sum(come(each, side) for each in passed(board, side) if board.piece_at(each + onward(side)))


def passed_free(board: chess.Board, side: chess.Color) -> float:
    stopped = chess.SquareSet(board.occupied) | attacked(board, not side)
    return sum(come(each, side) for each in passed(board, side) if not way(each, side) & stopped)


def passed_opening(board: chess.Board, side: chess.Color) -> float:
    return sum(come(each, side) for each in passed(board, side))


def unstoppable(board: chess.Board, side: chess.Color) -> int:
    """Passed pawns that the other side's king comes too late for; it has no other pieces than pawns."""
    king = board.king(not side)
    assert king is not None
    if pieces(board, not side):
        return 0
    late = int(board.turn is not side)
    return sum(
        not way(each, side) & chess.SquareSet(board.occupied)
        and chess.square_distance(king, list(way(each, side))[-1 if side else 0])
        > len(way(each, side)) + late
        for each in passed(board, side)
    )


def push(board: chess.Board, side: chess.Color) -> int:
    """Pawns that may go on to where they attack a piece but the king, and are not captured for nothing."""
    found = 0
    for square in board.pieces(chess.PAWN, side):
        following = square + onward(side)
        if board.piece_at(following) or following in guarded(board, not side):
            continue
        own = by_pieces(board, side) | guarded(board, side)
        if following in own or following not in by_pieces(board, not side):
            goals = chess.SquareSet(chess.BB_PAWN_ATTACKS[side][following])
            found += bool(goals & pieces(board, not side))
    return found


def by_pieces(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """What a side's pieces attack or guard, without pawns and the king."""
    found = chess.SquareSet()
    for square in pieces(board, side):
        found |= board.attacks(square)
    return found


def bound(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The squares of the shades on which a side has bishops."""
    shades = (chess.SquareSet(chess.BB_LIGHT_SQUARES), chess.SquareSet(chess.BB_DARK_SQUARES))
    found = chess.SquareSet()
    for shade in shades:
        if shade & board.pieces(chess.BISHOP, side):
            found |= shade
    return found


def cramped(board: chess.Board, side: chess.Color) -> int:
    pawns = board.pieces(chess.PAWN, side) & bound(board, side)
    return sum(board.piece_at(square + onward(side)) is not None for square in pawns)


def open_rooks(board: chess.Board, side: chess.Color) -> int:
    return sum(
        not way(square, side) & board.pieces(chess.PAWN, side) for square in board.pieces(chess.ROOK, side)
    )


def lead(board: chess.Board, side: chess.Color, weights: Sequence[int]) -> int:
    """By how much a side's pieces other than pawns weigh more than the other's."""
    kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    return sum(
        weight * (len(board.pieces(kind, side)) - len(board.pieces(kind, not side)))
        for kind, weight in zip(kinds, weights, strict=True)
    )


def apart(board: chess.Board) -> bool:
    """Whether each side has bishops on one shade, and they are different ones."""
    shades = [bound(board, side) for side in chess.COLORS]
    return all(len(shade) == 32 for shade in shades) and not shades[0] & shades[1]


VALUES = {0: 0, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
Count = Callable[[chess.Board, chess.Color], float]
ALWAYS: dict[str, Count] = {
    "support": support,
    "menace": menace,
    "lesser": lesser,
    "equal": equal,
    "pair": pair,
    "weak": weak,
    "hanging": hanging,
    "loose": loose,
    "shaky": shaky,
    "shaky pawn": shaky_pawn,
    "besieged": besieged,
    "trapped": trapped,
    "check": check,
    "abreast": abreast,
    "push": push,
    "cramped": cramped,
    "R: open": open_rooks,
}
IN_ENDINGS: dict[str, Count] = {
    "loose, ending": loose,
    "shaky pawn, ending": shaky_pawn,
    "besieged, ending": besieged,
    "alone": alone,
    "passed, enemy's king": passed_enemy_king,
    "passed, own king": passed_own_king,
    "passed, blocked": passed_blocked,
    "passed, free": passed_free,
    "passed, unstoppable": unstoppable,
}


def boards(number: int) -> list[chess.Board]:
    """Positions of random games."""
    found = []
    for seed in range(number):
        board, chance = chess.Board(), random.Random(seed)
        for ply in range(PLIES):
            if board.is_game_over():
                break
            board.push(chance.choice([*board.legal_moves]))
            if ply % 5 == 4:
                found.append(board.copy(stack=False))
    return found


def endings(number: int) -> list[chess.Board]:
    """Positions of pawns and kings anywhere."""
    found = []
    for seed in range(12 * number):
        board, chance = chess.Board(None), random.Random(seed)
        kings = chance.sample(range(64), 2)
        for king, side in zip(kings, chess.COLORS, strict=True):
            board.set_piece_at(king, chess.Piece(chess.KING, side))
        for square in chance.sample(range(8, 56), chance.randint(1, 12)):
            if square not in kings:
                board.set_piece_at(square, chess.Piece(chess.PAWN, chance.choice(chess.COLORS)))
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid():
            found.append(board)
    return found


def few_pieces(number: int) -> list[chess.Board]:
    """Positions of kings, a few pawns and a few pieces anywhere, where not all is lost."""
    found = []
    for seed in range(60 * number):
        board, chance = chess.Board(None), random.Random(seed)
        squares = chance.sample(range(8, 56), 12)
        for side in chess.COLORS:
            board.set_piece_at(squares.pop(), chess.Piece(chess.KING, side))
            for kind in chance.choices(
                range(chess.PAWN, chess.KING), [4, 1, 4, 1, 1], k=chance.randint(1, 3)
            ):
                board.set_piece_at(squares.pop(), chess.Piece(kind, side))
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid():
            found.append(board)
    return found


def plain(variant: fairyring.Variant) -> PieceRules:
    """The rules with the evaluation by the formulas."""
    assert isinstance(variant.rules, PieceRules)
    return variant.rules.taught(None)


def evaluated(variant: fairyring.Variant, tables: Any, found: list[chess.Board]) -> npt.NDArray[np.int64]:
    """What positions are worth for White."""
    return scores(variant, tables, [board.fen(en_passant="legal") for board in found])


def scores(variant: fairyring.Variant, tables: Any, texts: list[str]) -> npt.NDArray[np.int64]:
    """What positions are worth for White."""
    rows = variant.rules.layout.rows(64, len(texts))
    for number, text in enumerate(texts):
        row = variant.definition.form.placed(text)
        rows.cells[number], rows.info[number] = row.cells[0], row.info[0]
    values = np.zeros(len(texts), np.int64)
    evaluations(tables, rows, np.arange(len(texts), dtype=np.uint64), values)
    return values


@pytest.mark.kernel
def test_mechanics_add_as_much_as_was_learned() -> None:
    variant = fairyring.load("3check")
    rules = plain(variant)
    terms = rules.terms(rules.tables)
    number = lanes.samples(4, 1)
    middle, last = ([board.fen().rsplit(" ", 2) for board in found(number)] for found in (boards, endings))

    def of_checks(found: list[list[str]], **values: int) -> npt.NDArray[np.int64]:
        """What two checks are worth that White has given."""
        named = {name.replace("_", ", "): value for name, value in values.items()}
        tables = rules.tables._replace(worth=changed(rules.tables.worth, terms, named))
        some, none = (
            scores(variant, tables, [f"{text} {checks} {half} {full}" for text, half, full in found])
            for checks in ("1+3", "3+3")
        )
        return some - none

    for found in (middle, last):
        usual = of_checks(found)
        assert (usual > 10).all()
        assert abs(of_checks(found, mechanics=100) - 2 * usual).max() <= 2  # rounding
    assert abs(of_checks(last, mechanics_ending=100) - 2 * of_checks(last)).max() <= 2
    assert (of_checks(middle, mechanics_ending=100) < 2 * of_checks(middle) - 2).all()


@pytest.mark.kernel
def test_leads_that_are_seldom_won_count_less() -> None:
    variant = fairyring.load("chess")
    rules = plain(variant)
    tables = rules.tables
    terms, tempo = rules.terms(tables), int(tables.worth.whole[TEMPO])
    tables = tables._replace(worth=changed(tables.worth, terms, {"tempo": -tempo}))
    weights = [int(tables.worth.pieces[rules.codes[letter], int(WEIGHT)]) for letter in "NBRQ"]
    found = few_pieces(lanes.samples(20, 2, usual=6))
    before = evaluated(variant, tables, found)
    leaders = [bool(value >= 0) for value in before]
    slight = [lead(*each, weights) <= int(LITTLE) for each in zip(found, leaders, strict=True)]
    pawns = [len(board.pieces(chess.PAWN, side)) for board, side in zip(found, leaders, strict=True)]
    both = [apart(board) for board in found]
    others = [bool(board.knights | board.rooks | board.queens) for board in found]
    counted = {
        "few": [number == 0 and little for number, little in zip(pawns, slight, strict=True)],
        "few, one pawn": [number == 1 and little for number, little in zip(pawns, slight, strict=True)],
        "apart": both,
        "apart, alone": [each and not more for each, more in zip(both, others, strict=True)],
    }
    for name, less in counted.items():
        worth = changed(tables.worth, terms, {name: 40})
        after = evaluated(variant, tables._replace(worth=worth), found)
        assert np.abs(after - np.where(less, 0.6, 1.0) * before).max() <= 2, name
        assert 0 < sum(less) < len(found), name


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("counts", "some"), [(ALWAYS, boards), (IN_ENDINGS, endings)], ids=["always", "endings"]
)
def test_terms_of_a_whole_position_count_what_they_say(
    counts: dict[str, Count], some: Callable[[int], list[chess.Board]]
) -> None:
    variant = fairyring.load("chess")
    rules = plain(variant)
    tables = rules.tables
    for one, other in (("N", "B"), ("B", "R"), ("R", "Q")):  # as `VALUES` has them
        values = [int(tables.worth.pieces[rules.codes[letter], int(PLAIN)]) for letter in (one, other)]
        assert values[0] < values[1] + 50
    terms = rules.terms(tables)
    found = some(lanes.samples(40, 4, usual=12))
    before = evaluated(variant, tables, found)
    for name, count in counts.items():
        more = tables._replace(worth=changed(tables.worth, terms, {name: MORE}))
        after = evaluated(variant, more, found)
        wanted = [MORE * (count(board, True) - count(board, False)) for board in found]
        # Both are rounded, and so is what each passed pawn counts.
        off = np.abs(after - before - wanted)
        assert off.max() <= 1 + (8 if name.startswith("passed") else 0), name
        assert any(wanted), name
