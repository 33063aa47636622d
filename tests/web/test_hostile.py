"""Hostile records of games of each family: each is read or refused, and soon."""

from __future__ import annotations

import random
import time

import pytest
from starlette.testclient import TestClient

import fairyring
from fairyring.game import Game
from tests.web.hostile import hostile

# One of each family, and of each kind of mechanic that keeps more than the board.
FAMILIES = (
    *("chess", "crazyhouse", "mini-meta", "minigolf", "monster-bluff-4"),
    pytest.param("ravioli-hidden-king", marks=pytest.mark.thorough),  # compiled for this alone
)
PLIES = 30
SECONDS = (
    5.0  # of processor time, most of it for 1,990 plies; no answer may depend on more than a text's length
)


def record(name: str) -> str:
    """The record of a random game."""
    chance, game = random.Random(1), Game(fairyring.load(name))
    while game.result is None and len(game.moves) < PLIES:
        move = chance.choice(game.position.legal_moves())
        game.push(move, answer=False if game.position.question(move) else None)
    return game.pgn()


@pytest.mark.parametrize("name", FAMILIES)
def test_hostile_records_are_read_or_refused_soon(client: TestClient, name: str) -> None:
    for text in hostile(record(name)):
        began = time.process_time()
        tree = client.post("/api/analysis/tree", json={"variant": name, "pgn": text})
        order = {"variant": name, "white": "human", "black": "human", "pgn": text}
        begun = client.post("/api/games", json=order)
        took = time.process_time() - began
        assert tree.status_code in (200, 400), (tree.text[:200], text[:80])
        assert begun.status_code in (201, 400), (begun.text[:200], text[:80])
        assert took < SECONDS, text[:80]
    assert client.get("/api/variants/chess").status_code == 200
