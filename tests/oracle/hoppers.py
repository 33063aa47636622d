"""Hoppers and bent riders on a board with pieces, step by step, over edges too.

Nothing here knows what a way is: a piece walks over the board as it stands.
"""

from collections.abc import Collection, Iterator

from .edges import Edges, Place, Vector, go, is_real


def walk(edges: Edges, place: Place, direction: Vector) -> Iterator[tuple[Place, Vector]]:
    """The places in a direction, imaginary ones too, until a place and a direction come again."""
    seen = {(place, direction)}
    at = place
    while (gone := go(edges, at, direction)) is not None and gone not in seen:
        seen.add(gone)
        at, direction = gone
        yield gone


def hops(
    edges: Edges, place: Place, direction: Vector, pieces: Collection[Place], near: bool
) -> Iterator[Place]:
    """Where a hopper can land, on an empty place or a piece; it left its own place, which counts as empty."""
    hurdle: Place | None = None
    for at, _ in walk(edges, place, direction):
        taken = at in pieces and at != place
        if hurdle is None:
            hurdle = at if taken else None
            continue
        if at == hurdle:  # it does not jump again over the same piece, nor capture it
            return
        if is_real(edges, at) and at != place:
            yield at
        if taken or near:
            return


def rides(edges: Edges, place: Place, direction: Vector, pieces: Collection[Place]) -> Iterator[Place]:
    """Where a rider can go; its own place counts as empty."""
    for at, _ in walk(edges, place, direction):
        if is_real(edges, at) and at != place:
            yield at
        if at in pieces and at != place:
            return


def griffon(edges: Edges, place: Place, pieces: Collection[Place]) -> Iterator[Place]:
    """One step diagonally, and then on like a rook, away from where it came."""
    start = frozenset({place})
    for x in (1, -1):
        for y in (1, -1):
            gone = go(edges, place, (x, y))
            if gone is None or not is_real(edges, gone[0]) or gone[0] == place:
                continue
            corner, (right, ahead) = gone
            yield corner
            if corner in pieces:
                continue
            for direction in ((right, 0), (0, ahead)):
                for at in rides(edges, corner, direction, set(pieces) - start):
                    if at != place:
                        yield at
