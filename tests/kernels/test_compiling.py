"""The cache of compiled code: one folder for one state of the sources, and work where none can be kept."""

import gc
import operator
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numba.extending
import pytest

import fairyring
from fairyring.kernels.compiling import (
    KEPT_SECONDS,
    U,
    cache_folder,
    compiled,
    internal,
    lowest_bit,
    popcount,
)
from tests import lanes

PACKAGE = Path(fairyring.__file__).parent
WHERE = "from fairyring.kernels.compiling import cache_folder; print(cache_folder)"
COMPILE = """
from fairyring.kernels.compiling import U, cache_folder
from fairyring.kernels.walks import below
assert below(U(1) << U(63), U(10)) == 5
print(cache_folder)
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A fresh Python that says something about fairyring, with settings and perhaps a copy of the sources."""

    def fresh(code: str, source: Path = PACKAGE.parent, **settings: str) -> subprocess.CompletedProcess[str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        cache = {"FAIRYRING_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(source)}
        return subprocess.run(
            [sys.executable, "-c", code],
            env=inherited | cache | settings,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )

    return fresh


def test_one_folder_for_one_state(run: Run, tmp_path: Path) -> None:
    first, second = run(WHERE), run(WHERE)
    assert first.stdout == second.stdout
    folder = Path(first.stdout.strip())
    assert folder.parent == tmp_path / "cache"
    assert folder.is_dir()
    assert first.stderr == ""


def test_checked_bounds_have_a_folder_of_their_own(run: Run) -> None:
    assert run(WHERE).stdout != run(WHERE, NUMBA_BOUNDSCHECK="1").stdout


def test_compiled_code_is_kept_there(run: Run) -> None:
    folder = Path(run(COMPILE).stdout.strip())
    kept = {file.suffix for file in folder.rglob("*") if file.is_file()}
    assert {".nbi", ".nbc"} <= kept


@pytest.mark.parametrize("changed", ["kernels/walks.py", "kernels/orthodox/play.py", "search/__init__.py"])
def test_a_changed_source_opens_another_folder(changed: str, run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "src" / "fairyring"
    for part in ("kernels", "search", "board", "pieces"):
        shutil.copytree(PACKAGE / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").write_text("")
    shutil.copy(PACKAGE / "errors.py", copy)
    before = run(WHERE, copy.parent).stdout
    assert before == run(WHERE, copy.parent).stdout
    with (copy / changed).open("a", encoding="utf-8") as source:
        source.write("# one more line\n")
    assert run(WHERE, copy.parent).stdout != before


def test_a_new_source_opens_another_folder(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "src" / "fairyring"
    shutil.copytree(PACKAGE / "kernels", copy / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").write_text("")
    before = run(WHERE, copy.parent).stdout
    (copy / "kernels" / "more.py").write_text("")
    assert run(WHERE, copy.parent).stdout != before


def test_folders_long_unused_go_when_a_new_one_comes(run: Run, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old, late, strange = cache / "kernels-old", cache / "kernels-late", cache / "my-notes"
    for folder in (old, late, strange):
        folder.mkdir(parents=True)
    month_ago = time.time() - KEPT_SECONDS
    for folder, seconds in ((old, -60), (late, 3600), (strange, -60)):
        os.utime(folder, (month_ago + seconds, month_ago + seconds))
    run(WHERE)
    assert (old.exists(), late.exists(), strange.exists()) == (False, True, True)


def test_where_nothing_can_be_kept_it_says_so_and_works(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said = run(COMPILE, FAIRYRING_CACHE=str(tmp_path / "file" / "cache"))
    spare = Path(said.stdout.strip())
    assert tmp_path not in spare.parents
    assert not spare.exists()  # it went with the process
    assert "RuntimeWarning: compiled code cannot be kept in" in said.stderr
    assert "Set FAIRYRING_CACHE to a folder that can be written" in said.stderr


def test_this_very_process_has_a_folder() -> None:
    assert cache_folder.is_dir()


@pytest.mark.kernel
@pytest.mark.parametrize(
    "word", [1, 2, 3, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0010_0400_0000_0000]
)
def test_bits(word: int) -> None:
    lowest, count = both(U(word))
    assert int(lowest) == next(bit for bit in range(64) if word >> bit & 1)
    assert int(count) == word.bit_count()


@compiled
def both(word: Any) -> Any:
    return lowest_bit(word), popcount(word)


@pytest.mark.skipif(lanes.PLAIN, reason="plain functions may be called from anywhere")
def test_an_internal_function_refuses_python() -> None:
    assert through_a_door(U(3)) == 4
    with pytest.raises(TypeError, match="one_more is called by compiled code only"):
        one_more(U(3))


@internal
def one_more(number: Any) -> Any:
    return number + U(1)


@compiled
def through_a_door(number: Any) -> Any:
    return one_more(number)


def test_remembered_signatures_are_what_numba_finds() -> None:
    from numba.core import types
    from numba.core.registry import cpu_target

    context = cpu_target.typing_context
    context.refresh()  # Numba loads what it knows of operators when it first compiles
    found_afresh = type(context).resolve_function_type
    array = types.Array(types.uint64, 2, "C")
    for function, arguments in (
        (operator.add, (types.uint64, types.uint64)),
        (operator.add, (types.uint64, types.int64)),
        (operator.lt, (types.int64, types.int64)),
        (operator.getitem, (array, types.uint64)),
    ):
        kind = context.resolve_value_type(function)
        first = context.resolve_function_type(kind, arguments, {})
        assert context.resolve_function_type(kind, arguments, {}) is first
        assert first == found_afresh(context, kind, arguments, {})


@pytest.mark.skipif(lanes.PLAIN, reason="nothing is compiled in this lane")
def test_garbage_is_left_alone_while_numba_compiles() -> None:
    njit: Any = numba.njit
    overload: Any = numba.extending.overload
    seen = []

    def look() -> int:
        raise AssertionError("only compiled code calls it")

    def looked() -> Callable[[], int]:
        seen.append(gc.isenabled())
        return lambda: 1

    overload(look)(looked)
    inner = njit(lambda: look())  # noqa: PLW0108 -- Numba finds the overload by the call
    assert gc.isenabled()
    assert njit(lambda: inner() + look())() == 2
    assert seen
    assert not any(seen)
    assert gc.isenabled()
