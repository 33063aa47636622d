"""What the server answers and sends, as strict types. With `messages` they are the source of the protocol.

``tools/protocol.py`` makes ``static/protocol.d.ts`` and the tables of docs/protocol.md from them, and the
server its OpenAPI document. Tests hold every answer against them; the answers themselves are made without
them, which is faster.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairyring.web.events import SideName, Terms, What


class Shape(BaseModel):
    """A message or a part of one."""

    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


class Phrase(Shape):
    """A text for people that is made from a template, so that it can be translated."""

    text: str
    """The text in English."""
    code: str
    """The template, by which catalogues know it."""
    params: dict[str, Phrase | str | int | float]
    """What fills the template. Phrases among them are translated, too."""


Text = str | Phrase
Point = Annotated[list[float], Field(min_length=2, max_length=2)]
Legs = list[list[Point]]
Options = dict[str, bool | int | str]
Possible = Literal["draw", "takeback", "rematch", "undo", "hint", "resign", "abort", "chat"]


class Momentum(Shape):
    """How a piece in motion goes on by itself."""

    dx: int
    """Files to White's right."""
    dy: int
    """Ranks away from White."""
    place: int
    """Its place, from 1, in the order in which its side's pieces go on."""


class Motion(Momentum):
    """The momentum of a piece, and its way."""

    legs: Legs = Field(default_factory=list)
    """The way that it will go if nothing stops it."""
    panels: list[int] = Field(default_factory=list)
    """The panels that show this way: several where boards that share squares lead the same way."""


class Event(Shape):
    """One part of what a move does."""

    what: Literal["move", "drop", "stop", "drift", "halt", "vanish", "spin"]
    """`move`: the player's own part of the move; castling is two. `stop`: the player stops a piece in motion.
    `drift`: a piece goes on by itself. `halt`: one would, but stops. `vanish`: pieces on `sites` leave the
    board that nothing captured. `spin`: the spinner turns."""
    sites: list[str]
    """The sites of the piece, from first to last; or those that turn."""
    legs: Legs
    """Lines to draw, in the units of a panel. A leg bends where the way bounces; another begins where the way
    leaves the board and enters it again."""
    panels: list[int]
    """The panels to draw them on; none for a way from one board to another that no panel shows."""
    taken: str
    """The site of a captured piece, or ""."""
    becomes: str
    """The letter of the piece that a pawn promotes to, or ""."""
    momentum: Momentum | None
    """The momentum of the piece from then on."""


class Chips(Shape):
    """Some chips of one denomination."""

    worth: int
    number: int


class Token(Shape):
    """Something on the board: a piece or a stack of chips."""

    site: str
    letter: str
    """Its letter in position texts; "" for chips."""
    name: Text
    picture: str
    """The name of a file of `/static/pieces/`, without its ending."""
    side: SideName | None
    level: str
    """Which level of its site it is on; "" is the ground."""
    momentum: Motion | None
    """Null for a piece that stands still."""
    chips: list[Chips]
    """The chips of a stack, the smallest first; empty for a piece."""
    marked: bool
    """Whether it has a mark that only those see who know of it: a True King's star."""


class Holding(Shape):
    """Pieces of one kind in a hand."""

    letter: str
    """The piece's letter in position texts."""
    name: Text
    picture: str
    """As for a token."""
    number: int
    choice: str
    """The first choice of a move that drops one."""


class SidePanel(Shape):
    """What a side has beside the board: a hand, a number, or the letter of the board to move."""

    title: Text
    side: SideName
    holdings: list[Holding]
    """The pieces of a hand; empty for a number."""
    number: int | str | None
    """Null for a hand."""


class CheckLine(Shape):
    """The line from a piece to what it attacks: one for each board that shows it."""

    sites: list[str]
    """The sites of the line, the attacker's first."""
    legs: Legs
    """Lines to draw, in the units of a panel."""
    panels: list[int]
    """The panels to draw them on; none if no panel shows the line."""


class Captured(Shape):
    """Captured pieces of one kind."""

    name: Text
    picture: str
    """As for a token."""
    number: int


