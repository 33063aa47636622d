"""What a position returns: moves, results, and what a viewer may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from fairyring.board import Side
from fairyring.kernels.rules import Panel, Purse, Token, Words
from fairyring.messages import Message

SPECTATOR = "spectator"
Viewer = Side | str | None

# How results of a reason are told to people, where the reason's own words would not do.
REASONS = {
    "true king": Message("capturing the True King"),
    "100 plies": Message("the 50-move rule"),
    "200 plies": Message("the 100-move rule"),
    "no legal turn": Message("lack of legal moves"),
    "exploded king": Message("exploding the king"),
    "checks": Message("giving the last check"),
    "no pieces": Message("the capture of the last piece"),
    "extinction": Message("the capture of the last piece of a kind"),
    "goal": Message("reaching the goal"),
    "bare king": Message("baring the king"),
    "no progress": Message("lack of progress"),
}
DRAWS = {"goal": Message("both sides reaching the goal")}
FAULTS = {  # by which the other side wins
    "perpetual check": "{loser}'s perpetual check",
    "perpetual chase": "{loser}'s perpetual chase",
}
OPEN = ("=", "~", "+")  # what a last decision begins with
SCORES = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        winner: the side that won, or None for a draw.
        reason: why, in words that programs may rely on: ``"checkmate"``, ``"stalemate"``, ….
        purses: White's chips and Black's, with what the winner won; None in a game without chips.
        how: what the game itself says of it in words for people, after "White wins by" or "Draw by"; None
            where the reason says it all.
    """

    winner: Side | None
    reason: str
    purses: tuple[Purse, Purse] | None = None
    how: Message | None = field(default=None, compare=False, repr=False)

    @property
    def score(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, as records write it."""
        return SCORES[self.winner]

    @property
    def message(self) -> Message:
        """The result for people to read: ``White wins by checkmate``, ``Draw by stalemate``."""
        reason = self.how or Message(REASONS.get(self.reason, self.reason))
        if self.winner is None:
            return Message("Draw by {reason}", reason=DRAWS.get(self.reason, reason))
        winner, loser = (Message(str(side).capitalize()) for side in (self.winner, self.winner.other))
        if self.reason == "points":
            return Message("{winner} wins on points", winner=winner)
        if self.reason in FAULTS:
            reason = Message(FAULTS[self.reason], loser=loser)
        return Message("{winner} wins by {reason}", winner=winner, reason=reason)

    def __str__(self) -> str:
        return f"{self.winner or 'draw'}{' wins' if self.winner else ''}: {self.reason}"


@dataclass(frozen=True)
class Move:
    """A legal move of one position; ``str(move)`` is its canonical text.

    Attributes:
        text: the canonical text; no other legal move of the position has the same.
        choices: the move as a series of small decisions, which an interface offers step by step.
        uci: the UCI form, ``""`` in a game that has none.
        code: the kernel's own number for it, a uint64.
        also: other series of decisions that are the same move, as when two riders may pilot one carrier.
        notation: how a list of moves shows it to people; in most games the text.
        ply: whether it counts as a ply; False for a choice made before the first move.
    """

    text: str
    choices: tuple[str, ...]
    uci: str
    code: int
    also: tuple[tuple[str, ...], ...] = ()
    notation: str = ""
    ply: bool = True

    @property
    def entries(self) -> tuple[tuple[str, ...], ...]:
        """Every series of decisions that is this move."""
        return (self.choices, *self.also)

    def begins(self, text: str) -> bool:
        """Whether a text is the move's without its last decision (``e7-e8`` for ``e7-e8=Q``)."""
        return bool(text) and self.text.startswith(text) and self.text[len(text) : len(text) + 1] in OPEN

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class View:
    """What a viewer may know of a position.

    Attributes:
        text: the position's text, as far as the viewer may know it.
        side: the side to move.
        tokens: what is on the board.
        checked: the names of the sites on which the king of the side to move is in check.
        result: how the game ended; None while it goes on.
        purses: White's chips and Black's; None in a game without chips.
        panels: what the sides have beside the board: hands and counters; none in most games.
    """

    text: str
    side: Side
    tokens: tuple[Token, ...]
    checked: tuple[str, ...]
    result: Result | None
    purses: tuple[Purse, Purse] | None = None
    panels: tuple[Panel, ...] = ()


@lru_cache(1 << 14)  # most moves of a position are possible in the next one, too
def move_of(words: Words, code: int) -> Move:
    """The move with a code, in the words of its family."""
    notation = words.notation or words.text
    return Move(words.text, words.choices, words.uci, code, words.also, notation, words.ply)


def check_viewer(viewer: Viewer) -> None:
    """Refuse anything but a side, ``"spectator"`` or None.

    Raises:
        ValueError: it is something else.
    """
    if viewer is not None and viewer not in (*Side, SPECTATOR):
        raise ValueError(f"a viewer is 'white', 'black', 'spectator' or None, not {viewer!r}")
