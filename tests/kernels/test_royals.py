"""Royals where no game has them so: equal to the oracle; and what they do not go together with."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

import fairyring
from fairyring import Variant
from fairyring.mechanics import DropLimits, Duck, Explosion, Hands, Mechanic, NoChecks, Royals
from fairyring.variants import chess
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle import composed
from tests.oracle.composed.games import ARRAY
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

TWO = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
ANY = f"{ARRAY} w - - 0 1"


def changed(mechanics: Sequence[Mechanic], promotions: str = "QRBN") -> Variant:
    """Chess with royal pieces that are so by a mechanic alone."""
    usual = chess.variant()
    pieces = tuple(replace(piece, royal=False) for piece in usual.rules.pieces)
    rules = {"pieces": pieces, "castlings": (), "promotions": promotions, "minor": "", "bound": ""}
    game = usual.but(title="Royals", summary="Other royal pieces.", mechanics=mechanics, rules=rules)
    return Variant("royals", game, {}, "royals")


GAMES: dict[str, tuple[Callable[[], Variant], Callable[[], composed.Game], tuple[str, ...]]] = {
    "two": (
        lambda: changed([Royals("K", most=2)]),
        lambda: composed.usual(composed.Royals("K", most=2), start=TWO, royal=False),
        (TWO, "r2kk2r/8/8/8/8/8/8/R2KK2R w - - 0 1"),
    ),
    "last": (
        lambda: changed([Royals("K", most=1)], "QRBNK"),
        lambda: composed.usual(composed.Royals("K", most=1), start=ANY, promotions="QRBNK", royal=False),
        ("4k3/PP4pp/8/8/8/8/pp4PP/4K3 w - - 0 1", "3kr3/P7/8/8/8/8/p7/R3K3 w - - 0 1"),
    ),
    "alike": (
        lambda: changed([Royals("KQ", most=1, alike=True)], "QRBNK"),
        lambda: composed.usual(
            composed.Royals("KQ", most=1, alike=True), start=ANY, promotions="QRBNK", royal=False
        ),
        ("4k3/PP4pp/8/8/8/8/pp4PP/4K3 w - - 0 1", "3kr3/P7/8/8/3Q4/3q4/p7/R3K3 w - - 0 1"),
    ),
    "quiet": (
        lambda: changed([Royals("KQ", together=True), NoChecks()]),
        lambda: composed.usual(
            composed.Royals("KQ", together=True), composed.NoChecks(), start=ANY, royal=False
        ),
        (ANY, "3qk3/8/8/2n5/8/5N2/8/R2QK3 w - - 0 1"),
    ),
    "blast": (
        lambda: changed([Royals("KQ", most=1), Explosion()]),
        lambda: composed.usual(composed.Royals("KQ", most=1), composed.Explosion(), start=ANY, royal=False),
        (
            ANY,
            "3qk3/3p1p2/8/8/2n2B2/5N2/3P1P2/3QK3 w - - 0 1",
            "8/8/3q4/4Q3/2k5/8/3n1K2/R6b w - - 0 1",
            "3qk3/P2p3P/8/8/8/8/p2P3p/3QK3 w - - 0 1",
        ),
    ),
    "blast of two": (
        lambda: changed([Royals("K", most=2), Explosion()], "QRBNK"),
        lambda: composed.usual(
            composed.Royals("K", most=2), composed.Explosion(), start=TWO, promotions="QRBNK", royal=False
        ),
        (TWO, "r2kk2r/1P6/8/5n2/3K1b2/8/1p1K4/R6R w - - 0 1"),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_walks(name: str) -> None:
    make, oracle, texts = GAMES[name]
    variant, judge = make(), remembering(Judge(oracle()))
    chance, seen = random.Random(5), Counter[str]()
    for text in texts * lanes.samples(4, 1, usual=2):
        pos = judge.read(text)
        follow(judge, variant.position(text), walked(judge, pos, chance, lanes.samples(12, 6), seen))
    if lanes.full():
        assert {"capture"} | ({"check"} if name != "quiet" else set()) <= seen.keys()


def test_every_royal_piece_in_check_is_shown() -> None:
    coregal = fairyring.load("coregal")
    position = coregal.position("4k3/8/8/8/4r3/8/6n1/3QK3 w - - 0 1")
    assert position.in_check
    assert position.variant.rules.checked(position.rows(1), 0) == ("e1",)
    position = coregal.position("4k3/8/8/8/3r4/8/6n1/3QK3 w - - 0 1")
    assert position.variant.rules.checked(position.rows(1), 0) == ("d1", "e1")


@pytest.mark.parametrize(
    ("mechanics", "sentence"),
    [
        ([Explosion(), Royals("Q")], "explosion: of royals, `most` says how many of each kind"),
        ([Explosion(), Royals("Q", most=1, alike=True)], "explosion: of royals, .* nor `alike`"),
        (
            [Explosion(immune="Q"), Royals("Q", most=1)],
            "explosion: Q is royal, and royal pieces never capture",
        ),
        (
            [Royals("K"), Duck(), NoChecks()],
            "duck and no checks cannot be combined, because checks are forbidden",
        ),
        ([Hands(), DropLimits(no_mate="P"), Royals("K")], "drop limits and royals cannot be combined"),
        ([Royals("X")], "no piece has the letter 'X'"),
        ([Royals("K", most=0)], "most must be at least 1, not 0"),
    ],
)
def test_what_does_not_fit_is_refused(mechanics: list[Mechanic], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        changed(mechanics)


def test_a_king_beside_exploding_royals_is_one_of_them() -> None:
    with pytest.raises(
        ValueError, match="explosion: where royals are beside the king, it is one of them, too"
    ):
        chess.variant().but(title="Kings", summary="Kings.", mechanics=[Royals("Q", most=1), Explosion()])


def test_a_piece_that_is_declared_royal_is_refused() -> None:
    with pytest.raises(ValueError, match="the king is declared royal, of which a side has exactly one"):
        chess.variant().but(title="Kings", summary="Kings.", mechanics=[Royals("K")])
