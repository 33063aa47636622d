"""What happens in a game: its beginning and its events, as they are kept.

A game is nothing but these: `match.Match` follows from them alone, so a server that restarts finds every
game, clock and seat as it was. Only the hash of a seat's token is kept.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from fairyring.board import Side

SideName = Literal["white", "black"]
What = Literal["draw", "takeback", "rematch"]

DAY = 86_400  # seconds
WAITING, WAITING_DAYS = 3_600, 3 * DAY  # seconds for which a challenge is listed

ABORTION: Literal["abortion"] = "abortion"  # ways for a game to end that do not depend on the board
TIME: Literal["time"] = "time"


class _Kept(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Terms(_Kept):
    """How a game is timed."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    kind: Literal["game", "move"]
    """Whether each side has its seconds for the whole game or for each move."""
    seconds: Annotated[int, Field(ge=1, le=60 * 86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0
    """Seconds that a side gains with each of its moves, in a game timed as a whole."""

    @property
    def tag(self) -> str:
        """As records have it in their `TimeControl`: `600+5` for a game, `1/60` for each move."""
        if self.kind == "move":
            return f"1/{self.seconds}"
        return f"{self.seconds}+{self.increment}" if self.increment else str(self.seconds)


class Beginning(_Kept):
    """How a game began: everything that does not change.

    ``white`` and ``black`` are ``"human"`` or a level of the computer. ``position`` is the first one's text
    and ``record`` the PGN that the game went on from; both are None for a game from the variant's start.
    """

    id: str
    at: float
    variant: str
    options: dict[str, bool | int | str]
    position: str | None
    record: str | None
    white: str
    black: str
    clock: Terms | None

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side."""
        return {Side.WHITE: self.white, Side.BLACK: self.black}

    @property
    def patient(self) -> bool:
        """Whether a move may take a day or more."""
        return self.clock is not None and self.clock.kind == "move" and self.clock.seconds >= DAY


class Challenge(_Kept):
    """A game whose open seat anybody may take, as long as it is listed."""

    game: str
    until: float
    side: SideName
    name: str
    invitation: str

    @classmethod
    def made(cls, game: Beginning, side: Side, name: str, invitation: str, now: float) -> Challenge:
        """The challenge to take a side, from somebody with this name.

        Where a move may take days, its player need not wait for an answer.
        """
        until = now + (WAITING_DAYS if game.patient else WAITING)
        return cls(game=game.id, until=until, side=side.value, name=name, invitation=invitation)


class _Event(_Kept):
    """``at``: when it happened, in seconds since 1970."""

    at: Annotated[float, Field(allow_inf_nan=False)]


class Invited(_Event):
    """A side's seat waits for the invitation with this hash."""

    kind: Literal["invited"] = "invited"
    side: SideName
    key: str


class Joined(_Event):
    """A side's seat is taken by the holder of the token with this hash, who may have said a name."""

    kind: Literal["joined"] = "joined"
    side: SideName
    key: str
    name: str = ""


class Listed(_Event):
    """The open seat is for anybody: the invitation is no secret."""

    kind: Literal["listed"] = "listed"
    invitation: str


class Moved(_Event):
    """The side to move played this turn."""

    kind: Literal["moved"] = "moved"
    text: str


class TakenBack(_Event):
    """The game went back to this ply."""

    kind: Literal["taken back"] = "taken back"
    ply: Annotated[int, Field(ge=0)]


class Offered(_Event):
    """A side offered something to the other."""

    kind: Literal["offered"] = "offered"
    side: SideName
    what: What


class Declined(_Event):
    """A side declined the other's offer, or withdrew its own."""

    kind: Literal["declined"] = "declined"
    side: SideName
    what: What


class Ended(_Event):
    """The game ended by agreement, resignation or the clock."""

    kind: Literal["ended"] = "ended"
    winner: SideName | None
    reason: Literal["agreement", "resignation", "time", "abortion"]


class Said(_Event):
    """A side sent a chat message."""

    kind: Literal["said"] = "said"
    side: SideName
    text: str


class Followed(_Event):
    """The same players started another game, which has this id."""

    kind: Literal["followed"] = "followed"
    id: str


class Unreadable(NamedTuple):
    """In place of an event that nobody can read, and of all that came after it. It is never stored."""


Event = Invited | Joined | Listed | Moved | TakenBack | Offered | Declined | Ended | Said | Followed
Stored = Event | Unreadable

_event: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def read_event(kind: object, at: object, data: object) -> Stored:
    """The event that was stored like this; the database may be damaged, or a later version's."""
    if not isinstance(data, dict):
        return Unreadable()
    try:
        return _event.validate_python({**data, "kind": kind, "at": at})
    except ValidationError:
        return Unreadable()


def kept(event: Event) -> dict[str, Any]:
    """What is stored of an event besides its kind and time."""
    return event.model_dump(exclude={"kind", "at"})
