"""Positions of MetaChess #4 for tests: written in short, from random games, and set up at random."""

import random
from collections.abc import Iterator
from types import MappingProxyType

from .metachess import OFFICERS, PROMOTES_TO, OracleError, OracleMetaChess, Position
from .metachess_texts import BOARDS, ground, is_top, top
from .orthodox import CASTLINGS, colour, of_side


def position(
    oracle: OracleMetaChess,
    pieces: str,
    side: str = "white",
    castling: str = "",
    passed: str | None = None,
    clock: int = 0,
) -> Position:
    """A position written as "Ke1 ke8 Pc3 nc3^"; read from its text, so that impossible ones are refused."""
    by_stand = {word[1:]: word[0] for word in pieces.split()}
    assert len(by_stand) == len(pieces.split())
    assert {ground(stand) for stand in by_stand} <= by_stand.keys()
    pos = Position(MappingProxyType(by_stand), side, castling, passed, clock, 1)
    return oracle.read(oracle.write(pos))


def told(pos: Position) -> str:
    """The pieces as `position` expects them, sorted by stand."""
    return " ".join(pos.pieces[stand] + stand for stand in sorted(pos.pieces))


def play(oracle: OracleMetaChess, pos: Position, turns: str) -> Position:
    for turn in turns.split():
        pos = oracle.legal(pos)[turn]
    return pos


def game(oracle: OracleMetaChess, start: Position, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game, the start first; sharp turns are preferred a little."""
    pos = start
    yield pos
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        sharp = [turn for turn, after in turns.items() if is_sharp(oracle, pos, turn, after)]
        text = chance.choice(sharp if sharp and chance.random() < 0.4 else list(turns))
        pos = turns[text]
        yield pos


def is_sharp(oracle: OracleMetaChess, pos: Position, turn: str, after: Position) -> bool:
    """Captures, promotions, castlings, double steps, checks and whatever a king does on the tops."""
    origin = turn.partition("-")[0]
    king_climbs = pos.pieces[origin] in "Kk" and "^" in turn
    castling = pos.pieces[origin] in "Kk" and turn in ("e1-g1", "e1-c1", "e8-g8", "e8-c8")
    captures = len(after.pieces) < len(pos.pieces)
    return king_climbs or castling or captures or "=" in turn or bool(after.passed) or oracle.in_check(after)


def scattered(oracle: OracleMetaChess, chance: random.Random) -> Position:
    """A position with pieces anywhere, many of them on others, as the oracle allows."""
    while True:
        try:
            return oracle.read(oracle.write(scatter(chance)))
        except OracleError:
            continue


def scatter(chance: random.Random) -> Position:
    """One try at it, which may be an impossible position."""
    pieces: dict[str, str] = {}
    castling = ""
    kings = ["K", "k"]
    for letter, castled in CASTLINGS.items():
        king, rook = (of_side(kind, colour(letter)) for kind in "KR")
        if (pieces.get(castled.king[0]) == king or king in kings) and chance.random() < 0.3:
            pieces[castled.king[0]], pieces[castled.rook[0]] = king, rook
            kings = [each for each in kings if each != king]
            castling += letter
    fullness = chance.choice([4, 10, 20, 40])
    for _ in range(fullness):
        free = [site for site in BOARDS.place if site not in pieces]
        site = chance.choice(free)
        kind = chance.choice(PROMOTES_TO if site[1] in "18" else PROMOTES_TO + "PPPP")
        pieces[site] = of_side(kind, chance.choice(["white", "black"]))
    for king in kings:
        stands = [top(site) for site in pieces if pieces[site] not in "Kk" and top(site) not in pieces]
        if chance.random() < 0.3 or not stands:
            stands = [site for site in BOARDS.place if site not in pieces]
        pieces[chance.choice([stand for stand in stands if stand not in pieces])] = king
    riders = chance.choice([0.0, 0.2, 0.5])
    for site in [stand for stand in pieces if not is_top(stand)]:
        if pieces[site] not in "Kk" and top(site) not in pieces and chance.random() < riders:
            pieces[top(site)] = of_side(chance.choice(OFFICERS[1:]), chance.choice(["white", "black"]))
    side = chance.choice(["white", "black"])
    double, passed, home, pawn = (4, 3, 2, "P") if side == "black" else (5, 6, 7, "p")
    just_passed = [
        f"{file}{passed}"
        for file in "abcdefgh"
        if pieces.get(f"{file}{double}") == pawn
        and not {f"{file}{double}^", f"{file}{passed}", f"{file}{home}"} & pieces.keys()
    ]
    chosen = chance.choice([None, *just_passed])
    clock = 0 if chosen else chance.choice([0, 1, 50, 98, 99, 100])
    return Position(MappingProxyType(pieces), side, castling, chosen, clock, chance.randint(1, 200))