class Tray(Shape):
    """What a side has captured."""

    captured: list[Captured]
    """The most valuable first."""
    ahead: int
    """By how many pawns its pieces are worth more than the other side's; 0 if they are not."""


class View(Shape):
    """A position, as its viewer may know it."""

    text: str
    """The position as text."""
    side: SideName
    """The side to move."""
    checked: list[str]
    """The sites of royal pieces in check."""
    last: list[str]
    """The sites of the last move, the first of them where it began."""
    earlier: list[str]
    """The sites of the moves that its player had made before it in the same turn; empty in most games."""
    tokens: list[Token]
    """In the order of sites, those of one site from the ground up."""
    said: list[Text]
    """What the last move did: a sentence for each thing, without capital letter and full stop."""
    touched: list[str]
    """The sites where the last move did something besides those in `last`."""
    checks: list[CheckLine]
    """Along which lines the side to move is in check."""
    course: list[Event]
    """What happened in the last move, part by part; empty where a move's text says all of it."""
    purses: dict[SideName, list[Chips]] | None
    """Each side's chips; null in a game without chips."""
    panels: list[SidePanel]
    """What each side has beside the board; empty in most games."""
    trays: dict[SideName, Tray] | None
    """What each side has captured in this game; null where nothing has left the board, or hands show it."""


class Turn(Shape):
    """A legal move, and one row of choices that enters it."""

    text: str
    choices: list[str]


class Label(Shape):
    """How a choice is shown in a menu."""

    name: Text
    picture: str
    """As for a token; may be ""."""


class Result(Shape):
    """How a game ended."""

    winner: SideName | None
    reason: str
    """Such as `checkmate`, `resignation`, `time`, or `abortion`, which is not a result."""
    score: Literal["1-0", "0-1", "1/2-1/2", "*"]
    text: str
    """The whole in English, such as "White wins by checkmate"."""
    message: Text
    """The same, to be translated."""
    purses: dict[SideName, list[Chips]] | None
    """Each side's chips at the end; null in a game without chips."""


class Clock(Terms):
    """The clocks."""

    increment: int
    left: dict[SideName, float]
    """The seconds that each side has left."""
    running: SideName | None
    """Whose time is running."""


class Offered(Shape):
    """Something that one player offers the other."""

    what: What
    side: SideName
    """Who offers it."""


class Situation(Shape):
    """A position, and the moves that can be made in it."""

    you: list[SideName]
    """The sides that this page plays; none for a spectator."""
    ply: int
    """How many moves have been made."""
    moves: list[str]
    choosing: bool
    """Whether the side to move makes a choice in secret, such as its True King."""
    knows: Literal["", "white", "black", "spectator"]
    """Whose knowledge is shown, in a game with secrets; else ""."""
    view: View
    """The position now."""
    turns: list[Turn]
    """Every legal move for each row of choices that enters it; empty if this page may not move now."""
    labels: dict[str, Label]
    """How choices are shown that are not sites, and those at a site where several moves are possible."""
    result: Result | None
    """Null while the game goes on."""


class State(Situation):
    """All that one viewer may know of a game, sent on connecting and after every change."""

    type: Literal["state"]
    id: str
    events: int
    """How many things have happened in the game."""
    variant: str
    options: Options
    """Every option of the game."""
    seats: dict[SideName, str]
    """Who plays each side: `human`, `open` for an invited player, or the name of a level."""
    names: dict[SideName, str]
    """What the players call themselves; "" for one who has not said."""
    shared: bool
    """Whether two people play, each from a seat of their own."""
    listed: bool
    """Whether the open seat is for anybody, as a challenge in the lobby."""
    damaged: bool
    """Whether what is stored of the game can be read only up to here; then it cannot be continued."""
    number: int
    """The number of the first move."""
    movers: list[SideName]
    """The side that made each move."""
    notations: list[str]
    """The moves as a list of moves shows them to people."""
    aftermaths: list[str]
    """For each move what happened by itself after it, as records write it."""
    choices: int
    """How many of the moves, the first ones, are choices made in secret."""
    thinking: bool
    """Whether the computer is thinking about its move."""
    clock: Clock | None
    offers: list[Offered]
    declined: list[Offered]
    """What was offered since the last move and declined by the other player."""
    can: list[Possible]
    """What else this page can do now."""
    next: str
    """The id of the game that the same players went on to, or ""."""


