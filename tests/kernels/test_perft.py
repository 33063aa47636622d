"""Perft: known counts, counts by the oracle, and what other programs count in chess."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import chess
import pytest

import fairyring
from tests import lanes
from tests.oracle import samples
from tests.oracle.composed import GAMES
from tests.oracle.orthodox import Oracle

pytestmark = pytest.mark.kernel

SUITES = Path(__file__).parents[1] / "data" / "perft"
# Leaves that a lane can afford to count.
MOST = 3_000 if lanes.PLAIN else 10_000_000 if lanes.EVERY and lanes.OPTIMIZED else 300_000
FAIRY_STOCKFISH = shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin")


def suites() -> Iterator[tuple[str, str, list[int]]]:
    for suite in sorted(SUITES.glob("*.txt")):
        for line in suite.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                text, counts = line.split("\t")
                yield suite.stem, text, [int(count) for count in counts.split()]


def counted() -> Iterator[tuple[str, str, list[int]]]:
    """All of the suites, or some positions of the games that differ from others by more than data."""
    games = {name: list(suite) for name, suite in groupby(suites(), itemgetter(0))}
    apart = lanes.chosen(games)
    for name, suite in games.items():
        if lanes.full():
            yield from suite
        elif name in apart:
            yield from suite[: 6 if lanes.EVERY else 3]


COUNTED = {name: list(suite) for name, suite in groupby(counted(), itemgetter(0))}
CHESS_TEXTS = [text for name, text, _ in suites() if name == "chess"]


def test_there_is_a_suite_for_each_game() -> None:
    made_of_mechanics = GAMES.keys() & set(lanes.GAMES)
    assert {name for name, _, _ in suites()} == {"ravioli", "ravioli-bero", *made_of_mechanics}
    for name, text, counts in suites():
        further = fairyring.load(name).rules.further  # such a game has hundreds of first moves, or thousands
        assert len(counts) >= (1 if further else 3), (name, text)


@pytest.mark.parametrize("name", lanes.optimized(COUNTED))
def test_perft_of_the_suites(name: str) -> None:
    for _, text, counts in COUNTED[name]:
        position = fairyring.load(name).position(text)
        known = [count for count in counts if count <= MOST]
        assert len(known) >= (1 if MOST < 10_000_000 else len(counts))
        assert [fairyring.perft(position, depth) for depth in range(1, len(known) + 1)] == known, text


DIVIDED = [case for suite in COUNTED.values() for case in (suite if lanes.EVERY else suite[:1])]


@pytest.mark.parametrize(("name", "text", "counts"), DIVIDED)
def test_divide_sums_to_perft(name: str, text: str, counts: list[int]) -> None:
    position = fairyring.load(name).position(text)
    depth = max(depth for depth, count in enumerate(counts, 1) if count <= min(MOST, 500_000))
    told: dict[str, int] = {}
    split = fairyring.divide(position, depth, lambda move, count: told.update({move: count}))
    assert sum(split.values()) == counts[depth - 1]
    assert sorted(split) == sorted(move.text for move in position.legal_moves())
    assert list(split) == sorted(split)
    assert told == split


@pytest.mark.parametrize("depth", [-1, 65])
def test_depths_out_of_range(depth: int) -> None:
    position = fairyring.load("chess").start()
    with pytest.raises(ValueError, match=f"not {depth}"):
        fairyring.perft(position, depth)
    with pytest.raises(ValueError, match=f"not {depth}"):
        fairyring.divide(position, depth)


# ---- second opinions on chess ----


def uci(counts: dict[str, int]) -> dict[str, int]:
    return {text.replace("-", "").replace("=", "").lower(): count for text, count in counts.items()}


def fairy_stockfish(text: str, depth: int) -> dict[str, int]:
    orders = f"setoption name UCI_Variant value chess\nposition fen {text}\ngo perft {depth}\nquit\n"
    assert FAIRY_STOCKFISH
    said = subprocess.run(
        [FAIRY_STOCKFISH], input=orders, capture_output=True, text=True, check=True, timeout=120
    ).stdout
    return {move: int(count) for move, count in re.findall(r"^([a-h][1-8]\S+): (\d+)$", said, re.MULTILINE)}


def random_texts(seed: int, amount: int) -> list[str]:
    oracle, chance = Oracle("chess"), random.Random(seed)
    return [oracle.write(samples.scattered(oracle, chance)) for _ in range(amount)]


@pytest.mark.skipif(
    not FAIRY_STOCKFISH,
    reason="fairy-stockfish IS NOT INSTALLED: its second opinion on chess is NOT HEARD",
)
@pytest.mark.optimized
@pytest.mark.parametrize("text", [*CHESS_TEXTS, *random_texts(5, lanes.samples(8, 2))])
def test_fairy_stockfish_agrees(text: str) -> None:
    depth = 2 if lanes.PLAIN else 4 if text in CHESS_TEXTS and not lanes.BOUNDS else 3
    position = fairyring.load("chess").position(text)
    assert uci(fairyring.divide(position, depth)) == fairy_stockfish(text, depth)


def test_python_chess_agrees() -> None:
    variant = fairyring.load("chess")
    oracle, chance = Oracle("chess"), random.Random(6)
    for _ in range(lanes.samples(120, 15)):
        scattered = samples.scattered(oracle, chance)
        for pos in samples.game(oracle, scattered, chance, 3):
            text = oracle.write(pos)
            position, board = variant.position(text), chess.Board(text)
            assert sorted(move.uci for move in position.legal_moves()) == sorted(
                move.uci() for move in board.legal_moves
            ), text
            assert position.in_check == board.is_check(), text
            reason = position.result.reason if position.result else ""
            assert (reason == "checkmate") == board.is_checkmate(), text
            assert (reason == "stalemate") == board.is_stalemate(), text
            if reason not in ("checkmate", "stalemate"):
                assert (reason == "insufficient material") == board.is_insufficient_material(), text
            for move in position.legal_moves():
                board.push_uci(move.uci)
                assert str(position.play(move)) == board.fen(en_passant="fen"), (text, move)
                board.pop()
