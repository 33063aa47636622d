"""Chess whose compiled functions are wrong, for the conformance suite to find: each a mistake of inventors.

    NUMBA_DISABLE_JIT=1 python -m tests.broken_families play

A family is known by the type of its tables, so this one has its own. Run as plain Python, nothing has to be
compiled.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import fairyring
from fairyring import Position, Variant, testing
from fairyring.kernels.contract import SIDE, Family, family_of, register
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import Tables
from fairyring.notation.position import Form

HANGING = "3r4/5ppk/8/8/3Q4/8/5PPP/6K1 b - - 0 1"
SOUND = family_of(Tables)


class OddTables(NamedTuple):
    """The fields of `Tables`, as a type of its own."""

    ways: Any
    keys: Any
    worth: Any
    sites: Any
    parts: Any


@dataclasses.dataclass(frozen=True)
class Odd(Orthodox):
    """Chess by the tables of another family."""

    @property
    def tables(self) -> Any:
        """The usual tables under the other type."""
        return OddTables(*self.plain_tables)


def moves_twice(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Make a move and leave the turn with the side that made it."""
    SOUND.play(tables, states, ply, move)
    states.info[ply + 1, SIDE] = states.info[ply, SIDE]


def passes_to_itself(tables: Any, states: Any, ply: Any) -> Any:
    """Make a null move and leave the turn with the side that made it."""
    done = SOUND.null_move(tables, states, ply)
    if done:
        states.info[ply + 1, SIDE] = states.info[ply, SIDE]
    return done


def for_white(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """Evaluate for White, also when Black is to move."""

    def wrong(tables: Any, states: Any, ply: Any) -> Any:
        found = evaluate(tables, states, ply)
        return -found if states.info[ply, SIDE] else found

    return wrong


MISTAKES: dict[str, tuple[Family, Callable[[Position], None]]] = {
    "none": (SOUND, testing.check_kernel),
    "play": (SOUND._replace(play=moves_twice), testing.check_kernel),
    "null_move": (SOUND._replace(null_move=passes_to_itself), testing.check_kernel),
    "evaluate": (
        SOUND._replace(evaluate=for_white(SOUND.evaluate), lazy_eval=for_white(SOUND.lazy_eval)),
        testing.check_search,
    ),
}


def main() -> None:
    """Check the game with the mistake that is named; print what the suite says."""
    family, check = MISTAKES[sys.argv[1]]
    register(OddTables, family)
    chess = fairyring.load("chess").definition
    assert isinstance(chess.rules, Orthodox)
    fields = {part.name: getattr(chess.rules, part.name) for part in dataclasses.fields(Orthodox)}
    rules = Odd(**fields)
    definition = dataclasses.replace(chess, rules=rules, form=Form(rules, chess.form.fields))
    position = Variant("odd", definition, {}, "chess").position(HANGING)
    try:
        check(position)
        testing.check_search(position)
    except testing.ConformanceError as error:
        sys.stdout.write(f"{error}\n")


if __name__ == "__main__":
    main()
