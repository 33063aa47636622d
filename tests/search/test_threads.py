"""A search in several threads."""

import threading
from typing import Any

import pytest

import fairyring
from fairyring import Position
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.deepening import Deepening
from fairyring.search.memory import STOP

MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"


def position(name: str, text: str = "") -> Position:
    variant = fairyring.load(name)
    return variant.position(text) if text else variant.start()


@pytest.mark.parametrize("threads", [2, 5])
def test_several_threads_find_a_mate(threads: int) -> None:
    found = fairyring.search(position("chess", MATE_IN_THREE), depth=6, threads=threads)
    assert found.mate == 5


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "ravioli", "monster-bluff-4"])
def test_they_share_a_limit_of_nodes_and_all_search(name: str) -> None:
    start = position(name)
    start = start.play(start.legal_moves()[0])
    run = Run(start, Limits(nodes=3000), 1, threads=3)
    found = run.watch(None, None)
    assert 1000 <= found.nodes <= 3000 + 3  # each ends with the node that is too many
    assert found.move in start.seen_by(start.side).legal_moves()
    assert all(each.nodes > 0 for each in run.others)


def test_threads_meet_in_the_table_alone() -> None:
    run = Run(position("chess"), Limits(depth=1), 1, threads=2)
    (other,) = run.others
    for name, array in run.main.memory._asdict().items():
        assert (getattr(other.memory, name) is array) == (name == "table")
    assert not any(own is others for own, others in zip(run.main.rows, other.rows, strict=True))
    assert other.roots == run.main.roots
    assert other.roots is not run.main.roots


def test_all_threads_end_with_the_search() -> None:
    before = threading.active_count()
    fairyring.search(position("chess"), seconds=0.2, threads=4)
    assert threading.active_count() == before


def test_an_error_in_any_thread_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(position("chess"), Limits(), 1, threads=2)
    root = Deepening.root

    def fail(self: Deepening, *given: Any) -> Any:
        if self is run.main:
            return root(self, *given)
        raise ValueError("broken")

    monkeypatch.setattr(Deepening, "root", fail)
    with pytest.raises(ValueError, match="broken"):
        run.watch(None, None)
    assert run.main.memory.shared[STOP]
