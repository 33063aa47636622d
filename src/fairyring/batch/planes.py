"""What can be observed of a position, as planes of numbers: one number for each site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels import batches
from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.contract import COMMON_FIELDS
from fairyring.kernels.declared import Counter, Hand, Memory, TrueKing
from fairyring.kernels.drifting.motion import Vector
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.drifting.tables import PLACE, VECTOR
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import EP_SQUARE, RIGHTS, rights_of
from fairyring.kernels.true_kings import UNCHOSEN

NOBODY = -1
ALL = 255  # the most that a plane holds
DIRECTIONS: tuple[tuple[str, str, Callable[[Vector], int]], ...] = (
    ("right", "files to White's right", lambda vector: vector.dx),
    ("left", "files to White's left", lambda vector: -vector.dx),
    ("up", "ranks away from White", lambda vector: vector.dy),
    ("down", "ranks towards White", lambda vector: -vector.dy),
)


@dataclass(frozen=True)
class Plane:
    """One plane of an observation.

    Attributes:
        name: its name, unique in the game.
        text: what its numbers mean.
        most: the largest number that it can hold; larger ones are cut to it.
        owner: the side that alone sees it while a game goes on; for the others it is 0. None: everybody does.
    """

    name: str
    text: str
    most: int = 1
    owner: Side | None = None


class Program(NamedTuple):
    """What `fairyring.kernels.batches.observe` reads.

    Attributes:
        pieces: int32[level, code]; the plane of each piece.
        steps: int64[plane, 5]; how the planes after those of the pieces are filled.
        values: uint8[table, value]; what layers show.
    """

    pieces: npt.NDArray[np.int32]
    steps: npt.NDArray[np.int64]
    values: npt.NDArray[np.uint8]


class Planes:
    """The planes of a game: first one for each kind of piece of each side, then the rest of the position.

    Attributes:
        planes: the planes, in order.
        program: how they are filled.
    """

    def __init__(self, rules: Any) -> None:
        """Make the planes of a game."""
        self.rules = rules
        self.planes: list[Plane] = []
        self._steps: list[tuple[int, int, int, int, int]] = []
        self._values = [np.minimum(np.arange(256), ALL).astype(np.uint8)]
        self._fields = {name: number for number, name in enumerate(rules.layout.fields)}
        pieces = self._pieces()
        self._common()
        if isinstance(rules, Bluff):
            self._bluff(rules)
        elif isinstance(rules, Orthodox):
            self._orthodox(rules)
        else:
            self._unknown()
        steps = np.array(self._steps, np.int64).reshape(-1, 5)
        self.program = Program(pieces, steps, np.array(self._values, np.uint8))

    def _add(self, plane: Plane, what: int, at: int, extra: int = 0) -> None:
        self.planes.append(plane)
        owner = NOBODY if plane.owner is None else plane.owner.number
        self._steps.append((what, at, extra, 0, owner))

    def _pieces(self) -> npt.NDArray[np.int32]:
        """A plane for each kind of piece, and of piece on a back."""
        rules = self.rules
        levels = rules.layout.levels
        found = np.full((levels, 256), NOBODY, np.int32)
        for level in range(levels):
            for code, (_, name, _, side) in sorted(rules.appearances.items()):
                if level and side is None:
                    continue
                where = " on a back" if level else ""
                known = [plane.name for plane in self.planes]
                if f"{name}{where}" not in known:
                    self.planes.append(Plane(f"{name}{where}", f"1 where there is a {name}{where}"))
                    known.append(f"{name}{where}")
                found[level, code] = known.index(f"{name}{where}")
        return found

    def _common(self) -> None:
        side = Plane("black to move", "1 everywhere if it is Black's move, else 0")
        self._add(side, batches.NUMBER, self._fields["side"])
        clock = "plies since whatever sets the game's clock to 0: in chess, a capture or a pawn's move"
        self._add(Plane("clock", clock, ALL), batches.NUMBER, self._fields["clock"])
        seen = "how often the position has occurred before in this game"
        self._add(Plane("repetitions", seen, ALL), batches.OCCURRED, 0)

    def _site(self, name: str, text: str, field: int, owner: Side | None = None) -> None:
        self._add(Plane(name, text, owner=owner), batches.SITE, field)

    def _number(self, name: str, text: str, field: int, most: int = ALL) -> None:
        self._add(Plane(name, text, most), batches.NUMBER, field)

    def _true_kings(self, first: int) -> None:
        for side in Side:
            title = str(side).capitalize()
            self._add(
                Plane(f"{side} has not chosen", f"1 everywhere until {title} has chosen a True King"),
                batches.EQUAL,
                first + side.number,
                int(UNCHOSEN),
            )
            text = f"1 where {title}'s True King stands; only {title} sees it until the game is over"
            self._site(f"true king of {side}", text, first + side.number, side)

    def _bluff(self, rules: Bluff) -> None:
        fields = self._fields
        self._site("en passant", "1 where a pawn can be captured en passant", fields["ep square"])
        self._true_kings(fields["true king of white"])
        for side in Side:
            text = f"1 everywhere once {str(side).capitalize()} has promoted a pawn"
            self._add(Plane(f"{side} has promoted", text), batches.BIT, fields["promoted"], side.number)
        for place, worth in enumerate(rules.denominations):
            text = f"how many chips of {worth} are on the square"
            self._add(Plane(f"chips of {worth}", text, ALL), batches.LAYER, 1 + place)
            for side in Side:
                text = f"how many chips of {worth} {str(side).capitalize()} holds"
                field = fields[f"purse of {side}, {place}"]
                self._number(f"{side}'s chips of {worth}", text, field)
        text = "1 where a piece stands that has not moved"
        self._add(Plane("unmoved", text), batches.SET, fields["unmoved on 1"])

    def _orthodox(self, rules: Orthodox) -> None:
        for letter, number in rights_of(rules.castlings).items():
            side = next(each.side for each in rules.castlings if each.letter == letter)
            text = f"1 everywhere while {str(side).capitalize()} has the right to castle written {letter}"
            self._add(Plane(f"castling {letter}", text), batches.BIT, int(RIGHTS), number)
        if rules.has_en_passant:
            text = "1 where a pawn can be captured en passant"
            self._site("en passant", text, int(EP_SQUARE))
        if isinstance(rules, Drifting):
            self._motion(rules)
        for state in rules.declared:
            if isinstance(state, Memory):
                continue
            if isinstance(state, TrueKing):
                self._true_kings(self._fields[self._names(state)[0]])
                continue
            self._declared(state)

    def _names(self, state: Any) -> tuple[str, ...]:
        letters = [piece.letter for piece in self.rules.pieces]
        names: tuple[str, ...] = state.fields(letters, len(self.rules.places.words(())))
        return names

    def _declared(self, state: Any) -> None:
        """What a mechanic has declared: counters and hands as numbers, marks and the like as sets."""
        names = self._names(state)
        if not names:
            return
        first = self._fields[names[0]]
        if names[0] == f"{getattr(state, 'name', '')} 0" or type(state).__name__ == "Gates":
            called = {"gates": "1 on squares of the first ranks that no piece has left"}
            text = called.get(state.name, f"1 where what the rules call {state.name} is")
            self._add(Plane(state.name, text), batches.SET, first)
            return
        if names[0] == "ep square aside":
            text = "1 where a pawn can be captured en passant on the other board"
            self._site("en passant on the other board", text, first)
            return
        letters = [piece.letter for piece in self.rules.pieces]
        for number, name in enumerate(names):
            text = f"the number of {name}, everywhere"
            if isinstance(state, Hand):
                owner = "White" if number < len(letters) else "Black"
                piece = self.rules.pieces[number % len(letters)].name
                text = f"how many of the piece {piece} {owner} holds in its {state.name}"
            self._number(name, text, first + number, state.start if isinstance(state, Counter) else ALL)

    def _motion(self, rules: Drifting) -> None:
        vectors = rules.motion.vectors
        for name, text, part in DIRECTIONS:
            values = np.zeros(256, np.uint8)
            values[: len(vectors)] = [max(0, part(vector)) for vector in vectors]
            self._values.append(values)
            plane = Plane(f"moving {name}", f"how many {text} the piece moves each turn", ALL)
            self._add(plane, batches.LAYER, int(VECTOR), len(self._values) - 1)
        text = "the piece's launch number, from 1; 0 for a piece that is not in motion"
        self._add(Plane("launch number", text, ALL), batches.LAYER, int(PLACE))

    def _unknown(self) -> None:
        """The fields of a family of a user's own, as they are."""
        layout = self.rules.layout
        for number, layer in enumerate(layout.layers[1:], 1):
            self._add(Plane(layer, f"the layer {layer} of its rows", ALL), batches.LAYER, number)
        for name in layout.fields:
            if name not in (*COMMON_FIELDS, *layout.derived):
                self._number(name, f"the field {name} of its rows, everywhere", self._fields[name])
