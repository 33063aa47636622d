"""The stages of a turn at which mechanics act, and how the parts of a game's tables take part in them.

A stage is a function that the rules call at its point of a turn. The functions below say what each does in a
game without mechanics: next to nothing, and that is compiled away. A *part* is a NamedTuple in the field
``parts`` of a game's tables, with functions of some stages' names, which take the part before the stage's own
arguments. Where there are several parts, they act in their order in ``parts``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import ONGOING, REPETITION
from fairyring.kernels.dispatch import Classes, chosen_by_tables
from fairyring.kernels.parts import Stage, functions_of, stages
from fairyring.kernels.parts import register_part as register_part  # noqa: PLC0414 -- users' files find it here


# How the functions of several parts become one. Each is compiled with its own globals: `one` and `other` are
# functions with the stage's arguments, `part` is a part's own function, and `index` the part's place.
def _called(tables: Any, *rest: Any) -> Any:
    return part(tables.parts[index], tables, *rest)  # type: ignore[name-defined] # noqa: F821


def each(tables: Any, *rest: Any) -> Any:
    """All act, one after the other."""
    one(tables, *rest)  # type: ignore[name-defined] # noqa: F821
    other(tables, *rest)  # type: ignore[name-defined] # noqa: F821


def either(tables: Any, *rest: Any) -> Any:
    """True as soon as one says so."""
    return one(tables, *rest) or other(tables, *rest)  # type: ignore[name-defined] # noqa: F821


def first(tables: Any, *rest: Any) -> Any:
    """What the first one says that does not say 0."""
    found = one(tables, *rest)  # type: ignore[name-defined] # noqa: F821
    return found if found != U(0) else other(tables, *rest)  # type: ignore[name-defined] # noqa: F821


def most(tables: Any, *rest: Any) -> Any:
    """The largest of what they say."""
    return max(one(tables, *rest), other(tables, *rest))  # type: ignore[name-defined] # noqa: F821


def alone(tables: Any, *rest: Any) -> Any:
    """The first one acts in place of what is written there, and the others do not."""
    return one(tables, *rest)  # type: ignore[name-defined] # noqa: F821


def fold(tables: Any, *rest: Any) -> Any:
    """The last argument goes through all of them, and is returned."""
    return other(tables, *rest[:-1], one(tables, *rest))  # type: ignore[name-defined] # noqa: F821


def _with(template: Callable[..., Any], **values: Any) -> Callable[..., Any]:
    """A template compiled with these values as its globals."""
    assert isinstance(template, FunctionType)
    made = FunctionType(template.__code__, {"U": U, **values}, template.__name__)
    made.__module__ = __name__
    return inlined(made)


def stage(combine: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function the stage of its name; ``combine`` says how several parts act in it."""

    def made(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__
        without = inlined(function)

        @cache
        def acting(parts: tuple[type, ...]) -> Callable[..., Any]:
            functions = [
                _with(_called, part=functions_of(part)[name], index=index)
                for index, part in enumerate(parts)
                if name in functions_of(part)
            ]
            if not functions:
                return without
            whole = functions[0]
            for following in functions[1:]:
                whole = _with(combine, one=whole, other=following)
            return whole

        def choose(classes: Classes) -> Callable[..., Any]:
            return acting(classes[1])

        stages[name] = Stage(tuple(inspect.signature(function).parameters), combine is not each)
        stand_in = chosen_by_tables(name, choose)
        stand_in.__doc__ = function.__doc__
        return stand_in

    return made


# How pieces move: the first argument of these is the tables' ``ways``, and theirs are the parts.


@stage(fold)
def further_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, seen: Any, moves: Any, n: Any
) -> Any:
    """Append a piece's pseudo-legal moves of other kinds; returns the end of the list.

    ``actions`` selects moves, captures or both; ``seen`` has a bit for each shared goal that is in the list.
    """
    return n


@stage(alone)
def twin(ways: Any, step: Any) -> Any:
    """Where pieces drift: a bit for the move that a step of a piece's rays shares with others, or no bit."""
    return U(0)


@stage(fold)
def further_count(ways: Any, states: Any, ply: Any, side: Any, start: Any, seen: Any, total: Any) -> Any:
    """A number and that of a piece's moves of `further_moves`."""
    return total


@stage(either)
def unloading(ways: Any) -> Any:
    """Whether moves may put pieces down that they would otherwise capture."""
    return False


@stage(fold)
def displaced(ways: Any, tables: Any, states: Any, ply: Any, move: Any, kept: Any) -> Any:
    """Put down a piece that a move displaces and does not capture; returns a mask of the rights left.

    The mover is off the board then, and what it captures is still there.
    """
    return kept


