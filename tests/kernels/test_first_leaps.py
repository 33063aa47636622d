"""First leaps and limits of drops and counts: what they do not go with, and what their texts say."""

from typing import Any

import pytest

import fairyring
from fairyring.errors import PositionError
from fairyring.mechanics import Counting, DropLimits, FirstLeaps, Mechanic
from fairyring.variants import makruk

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(
    ("mechanics", "sentence"),
    [
        ([FirstLeaps()], "first leaps: the leaps of at least one kind of piece"),
        ([FirstLeaps({"X": "mN"})], "first leaps: no piece has the letter 'X'"),
        ([FirstLeaps({"P": "mN"})], "first leaps: pawns have initial moves in their own movement"),
        ([FirstLeaps({"K": "N"})], "first leaps of K: leaps to empty squares, such as mN, not 'N'"),
        ([FirstLeaps({"K": "mR"})], "first leaps of K: leaps to empty squares, such as mN, not 'mR'"),
        ([FirstLeaps({"K": "m"})], "first leaps of K, 'm': "),
        ([FirstLeaps({"K": "mN"}, aimed="X")], "first leaps: no piece has the letter 'X'"),
        ([Counting(0)], "counting: the number of moves must be at least 1, not 0"),
        ([Counting(few=1)], "counting: few is a number of pieces, at least 2, and needs moves; not 1"),
        ([DropLimits(per_file="P", never="P")], "drop limits: 'P' is never dropped"),
    ],
)
def test_what_does_not_fit_is_refused(mechanics: list[Mechanic], sentence: str) -> None:
    rules: dict[str, Any] = {}
    with pytest.raises(ValueError, match=sentence):
        makruk.variant().but(title="Other", summary="Other.", mechanics=mechanics, rules=rules)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rnsmksnr/8/8/8/8/8/8/RNSKMSNR w DEded - 0 1", "castling rights and files: DEde"),
        ("rnsmksnr/8/8/8/8/8/8/RNSKMSNR w ADde - 0 1", "the piece that started on a1 is not there"),
        ("rnsmksnr/8/8/8/8/8/8/RNS1MSNK w DEde - 0 1", "the piece that started on d1 is not there"),
    ],
)
def test_only_kings_and_mets_on_their_squares_leap(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        fairyring.load("cambodian").position(text)


def test_a_piece_leaps_once() -> None:
    position = fairyring.load("cambodian").start()
    assert {"d1-b2", "d1-f2"} <= {str(move) for move in position.legal_moves()}
    for move in ("d1-b2", "d8-e7", "b2-c2", "a6-a5", "c2-d1", "e7-d8"):
        position = position.play(move)
    assert str(position).split()[2] == "Ee"
    assert "d1-b2" not in {str(move) for move in position.legal_moves()}
    for move in ("e3-e4", "e6-e5"):
        position = position.play(move)
    assert str(position.play("e1-e3")).split()[2] == "e"
