"""What the page of all games shows of each: the beginning of a game, played before.

The server reads none of it: ``static/previews/`` is made by ``tools/previews``, and a test holds it to what
the library says of the same moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from fairyring.web import catalog
from fairyring.web.sight import tokens

PLACE = Path(str(files("fairyring.web").joinpath("static", "previews")))

Json = dict[str, Any]


def preview(name: str, moves: Iterable[str]) -> Json:
    """The beginning of a game as a spectator sees it.

    Returns:
        ``moves``, their texts, and ``steps``, one for each turn that counts as a ply: ``gone``, the places of
        those tokens in the list before that are no longer there, ``come``, the new tokens with their places
        in the list after it, and ``last``, the sites of the turn.

    Raises:
        UnknownVariantError: there is no such game.
        MoveError: a move is not legal.
    """
    position = catalog.variant(name).start()
    board, before = position.variant.board, catalog.detail(name)["start"]
    played: list[str] = []
    steps: list[Json] = []
    for text in moves:
        move = position.parse_move(text)
        played.append(move.text)
        position = position.play(move, answer=False)
        if not move.ply:
            continue
        after = tokens(board, position.seen_by("spectator").tokens)
        gone = [place for place, token in enumerate(before) if token not in after]
        come = [[place, token] for place, token in enumerate(after) if token not in before]
        steps.append({"come": come, "gone": gone, "last": position.variant.ends(move)})
        before = after
    return {"moves": played, "steps": steps}
