"""From what is kept of a game back to the game, in steps, because a long game takes seconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web import catalog
from fairyring.web.events import Beginning, Stored
from fairyring.web.match import MAX_PLIES, Match
from fairyring.web.work import Steps

if TYPE_CHECKING:
    from fairyring.game import Game, Variant
    from fairyring.notation import pgn


class RecordError(FairyringError):
    """A record cannot be gone on from."""


def variant(beginning: Beginning) -> Variant:
    """The game that is played, with its options.

    Raises:
        FairyringError: there is no such game any more.
    """
    return catalog.variant(beginning.variant, beginning.options)


def only_game(record: str) -> pgn.Record:
    """The one game of a record, before anything is played, which takes far longer.

    Raises:
        FairyringError: the record is no PGN, or does not hold one game.
    """
    from fairyring.notation import pgn

    games = pgn.read(record)
    if len(games) != 1:
        raise RecordError(Message("the record holds {number} games; it must hold one", number=len(games)))
    return games[0]


def begun(variant: Variant, position: str | None, record: str | None) -> Steps[Game]:
    """A game as it stands before anything happens in it; the variant's rules must have been prepared.

    Raises:
        FairyringError: the position or the record does not fit this variant, and why.
    """
    from fairyring.game import Game
    from fairyring.game.record import playing

    if position is not None:
        return Game(variant, variant.position(position))
    if record is None:
        return Game(variant)
    only = only_game(record)
    if (plies := len(only.moves)) > MAX_PLIES:
        raise RecordError(
            Message(
                "the record has {plies} plies; a game here has at most {most}", plies=plies, most=MAX_PLIES
            )
        )
    game = yield from playing(only, variant)
    if game.variant.name != variant.name:
        raise RecordError(
            Message(
                "the record is of {other}, not of {game}",
                other=Message(game.variant.title),
                game=Message(variant.title),
            )
        )
    return game


def replayed(
    variant: Variant, beginning: Beginning, events: Iterable[Stored], outages: Sequence[tuple[float, float]]
) -> Steps[Match]:
    """The game after its events.

    Raises:
        FairyringError: its rules are others than those it was played by.
    """
    game = yield from begun(variant, beginning.position, beginning.record)
    match = Match(beginning, game, outages)
    for event in events:
        match.apply(event)
        yield
    return match
