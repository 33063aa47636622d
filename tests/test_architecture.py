"""The plan of the house holds: imports run one way, files stay short, and nothing is called utils."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "fairyring"
FILES = sorted(SOURCE.rglob("*.py"))
TEXTS = sorted(path for kind in ("py", "js", "mjs", "css", "html") for path in SOURCE.rglob(f"*.{kind}"))
MOST_LINES = 500

# A layer knows those before it. What stands in one row knows nothing of each other.
LAYERS = (
    {"errors"},
    {"board"},
    {"pieces"},
    {"kernels"},
    {"notation"},
    {"variants"},
    {"game"},
    {"search", "drawing", "testing"},
    {"web"},
    {"cli"},
    {"__main__"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# What may look up all the same, and why.
EXCEPTIONS = {
    ("game/position.py", "drawing"): "a notebook asks a position for its picture; imported when it does",
}
# The package's front, whose public names come from every layer up to the search.
FRONT = "__init__"
# A notebook looks for _repr_svg_ on the class itself, which fetches the drawing when it is asked for one.
UPWARD = {("game/position.py", "drawing")}


def part(path: Path) -> str:
    """The layer that a file belongs to."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module of fairyring that a file imports, wherever in it, with the line."""
    package = ["fairyring", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                whole = ".".join([*base, *([module] if module else [])])
                yield node.lineno, whole
                yield from ((node.lineno, f"{whole}.{alias.name}") for alias in names)


def own(path: Path) -> list[tuple[int, str]]:
    """The layers of fairyring that a file imports, with the lines."""
    found = []
    for line, module in imported(path):
        words = module.split(".")
        if words[0] == "fairyring" and len(words) > 1:
            found.append((line, words[1] if (SOURCE / words[1]).is_dir() or words[1] in LEVEL else FRONT))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_run_one_way(path: Path) -> None:
    if part(path) == FRONT:
        return
    assert part(path) in LEVEL, (
        f"{part(path)} is in no layer: give it a place in LAYERS, and in docs/architecture.md"
    )
    level = LEVEL[part(path)]
    for line, layer in own(path):
        if layer == FRONT:
            assert level > LEVEL["game"], f"line {line} imports the package's front, which needs game"
            continue
        assert layer in LEVEL, f"line {line}: {layer} is in no layer"
        if (str(path.relative_to(SOURCE)), layer) in UPWARD:
            continue
        if (str(path.relative_to(SOURCE)), layer) in EXCEPTIONS:
            continue
        assert LEVEL[layer] < level or layer == part(path), f"line {line}: {part(path)} may not know {layer}"


def test_exceptions_are_still_needed() -> None:
    assert {(name, layer) for name, _ in UPWARD for _, layer in own(SOURCE / name)} >= UPWARD


def test_the_rules_of_imports_are_held_by_something() -> None:
    """The reader of imports does see some: of every layer above the first."""
    seen = {layer for path in FILES for _, layer in own(path)}
    assert {"errors", "board", "pieces", "kernels", "notation", "variants", "game"} <= seen


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_nothing_is_called_utils() -> None:
    assert TEXTS
    for path in TEXTS:
        for name in ("util", "utils", "helpers", "misc", "common"):
            assert name not in {word.removesuffix(path.suffix) for word in path.relative_to(SOURCE).parts}


def test_compiled_code_is_where_the_cache_looks() -> None:
    """The cache folder is named by the sources under kernels and search: compiled code lies nowhere else."""
    for path in FILES:
        if part(path) in ("kernels", "search"):
            continue
        for line, module in imported(path):
            compiles = module in ("numba.njit", "numba.jit") or module.endswith(
                ("compiling.compiled", "compiling.inlined")
            )
            assert not compiles, f"{path.name}, line {line}"
