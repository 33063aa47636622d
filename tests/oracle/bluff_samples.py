"""Positions of Monster Bluff Chess for tests: told in words, from random games, and put up at random."""

import random
from collections.abc import Iterator
from types import MappingProxyType
from typing import NamedTuple

from .bluff import OracleBluff, OracleError, Position, king_sites
from .bluff_boards import rank_of
from .bluff_moves import Move
from .bluff_texts import SIDES, Counts, in_order, read_stacks
from .orthodox import colour, of_side
from .playing import other


class Told(NamedTuple):
    """The arguments of `position`."""

    pieces: str  # "K1e1 k2e8 P3c5"
    chips: str = "-"  # as in a text
    side: str = "white"
    unmoved: str = ""
    passed: str | None = None
    promoted: str = "wb"
    true: str | None = None  # as in a text; or each side's king that comes first


# Something sharp is about to happen; without chips, the same pieces.
SHARP: dict[str, tuple[Told, ...]] = {
    "monster-bluff-4": (
        # Promotions onto offers, beside demands, by captures of pieces and stacks; both kinds of board.
        Told(
            "K1e1 K2e1 K3d8 k1e5 k2e5 k4d4 P1b7 P1g7 P2c7 P3b2 P4f2 r1c8 r2b8 n4e1 p1c2 p2f2 p3g7 "
            "p4c7 N2g1 R3h8",
            "1b8:5x1,1g8:25x1,1h8:5x2+10x1,2c8:5x3,2d8:10x1,2e1:5x1,2f1:10x2,2g1:5x1,3a1:25x1,3b1:5x2,3g8:10x1,"
            "3h8:5x1,4f1:25x2,4g1:5x1",
        ),
        # En passant over the seam between two boards, chips on both squares; another pawn beside it.
        Told(
            "K1e1 K2e1 k1e8 k2e8 P1h5 P2b5 p2a5 p3d5 P3e4 p1h6 R1a1 q2h3",
            "1g6:5x1,2a5:5x2,2a6:10x1,2b6:25x1,2c6:5x1+25x1,3d4:5x1",
            passed="2a6",
        ),
        # The same for Black on a turned board: White's pawns go down there.
        Told(
            "K3d8 K4d8 k3d1 k4d1 P3h5 p4a5 p3g5 P4c4 p4c5 B3a8 b4h1",
            "3h5:10x1,3h6:5x1,4b6:25x1",
            side="black",
            passed="3h6",
        ),
        # Castling as far as it goes: offers on the way, a demand that bars one way.
        Told(
            "K1e1 R1a1 R2h1 K3d8 R3a8 R4h8 k1e8 r1h8 r2a8 k2e8 k3d1 k4d1 r3a1 r4h1 N2d4 n3d4 P1a2 p2h7",
            "1c1:5x1,1g1:5x1,2c1:10x1,3b8:25x1,3g8:10x1,1f8:5x1,3f1:5x2,4b1:25x1",
            unmoved="1a1,1e1,1e8,1h8,2a8,2e8,2h1,3a1,3a8,3d1,3d8,4d1,4h1,4h8",
        ),
        # Kings about to fall: two a side, then one, and no more chips.
        Told(
            "K1d4 K2d4 k1d6 k2d6 Q1h6 q2a6 R3d5 r4d5 N2f5 n1f5 P2c5 p1e5",
            "1h8:25x1,2h8:5x4,3a4:10x2,4e4:5x1+10x1+25x1,2d6:5x2,1d4:10x1",
        ),
        Told("K1d4 k1d6 k2d6 Q1h4 q2a6 R3d5 r1a4", "1d6:5x3,2d6:10x1,4e4:25x1", side="black", true="1d4,2d6"),
        # Not yet in play: Black is about to promote too.
        Told("K1e1 K2e1 k1e4 k2e4 P1b7 p2b2 p3c7 R2a1 n1d5 Q1b8", side="black", promoted="w"),
        # Long lines over offers to demands and pieces.
        Told(
            "K1a1 K2h8 k3a1 k4h8 Q1e4 B2c3 R3d5 q4d4 b3f6 r2e6 N1h8 n4a8",
            "1e7:25x1,1h7:5x1,2b4:5x1,2f4:10x1,2h4:25x1,3d2:5x2,3d7:10x3,4b5:5x1,4d6:25x1,4g1:25x1",
            side="black",
        ),
    ),
    "monster-bluff": (
        # Promotions on the outside and the inside, onto offers and by captures.
        Told(
            "K1e1 K5d8 K9e1 k2e5 k6d4 k10e5 P1b7 P3g7 P4b2 P7f2 P8c7 r1c8 r8b8 n7e1 p2c2 p3f2 "
            "p5g7 p7c7 p10b2 N3g1",
            "1b8:5x1,3g8:25x1,3h8:5x2+10x1,4b1:5x2,4a1:25x1,7f1:25x1,8c8:5x3,8d8:10x1,3f1:10x2,5g8:10x1,5h8:5x1,"
            "10a1:5x1,10b1:10x1",
        ),
        # En passant over a seam of the inside, and pawns all around it.
        Told(
            "K4d8 K10e1 k1e8 k6d1 P5h4 P6b4 p6a4 P6g5 p5g5 N8b1 q3d5",
            "6a4:5x2,6a3:10x1,5g3:25x1,6b3:5x1",
            passed="6a3",
        ),
        # "8e1, 10a1 -> 9c1, 9b1", and as far for Black on the inside, over offers.
        Told(
            "K8e1 R8a1 R10a1 K2e1 K1e1 R3h1 k5d1 k6d1 r4a1 r7h1 r6h1 k9e8 r8h8 r9h8 N1b5 n10g4 P8a2 p9h7",
            "8g1:5x1,9b1:10x1,9c1:5x1,5g1:5x1,4e1:25x1,9f8:25x1,2g1:5x2",
            unmoved="1e1,2e1,3h1,4a1,5d1,6d1,6h1,7h1,8a1,8e1,8h8,9e8,9h8,10a1",
        ),
        # Kings about to fall, on long lines over every seam.
        Told(
            "K2d4 K6e4 k2d6 k9d5 Q1a6 q7h4 R5d5 r6d5 N3f5 n8f5 B4a8 b10h1 P9c5 p2e5",
            "1h8:25x1,3h8:5x4,5a4:10x2,6c4:5x1+10x1+25x1,9d5:5x2,2d4:10x1,8h8:25x1",
        ),
        Told("K2d4 k2d6 k9d5 Q1a4 q7h4 R5d5 r3d4", "2d6:5x3,9d5:10x1,6e4:25x1", side="black", true="2d4,9d5"),
        Told("K1e1 K8e1 k3e4 k10e4 P1b7 p2b2 p5c7 R2a1 n6d5 Q4b1", side="black", promoted="w"),
        # The overhang: lines that end where a row has no neighbour.
        Told(
            "K4a8 K7h1 k1a1 k10h8 Q4d5 B7e4 R7f8 q4c6 b8a4 r3h3 N4c7 n7g2",
            "4d8:5x1,4a5:25x1,7h7:25x1,7e8:10x1,1a3:5x1,8a8:25x1,3h1:5x2",
        ),
    ),
}


