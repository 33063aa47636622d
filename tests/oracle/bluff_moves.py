"""How the pieces of Monster Bluff Chess move (monster-bluff.md, "Kings", "Men", "Chips")."""

from collections.abc import Iterator
from typing import NamedTuple

from .bluff_boards import Grid
from .bluff_texts import Pieces, Position, Stacks
from .orthodox import colour, of_side
from .playing import other

PROMOTES_TO = "QRBN"


class Move(NamedTuple):
    """What a piece's move does to the board."""

    origin: str
    to: str
    becomes: str  # the piece that stands on `to` afterwards
    captures: bool = True  # whether it "could capture there"; if so it captures what is there
    passed: str | None = None  # by a double step
    captures_ep: str | None = None  # where the pawn stands that is captured en passant
    rook: tuple[str, str] | None = None  # in castling


def moves_of(grid: Grid, pos: Position) -> Iterator[Move]:
    """The moves of pieces. No king is royal, so every move that the pieces can make is legal."""
    demands = demands_of(pos.chips)
    for site, piece in pos.pieces.items():
        if colour(piece) != pos.side:
            continue
        if piece in "Pp":
            yield from pawn_moves(grid, pos, demands, site, piece)
            continue
        kind = piece.upper()
        if kind in "KN":
            for to in grid.leaps[kind][site]:
                if to not in pos.pieces or colour(pos.pieces[to]) != pos.side:
                    yield Move(site, to, piece)
        else:
            for line in grid.lines[kind][site]:
                for to in line:
                    if to in pos.pieces:
                        if colour(pos.pieces[to]) != pos.side:
                            yield Move(site, to, piece)
                        break
                    yield Move(site, to, piece)
                    if to in demands:
                        break  # "it stops sliders ... and can be captured"; offers are slid over
    yield from castlings(grid, pos, demands)


def pawn_moves(grid: Grid, pos: Position, demands: set[str], site: str, piece: str) -> Iterator[Move]:
    way = grid.pawns[piece][site]
    if is_open(pos.pieces, demands, way.step):
        # "A pawn may step straight onto [an offer] ... without taking, a piece promoted there too".
        yield from promotions(Move(site, way.step, piece, captures=False), way.promotes)
        # "A double step may cross it or end on it."
        if way.double is not None and is_open(pos.pieces, demands, way.double):
            yield Move(site, way.double, piece, captures=False, passed=way.step)
    for to in way.captures:
        if to in pos.pieces:
            if colour(pos.pieces[to]) != pos.side:
                yield from promotions(Move(site, to, piece), way.promotes)
        elif to == pos.passed:
            # With an offer there too, one turn captures everything: "en passant takes the chips on
            # the square entered and those under the captured pawn".
            yield Move(site, to, piece, captures_ep=passer(grid, pos, to))
        elif to in pos.chips:  # "pawns diagonally, offers and demands alike"
            yield from promotions(Move(site, to, piece), way.promotes)


def passer(grid: Grid, pos: Position, passed: str) -> str | None:
    """Where the enemy pawn stands that can just have passed over the square, if there is one.

    It found neither a piece nor a demand there, and left its origin without either.
    """
    pawn, demands = of_side("P", other(pos.side)), demands_of(pos.chips)
    for origin, way in grid.pawns[pawn].items():
        if way.double is None or way.step != passed or pos.pieces.get(way.double) != pawn:
            continue
        if is_open(pos.pieces, demands, passed) and is_open(pos.pieces, demands, origin):
            return way.double
    return None


def castlings(grid: Grid, pos: Position, demands: set[str]) -> Iterator[Move]:
    """ "An unmoved king (or prince) and an unmoved own rook on the same rank"; attacks do not matter."""
    king, rook = of_side("K", pos.side), of_side("R", pos.side)
    for origin in pos.unmoved:
        if pos.pieces[origin] != king:
            continue
        for line in grid.ranks[origin]:
            # Only if "the nearest piece that way is that rook (a demand bars it, an offer does not)."
            near = next((at for at, site in enumerate(line) if not is_open(pos.pieces, demands, site)), None)
            if near is None or pos.pieces.get(line[near]) != rook or line[near] not in pos.unmoved:
                continue
            # "The king goes half the distance toward the rook, rounded up; the rook to the square
            # next to him on the side he came from."
            walk, distance = (origin, *line), near + 1
            half = (distance + 1) // 2
            # "Castling is no capture": chips stay where they lie.
            yield Move(origin, walk[half], king, captures=False, rook=(line[near], walk[half - 1]))


def demands_of(chips: Stacks) -> set[str]:
    """ "A stack that holds a chip of the highest denomination ... is a demand, any other an offer"."""
    return {site for site, stack in chips.items() if stack[-1]}


def is_open(pieces: Pieces, demands: set[str], site: str) -> bool:
    """Neither a piece nor a demand stands there."""
    return site not in pieces and site not in demands


def promotions(move: Move, promotes: bool) -> Iterator[Move]:
    """The pawn's move, or what it promotes to: "promotion is mandatory where it is possible"."""
    if not promotes:
        yield move
        return
    for kind in PROMOTES_TO:
        yield move._replace(becomes=of_side(kind, colour(move.becomes)))
