"""Compiled code of users' files: where it is kept, and that it never gets in the way of other games."""

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

import fairyring
import fairyring.kernels
from fairyring import testing
from fairyring.kernels import walks
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Family, register
from fairyring.kernels.orthodox.tables import Tables
from fairyring.variants import user_files
from tests import lanes

# A family of which there are as many moves as a constant says, which may stand in a module beside it.
TINY = """
from typing import NamedTuple
import numpy as np
from fairyring.kernels.compiling import U, compiled, inlined
from fairyring.kernels.contract import Family, register
{constant}

class Tables(NamedTuple):
    numbers: np.ndarray

@inlined
def more(tables):
    return tables.numbers[0] * MOVES

@compiled
def count(tables, states, ply, moves, n):
    return more(tables)

@compiled
def play(tables, states, ply, move):
    states[ply] = move

register(Tables, Family(count, count, count, play, count, count, count, count, count))
"""


def write(folder: Path, constant: str, name: str = "tiny.py") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(TINY.format(constant=constant), encoding="utf-8")
    return path


def moves_of(tiny: ModuleType) -> int:
    """How many moves there are, by compiled code that is specialised for the family."""
    tables = tiny.Tables(np.ones(1, np.uint64))
    rows = np.zeros(4, np.uint64)
    found: Any = walks.perft(tables, rows, U(0), U(1), rows, rows)
    return int(found)


def test_games_whose_tables_look_alike_stay_apart(tmp_path: Path) -> None:
    one, other = (user_files.imported(write(tmp_path, f"MOVES = U({number})")) for number in (3, 4))
    assert one.__name__ != other.__name__
    assert [moves_of(tiny) for tiny in (one, other, one)] == [3, 4, 3]


def test_a_module_beside_a_file_is_part_of_it(tmp_path: Path) -> None:
    found = []
    for number in (3, 4):
        (tmp_path / "helper.py").write_text(f"from deeper import U\nMOVES = U({number})\n")
        (tmp_path / "deeper").mkdir(exist_ok=True)
        (tmp_path / "deeper" / "__init__.py").write_text("from .last import U\n")
        (tmp_path / "deeper" / "last.py").write_text("from fairyring.kernels.compiling import U\n")
        found.append(user_files.imported(write(tmp_path, "import helper\nfrom helper import MOVES")))
    assert found[0].__name__ != found[1].__name__
    assert [moves_of(tiny) for tiny in found] == [3, 4]
    assert [tiny.helper.__name__ for tiny in found] == [f"{tiny.__name__}.helper" for tiny in found]
    assert "helper" not in sys.modules
    assert "deeper" not in sys.modules


def test_the_same_content_is_the_same_module(tmp_path: Path) -> None:
    one = user_files.imported(write(tmp_path / "a", "MOVES = U(3)"))
    assert user_files.imported(write(tmp_path / "b", "MOVES = U(3)", "other.py")) is one


