"""What the laboratory does to a game: a plan, and the games that it is made of."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from fairyring.errors import LabError, whole_number

PLAY, LADDER, HANDICAP = "play", "ladder", "handicap"  # kinds of games
DOUBLINGS = 5


@dataclass(frozen=True)
class Plan:
    """How much the laboratory plays.

    Attributes:
        games: games of equal players, by which results, lengths and courses are judged.
        nodes: how many nodes a player searches for each move there.
        ladder: games for each doubling of the nodes, up to twice ``nodes``: does more thinking win?
        handicaps: games from starts that lack some pieces, by which pieces are valued.
        handicap_nodes: the nodes for each move there.
        random: random games, for a quick look.
        openings: plies at the beginning of each game in which the players choose among moves that are about
            as good as the best, so that games differ.
        plies: after how many plies a game is stopped, as a draw.
        seed: the same plan gives the same games.
        endgames: whether it is worked out which pieces win with their king against a lone king.
    """

    games: int = 400
    nodes: int = 2000
    ladder: int = 40
    handicaps: int = 1000
    handicap_nodes: int = 500
    random: int = 2000
    openings: int = 6
    plies: int = 300
    seed: int = 0
    endgames: bool = True

    def __post_init__(self) -> None:
        """Refuse what makes no sense.

        Raises:
            LabError: a number is out of range, or none at all.
        """
        least = {"nodes": 1 << DOUBLINGS, "handicap_nodes": 1, "plies": 1, "seed": None}
        for each in fields(self):
            if each.name != "endgames":  # it is a yes or a no
                number = whole_number(
                    each.name, getattr(self, each.name), least.get(each.name, 0), kind=LabError
                )
                object.__setattr__(self, each.name, number)  # NumPy's could not be kept as JSON

    @property
    def rungs(self) -> list[int]:
        """The nodes of the players on the ladder, each twice those of the one before."""
        return [2 * self.nodes >> DOUBLINGS - rung for rung in range(DOUBLINGS + 1)]

    def tasks(self) -> list[Task]:
        """The games to be played, but for the random ones: of each kind evenly, so that it can be stopped."""
        tasks = list(self._tasks())
        numbers = Counter(task.kind for task in tasks)
        return sorted(tasks, key=lambda task: (task.number + 1) / numbers[task.kind])

    def _tasks(self) -> Iterator[Task]:
        for number in range(self.games):
            yield Task(PLAY, number, (self.nodes, self.nodes), self._seed(PLAY, number))
        for number in range(self.handicaps):
            both = (self.handicap_nodes, self.handicap_nodes)
            yield Task(HANDICAP, number, both, self._seed(HANDICAP, number))
        for rung in range(DOUBLINGS):
            weak, strong = self.rungs[rung : rung + 2]
            for number in range(self.ladder):
                nodes = (strong, weak) if number % 2 == 0 else (weak, strong)
                # Two games have the same opening, with sides reversed.
                yield Task(LADDER, number * DOUBLINGS + rung, nodes, self._seed(f"{rung}", number // 2))

    def _seed(self, kind: str, number: int) -> int:
        text = f"{self.seed} {kind} {number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")

    def said(self) -> dict[str, Any]:
        """The plan as a dictionary."""
        return asdict(self)


@dataclass(frozen=True)
class Task:
    """One game to be played.

    Attributes:
        kind: what it is for: `PLAY`, `LADDER` or `HANDICAP`.
        number: its number among those of its kind.
        nodes: the nodes that White and Black search for each move.
        seed: of all that is random in it.
    """

    kind: str
    number: int
    nodes: tuple[int, int]
    seed: int


@dataclass
class Record:
    """One game that was played.

    Attributes:
        kind: as in its task.
        number: as in its task.
        nodes: as in its task.
        start: the position that it began with.
        moves: the texts of its moves.
        scores: for each move, the score of the search for it, in hundredths of a pawn for White.
        branching: for each position, how many legal moves there were.
        winner: 1 if White won, -1 if Black did, 0 if nobody.
        reason: how it ended, as `fairyring.game.Result` has it; "" if it was stopped.
        captures: in how many moves pieces left the board.
        checks: after how many moves the side to move was in check.
        movers: how many moves were made by each kind of piece, by its name without its side.
        acts: in how many moves each mechanic did something, by its title.
        lacking: for each kind of piece, how many more of them White had than Black at the start, by letter.
        material: the same during the game, every few plies.
    """

    kind: str
    number: int
    nodes: tuple[int, int]
    start: str
    moves: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    branching: list[int] = field(default_factory=list)
    winner: int = 0
    reason: str = ""
    captures: int = 0
    checks: int = 0
    movers: dict[str, int] = field(default_factory=dict)
    acts: dict[str, int] = field(default_factory=dict)
    lacking: dict[str, int] = field(default_factory=dict)
    material: list[dict[str, int]] = field(default_factory=list)

    @property
    def plies(self) -> int:
        """How long it took."""
        return len(self.moves)

    def said(self) -> dict[str, Any]:
        """The record as a dictionary."""
        return asdict(self)
