"""The computer at one room's table: it thinks where it is to move, and says what it would play."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError
from fairyring.web import answers
from fairyring.web.compiling import PreparationError
from fairyring.web.events import Event, Moved
from fairyring.web.match import MAX_PLIES, RefusedError, SeatlessError, Sides
from fairyring.web.messages import HUMAN
from fairyring.web.store import ConflictError

if TYPE_CHECKING:
    from fairyring.game import Position
    from fairyring.web.pages import Page
    from fairyring.web.room import Room
    from fairyring.web.thinking import Analysis, Thinker

logger = logging.getLogger(__name__)


class Computer:
    """What it does is asked for by its room, and told to the room's pages."""

    def __init__(self, room: Room, thinker: Thinker, now: Callable[[], float]) -> None:
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
        """Leave all thoughts."""
        for task in (self._thought, self._hint):
            if task is not None:
                task.cancel()
        self._thought = self._hint = None

    def go_on(self) -> None:
        """Think where it is to move and somebody is there, and make it ready where it will be."""
        match = self._room.match
        over = match.result is not None or len(match.game.moves) >= MAX_PLIES
        if over or not self._room.watched or len(match.humans) == 2:
            return
        if self._seat == HUMAN:
            self._thinker.opponent(self._room.variant)
        elif self._thought is None:
            self._hurry = threading.Event()
            self._thought = asyncio.create_task(self._think(match.game.position, self._seat, self._hurry))

    def hasten(self, sides: Sides) -> None:
        """Move now, as the holder of these sides asks; or try again, after a failure.

        Raises:
            SeatlessError: he holds none.
            RefusedError: it is not the computer's turn.
        """
        self._room.match.go_on()
        if not sides:
            raise SeatlessError("you watch this game")
        if self._seat == HUMAN:
            raise RefusedError("it is not the computer's turn")
        if self._thought is None:
            self._room.changed()
        else:
            self._hurry.set()

    def advise(self, page: Page) -> None:
        """Look for what it would play in the place of a page's holder, and tell that page.

        Raises:
            RefusedError: he is not to move, or plays against somebody, or it looks for one already.
        """
        match = self._room.match
        match.go_on()
        match.to_move(page.sides)
        if match.shared:
            raise RefusedError("there are no hints in a game between two people")
        if self._hint is not None:
            raise RefusedError("a hint is being looked for")
        self._hint = asyncio.create_task(self._look_for_hint(page, match.game.position))

    @property
    def _seat(self) -> str:
        """Who is to move."""
        match = self._room.match
        return match.beginning.seats[match.mover]

    async def _think(self, position: Position, level: str, hurry: threading.Event) -> None:
        try:
            analysis = await self._search(position, level, hurry, self._tell_thought, self._room.visitor)
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            text = analysis.move.text
            await self._room.decide(lambda: self._played(position, text))
        except ConflictError:
            logger.debug("the computer of another process was faster, and has been followed")
        except (PreparationError, FairyringError) as error:
            self._fail(str(error))
        except Exception as error:  # an engine may fail in any way; the game stands, and the pages hear of it
            logger.exception("thinking about %s", position.text("spectator"))
            self._fail(f"the computer failed ({type(error).__name__}); take back, or tell it to move again")

    def _played(self, position: Position, text: str) -> Sequence[Event]:
        """The computer's turn, unless the game has gone on without it."""
        if self._room.match.result is not None or self._room.match.game.position is not position:
            return []
        self._thought = None  # it is over: what happens now ends nothing
        return [Moved(at=self._now(), text=text)]

    def _tell_thought(self, analysis: Analysis) -> None:
        for page in self._room.pages:
            sight = self._room.sight(page.sides)
            if sight.hears:
                page.send(answers.thinking(sight, analysis))

    def _fail(self, message: str) -> None:
        self._thought = None
        self._room.tell_state()
        self._room.tell({"type": "error", "message": message})

    async def _look_for_hint(self, page: Page, position: Position) -> None:
        sight = self._room.sight(page.sides)
        ply = sight.ply
        try:
            analysis = await self._search(
                position,
                None,
                threading.Event(),
                lambda analysis: page.send(answers.thinking(sight, analysis)),
                page.visitor,
                page.send,
            )
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            page.send(answers.hint(sight, ply, analysis.move, analysis))
        except (PreparationError, FairyringError) as error:
            page.error(str(error))
        except Exception as error:  # as above
            logger.exception("a hint for %s", position.text("spectator"))
            page.error(f"the computer failed ({type(error).__name__})")
        self._hint = None

    async def _search(
        self,
        position: Position,
        level: str | None,
        stop: threading.Event,
        tell: Callable[[Analysis], None],
        visitor: str,
        tell_step: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> Analysis:
        opponent = self._thinker.opponent(self._room.variant)
        await opponent.follow(lambda step: (tell_step or self._room.tell)(answers.compiling(step)))
        # The computer knows what whoever is to move knows, and nothing else.
        known = position.seen_by(position.side)
        return await self._thinker.search(known, level, tell, stop, visitor)
