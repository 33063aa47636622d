"""Starting a game: as `POST /api/games` says, or like another one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fairyring.board import Side
from fairyring.errors import FairyringError, shown
from fairyring.messages import Message, listed
from fairyring.web import catalog, replay, seats
from fairyring.web.endings import sentence
from fairyring.web.events import Beginning, Event, Invited, Joined
from fairyring.web.messages import HUMAN, OPEN, NewGame
from fairyring.web.thinking import Thinker

if TYPE_CHECKING:
    from fairyring.game import Variant
    from fairyring.web.match import Match


class OrderError(FairyringError):
    """A new game cannot be started like this."""


def new_id() -> str:
    """An id that nobody can guess: anyone who knows it can watch the game."""
    return secrets.token_urlsafe(12)


async def ordered(thinker: Thinker, order: NewGame, token: str, now: float) -> tuple[Beginning, list[Event]]:
    """A game that is asked for, for a record with the options that it was played by.

    A game from the start is there at once; one from a position or a record once the rules are compiled,
    for only they can tell whether it is right.

    Args:
        thinker: what prepares rules, and knows the levels.
        order: what is asked for.
        token: the client's, for every seat that is `human`.
        now: the time.

    Raises:
        FairyringError: the game cannot be had, and why.
        PreparationError: its rules could not be made ready.
    """
    variant = await thinker.work.pages.do(catalog.variant, order.variant, order.options)
    levels = [level.name for level in await thinker.work.pages.do(thinker.engine.levels)]
    for side, seat in order.seats.items():
        if seat not in (known := [HUMAN, OPEN, *levels]):
            raise OrderError(
                Message(
                    "{side}: a player is {known}, not {seat}",
                    side=side,
                    known=", ".join(known),
                    seat=shown(seat),
                )
            )
    if order.position is not None or order.pgn is not None:
        await thinker.rules(variant).follow()
        game = await thinker.work.records.through(replay.begun(variant, order.position, order.pgn))
        variant = game.variant
        if game.result is None and (unknown := game.position.unknown):
            secrets = [Message("{side}'s True King", side=side) for side in unknown]
            raise OrderError(
                Message("choose {secrets} to play on", secrets=listed("{first} and {last}", secrets))
            )
        if OPEN in order.seats.values() and game.result is not None:
            raise OrderError(
                Message("nobody can join: the game is over ({result})", result=sentence(game.result))
            )
    kept = {side: HUMAN if seat == OPEN else seat for side, seat in order.seats.items()}
    beginning = Beginning(
        id=new_id(),
        at=now,
        variant=variant.name,
        options=_plain(variant.options),
        position=order.position,
        record=order.pgn,
        white=kept[Side.WHITE],
        black=kept[Side.BLACK],
        clock=order.clock,
    )
    taken: list[Event] = []
    for side, seat in order.seats.items():
        if seat == HUMAN:
            name = order.name if order.seats[side.other] != HUMAN else ""  # two players need two names
            taken.append(Joined(at=now, side=side.value, key=seats.key(token), name=name))
        elif seat == OPEN:
            taken.append(Invited(at=now, side=side.value, key=seats.key(seats.invitation(token))))
    return beginning, taken


def again(match: Match, now: float) -> tuple[Beginning, list[Event]]:
    """The same game once more, with the same players on the other sides."""
    before = match.beginning
    position = None if before.position is None else _hidden_again(match.game.variant, before.position)
    beginning = before.model_copy(
        update={
            "id": new_id(),
            "at": now,
            "position": position,
            "record": None,
            "white": before.black,
            "black": before.white,
        }
    )
    taken: list[Event] = [
        Joined(at=now, side=side.other.value, key=match.keys[side], name=match.names[side])
        for side in Side
        if side in match.keys
    ]
    return beginning, taken


def _hidden_again(variant: Variant, position: str) -> str:
    """A position in which nobody knows a True King from the game before."""
    from fairyring.game import Setup

    if variant.rules.secrets is None:
        return position
    setup = Setup(variant, position)
    setup.hide_again()
    return str(setup)


def _plain(options: Mapping[str, object]) -> dict[str, bool | int | str]:
    """A variant's options, all of which are of kinds that a database keeps."""
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
