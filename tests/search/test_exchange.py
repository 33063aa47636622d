"""Static exchange evaluation against plain recursions over python-chess's attackers and an oracle's moves."""

import random
from abc import ABC, abstractmethod
from typing import Any

import chess
import pytest

import fairyring
from fairyring import Move, Position
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import I, U
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.search.settings import exchanges_are_foreseen
from tests import lanes
from tests.oracle import bluff, bluff_moves, bluff_samples, metachess_samples
from tests.oracle.metachess import OracleMetaChess, turn_text
from tests.oracle.metachess_texts import is_top, top
from tests.oracle.playing import other

PRICELESS = 1 << 20
ORACLE = bluff.OracleBluff("monster-bluff-4")
RIDING = {falls: OracleMetaChess(riders_fall=falls) for falls in (False, True)}


def values() -> dict[int, int]:
    """What pieces are worth, by their types in python-chess."""
    rules: Any = fairyring.load("chess").rules
    worth = {
        chess.PIECE_SYMBOLS.index(letter.lower()): int(rules.tables.worth.pieces[code, PLAIN])
        for letter, code in rules.codes.items()
        if letter.isupper()
    }
    return worth | {chess.KING: PRICELESS}


def replies(board: chess.Board, square: int, at_risk: int, worth: dict[int, int]) -> set[int]:
    """What the side to move can gain on a square; several answers where equal pieces may capture first."""
    attackers = board.attackers(board.turn, square)
    if not attackers:
        return {0}
    cheapest = min(worth[board.piece_type_at(site) or 0] for site in attackers)
    found = set()
    for site in attackers:
        piece = board.piece_at(site)
        if piece is not None and worth[piece.piece_type] == cheapest:
            after = board.copy(stack=False)
            after.remove_piece_at(site)
            after.set_piece_at(square, piece)
            after.turn = not board.turn
            found |= {max(0, at_risk - lost) for lost in replies(after, square, cheapest, worth)}
    return found


def gains(board: chess.Board, move: chess.Move, worth: dict[int, int]) -> set[int]:
    """What the mover gains by a move if both sides then capture on its goal while that pays."""
    piece, captured = board.piece_at(move.from_square), board.piece_at(move.to_square)
    assert piece is not None
    gain = worth[chess.PAWN] if board.is_en_passant(move) else worth[captured.piece_type] if captured else 0
    at_risk = worth[piece.piece_type]
    if move.promotion:
        gain += worth[move.promotion] - at_risk
        at_risk = worth[move.promotion]
    after = board.copy(stack=False)
    after.push(move)
    return {gain - lost for lost in replies(after, move.to_square, at_risk, worth)}


def outlasting(position: Position, move: Move, expected: set[int]) -> list[bool]:
    """Whether a move gains at least so much, for several amounts: as one of the expected gains says."""
    tables: Any = position.variant.rules.tables
    rows, answers = position.rows(1), []
    for least in {*expected, *(gain + 1 for gain in expected), -60, 0, 60}:
        found = bool(entry_points.outlasts(tables, rows, U(0), U(move.code), I(least)))
        assert found in {gain >= least for gain in expected}, (str(position), move.text, least)
        answers.append(found)
    return answers


@pytest.mark.kernel
def test_equals_a_plain_recursion() -> None:
    worth, compared = values(), 0
    for seed in range(lanes.samples(40, 4)):
        board, chance = chess.Board(), random.Random(seed)
        for _ in range(chance.randrange(10, 80)):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over():
            continue
        position = fairyring.load("chess").position(board.fen())
        for move in position.legal_moves():
            other = chess.Move.from_uci(move.text.replace("-", "").replace("=", "").lower())
            if board.is_castling(other):
                continue
            expected = gains(board, other, worth)
            compared += len(outlasting(position, move, expected))
    assert compared > 100


class Exchanges(ABC):
    """Exchanges in a position, by the moves of its game's oracle."""

    def __init__(self, pos: Any, worths: Any, codes: dict[str, int]) -> None:
        """``worths`` are those of the tables, ``codes`` of the pieces by their letters."""
        self.pos, self.worths, self.codes = pos, worths, codes

    @abstractmethod
    def origins(self, pieces: dict[str, str], side: str, goal: str) -> set[str]:
        """Where the pieces of a side stand that could capture on a goal."""

    @abstractmethod
    def plain(self, piece: str) -> int:
        """What a piece is worth anywhere."""

    @abstractmethod
    def worth(self, site: str) -> int:
        """What it is worth to capture the piece that stood on a site before the exchange."""

    def loot(self, turn: Any) -> int:
        """What a turn wins besides a piece."""
        return 0

    def replies(self, pieces: dict[str, str], side: str, goal: str, at_risk: int) -> set[int]:
        """What a side can gain on a goal; several answers where equal pieces may capture first."""
        origins = self.origins(pieces, side, goal)
        if not origins:
            return {0}
        cheapest = min(map(self.worth, origins))
        found = set()
        for origin in origins:
            if self.worth(origin) == cheapest:
                after = {site: piece for site, piece in pieces.items() if site != origin}
                after[goal] = pieces[origin]
                following = self.replies(after, other(side), goal, cheapest)
                found |= {max(0, at_risk - lost) for lost in following}
        return found

    def gains(self, turn: Any) -> set[int]:
        """What the mover gains by a turn if both sides then capture on its goal while that pays."""
        pieces, beside = dict(self.pos.pieces), turn.captures_ep
        gain, at_risk = self.loot(turn), self.worth(turn.origin)
        if beside is not None or turn.to in pieces:
            gain += self.worth(beside or turn.to)
        if turn.becomes != pieces[turn.origin]:
            after = self.plain(turn.becomes)
            gain, at_risk = gain + after - at_risk, after
        del pieces[turn.origin]
        if beside is not None:
            del pieces[beside]
        pieces[turn.to] = turn.becomes
        return {gain - lost for lost in self.replies(pieces, other(self.pos.side), turn.to, at_risk)}


