"""The structure of the source: imports run one way, files stay short, and nothing is called utils."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "fairyring"
FILES = sorted(SOURCE.rglob("*.py"))
TEXTS = sorted(path for kind in ("py", "js", "mjs", "css", "html") for path in SOURCE.rglob(f"*.{kind}"))
MOST_LINES = 500

# A layer may import from those before it. Packages in the same row do not import from each other.
LAYERS = (
    {"messages", "names"},
    {"errors"},
    {"board"},
    {"pieces"},
    {"kernels"},
    {"mechanics"},
    {"notation"},
    {"gamefiles"},
    {"variants"},
    {"game"},
    {"endgames"},
    {"search", "drawing", "batch", "workers"},
    {"lab", "learning"},
    {"training"},
    {"testing"},
    {"web"},
    {"cli"},
    {"__main__"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# What imports from a higher layer all the same, and why.
UPWARD = {
    (
        "game/position.py",
        "drawing",
    ): "a notebook asks the class for _repr_svg_, which imports the drawing",
}
# The package's own __init__, whose public names come from every layer up to the search.
FRONT = "__init__"


def part(path: Path) -> str:
    """The layer that a file belongs to."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The imports and functions of a file, wherever in it."""
    kept = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kept)]


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Every module of fairyring that a file imports, wherever in it, with the line."""
    package = ["fairyring", *path.relative_to(SOURCE).parts[:-1]]
    found = []
    for node in nodes(path):
        match node:
            case ast.Import(names=names):
                found += [(node.lineno, alias.name) for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                whole = ".".join([*base, *([module] if module else [])])
                parts = (f"{whole}.{alias.name}" for alias in names)
                found += [(node.lineno, name) for name in (whole, *parts)]
    return found


def own(path: Path) -> list[tuple[int, str]]:
    """The layers of fairyring that a file imports, with the lines."""
    found = []
    for line, module in imported(path):
        words = module.split(".")
        if words[0] == "fairyring" and len(words) > 1:
            found.append((line, words[1] if (SOURCE / words[1]).is_dir() or words[1] in LEVEL else FRONT))
    return found


def astray(path: Path) -> Iterator[str]:
    """What a file imports that its layer may not know, with the lines."""
    if part(path) == FRONT:
        return
    if part(path) not in LEVEL:
        yield f"{part(path)} is in no layer: give it a place in LAYERS, and in docs/architecture.md"
        return
    level = LEVEL[part(path)]
    for line, layer in own(path):
        if layer == FRONT:
            if level <= LEVEL["game"]:
                yield f"line {line} imports the package's front, which needs game"
        elif layer not in LEVEL:
            yield f"line {line}: {layer} is in no layer"
        elif (str(path.relative_to(SOURCE)), layer) in UPWARD or layer == part(path):
            continue
        elif LEVEL[layer] >= level:
            yield f"line {line}: {part(path)} may not know {layer}"


def test_imports_run_one_way() -> None:
    wrong = {str(path.relative_to(SOURCE)): list(astray(path)) for path in FILES}
    assert not {name: lines for name, lines in wrong.items() if lines}


def test_exceptions_are_still_needed() -> None:
    assert {(name, layer) for name, _ in UPWARD for _, layer in own(SOURCE / name)} >= UPWARD.keys()


def test_the_rules_of_imports_are_held_by_something() -> None:
    """The reader of imports does see some: of every layer above the first."""
    seen = {layer for path in FILES for _, layer in own(path)}
    assert {"errors", "board", "pieces", "kernels", "notation", "variants", "game"} <= seen


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    names = ["fairyring", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def test_no_imports_go_in_a_circle() -> None:
    """What a module imports, at its head, in a function or for types alone, does not import that module."""
    files = {module_of(path): path for path in FILES}
    below: dict[str, set[str]] = {}
    for module, path in files.items():
        name = path.relative_to(SOURCE).as_posix()
        allowed = {f"fairyring.{layer}" for file, layer in UPWARD if file == name}
        asked = [one for _, one in imported(path)]
        # "from package import name" asks for a module where there is one, else for the package itself.
        names = {one if one in files else one.rpartition(".")[0] for one in asked} & files.keys()
        within = {one: [other for other in asked if other.rpartition(".")[0] == one] for one in names}
        only_within = {one for one in names if within[one] and files.keys() >= {*within[one]}}
        below[module] = names - only_within - allowed - {module}
    while below:
        ends = {module for module, others in below.items() if not others & below.keys()}
        assert ends, f"these import each other, or what does: {sorted(below)}"
        below = {module: others for module, others in below.items() if module not in ends}


def test_files_are_short() -> None:
    lengths = {path.relative_to(SOURCE): len(path.read_text(encoding="utf-8").splitlines()) for path in TEXTS}
    assert lengths
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_nothing_is_called_utils() -> None:
    assert TEXTS
    for path in TEXTS:
        for name in ("util", "utils", "helpers", "misc", "common"):
            assert name not in {word.removesuffix(path.suffix) for word in path.relative_to(SOURCE).parts}


COMPILING = SOURCE / "kernels" / "compiling.py"
COMPILED = ("kernels", "mechanics", "search")  # the cache folder's name is made from these sources


@cache
def decorators() -> set[str]:
    """The decorators that compile: the public functions of compiling.py that take and return an F."""
    return {
        node.name
        for node in ast.parse(COMPILING.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if [ast.unparse(argument.annotation or ast.Constant("")) for argument in node.args.args] == ["F"]
        if node.returns is not None and ast.unparse(node.returns) == "F"
    }


def compiles(path: Path) -> Iterator[tuple[int, str]]:
    """Where a file imports Numba or a decorator that compiles, or uses one under the name of its module."""
    names = decorators()
    for line, module in imported(path):
        if module.split(".")[0] == "numba" or module in {
            f"fairyring.kernels.compiling.{name}" for name in names
        }:
            yield line, module
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            for used in node.decorator_list:
                if isinstance(used, ast.Attribute) and used.attr in names:
                    yield node.lineno, ast.unparse(used)


def test_compiled_code_is_where_the_cache_looks() -> None:
    """The cache folder is named by the sources of these packages: compiled code lies nowhere else.

    One file listens when something is compiled.
    """
    found = {path.relative_to(SOURCE).as_posix(): list(compiles(path)) for path in FILES}
    assert {module for _, module in found.pop("web/workshop/meter.py")} <= {"numba.core", "numba.core.event"}
    outside = {name: where for name, where in found.items() if where and name.split("/")[0] not in COMPILED}
    assert outside == {}


def test_every_decorator_that_compiles_is_known() -> None:
    used = {module.rpartition(".")[2] for path in FILES for _, module in compiles(path)}
    assert {"compiled", "internal"} <= decorators() <= used
