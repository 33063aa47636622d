"""What the oracles of games with check and the usual draws have in common."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping
from typing import Generic, Protocol, TypeVar

Result = tuple[str | None, str]  # the winner, if any, and why


class Played(Protocol):
    """What every position of such a game can tell."""

    @property
    def side(self) -> str: ...
    @property
    def clock(self) -> int: ...


P = TypeVar("P", bound=Played)


def other(side: str) -> str:
    return "black" if side == "white" else "white"


class Playing(ABC, Generic[P]):
    """Counts and results, out of the legal turns."""

    @abstractmethod
    def legal(self, pos: P) -> Mapping[str, P]: ...

    @abstractmethod
    def in_check(self, pos: P) -> bool: ...

    @abstractmethod
    def repetition_key(self, pos: P) -> Hashable: ...

    def side(self, pos: P) -> str:
        return pos.side

    def perft(self, pos: P, depth: int) -> int:
        """The number of legal sequences of that many turns, draws apart."""
        if depth == 0:
            return 1
        successors = self.legal(pos).values()
        if depth == 1:
            return len(successors)
        return sum(self.perft(successor, depth - 1) for successor in successors)

    def result(self, pos: P, history: Collection[Hashable] = ()) -> Result | None:
        """Winner and reason if the game is over; `history` holds the keys of the earlier positions."""
        if not self.legal(pos):
            return self.without_a_turn(pos)
        if self.is_insufficient(pos):
            return None, "insufficient material"
        key = self.repetition_key(pos)
        if 1 + sum(key == earlier for earlier in history) >= 3:
            return None, "threefold repetition"
        if pos.clock >= 100:
            return None, "100 plies"
        return None

    def without_a_turn(self, pos: P) -> Result:
        """How a game ends whose mover has no legal turn."""
        return (other(pos.side), "checkmate") if self.in_check(pos) else (None, "stalemate")

    def is_insufficient(self, pos: P) -> bool:
        """Whether neither side could mate; most games do not ask."""
        return False
