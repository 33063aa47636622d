"""Playing in the terminal, against the computer or a friend: the command ``play``."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Collection, Sequence
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
from fairyring.messages import Message, joined

if TYPE_CHECKING:
    from rich.console import Console

    from fairyring import Game, Move, Variant
    from fairyring.kernels.rules import Panel, Purse

HINT_SECONDS = 1.0
SEPARATORS = " -="  # allowed between two choices


class Player(StrEnum):
    """The sides that are played at the keyboard."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"
    NONE = "none"


def play(
    name: VariantName = "chess",
    level: Annotated[
        str,
        typer.Option(
            "--level", "-l", help="The computer's level: beginner, casual, club, strong, master or limitless."
        ),
    ] = "club",
    side: Annotated[
        Player,
        typer.Option(
            "--side",
            "-s",
            help="Your side; both to play against a friend on the same screen; none to watch the computer"
            " play itself.",
        ),
    ] = Player.WHITE,
    position: PositionText = None,
    true: TrueKings = None,
    option: OptionWords = None,
) -> None:
    """Play in the terminal, against the computer or a friend.

    Type a move ([bold]e2-e4[/]), or the square of one of your pieces to see where it can go.
    [bold]help[/] lists the other commands.
    """
    from rich.console import Console

    import fairyring
    from fairyring.search import LEVELS

    variant = read_variant(name, option)
    if position is None:
        variant = _drawn(variant, {word.partition("=")[0] for word in option or ()})
    start = read_position(variant, position, true)
    if unknown := start.unknown:
        sides = " and ".join(f"{side.capitalize()}'s" for side in unknown)
        raise typer.BadParameter(
            f"the position must say where {sides} True King is: replace the ? with its square"
        )
    if level not in LEVELS:
        raise typer.BadParameter(
            f"there is no level {shown(level)}; the levels are {', '.join(LEVELS)}", param_hint="--level"
        )
    make_ready(variant, searching=side is not Player.BOTH)
    people = {seat for seat in Side if side in (Player.BOTH, Player(seat.value))}
    names = {seat.capitalize(): "Player" if seat in people else f"fairyring ({level})" for seat in Side}
    game = fairyring.Game(variant, start, names)
    seed = random.randrange(1 << 32)
    Conversation(Console(highlight=False), game, people, level, seed).run()


class Leave(Exception):  # noqa: N818  # not an error
    """The player wants to leave."""


