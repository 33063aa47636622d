"""The compile cache: what shares a folder, what counts as a miss, and what is never read."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import TypingError

import fairyring
from fairyring.kernels import cache_files, cache_folder, code_cache, walks
from fairyring.kernels.cache_folder import KEPT_SECONDS, house_folder
from fairyring.kernels.compiling import U, compiled

PACKAGE = Path(fairyring.__file__).parent
COMPILE = """
from fairyring.kernels.cache_folder import house_folder
from fairyring.kernels.compiling import U
from fairyring.kernels.walks import below
assert below(U(1) << U(63), U(10)) == 5
print(house_folder())
print(sum(below.stats.cache_hits.values()))
"""


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder that this process uses meanwhile; it is not there yet."""
    monkeypatch.setenv("FAIRYRING_CACHE", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


def forget() -> None:
    """Have this process look at its folders again."""
    for known in (house_folder, cache_folder._base, cache_folder._temporary):
        known.cache_clear()


def found() -> bool:
    """Whether a function is found in the cache, by a process that has never compiled it."""
    code_cache._known.clear()
    below: Any = compiled(walks.below.py_func)  # type: ignore[attr-defined]
    assert below(U(1) << U(63), U(10)) == 5
    return bool(sum(below.stats.cache_hits.values()))


def entry(folder: Path) -> Path:
    """The one file of compiled code in a folder."""
    (file,) = folder.glob("*.code")
    return file


def test_compiled_code_is_found_again(base: Path) -> None:
    assert not found()
    folder = house_folder()
    assert folder.parent == base
    assert entry(folder).name.startswith("below-")
    assert found()


def test_processes_share_it_if_their_sources_are_the_same(base: Path, tmp_path: Path) -> None:
    copy = copied(tmp_path, *cache_folder._COMPILED, "board", "pieces")

    def said(source: Path, **settings: str) -> list[str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment = inherited | {"PYTHONPATH": str(source)} | settings
        code = [sys.executable, "-W", "error", "-c", COMPILE]
        return subprocess.check_output(code, env=environment, text=True, timeout=120).splitlines()

    folder, hits = said(PACKAGE.parent)
    assert (Path(folder).parent, hits) == (base, "0")
    assert said(copy.parent) == [folder, "1"]
    checked, hits = said(copy.parent, NUMBA_BOUNDSCHECK="1")
    assert (checked != folder, hits) == (True, "0")


CALLING = """

@compiled
def inner(number):
    return number + U(1)


@compiled
def outer(number):
    return inner(number) * U(2)
"""
# What each process imports is imported once; each fork of it is a process that has compiled nothing yet.
CALL = """
import os
import sys
from fairyring.kernels import walks
from fairyring.kernels.compiling import U
from fairyring.kernels.symbols import make_symbols_unique

for _ in sys.stdin:
    fork = os.fork()
    if not fork:
        make_symbols_unique()
        assert walks.outer(U(3)) == 8
        for function in walks.inner, walks.outer:
            hits, misses = function.stats.cache_hits, function.stats.cache_misses
            print(function.__name__, sum(hits.values()), sum(misses.values()), flush=True)
        os._exit(0)
    assert os.waitpid(fork, 0)[1] == 0
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no forks")
def test_code_that_calls_other_code_is_read_only_together_with_it(base: Path, tmp_path: Path) -> None:
    copy = copied(tmp_path, *cache_folder._COMPILED, "board", "pieces")
    with (copy / "kernels" / "walks.py").open("a") as file:
        file.write(CALLING)
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", CALL],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(copy.parent)},
    ) as process:
        _code_is_read_only_together(process, base)
        process.communicate(timeout=60)
    assert process.returncode == 0


def _code_is_read_only_together(process: subprocess.Popen[str], base: Path) -> None:
    def said() -> list[str]:
        assert process.stdin is not None
        assert process.stdout is not None
        print(file=process.stdin, flush=True)
        return [process.stdout.readline().strip() for _ in ("inner", "outer")]

    def files(name: str) -> list[Path]:
        return list(base.glob(f"*/{name}-*.code"))

    assert said() == ["inner 0 1", "outer 0 1"]
    assert said() == ["inner 0 0", "outer 1 0"]  # Python has called one of them
    (inner,), (outer,) = files("inner"), files("outer")
    caller = outer.read_bytes()
    inner.unlink()
    assert said() == ["inner 0 1", "outer 0 1"]
    assert said() == ["inner 0 0", "outer 1 0"]
    outer.write_bytes(caller)  # it calls what was compiled before
    assert said() == ["inner 1 0", "outer 0 1"]
    assert said() == ["inner 0 0", "outer 1 0"]


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "other"])
@pytest.mark.usefixtures("base")
def test_a_damaged_entry_is_compiled_again(damage: str) -> None:
    found()
    file = entry(house_folder())
    whole = file.read_bytes()
    garbage = b"no pickle"
    contents = {
        "empty": b"",
        "cut": whole[:-1],
        "changed": whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],
        "other": hashlib.sha256(garbage).digest() + garbage,
    }
    file.write_bytes(contents[damage])
    assert not found()
    assert found()


@pytest.mark.usefixtures("base")
def test_an_entry_that_cannot_be_written_or_read_is_a_miss() -> None:
    found()
    file = entry(house_folder())
    file.unlink()
    file.mkdir()
    assert not found()
    assert [path.name for path in house_folder().iterdir()] == [file.name]  # nothing is left half written


def copied(tmp_path: Path, *parts: str) -> Path:
    """A copy of some of fairyring's packages."""
    copy = tmp_path / "src" / "fairyring"
    for part in parts:
        shutil.copytree(PACKAGE / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").write_text("")
    for module in ("errors.py", "messages.py"):
        shutil.copy(PACKAGE / module, copy)
    return copy


@pytest.fixture
def meaning(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What the name of the folder is made of, for a copy of the sources."""
    assert not base.exists()
    monkeypatch.setattr(cache_folder, "_PACKAGE", copied(tmp_path, "kernels", "search"))
    return lambda: cache_folder.meaning_of.__wrapped__("kernels", "search")


@pytest.mark.parametrize("changed", ["kernels/walks.py", "kernels/orthodox/play.py", "search/__init__.py"])
def test_a_changed_source_opens_another_folder(
    changed: str, meaning: Callable[[], str], tmp_path: Path
) -> None:
    before = meaning()
    assert before == meaning()
    with (tmp_path / "src" / "fairyring" / changed).open("a", encoding="utf-8") as source:
        source.write("MORE = 1\n")
    assert meaning() != before


def test_a_new_source_opens_another_folder(meaning: Callable[[], str], tmp_path: Path) -> None:
    before = meaning()
    (tmp_path / "src" / "fairyring" / "kernels" / "more.py").write_text("")
    assert meaning() != before


def test_a_comment_or_docstring_opens_no_other_folder(meaning: Callable[[], str], tmp_path: Path) -> None:
    before = meaning()
    module = tmp_path / "src" / "fairyring" / "kernels" / "walks.py"
    text = module.read_text(encoding="utf-8")
    changed = "# a comment\n\n" + text.replace('"""', '"""More words: ').replace("More words: \n", "\n")
    assert changed.count("More words: ") > 1  # the module's docstring, and a function's
    module.write_text(changed, encoding="utf-8")
    assert meaning() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks")
@pytest.mark.usefixtures("base")
def test_what_another_process_compiles_is_waited_for() -> None:
    found()
    file = entry(house_folder())
    content = file.read_bytes()
    file.unlink()
    claim = cache_files.claim(file)
    assert claim is not None

    def finish() -> None:
        time.sleep(0.3)
        assert not file.exists()  # the other has not compiled it, too
        cache_files.write(file, content[cache_files._DIGEST_SIZE :])
        claim.release()

    with ThreadPoolExecutor(1) as pool:
        finished = pool.submit(finish)
        assert found()
        finished.result()
    assert list(house_folder().iterdir()) == [file]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such locks")
def test_a_claim_ends_with_its_process(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base.mkdir()
    path = base / "some.code"
    claims = (
        "import sys, pathlib, fairyring.kernels.cache_files as f; assert f.claim(pathlib.Path(sys.argv[1]))"
    )
    subprocess.run([sys.executable, "-c", claims, path], check=True, timeout=60)
    assert (base / "some.lock").exists()
    first = cache_files.claim(path)
    assert first is not None
    monkeypatch.setattr(cache_files, "PATIENCE", 0.1)
    assert cache_files.claim(path) is None
    first.release()
    assert cache_files.claim(path) is not None


@pytest.mark.usefixtures("base")
def test_a_compile_that_fails_leaves_nobody_waiting() -> None:
    below: Any = compiled(walks.below.py_func)  # type: ignore[attr-defined]
    with pytest.raises(TypingError):
        below("no number", U(10))
    assert not code_cache._claims
    assert not list(house_folder().glob("*.lock"))
    assert not found()


def test_folders_that_are_long_unused_are_removed(base: Path) -> None:
    old, late, strange = base / "kernels-old", base / "kernels-late", base / "my-notes"
    game = base / "game-old"
    base.mkdir(mode=0o700)
    for folder in (old, late, strange, game):
        folder.mkdir()
    month_ago = time.time() - KEPT_SECONDS
    for folder, seconds in ((old, -60), (late, 3600), (strange, -60), (game, -60)):
        os.utime(folder, (month_ago + seconds, month_ago + seconds))
    house_folder()
    assert [folder.exists() for folder in (old, late, strange, game)] == [False, True, True, False]


def test_without_a_usable_folder_it_warns_and_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = os.environ | {"FAIRYRING_CACHE": str(tmp_path / "file" / "cache")}
    code = [sys.executable, "-c", COMPILE]
    said = subprocess.run(code, env=settings, capture_output=True, text=True, check=True, timeout=120)
    spare = Path(said.stdout.splitlines()[0])
    assert tmp_path not in spare.parents
    assert not spare.exists()  # it went with the process
    assert "RuntimeWarning: compiled code cannot be kept in" in said.stderr
    assert "Set FAIRYRING_CACHE to a folder that can be written" in said.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("which", ["base", "folder"])
@pytest.mark.parametrize("mode", [0o770, 0o777, 0o1777, "owner"])
def test_a_folder_that_others_may_write_to_is_not_used(which: str, mode: int | str, base: Path) -> None:
    found()
    folder = house_folder()
    shared = folder if which == "folder" else base
    before = set(folder.iterdir())
    if isinstance(mode, int):
        shared.chmod(mode)
    elif os.geteuid() == 0:
        os.chown(shared, 12345, -1)
    else:
        pytest.skip("only root can give a folder away")
    forget()
    why = "other users may write to it" if isinstance(mode, int) else "it belongs to another user"
    advice = "Delete that folder, or set FAIRYRING_CACHE to one that only you can write to"
    with pytest.warns(RuntimeWarning, match=f"{shared} is not used, because {why}.*{advice}") as warned:
        assert not found()
    assert len(warned) == 1
    assert house_folder() != folder
    assert set(folder.iterdir()) == before
    assert found()  # among what this process has compiled


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.usefixtures("base")
def test_a_file_that_others_may_write_to_is_not_read() -> None:
    found()
    entry(house_folder()).chmod(0o666)
    assert not found()
    assert entry(house_folder()).stat().st_mode & 0o777 == 0o600
    assert found()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
def test_what_it_makes_is_closed_to_others_whatever_the_umask(base: Path) -> None:
    before = os.umask(0)
    try:
        found()
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (base, house_folder())} == {0o700}
    assert entry(house_folder()).stat().st_mode & 0o777 == 0o600


def test_this_very_process_has_a_folder() -> None:
    assert house_folder().is_dir()
