"""Positions of the games of momentum for tests: written in short, from random games, and set up at random."""

import random
import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from .edges import Vector
from .momentum import OracleError, OracleMomentum, Position, in_motion
from .momentum_games import SIDES
from .momentum_texts import Order, written
from .momentum_ways import forward, is_far_rank
from .orthodox import colour, of_side
from .playing import other

WORD = re.compile(r"([A-Za-z])([a-h][a-h0-9.ud]+)(?:\{([-0-9,]+)#(\d+)\})?")


class Told(NamedTuple):
    """The arguments of `position`."""

    pieces: str
    side: str
    castling: str
    passed: str | None


# Where something sharp is about to happen.
SHARP: dict[str, tuple[Told, ...]] = {
    "momentum": (
        # The rook's next goal is the king; any move of the knight opens its way, so none is legal.
        Told("Ke1 ke8 Re3{0,5#1} ne5 pa7 rh8", "black", "", None),
        # Castling under fire, promotions about to happen, knights flying over the home ranks.
        Told(
            "Ke1 Ra1 Rh1 Pb6{0,1#2} Be2{-1,1#1} Nf3{-2,1#3} Pg2 ke8 ra8 rh8 pg7 bc5{1,-1#1} nd6{1,-2#2} "
            "pa3{0,-1#3}",
            "white",
            "KQkq",
            None,
        ),
        # En passant just offered, among pieces in motion.
        Told(
            "Ke1 Ra1 Rh1 Pd4{0,2#2} Nc3{1,2#1} Pa2 Pf2 Pg2 ke8 ra8 rh8 pc4 pe4 na6{2,-1#1} pg5{0,-2#2} pf7",
            "black",
            "KQkq",
            "d3",
        ),
        # Pawns along files and diagonals, with and without something to capture.
        Told(
            "Ke1 Pb5{1,1#2} Pe4{0,1#1} Pc2{1,1#3} Rd2{0,2#4} Pf2 ke8 pb7{-1,-1#1} rd5{0,-2#2} pg5{0,-1#3} "
            "nf6 pe7 pc6 bd3",
            "white",
            "",
            None,
        ),
        # A crossing of sliders: the launch order decides which one autostops.
        Told(
            "Ke1 Ra4{3,0#1} Bd4{1,1#2} Qa2{2,2#3} Nf2{-1,2#4} ke8 rd8 qb6{3,-3#1} bg7{-2,-2#2}",
            "black",
            "",
            None,
        ),
    ),
    "carousel": (
        Told("Kg2 Rd5 Pc4{1,0#1} kd4 rh7{-1,0#1} nd6{2,-1#2} bf5{-1,-1#3} pb7", "black", "", None),
        Told(
            "Ke1 Ra1 Rh1 Pe5{1,1#1} Pd4{0,2#3} Nc3{1,2#2} Pb2 Pg2 ke8 ra8 rh8 ba5{1,-1#1} ng6{1,-2#2} "
            "pc4 pe4 pf7",
            "black",
            "KQkq",
            "d3",
        ),
        Told(
            "Ke1 Ra7{7,0#1} Pe4{0,1#2} Qf3{1,1#3} Pd5 ke8 rh7{-1,0#1} qd6{0,-2#2} pe5{0,-1#3} pd4",
            "white",
            "",
            None,
        ),
    ),
    "ravioli-momentum": (
        # Ways across both insides to one square of the ring, some of them closed; motion away from the ring.
        Told("Kg1 Qd1 Rh4 Bd8 Nb1 ke8 ra5 qh6 bc1 ng8 pb3d pc4u", "white", "", None),
        Told(
            "Kb2u Qa1{4,4,2#1} Ra4{3,0,2#2} Nh3{-2,1,1#3} ke8 bh5{-2,-2,1#1} rd8 pc3d pe5u", "black", "", None
        ),
        # Slips, passages, and slips that are made again over anything.
        Told(
            "Ke1 Wb2u{3,3#1} Zc3d{3,0#2} Wd4u Zd4d Pc3u Pf3d kg8 wf7d{-3,-3#1} zb6u{0,-3#2} we5d ze5u pe6u",
            "white",
            "",
            None,
        ),
        # En passant just offered inside, castling under fire from both boards.
        Told(
            "Ke1 Ra1 Rh1 Pd4d{0,2#2} Nc3u{1,2#1} Pa2 Pf2u Wd2u ke8 ra8 rh8 pc4d pe4d pe4u na6{2,-1,1#1} "
            "pg5d{0,-2#2} pf7u zd7u be3d",
            "black",
            "KQkq",
            "d3d",
        ),
        # Pawns before the far rank, along files and diagonals, inside and on the ring.
        Told(
            "Ke1 Pb7u Pc6d{0,1#1} Ph6{0,1#2} Pd5u{1,1#3} Pa5{1,1,1#4} pe6u pb6u kg8 wd8 pa3{0,-1#1} "
            "pg3d{-1,-1#2} pb2d",
            "white",
            "",
            None,
        ),
    ),
    "minigolf": (
        # The source's bounces and turns, many at once.
        Told(
            "Ka1.e1 Pa1.e8{0,1#1} Pa1.f8{2,0#2} Ba1.g4{2,2#3} Fa2.g8{2,0#4} Na1.c2{1,2#5} Qa1.b5{-3,0#6} "
            "ka2.e8 ra2.h3{2,0#1} na1.b3{-2,1#2} fa1.d2{-2,-2#3} qa2.a3{-2,0#4} pa2.c4{0,-1#5}",
            "white",
            "",
            None,
        ),
        # Castling and en passant while much is in motion.
        Told(
            "Ka1.e1 Ba1.a1 Ba1.h1 Pa1.d2 Pa1.f4{0,2#3} Na1.c3{1,2#1} Fa1.d3{0,2#2} ka2.e8 ra2.a8 ra2.h8 "
            "pa1.e4 pa1.g4 na2.b4{2,-1#1} qa2.d6{0,-2#2} pa2.c5{0,-2#3}",
            "black",
            "KQkq",
            "a1.f3",
        ),
        # Kings near the spinner and on it; pawns about to wrap past promotion, and to promote.
        Told(
            "Ka1.d8 Pa2.b7{0,2#1} Pa2.c7{0,1#2} Ba1.e6{1,1#3} Qa2.f5 ka2.e2 pa1.g2{0,-2#1} pa1.h3 "
            "ra1.a7{0,-4#2} fa2.g2{-2,2#3}",
            "black",
            "",
            None,
        ),
    ),
}