class Conversation:
    """A game and the dialogue about it, until the player leaves.

    Wrong input changes nothing. A move that is entered choice by choice is kept in `prefix` until it is
    complete or taken back by an empty line.
    """

    def __init__(
        self, console: Console, game: Game, people: Collection[Side], level: str, seed: int = 0
    ) -> None:
        """Prepare the dialogue.

        Args:
            console: where to write.
            game: the game, which goes on from its current position.
            people: the sides played at the keyboard.
            level: how strong the computer plays the other sides.
            seed: the seed of the computer's random choices.
        """
        from fairyring.cli.screen import SQUARE, STACK, Screen
        from fairyring.search import Kept

        self._kept = Kept()
        self.console = console
        self.game = game
        self.people = people
        self.level = level
        self.seed = seed
        self.prefix: tuple[str, ...] = ()
        self._present: Side | None = None  # the side at the screen, if the two must not see the same
        self._flipped = {*people} == {Side.BLACK}
        rules = game.variant.rules
        self._screen = Screen.fitting(console, game.variant.board, STACK if rules.spots else SQUARE)
        self._commands: dict[str, tuple[Callable[[], None], str]] = {
            "moves": (self._list_moves, "list every legal move"),
            "undo": (self._undo, "take back your last move"),
            "hint": (self._hint, "show what the computer would play"),
            "flip": (self._flip, "turn the board around"),
            "resign": (self._resign, "resign the game"),
            "pgn": (self._record, "write the game as PGN"),
            "position": (self._write_position, "write the position text"),
            "board": (self.show, "draw the board again"),
            "help": (self._help, "list the commands"),
            "quit": (self._quit, "leave (so does Ctrl-D)"),
        }

    def run(self) -> None:
        """Talk until the player leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # gives `input` a history and editing, if it is there
        self.console.print(
            f"[bold]{escape(self.game.variant.title)}[/]  [dim]type a move, a square or[/] help",
            soft_wrap=True,
        )
        self.show()
        try:
            while True:
                if self.game.result is None and self.game.position.side not in self.people:
                    self._answer()
                else:
                    self.hear(self._ask())
        except EOFError:
            self.console.print()  # ends the line of the prompt
        except KeyboardInterrupt:
            self.console.print()
            raise
        except Leave:
            pass

    # -- secrets -------------------------------------------------------------------------------

    @property
    def seen(self) -> Game:
        """The game as the player at the screen may know it."""
        if not self.people:
            return self.game.seen_by("spectator")
        sides = sorted(self.people)
        return self.game.seen_by(sides[0] if len(sides) == 1 else self.game.position.side)

    @property
    def covered(self) -> bool:
        """Whether the screen must be handed over, and shows nothing until then."""
        secret = self.game.variant.rules.secrets is not None and len(self.people) > 1
        return secret and self.game.result is None and self._present is not self.game.position.side

    def _cover(self) -> None:
        """Clear the screen and the input history, which the other player must not see."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what has scrolled off the screen, too
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()
        side = self.game.position.side
        self._say(f"Pass the screen to {side.capitalize()}. Press Enter to show the board.")

    def _ask(self) -> str:
        """A line of input."""
        if self.covered:
            return input(f"{self.game.position.side}, press Enter when you are ready ")
        over = self.game.result is not None
        return input("over> " if over else f"{' '.join((self.game.position.side, *self.prefix))}> ")

    def hear(self, line: str) -> None:
        """Act on one line of input."""
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
                self._complain(f"{shown(line.strip())}: the game is over; type undo, pgn or quit")
            else:
                self._enter(words)
        except FairyringError as error:
            self._complain(str(error))

    # -- moves ----------------------------------------------------------------------------------

    def _enter(self, words: list[str]) -> None:
        """Accept a move, or further choices of one, with or without spaces between them.

        Raises:
            FairyringError: the input is neither.
        """
        position, text = self.seen.position, " ".join(words)
        refusal: str = Message("no move starts with {text}", text=shown(text))
        if len(words) == 1 and not self.prefix:
            try:
                self._push(position.parse_move(text))
                return
            except MoveError as error:
                refusal = error.message
        # Choices that continue those made, or else a new start.
        readings = self._spelt(text, self.prefix) or self._spelt(text, ())
        if len(readings) > 1:
            meanings = joined("{first} or {rest}", [" ".join(reading) for reading in readings])
            refusal = Message("{text} could mean {meanings}", text=shown(text), meanings=meanings)
        elif not readings and self.prefix:
            refusal = Message(
                "{text} cannot follow {prefix}; choose one of: {choices}",
                text=shown(text),
                prefix=" ".join(self.prefix),
                choices=_listed(position.choices(self.prefix)),
            )
        if len(readings) != 1:
            raise FairyringError(Message("{reason} (help lists the commands)", reason=refusal))
        self.prefix = readings[0]
        self._go_on()

    def _spelt(self, text: str, prefix: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The readings of a text, ignoring case only if there are none otherwise."""
        return self._readings(text, prefix, str) or self._readings(text, prefix, str.lower)

    def _readings(
        self, text: str, prefix: tuple[str, ...], fold: Callable[[str], str]
    ) -> list[tuple[str, ...]]:
        """Every row of choices after ``prefix`` that a text spells, with or without separators."""
        if not text:
            return [prefix]
        readings = []
        for choice in self.seen.position.choices(prefix):
            if fold(text).startswith(fold(choice)):
                readings += self._readings(text[len(choice) :].lstrip(SEPARATORS), (*prefix, choice), fold)
        return readings

    def _go_on(self) -> None:
        """Play the move if it is complete; otherwise show how it can go on."""
        whole = [move for move in self.seen.position.legal_moves() if self.prefix in move.entries]
        choices = self.seen.position.choices(self.prefix)
        if whole and not choices:
            self._push(whole[0])
            return
        self.show()
        end = "; Enter ends the move here" if whole else "; Enter takes back the choice"
        self._say(f"{' '.join(self.prefix)}, then: {_listed(choices)}{end}")

    def _step_back(self) -> None:
        """An empty line: end a move that may end here, or take back the last choice."""
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
            self._say("choice taken back")

    def _push(self, move: Move) -> None:
        self.game.push(move)
        self.prefix = ()
        self.show()

    def _answer(self) -> None:
        """Make the computer's move."""
        import fairyring

        with explained_wait() as say:
            say("thinking …")
            found = fairyring.search(self.game.position, level=self.level, seed=self.seed, kept=self._kept)
        mover = self.game.position.side
        self.game.push(found.move)
        shown = f"[bold]{escape(self.seen.moves[-1].text)}[/]{self._aftermath()}"
        self.show(f"{mover} plays {shown}")

    def _aftermath(self) -> str:
        """What moved by itself after the last move."""
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
        """Take back the player's last move, and the computer's reply if there was one."""
        before = [
            count for count in range(len(self.game.moves)) if self.game.positions[count].side in self.people
        ]
        if not before:
            raise FairyringError("you have no move to take back")
        while len(self.game.moves) > before[-1]:
            self.game.undo()
        self.prefix = ()
        self.show()

    def _hint(self) -> None:
        import fairyring

        with explained_wait() as say:
            say("thinking …")
            found = fairyring.search(self.seen.position, seconds=HINT_SECONDS)
        self._say(f"{found.move} (score {score_text(found.score, found.mate)}, depth {found.depth})")

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self.show()

    def _resign(self) -> None:
        if self.game.result is not None:
            raise FairyringError(f"the game is already over: {self.game.result}")
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
        table.add_row(
            "[bold]e2[/]", "the square of a piece, or the next choice of a move: shows how to go on"
        )
        for name, (_, meaning) in self._commands.items():
            table.add_row(f"[bold cyan]{name}[/]", meaning)
        self.console.print(table)

    def _quit(self) -> None:
        raise Leave

    # -- showing --------------------------------------------------------------------------------

    def show(self, news: str = "") -> None:
        """Draw the board, and say whose turn it is."""
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
            news = f"last move {escape(game.notations[-1])}{self._aftermath()}"
        line = [news] if news else []
        line.append(f"[bold]{position.side} to move[/]")
        line += [f"the True King is on {token.site}" for token in view.tokens if token.marked]
        line += [purses_text(view.purses)] if view.purses else []
        line += panels_text(view.panels)
        line += ["[bold red]check![/]"] if view.checked else []
        self.console.print("  " + " · ".join(line))

    def _say_result(self, news: str = "") -> None:
        result = self.game.result
        assert result is not None
        purses = f" · {purses_text(result.purses)}" if result.purses else ""
        self.console.print(f"  {news + ' · ' if news else ''}[bold]{result}[/]  ({result.score}){purses}")
        if self.game.variant.rules.secrets is not None and len(self.people) < 2:
            from fairyring.search import explained

            self._say("\n".join(f"  {line}" for line in explained(self.game)))

    def _say(self, text: str, whole: bool = False) -> None:
        """Write a text; ``whole`` if it may be copied, without extra line breaks."""
        self.console.print(text, markup=False, soft_wrap=whole)

    def _complain(self, text: str) -> None:
        self.console.print(printable(text), style="red", markup=False, soft_wrap=True)


def purses_text(purses: tuple[Purse, Purse]) -> str:
    """Each side's purse: its total worth, and the number of chips of each kind."""
    said = []
    for side, purse in zip(Side, purses, strict=True):
        total = sum(worth * number for worth, number in purse)
        chips = " ".join(f"{number}×{worth}" for worth, number in purse if number)
        said.append(f"{side.capitalize()} {total} ({chips or 'no chips'})")
    return "purses: " + ", ".join(said)


def panels_text(panels: Sequence[Panel]) -> list[str]:
    """What the sides have beside the board: for each kind of panel, White's and Black's."""
    titles = dict.fromkeys(panel.title for panel in panels)
    return [
        f"{title}: "
        + ", ".join(f"{each.side.capitalize()} {_held(each)}" for each in panels if each.title == title)
        for title in titles
    ]


def _held(panel: Panel) -> str:
    """A panel's number, or the letters of its pieces."""
    if panel.number is not None:
        return str(panel.number)
    return " ".join(f"{each.number}×{each.letter.upper()}" for each in panel.holdings) or "empty"


def _drawn(variant: Variant, named: Collection[str]) -> Variant:
    """The game with a random value for each option to be drawn that the player has not named."""
    from fairyring import load

    drawn = {
        option: random.randint(*numbers)
        for option, numbers in variant.definition.drawn.items()
        if option not in named
    }
    return load(variant.source, **variant.options | drawn) if drawn else variant


def _listed(choices: list[str]) -> str:
    return ", ".join(sorted(choices)) or "nothing"
