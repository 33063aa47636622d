"""Endgames that have been solved on this machine are kept among its tables, and found again."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable

import numpy as np

from fairyring.endgames.endgame import Endgame
from fairyring.endgames.material import check_royals, read_material, signature_of
from fairyring.endgames.solving import Report, Solved, solved
from fairyring.errors import EndgameError, expect, whole_number
from fairyring.game import Position, Variant
from fairyring.kernels import table_cache
from fairyring.kernels.base import PieceRules
from fairyring.kernels.retrograde import MOST_PIECES

_loaded: dict[tuple[Variant, int], Endgame] = {}
MOST_LOADED = 8


def solve_endgame(
    variant: Variant, pieces: str, report: Report | None = None, *, threads: int | None = None
) -> Endgame:
    """Solve the endgame of some pieces, and all to which it can lead; what was solved before is read again.

    Distances are in plies to the end of the game, with best play by both sides; the move-count rule and
    repetition do not count. Three pieces on 64 squares take seconds, four minutes, and two bytes for each
    position while they are solved.

    Args:
        variant: the game.
        pieces: White's pieces, a small v, and Black's, such as ``KQvK``.
        report: called now and then with the pieces that are being solved, how many plies from the end,
            and how many positions were found there.
        threads: as many as there are processors unless given; at least one.

    Raises:
        EndgameError: there are no such pieces, or too many, or not the royal ones that each side has; or the
            game has secrets, or its positions are more than where the pieces are; or there are no threads.
        TypeError: it is not a variant, or the pieces are not a text.
    """
    expect(variant, Variant, "an endgame is of a variant, which load finds by its name")
    expect(pieces, str, "pieces are a text, such as 'KQvK'")
    if threads is not None:
        threads = whole_number("threads", threads, 1, kind=EndgameError)
    rules = variant.rules
    if not isinstance(rules, PieceRules):
        raise EndgameError("the rules of this game cannot set up positions by themselves")
    codes = read_material(rules, pieces)
    check_royals(variant, rules, codes)

    def build() -> _Packed:
        return _packed(solved(variant, rules, codes, report, threads or os.cpu_count() or 1))

    found = table_cache.kept(_name(variant, codes), rules, build)
    for material in found[0]:
        table_cache.kept(_place(variant, material), rules, lambda: codes)
    return _remembered(variant, rules, codes, found)


def known_endgame(position: Position) -> Endgame | None:
    """An endgame solved on this machine that has the position, if there is one."""
    rules = position.variant.rules
    if not isinstance(rules, PieceRules) or rules.secrets is not None:
        return None
    cells = position.rows(1).cells[0, 0]
    codes = [int(code) for code in cells[cells != 0]]
    if len(codes) > MOST_PIECES:
        return None
    for material in (codes, [code ^ 1 for code in codes]):
        place = table_cache.find(_place(position.variant, material), rules)
        if place is None:
            continue
        endgame = _loaded.get((position.variant, signature_of(place)))
        if endgame is None or not endgame.fits(position.variant):
            found = table_cache.find(_name(position.variant, place), rules)
            if found is None:
                continue
            endgame = _remembered(position.variant, rules, place, found)
        if endgame.ending(position) is not None:
            return endgame
    return None


_Packed = tuple[tuple[tuple[int, ...], ...], bool, bytes]


def _packed(found: Solved) -> _Packed:
    return found.materials, found.anywhere, zlib.compress(found.values.tobytes(), 1)


def _remembered(variant: Variant, rules: PieceRules, codes: Iterable[int], found: _Packed) -> Endgame:
    materials, anywhere, values = found
    endgame = Endgame(
        variant,
        rules,
        Solved(materials, anywhere, np.frombuffer(bytearray(zlib.decompress(values)), np.uint16)),
    )
    while len(_loaded) >= MOST_LOADED:
        _loaded.pop(next(iter(_loaded)))
    _loaded[variant, signature_of(codes)] = endgame
    return endgame


def _name(variant: Variant, codes: Iterable[int]) -> str:
    """What is kept of a game's pieces: where each of them can be follows from where it starts."""
    start = hashlib.sha256(variant.definition.start.encode()).hexdigest()[:16]
    return f"endgame {signature_of(codes):x} from {start}"


def _place(variant: Variant, codes: Iterable[int]) -> str:
    """What is kept of a material: with which pieces it was solved."""
    return f"with {_name(variant, codes)}"
