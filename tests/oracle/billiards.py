"""An oracle for the four games of FIDE's pieces between other side edges (minigolf.md, "Edges").

`cylindrical`, `billiards-halb`, `billiards-00` and `billiards-01` are "FIDE chess with these side edges":
only the pieces' ways differ from the orthodox oracle's.
"""

from collections.abc import Iterator

from .boards import chess_boards, plain_name
from .edges import CYLINDER, HALB, STANDARD, ZERO_ONE, ZERO_ZERO, Axis, Edges, Going, leap, rides
from .orthodox import Oracle, OracleError, Position, Rules
from .ways import DIAGONAL, KNIGHT, ORTHOGONAL, PAWNS, Way, Ways, attacks, gather, pawn_steps

__all__ = ["OracleBilliards", "OracleError", "Position"]

SIDE_EDGES = {
    "cylindrical": CYLINDER,
    "billiards-halb": HALB,
    "billiards-00": ZERO_ZERO,
    "billiards-01": ZERO_ONE,
}


class OracleBilliards(Oracle):
    """The rules of one of the four games."""

    edges: Edges

    def find_rules(self, variant: str) -> Rules:
        if variant not in SIDE_EDGES:
            raise OracleError(f"no such variant: {variant!r}")
        kind = SIDE_EDGES[variant]
        self.edges = Edges(files=Axis(8, kind, kind), ranks=Axis(8, STANDARD, STANDARD))
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        # Insufficient material: "no other game here has a rule for it" (conventions.md).
        return Rules(chess_boards(), "KQRBN", "P", "QRBN", start, insufficient_material=False)

    def find_ways(self, piece: str) -> tuple[Ways, Ways]:
        """A pawn steps straight, over no side edge; "pawns' captures bounce too" (or wrap)."""
        captures = gather(self.boards, {site: self.captures_from(site, piece) for site in self.boards.place})
        return (pawn_steps(self.boards, piece) if piece.upper() in PAWNS else captures), captures

    def captures_from(self, site: str, piece: str) -> Iterator[tuple[str, Way]]:
        """Each site where the piece can capture, with the sites that must be empty."""
        file, rank = self.boards.place[site]  # counted from 1
        for going in self.goings((file - 1, rank - 1), piece):
            if going.to != (file - 1, rank - 1):  # to end where it stands "is no move"
                yield name(going.to), tuple(name(place) for place in going.between)

    def goings(self, place: tuple[int, int], piece: str) -> Iterator[Going]:
        leaps = {"K": ORTHOGONAL + DIAGONAL, "N": KNIGHT, "P": attacks(piece)}
        lines = {"Q": ORTHOGONAL + DIAGONAL, "R": ORTHOGONAL, "B": DIAGONAL}
        for vector in leaps.get(piece.upper(), ()):
            going = leap(self.edges, place, vector)
            if going is not None:
                yield going
        for direction in lines.get(piece.upper(), ()):
            yield from rides(self.edges, place, direction, most=None)


def name(place: tuple[int, int]) -> str:
    return plain_name((place[0] + 1, place[1] + 1))
