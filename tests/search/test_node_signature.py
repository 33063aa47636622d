"""The search visits as many nodes as it is known to: no change of the search goes unnoticed."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from tests import lanes

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "signature.py"
SIGNATURE: dict[str, Any] = runpy.run_path(str(SCRIPT))
CASES = SIGNATURE["cases"]()


def games() -> list[str]:
    """All of them, or those that have each mechanic and each compiled code; and chess."""
    if lanes.EVERY:
        return [name for name in lanes.GAMES if not lanes.alone(name)]
    return sorted({"chess", *lanes.chosen(lanes.GAMES)})


@pytest.mark.parametrize("game", lanes.optimized(games()))
def test_as_many_nodes_are_visited(game: str) -> None:
    cases = [case for case in CASES if case.game == game]
    assert len(cases) == 1 + len(SIGNATURE["PLIES"]), "draw positions: python benchmarks/signature.py --draw"
    assert [case.counted() for case in cases] == cases, (
        "the search visits other positions than before; if that is meant,"
        " write the new counts: python benchmarks/signature.py --write"
    )


def test_the_sum_is_that_of_the_positions() -> None:
    assert f"# In all: {sum(case.nodes for case in CASES)}\n" in SIGNATURE["FILE"].read_text(encoding="utf-8")
