"""How pieces with momentum move on the two boards of Ravioli Chess.

Every way is followed on one of the two 8x8 boards, and a piece in motion keeps to the board on which it was
set in motion. Momentum is told by files and ranks alone, and the board with them only where the two boards
lead elsewhere: a piece that comes to the ring goes along it, or would leave both boards.
"""

from collections.abc import Collection, Iterator

from .boards import Board, Step, boards_of, line, ravioli_boards
from .edges import Place, Vector
from .momentum_ways import Glide, MomentumWays, Start, forward
from .ways import DIAGONAL, KNIGHT, ORTHOGONAL, Way, passage

SLIDES = {"Q": ORTHOGONAL + DIAGONAL, "R": ORTHOGONAL, "B": DIAGONAL}
STEPS = {"K": ORTHOGONAL + DIAGONAL, "W": DIAGONAL, "Z": ORTHOGONAL}
PASSAGES: dict[str, tuple[Step, ...]] = {"W": ORTHOGONAL, "Z": ((0, 0), *DIAGONAL)}
LEAPERS = "NWZ"  # "a slip repeats as a leap to its goal"


class RavioliWays(MomentumWays):
    """The ways of all the pieces."""

    def places(self) -> dict[str, Place]:
        self.boards = ravioli_boards()
        return {site: (file - 1, rank - 1) for site, (file, rank) in self.boards.place.items()}

    def ahead(self, letter: str, site: str, steps: int) -> str | None:
        """The same on both boards for a site of the ring: it is on the border of both."""
        board, (file, rank) = next(boards_of(self.boards, site))
        return board.get((file, rank + steps * forward(letter)))

    # ---- voluntary ----

    def captures_from(self, letter: str, site: str) -> tuple[Start, ...]:
        found: dict[tuple[str, Vector | None], dict[Way, None]] = {}
        for board, place in boards_of(self.boards, site):
            for step, far, way in vectors(letter, board, place):
                to = line(board, place, step)[far - 1]
                vector = step[0] * far, step[1] * far
                leaves = None if letter in "Kk" else self.named(letter, to, vector, board)
                found.setdefault((to, leaves), {})[way] = None
        # "A passage gives no momentum."
        for to, way in passage(self.boards, site, PASSAGES.get(letter.upper(), ())):
            found.setdefault((to, None), {})[way] = None
        return tuple(Start(to, leaves, tuple(ways)) for (to, leaves), ways in found.items())

    def pawn_steps(self, letter: str, site: str) -> tuple[Start, ...]:
        """With the momenta named, which for steps straight ahead does not take a board."""
        steps = super().pawn_steps(letter, site)
        for start in steps:
            assert start.leaves is not None
            for board, _place in boards_of(self.boards, start.to):
                assert self.named(letter, start.to, start.leaves, board) == start.leaves
        return steps

    # ---- automatic ----

    def goes(self, letter: str, site: str, vector: Vector, board: Board) -> tuple[str, Way] | None:
        """By a vector on one board: the goal, and what must be empty. None if it is off the board."""
        file, rank = self.boards.place[site]
        far = 1 if letter.upper() in LEAPERS else max(map(abs, vector))
        places = [(file + vector[0] * n // far, rank + vector[1] * n // far) for n in range(1, far + 1)]
        if places[-1] not in board:
            return None
        *between, to = (board[place] for place in places)
        return to, tuple(between)

    def named(self, letter: str, site: str, vector: Vector, board: Board) -> Vector:
        """The momentum of a piece on a site of a board; with the board only if the other leads elsewhere."""
        all_ways = {self.goes(letter, site, vector, each) for each, _place in boards_of(self.boards, site)}
        return vector if len(all_ways) == 1 else (*vector, 1 + self.boards.boards.index(board))

    def glide(self, letter: str, site: str, vector: Vector) -> Glide | None:
        on = [board for board, _place in boards_of(self.boards, site)]
        board = self.boards.boards[vector[2] - 1] if len(vector) > 2 else on[0]
        gone = self.goes(letter, site, vector[:2], board)
        return gone and Glide(*gone, self.named(letter, gone[0], vector[:2], board))

    def possible_momenta(self, letter: str) -> frozenset[Vector]:
        return frozenset(vector[:2] for vector in super().possible_momenta(letter))

    def momenta_on(self, letter: str, site: str) -> Collection[Vector]:
        return {
            self.named(letter, site, vector, board)
            for vector in self.momenta[letter]
            for board, _place in boards_of(self.boards, site)
        }


def vectors(letter: str, board: Board, place: Place) -> Iterator[tuple[Step, int, Way]]:
    """The moves by vectors on one board: the step, how many are taken, and what must be empty."""
    kind = letter.upper()
    if kind == "P":
        for side in (-1, 1):
            if line(board, place, (side, forward(letter))):
                yield (side, forward(letter)), 1, ()
    for step in KNIGHT if kind == "N" else ():
        if line(board, place, step):
            yield step, 1, ()
    for step in SLIDES.get(kind, ()):
        sites = line(board, place, step)
        for far in range(1, len(sites) + 1):
            yield step, far, tuple(sites[: far - 1])
    for step in STEPS.get(kind, ()):
        sites = line(board, place, step)
        if sites:
            yield step, 1, ()
        if len(sites) >= 5 and kind != "K":  # the slip
            yield step, 3, (sites[0],)
