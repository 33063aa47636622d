"""Mechanics together: judged by Fairy-Stockfish on the usual board, by the rules on Ravioli's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pyffish
import pytest

from tests import lanes

from .composed import (
    CheckCounting,
    Explosion,
    Game,
    Goals,
    Hands,
    MustCapture,
    NoChecks,
    Placed,
    Position,
    Rebirth,
    Results,
    Royals,
    ravioli,
    usual,
)
from .composed.games import ARRAY, CENTRE
from .composed.judge import differences, successor_difference
from .composed.position import SIDES
from .composed.walks import walk

NODES = 50
HILL = Goals(dict.fromkeys(SIDES, CENTRE))
HANDS = f"{ARRAY}[] w KQkq - 0 1"
KINGS_TO_COME = "4k3/PP4PP/8/8/8/8/pp4pp/4K3 w - - 0 1"
HANDS_AND_CHECKS = f"{ARRAY}[] w KQkq - 3+3 0 1"

CONFIGURATION = f"""
[atomichouse:crazyhouse]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
blastOnCapture = true

[threehouse:crazyhouse]
startFen = {HANDS_AND_CHECKS}
checkCounting = true

[musthouse:crazyhouse]
mustCapture = true

[quiethouse:crazyhouse]
checking = false

[atomichill:atomic]
flagPiece = k
flagRegion = d4 e4 d5 e5

[atomicmust:atomic]
mustCapture = true

[twokings:chess]
king = -
commoner = k
castling = false
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
extinctionPieceCount = 1

[lastking:twokings]
extinctionPieceCount = 0
promotionPieceTypes = kqrbn

