"""Mistakes in a mechanic of a user's own are told with file and line, however they come to light."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

import fairyring
from fairyring import VariantError
from fairyring.variants.user_faults import fault
from fairyring.web.compiling import Job, PreparationError, Preparations
from fairyring.web.logs import Lines
from fairyring.web.thinking import prepare_rules
from tests import lanes
from tests.cli.conftest import Run, run

__all__ = ["run"]  # a fixture

BREATH = """
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import ONGOING
from fairyring.kernels.declared import Counter, set_field
from fairyring.kernels.stages import register_part
from fairyring.mechanics import Mechanic
from fairyring.variants import chess

BREATHS = Counter("breaths left", 4, "The breaths that are left.")

class Lungs(NamedTuple):
    field: np.ndarray

@dataclass(frozen=True)
class Breath(Mechanic):
    title = "breath"
    def state(self):
        return (BREATHS,)
    def part(self, draft):
        return Lungs(np.array([draft.layout.field(BREATHS.fields((), 0)[0])], np.uint64))

@inlined
def spent(lungs, states, ply, side):
    field = lungs.field[0] + side
    set_field(states, ply, field, states.info[ply, field] - U(1))

@inlined
def arrived(lungs, tables, states, ply, move, taken, kept):
    if taken != U(0):
        spent(lungs, states, ply, taken & U(1))
    return kept

@inlined
def over(lungs, tables, states, ply):
    return ONGOING

@inlined
def turned(lungs, tables, states, ply):
    return

register_part(Lungs, globals())

def variant():
    return chess.variant().but(
        title="Breathless", summary="s", mechanics=[Breath()], rules={"minor": "", "bound": ""},
    )
