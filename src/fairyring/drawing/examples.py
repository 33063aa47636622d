"""Moves of a game, for showing how its moves are written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from fairyring.game import Move, Variant

EXAMPLE_PLIES = 800  # enough for a random game to reach a promotion
EXAMPLE_MOVES = 40_000  # the most legal moves to look at for it


def examples(variant: Variant) -> tuple[list[str], list[str]]:
    """Three opening moves, and one of each other kind found in the figures and in a random game."""
    names = sorted(variant.board.names, key=len, reverse=True)
    # Moves are of one kind if they differ only in their sites and in the momentum that they give.
    part = re.compile("|".join((r"~-?\d+,-?\d+", *map(re.escape, names))))
    lots = random.Random(variant.name)
    position = variant.start()
    texts = sorted(map(str, position.legal_moves()))
    first = [texts[len(texts) * place // 3] for place in range(min(3, len(texts)))]
    met = {part.sub("·", text): "" for text in first}
    known = set[str]()
    seen = 0

    def look(moves: Iterable[Move]) -> None:
        for move in moves:
            if move.text not in known:
                known.add(move.text)
                met.setdefault(part.sub("·", move.text), move.text)

    for figure in variant.definition.figures:
        look(variant.position(figure.position).legal_moves())
    for _ in range(EXAMPLE_PLIES):
        moves = position.legal_moves()
        seen += len(moves)
        if seen > EXAMPLE_MOVES:
            break
        if not moves or position.result:
            position = variant.start()
            continue
        look(moves)
        position = position.play(lots.choice(moves))
    return first, sorted(filter(None, met.values()))
