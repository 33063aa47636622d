"""The kernel contract: what a rule family must provide, and how everything else calls it.

A family is a set of compiled functions over two NamedTuples of arrays: its own *tables* (what the board and
the pieces are; constant) and `States` (rows of positions). The family registers them for the type of its
tables, and `legal`, `play`, … below then mean that family's functions: inside compiled code, Numba picks them
by the type while compiling; outside, they are looked up. So perft, playouts and search are written once, and
compiled for each family, including a user's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, compiled, copy_over, inlined, linked
from fairyring.kernels.dispatch import Classes, chosen_by_tables
from fairyring.kernels.owners import HOUSE, owner_of
from fairyring.kernels.packed import packed
from fairyring.kernels.symbols import make_distinct

# The first three fields of every family's `info`.
SIDE, CLOCK, NUMBER = U(0), U(1), U(2)
COMMON_FIELDS = ("side", "clock", "number")

# What `outcome` returns: a reason, with the winner in the bits above.
ONGOING = U(0)
MOVER_WINS, MOVER_LOSES = U(1 << 8), U(2 << 8)
WINNER_SHIFT = U(8)
REASONS = (
    "",
    "checkmate",
    "stalemate",
    "insufficient material",
    "100 plies",
    "threefold repetition",
    "no legal turn",
    "true king",
    "200 plies",
    "exploded king",
    "checks",
    "no pieces",
    "goal",
    "bare king",
    "no progress",
    "extinction",
    "perpetual check",
    "castling",
    "repetition",
    "passes",
    "facing kings",
    "points",
    "full board",
    "perpetual chase",
    "in a row",
    "connection",
)
CHECKMATE, STALEMATE, MATERIAL, PLIES, REPETITION, NO_TURN, TRUE_KING, MORE_PLIES = (
    U(code) for code in range(1, 9)
)
EXPLODED, CHECKS_GIVEN, NO_PIECES, GOAL_REACHED, BARED, NO_PROGRESS, EXTINCT, PERPETUAL, CASTLED = (
    U(code) for code in range(9, 18)
)
REPEATED, PASSED, FACED, POINTS, FILLED, CHASED, LINED_UP, CONNECTED = (U(code) for code in range(18, 26))
OPEN = (ONGOING, PLIES, MORE_PLIES, NO_PROGRESS)  # repetition is looked for with these
REASON_MASK = U(0xFF)

NO_LAZY_EVAL = I(1 << 40)  # farther from 0 than any position's score
RISK = I(50)  # what a capture may lose, in hundredths of a pawn, and still be tried before quiet moves


@packed
class States(NamedTuple):
    """Rows of positions; ``ply`` (or the index in a batch) comes first in every array.

    Attributes:
        cells: uint8[ply, layer, site]; what is on each site, 0 for nothing.
        info: uint64[ply, field]; the fields that the family's layout names.
        key: uint64[ply]; the hash of all that counts for repetition.
        bits: uint64[ply, set, word]; sets of sites, one bit a site: what the family derives from ``cells``
            (occupancy), and scratch that it needs while it works on a row.
    """

    cells: npt.NDArray[np.uint8]
    info: npt.NDArray[np.uint64]
    key: npt.NDArray[np.uint64]
    bits: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Layout:
    """What a family's rows hold, by name.

    Attributes:
        layers: the layers of ``cells``.
        fields: the fields of ``info``; they begin with side, clock and number.
        derived: the fields that follow from the rest; equality ignores them.
        history: the fields that say how a position was reached: no text has them, and they are 0 in a
            position that is read from one.
        sets: how many sets of sites ``bits`` holds.
        spare: how many rows the family needs as scratch, besides those that hold positions: the last rows of
            all `States` that `rows` makes.
        moves: room for the moves of one position; no position has more.
        levels: how many pieces can be on a site, one on top of the other.
    """

    layers: tuple[str, ...]
    fields: tuple[str, ...]
    derived: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    sets: int = 0
    spare: int = 0
    moves: int = 4096
    levels: int = 1

    def __post_init__(self) -> None:
        if self.fields[:3] != COMMON_FIELDS:
            raise ValueError(f"the fields of a layout begin with {', '.join(COMMON_FIELDS)}")

    def field(self, name: str) -> int:
        """The index of a field in ``info``."""
        return self.fields.index(name)

    def places(self, sites: int) -> int:
        """How many numbers the places of a board have; with several levels, each begins with a word of 64."""
        return sites if self.levels == 1 else self.levels * 64 * ((sites + 63) // 64)

    def size(self, sites: int) -> int:
        """The bytes of a row for a board of so many sites."""
        sites = self.places(sites)
        return len(self.layers) * sites + 8 * (len(self.fields) + 1 + self.sets * ((sites + 63) // 64))

    def rows(self, sites: int, rows: int) -> States:
        """Empty rows for a board of so many sites, followed by the spare ones."""
        sites = self.places(sites)
        words = (sites + 63) // 64
        rows += self.spare
        return States(
            np.zeros((rows, len(self.layers), sites), np.uint8),
            np.zeros((rows, len(self.fields)), np.uint64),
            np.zeros(rows, np.uint64),
            np.zeros((rows, self.sets, words), np.uint64),
        )


@inlined
def by_clock(tables: Any, states: States, ply: Any) -> Any:
    """The contract's ``repetition_window`` if no move that sets the clock to 0 can be undone."""
    return states.info[ply, CLOCK]


