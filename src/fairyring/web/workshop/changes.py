"""What a page of the workshop sends: the changes of a draft, and the vectors of a painted movement.

These are types alone, so the server knows what requests look like before anything is compiled.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairyring.web.events import SideName

Name = Annotated[str, Field(max_length=20)]
Letter = Annotated[str, Field(max_length=2)]
Painted = Literal["starts", "far", "passable", "goal", "palace"]
MOST_PARTS = 120
FARTHEST = 9  # files, ranks and repeats of a vector that can be painted


class _Change(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)


class SetKey(_Change):
    """Give a key of the file another value."""

    act: Literal["set"]
    path: Annotated[list[Annotated[str, Field(max_length=60)]], Field(min_length=1, max_length=8)]
    """The keys that lead to it."""
    value: Any = None
    """The value as the file has it; `null` takes the key out."""


class NewBoard(_Change):
    """Give the game another board. The pieces stay as far as they fit."""

    act: Literal["board"]
    value: dict[str, Any]
    """The board's table."""
    partly: bool = False
    """Whether only numbers change; squares that are cut out or joined are as on a new board then."""


class ToggleHole(_Change):
    """Take a square out of the board, or put it back."""

    act: Literal["hole"]
    site: Name
    mirror: bool = False
    """Whether the square across, too."""


class NameSquare(_Change):
    """Give a square a name of its own, by which all that names it calls it then."""

    act: Literal["name"]
    site: Name
    name: Name
    """Empty for its usual one."""


class PutPiece(_Change):
    """Put a piece on a square at the start, or take what is there away."""

    act: Literal["put"]
    site: Name
    piece: Letter
    """Its letter, small for Black's; empty to take away what is there."""
    mirror: bool = False
    """Whether the other side gets the same on its side."""


class CarryPiece(_Change):
    """Carry a piece from one square to another at the start."""

    act: Literal["carry"]
    start: Name
    goal: Name
    mirror: bool = False


class ClearBoard(_Change):
    """Take all pieces from the board."""

    act: Literal["clear"]


class PaintArea(_Change):
    """Add squares to an area, or take them out of it."""

    act: Literal["paint"]
    area: Painted
    side: SideName
    sites: Annotated[list[Name], Field(max_length=640)]
    on: bool
    mirror: bool = False


class PaintPart(_Change):
    """Add squares to a part of the board that has a name and a colour, or take them out of it."""

    act: Literal["part"]
    name: Annotated[str, Field(max_length=40)]
    """A part that is not there yet gets a colour."""
    sites: Annotated[list[Name], Field(max_length=640)]
    on: bool
    mirror: bool = False


class AddPiece(_Change):
    """Add a kind of piece; its letter is free if it is in use."""

    act: Literal["add"]
    letter: Letter
    piece: dict[str, Any]
    """Its table."""


class RemovePiece(_Change):
    """Take a kind of piece out of the game, and off the board."""

    act: Literal["without"]
    letter: Letter


Change = Annotated[
    SetKey
    | NewBoard
    | ToggleHole
    | NameSquare
    | PutPiece
    | CarryPiece
    | ClearBoard
    | PaintArea
    | PaintPart
    | AddPiece
    | RemovePiece,
    Field(discriminator="act"),
]


class Part(BaseModel):
    """One vector of a movement, as a user paints it."""

    model_config = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)

    right: Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
    """Files to the mover's right."""
    forward: Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
    """Ranks ahead."""
    limit: Annotated[int, Field(ge=0, le=FARTHEST)] = 1
    """How many times in a row it may be taken; 0 for any number."""
    move: bool = True
    """Whether it may end on an empty square."""
    capture: bool = True
    """Whether it may capture."""
    initial: bool = False
    """Whether it is for the first move only."""
    lame: bool = False
    """Whether a piece between its ends blocks it."""
    hop: Literal["", "over", "near"] = ""
    """Whether it needs a piece to jump over, and must land right behind it (`near`)."""
