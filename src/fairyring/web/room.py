"""A room: one game, and the pages that show it. Everything here runs in the event loop.

Everything in a game happens in one order: under the room's lock, a request becomes events, the events go to
disk, and only then does the game change and the pages hear of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web import answers, opening, replay
from fairyring.web.calls import Calls
from fairyring.web.compiling import Preparation, PreparationError, Step
from fairyring.web.computer import Computer
from fairyring.web.damage import showing
from fairyring.web.events import Beginning, Challenge, Event, Followed, Said, Stored
from fairyring.web.match import Match, RefusedError, SeatlessError, Sides
from fairyring.web.messages import (
    HUMAN,
    Accept,
    Act,
    Explain,
    Foresee,
    Hint,
    Hurry,
    Offer,
    Show,
    read_message,
)
from fairyring.web.pages import FAILED, Page
from fairyring.web.sight import Sight, viewer
from fairyring.web.store import ConflictError, Store, StoreError
from fairyring.web.work import asking

if TYPE_CHECKING:
    from fairyring.game import Variant
    from fairyring.web.thinking import Thinker

ATTEMPTS = 3  # to continue a game that other processes continue, too
PAUSES = (0.5, 2.0, 10.0, 30.0)  # seconds after failing to read what another process did
MOVE = 8  # characters of a move in a record
LATE = 0.02  # seconds to wait before looking at a clock that should have run out

logger = logging.getLogger(__name__)


class Room:
    """One game.

    The computer thinks only while a page is connected, or a program that plays has asked recently.

    Attributes:
        key: its id, by which pages find it and which nobody can guess.
        variant: the game's variant.
        pages: the pages connected to it.
        visitors: how many pages and requests need the room to stay open.
        opener: the visitor who had it opened.
    """

    def __init__(
        self,
        beginning: Beginning,
        events: Sequence[Stored],
        variant: Variant,
        store: Store,
        thinker: Thinker,
        now: Callable[[], float],
        stir: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """Open a room for a stored game. Nothing is compiled yet; `ready` does that.

        ``stir`` is called whenever a clock starts to run.
        """
        self.key = beginning.id
        self.variant = variant
        self.pages: set[Page] = set()
        self.visitors = 0
        self.opener = asking.get()
        self._kept: tuple[Beginning, Sequence[Stored]] = (beginning, events)
        self._match: Match | None = None
        self._store = store
        self._thinker = thinker
        self._now = now
        self._stir = stir
        self._lock = asyncio.Lock()
        self._calls = Calls(self._fewer)
        self._happened = asyncio.Event()  # each is set when something happens after it was made
        self._work: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._computer = Computer(self, thinker, now)

    @property
    def match(self) -> Match:
        """The game and its seats, once the room is ready."""
        assert self._match is not None
        return self._match

    @property
    def size(self) -> int:
        """About how many bytes the game takes, or will once it is restored."""
        if self._match is not None:
            return self._match.size
        beginning, events = self._kept
        return self.variant.size * (len(events) + len(beginning.record or "") // MOVE)

    @property
    def rules(self) -> Preparation:
        """The steps before the game can be shown."""
        return self._thinker.rules(self.variant)

    @property
    def ticking(self) -> bool:
        """Whether a clock runs."""
        return bool(self._match and self._match.clock and self._match.clock.running)

    async def ready(self, listen: Callable[[Step], None] | None = None) -> None:
        """Compile the rules and restore the game.

        Raises:
            PreparationError: the rules could not be made ready.
            StoreError: the database failed.
            GoneError: the stored game cannot be played by them.
        """
        await self.rules.follow(listen)
        async with self._lock:
            if self._match is None:
                outages = self._store.outages
                with showing():
                    self._match = await self._thinker.work.moves.through(
                        replay.replayed(self.variant, *self._kept, outages)
                    )
                self._kept = (self._match.beginning, ())
                # Nobody told this room of what other processes did since the game was loaded.
                await self._catch_up()
        await self.decide(lambda: self.match.fallen(self._now()))
        if self.ticking:
            await self._stir()
        self._set_timer()

    def record(self, sides: Sides) -> str:
        """The game as PGN, as the holder of these sides may see it."""
        match = self.match
        for side, seat in match.beginning.seats.items():
            called = match.names.get(side) or "Human"
            match.game.tags[side.capitalize()] = called if seat == HUMAN else f"fairyring, {seat}"
        if terms := match.beginning.clock:
            match.game.tags["TimeControl"] = terms.tag
        match.game.tags |= match.given
        return self.sight(sides).record()

    # -- pages --------------------------------------------------------------------------------

    def join(self, page: Page) -> None:
        """Connect a page: it is sent the state, and the chat if its holder has a seat."""
        self.pages.add(page)
        self._computer.go_on()
        self._list(page)
        page.send(self._state(page.sides))
        if self.match.shared:
            if page.sides:
                page.send(answers.chat(0, self.match.lines))
            self.tell(self._present())

    def leave(self, page: Page) -> None:
        """Disconnect a page."""
        self.pages.discard(page)
        self._list(page)
        self._fewer()

    def _list(self, page: Page) -> None:
        """List an open challenge while its player is here; with days for a move, it stays without."""
        match = self.match
        if not (page.sides and match.listed and match.invited) or match.result or match.beginning.patient:
            return
        if match.damaged:
            return
        if any(each.sides for each in self.pages):
            ((side, _),) = match.invited.items()
            name = match.names.get(side.other, "")
            made = Challenge.made(match.beginning, side, name, match.listed, self._now())
            self._start(self._store.challenge(made))
        else:
            self._start(self._store.withdraw(self.key))

    def close(self, code: int, reason: str) -> None:
        """Stop everything and disconnect the pages; the game is on disk."""
        self._computer.stop()
        self._calls.close()
        if self._timer:
            self._timer.cancel()
        for page in self.pages:
            page.close(code, reason)

    def release(self) -> None:
        """Free the memory of a room that is closed and does nothing more; it is not to be asked for anything.

        Its parts refer back to it, so otherwise it would stay until a garbage collection.
        """
        self._match = None
        del self._computer, self._calls

    def call(self, sides: Sides) -> answers.Json:
        """The state, for a program that makes a request now and then.

        A program with a seat counts as connected for a while after each request.
        """
        if self._calls.note(sides):
            self._computer.go_on()
            if self.match.shared:
                self.tell(self._present())
        return self._state(sides)

    async def news(self, events: int) -> None:
        """Wait until more than this number of events have happened."""
        while self.match.events <= events:
            await self._happened.wait()

    def _fewer(self) -> None:
        """A visitor has left."""
        if not self.watched:
            self._computer.stop()
        elif self.match.shared:
            self.tell(self._present())

    @property
    def watched(self) -> bool:
        """Whether any player is connected."""
        return bool(self.pages or self._calls.sides)

    @property
    def visitor(self) -> str:
        """The visitor for whom the computer thinks."""
        playing = (page.visitor for page in self.pages if page.sides)
        return next(playing, self._calls.visitor)

    async def settled(self) -> None:
        """Wait until everything is on disk."""
        while self._work:
            await asyncio.wait(self._work)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to all pages."""
        for page in self.pages:
            page.send(message)

    def tell_state(self) -> None:
        """Send the state to every page, as its holder may know it."""
        states: dict[Sides, answers.Json] = {}
        for page in self.pages:
            if page.sides not in states:
                states[page.sides] = self._state(page.sides)
            page.send(states[page.sides])

    def _state(self, sides: Sides) -> answers.Json:
        return answers.state(self.match, self.sight(sides), sides, self._computer.busy, self._now())

    def chat(self, sides: Sides) -> answers.Json:
        """The whole chat, for the holder of these sides.

        Raises:
            SeatlessError: there are no sides.
        """
        if not sides:
            raise SeatlessError("you are a spectator here; only the players can read their chat")
        return answers.chat(0, self.match.lines)

    def _present(self) -> answers.Json:
        return answers.present(self._calls.sides.union(*(page.sides for page in self.pages)))

    def sight(self, sides: Sides) -> Sight:
        """The game as the holder of these sides may see it."""
        mover = self.match.mover
        moving = self.match.result is None and not self.match.damaged and mover in sides
        return Sight(self.match.game, viewer(sides, mover), moving)

    # -- requests ------------------------------------------------------------------------------

    async def receive(self, page: Page, text: str) -> None:
        """Act on a page's message; if it is refused, nothing changes."""
        try:
            message = read_message(text)
            match message:
                case Show():
                    page.send(self.shown(message.ply, page.sides))
                case Foresee():
                    self._course(page, message)
                case Hint():
                    self._computer.advise(page)
                case Explain():
                    sight = self.sight(page.sides)
                    page.send(await self._thinker.work.moves.do(answers.explained, sight))
                case _:
                    await self.act(message, page.sides)
        except FairyringError as error:
            page.error(error.message)

    async def act(self, act: Act | Hurry, sides: Sides) -> None:
        """Carry out what the holder of these sides asks for.

        Raises:
            SeatlessError: there are no sides.
            FairyringError: it cannot be done now; nothing has changed.
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

    async def take_seat(self, token: str, sides: Sides, fresh: str, name: str = "") -> Sides:
        """Give a seat to a visitor with its token or an invitation; returns the sides held then.

        Raises:
            RefusedError: the token opens nothing.
        """
        await self.decide(lambda: self.match.joined(token, sides, fresh, self._now(), name))
        return self.match.held(token) or self.match.held(fresh)

    async def decide(self, decide: Callable[[], Sequence[Event]]) -> None:
        """Store events and apply them.

        Another process may have continued the game a moment before: then the decision is made again, about
        the game as it is now.

        Raises:
            ConflictError: that happened `ATTEMPTS` times in a row.
        """

        async def decided() -> None:
            async with self._lock:
                for last in [False] * (ATTEMPTS - 1) + [True]:
                    events = decide()
                    try:
                        if events:
                            await self._keep(events)
                        return
                    except ConflictError:
                        if last:
                            raise

        await self._do(decided())

    async def _play_again(self, sides: Sides) -> None:
        """Start the players' next game."""
        async with self._lock:
            self.match.may_play_again(sides)
            beginning, taken = opening.again(self.match, self._now())
            await self._store.begin(beginning, taken)
            await self._keep([Followed(at=self._now(), id=beginning.id)])

    async def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this to the end, even if nobody waits for it any more."""
        await asyncio.shield(self._start(work))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has the error

    async def _keep(self, events: Sequence[Event]) -> None:
        """Put events on disk, and then apply them."""
        try:
            await self._store.append(self.key, self.match.events, events)
        except StoreError:
            # Another process may have continued the game, or the database's answer was lost: look.
            await self._catch_up()
            raise
        self._happen(events)

    def hear(self, count: int | None, events: Sequence[Stored] = ()) -> None:
        """Catch up if the game may have more events than are known here; the last of them may be given."""
        if self._match is not None and (count is None or count > self.match.events):
            self._start(self._follow(count, events))

    async def _follow(self, count: int | None, events: Sequence[Stored]) -> None:
        for pause in PAUSES:
            try:
                async with self._lock:  # events written by this process have been applied by then
                    known = self.match.events
                    if events and known + len(events) == count and not self.match.damaged:
                        self._happen(events)
                    elif count is None or count > known:
                        await self._catch_up()
                return
            except StoreError:  # no further notice of these events will come
                logger.exception("following %s", self.variant.name)
                await asyncio.sleep(pause)
            except FairyringError:
                logger.exception("following %s", self.variant.name)
                return

    async def _catch_up(self) -> None:
        if self.match.damaged:
            return
        events = await self._store.events(self.key, self.match.events)
        if events:
            self._happen(events)

    def _happen(self, events: Sequence[Stored]) -> None:
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
        """The position after this number of plies, as the holder of these sides may see it.

        Raises:
            RefusedError: the game has fewer plies.
        """
        plies = len(self.match.game.moves)
        if ply > plies:
            raise RefusedError(Message("the game has {plies} plies, not {ply}", plies=plies, ply=ply))
        return answers.shown(self.sight(sides), ply)

    def _course(self, page: Page, message: Foresee) -> None:
        if message.ply == len(
            self.match.game.moves
        ):  # otherwise the game has gone on, and nobody aims there any more
            self.match.go_on()
            self.match.to_move(page.sides)
            page.send(answers.course(self.sight(page.sides), message.text))

    # -- time ----------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Look at the clock again when the mover's time should be up."""
        if self._timer:
            self._timer.cancel()
        clock, self._timer = self.match.clock, None
        if clock and clock.running in self.match.humans:
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
        """Point the computer at the current state, and tell the pages."""
        self._computer.stop()
        self._set_timer()
        self._computer.go_on()
        self.tell_state()


async def admit(room: Room, page: Page, token: str) -> bool:
    """Connect a page with what its token opens, once the game can be played; False if it cannot.

    Until then, the page gets progress messages.
    """
    try:
        await room.ready(lambda step: page.send(answers.compiling(step)))
    except PreparationError as error:
        page.error(error.message)
        page.close(FAILED, "the game could not be prepared")
        return False
    page.sides = room.match.held(token)
    room.join(page)
    return True
