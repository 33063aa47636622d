"""All that can be wrong with a game file, as its readers say it: what the catalogue ``files`` must hold.

Readers say it as errors without a class of their own, and as shapes that say what they expect.
The conformance suite says it by what must `hold`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

# The layers that a game file is read and checked by. What is exported, and Zillions, are for the terminal.
FOLDERS = ("board", "gamefiles", "kernels", "mechanics", "notation", "pieces", "testing", "variants/toml")
FOR_TERMINAL = (
    "gamefiles/ini/mechanics.py",
    "gamefiles/ini/saying.py",
    "gamefiles/ini/section.py",
    "gamefiles/saying.py",
    "gamefiles/writing.py",
    "gamefiles/zillions",
    "kernels/code_cache.py",
    "kernels/compiling.py",
    "kernels/contract.py",
    "kernels/declared.py",
    "kernels/orthodox/topics.py",
    "kernels/learned.py",
    "kernels/parts.py",
    "notation/pgn.py",
    "notation/sections.py",
    "variants/toml/saying.py",
)
SAYING_NOTHING_ELSE = (
    "board",
    "gamefiles",
    "pieces",
    "testing",
    "variants/toml",
)  # whose messages are all about files
ERRORS = {
    "ValueError",
    "BetzaError",
    "UnplayedError",
    "RefusedError",
    "ConformanceError",
    "Fault",
    "expected",
    "_yes",
    "_no",
}
METHODS = {"_at", "fault", "refuse", "by_kings", "error"}
SHAPES = {"Text": 2, "Number": 2, "Either": 1, "Table": 3}  # where each says in words what it expects
WORDS = {"wanted", "what", "lacking"}
NAMED = {
    "what",
    "wanted",
    "reason",
    "usual",
    "most",
    "bounds",
    "TOO_MANY",
    "UNPLAYED",
    "_UNPLAYED",
    "PAIRS",
    "LIMITS",
    "REGION",
    "EN_PASSANT",
    "PLAINLY",
    "WITHOUT",
}
SHOWN = "titles"  # what holds what the page shows of boards, and is no fault
REASONS = {
    "one_royal",
    "one_move",
    "asks_early",
    "set_kings",
    "usual_captures",
    "goes_against",
}  # methods of mechanics that say why something cannot be


def read_by(name: str) -> bool:
    """Whether a module of this name reads game files."""
    return name.startswith(FOLDERS) and not name.startswith(FOR_TERMINAL)


@lru_cache(maxsize=4)  # several questions are asked about one module after the other
def nodes(path: Path) -> list[ast.AST]:
    """All of a module's syntax tree, the whole first."""
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


@cache
def faults(path: Path) -> list[str]:
    """What a module says of game files, in its order."""
    found: list[tuple[int, int, str]] = []
    always = any(f"/{name}/" in path.as_posix() for name in SAYING_NOTHING_ELSE)
    shown = {id(part) for node in nodes(path) if _is_shown(node) for part in ast.walk(node)}
    for node in nodes(path):
        parts = [*_saying(node), *(_naming(node) if always and id(node) not in shown else ())]
        found += [(each.lineno, each.col_offset, str(each.value)) for part in parts for each in _texts(part)]
    return [text for *_, text in sorted({*found})]


def formatted(path: Path) -> list[int]:
    """The lines on which an error about game files is no message, but put together of parts: f-strings."""
    calls = [node for node in nodes(path) if isinstance(node, ast.Call)]
    return [part.lineno for node in calls for part in _saying(node) if isinstance(part, ast.JoinedStr)]


def _saying(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that say something, in a statement or a call."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name in ERRORS:
            yield from args
        case ast.Call(func=ast.Name(id="hold"), args=[_, reason, *_]):
            yield reason
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in METHODS:
            yield from args
        case ast.Call(func=ast.Name(id=name), args=args, keywords=given):
            place = SHAPES.get(name, len(args))
            yield from args[place : place + 1]
            yield from (each.value for each in given if each.arg in WORDS)
        case ast.FunctionDef(name=name, body=body) if name in REASONS:
            returned = (
                each.value for part in body for each in ast.walk(part) if isinstance(each, ast.Return)
            )
            yield from filter(None, returned)


def _naming(node: ast.AST) -> Iterator[ast.expr]:
    """Messages, and what a statement calls what it will say."""
    match node:
        case ast.Call():
            yield node
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in NAMED:
            yield value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name in NAMED:
            yield value


def _is_shown(node: ast.AST) -> bool:
    """Whether a statement names what the page shows."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name == SHOWN
    return False


def _texts(part: ast.expr) -> Iterator[ast.Constant]:
    """The texts that an expression may be; those of a table are its values."""
    match part:
        case ast.Constant(value=str(text)) if any(map(str.isalpha, text)) and " " in text:
            yield part
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))
        case ast.Dict(values=values):
            for each in values:
                yield from _texts(each)
        case ast.Call(func=ast.Name(id="Message"), args=[template, *_]):
            yield from _templates(template)


def _templates(part: ast.expr) -> Iterator[ast.Constant]:
    """The templates that a message may have."""
    match part:
        case ast.Constant(value=str()):
            yield part
        case ast.IfExp(body=one, orelse=other):
            yield from (*_templates(one), *_templates(other))
