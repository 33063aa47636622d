"""Positions to compare rules on: random games with many sharp turns, and boards set up at random."""

import random
from collections.abc import Iterator
from types import MappingProxyType

from .orthodox import CASTLINGS, Oracle, OracleError, Position, of_side
from .playing import other
from .ways import PAWNS, last_rank


def game(oracle: Oracle, start: Position, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game, the start first.

    Captures, promotions, castlings, double steps, captures en passant and checks are preferred, and
    sometimes a piece goes back to where it came from, so that positions occur again.
    """
    pos, last = start, ""
    yield pos
    before = ""
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        text = chance.choice(list(turns))
        mood = chance.random()
        back = "-".join(reversed(before.split("-")))
        if mood < 0.25 and back in turns:
            text = back
        elif mood < 0.6:
            sharp = [turn for turn, after in turns.items() if is_sharp(oracle, pos, turn, after)]
            text = chance.choice(sharp or [text])
        pos, before, last = turns[text], last, text
        yield pos


def is_sharp(oracle: Oracle, pos: Position, turn: str, after: Position) -> bool:
    castling = pos.pieces[turn.partition("-")[0]] in "Kk" and turn in ("e1-g1", "e1-c1", "e8-g8", "e8-c8")
    captures = len(after.pieces) < len(pos.pieces)
    return captures or castling or "=" in turn or after.passed is not None or oracle.in_check(after)


def scattered(oracle: Oracle, chance: random.Random) -> Position:
    """A position with some of the array's pieces, some of them anywhere, as the oracle allows.

    Pawns are put on their own second rank only where the array has them, as no game leads one there.
    """
    while True:
        pos = scatter(oracle, chance)
        try:
            return oracle.read(oracle.write(pos))
        except OracleError:
            continue


def scatter(oracle: Oracle, chance: random.Random) -> Position:
    """One try at it, which may be an impossible position."""
    kept, moved = chance.choice([0.1, 0.3, 0.5, 0.8]), chance.choice([0.1, 0.4, 0.9])
    pieces: dict[str, str] = {}
    strays: list[str] = []
    for site, piece in oracle.start_pieces.items():
        if piece in "Kk" or chance.random() < kept or (piece in "Rr" and chance.random() < 0.7):
            if chance.random() < (0.3 if piece in "KkRr" else moved):
                strays.append(piece)
            else:
                pieces[site] = piece
    for piece in strays:
        free = [site for site in oracle.boards.place if site not in pieces and may_stray(oracle, piece, site)]
        if free:
            pieces[chance.choice(free)] = piece
    side = chance.choice(["white", "black"])
    castling = "".join(
        letter
        for letter, castling in CASTLINGS.items()
        if pieces.get(castling.king[0]) == of_side("K", "white" if letter.isupper() else "black")
        and pieces.get(castling.rook[0]) == of_side("R", "white" if letter.isupper() else "black")
        and chance.random() < 0.9
    )
    passed = chance.choice([None, *just_passed(oracle, pieces, other(side))])
    clock = 0 if passed else chance.choice([0, 1, 50, 97, 98, 99, 100, 123])
    return Position(MappingProxyType(pieces), side, castling, passed, clock, chance.randint(1, 200))


def lined_up(oracle: Oracle, chance: random.Random) -> Position:
    """Two kings and a handful of pieces, most of them riders, anywhere; mostly with a check or a pin."""
    while True:
        non_pawns = "QRB" if chance.random() < 0.7 else oracle.rules.pieces.replace("K", "")
        pieces: dict[str, str] = {}
        pawns = oracle.rules.pawns
        strays = ["K", "k", *chance.choices(non_pawns + non_pawns.lower(), k=chance.randint(2, 6))]
        strays += chance.choices(pawns + pawns.lower(), k=chance.randint(0, 3))
        for piece in strays:
            free = [
                site for site in oracle.boards.place if site not in pieces and may_stray(oracle, piece, site)
            ]
            pieces[chance.choice(free)] = piece
        pos = Position(MappingProxyType(pieces), chance.choice(["white", "black"]), "", None, 0, 1)
        try:
            pos = oracle.read(oracle.write(pos))
        except OracleError:
            continue
        bound = len(oracle.legal(pos)) < len(list(oracle.pseudo_legal(pos)))
        if bound or chance.random() < 0.2:
            return pos


def may_stray(oracle: Oracle, piece: str, site: str) -> bool:
    if piece.upper() not in PAWNS:
        return True
    _file, rank = oracle.boards.place[site]
    own_second = 2 if piece.isupper() else 7
    return rank not in (1, 8, own_second) and rank != last_rank(piece)


def just_passed(oracle: Oracle, pieces: dict[str, str], side: str) -> list[str]:
    """The sites that a pawn of ``side``, coming from where one starts, may just have passed."""
    return [
        double.passed
        for kind in oracle.rules.pawns
        for piece in (of_side(kind, side),)
        for double in oracle.double_steps[piece]
        if pieces.get(double.to) == piece
        and double.passed not in pieces
        and double.origin not in pieces
        and oracle.start_pieces.get(double.origin) == piece
    ]


def passing(oracle: Oracle, chance: random.Random) -> Position:
    """A pawn has just crossed a site that another attacks, and most often the capture would expose a king."""
    while True:
        side = chance.choice(["white", "black"])
        mover = other(side)
        kind = of_side(chance.choice(oracle.rules.pawns), side)
        starts = [
            double for double in oracle.double_steps[kind] if oracle.start_pieces.get(double.origin) == kind
        ]
        if not starts:
            continue
        double = chance.choice(starts)
        capturers = [
            placed for placed in oracle.attackers[mover][double.passed] if placed[1].upper() in PAWNS
        ]
        site, capturer = chance.choice(capturers)
        pieces = {double.to: kind, site: capturer}
        others = [of_side("K", side), of_side("K", mover)]
        others += [of_side(chance.choice("RBQ"), side) for _ in range(chance.randint(1, 4))]
        free = [
            place for place in oracle.boards.place if place not in {*pieces, double.origin, double.passed}
        ]
        pieces.update(zip(chance.sample(free, len(others)), others, strict=True))
        pos = Position(MappingProxyType(pieces), mover, "", double.passed, 0, 1)
        try:
            pos = oracle.read(oracle.write(pos))
        except OracleError:
            continue
        if bares_the_king(oracle, pos) or chance.random() < 0.003:
            return pos


def bares_the_king(oracle: Oracle, pos: Position) -> bool:
    """Whether the king is safe, and only a capture en passant would expose it."""
    return not oracle.in_check(pos) and any(
        turn.captures_ep and oracle.king_could_be_taken(oracle.board_after(pos.pieces, turn), pos.side)
        for turn in oracle.pseudo_legal(pos)
    )