@stage(either)
def further_attack(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a side attacks a site in another way than along lines of empty sites."""
    return False


@stage(fold)
def further_checks(ways: Any, states: Any, ply: Any, king: Any, checks: Any) -> Any:
    """Add other checks of the mover's king to their number, and other doubtful pieces to the set PINNED.

    Checks that can end in other ways than by a move to BLOCKS are multiples of `SPECIAL_CHECK`.
    """
    return checks


SPECIAL_CHECK = U(1 << 8)
NO_GOALS, GOALS_IN_LINE, ALL_GOALS = U(0), U(1), U(2)


@stage(most)
def doubted(ways: Any, states: Any, ply: Any, checks: Any) -> Any:
    """Which goals, besides the moves of PINNED pieces, make a move doubtful, after `further_checks`.

    A move to a doubtful goal may open an attack on the king: `GOALS_IN_LINE`, to those in the set LINE;
    `ALL_GOALS`, any move.
    """
    return NO_GOALS


@stage(either)
def barred(ways: Any, hopper: Any, piece: Any) -> Any:
    """Whether a hopper, by its code, can neither jump over a piece nor capture it."""
    return False


# The stages of a turn, in the order in which it comes to them.


NO_MOVES, RISKY, CAPTURING, ALL_MOVES = U(0), U(1), U(2), U(3)


@stage(each)
def derived(tables: Any, states: Any, ply: Any) -> None:
    """The key of a row is being computed: add what mechanics add to it."""


@stage(first)
def over(tables: Any, states: Any, ply: Any) -> Any:
    """How the game has ended before the mover moves, whatever moves there are; `ONGOING` if it has not.

    There are no legal moves then, even if only the way to this position has ended the game: two passes.
    """
    return ONGOING


@stage(either)
def sheltered(tables: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """Whether a side's king would not be in check on a site, whatever attacks it there."""
    return False


@stage(either)
def endangered(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side is in check by other royal pieces than the king whose site the row knows."""
    return False


@stage(alone)
def spared(tables: Any, states: Any, ply: Any, spare: Any, move: Any, lost: Any) -> Any:
    """Whether a move tried on the spare row leaves its player in check, who is ``lost`` as that row stands.

    A move that asks for a further choice does so if every choice does.
    """
    return lost


@stage(most)
def probing(tables: Any) -> Any:
    """Which moves must be made to see whether the king is safe after them.

    `NO_MOVES`: none but those that one look along the king's lines cannot decide, as in chess. `RISKY`: also
    king moves, and those that the stage `risky` names. `CAPTURING`: captures, too, on a spare row, the last
    one; for mechanics by which a capture changes more than its start and its goal. `ALL_MOVES`: for mechanics
    by which any move does.
    """
    return NO_MOVES


@stage(either)
def risky(tables: Any, states: Any, ply: Any, checks: Any, move: Any) -> Any:
    """Whether a move that leaves no site of PINNED may leave the king attacked all the same.

    Asked in games whose `probing` is at least `RISKY`. ``checks`` is what `looked` returned.
    """
    return False


@stage(fold)
def movable(tables: Any, states: Any, ply: Any, word: Any, pieces: Any) -> Any:
    """Those of a word of a set of the mover's pieces that can move: all of them."""
    return pieces


@stage(fold)
def asked(tables: Any, states: Any, ply: Any, start: Any, actions: Any) -> Any:
    """Which moves of the piece on a site to generate for `promoted`, where ``actions`` are wanted."""
    return actions


@stage(either)
def promoting(tables: Any, states: Any, ply: Any, start: Any) -> Any:
    """Whether `promoted` may change the moves of the piece on a site."""
    return False


@stage(fold)
def promoted(
    tables: Any, states: Any, ply: Any, start: Any, actions: Any, moves: Any, first: Any, n: Any
) -> Any:
    """The moves of the piece on a site begin at ``first``: put those in which it promotes among them.

    Those that are not among the ``actions`` wanted go. Returns the end of the list.
    """
    return n


@stage(fold)
def generated(tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Append further legal moves, none of them noisy; returns the end of the list.

    ``checks`` is the number of checks; where it is not 0, the set BLOCKS has the sites that end them all.
    """
    return n


@stage(fold)
def bulk(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The number ``n`` and that of the moves of `generated`, for a mover that is not in check.

    ``moves`` is not written to.
    """
    return n


@stage(either)
def listed(tables: Any) -> Any:
    """Whether moves can be counted only by listing them."""
    return False


@stage(fold)
def filtered(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Drop moves that are not legal from those between ``begin`` and ``n``; returns the end of the list."""
    return n


@stage(fold)
def completed(tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Put in place of each of the moves from ``begin`` to ``n`` one for each further choice that it asks for.

    Where they are ``noisy``, one choice is enough. Returns the end of the list.
    """
    return n


@stage(fold)
def choices(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any, number: Any) -> Any:
    """How many moves `completed` makes of those from ``begin`` to ``end``, which are ``number`` by now."""
    return number


@stage(fold)
def carried(tables: Any, states: Any, ply: Any, start: Any, load: Any) -> Any:
    """What goes along with a piece that leaves a site: bits added to ``load``, for `landed`."""
    return load


@stage(each)
def landed(tables: Any, states: Any, ply: Any, site: Any, load: Any) -> Any:
    """A piece has come to a site with what `carried` said when it left."""


@stage(each)
def removed(tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> Any:
    """A piece has left a site, in whatever way."""


@stage(each)
def lost(tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> Any:
    """The piece on a site is about to leave the board, captured or otherwise; it is still there."""


@stage(each)
def became(tables: Any, states: Any, ply: Any, site: Any) -> None:
    """A pawn has promoted; on the site is what it has become."""


@stage(either)
def chosen(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Make a move that is a choice and changes nothing on the board; returns whether it was one."""
    return False


@stage(fold)
def arrived(tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """The mover's piece is on the goal. ``taken`` is the code of the captured piece, or 0.

    Where a piece is captured on the way, it is that one's; in the next byte is that of one on the goal.

    ``kept`` are the castling rights that remain; returns those that remain after this.
    """
    return kept


@stage(each)
def set_down(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """All that the move brings about has happened: what its further site is for goes there, if it has one."""


@stage(either)
def sweeps(tables: Any) -> Any:
    """Whether captures take further pieces off the board, those that `swept` names."""
    return False


@stage(fold)
def swept(tables: Any, states: Any, ply: Any, goal: Any, word: Any, sites: Any) -> Any:
    """Add to ``sites``, a word of a set, those whose pieces leave the board with a capture on the goal.

    The goal is one of them if the capturing piece leaves the board, too.
    """
    return sites


@stage(either)
def continues(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether the mover moves again: the move has been made on the row, whose side is still the mover's."""
    return False


@stage(either)
def concluded(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the game is over by what the mover has just done, so that no move of the same turn follows."""
    return False


@stage(each)
def counted(tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """The same row once that is settled: the mover moves ``again``, or the other side moves."""


@stage(either)
def several(tables: Any) -> Any:
    """Whether a player may move several times in a turn."""
    return False


@stage(each)
def turned(tables: Any, states: Any, ply: Any) -> Any:
    """The row is complete, and the other side is to move."""


@stage(first)
def stuck(tables: Any, states: Any, ply: Any, checked: Any) -> Any:
    """How the game ends if the mover has no legal move; `ONGOING` for checkmate and stalemate as in chess."""
    return ONGOING


@stage(first)
def ended(tables: Any, states: Any, ply: Any) -> Any:
    """Whether, and how, the way to this position has ended a game that could go on; else `ONGOING`."""
    return ONGOING


@stage(either)
def awaiting(tables: Any, states: Any, ply: Any) -> Any:
    """Whether pieces may still come to the board, so that those on it do not say who can mate."""
    return False


@stage(fold)
def settled(tables: Any, states: Any, ply: Any, back: Any, code: Any) -> Any:
    """The result of a game that ends by no mate: ``code``, or a win by points.

    ``back`` is how many plies ago a position that is repeated first occurred; 0 for other ends.
    """
    return code


@stage(fold)
def plies(tables: Any, states: Any, ply: Any, limit: Any) -> Any:
    """At how many plies on the clock the game is drawn."""
    return limit


@stage(fold)
def window(tables: Any, states: Any, ply: Any, rows: Any) -> Any:
    """How many plies back a position may have occurred before; see the contract's ``repetition_window``."""
    return rows


@stage(fold)
def occurrences(tables: Any, times: Any) -> Any:
    """How often a position must occur to end a game."""
    return times


@stage(first)
def repeating(tables: Any, states: Any, ply: Any, back: Any) -> Any:
    """The contract's ``repetition_result``."""
    return REPETITION


@stage(either)
def no_pass(tables: Any, states: Any, ply: Any) -> Any:
    """Whether a search must not let the mover pass."""
    return False


@stage(either)
def obliged(tables: Any) -> Any:
    """The contract's ``obliges``."""
    return False


@stage(fold)
def weighed(tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """White's score and what mechanics add to it, in hundredths of a pawn."""
    return score


@stage(fold)
def tempting(tables: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """The contract's ``capture_score`` of a move, with what mechanics add to it."""
    return score


@stage(either)
def incalculable(tables: Any) -> Any:
    """Whether values alone do not say how captures on one site end: see the contract's ``foresees``."""
    return False


@stage(either)
def intricate(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether values alone do not say how captures on the goal of this move end, though elsewhere they do."""
    return False


@stage(either)
def unmarked(tables: Any) -> Any:
    """Whether an evaluation does not know what is attacked, because a part counts goals in its own way."""
    return False
