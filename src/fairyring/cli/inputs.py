"""What several commands take: a variant with its options, and a position of it."""

from __future__ import annotations

import inspect
import io
import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.errors import VariantError, shown

if TYPE_CHECKING:
    from fairyring import Position, Variant

PATIENCE = 0.5  # seconds of silence, after which a wait is explained

VariantName = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="A game's name (see [bold]fairyring variants[/]), or the path of a .py file that defines one.",
        show_default=False,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", "-p", metavar="TEXT", help="A position text; else the game's start."),
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; as often as wanted."),
]
TrueKings = Annotated[
    str | None,
    typer.Option("--true", metavar="W,B", help="White's True King and Black's, where the game has some."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]


def read_variant(name: str, words: Sequence[str] | None) -> Variant:
    """The variant of that name, with options written as ``name=value``.

    Raises:
        VariantError: there is no such game, or no such option, or the value is not of its kind.
    """
    from fairyring.game import load
    from fairyring.variants import find

    _, define = find(name)
    defaults = {option.name: option.default for option in inspect.signature(define).parameters.values()}
    options: dict[str, object] = {}
    for word in words or ():
        option, equals, value = word.partition("=")
        if not equals:
            raise VariantError(f"an option is written name=value, not {shown(word)}")
        options[option] = _value(option, value, defaults.get(option))
    return load(name, **options)


def _value(option: str, text: str, default: object) -> object:
    """A value of the default's type; the text itself where there is no default to go by."""
    switches = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    try:
        if isinstance(default, bool):
            return switches[text.lower()]
        if isinstance(default, int | float):
            return type(default)(text)
    except (KeyError, ValueError):
        kind = {bool: "true or false", int: "a whole number", float: "a number"}[type(default)]
        raise VariantError(f"option {option} is {kind}, not {shown(text)}") from None
    return text


def read_position(variant: Variant, text: str | None, true: str | None = None) -> Position:
    """The position of a text, or the start where there is none.

    Args:
        variant: the game.
        text: the position's text.
        true: the squares of the True Kings that are still to be chosen there, a comma between; ``?`` for
            one that is to stay unknown.

    Raises:
        PositionError: the text is no position of the variant.
        MoveError: there is no such king, or none is to be chosen.
    """
    position = variant.start() if text is None else variant.position(text)
    for word in [] if true is None else true.split(","):
        position = position.play(f"true@{word}")
    return position


def make_ready(variant: Variant, searching: bool = False, **steps: Callable[[], object]) -> None:
    """Have compiled what moving in the variant (or ``searching``) needs, and take further steps that compile.

    Where that takes longer than a moment, a line on stderr says what is going on.
    """
    if searching:
        from fairyring.search import prepare
    else:
        from fairyring.game import prepare

    with explained_wait() as say:

        def report(step: str, *_: int) -> None:
            say(f"compiling the rules of {variant.title}: {step} …")

        prepare(variant, report)
        for name, step in steps.items():
            report(name)
            step()


@contextmanager
def explained_wait() -> Iterator[Callable[[str], None]]:
    """Show on stderr what is said to the function this yields, if the wait is longer than a moment.

    A terminal sees each saying until the wait is over; elsewhere one line is written.
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
        timer.join()  # it may be starting the display this very moment
        if console.is_terminal:
            status.stop()


def write_json(value: Any) -> None:
    """Write a value to stdout as JSON."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))


def tolerate_garbage() -> None:
    """Read input that is no text as one with replacement signs, so that it is refused like any other.

    Likewise write a question mark for a sign that the output's encoding lacks.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def printable(text: str) -> str:
    """A text of the same length without signs that a terminal would obey rather than show."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
