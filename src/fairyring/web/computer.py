"""The computer in a room: it thinks when it is to move, and gives hints."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from fairyring.errors import FairyringError
from fairyring.web import answers
from fairyring.web.events import Event, Moved
from fairyring.web.match import MAX_PLIES, Match, RefusedError, SeatlessError, Sides
from fairyring.web.messages import HUMAN
from fairyring.web.store import ConflictError
from fairyring.web.work import asking

if TYPE_CHECKING:
    from fairyring.game import Position, Variant
    from fairyring.web.pages import Page
    from fairyring.web.sight import Sight
    from fairyring.web.thinking import Analysis, Thinker

logger = logging.getLogger(__name__)


class Table(Protocol):
    """What the computer needs of the room in which it plays; see `fairyring.web.room.Room`."""

    variant: Variant
    pages: set[Page]

    @property
    def match(self) -> Match:
        """The game and its seats."""

    @property
    def watched(self) -> bool:
        """Whether anybody is there."""

    @property
    def visitor(self) -> str:
        """The visitor for whom the computer thinks."""

    def sight(self, sides: Sides) -> Sight:
        """The game as the holder of these sides may see it."""

    def changed(self) -> None:
        """The game has changed: let the computer continue, and send the state to the pages."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to all pages."""

    def tell_state(self) -> None:
        """Send the state to every page, each as its holder may know it."""

    async def decide(self, decide: Callable[[], Sequence[Event]]) -> None:
        """Keep the events that are decided, and let them happen."""


class Computer:
    """Its room asks it to act, and the room's pages hear what it does."""

    def __init__(self, room: Table, thinker: Thinker, now: Callable[[], float]) -> None:
        self._room = room
        self._thinker = thinker
        self._now = now
        self._thought: asyncio.Task[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._hurry = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether it thinks about its move."""
        return self._thought is not None

    def stop(self) -> None:
        """Stop thinking."""
        for task in (self._thought, self._hint):
            if task is not None:
                task.cancel()
        self._thought = self._hint = None

    def go_on(self) -> None:
        """Think if it is to move and a visitor is there, and get ready if it will be."""
        match = self._room.match
        over = match.result is not None or len(match.game.moves) >= MAX_PLIES
        if over or match.damaged or not self._room.watched or len(match.humans) == 2:
            return
        if self._seat == HUMAN:
            self._thinker.opponent(self._room.variant)
        elif self._thought is None:
            self._hurry = threading.Event()
            self._thought = asyncio.create_task(self._think(match.game.position, self._seat, self._hurry))

    def hasten(self, sides: Sides) -> None:
        """Move now, at the request of the holder of these sides; or try again after a failure.

        Raises:
            SeatlessError: there are no sides.
            RefusedError: it is not the computer's turn.
        """
        self._room.match.go_on()
        if not sides:
            raise SeatlessError("you are a spectator here")
        if self._seat == HUMAN:
            raise RefusedError("it is not the computer's turn")
        if self._thought is None:
            self._room.changed()
        else:
            self._hurry.set()

    def advise(self, page: Page) -> None:
        """Find a hint for the holder of a page, and send it to that page.

        Raises:
            RefusedError: the holder is not to move, plays against a person, or is already waiting for a hint.
        """
        match = self._room.match
        match.go_on()
        match.to_move(page.sides)
        if match.shared:
            raise RefusedError("there are no hints in a game between two people")
        if self._hint is not None:
            raise RefusedError("the computer is already looking for a hint")
        self._hint = asyncio.create_task(self._look_for_hint(page, match.game.position))

    @property
    def _seat(self) -> str:
        """The side to move."""
        match = self._room.match
        return match.beginning.seats[match.mover]

    async def _think(self, position: Position, level: str, hurry: threading.Event) -> None:
        asking.set(self._room.visitor)  # and not somebody who has just come to look
        try:
            with self._in_time(hurry):
                analysis = await self._search(position, level, hurry, self._tell_thought)
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            text = analysis.move.text
            await self._room.decide(lambda: self._played(position, text))
        except ConflictError:
            logger.debug("the computer of another process was faster, and has been followed")
        except FairyringError as error:
            self._fail(error.message)
        except Exception:  # an engine may fail in any way; the game stays as it is, and the pages hear of it
            logger.exception("thinking about %s", position.text("spectator"))
            self._fail("the computer failed; take a move back, or let it try again")

    @contextmanager
    def _in_time(self, hurry: threading.Event) -> Iterator[None]:
        """Move now when the clock allows no more."""
        match = self._room.match
        if match.clock is None:
            yield
            return
        wait = match.clock.allowance(match.mover, self._now())
        timer = asyncio.get_running_loop().call_later(wait, hurry.set)
        try:
            yield
        finally:
            timer.cancel()

    def _played(self, position: Position, text: str) -> Sequence[Event]:
        """Make the computer's move, unless the game has gone on without it."""
        if self._room.match.result is not None or self._room.match.game.position is not position:
            return []
        self._thought = None  # the search is over: nothing can end it now
        return [Moved(at=self._now(), text=text)]

    def _tell_thought(self, analysis: Analysis) -> None:
        for page in self._room.pages:
            sight = self._room.sight(page.sides)
            if sight.hears:
                page.send(answers.thinking(sight, analysis))

    def _fail(self, message: str) -> None:
        self._thought = None
        self._room.tell_state()
        for page in self._room.pages:
            page.error(message)

    async def _look_for_hint(self, page: Page, position: Position) -> None:
        sight = self._room.sight(page.sides)
        ply = sight.ply
        try:
            analysis = await self._search(
                position,
                None,
                threading.Event(),
                lambda analysis: page.send(answers.thinking(sight, analysis)),
                page.send,
            )
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            page.send(answers.hint(sight, ply, analysis.move, analysis))
        except FairyringError as error:
            page.error(error.message)
        except Exception:  # as above
            logger.exception("a hint for %s", position.text("spectator"))
            page.error("the computer failed")
        self._hint = None

    async def _search(
        self,
        position: Position,
        level: str | None,
        stop: threading.Event,
        tell: Callable[[Analysis], None],
        tell_step: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> Analysis:
        opponent = self._thinker.opponent(self._room.variant)
        await opponent.follow(lambda step: (tell_step or self._room.tell)(answers.compiling(step)))
        # The computer knows what the side to move knows, and nothing else.
        known = position.seen_by(position.side)
        return await self._thinker.search(known, level, tell, stop)
