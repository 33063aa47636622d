"""Writes what the protocol's types say: ``.venv/bin/python tools/protocol.py``.

They are the source. From them come ``web/static/protocol.d.ts``, which checks the page's code, and the tables
of docs/protocol.md between its markers; a test says when one is not as it would be written.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from fairyring.web import create_app, details, events, messages, shapes
from fairyring.web.analysis import messages as asked
from fairyring.web.analysis import shapes as told
from fairyring.web.routing import Operation
from fairyring.web.workshop import changes, published
from fairyring.web.workshop import shapes as drafts

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "src" / "fairyring" / "web" / "static" / "protocol.d.ts"
DOCUMENT = ROOT / "docs" / "protocol.md"
MARKER = re.compile(r"(<!-- tools/protocol\.py: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Model = type[BaseModel]
# Types with a name of their own: what they are, and what there is to say about them.
NAMED: dict[str, tuple[Any, str]] = {
    "Side": (events.SideName, ""),
    "What": (events.What, "What players offer each other."),
    "Text": (shapes.Text, "A text for people: English, by which catalogues know it, or a phrase."),
    "Legs": (
        shapes.Legs,
        "Lines to draw, each a row of points; a new one begins where a way leaves the board.",
    ),
    "Options": (shapes.Options, ""),
    "Possible": (shapes.Possible, "What a page can do, besides moving."),
    "Score": (shapes.Score, "Hundredths of a pawn, or a mate."),
}
PARTS: tuple[Model, ...] = (
    *(
        shapes.Phrase,
        details.Summary,
        details.Details,
        details.Board,
        details.Panel,
        details.Site,
        details.Outline,
        details.Border,
    ),
    *(details.Place, details.PieceWords, details.Level, details.OptionWords, shapes.View, shapes.Token),
    *(
        shapes.Momentum,
        shapes.Motion,
        shapes.Event,
        shapes.CheckLine,
        shapes.Tray,
        shapes.Captured,
        shapes.Chips,
        shapes.SidePanel,
        shapes.Holding,
        shapes.Turn,
        shapes.Label,
        shapes.Result,
    ),
    *(events.Terms, shapes.Clock, shapes.Offered, shapes.Said, shapes.Mate),
)
ANSWERS: tuple[Model, ...] = (
    shapes.Open,
    shapes.LobbyState,
    shapes.Begun,
    shapes.Taken,
    details.Held,
    details.Nothing,
    shapes.Seat,
    details.Puzzle,
    details.Lesson,
    *(published.Playable, published.Soundness, published.Imported),
    *(published.TrialGame, published.TrialGames),
    *(published.Published, published.PublishedVersion, published.Origin, published.PublishedDetail),
    published.GalleryPage,
    shapes.Health,
    shapes.Error,
)
BODIES: tuple[Model, ...] = (
    messages.NewGame,
    messages.Claim,
    asked.ReadTree,
    asked.WriteTree,
    asked.Node,
    asked.Ending,
    *(published.Sent, published.Trials, published.Publishing, published.Importing, published.Complaint),
)
LIVE: tuple[Model, ...] = (
    *(
        shapes.Situation,
        shapes.State,
        shapes.Shown,
        shapes.Course,
        shapes.Scored,
        shapes.Hint,
        shapes.Explained,
    ),
    *(shapes.Compiling, shapes.Thinking, shapes.Chat, shapes.Present, shapes.Refusal, shapes.Alive),
)
ANALYSIS: tuple[Model, ...] = (
    *(asked.At, told.Step, told.Look, told.Foreseen, told.Variation, told.Thought, told.Fault, told.Arranged),
    *(told.AnalysisRefusal, told.Branch, told.WholeTree),
)
WORKSHOP: tuple[Model, ...] = (
    *(drafts.Drafted, drafts.Problem, drafts.DraftPiece, drafts.Described, drafts.Lettered, changes.Part),
    *(drafts.Catalogue, drafts.KnownPiece, drafts.Card, drafts.Parameter, drafts.BoardKind, drafts.Fit),
    *(drafts.Started, drafts.RulesInWords, drafts.Draft, drafts.Worded, drafts.Movement),
    *(drafts.Picture, drafts.Drawn),
)
PREVIEW = (details.PreviewStep,)
# Unions: of the models that are sent by the server, by name; and of those that the page sends, written out.
UNIONS: dict[str, tuple[Any, str]] = {
    "Incoming": (shapes.LiveMessage, "What the server sends about a game."),
    "LobbyMessage": (shapes.LobbyMessage, "What the server sends to a page that shows the open challenges."),
    "Found": (told.AnalysisMessage, "What the server sends to an analysis board."),
}
REQUESTS: dict[str, tuple[Any, str]] = {
    "Outgoing": (messages.Request, "What the page sends about a game."),
    "Act": (asked.Act, "What is done to a position that is being set up."),
    "Change": (changes.Change, "What is done to a draft in the workshop."),
    "Question": (asked.Request, "What an analysis board sends."),
}


# -- TypeScript ------------------------------------------------------------------------------------


def typescript() -> str:
    """The text of ``protocol.d.ts``."""
    parts = ["// The protocol's types, written by tools/protocol.py. The browser never loads this file.\n"]
    for name, (kind, words) in NAMED.items():
        parts.append(f"{_comment(words)}export type {name} = {_written(kind)};\n")
    models: tuple[Model, ...] = (*PARTS, *LIVE, *ANSWERS, *ANALYSIS, *WORKSHOP, *PREVIEW, *BODIES)
    parts += map(_interface, models)
    for name, (kind, words) in UNIONS.items():
        parts.append(
            f"{_comment(words)}export type {name} = {' | '.join(m.__name__ for m in _members(kind))};\n"
        )
    for name, (kind, words) in REQUESTS.items():
        rows = "".join(f"\n  | {_inline(model)}" for model in _members(kind))
        parts.append(f"{_comment(words)}export type {name} ={rows};\n")
    return "\n".join(parts)


def _interface(model: Model) -> str:
    own = _own_fields(model)
    extends = f" extends {model.__bases__[0].__name__}" if len(own) < len(model.model_fields) else ""
    fields = "".join(
        f"{_comment(field.description, '  ')}  {name}{_optional(field)}: {ts(field)};\n"
        for name, field in own.items()
    )
    return f"{_comment(about(model))}export interface {model.__name__}{extends} {{\n{fields}}}\n"


def _own_fields(model: Model) -> dict[str, FieldInfo]:
    own = model.__annotations__
    return {name: field for name, field in model.model_fields.items() if name in own}


def _inline(model: Model) -> str:
    fields = "; ".join(f"{name}{_optional(field)}: {ts(field)}" for name, field in model.model_fields.items())
    return f"{{ {fields} }}"


def _optional(field: FieldInfo) -> str:
    return "" if field.is_required() else "?"


def ts(field: FieldInfo) -> str:
    """A field's type in TypeScript."""
    return _type(field.annotation)


