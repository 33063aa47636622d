"""A room: one game, and the pages that look at it. Everything here runs in the event loop.

What happens in a game happens in one order: under the room's lock somebody's request becomes events, the
events go to disk, and only then does the game go on and the pages hear of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError
from fairyring.web import answers, opening, replay
from fairyring.web.calls import Calls
from fairyring.web.compiling import Preparation, PreparationError, Step
from fairyring.web.computer import Computer
from fairyring.web.events import Beginning, Event, Followed, Said
from fairyring.web.match import Match, RefusedError, SeatlessError, Sides
from fairyring.web.messages import HUMAN, Accept, Act, Course, Explain, Hint, Hurry, Offer, Show, read_message
from fairyring.web.pages import FAILED, NO_SUCH_GAME, Page
from fairyring.web.sight import Sight, viewer
from fairyring.web.store import ConflictError, Store, StoreError

if TYPE_CHECKING:
    from fairyring.game import Variant
    from fairyring.web.thinking import Thinker

LATE = 0.02  # seconds after which a clock that should have run out is looked at

logger = logging.getLogger(__name__)


class Room:
    """One game.

    The computer thinks only while a page is there to see it, or a program that plays has lately asked.

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
        self._calls = Calls(self._fewer)
        self._happened = asyncio.Event()  # each is set once, when something has happened since it was made
        self._work: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._computer = Computer(self, thinker, now)

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
        await self.decide(lambda: self.match.fallen(self._now()))
        if self.ticking:
            await self._stir()
        self._set_timer()

    def record(self, sides: Sides) -> str:
        """The game as PGN, as the holder of these sides may see it."""
        game = self.match.game
        for side, seat in self.match.beginning.seats.items():
            name = "Human" if seat == HUMAN else f"fairyring, {seat}"
            game.tags.setdefault(side.capitalize(), name)
        return self.sight(sides).record()

    # -- pages --------------------------------------------------------------------------------

    def join(self, page: Page) -> None:
        """Let a page take part; it is sent the state, and what its holder's seats have said."""
        self.pages.add(page)
        self._computer.go_on()
        page.send(self._state(page.sides))
        if self.match.shared:
            if page.sides:
                page.send(answers.chat(0, self.match.lines))
            self.tell(self._present())

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.discard(page)
        self._fewer()

    def close(self, code: int, reason: str) -> None:
        """End everything and send the pages away; the game is on disk."""
        self._computer.stop()
        self._calls.close()
        if self._timer:
            self._timer.cancel()
        for page in self.pages:
            page.close(code, reason)

    def call(self, sides: Sides, visitor: str) -> answers.Json:
        """The state, for a program that calls now and then.

        One with a seat counts as a page that is there, for a while after each call.
        """
        if self._calls.note(sides, visitor):
            self._computer.go_on()
            if self.match.shared:
                self.tell(self._present())
        return self._state(sides)

    async def news(self, events: int) -> None:
        """Return once more than so many events have happened."""
        while self.match.events <= events:
            await self._happened.wait()

    def _fewer(self) -> None:
        """Somebody is gone."""
        if not self.watched:
            self._computer.stop()
        elif self.match.shared:
            self.tell(self._present())

    @property
    def watched(self) -> bool:
        """Whether anybody is there."""
        return bool(self.pages or self._calls.sides)

    @property
    def visitor(self) -> str:
        """Whose turn it is that the computer thinks in."""
        playing = (page.visitor for page in self.pages if page.sides)
        return next(playing, self._calls.visitor)

    async def settled(self) -> None:
        """Return once nothing is on its way to the disk."""
        while self._work:
            await asyncio.wait(self._work)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Tell all pages the same."""
        for page in self.pages:
            page.send(message)

    def tell_state(self) -> None:
        """Tell every page the state, each as its holder may know it."""
        states: dict[Sides, answers.Json] = {}
        for page in self.pages:
            if page.sides not in states:
                states[page.sides] = self._state(page.sides)
            page.send(states[page.sides])

    def _state(self, sides: Sides) -> answers.Json:
        return answers.state(self.match, self.sight(sides), sides, self._computer.busy, self._now())

    def chat(self, sides: Sides) -> answers.Json:
        """All that was said, for the holder of these sides.

        Raises:
            SeatlessError: he holds none.
        """
        if not sides:
            raise SeatlessError("you watch this game; what its players say is for them alone")
        return answers.chat(0, self.match.lines)

    def _present(self) -> answers.Json:
        return answers.present(self._calls.sides.union(*(page.sides for page in self.pages)))

    def sight(self, sides: Sides) -> Sight:
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
                    page.send(self.shown(message.ply, page.sides))
                case Course():
                    self._course(page, message)
                case Hint():
                    self._computer.advise(page)
                case Explain():
                    sight = self.sight(page.sides)
                    page.send(await asyncio.to_thread(answers.explained, sight))
                case _:
                    await self.act(message, page.sides)
        except FairyringError as error:
            page.error(str(error))

    async def act(self, act: Act | Hurry, sides: Sides) -> None:
        """Do what the holder of these sides asks for.

        Raises:
            SeatlessError: he holds none.
            FairyringError: it cannot be done now; everything is as it was.
        """
        match act:
            case Hurry():
                self._computer.hasten(sides)
            case Accept(what="rematch"):
                await self._do(self._play_again(sides))
            case Offer(what="rematch") if not self.match.shared:
                await self._do(self._play_again(sides))
            case _:
                await self.decide(lambda: self.match.decide(act, sides, self._now()))

    async def take_seat(self, token: str, sides: Sides, fresh: str) -> Sides:
        """Let whoever brings a seat's token, or an invitation, sit down; the sides that he holds then.

        Raises:
            RefusedError: the token opens nothing.
        """
        await self.decide(lambda: self.match.joined(token, sides, fresh, self._now()))
        return self.match.held(token) or self.match.held(fresh)

    async def decide(self, decide: Callable[[], Sequence[Event]]) -> None:
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
        self._happened.set()
        self._happened = asyncio.Event()
        said = [event for event in events if isinstance(event, Said)]
        if said:
            first = len(self.match.lines) - len(said)
            for page in self.pages:
                if page.sides:
                    page.send(answers.chat(first, said))
        if len(said) < len(events):
            self.changed()

    def shown(self, ply: int, sides: Sides) -> answers.Json:
        """The position after so many plies, as the holder of these sides may see it.

        Raises:
            RefusedError: the game has not come so far.
        """
        plies = len(self.match.game.moves)
        if ply > plies:
            raise RefusedError(f"the game has {plies} plies, not {ply}")
        return answers.shown(self.sight(sides), ply)

    def _course(self, page: Page, message: Course) -> None:
        if message.ply == len(
            self.match.game.moves
        ):  # else the game has gone on, and nobody aims there any more
            self.match.go_on()
            self.match.to_move(page.sides)
            page.send(answers.course(self.sight(page.sides), message.text))

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
            await self.decide(lambda: self.match.fallen(self._now()))
        except ConflictError:
            logger.debug("another process was faster, and has been followed")
        except FairyringError:
            logger.exception("a game whose time is over")
        if self.ticking:
            self._set_timer()

    def changed(self) -> None:
        """Let the computer turn to the state that is so now, and tell the pages."""
        self._computer.stop()
        self._set_timer()
        self._computer.go_on()
        self.tell_state()


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
