"""All commands: `app`, what it does without a command, and how it reports errors."""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import fairyring
from fairyring.cli.analyse import analyse
from fairyring.cli.checking import check, new
from fairyring.cli.count import moves, perft
from fairyring.cli.exchange import export, import_
from fairyring.cli.inputs import printable, tolerate_garbage
from fairyring.cli.laboratory import FOLDER, lab
from fairyring.cli.listing import variants
from fairyring.cli.moderating import reports
from fairyring.cli.play import play
from fairyring.cli.puzzling import puzzles
from fairyring.cli.serving import serve as serving
from fairyring.cli.solving import endgame
from fairyring.cli.training import train
from fairyring.cli.uci import uci
from fairyring.cli.xboard import xboard
from fairyring.errors import FairyringError, GameFileError, PositionError

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
WIDTH = 72  # how much of a position text is shown above the caret


class Commands(TyperGroup):
    """A group of commands that reports every error as one line on stderr and an exit code.

    0: success; 2: wrong usage or input; 130: stopped by Ctrl-C; 1: any other error.
    """

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and exit."""
        tolerate_garbage()
        try:
            code = super().main(args, "fairyring", complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            complain(f"{error.format_message()} {_where_to_look(error)}".strip())
            code = error.exit_code
        except FairyringError as error:
            complain(str(error))
            if isinstance(error, PositionError):
                sys.stderr.write(pointed(error.text, error.column))
            elif isinstance(error, GameFileError):
                sys.stderr.write(pointed(error.text, error.column))
                for other in error.further:
                    complain(str(other))
                    sys.stderr.write(pointed(other.text, other.column))
            code = MISUSED
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except Exception as error:  # noqa: BLE001  # no traceback should reach a user
            code = _unexpected(error)
        sys.exit(code or 0)


def _unexpected(error: Exception) -> int:
    """Tell an error that none of ours foresees: a mistake in the code of a user's file, or a bug here."""
    from fairyring.variants.user_faults import fault

    if os.environ.get("FAIRYRING_DEBUG"):
        traceback.print_exc()
    if found := fault(error):
        complain(found.message)
        return MISUSED
    if isinstance(error, OSError) and error.strerror:  # of a file, or of the output: a full disk, say
        complain(error.strerror if error.filename is None else f"{error.filename}: {error.strerror}")
        return FAILED
    complain(
        f"this is a bug in fairyring, please report it: {type(error).__name__}: {error}"
        " (set FAIRYRING_DEBUG=1 to see the traceback)"
    )
    return FAILED


def complain(message: str) -> None:
    """Write an error to stderr, on one line."""
    sys.stderr.write(f"fairyring: {printable(' '.join(message.split()))}\n")


def pointed(text: str, column: int) -> str:
    """Two lines: the part of a text around an error, and a caret under the error."""
    text = printable(text)
    first = max(0, min(column - 1 - WIDTH // 2, len(text) + 1 - WIDTH))
    return f"  {text[first : first + WIDTH]}\n  {' ' * (column - 1 - first)}^\n"


def _where_to_look(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f"(see '{context.command_path} --help')" if context is not None else ""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fairyring {fairyring.__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def page(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to serve the page on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to serve it on.")] = 8000,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    version: Annotated[  # noqa: ARG001  # its callback does the work
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Chess where the board misbehaves.

    Without a command, fairyring opens the board in your browser.
    """
    if context.invoked_subcommand is None:
        from fairyring.web import serve

        serve(host=host, port=port, open_browser=not no_browser, laboratory=FOLDER)


def paragraphs(command: Callable[..., None]) -> str:
    """What a command's docstring says, a line for each paragraph: Typer keeps line breaks as they are."""
    said = inspect.getdoc(command) or ""
    return "\n\n".join(" ".join(part.split()) for part in said.split("\n\n"))


for command in (
    play,
    moves,
    perft,
    analyse,
    endgame,
    puzzles,
    reports,
    lab,
    train,
    variants,
    new,
    check,
    export,
    uci,
    xboard,
):
    app.command(help=paragraphs(command))(command)
app.command("serve", help=paragraphs(serving))(serving)
app.command("import", help=paragraphs(import_))(import_)
