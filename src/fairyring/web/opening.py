"""Opening a room from what `POST /api/games` says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fairyring.errors import FairyringError, shown
from fairyring.web import catalog
from fairyring.web.messages import NewGame
from fairyring.web.room import HUMAN, MAX_PLIES, Room
from fairyring.web.rooms import Rooms
from fairyring.web.thinking import Thinker

if TYPE_CHECKING:
    from fairyring.game import Game, Variant


class OrderError(FairyringError):
    """A new game is asked for that cannot be had."""


async def open_room(rooms: Rooms, thinker: Thinker, order: NewGame) -> Room:
    """Open a room, for a record with the options that it was played by.

    A game from the start is there at once; one from a position or a record once the rules are compiled,
    for only they can tell whether it is right.

    Raises:
        FairyringError: the game cannot be had, and why.
        PreparationError: its rules could not be made ready.
    """
    variant = await asyncio.to_thread(catalog.variant, order.variant, order.options)
    known = [HUMAN, *(level.name for level in await asyncio.to_thread(thinker.engine.levels))]
    for side, seat in order.seats.items():
        if seat not in known:
            raise OrderError(f"{side}: a player is {', '.join(known)}, not {shown(seat)}")
    game = None
    if order.position is not None or order.pgn is not None:
        await thinker.rules(variant).follow()
        game = await asyncio.to_thread(_begun, variant, order)
    return rooms.open(game.variant if game else variant, order.seats, game)


def _begun(variant: Variant, order: NewGame) -> Game:
    from fairyring.game import Game, read_pgn

    if order.position is not None:
        return Game(variant, variant.position(order.position))
    assert order.pgn is not None
    games = read_pgn(order.pgn, variant)
    if len(games) != 1:
        raise OrderError(f"the record holds {len(games) or 'no'} games; one is wanted")
    (game,) = games
    if game.variant.name != variant.name:
        raise OrderError(f"the record is of {game.variant.title}, not of {variant.title}")
    if len(game.moves) > MAX_PLIES:
        raise OrderError(f"the record has {len(game.moves)} plies; a game here has at most {MAX_PLIES}")
    return game
