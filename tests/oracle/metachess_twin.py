"""The rules of MetaChess #4 for non-pawn pieces and attacked kings, written a second time in another way.

The oracle looks up ways between squares; this walks over squares. The oracle asks of every turn what it
captures; this follows the rulebook's paragraph on attacked kings clause by clause.
"""

from collections.abc import Iterator

from .metachess import Position
from .metachess_texts import ground, is_top, top
from .orthodox import colour, of_side
from .playing import other

DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STEPS = {"K": DIAGONAL + STRAIGHT, "Q": DIAGONAL + STRAIGHT, "R": STRAIGHT, "B": DIAGONAL, "N": LEAPS}


def ray(site: str, step: tuple[int, int], kind: str) -> Iterator[str]:
    file, rank = "abcdefgh".index(site[0]) + step[0], int(site[1]) + step[1]
    while 0 <= file < 8 and 1 <= rank <= 8:
        yield f"{'abcdefgh'[file]}{rank}"
        if kind in "KN":
            return
        file, rank = file + step[0], rank + step[1]


def second_telling(pos: Position, stand: str, riders_fall: bool) -> set[str]:
    """Where a non-pawn piece goes, except castling, found by walking squares instead of looking at ways."""
    pieces, piece, site = pos.pieces, pos.pieces[stand], ground(stand)
    kind, side = piece.upper(), colour(piece)
    goals: set[str] = set()
    if (top(site) not in pieces) if stand == site else (colour(pieces[site]) == side):
        for step in STEPS[kind]:
            for to in ray(site, step, kind):
                if to not in pieces:
                    goals.add(to)
                    continue
                rider = pieces.get(top(to))
                if colour(pieces[to]) != side:
                    if riders_fall or kind != "K" or rider is None:
                        goals.add(to)
                elif pieces[to] not in "Kk" and (rider is None or colour(rider) != side):
                    goals.add(top(to))
                break
    if stand != site:
        for step in STEPS[kind]:
            for to in ray(site, step, kind):
                if to not in pieces or pieces[to] in "Kk":
                    break
                rider = pieces.get(top(to))
                if rider is None or colour(rider) != side:
                    goals.add(top(to))
                if rider is not None:
                    break
    return goals


def second_attack(pos: Position, side: str, riders_fall: bool) -> bool:
    """The paragraph "A king is attacked if", clause by clause."""
    pieces, king = pos.pieces, of_side("K", side)
    stand = next(where for where, piece in pieces.items() if piece == king)
    goals = [
        goal
        for where, piece in pieces.items()
        if colour(piece) != side and piece not in "Pp"
        for goal in second_telling(pos, where, riders_fall)
    ]
    file, rank = "abcdefgh".index(stand[0]), int(stand[1])
    up = 1 if side == "white" else -1  # to where the enemy pawns that could capture here stand
    beside = [f"{'abcdefgh'[each]}{rank + up}" for each in (file - 1, file + 1) if 0 <= each < 8]
    pawns = [at for at in beside if pieces.get(at) == of_side("P", other(side)) and top(at) not in pieces]
    if not is_top(stand):
        return stand in goals or bool(pawns)
    under_is_own = colour(pieces[ground(stand)]) == side
    falls = riders_fall and under_is_own and (ground(stand) in goals or bool(pawns))
    return stand in goals or falls