def _type(kind: Any) -> str:
    for name, (known, _) in NAMED.items():
        if kind == known:
            return name
    return _written(kind)


def _written(kind: Any) -> str:
    """A type that has no name of its own."""
    if kind is None or kind is type(None):
        return "null"
    if kind in (int, float):
        return "number"
    if kind is bool:
        return "boolean"
    if kind is str:
        return "string"
    if kind is Any:
        return "any"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.__name__
    origin, args = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return "[number, number]" if kind == shapes.Point else _of_requests(kind) or _type(args[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_type(each) for each in args))
    if origin is list:
        inner = _type(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(_type, args))}]"
    raise TypeError(f"no TypeScript for {kind!r}")


def _of_requests(kind: Any) -> str:
    return next((name for name, (known, _) in REQUESTS.items() if known == kind), "")


def _members(kind: Any) -> Iterator[Model]:
    """The models of a union."""
    if isinstance(kind, type):
        yield kind
        return
    args = get_args(kind)
    for each in args[:1] if hasattr(kind, "__metadata__") else args:
        yield from _members(each)


def _comment(text: str | None, indent: str = "") -> str:
    words = " ".join((text or "").split())
    return f"{indent}/** {words} */\n" if words else ""


def about(model: Model) -> str:
    """What a model's docstring says."""
    return " ".join((model.__doc__ or "").split())


