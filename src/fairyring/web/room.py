"""A room: one game, and the pages that look at it. Everything here runs in the event loop.

What happens in a game happens in one order: under the room's lock somebody's request becomes events, the
events go to disk, and only then does the game go on and the pages hear of it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError
from fairyring.web import answers, opening, replay
from fairyring.web.compiling import Preparation, PreparationError, Step
from fairyring.web.events import Beginning, Event, Followed, Moved, Said
from fairyring.web.match import MAX_PLIES, Match, RefusedError, Sides
from fairyring.web.messages import HUMAN, Accept, Course, Hint, Hurry, Offer, Show, read_message
from fairyring.web.pages import FAILED, NO_SUCH_GAME, Page
from fairyring.web.sight import Sight, viewer
from fairyring.web.store import ConflictError, Store, StoreError

if TYPE_CHECKING:
    from fairyring.game import Position, Variant
    from fairyring.web.thinking import Analysis, Thinker

LATE = 0.02  # seconds after which a clock that should have run out is looked at

logger = logging.getLogger(__name__)


class Room:
    """One game.

    The computer thinks only while a page is there to see it.

    Attributes:
        key: its id, by which the pages find it; nobody can guess it.
        variant: the game's variant.
        pages: those that look at it.
        visitors: how many need the room to stay open, pages and requests.
    """

    def __init__(
        self,
        beginning: Beginning,
        events: Sequence[Event],
        variant: Variant,
        store: Store,
        thinker: Thinker,
        now: Callable[[], float],
        stir: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """Open a room for what is kept of a game. Nothing is compiled yet: `ready` sees to that.

        ``stir`` is called whenever somebody's time begins to run.
        """
        self.key = beginning.id
        self.variant = variant
        self.pages: set[Page] = set()
        self.visitors = 0
        self._kept: tuple[Beginning, Sequence[Event]] = (beginning, events)
        self._match: Match | None = None
        self._store = store
        self._thinker = thinker
        self._now = now
        self._stir = stir
        self._lock = asyncio.Lock()
        self._work: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._thought: asyncio.Task[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._hurry = threading.Event()

    @property
    def match(self) -> Match:
        """The game and its seats, once the room is ready."""
        assert self._match is not None
        return self._match

    @property
    def rules(self) -> Preparation:
        """What must be done before the game can be looked at."""
        return self._thinker.rules(self.variant)

    @property
    def ticking(self) -> bool:
        """Whether somebody's time runs."""
        return bool(self._match and self._match.clock and self._match.clock.running)

    async def ready(self, listen: Callable[[Step], None] | None = None) -> None:
        """Be able to play: the rules are compiled, and the game stands where it stood.

        Raises:
            PreparationError: the rules could not be made ready.
            FairyringError: what is kept of the game cannot be played by them.
        """
        await self.rules.follow(listen)
        async with self._lock:
            if self._match is None:
                outages = self._store.outages
                self._match = await asyncio.to_thread(replay.replayed, self.variant, *self._kept, outages)
                self._kept = (self._match.beginning, ())
        await self._decide(lambda: self.match.fallen(self._now()))
        if self.ticking:
            await self._stir()
        self._set_timer()

    def record(self, sides: Sides) -> str:
        """The game as PGN, as the holder of these sides may see it."""
        game = self.match.game
        for side, seat in self.match.beginning.seats.items():
            name = "Human" if seat == HUMAN else f"fairyring, {seat}"
            game.tags.setdefault(side.capitalize(), name)
        return self._sight(sides).record()

    # -- pages --------------------------------------------------------------------------------

    def join(self, page: Page) -> None:
        """Let a page take part; it is sent the state, and what its holder's seats have said."""
        self.pages.add(page)
        self._go_on()
        page.send(self._state(page.sides))
        if self.match.shared:
            if page.sides:
                page.send(answers.chat(0, self.match.lines))
            self._tell(self._present())

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.discard(page)
        if not self.pages:
            self._stop()
        elif self.match.shared:
            self._tell(self._present())

    def close(self, code: int, reason: str) -> None:
        """End everything and send the pages away; the game is on disk."""
        self._stop()
        if self._timer:
            self._timer.cancel()
        for page in self.pages:
            page.close(code, reason)

    async def settled(self) -> None:
        """Return once nothing is on its way to the disk."""
        while self._work:
            await asyncio.wait(self._work)

    def _tell(self, message: Mapping[str, Any]) -> None:
        for page in self.pages:
            page.send(message)

    def _tell_state(self) -> None:
        states: dict[Sides, answers.Json] = {}
        for page in self.pages:
            if page.sides not in states:
                states[page.sides] = self._state(page.sides)
            page.send(states[page.sides])

    def _state(self, sides: Sides) -> answers.Json:
        return answers.state(self.match, self._sight(sides), sides, self._thought is not None, self._now())

    def _present(self) -> answers.Json:
        return answers.present({side for page in self.pages for side in page.sides})

    def _sight(self, sides: Sides) -> Sight:
        """The game as the holder of these sides may see it."""
        mover = self.match.mover
        moving = self.match.result is None and mover in sides
        return Sight(self.match.game, viewer(sides, mover), moving)

    # -- what the pages ask --------------------------------------------------------------------

    async def receive(self, page: Page, text: str) -> None:
        """Do what a page's message says; one that is refused leaves everything as it is."""
        try:
            message = read_message(text)
            match message:
                case Show():
                    self._show(page, message)
                case Course():
                    self._course(page, message)
                case Hint():
                    self._advise(page)
                case Hurry():
                    self._hasten(page)
                case Accept(what="rematch"):
                    await self._do(self._play_again(page.sides))
                case Offer(what="rematch") if not self.match.shared:
                    await self._do(self._play_again(page.sides))
                case _:
                    await self._decide(lambda: self.match.decide(message, page.sides, self._now()))
        except FairyringError as error:
            page.error(str(error))

    async def take_seat(self, token: str, sides: Sides, fresh: str) -> Sides:
        """Let whoever brings a seat's token, or an invitation, sit down; the sides that he holds then.

        Raises:
            RefusedError: the token opens nothing.
        """
        await self._decide(lambda: self.match.joined(token, sides, fresh, self._now()))
        return self.match.held(token) or self.match.held(fresh)

    async def _decide(self, decide: Callable[[], Sequence[Event]]) -> None:
        """Let happen what is decided."""

        async def decided() -> None:
            async with self._lock:
                events = decide()
                if events:
                    await self._keep(events)

        await self._do(decided())

    async def _play_again(self, sides: Sides) -> None:
        """Begin the next game of the same players."""
        async with self._lock:
            self.match.may_play_again(sides)
            beginning, taken = opening.again(self.match, self._now())
            await self._store.begin(beginning, taken)
            await self._keep([Followed(at=self._now(), id=beginning.id)])

    async def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this to the end, whether or not somebody waits for it until then."""
        await asyncio.shield(self._start(work))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has been told

    async def _keep(self, events: Sequence[Event]) -> None:
        """Put events on disk, and then let them happen."""
        try:
            await self._store.append(self.key, self.match.events, events)
        except StoreError:
            # Another process may have gone on, or the answer of the database been lost: see what is so.
            await self._catch_up()
            raise
        self._happen(events)

    def hear(self, events: int | None) -> None:
        """The game has so many events, or perhaps more than are known here: catch up."""
        if self._match is not None:
            self._start(self._follow(events))

    async def _follow(self, events: int | None) -> None:
        try:
            async with self._lock:  # what this process writes has happened here when its turn comes
                if events is None or events > self.match.events:
                    await self._catch_up()
        except FairyringError:
            logger.exception("following %s", self.variant.name)

    async def _catch_up(self) -> None:
        events = await self._store.events(self.key, self.match.events)
        if events:
            self._happen(events)

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self.match.apply(event)
        said = [event for event in events if isinstance(event, Said)]
        if said:
            first = len(self.match.lines) - len(said)
            for page in self.pages:
                if page.sides:
                    page.send(answers.chat(first, said))
        if len(said) < len(events):
            self._changed()

    def _show(self, page: Page, message: Show) -> None:
        plies = len(self.match.game.moves)
        if message.ply > plies:
            raise RefusedError(f"the game has {plies} plies, not {message.ply}")
        page.send(answers.shown(self._sight(page.sides), message.ply))

    def _course(self, page: Page, message: Course) -> None:
        if message.ply == len(
            self.match.game.moves
        ):  # else the game has gone on, and nobody aims there any more
            self.match.go_on()
            self.match.to_move(page.sides)
            page.send(answers.course(self._sight(page.sides), message.text))

    # -- time ----------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Look at the clock again when the time of whoever moves should be over."""
        if self._timer:
            self._timer.cancel()
        clock, self._timer = self.match.clock, None
        if clock and clock.running:
            wait = clock.left(clock.running, self._now()) + LATE
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._fall()))
            self._start(self._stir())

    async def _fall(self) -> None:
        try:
            await self._decide(lambda: self.match.fallen(self._now()))
        except ConflictError:
            logger.debug("another process was faster, and has been followed")
        except FairyringError:
            logger.exception("a game whose time is over")
        if self.ticking:
            self._set_timer()

    # -- what the computer does ----------------------------------------------------------------

    def _changed(self) -> None:
        """Leave thoughts about the former state, begin those about this one, and tell the pages."""
        self._stop()
        self._set_timer()
        self._go_on()
        self._tell_state()

    def _stop(self) -> None:
        for task in (self._thought, self._hint):
            if task is not None:
                task.cancel()
        self._thought = self._hint = None

    @property
    def _seat(self) -> str:
        """Who is to move."""
        return self.match.beginning.seats[self.match.mover]

    def _go_on(self) -> None:
        """Let the computer think where it is to move, and make it ready where it will be."""
        match = self.match
        over = match.result is not None or len(match.game.moves) >= MAX_PLIES
        if over or not self.pages or len(match.humans) == 2:
            return
        if self._seat == HUMAN:
            self._thinker.opponent(self.variant)
        elif self._thought is None:
            self._hurry = threading.Event()
            self._thought = asyncio.create_task(self._think(match.game.position, self._seat, self._hurry))

    async def _think(self, position: Position, level: str, hurry: threading.Event) -> None:
        try:
            analysis = await self._search(position, level, hurry, self._tell_thought)
            if analysis.move is None:
                raise RefusedError("the computer found no move")
            text = analysis.move.text
            await self._decide(lambda: self._played(position, text))
        except (PreparationError, FairyringError) as error:
            self._fail(str(error))
        except Exception as error:  # an engine may fail in any way; the game stands, and the pages hear of it
            logger.exception("thinking about %s", position.text("spectator"))
            self._fail(f"the computer failed ({type(error).__name__}); take back, or tell it to move again")

    def _played(self, position: Position, text: str) -> Sequence[Event]:
        """The computer's turn, unless the game has gone on without it."""
        if self.match.result is not None or self.match.game.position is not position:
            return []
        self._thought = None  # it is over: what happens now ends nothing
        return [Moved(at=self._now(), text=text)]

    def _tell_thought(self, analysis: Analysis) -> None:
        for page in self.pages:
            sight = self._sight(page.sides)
            if sight.hears:
                page.send(answers.thinking(sight, analysis))

    def _fail(self, message: str) -> None:
        self._thought = None
        self._tell_state()
        self._tell({"type": "error", "message": message})

    def _hasten(self, page: Page) -> None:
        self.match.go_on()
        if not page.sides:
            raise RefusedError("you watch this game")
        if self._seat == HUMAN:
            raise RefusedError("it is not the computer's turn")
        if self._thought is None:  # it failed before: try again
            self._changed()
        else:
            self._hurry.set()

    def _advise(self, page: Page) -> None:
        self.match.go_on()
        self.match.to_move(page.sides)
        if self.match.shared:
            raise RefusedError("there are no hints in a game between two people")
        if self._hint is not None:
            raise RefusedError("a hint is being looked for")
        self._hint = asyncio.create_task(self._look_for_hint(page, self.match.game.position))

    async def _look_for_hint(self, page: Page, position: Position) -> None:
        sight = self._sight(page.sides)
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
        tell_step: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> Analysis:
        opponent = self._thinker.opponent(self.variant)
        await opponent.follow(lambda step: (tell_step or self._tell)(answers.compiling(step)))
        # The computer knows what whoever is to move knows, and nothing else.
        known = position.seen_by(position.side)
        return await self._thinker.search(known, level, tell, stop)


async def admit(room: Room, page: Page, token: str) -> bool:
    """Let a page join with what its token opens, once the game can be played; False: it cannot be.

    Until then the page hears of progress.
    """
    try:
        await room.ready(lambda step: page.send(answers.compiling(step)))
    except PreparationError as error:
        page.error(str(error))
        page.close(FAILED, "the game could not be made ready")
        return False
    except FairyringError as error:
        page.error(f"this game cannot be played any more: {error}")
        page.close(NO_SUCH_GAME, "what is kept of the game cannot be played")
        return False
    page.sides = room.match.held(token)
    room.join(page)
    return True
