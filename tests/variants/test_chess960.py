"""Chess960: its arrays, the spellings of its castling rights, and its games, held against python-chess."""

import io
import random

import chess
import chess.pgn
import pytest

import fairyring
from fairyring import PositionError, Setup, Variant, VariantError
from fairyring.board import grid, shared_ring
from fairyring.kernels.orthodox.castlings import castlings_anywhere
from fairyring.mechanics import Explosion, Gating
from fairyring.variants import chess960
from tests import lanes


def test_arrays_have_scharnagls_numbers() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert chess960.array(number) == board.board_fen().rpartition("/")[2]
    assert str(fairyring.load("chess960", number=0).start()).split()[2] == "HFhf"
    with pytest.raises(VariantError, match="numbers from 0 to 959, not 960"):
        fairyring.load("chess960", number=960)


def test_arrays_share_their_tables() -> None:
    one, other = (fairyring.load("chess960", number=number) for number in (4, 711))
    assert one.rules.tables is other.rules.tables


def test_other_programs_know_the_array_of_a_record() -> None:
    game = fairyring.Game(fairyring.load("chess960", number=218))
    read = chess.pgn.read_game(io.StringIO(game.pgn()))
    assert read
    assert read.board().fen() == chess.Board.from_chess960_pos(218).fen()
    (again,) = fairyring.read_pgn(game.pgn())
    assert again.position == game.position
    assert again.variant.options == {"number": 218}


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(lanes.samples(12, 2)))
def test_python_chess_agrees(seed: int) -> None:
    """Moves, check and texts in games from random arrays with few pieces, in which castling comes early."""
    chance = random.Random(seed)
    board = chess.Board.from_chess960_pos(chance.randrange(960))
    for square, piece in board.piece_map().items():
        if piece.piece_type not in (chess.KING, chess.ROOK) and chance.random() < 0.7:
            board.remove_piece_at(square)
    if not board.is_valid():
        return
    position = fairyring.load("chess960").position(board.fen())  # with KQkq
    for _ in range(lanes.samples(40, 8)):
        legal = {move.uci(): move for move in board.legal_moves}
        moves = {move.uci: move for move in position.legal_moves()}
        assert moves.keys() == legal.keys(), str(position)
        assert position.in_check == board.is_check()
        if not legal:
            break
        castlings = [uci for uci, move in legal.items() if board.is_castling(move)]
        uci = chance.choice(castlings if castlings and chance.random() < 0.5 else sorted(legal))
        board.push(legal[uci])
        position = position.play(moves[uci])
        ours, theirs = str(position).split(), board.shredder_fen().split()
        assert ours[:3] + ours[4:] == theirs[:3] + theirs[4:]


def test_a_castling_is_written_as_if_the_king_captured_the_rook() -> None:
    position = fairyring.load("chess960").position("4k3/8/8/8/8/8/8/1RK5 w B - 0 1")
    castling = next(move for move in position.legal_moves() if move.text == "c1-b1")
    assert (castling.uci, castling.choices) == ("c1b1", ("c1", "b1"))
    assert str(position.play(castling)) == "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"


@pytest.mark.parametrize(
    ("rights", "place", "reason"),
    [
        ("AH", 1, "in the order HGFEDCBAhgfedcba"),
        ("HAX", 2, "castling rights are some of HGFEDCBAhgfedcba, or '-'"),
        ("HBA", 1, "castling B: there is no white rook on b1"),
        ("HG", 1, "castling G: only one rook on each side of the king may castle"),
        ("Hh", 1, "castling h: the king is not on its first rank"),
        ("Kk", 1, "castling k: there is no rook on that side of the king"),
    ],
)
def test_wrong_rights_are_refused(rights: str, place: int, reason: str) -> None:
    text = f"r6r/3pkppp/8/8/8/8/PPPPPP2/R3K1RR w {rights} - 0 1"
    with pytest.raises(PositionError) as caught:
        fairyring.load("chess960").position(text)
    assert reason in str(caught.value)
    assert caught.value.column == text.index(rights) + place + 1


def test_what_is_set_up_keeps_only_the_rights_that_can_be() -> None:
    setup = Setup(fairyring.load("chess960"), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    setup.remove("h1")
    setup.move("e8", "e7")
    assert str(setup).split()[2] == "A"


def test_mechanics_go_with_it() -> None:
    game = chess960.variant(0).but(
        title="Atomic 960", summary="Explosions.", mechanics=[Explosion()], rules={"minor": "", "bound": ""}
    )
    position = Variant("atomic960", game, {}, "atomic960").position("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1")
    assert str(position.play("b1-b8")) == "4r3/8/8/8/8/8/8/2K1R3 b Ee - 0 1"


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="a board of one chart, with at most 10 files"):
        castlings_anywhere(shared_ring(8, 8))
    with pytest.raises(ValueError, match="the board has no file g"):
        castlings_anywhere(grid(6, 6))
    with pytest.raises(ValueError, match="with gating, king and rooks start on the same squares"):
        chess960.variant().but(title="Gates", summary="Gates.", mechanics=[Gating("N")])