"""


def write(folder: Path, before: str = "", after: str = "", name: str = "mine.py") -> Path:
    assert BREATH.count(before) >= 1
    path = folder / name
    path.write_text(BREATH.replace(before, after, 1), encoding="utf-8")
    return path


# What is refused as the file is loaded.
REFUSED = [
    (
        "ply, move, taken, kept)",
        "move, kept)",
        "line 31: `arrived` must take 7 parameters: part, tables, states",
    ),
    ("    return kept", "    return", "line 34: `arrived` must return a value here"),
    ("    return kept", "    kept = U(0)", "line 31: `arrived` must return a value at its end"),
    ("def arrived(", "def arived(", "line 31: `arived` is not a stage; did you mean `arrived`?"),
    ("def turned(", "def turnde(", "line 41: `turnde` is not a stage; did you mean `turned`?"),
    ("register_part(Lungs, globals())", "", "py: `Lungs` is not registered: call `register_part(Lungs, "),
    (
        "def variant()",
        "@inlined\ndef ended(lungs, tables, states, ply):\n    return ONGOING\n\ndef variant()",
        "line 47: `ended` must be above line 44, because `register_part` registers only the functions above",
    ),
    ("return (BREATHS,)", "return BREATHS", "`Breath.state()` must return a tuple, such as `(Counter(…),)`"),
    ("draft.layout.field", "draft.layout.feild", "line 23: 'Layout' object has no attribute 'feild'"),
    ("def variant()", "def variant() ->", "line 46: SyntaxError: "),
    ("def variant()", "def varient()", "py: a game's file has a function variant()"),
]


@pytest.mark.parametrize(("before", "after", "said"), REFUSED)
def test_a_mistake_is_refused_with_its_line(before: str, after: str, said: str, tmp_path: Path) -> None:
    path = write(tmp_path, before, after)
    for _ in range(2):  # the same once it has been imported
        with pytest.raises(VariantError) as caught:
            fairyring.load(path)
        assert str(caught.value).startswith(("mine.py, line ", "mine.py: "))
        assert said in str(caught.value)
        assert "(, line" not in str(caught.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def arrived(", "def arrived_("),  # taken out
        ("def spent(", "def swept_by(x):\n    return x\n\n@inlined\ndef spent("),
        ("def spent(", "def swept(lungs, *rest):\n    return rest[-1]\n\n@inlined\ndef spent("),
        ("spent(", "landing("),  # nearly a stage, but called by another function
    ],
)
def test_helpers_are_not_refused(before: str, after: str, tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(BREATH.replace(before, after), encoding="utf-8")
    fairyring.load(path)


def test_what_a_helper_is_called_by_is_in_its_module_or_another(tmp_path: Path) -> None:
    unused = "def swepd(x):\n    return x\n\n@inlined\ndef spent("
    with pytest.raises(
        VariantError, match=r"mine\.py, line 26: `swepd` is not a stage; did you mean `swept`\?"
    ):
        fairyring.load(write(tmp_path, "def spent(", unused))
    (tmp_path / "parts.py").write_text(BREATH.replace("def spent(", unused), encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text("from parts import swepd, variant\n", encoding="utf-8")
    fairyring.load(path)
    path.write_text("from parts import variant\n", encoding="utf-8")
    with pytest.raises(VariantError, match=r"parts\.py, line 26: `swepd` is not a stage"):
        fairyring.load(path)


# What comes to light only as moves are made: the line, and the reason as compiled and as plain Python.
MADE = [
    ("        spent(", "        spend(", 33, "name 'spend' is not defined", "name 'spend' is not defined"),
    ("set_field(states, ", "set_feild(states, ", 28, "name 'set_feild' is not", "name 'set_feild' is not"),
    ("lungs.field[0]", "lungs.feild[0]", 27, "Unknown attribute 'feild' of type Lungs", "'Lungs' object has"),
    ("set_field(states, ply, field,", "set_field(states,", 28, "missing a required argument", "missing 2 "),
    ("lungs.field[0] +", 'lungs.field + "x" +', 27, "can be compiled: add(array(uint64, 1d", "ufunc 'add'"),
    ("    field = lungs", '    with open("") as field: pass\n    field = lungs', 0, "'with ", "FileNotFound"),
]


def error_of(path: Path) -> Exception:
    """What a capture raises."""
    game = fairyring.load(path)
    try:
        prepare_rules(game, lambda *_: None)
        game.start().play("e2-e4").play("d7-d5").play("e4-d5")
    except Exception as error:  # noqa: BLE001 -- of many kinds
        return error
    raise AssertionError("nothing is wrong")


@pytest.mark.parametrize(("before", "after", "line", "compiled", "plain"), MADE)
def test_a_mistake_in_compiled_code_has_its_line(
    before: str, after: str, line: int, compiled: str, plain: str, tmp_path: Path
) -> None:
    found = fault(error_of(write(tmp_path, before, after)))
    assert found is not None
    assert (found.file, found.line) == ("mine.py", line or found.line)
    assert 25 <= found.line <= 33
    assert (plain if lanes.PLAIN else compiled) in found.reason
    assert str(tmp_path) not in found.message
    assert len(found.message) < 250


def test_a_bug_of_ours_is_not_the_files_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = fairyring.load(write(tmp_path))
    monkeypatch.setattr(type(game.rules), "most_moves", property(lambda _: 1 // 0))
    with pytest.raises(ZeroDivisionError) as caught:
        game.start().legal_moves()
    assert fault(caught.value) is None


def test_the_command_line_tells_it_in_a_sentence(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path, "set_field(states, ", "set_feild(states, ")
    for words in (["check", str(path)], ["perft", str(path), "4"]):
        said = run(*words)
        assert said.exit_code == 2
        told = "fairyring: mine.py, line 28: name 'set_feild' is not defined\n"
        assert said.stderr.endswith(told), said.stderr
        assert "bug" not in said.stderr


def test_the_server_tells_it_and_logs_its_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = fairyring.load(write(tmp_path, "set_field(states, ", "set_feild(states, "))
    error = error_of(tmp_path / "mine.py")

    def work(_: object) -> None:
        raise error

    async def check() -> None:
        with pytest.raises(PreparationError) as failure:
            await Preparations().of("key", lambda: Job(game.title, work)).follow()
        told = "Breathless could not be prepared: mine.py, line 28: name 'set_feild' is not defined"
        assert str(failure.value) == told

    with caplog.at_level(logging.ERROR):
        asyncio.run(check())
    (record,) = caplog.records
    line = Lines().format(record)
    assert line.endswith("file=mine.py:28")
    assert "set_feild" not in line
    assert str(tmp_path) not in line
