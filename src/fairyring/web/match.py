"""A game between seats: what has happened in it, and what the players may do.

Nothing here waits, sends or stores anything. `Match.decide` says which events a request leads to, or why it
is refused. Once the events are on disk, they are given to `Match.apply`. A server that restarts does the
same, and so gets the same game.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from fairyring.board import Side
from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web import seats
from fairyring.web.clock import Clock
from fairyring.web.endings import sentence
from fairyring.web.events import (
    ABORTION,
    TIME,
    Beginning,
    Declined,
    Ended,
    Event,
    Followed,
    Invited,
    Joined,
    Listed,
    Moved,
    Offered,
    Said,
    Stored,
    TakenBack,
    Unreadable,
    What,
)
from fairyring.web.messages import HUMAN, Abort, Accept, Act, Decline, Offer, Play, Resign, Say, Undo

if TYPE_CHECKING:
    from fairyring.game import Game, Result

MAX_PLIES = 2_000  # every position is kept in memory; games between people are much shorter
MAX_LINES = 400  # in one game
CHATTER = (6, 20.0)  # messages of one side, in how many seconds

Sides = frozenset[Side]

logger = logging.getLogger(__name__)


class RefusedError(FairyringError):
    """The request cannot be carried out now; the message says why."""


class SeatlessError(RefusedError):
    """A spectator asked for something that only players may do."""


class Match:
    """The state of a game and of its seats.

    Attributes:
        beginning: how it began.
        game: the board and the moves.
        keys: the hash of the token of each seat that a person has taken.
        invited: the hash of the invitation to each open seat.
        clock: the clocks, or None.
        offers: what is offered, and by which side.
        lines: the chat.
        names: what players call themselves.
        listed: the invitation to a seat that anybody may take, or "".
        aborted: whether the game ended without counting.
        damaged: whether an event could not be read or does not fit: the game is as it was before, for good.
        next: the id of the players' next game, or "".
        given: the tags of the record that it goes on from, which no others replace.
        events: how many there have been, as far as they can be read.
    """

    def __init__(self, beginning: Beginning, game: Game, outages: Sequence[tuple[float, float]] = ()) -> None:
        """Start from a game in its first position."""
        self.beginning = beginning
        self.game = game
        self.keys: dict[Side, str] = {}
        self.invited: dict[Side, str] = {}
        self.clock = Clock(beginning.clock, outages) if beginning.clock else None
        self.offers: dict[What, Side] = {}
        self.lines: list[Said] = []
        self.names: dict[Side, str] = {}
        self.listed = ""
        self.aborted = False
        self.damaged = False
        self.next = ""
        self.events = 0
        self.given = dict(game.tags)
        self._first = len(game.moves)
        self._declined: dict[tuple[What, Side], int] = {}

    # -- state --------------------------------------------------------------------------------

    @property
    def humans(self) -> Sides:
        """The sides that people play."""
        return frozenset(side for side, seat in self.beginning.seats.items() if seat == HUMAN)

    @property
    def shared(self) -> bool:
        """Whether two people play, each with their own seat: some things then need both."""
        return len(self.humans) == 2 and (bool(self.invited) or len(set(self.keys.values())) == 2)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.game.positions) * self.game.variant.size

    @property
    def mover(self) -> Side:
        """The side to move."""
        return self.game.position.side

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self.aborted:
            from fairyring.game.position import Result

            return Result(None, ABORTION)
        return self.game.result

    @property
    def declined(self) -> list[tuple[What, Side]]:
        """What was declined since the last move, and which side had offered it."""
        return [offer for offer, plies in self._declined.items() if plies == len(self.game.moves)]

    def held(self, token: str) -> Sides:
        """The sides that this token opens."""
        return seats.held(self.keys, token)

    def possible(self, sides: Sides) -> list[str]:
        """What a holder of these sides may do now besides moving, by the protocol's names."""
        if not sides or self.damaged:
            return []
        over, found = self.result is not None, []
        if not self.shared:
            if self._last_decision(self.humans) is not None and not self._final:
                found.append("undo")
            if not over:
                found += ["hint", "resign"]
        elif not self.invited:
            found.append("chat")
        if self.shared and not over:
            found += ["abort"] if self._young else ["resign"]
            if not self.invited:
                found.append("draw")
                if self._last_decision(sides) is not None:
                    found.append("takeback")
        if over and not self.next and not self.invited:
            found.append("rematch")
        return found

    @property
    def _final(self) -> bool:
        """Whether the game is over in such a way that no move is taken back: secrets have been shown."""
        if self.result is None:
            return False
        return self.result.reason == TIME or self.game.variant.rules.secrets is not None

    @property
    def _young(self) -> bool:
        """Whether a side has yet to move: until then no clock runs, and either side may abort the game."""
        game, first = self.game, self._first
        turns = zip(game.positions[first:], game.moves[first:], strict=False)
        return bool(self.invited) or len({before.side for before, move in turns if move.ply}) < len(Side)

    def _last_decision(self, sides: Collection[Side]) -> int | None:
        """The last ply at which one of these sides moved."""
        before = self.game.positions[:-1]
        return next((ply for ply in reversed(range(len(before))) if before[ply].side in sides), None)

    # -- requests ------------------------------------------------------------------------------

    def decide(self, act: Act, sides: Sides, now: float) -> list[Event]:
        """The events that a request of the holder of these sides leads to.

        Raises:
            SeatlessError: there are no sides.
            RefusedError: it cannot be done now.
            MoveError: the move is not legal.
        """
        if not sides:
            raise SeatlessError("you are a spectator here; to play, open your own link to this game")
        self.intact()
        if fallen := self.fallen(now):
            return fallen
        match act:
            case Play():
                return [self._moved(act, sides, now)]
            case Undo():
                return [self._undone(now)]
            case Resign():
                return [self._resigned(Side(act.side), sides, now)]
            case Abort():
                return [self._broken_off(now)]
            case Offer():
                return [self._offered(act.what, self._own(sides), now)]
            case Accept():
                return [self._accepted(act.what, self._own(sides), now)]
            case Decline():
                return [self._refused(act.what, self._own(sides), now)]
            case Say():
                return [self._said(act.text, self._own(sides), now)]

    def fallen(self, now: float) -> list[Event]:
        """The end of the game, if a person's time is up; nobody but the server keeps the computer waiting."""
        going = self.result is None and not self.damaged
        side = self.clock.expired(now) if self.clock and going else None
        return [] if side not in self.humans else [Ended(at=now, winner=side.other.value, reason=TIME)]

    def joined(self, token: str, sides: Sides, fresh: str, now: float, name: str = "") -> list[Event]:
        """The events when someone presents a token: none if its seat is already taken with it.

        Args:
            token: a seat's token, or an invitation.
            sides: the sides that the visitor holds without it.
            fresh: the token that an invitation is exchanged for.
            now: the time.
            name: what the visitor wants to be called.

        Raises:
            RefusedError: it opens nothing.
        """
        if self.held(token):
            return []
        self.intact()
        waiting = seats.held(self.invited, token)
        if not waiting:
            raise RefusedError("this link has been used, or is incomplete; you can watch the game")
        if sides:
            raise RefusedError("you are already playing in this game; the link is for your opponent")
        if self.result is not None:
            raise RefusedError(Message("the game is over: {result}", result=sentence(self.result)))
        return [Joined(at=now, side=side.value, key=seats.key(fresh), name=name) for side in waiting]

    def intact(self) -> None:
        """Check that the game is not damaged.

        Raises:
            RefusedError: it is.
        """
        if self.damaged:
            raise RefusedError("this game is damaged; it can be viewed, but not continued")

    def go_on(self) -> None:
        """Check that the game is not over.

        Raises:
            RefusedError: it is, or it is damaged.
        """
        self.intact()
        if self.result is not None:
            raise RefusedError(Message("the game is over: {result}", result=sentence(self.result)))

    def to_move(self, sides: Sides) -> None:
        """Check that one of these sides is to move.

        Raises:
            RefusedError: none is.
        """
        if self.mover not in self.humans:
            raise RefusedError("it is the computer's turn")
        if self.mover not in sides:
            raise RefusedError(Message("it is {side}'s turn, and you do not play {side}", side=self.mover))

    def may_play_again(self, sides: Sides) -> None:
        """Check that a holder of these sides may start the next game; with two, the other must offer it.

        Raises:
            RefusedError: not now.
        """
        if "rematch" not in self.possible(sides):
            raise RefusedError("there is no game to play again")
        if self.shared and self.offers.get("rematch") is not self._own(sides).other:
            raise RefusedError("your opponent has not offered a rematch")

    def _own(self, sides: Sides) -> Side:
        """The side of a player who plays against another person."""
        if not self.shared:
            raise RefusedError("you have no opponent here")
        (side,) = sides
        return side

    def _moved(self, act: Play, sides: Sides, now: float) -> Event:
        self.go_on()
        if act.ply != len(self.game.moves):
            raise RefusedError(
                Message("the game is at ply {ply}, not {asked}", ply=len(self.game.moves), asked=act.ply)
            )
        self.to_move(sides)
        if len(self.game.moves) >= MAX_PLIES:
            raise RefusedError(Message("a game here has at most {most} plies", most=MAX_PLIES))
        position = self.game.position
        move = position.parse_move(act.text)
        if move not in position.legal_moves():
            raise RefusedError(
                Message("{move} is what others see of this choice; name what you choose", move=move.text)
            )
        if question := position.question(move):
            raise RefusedError(Message("this is not known here: {question}", question=Message(question)))
        position.play(move)  # a user's rules may fail here, which must not happen after the move is stored
        return Moved(at=now, text=move.text)

    def _undone(self, now: float) -> Event:
        if self.shared:
            raise RefusedError("a move is taken back only if both players agree")
        ply = self._last_decision(self.humans)
        if ply is None or self._final:
            raise RefusedError("there is no move to take back")
        return TakenBack(at=now, ply=ply)

    def _resigned(self, side: Side, sides: Sides, now: float) -> Event:
        self.go_on()
        if side not in self.humans:
            raise RefusedError(Message("the computer plays {side}, and does not resign", side=side))
        if side not in sides:
            raise RefusedError(Message("you do not play {side}", side=side))
        return Ended(at=now, winner=side.other.value, reason="resignation")

    def _broken_off(self, now: float) -> Event:
        self.go_on()
        if not self.shared or not self._young:
            raise RefusedError(
                "a game can be aborted only between two people, and only until both have moved"
            )
        return Ended(at=now, winner=None, reason=ABORTION)

    def _offered(self, what: What, side: Side, now: float) -> Event:
        if what == "rematch":
            if self.result is None or self.next or self.invited:
                raise RefusedError("there is no game to play again")
        else:
            self.go_on()
            if self.invited:
                raise RefusedError("your opponent has not joined yet")
        if what == "takeback" and self._last_decision({side}) is None:
            raise RefusedError("you have no move to take back")
        if what in self.offers:
            raise RefusedError(Message("a {what} has already been offered", what=Message(what)))
        if (what, side) in self.declined:
            raise RefusedError(
                Message(
                    "a {what} has just been declined; it can be offered again after the next move",
                    what=Message(what),
                )
            )
        return Offered(at=now, side=side.value, what=what)

    def _accepted(self, what: What, side: Side, now: float) -> Event:
        if self.offers.get(what) is not side.other:
            raise RefusedError(Message("your opponent has not offered a {what}", what=Message(what)))
        if what == "draw":
            return Ended(at=now, winner=None, reason="agreement")
        if what == "rematch":
            raise RefusedError("a rematch is a new game")  # the room starts it: see `may_play_again`
        ply = self._last_decision({side.other})
        assert ply is not None  # otherwise it could not be offered
        return TakenBack(at=now, ply=ply)

    def _refused(self, what: What, side: Side, now: float) -> Event:
        if what not in self.offers:
            raise RefusedError(Message("no {what} is offered", what=Message(what)))
        return Declined(at=now, side=side.value, what=what)

    def _said(self, text: str, side: Side, now: float) -> Event:
        most, seconds = CHATTER
        if self.invited:
            raise RefusedError("your opponent has not joined yet")
        own = deque((line.at for line in self.lines if line.side == side), maxlen=most)
        if len(own) == most and now - own[0] < seconds:
            raise RefusedError("too many messages at once; wait a moment")
        if len(self.lines) >= MAX_LINES:
            raise RefusedError(Message("a game has at most {most} chat messages", most=MAX_LINES))
        return Said(at=now, side=side.value, text=text)

    # -- events -------------------------------------------------------------------------------

    def apply(self, event: Stored) -> None:
        """Apply an event that is on disk, unless one before it did not fit: see `damaged`."""
        if self.damaged:
            return
        try:
            self._apply(event)
        except Exception:  # what is on disk may be anything, and so may the rules of a user's game
            logger.exception("event %d of a game of %s", self.events, self.beginning.variant)
            self.damaged = True
        if not self.damaged:
            self.events += 1
        elif self.clock:
            self.clock.running = None

    def _apply(self, event: Stored) -> None:
        match event:
            case Unreadable():
                logger.error("event %d of a game of %s cannot be read", self.events, self.beginning.variant)
                self.damaged = True
            case Invited(side=side, key=key):
                self.invited[Side(side)] = key
            case Joined(side=side, key=key, name=name):
                self.invited.pop(Side(side), None)
                self.keys[Side(side)] = key
                self.names[Side(side)] = name
            case Listed(invitation=invitation):
                self.listed = invitation
            case Moved(text=text):
                self._play(text, event.at)
            case TakenBack(ply=ply):
                self._go_back(ply, event.at)
            case Offered(side=side, what=what):
                self.offers[what] = Side(side)
            case Declined(what=what):
                by = self.offers.pop(what)
                if by != event.side:
                    self._declined[what, by] = len(self.game.moves)
            case Ended(winner=winner, reason=reason):
                self._end(None if winner is None else Side(winner), reason, event.at)
            case Said():
                self.lines.append(event)
            case Followed(id=other):
                self.next = other
                self.offers.clear()

    def _play(self, text: str, at: float) -> None:
        mover = self.mover
        self.game.push(text)
        self.offers = {what: by for what, by in self.offers.items() if what == "draw" and by is mover}
        if self.clock and self.game.moves[-1].ply:
            self.clock.pressed(mover, at)
            self._start_clock(at)

    def _go_back(self, ply: int, at: float) -> None:
        if ply >= len(self.game.moves):
            raise ValueError("a takeback of no move")
        while len(self.game.moves) > ply:
            self.game.undo()
        self.offers.clear()
        self._declined.clear()
        if self.clock:
            self.clock.halt(at)
            self.clock.anew()
            self._start_clock(at)

    def _end(self, winner: Side | None, reason: str, at: float) -> None:
        if reason == ABORTION:
            self.aborted = True
        else:
            self.game.end(winner, reason)
        self.offers.clear()
        if self.clock:
            self.clock.halt(at)

    def _start_clock(self, at: float) -> None:
        if self.clock and self.result is None and not self._young:
            self.clock.run(self.mover, at)
