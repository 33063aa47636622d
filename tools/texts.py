"""All that is said to people and can be said in another language, by its English: what catalogues must hold.

What stands in the code is found there: templates and constants of messages, and the constant texts of errors.
What games declare is asked of them.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import cast

import fairyring
from fairyring.board import Side
from fairyring.drawing.page import topics_of
from fairyring.gamefiles.rules import MECHANICS as MECHANICS_OF_FILES
from fairyring.kernels import contract
from fairyring.kernels.true_kings import SIGNS
from fairyring.mechanics.passing import CHOICE
from fairyring.messages import Message
from fairyring.names import library
from fairyring.search import LEVELS
from fairyring.variants.definition import Group
from fairyring.web import events
from fairyring.web.catalog import OWN
from fairyring.web.languages import Domain
from fairyring.web.workshop.mechanics import spoken
from tools.faults import faults, nodes, read_by

SOURCE = Path(__file__).parents[1] / "src" / "fairyring"
# What these say they say to inventors, to programmers, and to people at a terminal, in English.
TERMINAL = (
    "batch",
    "cli",
    "endgames",
    "gamefiles",
    "lab",
    "learning",
    "workers",
    "testing",
    "training",
    "variants/weights.py",
    "variants/toml",
    "web/server.py",
    "web/store/schema.py",
)
TO_TERMINAL = {"LimitError", "StoreError", "ConflictError", "ServeError"}
RULES = "topics.py"  # modules with sections of rules pages, as those of this folder are:
MECHANICS = "mechanics"
TELLING = ("tells", "placed", "ended")  # where mechanics say what happened in a game, which the page shows
TEMPLATE = re.compile(r"\{[a-z_]+\}")
MAKERS = {"Message", "joined", "refusal", "HTTPException"}
# The files of the library's games have the translations of all but the words of mechanics in them.
_GAMES = [name for name in fairyring.variants() if name not in library()]
LEGEND = ("it ", "its ", "the ")
METHODS = {"error", "fail", "_fail", "_said", "_say", "_paragraphs"}


class Said(ast.Constant):
    """A string that stands in the code."""

    value: str


Texts = dict[str, str]
"""Where each text comes from, by its template."""


def texts(domain: Domain) -> Texts:
    """What a catalogue must hold, in the order in which its file has it."""
    found = _page_texts()
    if domain == "messages":
        return dict(found)
    if domain == "workshop":
        return dict.fromkeys(spoken(), "mechanics")
    if domain == "files":
        return {text: place for text, place in _fault_texts().items() if text not in found}
    return {text: place for text, place in _rules_texts().items() if text not in found}


@cache
def _page_texts() -> Texts:
    found: Texts = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = str(path.relative_to(SOURCE))
        if not name.startswith(("drawing", MECHANICS, *TERMINAL)) and path.name != RULES:
            found |= dict.fromkeys(_others(path), name)
    for path in sorted((SOURCE / MECHANICS).rglob("*.py")):
        for name in TELLING:
            found |= dict.fromkeys(said(path, name), str(path.relative_to(SOURCE)))
    found |= dict.fromkeys(SIGNS, "kernels/true_kings.py")
    found.setdefault(CHOICE, "mechanics/passing.py")
    found |= dict.fromkeys(filter(None, contract.REASONS), "kernels/contract.py")
    found |= dict.fromkeys((level.title for level in LEVELS.values()), "search/levels.py")
    ways = (events.ABORTION, events.TIME, "resignation", "agreement", "draw", "takeback", "rematch")
    found |= dict.fromkeys((*ways, *Side, *(side.capitalize() for side in Side)), "web/events.py")
    found |= dict.fromkeys((OWN, *(group.title for group in Group)), "variants/definition.py")
    for name in _GAMES:
        for text in of_page(name):
            found.setdefault(text, f"variants/{name}")
    return found


def _others(path: Path) -> list[str]:
    """What a module says, but for what is wrong with game files."""
    wrong = set(faults(path)) if read_by(str(path.relative_to(SOURCE))) else set()
    return [text for text in said(path) if text not in wrong]


def _fault_texts() -> Texts:
    """What can be wrong with a game file; it names mechanics and kinds of pieces."""
    found: Texts = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if read_by(name := str(path.relative_to(SOURCE))):
            found |= dict.fromkeys(faults(path), name)
    return found | dict.fromkeys((cls.title for cls in MECHANICS_OF_FILES.values()), MECHANICS)


def _rules_texts() -> Texts:
    found: Texts = {}
    folders = sorted((SOURCE / "drawing").glob("*.py")), sorted((SOURCE / MECHANICS).rglob("*.py"))
    for path in (*chain(*folders), *sorted(SOURCE.rglob(RULES))):
        found |= dict.fromkeys(_others(path), str(path.relative_to(SOURCE)))
    for name in _GAMES:
        for text in declared(name):
            for template in templates(text):
                found.setdefault(template, f"variants/{name}")
    for name in library():
        names = {
            template for piece in fairyring.load(name).rules.pieces for template in templates(piece.name)
        }
        for text in of_mechanics(name):
            for template in templates(text):
                if template not in names:
                    found.setdefault(template, f"variants/library/{name}")
    return found


def of_page(name: str) -> Iterator[str]:
    """What the page shows of a game."""
    game = fairyring.load(name)
    definition, rules = game.definition, game.rules
    said = [definition.title, definition.summary, definition.inventor]
    said += [chart.title for chart in game.board.charts]
    said += [spot.name for spot in rules.spots.values()] + [spot.enter for spot in rules.spots.values()]
    for option in game.options:
        said += [option.replace("_", " "), definition.options.get(option, "")]
    sizes = ("", "big ", "small ") if game.board.carriers else ("",)
    for piece in rules.pieces:
        said.append(piece.name)
        said += [f"{size}{side} {piece.name}" for side in Side for size in sizes]
        said += [f"{side} {size}{piece.name}" for side in Side for size in sizes]
    start = definition.form.placed(definition.start)
    said += [token.name for token in rules.tokens(start, 0)]
    said += [blocker.name for blocker in getattr(rules, "blockers", {}).values()]
    said += [panel.title for panel in rules.panels(start, 0)]
    for text in filter(None, said):
        yield from templates(text)


def declared(name: str) -> Iterator[str]:
    """All that a game has to say on its rules page."""
    definition, rules = fairyring.load(name).definition, fairyring.load(name).rules
    yield from of_mechanics(name)
    for field in definition.form.fields:
        yield from (field.name, field.note)
    yield from (definition.title, definition.summary, *definition.notes, *definition.rulings)
    yield from (figure.caption for figure in definition.figures)
    yield from (ride.caption for ride in definition.rides)
    yield from (piece.note for piece in rules.pieces if piece.note)
    yield from filter(None, definition.options.values())


def of_mechanics(name: str) -> Iterator[str]:
    """What the rules page of a game says of its mechanics, in their own words."""
    for topic in topics_of(fairyring.load(name)):
        yield from (topic.title, *topic.paragraphs, *topic.goals)


def templates(text: str) -> Iterator[str]:
    """What must be looked up to translate a text: its template, and those of its parameters."""
    if not isinstance(text, Message):
        yield text
        return
    yield text.template
    for value in text.params.values():
        if isinstance(value, Message):
            yield from templates(value)


def said(path: Path, function: str = "") -> list[str]:
    """The texts that a module says, in its order; those of its functions of one name, if there is a name."""
    asked = nodes(path)
    if function:
        named = [node for node in asked if isinstance(node, ast.FunctionDef) and node.name == function]
        asked = [*ast.walk(ast.Module([*named], []))]
    others = set(map(id, _unsaid(asked)))
    found: list[tuple[int, int, str]] = []
    for node in asked:
        found += [
            (constant.lineno, constant.col_offset, constant.value)
            for constant in _said(node)
            if re.search(r"[a-z]{2}|\{", constant.value)
        ]
        match node:
            case ast.Constant(value=str(text)) if id(node) not in others and TEMPLATE.search(text):
                if not text.startswith(("/", "#")) and "\n" not in text:
                    found.append((node.lineno, node.col_offset, text))
    return [text for *_, text in sorted(found)]


def _said(node: ast.AST) -> Iterator[Said]:
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name in MAKERS or _is_error(name):
            yield from _constants(args)
        case ast.Call(func=ast.Attribute(value=whose, attr=name), args=args) if name in METHODS:
            if not (isinstance(whose, ast.Name) and whose.id == "logger"):
                yield from _constants(args)
        case ast.Call(func=ast.Attribute(attr="_section" | "_part"), args=[_, title, *_]):
            yield from _constants((title,))
        case ast.Tuple(elts=[_, ast.Constant(value=str(text)) as sign, *_]) if text.startswith(LEGEND):
            yield cast("Said", sign)  # in a legend
        case ast.Tuple(elts=[ast.Constant(value=str()) as step, ast.Lambda()]):
            yield cast("Said", step)  # of a preparation


def _is_error(name: str) -> bool:
    return name.endswith("Error") and not hasattr(builtins, name) and name not in TO_TERMINAL


def _constants(args: Iterable[ast.expr]) -> Iterator[Said]:
    for arg in args:
        match arg:
            case ast.Constant(value=str()):
                yield cast("Said", arg)
            case ast.IfExp(body=body, orelse=orelse):
                yield from _constants((body, orelse))


def formatted(path: Path) -> Iterator[int]:
    """The lines on which a module says a text that is no message, but put together of parts: f-strings."""
    for node in nodes(path):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in MAKERS or _is_error(name):
                said = args
            case ast.Call(func=ast.Attribute(attr=name), args=args) if name in METHODS:
                said = args
            case _:
                continue
        yield from (arg.lineno for arg in said if isinstance(arg, ast.JoinedStr))


def _unsaid(asked: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Strings that nobody is shown: documentation, and parts of f-strings."""
    for node in asked:
        match node:
            case ast.Expr(value=ast.Constant() as text):
                yield text
            case ast.JoinedStr(values=parts):
                yield from parts