class BluffExchanges(Exchanges):
    """In Monster Bluff Chess, where a king may be the True King."""

    def origins(self, pieces: dict[str, str], side: str, goal: str) -> set[str]:
        pos = self.pos._replace(pieces=pieces, side=side, passed=None, unmoved=frozenset())
        return {
            move.origin
            for move in bluff_moves.moves_of(ORACLE.grid, pos)
            if move.to == goal and move.captures
        }

    def plain(self, piece: str) -> int:
        return int(self.worths.pieces[self.codes[piece]])

    def worth(self, site: str) -> int:
        piece = self.pos.pieces[site]
        found = self.plain(piece)
        if piece not in "Kk":
            return found
        side = "white" if piece == "K" else "black"
        if site == self.pos.true[side == "black"]:
            return found + 20_000
        left = len(bluff.king_sites(self.pos.pieces, side))
        return found + int(self.worths.kings[left] - self.worths.kings[left - 1])

    def loot(self, turn: Any) -> int:
        if not turn.captures or turn.captures_ep:
            return 0
        stack = self.pos.chips.get(turn.to, ())
        return sum(number * int(worth) for number, worth in zip(stack, self.worths.chips, strict=False))


@pytest.mark.kernel
def test_monster_bluff_chess_equals_a_plain_recursion_by_its_oracle() -> None:
    variant = fairyring.load("monster-bluff-4")
    rules: Any = variant.rules
    assert exchanges_are_foreseen(rules.tables)
    compared = losing = 0
    for seed in range(lanes.samples(40, 4)):
        chance = random.Random(seed)
        pos = bluff_samples.scattered(ORACLE, chance)
        position = variant.position(ORACLE.write(pos))
        exchanges = BluffExchanges(pos, rules.tables.worth, rules.codes)
        turns = ORACLE.turns(pos)
        for move in position.legal_moves():
            turn = turns[move.text]
            if not isinstance(turn, bluff_moves.Move) or turn.rook is not None:
                continue
            expected = exchanges.gains(turn)
            found = outlasting(position, move, expected)
            compared, losing = compared + len(found), losing + found.count(False)
    assert compared > 1000
    assert losing > 100


class RidingExchanges(Exchanges):
    """In MetaChess #4, where riders act from backs, and carriers once their riders have left."""

    def origins(self, pieces: dict[str, str], side: str, goal: str) -> set[str]:
        pos = self.pos._replace(pieces=pieces, side=side, passed=None, castling="")
        return {turn.origin for turn in RIDING[False].pseudo_legal(pos) if turn.to == goal and goal in pieces}

    def plain(self, piece: str) -> int:
        return PRICELESS if piece in "Kk" else int(self.worths.pieces[self.codes[piece], PLAIN])

    def worth(self, site: str) -> int:
        return self.plain(self.pos.pieces[site])


@pytest.mark.kernel
@pytest.mark.parametrize("falls", [False, True])
def test_metachess_equals_a_plain_recursion_by_its_oracle(falls: bool) -> None:
    variant, oracle = fairyring.load("metachess-4", riders_fall=falls), RIDING[falls]
    rules: Any = variant.rules
    assert exchanges_are_foreseen(rules.tables)
    compared = losing = 0
    for seed in range(lanes.samples(60, 12)):
        pos = metachess_samples.scattered(oracle, random.Random(seed))
        position = variant.position(oracle.write(pos))
        exchanges = RidingExchanges(pos, rules.tables.worth, rules.codes)
        turns = {turn_text(pos, turn): turn for turn in oracle.pseudo_legal(pos)}
        for move in position.legal_moves():
            turn = turns[move.text]
            if turn.rook is not None or is_top(turn.to) or top(turn.to) in pos.pieces:
                continue  # there it does not tell
            expected = exchanges.gains(turn)
            found = outlasting(position, move, expected)
            compared, losing = compared + len(found), losing + found.count(False)
    assert compared > 300
    assert losing > 30
