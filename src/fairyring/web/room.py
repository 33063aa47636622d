"""A room: one game, who plays it, and the pages that look at it. Everything here runs in the event loop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.errors import FairyringError
from fairyring.web import answers
from fairyring.web.compiling import Preparation, PreparationError
from fairyring.web.messages import Course, Hint, Hurry, Play, Resign, Show, Undo, read_message
from fairyring.web.pages import FAILED, Page

if TYPE_CHECKING:
    from fairyring.game import Game, Position, Variant
    from fairyring.game.position import Viewer
    from fairyring.web.thinking import Analysis, Thinker

HUMAN = "human"
MAX_PLIES = 2_000  # every position is kept; no game of people is near

logger = logging.getLogger(__name__)


class RefusedError(FairyringError):
    """What was asked for cannot be done now; the message says why."""


class Room:
    """One game.

    The computer thinks only while a page is there to see it.

    Attributes:
        key: its id, by which the pages find it; nobody can guess it.
        variant: the game's variant.
        seats: who plays each side: a level's name, or ``"human"``.
    """

    def __init__(
        self,
        key: str,
        variant: Variant,
        seats: Mapping[Side, str],
        thinker: Thinker,
        game: Game | None = None,
    ) -> None:
        """Open a room for a game that has begun, or, where none is given, for one from the start.

        The latter needs nothing compiled as yet: the game begins with the first page.
        """
        self.key = key
        self.variant = variant
        self.seats = dict(seats)
        self.pages: set[Page] = set()
        self._thinker = thinker
        self._game = game
        self._thought: asyncio.Task[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._hurry = threading.Event()

    @property
    def game(self) -> Game:
        """The game; its rules must have been prepared."""
        if self._game is None:
            from fairyring.game import Game

            self._game = Game(self.variant)
        return self._game

    @property
    def rules(self) -> Preparation:
        """What must be done before anybody can join."""
        return self._thinker.rules(self.variant)

    def record(self) -> str:
        """The game as PGN."""
        for side, seat in self.seats.items():
            name = "Human" if seat == HUMAN else f"fairyring, {seat}"
            self.game.tags.setdefault(side.capitalize(), name)
        return self.game.pgn()

    # -- pages --------------------------------------------------------------------------------

    def join(self, page: Page) -> None:
        """Let a page take part; it is sent the state."""
        self.pages.add(page)
        self._go_on()
        page.send(self._state())

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.discard(page)
        if not self.pages:
            self._stop()

    def close(self, code: int, reason: str) -> None:
        """End everything and send the pages away."""
        self._stop()
        for page in self.pages:
            page.close(code, reason)

    def _tell(self, message: Mapping[str, Any]) -> None:
        for page in self.pages:
            page.send(message)

    def _state(self) -> answers.Json:
        moving = self.game.result is None and self._seat == HUMAN
        return answers.state(self.key, self.game, self.seats, self._viewer, moving, self._thought is not None)

    # -- who plays, and who may know what ------------------------------------------------------

    @property
    def _seat(self) -> str:
        """Who is to move."""
        return self.seats[self.game.position.side]

    @property
    def _viewer(self) -> Viewer:
        """Whose knowledge the pages are shown: the only human's, or that of the one who is to move."""
        humans = [side for side, seat in self.seats.items() if seat == HUMAN]
        if len(humans) == 2:
            return self.game.position.side
        return humans[0] if humans else "spectator"

    # -- what the pages ask --------------------------------------------------------------------

    def receive(self, page: Page, text: str) -> None:
        """Do what a page's message says; one that is refused leaves everything as it is."""
        try:
            message = read_message(text)
            match message:
                case Play():
                    self._play(message)
                case Undo():
                    self._undo()
                case Show():
                    self._show(page, message)
                case Course():
                    self._course(page, message)
                case Hint():
                    self._advise(page)
                case Hurry():
                    self._hasten()
                case Resign():
                    self._resign(message)
        except FairyringError as error:
            page.error(str(error))

    def _play(self, message: Play) -> None:
        self._must_go_on()
        if message.ply != len(self.game.moves):
            raise RefusedError(f"the game is at ply {len(self.game.moves)}, not {message.ply}")
        if self._seat != HUMAN:
            raise RefusedError("it is the computer's turn")
        if len(self.game.moves) >= MAX_PLIES:
            raise RefusedError(f"a game here has at most {MAX_PLIES} plies")
        self.game.push(message.text)
        self._changed()

    def _undo(self) -> None:
        game = self.game
        decisions = [
            ply for ply, before in enumerate(game.positions[:-1]) if self.seats[before.side] == HUMAN
        ]
        if not decisions:
            raise RefusedError("there is no move to take back")
        while len(game.moves) > decisions[-1]:
            game.undo()
        self._changed()

    def _show(self, page: Page, message: Show) -> None:
        if message.ply > len(self.game.moves):
            raise RefusedError(f"the game has {len(self.game.moves)} plies, not {message.ply}")
        page.send(answers.shown(self.game, message.ply, self._viewer))

    def _course(self, page: Page, message: Course) -> None:
        position = self.game.position
        if message.ply == len(self.game.moves):  # else the game has gone on, and nobody aims there any more
            self._must_go_on()
            if self._seat != HUMAN:
                raise RefusedError("it is the computer's turn")
            page.send(answers.course(message.ply, position, position.parse_move(message.text)))

    def _hasten(self) -> None:
        self._must_go_on()
        if self._seat == HUMAN:
            raise RefusedError("it is not the computer's turn")
        if self._thought is None:  # it failed before: try again
            self._changed()
        else:
            self._hurry.set()

    def _resign(self, message: Resign) -> None:
        self._must_go_on()
        if self.seats[Side(message.side)] != HUMAN:
            raise RefusedError(f"the computer plays {message.side}, and does not resign")
        self.game.resign(message.side)
        self._changed()

    def _must_go_on(self) -> None:
        if self.game.result is not None:
            raise RefusedError(f"the game is over ({self.game.result})")

    # -- what the computer does ----------------------------------------------------------------

    def _changed(self) -> None:
        """Leave thoughts about the former state, begin those about this one, and tell the pages."""
        self._stop()
        self._go_on()
        self._tell(self._state())

    def _stop(self) -> None:
        for task in (self._thought, self._hint):
            if task is not None:
                task.cancel()
        self._thought = self._hint = None

    def _go_on(self) -> None:
        """Let the computer think where it is to move, and make it ready where it will be."""
        over = self.game.result is not None or len(self.game.moves) >= MAX_PLIES
        if over or not self.pages or set(self.seats.values()) == {HUMAN}:
            return
        if self._seat == HUMAN:
            self._thinker.opponent(self.variant)
        elif self._thought is None:
            self._hurry = threading.Event()
            self._thought = asyncio.create_task(self._think(self.game.position, self._seat, self._hurry))

    async def _think(self, position: Position, level: str, hurry: threading.Event) -> None:
        try:
            analysis = await self._search(position, level, hurry, self._tell)
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            self.game.push(analysis.move)
        except (PreparationError, FairyringError) as error:
            self._fail(str(error))
        except Exception as error:  # an engine may fail in any way; the game stands, and the pages hear of it
            logger.exception("thinking about %s", position)
            self._fail(f"the computer failed ({type(error).__name__}); take back, or tell it to move again")
        else:
            self._thought = None
            self._changed()

    def _fail(self, message: str) -> None:
        self._thought = None
        self._tell(self._state())
        self._tell({"type": "error", "message": message})

    def _advise(self, page: Page) -> None:
        self._must_go_on()
        if self._seat != HUMAN:
            raise RefusedError("it is the computer's turn")
        if self._hint is not None:
            raise RefusedError("a hint is being looked for")
        self._hint = asyncio.create_task(self._look_for_hint(page, self.game.position, len(self.game.moves)))

    async def _look_for_hint(self, page: Page, position: Position, ply: int) -> None:
        try:
            analysis = await self._search(position, None, threading.Event(), page.send)
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            page.send(answers.hint(position.variant, ply, analysis.move, analysis))
        except (PreparationError, FairyringError) as error:
            page.error(str(error))
        except Exception as error:  # as above
            logger.exception("a hint for %s", position)
            page.error(f"the computer failed ({type(error).__name__})")
        self._hint = None

    async def _search(
        self, position: Position, level: str | None, stop: threading.Event, tell: Any
    ) -> Analysis:
        opponent = self._thinker.opponent(self.variant)
        await opponent.follow(lambda step: tell(answers.compiling(step)))
        return await self._thinker.search(
            position, level, lambda analysis: tell(answers.thinking(analysis)), stop
        )


async def admit(room: Room, page: Page) -> bool:
    """Let a page join once the game can be played, with progress until then; False: it cannot be."""
    try:
        await room.rules.follow(lambda step: page.send(answers.compiling(step)))
    except PreparationError as error:
        page.error(str(error))
        page.close(FAILED, "the game could not be made ready")
        return False
    room.join(page)
    return True