@compiled
def third_time(tables: Any) -> Any:
    """The contract's ``repetitions`` as in chess."""
    return U(3)


@inlined
def always_alternates(tables: Any) -> Any:
    """The contract's ``alternates`` of a family in which every move passes the move to the other side."""
    return True


@inlined
def never_obliges(tables: Any) -> Any:
    """The contract's ``obliges`` of a family in which no player has to capture."""
    return False


@compiled
def drawn_by_repetition(tables: Any, states: States, ply: Any, back: Any) -> Any:
    """The contract's ``repetition_result`` where repetition is a draw."""
    return REPETITION


@inlined
def no_lazy_eval(tables: Any, states: States, ply: Any) -> Any:
    """The contract's ``lazy_eval`` of a family that has no quick evaluation."""
    return NO_LAZY_EVAL


@inlined
def outlasts_perhaps(tables: Any, states: States, ply: Any, move: Any, least: Any) -> Any:
    """The contract's ``outlasts`` of a family that cannot foresee captures."""
    return True


@inlined
def foresees_nothing(tables: Any) -> Any:
    """The contract's ``foresees`` of such a family."""
    return False


class Family(NamedTuple):
    """The compiled functions of a rule family. Moves are uint64 codes that the family defines.

    A function may use the row it is given as scratch, but restores it except for scratch sets; it may leave
    anything in the family's spare rows. Only the search calls ``noisy``, ``null_move``, ``evaluate``,
    ``capture_score`` and ``lazy_eval``, from one place each, and only compiled code calls
    ``repetition_window``, ``alternates`` and ``obliges``: they need no entry point for Python, and are best
    `inlined`. A
    move that is legal in a position is legal in every other with the same key.
    """

    legal: Callable[..., Any]
    """``(tables, states, ply, moves, n) -> n``: appends every legal move from index n on."""
    count: Callable[..., Any]
    """``(tables, states, ply, moves, n) -> number`` of legal moves; ``moves`` from n on is scratch."""
    noisy: Callable[..., Any]
    """``(tables, states, ply, moves, n) -> n``: appends the legal captures and promotions; if a turn has
    several parts, those turns whose voluntary part captures or promotes; where each move asks for a further
    square, at least one of those that differ in it alone.
    """
    play: Callable[..., Any]
    """``(tables, states, ply, move)``: writes the position after the move into row ply + 1."""
    null_move: Callable[..., Any]
    """``(tables, states, ply) -> bool``: writes the position after passing into row ply + 1; returns False,
    and
    writes nothing, where passing may be an advantage (zugzwang, check).
    """
    in_check: Callable[..., Any]
    """``(tables, states, ply) -> bool``: whether the mover is in check."""
    outcome: Callable[..., Any]
    """``(tables, states, ply, number of legal moves) -> code``; repetition is checked elsewhere."""
    evaluate: Callable[..., Any]
    """``(tables, states, ply) -> int64``: the mover's advantage in hundredths of a pawn."""
    capture_score: Callable[..., Any]
    """``(tables, states, ply, move) -> int64``: the value of what the move captures or promotes to, less a
    little of what it risks, in hundredths of a pawn; 0 for a quiet move. For move ordering. A family that
    does not ``foresee`` exchanges says by a score below 0 that a capture loses more than `RISK`; of one that
    does, the search asks ``outlasts`` when it comes to a capture.
    """
    lazy_eval: Callable[..., Any] = no_lazy_eval
    """``(tables, states, ply) -> int64``: `evaluate` without what takes time and changes little from one ply
    to the
    next; `NO_LAZY_EVAL` if a family has no such thing.
    """
    outlasts: Callable[..., Any] = outlasts_perhaps
    """``(tables, states, ply, move, least) -> bool``: whether the mover is at least so many hundredths of a
    pawn better off once both sides have captured on the goal of a legal move, the cheapest piece first, as
    long as that pays (static exchange evaluation). Asked only where the family ``foresees`` captures.
    """
    foresees: Callable[..., Any] = foresees_nothing
    """``(tables) -> bool``: whether ``outlasts`` can tell. The search leaves out more moves then."""
    repetition_window: Callable[..., Any] = by_clock
    """``(tables, states, ply) -> number``: how many plies back the row's position may have occurred before,
    at most.
    It may be more than there are rows before it.
    """
    alternates: Callable[..., Any] = always_alternates
    """``(tables) -> bool``: whether every move passes the move to the other side. Where it does not, a player
    may make several moves in a turn; ``info`` says whose move it is.
    """
    obliges: Callable[..., Any] = never_obliges
    """``(tables) -> bool``: whether a player who can capture must. Then the search does not stop where all
    moves are captures.
    """
    repetitions: Callable[..., Any] = third_time
    """``(tables) -> number``: how often a position must occur to end a game, from 2 on."""
    repetition_result: Callable[..., Any] = drawn_by_repetition
    """``(tables, states, ply, back) -> code``: how the game ends because the row's position has occurred
    before, first
    ``back`` plies ago, as often as ends a game.
    """
    derive: Callable[..., Any] | None = None
    """``(tables, states, ply)``: computes a row's derived fields, sets and key from its cells and other
    fields. Endgames are solved only where there is one; without one, the game's `Rules` have to do it.
    """


