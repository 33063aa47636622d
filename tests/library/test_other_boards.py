"""Games on hexagons and in space, which Fairy-Stockfish does not have, beside an oracle of our own."""

from __future__ import annotations

import random

import pytest

import fairyring
from tests import lanes
from tests.oracle.elsewhere import GAMES, STARTS, Position, in_check, legal

pytestmark = pytest.mark.kernel


def events(pos: Position, after: Position, uci: str) -> set[str]:
    """What happens in a move, by names."""
    captured = len(after.pieces) < len(pos.pieces)
    passing = captured and not after.pieces.keys() <= pos.pieces.keys()
    found = {
        "capture": captured,
        "en passant": passing,
        "double step": bool(after.crossed),
        "promotion": uci[-1].isalpha(),
    }
    return {what for what, happens in found.items() if happens}


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    game, chance, seen = GAMES[name], random.Random(name), set[str]()
    for _ in range(lanes.samples(5, 1, usual=2)):
        position, pos = fairyring.load(name).start(), Position(STARTS[name])
        for _ in range(lanes.samples(80, 12)):
            expected = legal(game, pos)
            moves = {move.uci: move for move in position.legal_moves()}
            assert moves.keys() == (set() if position.result and expected else expected.keys()), str(position)
            assert {token.site: token.letter for token in position.view().tokens} == pos.pieces
            assert position.in_check == in_check(game, pos, pos.white)
            if not expected:
                assert position.result
                assert position.result.reason == ("checkmate" if position.in_check else "stalemate")
            if not moves:
                break
            happening = {uci: events(pos, expected[uci], uci) for uci in moves}
            rare = [uci for uci, met in happening.items() if met & {"en passant", "promotion"}]
            eager = [uci for uci, met in happening.items() if met]
            pawns = [uci for uci in moves if pos.pieces[moves[uci].text.partition("-")[0]] in "Pp"]
            uci = chance.choice(rare or chance.choice([eager, pawns, sorted(moves)]) or sorted(moves))
            seen |= happening[uci] | ({"check"} if position.in_check else set())
            position, pos = position.play(moves[uci]), expected[uci]
    if lanes.EVERY and lanes.full():
        wanted = {"capture", "promotion", "check"}
        assert seen >= wanted | ({"double step", "en passant"} if game.homes[True] else set())