def position(
    oracle: OracleMomentum,
    pieces: str,
    side: str = "white",
    castling: str = "",
    passed: str | None = None,
    clock: int = 0,
    number: int = 1,
) -> Position:
    """A position written as "Ke1 ke8 Pe4{0,2#1}"; read from its text, so that impossible ones are refused."""
    by_site: dict[str, str] = {}
    launched: dict[str, dict[int, tuple[str, Vector]]] = {each: {} for each in SIDES}
    for word in pieces.split():
        match = WORD.fullmatch(word)
        assert match is not None, word
        piece, site, vector, place = match.groups()
        assert site in oracle.ways.place, word
        assert site not in by_site, word
        by_site[site] = piece
        if place is not None:
            launched[colour(piece)][int(place)] = site, tuple(map(int, vector.split(",")))
    white, black = (tuple(entry for _place, entry in sorted(launched[each].items())) for each in SIDES)
    pos = Position(MappingProxyType(by_site), white, black, side, castling, passed, clock, number)
    return oracle.read(oracle.write(pos))


def told(pos: Position) -> str:
    """The pieces as `position` expects them, sorted by site."""
    motion = {
        site: f"{{{written(vector)}#{place}}}"
        for order in (pos.white, pos.black)
        for place, (site, vector) in enumerate(order, 1)
    }
    return " ".join(pos.pieces[site] + site + motion.get(site, "") for site in sorted(pos.pieces))


def play(oracle: OracleMomentum, pos: Position, turns: str) -> Position:
    for turn in turns.split():
        pos = oracle.legal(pos)[turn]
    return pos


def sharp(oracle: OracleMomentum) -> list[Position]:
    """The start, and where something sharp is about to happen."""
    return [oracle.start(), *(position(oracle, *told_so) for told_so in SHARP[oracle.name])]


# ---- random games ----


def game(
    oracle: OracleMomentum, start: Position, chance: random.Random, plies: int, *, busy: float = 0.6
) -> Iterator[Position]:
    """The positions of a random game, the start first.

    With a chance of `busy` a turn is one of those that leave most in motion; sharp turns are preferred a
    little, and a stop is played less often than its share.
    """
    pos = start
    yield pos
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        pos = turns[choose(oracle, pos, turns, chance, busy)]
        yield pos


def choose(
    oracle: OracleMomentum, pos: Position, turns: dict[str, Position], chance: random.Random, busy: float
) -> str:
    if chance.random() < 0.3:
        keen = [text for text, after in turns.items() if is_sharp(oracle, pos, text, after)]
        if keen:
            return chance.choice(keen)
    if chance.random() < busy:
        most = max(in_motion(after) for after in turns.values())
        return chance.choice([text for text, after in turns.items() if in_motion(after) == most])
    moves = [text for text in turns if not text.startswith("stop")]
    return chance.choice(moves if moves and chance.random() < 0.5 else list(turns))


def is_sharp(oracle: OracleMomentum, pos: Position, text: str, after: Position) -> bool:
    """Captures, promotions, castlings, double steps, checks, two momenta for one goal, a king carried."""
    pawns = sum(piece in "Pp" for piece in pos.pieces.values()) - sum(
        piece in "Pp" for piece in after.pieces.values()
    )
    quick = (
        "=" in text or "~" in text or pawns != 0 or len(after.pieces) < len(pos.pieces) or bool(after.passed)
    )
    carried = [site for site, piece in pos.pieces.items() if piece in "Kk" and site in oracle.game.spinner]
    castled = pos.castling != after.castling
    return quick or castled or bool(carried) or oracle.in_check(after)


