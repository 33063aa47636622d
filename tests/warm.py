"""Compiles the rules and the search of every family before a lane starts: python -m tests.warm [PROCESSES]

The processes that share a lane would otherwise begin by compiling the same functions at the same time.
"""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

import fairyring
from fairyring import testing
from fairyring.search import prepare
from tests import lanes


def warm(name: str) -> None:
    """Compile what playing a game, searching and the conformance suite need, or load it."""
    prepare(fairyring.load(name))
    testing.check(name, walks=0, plies=2)


if __name__ == "__main__":
    processes = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    games = lanes.one_a_family(lanes.GAMES)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for _ in pool.map(warm, games):
            pass
