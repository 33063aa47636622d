"""Squares of a draft get other names, and all that names them follows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from fairyring.board import Board, with_names
from fairyring.errors import FairyringError, PositionError, VariantError, reason_of
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.squares import COORDINATE, noted, rename
from fairyring.messages import Message
from fairyring.notation.position import Form
from fairyring.variants.definition import Definition
from fairyring.variants.toml.building import built
from fairyring.variants.toml.declaration import read
from fairyring.web.workshop.changes import NameSquare

TEXTS = ("start", "figures", "rides")  # the keys that hold positions


class ActError(FairyringError):
    """A change that cannot be made in the draft as it is."""


def name(data: dict[str, Any], board: Board, act: NameSquare) -> None:
    """Give a square another name, or its usual one, in all of a file's data.

    Raises:
        ActError: the board has no such square, or it cannot be called so.
    """
    usual = dict(zip(board.names, board.coordinates, strict=True))
    if act.site not in usual:
        raise ActError(Message("the board has no square {site}", site=repr(act.site)))
    own = {square: called for called, square in usual.items() if called != square}
    own.pop(usual[act.site], None)
    try:
        if act.name:
            own[usual[act.site]] = COORDINATE.read(act.name, ())
        after = with_names(board, own)
    except FaultsError as error:
        raise ActError(error.faults[0].reason) from error
    except ValueError as error:
        raise ActError(reason_of(error)) from error
    if after.names == board.names:
        return
    before = _form(data)
    with noted() as places, suppress(FaultsError):  # all is read that can be
        read(data)
    rename(data, places, dict(zip(board.names, after.names, strict=True)))
    names = {square: called for square, called in own.items() if square != called}
    data["board"].pop("names", None)
    data["board"] |= {"names": names} if names else {}
    now = _form(data)
    if before and now:
        _retell(data, before, now)


def _form(data: Mapping[str, Any]) -> Form | None:
    """The form of a draft's positions, whatever its texts say; None if there can be no game."""
    try:
        return game_of({key: value for key, value in data.items() if key not in (*TEXTS, "words")}).form
    except FaultsError:
        return None


def game_of(data: Mapping[str, Any]) -> Definition:
    """The game of a draft's data.

    Raises:
        FaultsError: there can be none.
    """
    return built(read(data), _no_base, bounded=False)


def _no_base(called: str, _: object) -> Definition:
    raise VariantError(Message("{place}: {reason}", place=called, reason="a draft has no base here"))


def _retell(data: dict[str, Any], before: Form, now: Form) -> None:
    """Write the texts of positions again: what names squares in them depends on the game."""
    start, *shown = TEXTS
    tables = [each for key in shown for each in data.get(key, ())]
    for table, key in ((data, start), *((each, "position") for each in tables)):
        if key in table:
            try:
                table[key] = now.write(before.placed(table[key]), 0)
            except PositionError:  # it was none before
                continue