def position(oracle: OracleBluff, told: Told | str, *, clock: int = 0, number: int = 1) -> Position:
    """The position told; read from its text, so that impossible ones are refused.

    White has half of the chips that do not lie on the board, Black the rest.
    """
    if isinstance(told, str):
        told = Told(told)
    pieces = {word[1:]: word[0] for word in told.pieces.split()}
    assert len(pieces) == len(told.pieces.split())
    chips = {}
    if oracle.denominations and told.chips != "-":
        chips = {
            site: stack
            for word in told.chips.split(",")
            for site, stack in read_stacks(oracle.grid, oracle.denominations, word).items()
        }
    if told.true is None:
        true = first_king(oracle, pieces, "white"), first_king(oracle, pieces, "black")
    else:
        white, black = told.true.split(",")
        true = white, black
    pos = Position(
        pieces=MappingProxyType(pieces),
        side=told.side,
        unmoved=frozenset(told.unmoved.split(",")) if told.unmoved else frozenset(),
        passed=told.passed,
        chips=MappingProxyType(chips),
        promoted=told.promoted,
        purses=shared_out(oracle, chips),
        true=true,
        clock=clock,
        number=number,
    )
    return oracle.read(oracle.write(pos))


def first_king(oracle: OracleBluff, pieces: dict[str, str], side: str) -> str:
    return in_order(oracle.grid, king_sites(pieces, side))[0]


