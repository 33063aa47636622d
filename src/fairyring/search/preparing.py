"""Compiles what a game and its search need, with a second process that helps.

Compiling holds Numba's lock, so a second thread would not help. The second process begins with what this one
comes to last, and each waits for what the other is compiling (`kernels/code_cache.py`).
"""

from __future__ import annotations

import atexit
import json
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from fairyring.game import Variant, load
from fairyring.game.walks import Report, prepare_steps, take_steps
from fairyring.kernels import code_cache, contract, entry_points
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.processors import processors
from fairyring.search.analysis import compile_search

_HELP = "import sys; from fairyring.search.preparing import help_with; help_with(*sys.argv[1:])"


def prepare(variant: Variant, report: Report | None = None) -> None:
    """Compile what playing, analysing and searching a variant need, or load it from the cache.

    Args:
        variant: the variant.
        report: called before each step with its name, its number from 0, and how many steps there are.
    """
    try:
        with helped(variant):
            take_steps([*prepare_steps(variant), ("search", lambda: compile_search(variant))], report)
    finally:
        end_help()


@contextmanager
def helped(variant: Variant) -> Iterator[None]:
    """Have a second process help as soon as something has to be compiled here. It goes on until `end_help`.

    There is none where it gains nothing (games without mechanics are compiled as one piece), where it could
    not do the same (a user's code, a variant without a name), where there is one processor, or where this
    process is itself one of several workers.
    """
    named = variant.source == variant.name or variant.source.endswith(".toml")
    alone = processors() < 2 or multiprocessing.parent_process() is not None
    helping = any(process.poll() is None for process in _helping)
    if helping or not named or alone or not _large(variant.rules):
        yield
        return

    def begin() -> None:
        command = [sys.executable, "-c", _HELP, variant.source, json.dumps(variant.options)]
        none = subprocess.DEVNULL
        with suppress(OSError):  # it only saves time
            _helping.append(subprocess.Popen(command, stdin=none, stdout=none, stderr=none))

    with code_cache.at_first_miss(begin):
        yield


@atexit.register
def end_help() -> None:
    """End the second process, if there is one."""
    while _helping:
        process = _helping.pop()
        process.kill()
        process.wait()


_helping: list[subprocess.Popen[bytes]] = []


def help_with(source: str, options: str) -> None:
    """What the second process does: compile a variant, found by its source and its options as JSON."""
    variant = load(source, **json.loads(options))
    rules = variant.rules
    assert isinstance(rules, PieceRules)
    _compile_parts(rules)
    compile_search(variant)


def _large(rules: Any) -> bool:
    """Whether so much is compiled in parts that a second process gains time: a plain game with mechanics.

    Minigolf Chess and Mini Meta Chess are ready no sooner with its help.
    """
    return type(rules) is Orthodox and bool(rules.mechanics)


def _compile_parts(rules: PieceRules) -> None:
    """Compile such parts, the largest first."""
    tables, states, moves = rules.tables, rules.layout.rows(len(rules.board), 1), np.zeros(1, np.uint64)
    family, row = contract.family_of(type(tables)), (tables, states, U(0))
    parts: tuple[tuple[Any, tuple[Any, ...]], ...] = (
        (family.play, (*row, U(0))),
        (entry_points.evaluate, row),
        (family.outcome, (*row, U(0))),
        (entry_points.noisy, (*row, moves, U(0))),
        (entry_points.outlasts, (*row, U(0), I(0))),
        (entry_points.null_move, row),
    )
    for function, given in parts:
        function.compile(tuple(map(function.typeof_pyval, given)))
