"""Mistakes in the functions of users' files that act at stages, which nothing else finds or can place.

They are found in the text of a file, so each is told with its line, and nothing has to be compiled.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from fairyring.messages import Message, listed

if TYPE_CHECKING:
    from fairyring.kernels.parts import Stage

_COMPILING = frozenset({"called", "compiled", "inlined", "internal"})
_BELOW = "`{name}` must be above line {line}, because `register_part` registers only the functions above it"
_NEAR = 0.8  # how alike a name and that of a stage are if the one may be meant for the other


class Mistake(NamedTuple):
    """What is wrong, and in which line of which module, of those that were looked at."""

    module: str
    line: int
    reason: Message


def mistakes(texts: Mapping[str, bytes], stages: Mapping[str, Stage]) -> Iterator[Mistake]:
    """Mistakes in the modules of a user's file, which are given by their names.

    Args:
        texts: their texts, which are Python.
        stages: what a function of each stage must be.
    """
    trees = {name: ast.parse(text) for name, text in texts.items()}
    used = set(_names_used(trees.values()))
    for name, tree in trees.items():
        if not any(map(_registers, ast.walk(tree))):
            continue
        last = max((each.lineno for each in tree.body if _registers_there(each)), default=None)
        for function in tree.body:
            if isinstance(function, ast.FunctionDef):
                for line, reason in _looked_at(function, stages, used):
                    yield Mistake(name, line, reason)
                if last is not None and function.lineno > last and function.name in stages:
                    yield Mistake(name, function.lineno, Message(_BELOW, name=function.name, line=last))


def _registers_there(statement: ast.stmt) -> bool:
    """Whether a statement of a module calls ``register_part(…, globals())`` as the module is run."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return not isinstance(statement, functions) and any(map(_registers, ast.walk(statement)))


def _registers(node: ast.AST) -> bool:
    """Whether this is ``register_part(…, globals())``."""
    match node:
        case ast.Call(func=called, args=[_, ast.Call(func=ast.Name(id="globals"))]):
            return "register_part" in _names_used([called])
    return False


def _names_used(trees: Iterable[ast.AST]) -> Iterator[str]:
    """The names that something is called by where it is used."""
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.alias(name=name):
                    yield name
                case ast.Constant(value=str(name)):  # such as in `__all__`
                    yield name


def _looked_at(
    function: ast.FunctionDef, stages: Mapping[str, Stage], used: set[str]
) -> Iterator[tuple[int, Message]]:
    name = function.name
    if name in stages:
        yield from _unlike(function, stages[name])
    elif name not in used and _is_compiled(function) and not (name.strip("_") != name or name[-1].isdigit()):
        for near in difflib.get_close_matches(name, stages, n=1, cutoff=_NEAR):
            said = Message("`{name}` is not a stage; did you mean `{near}`?", name=name, near=near)
            yield function.lineno, said


def _is_compiled(function: ast.FunctionDef) -> bool:
    return not _COMPILING.isdisjoint(_names_used(function.decorator_list))


def _unlike(function: ast.FunctionDef, stage: Stage) -> Iterator[tuple[int, Message]]:
    """How a function differs from what it must be."""
    taken = function.args
    most, wanted = len(taken.posonlyargs) + len(taken.args), len(stage.arguments) + 1
    if not (most - len(taken.defaults) <= wanted and (wanted <= most or taken.vararg)):
        said = "`{name}` must take {number} parameters: {names}"
        names = listed("{first} and {last}", ["part", *stage.arguments])
        yield function.lineno, Message(said, name=function.name, number=wanted, names=names)
    if not stage.asks:
        return
    for node in _own_nodes(function):
        if isinstance(node, ast.Return) and _is_nothing(node.value):
            yield node.lineno, Message("`{name}` must return a value here", name=function.name)
    if _falls_through(function.body):
        yield function.lineno, Message("`{name}` must return a value at its end", name=function.name)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """All nodes in a function but those of functions in it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            yield node
            yield from _own_nodes(node)


def _is_nothing(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _falls_through(body: list[ast.stmt]) -> bool:
    """Whether a function surely comes past the end of these statements, if their conditions say so."""
    match body[-1]:
        case ast.If(body=one, orelse=other):
            return not other or _falls_through(one) or _falls_through(other)
        case ast.Return() | ast.Raise() | ast.While() | ast.For() | ast.With() | ast.Try() | ast.Match():
            return False  # of loops and the like one cannot tell
    return True