_families: dict[type, Family] = {}


def register(tables: type, family: Family) -> None:
    """Make ``family`` the one that serves tables of this NamedTuple type.

    A type that is not fairyring's gets a name of its own: Numba tells types apart by their names.

    Raises:
        ValueError: another family serves that type; or the type is fairyring's, and a function is not: the
            compiled code would be kept among that of fairyring's games.
    """
    if _families.get(tables, family) != family:
        raise ValueError(f"another family is registered for {tables.__module__}.{tables.__name__}")
    if owner_of(tables.__module__) != HOUSE:
        make_distinct(tables)
    elif any(owner_of(getattr(part, "py_func", part).__module__) != HOUSE for part in family):
        raise ValueError(f"{tables.__name__} is fairyring's: give your family a NamedTuple class of its own")
    packed(tables)
    _families[tables] = family


def family_from(*modules: ModuleType, **others: Callable[..., Any]) -> Family:
    """The family whose functions are defined, under the contract's names, in some modules.

    ``others`` are further functions, by these names: those of another family that serve this one, too.

    Raises:
        TypeError: a function that every family needs is missing, or one is defined twice.
    """
    found: dict[str, Any] = {**others}
    for module in modules:
        for name in Family._fields:
            function = getattr(module, name, None)
            if function is None or function.__module__ != module.__name__:
                continue  # imported there, or missing
            if name in found:
                raise TypeError(f"{name} is defined in {found[name].__module__} and in {module.__name__}")
            found[name] = function
    return Family(**found)


def family_of(tables: type) -> Family:
    """The family registered for a tables type.

    Raises:
        LookupError: no family is registered for it.
    """
    try:
        return _families[tables]
    except KeyError:
        raise LookupError(f"no rule family is registered for {tables.__name__}") from None


def _function(name: str, apart: bool = False) -> Callable[..., Any]:
    """A function that stands for every family's function of that name.

    ``apart``: compiled code calls what was compiled for Python and never contains it.
    """

    def choose(classes: Classes) -> Callable[..., Any]:
        function: Callable[..., Any] | None = getattr(family_of(classes[0]), name)
        if function is None:
            raise LookupError(f"the family of {classes[0].__name__} has no {name}")
        return function

    def within(classes: Classes) -> Callable[..., Any]:
        # Rules without mechanics are short, and as a part of the search they make it a tenth faster.
        return choose(classes) if classes[1] else linked(choose(classes))

    stand_in = chosen_by_tables(name, choose, None if apart else within)
    stand_in.__doc__ = f"The ``{name}`` of the tables' family; see `Family`."
    return stand_in


legal = _function("legal")
count = _function("count")
noisy = _function("noisy")
play = _function("play")
play_apart = _function("play", apart=True)
null_move = _function("null_move")
in_check = _function("in_check")
in_check_apart = _function("in_check", apart=True)
outcome = _function("outcome")
evaluate = _function("evaluate")
capture_score = _function("capture_score")
lazy_eval = _function("lazy_eval")
outlasts = _function("outlasts")
foresees = _function("foresees")
repetition_window = _function("repetition_window")
alternates = _function("alternates")
obliges = _function("obliges")
repetitions = _function("repetitions")
repetition_result = _function("repetition_result")
derive = _function("derive")


@inlined
def copy_row(states: States, ply: Any, other: Any) -> None:
    """Copy row ply over another row, scratch included."""
    copy_over(states.cells, ply, other)
    copy_over(states.info, ply, other)
    copy_over(states.bits, ply, other)
    states.key[other] = states.key[ply]