# -- tables ----------------------------------------------------------------------------------------


def document(text: str) -> str:
    """The text of docs/protocol.md with its tables as they should be."""
    made: dict[str, Callable[[], str]] = {
        "requests": _routes,
        "page sends": lambda: _requests(messages.Request),
        "analysis sends": lambda: _requests(asked.Request),
        "setup acts": lambda: _requests(asked.Act),
        "server sends": lambda: _fields(shapes.LiveMessage),
        "analysis receives": lambda: _fields(told.AnalysisMessage),
        "parts": lambda: _models((shapes.Situation, shapes.Scored, *PARTS)),
        "analysis parts": lambda: _models(
            (asked.At, told.Step, told.Variation, told.Fault, told.WholeTree, told.Branch)
        ),
        "changes": lambda: _requests(changes.Change),
        "workshop parts": lambda: _models(WORKSHOP),
        "bodies": lambda: _models((*BODIES, *ANSWERS)),
    }
    return MARKER.sub(lambda found: found[1] + "\n" + made[found[2]]() + "\n" + found[3], text)


def _routes() -> str:
    operations: Iterable[Operation] = create_app(eager=False).state.operations
    rows = [
        f"| `{each.method} {each.path}` | {each.about.partition(chr(10))[0]} | {_answer(each)} |"
        for each in operations
        if not each.path.startswith("/styles/")
    ]
    return "\n".join(("| request | what it does | body → answer |", "|---|---|---|", *rows)) + "\n"


def _answer(operation: Operation) -> str:
    body = "" if operation.body is None else f"{_code(operation.body)} → "
    if operation.answer is None:
        return "a WebSocket"
    status = "" if operation.status == 200 else f", status {operation.status}"
    answer = operation.answer if isinstance(operation.answer, str) else _type_of(operation.answer)
    return f"{body}`{answer}`{status}"


def _type_of(kind: Any) -> str:
    return "object" if get_origin(kind) is dict and get_args(kind)[1] is Any else _type(kind)


def _code(kind: Any) -> str:
    return "a message below" if kind == messages.Deed else f"`{_type(kind)}`"


def _requests(kind: Any) -> str:
    rows = [f"| `{_example(model)}` | {_sentence(model)} |" for model in _members(kind)]
    return "\n".join(("| message | meaning |", "|---|---|", *rows)) + "\n"


def _sentence(model: Model) -> str:
    said = [about(model)]
    said += [
        f"`{name}`: {field.description}" for name, field in model.model_fields.items() if field.description
    ]
    return _cell(" ".join(said))


def _example(model: Model) -> str:
    """A message's fields, the first of them with its value."""
    fields = []
    for name, field in model.model_fields.items():
        args = get_args(field.annotation)
        value = (
            f": {json.dumps(args[0])}" if get_origin(field.annotation) is Literal and len(args) == 1 else ""
        )
        fields.append(f'"{name}"{_optional(field)}{value}')
    return f"{{{', '.join(fields)}}}"


def _fields(kind: Any) -> str:
    return _models(tuple(_members(kind)))


def _models(models: Iterable[Model]) -> str:
    """A table for each model."""
    return "\n".join(map(_table, models))


def _table(model: Model) -> str:
    base = model.__bases__[0]
    own = _own_fields(model)
    inherited = len(own) < len(model.model_fields)
    rows = [
        f"| `{name}`{_optional(field)} | `{_cell(ts(field))}` | {_cell(field.description or '')} |"
        for name, field in own.items()
    ]
    more = f" With the fields of `{base.__name__}`." if inherited else ""
    head = f"**`{model.__name__}`**: {about(model)}{more}\n"
    return "\n".join((head, "| field | type | |", "|---|---|---|", *rows)) + "\n" if rows else head


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write both files."""
    TYPES.write_text(typescript(), encoding="utf-8")
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