def test_our_own_tables_never_look_alike() -> None:
    """Numba takes two NamedTuples of one name for one type if their fields have the same names and types."""
    found: dict[tuple[str, tuple[str, ...]], type] = {}
    for module in pkgutil.walk_packages(fairyring.kernels.__path__, "fairyring.kernels."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
                assert found.setdefault((value.__name__, value._fields), value) is value
    assert len(found) > 10


def test_a_family_cannot_take_the_place_of_another() -> None:
    family = Family(*[walks.perft] * 9)
    with pytest.raises(ValueError, match=r"another family is registered for fairyring\..*Tables"):
        register(Tables, family)


ASK = """
import sys
from pathlib import Path
from fairyring.kernels import walks
from fairyring.kernels.compiling import U, compiled
from fairyring.variants import user_files
import numpy as np
@compiled
def f(x):
    return x
f(U(1))
rows = np.zeros(4, np.uint64)
for path in sys.argv[1:]:
    before = sum(walks.perft.stats.cache_hits.values())
    tiny = user_files.imported(Path(path))
    moves = int(walks.perft(tiny.Tables(np.ones(1, np.uint64)), rows, U(0), U(1), rows, rows))
    print(moves, "kept" if sum(walks.perft.stats.cache_hits.values()) > before else "compiled")
print(*[result.fndesc.mangled_name for result in f.overloads.values()])
"""


class Processes:
    """Three processes, one after the other, that use the same files, copied and changed in between.

    Attributes:
        found: how many moves each file has in each process, and whether its code was kept by another.
        symbols: what each calls a function that it compiles.
        cache: the folder of what they keep.
    """

    def __init__(self, folder: Path) -> None:
        self.found: list[dict[str, str]] = []
        self.symbols: list[str] = []
        self.cache = folder / "cache"
        three = write(folder / "three", "import helper\nMOVES = helper.MOVES")
        helper, copy = three.with_name("helper.py"), folder / "copy"
        data = folder / "moves.txt"
        reading = write(folder / "reading", f"MOVES = U(int(open({str(data)!r}).read()))")
        helper.write_text("import numpy as np\nMOVES = np.uint64(3)\n")
        data.write_text("7")
        self._ask(three, reading)
        shutil.copytree(three.parent, copy)
        helper.write_text("import numpy as np\nMOVES = np.uint64(4)\n")
        self._ask(three, copy / "tiny.py", reading)
        data.write_text("8")
        self._ask(three, copy / "tiny.py", reading)

    def _ask(self, *paths: Path) -> None:
        words = ["-c", ASK, *map(str, paths)]
        *found, symbol = run(*words, FAIRYRING_CACHE=str(self.cache)).stdout.splitlines()
        self.found.append(dict(zip((path.parent.name for path in paths), found, strict=True)))
        self.symbols.append(symbol)


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Processes:
    return Processes(tmp_path_factory.mktemp("files"))


def test_it_is_kept_by_content(processes: Processes) -> None:
    assert [found["three"] for found in processes.found] == ["3 compiled", "4 compiled", "4 kept"]
    assert [found.get("copy") for found in processes.found] == [None, "3 kept", "3 kept"]
    assert len(list(processes.cache.glob("game-*"))) == 3
    for folder in processes.cache.glob("kernels-*"):
        assert not list(folder.iterdir())


def test_a_constant_that_a_file_reads_elsewhere_counts(processes: Processes) -> None:
    assert [found["reading"] for found in processes.found] == ["7 compiled", "7 kept", "8 compiled"]


def test_two_processes_make_no_symbol_twice(processes: Processes) -> None:
    assert len(set(processes.symbols)) == 3


THREECHECK = Path(__file__).parents[1] / "data" / "threecheck.py"
MATE = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 2 0"  # of White's checks only one is lacking


@pytest.mark.kernel
def test_a_family_in_a_users_file_is_sound() -> None:
    testing.check(THREECHECK, walks=1, plies=lanes.samples(12, 3))
    three = fairyring.load(THREECHECK).position(MATE)
    chess = fairyring.load("chess")
    assert three.play("h1-h8").result is not None
    if not lanes.PLAIN:
        found = fairyring.search(three, depth=3)
        assert (str(found.move), found.mate) == ("h1-h8", 1)
        for depth in (3, 4):  # wrong code for chess showed itself from depth 3 on
            assert abs(fairyring.search(chess.start(), depth=depth).score) < 200


CHESS = """
import fairyring
print(fairyring.perft(fairyring.load("chess").start(), 2))
"""


@pytest.mark.slow
def test_other_games_go_on_when_a_users_file_is_edited_and_deleted(tmp_path: Path) -> None:
    once = f"  # {uuid4()}"  # so that nothing is kept from an earlier run
    path = write(tmp_path, f"MOVES = U(5){once}")
    assert run("-c", ASK + CHESS, str(path)).stdout.splitlines()[::2] == ["5 compiled", "400"]
    write(tmp_path, f"MOVES = U(6){once}")
    assert run("-c", ASK + CHESS, str(path)).stdout.splitlines()[::2] == ["6 compiled", "400"]
    path.unlink()
    said = run("-m", "fairyring", "uci", said="position startpos moves e2e4\ngo depth 2\nquit\n").stdout
    assert "bestmove" in said


def run(*arguments: str, said: str | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
    """A fresh Python, which must end well."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=said,
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
        env=os.environ | settings,
    )
