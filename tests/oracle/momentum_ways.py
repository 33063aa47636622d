"""How pieces with momentum move, read off an empty board: voluntary moves, and a momentum once more."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from .edges import Edges, Going, Place, Vector, carry_on, leap, rides
from .momentum_games import SIDES, Game
from .orthodox import colour
from .ways import Way


class Start(NamedTuple):
    """A voluntary move on an empty board; two ways to one goal with one momentum are one of these."""

    to: str
    leaves: Vector | None  # the momentum it gives; None for a king
    ways: tuple[Way, ...]  # for each way the sites that must be empty; one free way is enough
    passed: str | None = None  # the site between, in a pawn's double step


class Glide(NamedTuple):
    """Where a momentum takes a piece next."""

    to: str
    way: Way  # the sites that must be empty
    leaves: Vector


class MomentumWays:
    """The ways of all the pieces of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.place = self.places()
        self.letters = "".join(game.pieces) + "Pp"
        # By piece and site. A pawn steps to empty sites and captures elsewhere; the others do both alike.
        self.moves: dict[str, dict[str, tuple[Start, ...]]] = {}
        self.captures: dict[str, dict[str, tuple[Start, ...]]] = {}
        for letter in self.letters:
            self.captures[letter] = {site: self.captures_from(letter, site) for site in self.place}
            self.moves[letter] = (
                {site: self.pawn_steps(letter, site) for site in self.place}
                if letter in "Pp"
                else self.captures[letter]
            )
        # The captures again, seen from the site that is attacked: by side, then site, then (site, piece).
        self.attackers: dict[str, dict[str, dict[tuple[str, str], tuple[Way, ...]]]] = {
            side: {site: {} for site in self.place} for side in SIDES
        }
        for letter, by_site in self.captures.items():
            for origin, starts in by_site.items():
                for start in starts:
                    known = self.attackers[colour(letter)][start.to]
                    known[origin, letter] = known.get((origin, letter), ()) + start.ways
        self.momenta = {letter: self.possible_momenta(letter) for letter in self.letters}
        self.glides: dict[tuple[str, str, Vector], Glide | None] = {}

    def places(self) -> dict[str, Place]:
        """The file and rank of every site, from 0."""
        return {site: place for place, site in self.game.sites.items()}

    def ahead(self, letter: str, site: str, steps: int) -> str | None:
        """The site so many ranks ahead of a pawn, or behind it."""
        file, rank = self.place[site]
        return self.game.sites.get((file, rank + steps * forward(letter)))

    # ---- voluntary ----

    def captures_from(self, letter: str, site: str) -> tuple[Start, ...]:
        found: dict[tuple[str, Vector | None], dict[Way, None]] = {}
        for going in self.goings(letter, self.place[site]):
            if going.to == self.place[site]:
                continue  # it "may not end on it (that is no move)"
            leaves = None if letter in "Kk" else going.leaves
            found.setdefault((self.game.sites[going.to], leaves), {})[self.way(going)] = None
        return tuple(Start(to, leaves, tuple(ways)) for (to, leaves), ways in found.items())

    def goings(self, letter: str, place: Place) -> Iterator[Going]:
        if letter in "Pp":
            yield from self.pawn_captures(letter, place)
            return
        piece = self.game.pieces[letter]
        edges = self.edges(letter)
        for vector in piece.leaps:
            going = leap(edges, place, vector)
            if going is not None:
                yield going
        for direction in piece.slides:
            yield from rides(edges, place, direction, piece.most)

    def pawn_captures(self, letter: str, place: Place) -> Iterator[Going]:
        """ "Pawns' captures bounce too"; but "a pawn steps off the far edge only by momentum"."""
        up = forward(letter)
        if (place[0], place[1] + up) in self.game.sites:
            for side in (-1, 1):
                going = leap(self.edges(letter), place, (side, up))
                if going is not None:
                    yield going

    def pawn_steps(self, letter: str, site: str) -> tuple[Start, ...]:
        """ "One or two steps whenever on their own second rank ...; one step from the first"."""
        up = forward(letter)
        ahead, to = (self.ahead(letter, site, steps) for steps in (1, 2))
        if ahead is None:
            return ()
        one = Start(ahead, (0, up), ((ahead,),))
        if to is None or self.place[site][1] != (1 if letter == "P" else len(self.game.rows) - 2):
            return (one,)
        return one, Start(to, (0, 2 * up), ((ahead, to),), passed=ahead)

    def edges(self, letter: str) -> Edges:
        return (self.game.king_edges if letter in "Kk" else self.game.edges)[colour(letter)]

    def way(self, going: Going) -> Way:
        return tuple(self.game.sites[place] for place in going.between)

    # ---- automatic ----

    def glide(self, letter: str, site: str, vector: Vector) -> Glide | None:
        """By the same vector again, on an empty board; None if the goal lies beyond a standard edge.

        "Sliders and pawns need each square on the way empty; leapers need only the goal."
        """
        key = letter, site, vector
        if key not in self.glides:
            slides = letter in "Pp" or bool(self.game.pieces[letter].slides)
            once_more = carry_on if slides else leap
            going = once_more(self.edges(letter), self.place[site], vector)
            self.glides[key] = going and Glide(self.game.sites[going.to], self.way(going), going.leaves)
        return self.glides[key]

    def possible_momenta(self, letter: str) -> frozenset[Vector]:
        """What a piece of this kind and side can have: what its moves give, turned by the spinner if any."""
        if letter in "Kk":
            return frozenset()
        given = {
            start.leaves
            for table in (self.moves, self.captures)
            for starts in table[letter].values()
            for start in starts
            if start.leaves is not None
        }
        if self.game.spinner:
            for _ in range(3):
                given |= {turned(vector) for vector in given}
        return frozenset(given)

    def momenta_on(self, letter: str, site: str) -> Collection[Vector]:
        """What a piece on a site can have; whether a game leads to it does not matter."""
        return self.momenta[letter]


def turned(vector: Vector) -> Vector:
    """A quarter clockwise: "(dx, dy) to (dy, -dx)"."""
    return vector[1], -vector[0]


def forward(letter: str) -> int:
    return 1 if letter == "P" else -1


def is_far_rank(game: Game, letter: str, site: str) -> bool:
    """The rank on which the pawn promotes."""
    return site in game.rows[0 if letter == "P" else -1]
