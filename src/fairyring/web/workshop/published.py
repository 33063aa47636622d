"""What requests about playing, checking and publishing game files take and answer, as strict types."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from fairyring.web.events import SideName
from fairyring.web.messages import Strict, storable
from fairyring.web.shapes import Shape, Text
from fairyring.web.workshop.files import HASH

MOST_TEXT = 64 * 1024  # characters; what a game file has at most, in bytes, is said by its reader
MOST_PAGE = 60  # games of the gallery in one answer

FileText = Annotated[str, Field(min_length=1, max_length=MOST_TEXT), AfterValidator(storable)]
Hash = Annotated[str, Field(pattern=f"^{HASH.pattern}$")]
Source = Annotated[str, Field(pattern=f"^({HASH.pattern}|[a-z0-9-]{{1,60}})$")]


class Sent(Strict):
    """A game file."""

    text: FileText
    """Its text: TOML."""


class Publishing(Sent):
    """A game file to be published."""

    public: bool = False
    """Whether it is listed in the gallery; otherwise only those who have the link find it."""
    inventor: Annotated[str, Field(max_length=100), AfterValidator(storable)] = ""
    """Who is said to have invented it, where the file does not say."""
    replaces: Hash | None = None
    """The version that it takes the place of, which this browser has published."""
    origin: Source | None = None
    """What it was made from: the hash of a published game, or the name of one of fairyring's."""


class Importing(Strict):
    """A file of another program, or a game file."""

    text: Annotated[str, Field(min_length=1, max_length=200_000), AfterValidator(storable)]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    """The file's name, whose ending says what it is: `.toml` or `.ini`."""


class Complaint(Strict):
    """Why a game is reported."""

    reason: Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(storable)]


class Asked(BaseModel):
    """Which games of the gallery are asked for."""

    search: Annotated[str, Field(max_length=100, description="Words that the games have.")] = ""
    order: Annotated[
        Literal["newest", "played"], Field(description="The newest first, or the most played.")
    ] = "newest"
    since: Annotated[int, Field(ge=0, le=100_000, description="How many to leave out.")] = 0
    own: Annotated[
        bool, Field(description="Only those that this browser has published, unlisted ones too.")
    ] = False


class Playable(Shape):
    """A game that can be played now."""

    variant: str
    """The name by which a game of it is begun, its rules are shown, and so on."""
    title: str
    remarks: list[Text]
    """What is allowed, but may not be meant."""


class Checks(Sent):
    """A game file that is to be checked."""

    first: Annotated[int, Field(ge=0, le=1000)] = 0
    """The number of the next step: how many have been done."""


class Soundness(Shape):
    """Whether a game is sound, as far as it has been checked."""

    sound: bool | None
    """Null while there are more steps, and none has found a fault."""
    fault: Text | None
    """What is wrong."""
    done: int
    """How many steps have been done."""
    total: int
    """How many there are in all."""
    next: Text
    """What the next one looks at; empty if there is none."""
    remarks: list[Text]
    """What is allowed, but may not be meant: in the answer with the first steps."""


class Trials(Sent):
    """A game file of which games are to be played."""

    first: Annotated[int, Field(ge=0, le=1000)] = 0
    """The number of the next game: how many have been played."""


class TrialGame(Shape):
    """A game between two equal players that think little."""

    winner: SideName | None
    reason: Text
    """How it ended."""
    plies: int
    choices: float
    """Legal moves of a position, in the mean."""
    captures: int
    checks: int


class TrialGames(Shape):
    """Some games of a game file, which are the same each time."""

    games: list[TrialGame]
    """As many as were played this time; none if all have been."""
    total: int
    """How many there are in all."""


class Imported(Shape):
    """A game of a file."""

    name: str
    """Of its section; "" in a file with one game."""
    text: str | None
    """As a game file; null if it cannot be one."""
    fault: Text | None
    """Why not."""


class Published(Shape):
    """A published game in a few words."""

    hash: str
    """Of its file's content."""
    variant: str
    title: str
    summary: str
    inventor: str
    """"" if nobody is named."""
    at: float
    """When it was published, in seconds since 1970."""
    public: bool
    plays: int
    """Games of all its versions."""
    next: str | None
    """The hash of a newer version."""


class PublishedVersion(Shape):
    """A version of a published game."""

    hash: str
    at: float


class Origin(Shape):
    """What a game was made from."""

    name: str
    """The hash of a published game, or the name of a game that comes with fairyring."""
    title: str
    """"" if it is published no longer."""


class PublishedDetail(Published):
    """A published game."""

    versions: list[PublishedVersion]
    """All that there are, the oldest first."""
    origin: Origin | None
    mine: bool
    """Whether this browser has published it."""
    publishing: bool
    """Whether games can be published here."""


class GalleryPage(Shape):
    """Some games of the gallery."""

    games: list[Published]
    more: bool
    """Whether there are more."""
    publishing: bool
    """Whether games can be published here."""
