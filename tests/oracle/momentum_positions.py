"""Positions of the games of momentum, and which of them no game can reach."""

from collections.abc import Mapping
from typing import NamedTuple

from .edges import STANDARD
from .momentum_games import Game, castlings_of
from .momentum_texts import Order
from .momentum_ways import MomentumWays, forward, is_far_rank
from .orthodox import colour, of_side
from .playing import other
from .texts import OracleError

Pieces = Mapping[str, str]


class Position(NamedTuple):
    """All that a position text says."""

    pieces: Pieces  # site -> piece; never changed
    white: Order  # White's pieces in motion, (site, momentum) in launch order
    black: Order
    side: str  # "white" or "black"
    castling: str  # of "KQkq", in this order
    passed: str | None  # the site passed over by the double step just made
    clock: int  # plies since the last capture, pawn's step or promotion
    number: int  # of the move
    left: int = 0  # moves left in this turn, where a turn has several

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), *self[1:]))


def order_of(pos: Position, side: str) -> Order:
    return pos.white if side == "white" else pos.black


def in_motion(pos: Position) -> int:
    """How many pieces have momentum."""
    return len(pos.white) + len(pos.black)


def refuse_impossible(ways: MomentumWays, pos: Position) -> None:
    """Raise OracleError for what no game leads to, the king's safety apart."""
    refuse_pieces(ways.game, pos)
    refuse_momenta(ways, pos)
    refuse_castling(ways.game, pos)
    if pos.passed is not None:
        refuse_passed(ways, pos, pos.passed)


def refuse_pieces(game: Game, pos: Position) -> None:
    for king in "Kk":
        count = list(pos.pieces.values()).count(king)
        if count != 1:
            raise OracleError(f"placement: {count} kings of {colour(king)}")
    for site, piece in pos.pieces.items():
        if piece not in "Pp":
            continue
        if is_far_rank(game, piece, site):
            raise OracleError(f"placement: a pawn on its far rank, {site}")
        # It comes to its own first rank by a wrap, or because the spinner has turned it back.
        ranks = game.edges[colour(piece)].ranks
        comes_home = bool(game.spinner) or (ranks.low, ranks.high) != (STANDARD, STANDARD)
        if site in game.rows[-1 if piece == "P" else 0] and not comes_home:
            raise OracleError(f"placement: a pawn on its own first rank, {site}")


def refuse_momenta(ways: MomentumWays, pos: Position) -> None:
    for site, vector in pos.white + pos.black:
        piece = pos.pieces[site]
        if vector not in ways.momenta_on(piece, site):
            raise OracleError(f"{site}: {piece} cannot have momentum {vector}")
        if colour(piece) == pos.side and ways.glide(piece, site, vector) is None:
            raise OracleError(f"{site}: {piece} heads off a standard edge, and has autostopped")


def refuse_castling(game: Game, pos: Position) -> None:
    going = {site for site, _vector in pos.white + pos.black}
    for letter in pos.castling:
        castling = castlings_of(game)[letter]
        side = colour(letter)
        for kind, home in (("K", castling.king[0]), (game.corner[side], castling.rook[0])):
            piece = of_side(kind, side)
            # What has been set in motion has left its home, even if it is back there.
            if pos.pieces.get(home) != piece or home in going:
                raise OracleError(f"castling: {letter} without {piece} at rest on {home}")


def refuse_passed(ways: MomentumWays, pos: Position, passed: str) -> None:
    """The field names the square that a pawn has just passed "by a voluntary double step"."""
    if passed not in ways.place:
        raise OracleError(f"en passant: no square {passed!r}")
    mover = other(pos.side)
    pawn = of_side("P", mover)
    up = forward(pawn)
    rank = ways.place[passed][1]
    if passed in pos.pieces or rank != (2 if pawn == "P" else len(ways.game.rows) - 3):
        raise OracleError(f"en passant: no pawn can just have passed {passed}")
    origin, to = ways.ahead(pawn, passed, -1), ways.ahead(pawn, passed, 1)
    assert origin is not None
    assert to is not None
    order = order_of(pos, mover)
    # The pawn was set in motion last; it has not moved since, nor has the spinner carried it.
    if pos.pieces.get(to) != pawn or not order or order[-1] != (to, (0, 2 * up)):
        raise OracleError(f"en passant: no pawn on {to} has just been set in motion over {passed}")
    if mover == "black" and to in ways.game.spinner:
        raise OracleError(f"en passant: {to} has been carried by the spinner")
    # To where it came from, only the automatic part of that turn can have brought another.
    if origin in pos.pieces and origin not in {site for site, _vector in order}:
        raise OracleError(f"en passant: no pawn can just have come from {origin}")
    if pos.clock != 0:
        raise OracleError("half-move clock: not 0 after a double step")
