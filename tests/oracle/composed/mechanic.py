"""What a mechanic can change: the stages of a move, in the order in which a game asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .position import Move, Placed, Position, Result

if TYPE_CHECKING:
    from .game import Game


@dataclass
class Parts:
    """The parts of a position text that only mechanics understand."""

    marks: dict[str, str]  # by site, the sign after a piece's letter
    pocket: str | None  # what is between the brackets
    fourth: str  # what is where en passant usually is
    fields: list[str]  # between en passant and the clock; each mechanic takes out its own
    rights: str = ""  # the field of castling rights


class Mechanic:
    """A rule that differs from chess. Every stage does nothing here; a mechanic overrides those it needs.

    ``before`` is the position before a move and is never changed; ``after`` is the one that is being made.
    ``untold`` names the state that no text has, and that does not count for repetition.
    """

    untold: tuple[str, ...] = ()

    # ---- a move ----

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        """The pseudo-legal moves, out of those found so far."""
        return moves

    def on_removal(self, game: Game, before: Position, after: Position, site: str, piece: Placed) -> None:
        """A piece has left the board, by a capture or otherwise."""

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """The move's piece has come to its goal, and what it captured has left the board."""

    def on_capture(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """The move was a capture; every mechanic has applied it."""

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """The board is as the move leaves it; the turn has not passed yet."""

    def keeps(self, game: Game, before: Position, after: Position, move: Move, rights: str) -> str:
        """The castling rights that the move leaves, as far as king and rook are at home."""
        return rights

    def home(self, game: Game, site: str) -> Placed | None:
        """What castles from a site, if the array has nothing there."""
        return None

    def again(self, game: Game, before: Position, after: Position, move: Move) -> bool:
        """Whether the same player moves again."""
        return False

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """The turn has passed to the opponent."""

    # ---- what is allowed ----

    def attacked(self, game: Game, pos: Position, site: str, by: str, found: bool) -> bool:
        """Whether a piece of a side could capture on a site."""
        return found

    def exposed(self, game: Game, pos: Position, side: str, site: str, found: bool) -> bool:
        """Whether the enemy could capture a royal piece of a side that stood on a site."""
        return found

    def check(self, game: Game, pos: Position, side: str, found: bool) -> bool:
        """Whether a side is in check; as far as it is by the pieces that are royal in themselves, or not."""
        return found

    def royal(self, game: Game, pos: Position, side: str) -> list[str]:
        """Where a side's pieces stand that are royal by this alone."""
        return []

    def bereft(self, game: Game, pos: Position, side: str) -> bool:
        """Whether a side lacks one of the pieces that are royal by this alone."""
        return False

    def safe(self, game: Game, before: Position, after: Position, found: bool) -> bool:
        """Whether the move leaves its own side's royal piece safe."""
        return found

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        """The legal moves, out of those that are safe, each with the position after it."""
        return moves

    # ---- the end ----

    def ended(self, game: Game, pos: Position) -> Result | None:
        """The result if the game is over, whatever moves there would be."""
        return None

    def mated(self, game: Game, pos: Position, result: Result) -> Result:
        """The result in place of one that the game would have because the mover has no move."""
        return result

    def closed(self, game: Game, pos: Position) -> Result | None:
        """The result if the game is over by how it came here, whatever moves there would be."""
        return None

    def settle(self, game: Game, pos: Position, result: Result) -> Result:
        """The result in place of one that the game would have, neither by mate nor by having no move."""
        return result

    def drawn(self, game: Game, pos: Position) -> Result | None:
        """The draw if the mover, who has moves, may not go on."""
        return None

    def repeated(self, game: Game, pos: Position, moves: int) -> Result | None:
        """The result if a position occurs once more, so many moves after its first time; None: a draw."""
        return None

    # ---- what is off the board ----

    def reserve(self, pos: Position, side: str) -> str:
        """The letters of a side's pieces that are not on the board but still in the game."""
        return ""

    # ---- texts ----

    def mark(self, pos: Position, site: str) -> str:
        """The sign after the letter of the piece on a site."""
        return ""

    def pocket(self, game: Game, pos: Position) -> str | None:
        """What is between the brackets after the board, if the game has them."""
        return None

    def rights(self, game: Game, pos: Position) -> str | None:
        """The field of castling rights, if it says more than in chess."""
        return None

    def field(self, pos: Position) -> str | None:
        """A field of its own, between en passant and the clock."""
        return None

    def fourth(self, pos: Position) -> str | None:
        """What stands in the place of en passant, in a game without it."""
        return None

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        """Its part of a position's state, from a text."""
        return {}
