"""Betza's notation, walked on a board with pieces by its definition: one step after the other.

Nothing here knows what a way is. A notation is read letter by letter, and a piece walks over the board as it
stands; what it has captured on its way is gone by then. It knows single terms, several legs and brackets, as
the documentation of `fairyring.pieces.betza` has them, on a plain board or a cylinder.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from math import atan2, pi
from typing import NamedTuple

Place = tuple[int, int]
Vector = tuple[int, int]

VECTORS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "L": (1, 3),
    "Z": (2, 3),
    "J": (2, 3),
}
# The knight's leaps by their names: the outer ring of H. G. Muller's table.
RING = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
RINGED = {"rf": 0, "fr": 1, "br": 2, "rb": 3, "lb": 4, "bl": 5, "fl": 6, "lf": 7}
SETS = {
    "f": "rf lf",
    "b": "rb lb",
    "l": "fl bl",
    "r": "fr br",
    "fs": "fr fl",
    "bs": "br bl",
    "lv": "lf lb",
    "rv": "rf rb",
    "v": "rf lf rb lb",
    "s": "fr fl br bl",
    "fh": "rf fr fl lf",
    "bh": "rb br bl lb",
    "lh": "lf fl bl lb",
    "rh": "rf fr br rb",
    "hr": "rf br lb fl",
    "hl": "lf fr rb bl",
}
TURNS = {
    "f": [0],
    "fr": [1],
    "rf": [1],
    "r": [2],
    "br": [3],
    "rb": [3],
    "b": [4],
    "bl": [5],
    "lb": [5],
    "l": [6],
    "fl": [7],
    "lf": [7],
    "s": [2, 6],
    "v": [0, 4],
    "fs": [1, 7],
    "bs": [3, 5],
    "lv": [5, 7],
    "rv": [1, 3],
}


class Outcome(NamedTuple):
    """Where a piece ends, what it captures on its way, and where a piece that it would capture is put
    down."""

    goal: Place
    taken: Place | None
    put: Place | None = None


def terms(notation: str) -> Iterator[tuple[str, str]]:
    """The modifiers and the rest of each term."""
    while notation:
        whole = re.match(r"([a-z]*)(\[[^]]*\]|([A-Z])(?:[XY]|\3*)[0-9]*|\(\d+,\d+\)\d*)", notation)
        assert whole, notation
        notation = notation[whole.end() :]
        yield whole[1], whole[2]


class Walker:
    """A piece on a board.

    Args:
        width: the number of files.
        height: the number of ranks.
        start: where the piece stands; it goes up the board.
        others: all other pieces, and whether each is of its own side.
        home: whether it may make its initial moves.
        royals: where royal pieces stand.
    """

    def __init__(
        self,
        width: int,
        height: int,
        start: Place,
        others: Mapping[Place, bool],
        home: bool = False,
        royals: Collection[Place] = (),
    ) -> None:
        self.width, self.height, self.start, self.others, self.home = width, height, start, others, home
        self.royals, self.round = royals, False

    def outcomes(self, notation: str) -> set[Outcome]:
        """Everything that the piece can do by itself."""
        found: set[Outcome] = set()
        for letters, body in terms(notation):
            if ("i" in letters and not self.home) or "x" in letters:
                continue
            self.round = "o" in letters.split("a")[0]
            if body[0] == "[":
                found |= {*self.bracket(letters.replace("t", ""), body[1:-1])}
            elif "a" in letters:
                found |= {*self.chain(letters, body)}
            else:
                found |= {*self.simple(letters, body)}
        return found

    def lent(self, notation: str) -> Iterator[tuple[Place, Outcome]]:
        """What pieces of its own side may do because of it: where each stands, and what it can do."""
        for letters, body in terms(notation):
            first, *rest = letters.split("a")
            if "x" not in first or not rest:
                continue
            for step in self.steps(body):
                ring = self.ring(step)
                for vector in self.first(first, step):
                    for end in self.along(self.start, vector, self.limit(body), None):
                        if not self.others.get(end):
                            continue
                        others = {**self.others, self.start: True}
                        del others[end]
                        other = Walker(self.width, self.height, end, others, royals=self.royals)
                        for turn in self.turned(rest[0], 0):
                            side = 0 if turn in (0, 4) else 1 if turn < 4 else -1
                            at = (ring.index(vector) + turn) % 8
                            for outcome in other.leg(rest, ring, at, side, self.limit(body), end, None, None):
                                yield end, outcome

    def borrows(self, notation: str) -> Iterator[Place]:
        """Where pieces of its own side stand as which it may move."""
        for letters, body in terms(notation):
            if "x" in letters and "a" not in letters:
                for step in self.steps(body):
                    for vector in self.first(letters, step):
                        ends = self.along(self.start, vector, self.limit(body), None)
                        yield from (end for end in ends if self.others.get(end))

    # ---- the board ----

    def go(self, place: Place, vector: Vector) -> Place | None:
        x, y = place[0] + vector[0], place[1] + vector[1]
        if self.round:
            x %= self.width
        return (x, y) if 0 <= x < self.width and 0 <= y < self.height else None

    def is_empty(self, place: Place, taken: Place | None = None) -> bool:
        return place not in self.others or place == taken

    def may_end(self, place: Place, letters: str, taken: Place | None = None) -> bool:
        if place == self.start:
            return taken is not None and ("m" in letters or not {*"mcd"} & {*letters})
        usual = not {*"mcdk"} & {*letters}
        if self.is_empty(place, taken):
            return "m" in letters or usual
        if self.others[place]:
            return "d" in letters
        if "k" in letters:
            return (place in self.royals) is ("c" not in letters)
        tame = "t" in letters and not {*"pg"} & {*letters}
        return ("c" in letters or usual) and not (tame and place in self.royals)

    # ---- terms ----

    def steps(self, body: str) -> list[Vector]:
        if body[0] == "(":
            one, other = sorted(map(int, re.findall(r"\d+", body)[:2]))
            return [(one, other)]
        if body[0] == "G":
            return [{"X": (3, 6), "Y": (5, 5)}.get(body[1:2], (3, 3))]
        if body[1:2] in ("X", "Y"):
            (shorter, longer), more = VECTORS[body[0]], body[1]
            return [(shorter, longer + 3) if more == "X" else (shorter + 2, longer + 2)]
        return [
            VECTORS[letter] for letter in {"K": "WF", "Q": "WF", "R": "W", "B": "F"}.get(body[0], body[0])
        ]

    def limit(self, body: str) -> int:
        digits = re.sub(r"^\(\d+,\d+\)", "", body).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if digits:
            return int(digits)
        return 0 if body[0] in "RBQ" or body[:1] == body[1:2] else 1

    def first(self, letters: str, step: Vector) -> list[Vector]:
        """The vectors of a step that the letters name."""
        shorter, longer = step
        if 0 < shorter < longer:
            words = re.findall(r"ff|bb|ll|rr|[fb][lrs]|[lr][fbv]|[fblr]h|h[lr]|[fblrvs]", letters)
            words = [word[0] if word[0] == word[1:] else word for word in words]
            named = {each for word in words for each in SETS.get(word, word).split()} if words else {*RINGED}
            knight = [RING[RINGED[name]] for name in named]
            return [
                tuple((shorter if abs(part) == 1 else longer) * (1 if part > 0 else -1) for part in leap)  # type: ignore[misc]
                for leap in knight
            ]
        axes = [letter for letter in letters if letter in "fblrvs"]
        found = []
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                if (x, y) == (0, 0) or (bool(x) and bool(y)) is not bool(shorter):
                    continue
                upright = {"f": y > 0, "b": y < 0, "v": y != 0}
                level = {"l": x < 0, "r": x > 0, "s": x != 0}
                one = [upright[letter] for letter in axes if letter in upright]
                two = [level[letter] for letter in axes if letter in level]
                if shorter:
                    fits = (not one or any(one)) and (not two or any(two))
                else:
                    fits = not axes or any(one + two)
                if fits:
                    found.append((x * longer, y * longer))
        return found

    def simple(self, letters: str, body: str) -> Iterator[Outcome]:
        if body == "U":
            places = [(x, y) for x in range(self.width) for y in range(self.height)]
            put = self.start if "u" in letters else None
            for place in places:
                if place != self.start:
                    yield from self.end(place, letters, None, put)
            return
        limit = self.limit(body)
        for step in self.steps(body):
            for vector in self.first(letters, step):
                if "q" in letters or "z" in letters:
                    yield from self.curve(letters, vector, limit)
                elif "p" in letters or "g" in letters:
                    yield from self.hop(letters, vector, limit)
                elif "j" in letters and limit != 1:
                    yield from self.ride(letters, vector, limit, skip=True)
                elif "j" in letters:
                    goal = self.go(self.start, vector)
                    if goal and sum(not self.is_empty(each) for each in self.between(vector)) == 1:
                        yield from self.end(goal, letters, None, self.start if "u" in letters else None)
                else:
                    yield from self.ride(letters, vector, limit)

    def end(
        self, goal: Place, letters: str, taken: Place | None = None, put: Place | None = None
    ) -> Iterator[Outcome]:
        """What it may do on a goal; what it captures is put down on ``put``."""
        if not self.may_end(goal, letters, taken):
            return
        if put is None or (taken is None and self.is_empty(goal)):
            yield Outcome(goal, taken)
        elif taken:
            if goal != self.start:
                yield Outcome(goal, taken, self.start)
        elif goal not in self.royals and put != goal and (put == self.start or self.is_empty(put)):
            yield Outcome(goal, None, put)

    def between(self, vector: Vector, start: Place | None = None) -> list[Place]:
        """What a lame leap passes: first straight along its longer part, then diagonally."""
        x, y = vector
        signs = ((x > 0) - (x < 0), (y > 0) - (y < 0))
        place, found = start or self.start, []
        straight, oblique = abs(abs(x) - abs(y)), min(abs(x), abs(y))
        along = (signs[0], 0) if abs(x) > abs(y) else (0, signs[1])
        for one in ([along] * straight + [signs] * oblique)[:-1]:
            gone = self.go(place, one)
            assert gone
            place = gone
            found.append(place)
        return [place for place in found if place != self.start]

    def ride(self, letters: str, vector: Vector, limit: int, skip: bool = False) -> Iterator[Outcome]:
        place, taken, seen = self.start, 0, {self.start}
        while not limit or taken < limit:
            gone = self.go(place, vector)
            if gone is None:
                return
            if "n" in letters and not all(self.is_empty(each) for each in self.between(vector, place)):
                return
            place, taken = gone, taken + 1
            if skip and taken == 1:
                continue
            if place in seen:
                return
            seen.add(place)
            yield from self.end(place, letters, None, self.start if "u" in letters else None)
            if not self.is_empty(place):
                return

    def hop(self, letters: str, vector: Vector, limit: int) -> Iterator[Outcome]:
        place, taken, hurdle = self.start, 0, None
        while not limit or taken < limit:
            gone = self.go(place, vector)
            if gone in (None, self.start, hurdle):
                return
            place, taken = gone, taken + 1
            if hurdle is None:
                if not self.is_empty(place):
                    if "t" in letters and not self.others[place]:
                        return
                    hurdle = place
                continue
            yield from self.end(place, letters, None, self.start if "u" in letters else None)
            if "g" in letters or not self.is_empty(place):
                return

    def curve(self, letters: str, vector: Vector, limit: int) -> Iterator[Outcome]:
        x, y = vector
        shorter, longer = sorted((abs(x), abs(y)))
        if 0 < shorter < longer:
            ring = [
                tuple((shorter if abs(part) == 1 else longer) * (1 if part > 0 else -1) for part in leap)
                for leap in RING
            ]
        else:
            ring = [(x, y), (y, -x), (-x, -y), (-y, x)]
        for side in (1, -1):
            at, place, count = ring.index(vector), self.start, 0
            while (count < limit) if limit > 1 else (count < 64):
                turned = side * count if "q" in letters else side * (count % 2)
                gone = self.go(place, ring[(at + turned) % len(ring)])  # type: ignore[arg-type]
                if gone is None:
                    break
                place, count = gone, count + 1
                if place == self.start:
                    if count % len(ring) == 0 or "z" in letters:
                        break
                    continue
                yield from self.end(place, letters, None, self.start if "u" in letters else None)
                if not self.is_empty(place):
                    break

    # ---- several legs ----

    def chain(self, letters: str, body: str) -> Iterator[Outcome]:
        parts = letters.split("a")
        for step in self.steps(body):
            ring = self.ring(step)
            for vector in self.first(parts[0], step):
                at = ring.index(vector)
                yield from self.leg(parts, ring, at, 0, self.limit(body), self.start, None, None)

    def ring(self, step: Vector) -> list[Vector]:
        """The vectors among which legs turn, clockwise."""
        shorter, longer = step
        if 0 < shorter < longer:
            return sorted(self.first("", step), key=lambda v: atan2(v[0], v[1]) % (2 * pi))
        around = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        return [(x * longer, y * longer) for x, y in around]

    def leg(
        self,
        parts: list[str],
        ring: list[Vector],
        at: int,
        bend: int,
        limit: int,
        place: Place,
        taken: Place | None,
        put: Place | None,
    ) -> Iterator[Outcome]:
        letters, *rest = parts
        if "u" in letters:
            # What has been captured on this place is back; otherwise, what will be captured comes here.
            taken, put = (None, put) if taken == place else (taken, place)
        for end in self.along(place, ring[at], limit, taken):
            if not rest:
                yield from self.end(end, letters, taken, put)
                continue
            for now in self.stops(letters, end, taken):
                if put and now in self.royals:
                    continue
                following = limit if not {*"gy"} & {*letters} else 0 if limit == 1 else 1
                for turn in self.turned(rest[0], bend):
                    side = 0 if turn in (0, 4) else 1 if turn < 4 else -1
                    yield from self.leg(rest, ring, (at + turn) % 8, side or bend, following, end, now, put)

    def along(self, place: Place, vector: Vector, limit: int, taken: Place | None) -> Iterator[Place]:
        """The places of a straight leg, until what stands there stops it, or it is back where it began."""
        count, began = 0, place
        while not limit or count < limit:
            gone = self.go(place, vector)
            if gone is None or gone == began:
                return
            place, count = gone, count + 1
            yield place
            if not self.is_empty(place, taken):
                return

    def stops(self, letters: str, place: Place, taken: Place | None) -> Iterator[Place | None]:
        """How a leg may end on a place, each with what has been taken by then."""
        hops = "p" in letters or "g" in letters
        if place == self.start or self.is_empty(place, taken):
            if "m" in letters or "y" in letters or not {*"pgcd"} & {*letters}:
                yield taken
            return
        own = self.others[place]
        if hops and (own or "t" not in letters):
            yield taken
        if ("d" if own else "c") in letters and taken is None:
            yield place

    def turned(self, letters: str, bend: int) -> list[int]:
        words = re.findall(r"[fb][lrszq]|[lr][fbv]|[fblrvszq]", letters)
        found: set[int] = {0, 1, 2, 3, 5, 6, 7} if not words else set()
        for word in words:
            if word[-1] in "zq":
                size = {"": 2, "f": 1, "b": 3}[word[:-1]]
                found.add(size if (bend > 0) == (word[-1] == "q") else 8 - size)
            else:
                found |= {*TURNS[word]}
        return sorted(found)

    # ---- brackets ----

    def bracket(self, letters: str, inner: str) -> Iterator[Outcome]:
        if not re.search(r"[?-]", inner):  # Betza's t[FR]
            inner = inner[0] + "?" + inner[1:]
        pieces = re.findall(r"([a-z]*)((?:[A-Z]|\(\d+,\d+\))\d*)([?-]?)", inner)
        yield from self.parts(letters, pieces, self.start, None, None, None)

    def parts(
        self,
        outer: str,
        pieces: list[tuple[str, str, str]],
        place: Place,
        before: Vector | None,
        taken: Place | None,
        put: Place | None,
    ) -> Iterator[Outcome]:
        (letters, body, sign), *rest = pieces
        if "u" in letters:
            taken, put = (None, put) if taken == place else (taken, place)
        steps = [vector for step in self.steps(body) for vector in self.first("", step)]
        if before is None:
            vectors = [vector for step in self.steps(body) for vector in self.first(letters, step)]
        else:
            vectors = self.nearest(before, steps, letters)
        may = letters if {*"mcdk"} & {*letters} else outer + letters
        for vector in vectors:
            for end in self.along(place, vector, self.limit(body), taken):
                if sign in ("", "?"):
                    yield from self.end(end, "".join(each for each in may if each in "mcdkt"), taken, put)
                if rest:
                    for now in self.stops("" if sign == "?" else letters, end, taken):
                        if not (put and now in self.royals):
                            yield from self.parts(outer, rest, end, vector, now, put)

    def nearest(self, before: Vector, every: list[Vector], letters: str) -> list[Vector]:
        """The vectors that lead where the letters say, seen along the one before."""
        words = re.findall(r"[fb][lrs]|[lr][fbv]|[fblrvs]", letters) or ["f"]
        found = []
        for turn in {turn for word in words for turn in TURNS[word]}:
            angles = {v: ((atan2(*v) - atan2(*before)) * 4 / pi) % 8 for v in every}
            far = {v: min((angle - turn) % 8, (turn - angle) % 8) for v, angle in angles.items()}
            if turn % 2:  # only what is on that side, between straight and a quarter turn
                side = {v for v in every if far[v] < 0.999999}
                straight = 0 if turn in (1, 7) else 4
                far = {v: min((angles[v] - straight) % 8, (straight - angles[v]) % 8) for v in side}
            closest = min(far.values(), default=0.0)
            found += [v for v in far if far[v] < closest + 1e-6]
        return found
