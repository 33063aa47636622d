"""A game in the terminal, against the computer or a friend: the command ``play``."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from fairyring.board import Side
from fairyring.cli.analyse import score_text
from fairyring.cli.inputs import (
    OptionWords,
    PositionText,
    TrueKings,
    VariantName,
    explained_wait,
    make_ready,
    printable,
    read_position,
    read_variant,
)
from fairyring.errors import FairyringError, MoveError, shown

if TYPE_CHECKING:
    from rich.console import Console

    from fairyring import Game, Move
    from fairyring.kernels.rules import Purse

HINT_SECONDS = 1.0
BETWEEN = " -="  # what may stand between two choices


class Player(StrEnum):
    """Which side the person at the keyboard plays."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"


def play(
    name: VariantName = "chess",
    level: Annotated[
        str,
        typer.Option("--level", "-l", help="How strong the computer is: a word such as beginner or club."),
    ] = "club",
    side: Annotated[
        Player,
        typer.Option("--side", "-s", help="Your side; both to play against a friend at this keyboard."),
    ] = Player.WHITE,
    position: PositionText = None,
    true: TrueKings = None,
    option: OptionWords = None,
) -> None:
    """Play in the terminal, against the computer or a friend.

    Type a move ([bold]e2-e4[/]), or the square of one of your men to see where it may go.
    [bold]help[/] lists what else there is to say.
    """
    from rich.console import Console

    import fairyring
    from fairyring.search import LEVELS

    variant = read_variant(name, option)
    start = read_position(variant, position, true)
    if unknown := start.unknown:
        hidden = " and ".join(f"{side}'s secret" for side in unknown)
        raise typer.BadParameter(f"{hidden} must be known to go on from there (it says ?)")
    if level not in LEVELS:
        raise typer.BadParameter(f"{shown(level)}; there are {', '.join(LEVELS)}", param_hint="--level")
    make_ready(variant, searching=side is not Player.BOTH)
    people = {Side.WHITE, Side.BLACK} if side is Player.BOTH else {Side(side.value)}
    names = {seat.capitalize(): "Player" if seat in people else f"fairyring ({level})" for seat in Side}
    game = fairyring.Game(variant, start, names)
    seed = random.randrange(1 << 32)
    Conversation(Console(highlight=False), game, people, level, seed).run()


class Leave(Exception):  # noqa: N818  # it tells of a wish, not of an error
    """The person wants to go."""


