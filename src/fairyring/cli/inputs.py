"""Input that several commands share: a variant with its options, and a position."""

from __future__ import annotations

import inspect
import io
import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.errors import VariantError, shown
from fairyring.messages import Message

if TYPE_CHECKING:
    from fairyring import Position, Variant

PATIENCE = 0.5  # seconds of waiting before it is explained

VariantName = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="A game's name (see [bold]fairyring variants[/]), or the path of a .toml or .py file that"
        " defines one.",
        show_default=False,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", "-p", metavar="TEXT", help="A position text; default: the starting position."),
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="FAIRYRING_DATABASE",
        show_envvar=True,
        help="Where games are kept: sqlite:///file or postgresql://…; default: your data folder.",
    ),
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; repeatable."),
]
TrueKings = Annotated[
    str | None,
    typer.Option(
        "--true",
        metavar="W,B",
        help="The squares of White's and Black's True Kings, in games with True Kings.",
    ),
]
EngineFiles = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILE]...",
        help="Files with games to load at the start: .toml, .ini or .py.",
        show_default=False,
    ),
]
ProcessNumber = Annotated[
    int | None,
    typer.Option(min=1, help="The number of processes; default: one for each processor.", show_default=False),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="ADDRESS",
        help="Run on a Ray cluster: ray://HOST:PORT, or auto for the one this machine belongs to.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]


def read_variant(name: str, words: Sequence[str] | None) -> Variant:
    """The variant of that name, with options written as ``name=value``.

    Raises:
        VariantError: there is no such game or option, or the value has the wrong type.
    """
    from fairyring.game import load
    from fairyring.variants import find

    _, define = find(name)
    defaults = {option.name: option.default for option in inspect.signature(define).parameters.values()}
    options: dict[str, object] = {}
    for word in words or ():
        option, equals, value = word.partition("=")
        if not equals:
            raise VariantError(Message("an option is written name=value, not {text}", text=shown(word)))
        options[option] = _value(option, value, defaults.get(option))
    return load(name, **options)


def _value(option: str, text: str, default: object) -> object:
    """A value of the default's type; the text itself if there is no default."""
    switches = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    try:
        if isinstance(default, bool):
            return switches[text.lower()]
        if isinstance(default, int | float):
            return type(default)(text)
    except (KeyError, ValueError):
        template = {
            bool: "option {option} must be true or false, not {text}",
            int: "option {option} must be a whole number, not {text}",
            float: "option {option} must be a number, not {text}",
        }[type(default)]
        raise VariantError(Message(template, option=option, text=shown(text))) from None
    return text


def read_position(variant: Variant, text: str | None, true: str | None = None) -> Position:
    """The position of a text, or the start if there is no text.

    Args:
        variant: the game.
        text: the position's text.
        true: the squares of the True Kings that are not chosen yet, separated by a comma; ``?`` for one
            that stays unknown.

    Raises:
        PositionError: the text is not a position of the variant.
        MoveError: there is no such king, or none can be chosen.
    """
    position = variant.start() if text is None else variant.position(text)
    for word in [] if true is None else true.split(","):
        position = position.play(f"true@{word}")
    return position


def make_ready(variant: Variant, searching: bool = False, **steps: Callable[[], object]) -> None:
    """Compile what moving in the variant (or ``searching``) needs, and take further steps that compile.

    If that takes longer than a moment, a line on stderr says what is going on.
    """
    if searching:
        from fairyring.search import prepare
    else:
        from fairyring.game import prepare

    with explained_wait() as say:

        def report(step: str, *_: int) -> None:
            say(compiling(variant, step))

        prepare(variant, report)
        for name, step in steps.items():
            report(name)
            step()


def compiling(variant: Variant, step: str) -> str:
    """What is told while a step of a variant's rules is compiled."""
    return f"compiling the rules of {variant.title} (the first time only, up to half a minute): {step} …"


@contextmanager
def explained_wait() -> Iterator[Callable[[str], None]]:
    """Yield a function that takes messages, which appear on stderr if the wait is longer than a moment.

    A terminal shows each message until the next one; elsewhere, only one line is written.
    """
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    status = console.status("")

    def begin() -> None:
        if console.is_terminal:
            status.start()
        else:
            console.print(status.status, markup=False, soft_wrap=True)

    def say(text: str) -> None:
        status.update(text)

    timer = threading.Timer(PATIENCE, begin)
    timer.daemon = True
    timer.start()
    try:
        yield say
    finally:
        timer.cancel()
        timer.join()  # it may be starting the display right now
        if console.is_terminal:
            status.stop()


def write_json(value: Any) -> None:
    """Write a value to stdout as JSON."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))


def tolerate_garbage() -> None:
    """Read undecodable input with replacement characters, so that it is refused like other wrong input.

    Write a question mark for a character that the output's encoding lacks.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def printable(text: str) -> str:
    """A text of the same length without control characters."""
    return "".join(character if character.isprintable() else "?" for character in text)
