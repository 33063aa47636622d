"""Positions of Mini Meta Chess to try rules on: written in short, from random games, or set up at random."""

import random
from collections.abc import Iterator
from types import MappingProxyType

from .minimeta import OracleError, OracleMiniMeta, Position
from .minimeta_texts import CORNERS


def position(oracle: OracleMiniMeta, pieces: str, side: str = "white", clock: int = 0) -> Position:
    """A position written as "Ke1[K...] nd3"; read from its text, so that impossible ones are refused.

    The small board is as in a position text; a riderless piece needs none.
    """
    big: dict[str, str] = {}
    small: dict[str, str] = {}
    for word in pieces.split():
        square, riders = word[1:3], word[4:8] or "...."
        assert square in oracle.big_place
        assert square not in big
        big[square] = word[0]
        small.update(
            {square + place: rider for place, rider in zip(CORNERS, riders, strict=True) if rider != "."}
        )
    pos = Position(MappingProxyType(big), MappingProxyType(small), side, clock, 1)
    return oracle.read(oracle.write(pos))


def goes(oracle: OracleMiniMeta, pos: Position, origin: str) -> set[str]:
    """Where the big piece is piloted or the small piece steps (with "=Q" and so on after it)."""
    return {text.split("-")[1] for text in oracle.legal(pos) if text.split("-")[0] == origin}


def play(oracle: OracleMiniMeta, pos: Position, turns: str) -> Position:
    for turn in turns.split():
        pos = oracle.legal(pos)[turn]
    return pos


def on(text: str) -> set[str]:
    """The small squares written as "c3:a1,b2 d4:a1"."""
    return {f"{word[:2]}:{place}" for word in text.split() for place in word[3:].split(",")}


def game(oracle: OracleMiniMeta, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game, the start first; captures, promotions and checks are preferred."""
    pos = oracle.start()
    yield pos
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        text = chance.choice(list(turns))
        if chance.random() < 0.3:
            sharp = [turn for turn, after in turns.items() if is_sharp(oracle, pos, turn, after)]
            text = chance.choice(sharp or [text])
        pos = turns[text]
        yield pos


def is_sharp(oracle: OracleMiniMeta, pos: Position, turn: str, after: Position) -> bool:
    captures = len(after.big) < len(pos.big) or len(after.small) < len(pos.small)
    return captures or "=" in turn or oracle.in_check(after)


def scattered(oracle: OracleMiniMeta, chance: random.Random) -> Position:
    """A position with some of the pieces of the array anywhere, as the oracle allows it."""
    while True:
        pos = scatter(oracle, chance)
        try:
            return oracle.read(oracle.write(pos))
        except OracleError:
            continue


def scatter(oracle: OracleMiniMeta, chance: random.Random) -> Position:
    """One try at it, which may be an impossible position."""
    array = [piece for kind in oracle.rules.array.elements() for piece in (kind, kind.lower())]
    kept = chance.choice([0.3, 0.5, 0.8])
    pieces = [piece for piece in array if chance.random() < kept]
    big = dict(zip(chance.sample(sorted(oracle.big_place), len(pieces)), pieces, strict=True))
    seats = [square + place for square in sorted(big) for place in CORNERS]
    kept = chance.choice([0.2, 0.4, 0.7])
    pieces = [piece for piece in array if piece in "Kk" or chance.random() < kept]
    chance.shuffle(pieces)
    pieces.sort(key=lambda piece: piece not in "Kk")  # if there are too few seats, the kings have theirs
    chance.shuffle(seats)
    small = dict(zip(seats, pieces, strict=False))
    side = chance.choice(["white", "black"])
    clock = chance.choice([0, 1, 50, 98, 99, 100, 123])
    return Position(MappingProxyType(big), MappingProxyType(small), side, clock, chance.randint(1, 200))