class Conversation:
    """A game and what is said about it, until the person leaves.

    Commands and wrong input change nothing of the game; a turn that is entered choice by choice is
    kept in `prefix` until it is whole or taken back by an empty line.
    """

    def __init__(
        self, console: Console, game: Game, people: Collection[Side], level: str, seed: int = 0
    ) -> None:
        """Say nothing yet.

        Args:
            console: where to talk.
            game: the game, played on from where it stands.
            people: the sides that are played at the keyboard.
            level: how strong the computer is that plays the others.
            seed: of what it misjudges.
        """
        from fairyring.cli.screen import SQUARE, STACK, Screen

        self.console = console
        self.game = game
        self.people = people
        self.level = level
        self.seed = seed
        self.prefix: tuple[str, ...] = ()
        self._present: Side | None = None  # who sits at the screen, of two who may not know the same
        self._flipped = Side.WHITE not in people
        rules = game.variant.rules
        self._screen = Screen.fitting(console, game.variant.board, STACK if rules.spots else SQUARE)
        self._commands: dict[str, tuple[Callable[[], None], str]] = {
            "moves": (self._list_moves, "list every legal move"),
            "undo": (self._undo, "take your last move back"),
            "hint": (self._hint, "ask the computer what it would play"),
            "flip": (self._flip, "turn the board round"),
            "resign": (self._resign, "give the game up"),
            "pgn": (self._record, "write the game down"),
            "position": (self._write_position, "write the position down"),
            "board": (self.show, "draw the board again"),
            "help": (self._help, "say all this"),
            "quit": (self._quit, "leave (so does Ctrl-D)"),
        }

    def run(self) -> None:
        """Talk until the person leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # gives `input` its history and editing, where there is one
        self.console.print(
            f"[bold]{escape(self.game.variant.title)}[/]  [dim]a move, a square, or[/] help", soft_wrap=True
        )
        self.show()
        try:
            while True:
                if self.game.result is None and self.game.position.side not in self.people:
                    self._answer()
                else:
                    self.hear(self._ask())
        except EOFError:
            self.console.print()  # the prompt's line is still open
        except KeyboardInterrupt:
            self.console.print()
            raise
        except Leave:
            pass

    # -- who may know what ----------------------------------------------------------------------

    @property
    def seen(self) -> Game:
        """The game as whoever sits at the screen may know it."""
        sides = sorted(self.people)
        return self.game.seen_by(sides[0] if len(sides) == 1 else self.game.position.side)

    @property
    def covered(self) -> bool:
        """Whether the screen is to be handed over, and shows nothing till then."""
        secret = self.game.variant.rules.secrets is not None and len(self.people) > 1
        return secret and self.game.result is None and self._present is not self.game.position.side

    def _cover(self) -> None:
        """Take everything off the screen, with what was typed: it is for the other one's eyes."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what has been scrolled out of sight, too
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()
        side = self.game.position.side
        self._say(f"The screen goes to {side.capitalize()}: an empty line shows the board.")

    def _ask(self) -> str:
        """A line of input, whose prompt says what it is asked for."""
        if self.covered:
            return input(f"{self.game.position.side}, are you there? ")
        over = self.game.result is not None
        return input("over> " if over else f"{' '.join((self.game.position.side, *self.prefix))}> ")

    def hear(self, line: str) -> None:
        """Obey one line."""
        if self.covered:
            self._present = self.game.position.side
            self.show()
            return
        words = line.split()
        if not words:
            self._step_back()
            return
        command = self._commands.get(words[0].lower()) if len(words) == 1 else None
        try:
            if command:
                command[0]()
            elif self.game.result is not None:
                self._complain(f"{shown(line.strip())}: the game is over; undo, pgn or quit?")
            else:
                self._enter(words)
        except FairyringError as error:
            self._complain(str(error))

    # -- turns ----------------------------------------------------------------------------------

    def _enter(self, words: list[str]) -> None:
        """Take a move, or further choices of one, apart or run together.

        Raises:
            FairyringError: neither is meant.
        """
        position, text = self.seen.position, " ".join(words)
        refusal = f"{shown(text)}: no move begins so"
        if len(words) == 1 and not self.prefix:
            try:
                self._push(position.parse_move(text))
                return
            except MoveError as error:
                refusal = str(error)
        # Choices that go on from those made, or else others from the first on.
        readings = self._spelt(text, self.prefix) or self._spelt(text, ())
        if len(readings) > 1:
            refusal = f"{shown(text)}: it could mean {' or '.join(map(' '.join, readings))}"
        elif not readings and self.prefix:
            choices = _listed(position.choices(self.prefix))
            refusal = f"{shown(text)} is no choice after {' '.join(self.prefix)}; there is {choices}"
        if len(readings) != 1:
            raise FairyringError(f"{refusal} (help lists the commands)")
        self.prefix = readings[0]
        self._go_on()

    def _spelt(self, text: str, prefix: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The readings of a text as it is written, or else whatever its capitals."""
        return self._readings(text, prefix, str) or self._readings(text, prefix, str.lower)

    def _readings(
        self, text: str, prefix: tuple[str, ...], fold: Callable[[str], str]
    ) -> list[tuple[str, ...]]:
        """Every row of choices after ``prefix`` that a text spells out, the marks between them left out."""
        if not text:
            return [prefix]
        readings = []
        for choice in self.seen.position.choices(prefix):
            if fold(text).startswith(fold(choice)):
                readings += self._readings(text[len(choice) :].lstrip(BETWEEN), (*prefix, choice), fold)
        return readings

    def _go_on(self) -> None:
        """Play the turn if it is whole; else show how it may go on."""
        whole = [move for move in self.seen.position.legal_moves() if self.prefix in move.entries]
        choices = self.seen.position.choices(self.prefix)
        if whole and not choices:
            self._push(whole[0])
            return
        self.show()
        end = "; an empty line ends the turn here" if whole else "; an empty line takes the choice back"
        self._say(f"{' '.join(self.prefix)}, then: {_listed(choices)}{end}")

    def _step_back(self) -> None:
        """An empty line: end a turn that may end, or take the last choice back."""
        whole = [move for move in self.seen.position.legal_moves() if self.prefix in move.entries]
        if not self.prefix:
            return
        if whole:
            self._push(whole[0])
            return
        self.prefix = self.prefix[:-1]
        if self.prefix:
            self._go_on()
        else:
            self._say("taken back; choose anew")

    def _push(self, move: Move) -> None:
        self.game.push(move)
        self.prefix = ()
        self.show()

    def _answer(self) -> None:
        """Let the computer move."""
        import fairyring

        with explained_wait() as say:
            say("thinking …")
            found = fairyring.search(self.game.position, level=self.level, seed=self.seed)
        mover = self.game.position.side
        self.game.push(found.move)
        shown = f"[bold]{escape(self.seen.moves[-1].text)}[/]{self._aftermath()}"
        self.show(f"{mover} plays {shown}")

    def _aftermath(self) -> str:
        """What happened by itself after the last move."""
        return f", then {escape(text)}" if (text := self.game.aftermaths[-1]) else ""

    # -- commands -------------------------------------------------------------------------------

    def _list_moves(self) -> None:
        legal = self.seen.position.legal_moves() if self.game.result is None else []
        texts = sorted(
            move.text
            for move in legal
            if any(entry[: len(self.prefix)] == self.prefix for entry in move.entries)
        )
        self._say(
            f"{len(texts)} move{'' if len(texts) == 1 else 's'}{': ' if texts else ''}{'  '.join(texts)}"
        )

    def _undo(self) -> None:
        """Take back to the person's last decision: against the computer, its answer as well."""
        before = [
            count for count in range(len(self.game.moves)) if self.game.positions[count].side in self.people
        ]
        if not before:
            raise FairyringError("there is no move of yours to take back")
        while len(self.game.moves) > before[-1]:
            self.game.undo()
        self.prefix = ()
        self.show()

    def _hint(self) -> None:
        import fairyring

        with explained_wait() as say:
            say("thinking …")
            found = fairyring.search(self.seen.position, seconds=HINT_SECONDS)
        self._say(f"{found.move} (worth {score_text(found.score, found.mate)}, at depth {found.depth})")

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self.show()

    def _resign(self) -> None:
        if self.game.result is not None:
            raise FairyringError(f"the game is over already: {self.game.result}")
        self.game.resign(self.game.position.side)
        self.prefix = ()
        self._say_result()

    def _record(self) -> None:
        self._say(self.seen.pgn().rstrip(), whole=True)

    def _write_position(self) -> None:
        self._say(str(self.seen.position), whole=True)

    def _help(self) -> None:
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        table.add_row("[bold]e2-e4[/]", "a move, written as [bold]moves[/] lists them")
        table.add_row("[bold]e2[/]", "a man's square, or the next choice of a move: shows how it may go on")
        for name, (_, meaning) in self._commands.items():
            table.add_row(f"[bold cyan]{name}[/]", meaning)
        self.console.print(table)

    def _quit(self) -> None:
        raise Leave

    # -- showing --------------------------------------------------------------------------------

    def show(self, news: str = "") -> None:
        """Draw the board, with a line on whose turn it is."""
        from fairyring.cli.screen import Marks

        if self.covered:
            self._cover()
            return
        game = self.seen
        position, variant, last_move = game.position, game.variant, game.moves[-1] if game.moves else None
        view = position.view()
        last = variant.ends(last_move) if last_move else []
        chosen = variant.sites((*self.prefix, *position.choices(self.prefix)) if self.prefix else ())
        self.console.print()
        self.console.print(self._screen.draw(view, Marks(last, view.checked, chosen), self._flipped))
        if self.game.result is not None:
            self._say_result(news)
            return
        if not news and last_move:
            news = f"last move {escape(last_move.text)}{self._aftermath()}"
        line = [news] if news else []
        line.append(f"[bold]{position.side} to move[/]")
        line += [f"the True King is on {token.site}" for token in view.tokens if token.marked]
        line += [purses_text(view.purses)] if view.purses else []
        line += ["[bold red]check![/]"] if view.checked else []
        self.console.print("  " + " · ".join(line))

    def _say_result(self, news: str = "") -> None:
        result = self.game.result
        assert result is not None
        purses = f" · {purses_text(result.purses)}" if result.purses else ""
        self.console.print(f"  {news + ' · ' if news else ''}[bold]{result}[/]  ({result.score}){purses}")
        if self.game.variant.rules.secrets is not None and len(self.people) == 1:
            from fairyring.search import explained

            self._say("\n".join(f"  {line}" for line in explained(self.game)))

    def _say(self, text: str, whole: bool = False) -> None:
        """Say a text; one that may be copied goes out ``whole``, without line ends of our own."""
        self.console.print(text, markup=False, soft_wrap=whole)

    def _complain(self, text: str) -> None:
        self.console.print(printable(text), style="red", markup=False, soft_wrap=True)


def purses_text(purses: tuple[Purse, Purse]) -> str:
    """What either side holds: its worth, and how many chips of each kind."""
    said = []
    for side, purse in zip(Side, purses, strict=True):
        total = sum(worth * number for worth, number in purse)
        chips = " ".join(f"{number}×{worth}" for worth, number in purse if number)
        said.append(f"{side.capitalize()} {total} ({chips or 'no chips'})")
    return "purses: " + ", ".join(said)


def _listed(choices: list[str]) -> str:
    return ", ".join(sorted(choices)) or "nothing"