def shared_out(oracle: OracleBluff, chips: dict[str, Counts]) -> tuple[Counts, Counts] | None:
    """What does not lie on the board: half of it, rounded up, for White."""
    if not oracle.denominations:
        return None
    left = [2 * had - sum(lying) for had, *lying in zip(oracle.purse, *chips.values(), strict=True)]
    return tuple((count + 1) // 2 for count in left), tuple(count // 2 for count in left)


def play(oracle: OracleBluff, pos: Position, turns: str) -> Position:
    for turn in turns.split():
        pos = oracle.after(pos, turn)
    return pos


def goes(oracle: OracleBluff, pos: Position, origin: str) -> set[str]:
    """Where the piece may go."""
    return {text.removeprefix(origin + "-") for text in oracle.texts(pos) if text.startswith(origin + "-")}


def opened(oracle: OracleBluff) -> Position:
    """The start, True Kings chosen."""
    pos = oracle.start()
    return play(oracle, pos, " ".join("true@" + first_king(oracle, dict(pos.pieces), side) for side in SIDES))


def sharp(oracle: OracleBluff) -> list[Position]:
    """The start, before and after the choice, and where something sharp is about to happen."""
    return [oracle.start(), opened(oracle), *(position(oracle, told) for told in SHARP[oracle.name])]


# ---- random games ----


def game(
    oracle: OracleBluff, start: Position, chance: random.Random, plies: int, *, chips: float = 0.25
) -> Iterator[Position]:
    """The positions of a random game, the start first.

    With a chance of `chips` a chip is put if one may be; sharp moves are preferred a little; and True
    Kings are mostly spared, that games last.
    """
    pos = start
    yield pos
    for _ in range(plies):
        turns = oracle.turns(pos)
        if not turns:
            return
        quiet: list[str] = []
        keen: list[str] = []
        puts: list[str] = []
        for text, turn in turns.items():
            if not isinstance(turn, Move):
                puts.append(text)
            elif turn.to != oracle.true_of(pos, other(pos.side)) or chance.random() < 0.05:
                (keen if is_sharp(pos, turn) else quiet).append(text)
        if puts and (chance.random() < chips or not (keen or quiet)):
            text = chance.choice(puts)
        elif keen and (chance.random() < 0.4 or not quiet):
            text = chance.choice(keen)
        else:
            text = chance.choice(quiet or list(turns))
        pos = oracle.play(pos, turns[text])
        yield pos


def is_sharp(pos: Position, move: Move) -> bool:
    """Captures of pieces and chips, promotions, castlings, double steps, steps onto chips."""
    return (
        move.to in pos.pieces
        or move.to in pos.chips
        or move.becomes != pos.pieces[move.origin]
        or move.captures_ep is not None
        or move.passed is not None
        or move.rook is not None
    )


# ---- put up at random ----


def scattered(oracle: OracleBluff, chance: random.Random) -> Position:
    """A position with pieces anywhere, both sides having promoted, with many chips, as the oracle allows."""
    while True:
        try:
            return oracle.read(oracle.write(scatter(oracle, chance)))
        except OracleError:
            continue


def scatter(oracle: OracleBluff, chance: random.Random) -> Position:
    """One try at it, which may be an impossible position."""
    grid = oracle.grid
    sites = list(grid.order)
    # Part of the first array, what is left of it never having moved; and others anywhere.
    stays = chance.choice([0.0, 0.1, 0.3, 0.8])
    pieces = {site: piece for site, piece in grid.start.items() if chance.random() < stays}
    unmoved = {site for site, piece in pieces.items() if piece in "KRkr" and chance.random() < 0.8}
    for _ in range(chance.choice([4, 12, 25]) * grid.kings // 2):
        site = chance.choice(sites)
        kind = chance.choice("QRBN" if rank_of(site) in (1, 8) else "QRBNPPPP")
        pieces.setdefault(site, of_side(kind, chance.choice(SIDES)))
    true = []
    for side in SIDES:
        wanted = chance.choice([1, 2, 3, grid.kings])
        free = chance.sample([site for site in sites if site not in pieces], grid.kings)
        while len(king_sites(pieces, side)) < wanted:
            pieces[free.pop()] = of_side("K", side)
        true.append(chance.choice(in_order(grid, king_sites(pieces, side))))
    side = chance.choice(SIDES)
    pawn = of_side("P", other(side))
    just_passed = [
        way.step
        for origin, way in grid.pawns[pawn].items()
        if way.double and pieces.get(way.double) == pawn and not {way.step, origin} & pieces.keys()
    ]
    passed = chance.choice([None, *just_passed])
    chips = scatter_chips(oracle, pieces, unmoved, chance) if oracle.denominations else {}
    return Position(
        pieces=MappingProxyType(pieces),
        side=side,
        unmoved=frozenset(unmoved),
        passed=passed,
        chips=MappingProxyType(chips),
        promoted="wb",
        purses=shared_out(oracle, chips),
        true=(true[0], true[1]),
        clock=0 if passed else chance.choice([0, 1, 50, 198, 199, 200]),
        number=chance.randint(1, 500),
    )


def scatter_chips(
    oracle: OracleBluff, pieces: dict[str, str], unmoved: set[str], chance: random.Random
) -> dict[str, Counts]:
    """Stacks on empty squares, and offers under pieces that can have come there later."""
    chips: dict[str, Counts] = {}
    for which, had in enumerate(oracle.purse):
        for _ in range(chance.randint(0, 2 * had)):
            site = chance.choice(list(chips) if chips and chance.random() < 0.3 else list(oracle.grid.order))
            piece = pieces.get(site)
            at_home = piece in ("P", "p") and oracle.grid.pawns[piece][site].double is not None
            if at_home or site in unmoved or (piece and which == len(oracle.purse) - 1):
                continue
            stack = list(chips.get(site, (0,) * len(oracle.purse)))
            stack[which] += 1
            chips[site] = tuple(stack)
    return chips


def told(pos: Position) -> str:
    """The pieces as `Told` expects them, sorted by site, White's first."""
    return " ".join(
        sorted(
            (piece + site for site, piece in pos.pieces.items()),
            key=lambda word: (colour(word[0]) == "black", word),
        )
    )