class Shown(Shape):
    """An earlier position."""

    type: Literal["shown"]
    ply: int
    view: View


class Course(Shape):
    """What a legal move would do."""

    type: Literal["course"]
    ply: int
    text: str
    course: list[Event]
    reply: list[Event]
    """What the other side's pieces would then do by themselves."""


class Said(Shape):
    """A chat message."""

    side: SideName
    text: str


class Chat(Shape):
    """Chat messages: all of them on connecting, and then each new one. Only players are sent them."""

    type: Literal["chat"]
    first: int
    """The place of the first of them among all messages of the game."""
    lines: list[Said]


class Present(Shape):
    """Which sides are connected."""

    type: Literal["present"]
    sides: list[SideName]


class Mate(Shape):
    """A forced mate in so many plies; negative if the side to move is mated."""

    mate: int


Score = int | Mate


class Scored(Shape):
    """How a search evaluates a position."""

    score: Score
    """For the side to move."""
    depth: int
    """Plies searched."""


class Hint(Scored):
    """The move that the computer would play."""

    type: Literal["hint"]
    ply: int
    text: str
    notation: str
    """The move as a list of moves shows it."""
    choices: list[str]


class Explained(Shape):
    """What could be believed about the players' secrets, after the game."""

    type: Literal["explained"]
    ply: int
    lines: list[Text]
    """For each side a line, and indented below it the moves that gave most away."""


class Compiling(Shape):
    """How far the compiler has come, while a game is prepared."""

    type: Literal["progress"]
    task: Literal["compile"]
    step: str
    done: int
    total: int


class Thinking(Scored):
    """How far a search has come."""

    type: Literal["progress"]
    task: Literal["think"]
    line: list[str]
    """The principal variation."""
    notations: list[str]
    """The same as a list of moves shows it; far moves may be as in `line`."""
    nodes: int
    speed: int
    """Nodes in a second."""


class Refusal(Shape):
    """Why a message was refused, which changes nothing; or that the computer failed."""

    type: Literal["error"]
    error: str
    """One line in English."""
    message: Text
    """The same, to be translated."""


class Alive(Shape):
    """Sent after 20 seconds in which there was nothing else to send: the connection has not ended."""

    type: Literal["alive"]


LiveMessage = (
    State
    | Shown
    | Course
    | Hint
    | Explained
    | Chat
    | Present
    | Annotated[Compiling | Thinking, Field(discriminator="task")]
    | Refusal
    | Alive
)


class Open(Shape):
    """An open challenge: a game that anybody may join."""

    id: str
    variant: str
    options: Options
    """Every option of the game."""
    clock: Terms | None
    side: SideName
    """The side of the seat that is open."""
    name: str
    """What the player who waits is called; may be ""."""
    invitation: str
    """The invitation to the seat: to take the seat is to accept."""


class LobbyState(Shape):
    """All open challenges, the latest first; sent on connecting and after every change."""

    type: Literal["lobby"]
    challenges: list[Open]


LobbyMessage = LobbyState | Refusal | Alive


class Begun(Shape):
    """A new game, and the seat token of the player who began it."""

    id: str
    token: str


class Taken(Shape):
    """The sides of a seat, and its token."""

    sides: list[SideName]
    token: str
    """"" for a spectator."""


class Seat(Taken):
    """A seat, and who can join."""

    invitation: str
    """The invitation to the other seat while that is open, or ""."""


class Health(Shape):
    """The server and its database work."""

    status: Literal["ok"]


class Error(Shape):
    """Why a request was refused, in one line for people."""

    error: str
    """In English."""
    message: Text
    """The same, to be translated."""
