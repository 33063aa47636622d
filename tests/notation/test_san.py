"""SAN in and out: python-chess is the judge."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

import fairyring
from fairyring.errors import AmbiguousMoveError, IllegalMoveError
from fairyring.game.writing import notation
from tests import lanes

LICHESS = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Result "1-0"]
[Variant "Standard"]
[TimeControl "300+0"]

1. e4 { [%eval 0.17] [%clk 0:05:00] } 1... e5 2. Nf3 Nc6?! { Inaccuracy. }
(2... d6 3. d4 (3. Bc4 h6)) 3. Bc4 $1 Bc5 4. O-O Nf6 5. d4 exd4 6. e5 d5 7. exf6 dxc4 8. Re1+ Be6 9. Ng5 1-0
"""


def played(seed: int, plies: int) -> tuple[chess.Board, fairyring.Game]:
    """The same random game there and here."""
    chance, board, game = random.Random(seed), chess.Board(), fairyring.Game(fairyring.load("chess"))
    for _ in range(plies):
        if game.result is not None or board.is_game_over():
            break
        texts = {notation(game.position, move): move for move in game.position.legal_moves()}
        theirs = {board.san(move): move for move in board.legal_moves}
        assert texts.keys() == theirs.keys(), board.fen()
        for text, move in texts.items():
            assert game.position.parse_move(text) == move
        text = chance.choice(sorted(texts))
        game.push(text)
        board.push_san(text)
    return board, game


def test_every_move_of_random_games_is_written_and_read_as_python_chess_does() -> None:
    for seed in range(lanes.samples(8, 1, usual=4)):
        board, game = played(seed, lanes.samples(120, 16))
        record = chess.pgn.read_game(io.StringIO(game.pgn()))
        assert record is not None
        assert record.errors == []
        assert record.end().board().fen() == board.fen()
        exported = str(chess.pgn.Game.from_board(board))
        (again,) = fairyring.read_pgn(exported)
        assert again.moves == game.moves


@pytest.mark.parametrize(
    ("position", "move", "san"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1-c1", "O-O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5-d6", "exd6"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1-d1", "Rd1"),
        ("2k5/8/8/Q6Q/8/8/Q7/4K3 w - - 0 1", "a5-d5", "Qa5d5"),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7-d8=N", "cxd8=N"),
        ("7k/6pp/8/8/8/8/8/R3K3 w Q - 0 1", "a1-a8", "Ra8#"),
    ],
)
def test_moves_that_need_more_than_a_letter_and_a_square(position: str, move: str, san: str) -> None:
    before = fairyring.load("chess").position(position)
    board = chess.Board(position)
    assert board.san(board.parse_san(san)) == san
    assert notation(before, before.parse_move(move)) == san
    for text in (san, san.rstrip("+#"), san + "!?", san.replace("O", "0"), san.replace("=", "")):
        assert before.parse_move(text) == before.parse_move(move)


def test_records_of_lichess_are_read() -> None:
    (game,) = fairyring.read_pgn(LICHESS)
    theirs = chess.pgn.read_game(io.StringIO(LICHESS))
    assert theirs is not None
    assert [move.uci for move in game.moves] == [move.uci() for move in theirs.mainline_moves()]
    (tree,) = fairyring.read_trees(LICHESS)
    assert len(tree.main) == len(game.moves) + 1
    assert "(2... d6 3. d4 (3. Bc4 h6))" in " ".join(tree.pgn().split())


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("Three-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("Racing Kings", "racingkings"),
    ],
)
def test_games_are_found_by_the_names_that_lichess_gives_them(theirs: str, ours: str) -> None:
    (game,) = fairyring.read_pgn(f'[Variant "{theirs}"]\n\n*')
    assert game.variant.name == ours
    (tree,) = fairyring.read_trees(f'[Variant "{theirs}"]\n\n*')
    assert tree.variant.name == ours


def test_records_in_moves_own_texts_are_still_read() -> None:
    (game,) = fairyring.read_pgn("1. e2-e4 e7e5 2. g1-f3 Nc6 *")
    assert game.notations == ["e4", "e5", "Nf3", "Nc6"]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("game", "moves", "shown"),
    [
        ("crazyhouse", ["e4", "d5", "exd5", "Qxd5", "P@d4"], "P@d4"),
        ("atomic", ["Nf3", "h6", "Ne5", "h5", "Nxf7"], "Nxf7#"),
        ("3check", ["e4", "f5", "Qh5+"], "Qh5+"),
        ("duck", ["Nf3,e5"], "Nf3,e5"),
        ("seirawan", ["Nc3/H"], "Nc3/H"),
        ("shogi", ["c3-c4"], "c3-c4"),
        ("xiangqi", ["h3-e3"], "h3-e3"),
    ],
)
def test_games_that_extend_chess_follow_it(game: str, moves: list[str], shown: str) -> None:
    played = fairyring.Game(fairyring.load(game))
    for move in moves:
        played.push(move)
    assert played.notations[-1] == shown
    (again,) = fairyring.read_pgn(played.pgn())
    assert again.moves == played.moves


def test_what_is_open_or_impossible_is_refused() -> None:
    start = fairyring.load("chess").start()
    for text in ("Nd4", "exd6", "O-O", "e9", "Xf3", ""):
        with pytest.raises(IllegalMoveError):
            start.parse_move(text)
    with pytest.raises(AmbiguousMoveError):
        fairyring.load("chess").position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").play("e1-e2").play(
            "e8-e7"
        ).parse_move("Rd1")
