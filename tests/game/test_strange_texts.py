"""Texts from strangers: a position, a move or a record is read or refused by a typed error, soon.

Run by hand for longer: ``python benchmarks/fuzz.py positions`` and ``records``.
"""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import fairyring
from tests.gamefiles.fuzzing import STRANGE, Reader, mutant, tried

GAMES = ("chess", "crazyhouse", "ravioli", "momentum", "mini-meta", "monster-bluff", "chess960", "shogi")
SIGNS = [*"KQRBNPkqrbnpJjx@~+-/|[]{}?!#=,.:;^12358 wb-", "{1,0#1}", "w - - 0 1", "[Qq]", "d4:a1", "(", ")"]
TAGS = ['[Event "x"]', '[FEN ""]', '[SetUp "1"]', '[Variant "ravioli"]', "1-0", "*", "{x}", "$1", "(e4)"]
MOST = 20_000  # characters of a text that is tried


@cache
def _games() -> dict[str, tuple[list[str], str]]:
    """For each game, the texts of the positions of a random game, and its record."""
    lots, found = random.Random(1), {}
    for name in GAMES:
        game = fairyring.Game(fairyring.load(name))
        texts = [game.position.text()]
        for _ in range(30):
            moves = game.position.legal_moves()
            if game.result or not moves:
                break
            game.push(lots.choice(moves), answer=False)
            texts.append(game.position.text())
        found[name] = texts, game.pgn()
    return found


def almost_position(lots: random.Random) -> bytes:
    """The name of a game, and a text that is a position of it, but for some changes."""
    name = lots.choice(GAMES)
    texts = _games()[name][0]
    if lots.random() < 0.5:
        made = _swapped(lots.choice(texts), lots).encode()
    else:
        corpus = [text.replace(" ", "\n") for text in texts]
        made = mutant(lots.choice(corpus), lots, corpus, SIGNS + STRANGE).replace(b"\n", b" ")
    return name.encode() + b"\n" + made[:MOST]


def _swapped(text: str, lots: random.Random) -> str:
    """A text in which some letters have changed places, or are others of the text; or none."""
    signs = list(text)
    for _ in range(lots.choice((0, 1, 1, 2, 3))):
        one, other = (lots.choice([at for at, sign in enumerate(signs) if sign.isalpha()]) for _ in "ab")
        signs[one], signs[other] = signs[other], lots.choice((signs[one], signs[other]))
    return "".join(signs)


def position(data: bytes, lots: random.Random) -> None:
    """Read the position, and then perhaps a text that may be a move."""
    name, _, text = data.partition(b"\n")
    read = fairyring.load(name.decode()).position(text.decode("utf-8", "replace"))
    moves = [str(move) for move in read.legal_moves()]
    if moves and lots.random() < 0.5:
        read.parse_move(mutant(lots.choice(moves), lots, moves, SIGNS + STRANGE).decode("utf-8", "replace"))


def almost_record(lots: random.Random) -> bytes:
    """A record, but for some changes."""
    corpus = [record for _, record in _games().values()]
    words = [*sorted(set(re.findall(r"\S+", "\n".join(corpus)))), *TAGS, *SIGNS, *STRANGE]
    return mutant(lots.choice(corpus), lots, corpus, words)[:MOST]


def record(data: bytes, _: random.Random) -> None:
    """Read the games of a text, with and without variations."""
    text = data.decode("utf-8", "replace")
    fairyring.read_trees(text)
    fairyring.read_pgn(text)


POSITIONS, RECORDS = Reader(almost_position, position), Reader(almost_record, record)


@pytest.mark.parametrize("reader", [POSITIONS, RECORDS], ids=["positions", "records"])
def test_strange_texts_are_refused_by_a_typed_error_soon(reader: Reader) -> None:
    reader.almost(random.Random(1))
    ends = tried(reader, random.Random(1), 150)
    assert ends["read"] > 5
    assert ends["refused"] > 50