[stalewin:chess]
stalemateValue = win
nMoveRule = 10
"""

JUDGED: dict[str, tuple[Callable[[], Game], set[str]]] = {
    "atomichouse": (lambda: usual(Hands(), Explosion(), start=HANDS), {"drop", "explosion", "end"}),
    "threehouse": (lambda: usual(Hands(), CheckCounting(), start=HANDS_AND_CHECKS), {"drop", "check", "end"}),
    "musthouse": (lambda: usual(Hands(), MustCapture(), start=HANDS), {"drop", "capture", "check"}),
    "quiethouse": (lambda: usual(Hands(), NoChecks(), start=HANDS), {"drop", "capture"}),
    "atomichill": (lambda: usual(Explosion(), HILL), {"explosion", "end"}),
    "atomicmust": (lambda: usual(Explosion(), MustCapture()), {"explosion", "end"}),
    "twokings": (
        lambda: usual(
            Royals("K", most=2), start="rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1", royal=False
        ),
        {"capture", "check"},
    ),
    "lastking": (
        lambda: usual(Royals("K", most=1), start=KINGS_TO_COME, promotions="KQRBN", royal=False),
        {"promotion", "check"},
    ),
    "stalewin": (lambda: usual(results=Results(stalemate="win", plies=20)), {"capture", "check"}),
}


@pytest.fixture(scope="module", autouse=True)
def _configuration() -> None:
    pyffish.load_variant_config(CONFIGURATION)


@pytest.mark.thorough
@pytest.mark.parametrize("name", JUDGED)
def test_fairy_stockfish_agrees_on_two_mechanics(name: str) -> None:
    make, expected = JUDGED[name]
    ours = make()
    chance, seen, nodes = random.Random(4), Counter[str](), 0
    least = lanes.samples(NODES, NODES // 2)
    while nodes < least or expected - seen.keys():
        assert nodes < 4 * NODES, f"has not happened: {expected - seen.keys()}"
        for ply in walk(ours, ours.start(), chance, 60):
            nodes += 1
            seen.update(ply.events)
            if not ours.ended(ply.after):  # then only Fairy-Stockfish takes an exploded king to hand
                assert successor_difference(ours, name, ply.before, ply.move, ply.after) == []
            assert differences(ours, name, ply.after) == []


def test_a_win_by_stalemate() -> None:
    """Of the player who cannot move, or of the opponent, as the results table says."""
    text = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    winners = {"win": "black", "draw": None, "loss": "white"}
    for means, winner in winners.items():
        game = usual(results=Results(stalemate=means))
        assert game.result(game.read(text)) == (winner, "stalemate")


# ---- Ravioli's boards, which Fairy-Stockfish does not know ----

BARE = "4k3/8/8/8/8/8/8/4K3|6/6/6/6/6/6 w - - 0 1"


def at(game: Game, text: str, pieces: str) -> Position:
    """A position with these pieces, written as "Ke1 kb4d", and the other fields of a text."""
    pos = game.read(text)
    signs = {word[1:]: word[0] for word in pieces.split()}
    pos.pieces = {
        site: Placed(sign.upper(), "white" if sign.isupper() else "black") for site, sign in signs.items()
    }
    assert pos.pieces.keys() <= set(game.board.names)
    return pos


def test_an_explosion_on_the_ring_reaches_both_insides() -> None:
    explosion = Explosion()
    game = ravioli([explosion])
    assert explosion.near(game, "a1", "white") == set("a2 b1 b2u b2d".split())
    assert explosion.near(game, "a4", "white") == set("a3 a5 b3u b4u b5u b3d b4d b5d".split())
    assert explosion.near(game, "b2u", "white") == set("a1 a2 a3 b1 c1 c2u b3u c3u".split())

    pos = at(game, BARE, "Ke1 ke8 Ra1 ra4 qb4u nb5d Pb3d zc4u")
    after = game.successor(pos, "a1-a4")
    assert after.pieces.keys() == set("e1 e8 b3d c4u".split())


def test_kings_touch_on_the_ring_but_not_through_a_passage() -> None:
    game = ravioli([Explosion()])
    assert not game.in_check(at(game, BARE, "Ka4 kb4d ra8"))
    assert game.in_check(at(game, BARE, "Kb4u kb4d rb7u"))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_mechanics_together_on_ravioli(seed: int) -> None:
    """Nothing is lost, since what explodes goes to hand; and every text says all of its position."""
    game = ravioli([Hands(), Explosion(), CheckCounting()], added="[]", field="3+3")
    whole = len(game.start_pieces)
    seen = Counter[str]()
    for ply in walk(game, game.start(), random.Random(seed), 40):
        seen.update(ply.events)
        text = game.write(ply.after)
        again = game.read(text)
        assert (again, game.write(again)) == (ply.after, text)
        hands = sum(len(game.holdings(ply.after, side)) for side in SIDES)
        exploded = sum(not game.royals(ply.after, side) for side in SIDES)
        assert hands + exploded == whole
        drops = {move.text for move, _ in game.moves(ply.after) if move.origin is None}
        assert not any(text[0] == "P" and text[3:] in {"1", "8"} for text in drops)
    assert seen.keys() >= {"explosion", "drop"}


# ---- Circe, which Fairy-Stockfish does not know either ----


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        ("4k3/8/5n2/8/8/5R2/8/4K3 w - -", "f3-f6", "1n2k3/8/5R2/8/8/8/8/4K3"),  # f6 is dark, and so is b8
        ("4k3/8/5r2/8/8/5R2/8/4K3 w - -", "f3-f6", "4k2r/8/5R2/8/8/8/8/4K3"),
        ("4k3/8/8/8/1P6/8/8/1r2K3 b - -", "b1-b4", "4k3/8/8/8/1r6/8/1P6/4K3"),
        ("4k3/8/8/8/1P6/8/1N6/1r2K3 b - -", "b1-b2", "4k3/8/8/8/1P6/8/1r6/4K1N1"),
        ("1k6/8/3q4/8/8/8/8/3RK3 w - -", "d1-d6", "1k1q4/8/3R4/8/8/8/8/4K3"),
        ("1k1r4/8/3q4/8/8/8/8/3RK3 w - -", "d1-d6", "1k1r4/8/3R4/8/8/8/8/4K3"),  # d8 is occupied
        ("8/8/8/3pP3/8/8/8/k3K3 w - d6", "e5-d6", "8/3p4/3P4/8/8/8/8/k3K3"),
    ],
)
def test_rebirth(text: str, move: str, after: str) -> None:
    game = usual(Rebirth())
    found = game.successor(game.read(f"{text} 0 1"), move)
    assert game.write(found).split()[0] == after


def test_a_king_cannot_capture_what_is_reborn_with_check() -> None:
    """The two positions by which Circe is usually explained."""
    game = usual(Rebirth())
    assert "f1-e1" not in game.legal(game.read("8/8/8/8/8/8/2K5/4Rk2 b - - 0 1"))
    assert "f1-e1" in game.legal(game.read("8/8/8/8/8/8/2K5/b3Rk2 b - - 0 1"))