# ---- put up at random ----


def scattered(oracle: OracleMomentum, chance: random.Random) -> Position:
    """A position with pieces anywhere, many of them in motion, as the oracle allows."""
    while True:
        try:
            return oracle.read(oracle.write(scatter(oracle, chance)))
        except OracleError:
            continue


def scatter(oracle: OracleMomentum, chance: random.Random) -> Position:
    """One try at it, which may be an impossible position."""
    side = chance.choice(SIDES)
    pieces, castling = home_pieces(oracle, chance)
    passed, just_launched = put_passer(oracle, chance, pieces, other(side))
    sites = list(oracle.ways.place)
    crowd = sites if chance.random() < 0.6 else crowded(oracle, chance)
    for king in "Kk":
        if king not in pieces.values():
            pieces[chance.choice([site for site in sites if site not in pieces])] = king
    for _ in range(chance.choice([4, 8, 14, 22])):
        free = [site for site in crowd if site not in pieces and site != passed]
        letters = [piece for piece in oracle.ways.letters if piece not in "Kk"] + list("PPpp")
        piece = chance.choice(letters)
        if not free:
            break
        site = chance.choice(free)
        if piece not in "Pp" or not is_far_rank(oracle.game, piece, site):
            pieces[site] = piece
    resting = {site for site in pieces if castling and site in home_sites(oracle)} | set(just_launched)
    orders: dict[str, Order] = {}
    for each in SIDES:
        order = [
            entry
            for entry in launch(oracle, chance, pieces, each, resting)
            if each != side or oracle.ways.glide(pieces[entry[0]], *entry) is not None
        ]
        orders[each] = (*order, *(just_launched.items() if each != side else ()))
    clock = 0 if passed else chance.choice([0, 1, 50, 98, 99, 100])
    white, black = orders["white"], orders["black"]
    number = chance.randint(1, 200)
    return Position(MappingProxyType(pieces), white, black, side, castling, passed, clock, number)


def home_sites(oracle: OracleMomentum) -> set[str]:
    return {site for each in oracle.castlings.values() for site in (each.king[0], each.rook[0])}


def home_pieces(oracle: OracleMomentum, chance: random.Random) -> tuple[dict[str, str], str]:
    """Some kings and corner pieces at home, with their rights."""
    pieces: dict[str, str] = {}
    castling = ""
    for letter, home in oracle.castlings.items():
        side = colour(letter)
        if chance.random() < 0.3:
            pieces[home.king[0]] = of_side("K", side)
            pieces[home.rook[0]] = of_side(oracle.game.corner[side], side)
            castling += letter
    return pieces, castling


def put_passer(
    oracle: OracleMomentum, chance: random.Random, pieces: dict[str, str], mover: str
) -> tuple[str | None, dict[str, Vector]]:
    """Sometimes a pawn that has just double-stepped, and one that may capture it."""
    if chance.random() < 0.7:
        return None, {}
    pawn = of_side("P", mover)
    up = forward(pawn)
    rank = 2 if mover == "white" else len(oracle.game.rows) - 3
    place = oracle.ways.place
    passed = chance.choice([site for site, (_file, at) in place.items() if at == rank])
    to = oracle.ways.ahead(pawn, passed, 1)
    assert to is not None
    pieces[to] = pawn
    beside = place[passed][0] + chance.choice([-1, 1]), rank + up
    if near := [site for site, at in place.items() if at == beside]:
        pieces[chance.choice(near)] = of_side("P", other(mover))
    return passed, {to: (0, 2 * up)}


def crowded(oracle: OracleMomentum, chance: random.Random) -> list[str]:
    """A part of the board: some ranks around the spinner or anywhere, or the rim files."""
    height = len(oracle.game.rows)
    if chance.random() < 0.3:
        return [site for site, (file, _rank) in oracle.ways.place.items() if file in (0, 1, 6, 7)]
    low = height // 2 - 3 if oracle.game.spinner and chance.random() < 0.6 else chance.randrange(height - 5)
    return [site for site, (_file, rank) in oracle.ways.place.items() if low <= rank < low + 6]


def launch(
    oracle: OracleMomentum, chance: random.Random, pieces: dict[str, str], side: str, resting: set[str]
) -> Order:
    """Momenta for many of a side's pieces, some of them aimed at the enemy's king."""
    king = next(site for site, piece in pieces.items() if piece == of_side("K", other(side)))
    share = chance.choice([0.3, 0.6, 0.9])
    entries: list[tuple[str, Vector]] = []
    for site, piece in pieces.items():
        if colour(piece) != side or piece in "Kk" or site in resting or chance.random() > share:
            continue
        momenta = sorted(oracle.ways.momenta_on(piece, site))
        aimed = [
            vector
            for vector in momenta
            if (glide := oracle.ways.glide(piece, site, vector)) is not None and glide.to == king
        ]
        entries.append((site, chance.choice(aimed if aimed and chance.random() < 0.5 else momenta)))
    chance.shuffle(entries)
    return tuple(entries)
