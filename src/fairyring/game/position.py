"""Variants, positions and moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from fairyring.board import Board, Side
from fairyring.errors import AmbiguousMoveError, IllegalMoveError, MoveError, UnknownSecretError, expect
from fairyring.game import earlier
from fairyring.game.content import Kept
from fairyring.game.earlier import Earlier
from fairyring.game.lately import OBJECTS, lately
from fairyring.game.lazy import lazy
from fairyring.game.refusals import Situation, why_not
from fairyring.game.telling import SPECTATOR, Move, Result, View, Viewer, check_viewer, move_of
from fairyring.kernels import contract
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.rules import Event, Panel, Purse, Rules
from fairyring.notation import san
from fairyring.variants import define, is_file
from fairyring.variants.definition import Definition


class Variant:
    """A game that can be played, with its options; `load` returns one.

    Two variants are equal if their name, options and source are.

    Attributes:
        name: the name it is loaded by.
        options: every option it has, with its value.
        definition: its board, rules, position texts and words.
        source: what `load` finds it by: its name, or the full path of a user's file.
    """

    def __init__(self, name: str, definition: Definition, options: Mapping[str, object], source: str) -> None:
        self.name = name
        self.definition = definition
        self.options = dict(options)
        self.source = source

    @property
    def names(self) -> tuple[str, str]:
        """The name it is loaded by, and its title for people."""
        return self.name, self.definition.title

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.definition.title

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return self.definition.rules

    @property
    def board(self) -> Board:
        """Its board."""
        return self.rules.board

    @lazy
    def size(self) -> int:
        """About how many bytes each position of a game takes."""
        return self.rules.layout.size(len(self.board)) + OBJECTS * (1 if self.rules.secrets is None else 2)

    def sites(self, choices: Iterable[str]) -> list[str]:
        """The names of the sites at which choices are made; choices that are made elsewhere have none."""
        spots, numbers = self.rules.spots, self.board.numbers
        made = (spots[choice].site if choice in spots else choice for choice in choices)
        return [site for site in made if site in numbers]

    def ends(self, move: Move) -> list[str]:
        """The names of the sites of a move, from its start to its goal.

        If it takes a carrier along, they are the carrier's.
        """
        found = self.sites(move.choices)
        board = self.board
        number = board.numbers[found[0]] if found else -1
        if number in board.carriers and board.numbers[found[-1]] in board.backs:
            found[0] = board.names[board.carriers[number]]
        return found

    @lazy
    def _start(self) -> Position:
        return self.position(self.definition.start)

    def start(self) -> Position:
        """The position in which the game begins."""
        return self._start

    def position(self, text: str) -> Position:
        """The position that a text describes; its ``str()`` is the same text.

        Raises:
            PositionError: the text is malformed, not in the standard form, or describes an impossible
                position.
        """
        expect(text, str, "a position is read from a text")
        return Position(self, self.definition.form.read(text), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, str, tuple[tuple[str, object], ...]]:
        return self.name, self.source, tuple(sorted(self.options.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return partial(load, self.source, **self.options), ()

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"fairyring.load({self.source!r}{options})"


def load(name: str | Path, /, **options: object) -> Variant:
    """A variant by its name, or by the path of a file that defines one.

    Args:
        name: one of `variants`, or a path: ``x.py``, ``x.toml``, ``x.zrf``, ``x.zrf#title``, ``x.ini#name``.
        options: the variant's options, as keywords.

    Raises:
        VariantError: there is no such variant or option, or its file fails.
    """
    expect(name, (str, Path), "load takes a name or a path")
    found, definition, chosen = define(name, options)
    source = str(Path(name).resolve()) if is_file(name) else found
    return Variant(found, definition, chosen, source)


class Position(Kept):
    """An immutable position of a variant, with the keys of the earlier positions, from which `play` led here.

    Positions are equal if their variants and texts are, clocks included; how they were reached does not
    count.
    """

    def __init__(
        self, variant: Variant, row: States, before: Earlier, past: tuple[Position, Move] | None = None
    ) -> None:
        """Take over ``row`` (a `States` of one row), with the keys of earlier positions, and its `past`."""
        super().__init__(variant.rules, row)
        self.variant = variant
        self._earlier = before
        self._past = past

    # -- what it is ---------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.of(int(self._info[0, int(contract.SIDE)]))

    @property
    def clock(self) -> int:
        """Plies since the last capture, pawn move, or whatever else resets the clock of the game."""
        return int(self._info[0, int(contract.CLOCK)])

    @property
    def number(self) -> int:
        """The number of the next move, from 1; it goes up after each of Black's moves."""
        return int(self._info[0, int(contract.NUMBER)])

    @property
    def key(self) -> int:
        """A 64-bit hash of all that counts for repetition: everything but the clock and the move number."""
        return int(self._key[0])

    @lazy
    def in_check(self) -> bool:
        """Whether the side to move is in check; False in a game without check."""
        return bool(contract.in_check(self.variant.rules.tables, self.rows(1), U(0)))

    @lazy
    def _text(self) -> str:
        return self.variant.definition.form.write(self._row, 0)

    @property
    def unknown(self) -> tuple[Side, ...]:
        """The sides that have a secret which this position does not hold.

        Moves from it may raise a `question`.
        """
        secrets = self.variant.rules.secrets
        if secrets is None:
            return ()
        known = {secret.owner for secret in secrets.hidden(self._row, 0)}
        return tuple(side for side in Side if side not in known and secrets.possible(self._row, 0, side))

    @property
    def purses(self) -> tuple[Purse, Purse] | None:
        """White's chips and Black's; None in a game without chips."""
        return self.variant.rules.purses(self._row, 0)

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What the sides have beside the board: hands and counters, White's first; none in most games."""
        return self.variant.rules.panels(self._row, 0)

    def purses_after(self, winner: Side | None) -> tuple[Purse, Purse] | None:
        """The purses if the game ends here; a ``winner`` gets the chips that are left, None means a draw."""
        return self.variant.rules.purses(self._row, 0, winner)

    def seen_by(self, viewer: Viewer, *, ended: bool = False) -> Position:
        """The position as ``viewer`` may know it: nothing that it returns depends on more than that.

        It is a position like any other, with blanks for what the viewer may not know. If nothing is hidden
        from the viewer, it is this position itself: in most games, and in all games once they are over.

        Args:
            viewer: a side, ``"spectator"``, or None to know everything.
            ended: whether the game is over in a way that the position does not show.

        Raises:
            ValueError: there is no such viewer.
        """
        check_viewer(viewer)
        secrets = self.variant.rules.secrets
        if secrets is None or viewer is None or ended:
            return self
        return self if self.result is not None else self._blanked(viewer)

    def _blanked(self, viewer: Viewer) -> Position:
        """The position without what ``viewer`` may not know while the game goes on."""
        if viewer not in self._blanks:
            row, secrets = self._row, self.variant.rules.secrets
            hidden = [] if secrets is None else secrets.hidden(row, 0)
            fields = {each.field: each.blank for each in hidden if each.owner != viewer}
            info = row.info.copy()
            info[0, [*fields]] = [*fields.values()]
            blank = Position(self.variant, row._replace(info=info), self._earlier, self._past)
            blank._content = self._content
            self._blanks[viewer] = blank if fields else None  # not itself: it would refer to itself
        return self._blanks[viewer] or self

    @lazy
    def _blanks(self) -> dict[Viewer, Position | None]:
        return {}

    def text(self, viewer: Viewer = None) -> str:
        """The position's text, as far as ``viewer`` may know it; see `seen_by` for who that may be."""
        return self.seen_by(viewer)._text

    def view(self, viewer: Viewer = None, *, ended: bool = False) -> View:
        """What ``viewer`` may know of the position; see `seen_by`."""
        seen = self.seen_by(viewer, ended=ended)
        rules, row = self.variant.rules, seen.rows(1)
        checked = rules.checked(row, 0)
        return View(str(seen), seen.side, seen.tokens, checked, seen.result, seen.purses, seen.panels)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{self.variant!r}.position({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._text == other._text and self.variant == other.variant

    def __hash__(self) -> int:
        return hash((self._text, self.variant))

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.variant, self._text, self.earlier)

    def _repr_svg_(self) -> str:
        """Its picture, which notebooks ask for by this name."""
        from fairyring.drawing import board_svg  # a layer above this one, so asked only when needed

        return board_svg(self)

    # -- moves --------------------------------------------------------------------------------

    @lazy
    def codes(self) -> tuple[int, ...]:
        """The kernel's numbers for the legal moves, in the order of `legal_moves`."""
        moves = np.empty(self.variant.rules.most_moves, np.uint64)
        n = int(contract.legal(self.variant.rules.tables, self.rows(1), U(0), moves, U(0)))
        lately.add(self, self._content.weight + n // 10)
        return tuple(moves[:n].tolist())

    @lazy
    def _moves(self) -> tuple[Move, ...]:
        row, words, codes = self.rows(1), self.variant.rules.words, self.codes
        lately.add(self, 1 + len(codes))
        return tuple(move_of(words(row, 0, code), code) for code in codes)

    def move(self, code: int) -> Move:
        """The legal move with a number of `codes`."""
        return move_of(self.variant.rules.words(self.rows(1), 0, code), code)

    @lazy
    def _by_text(self) -> dict[str, Move]:
        return {move.text: move for move in self._moves}

    @lazy
    def _public(self) -> dict[str, Move]:
        """The moves that hide something, by their texts without what is hidden."""
        secrets = self.variant.rules.secrets
        if secrets is None:
            return {}
        hiding = {secrets.public(code) for code in self.codes} - {*self.codes}
        return {move.text: move for move in map(self.move, sorted(hiding))}

    def legal_moves(self) -> list[Move]:
        """Every legal move, in an order that is always the same; also where repetition or the clock draws."""
        return list(self._moves)

    def parse_move(self, text: str) -> Move:
        """The legal move that a text names: in its own form, in UCI's, or in SAN if the game has these.

        A text that hides a secret is accepted too (``true@?``).

        Raises:
            IllegalMoveError: it names no legal move.
            AmbiguousMoveError: it could mean several moves.
            TypeError: it is not a text.
        """
        expect(text, str, "a move is read from a text")
        found = self._by_text.get(text) or self._public.get(text)
        if found is not None:
            return found
        meant = [move for move in self._moves if (text and text == move.uci) or move.begins(text)]
        if not meant and san.speaks(rules := self.variant.rules):
            meant = [self.move(code) for code in san.meant(rules, self.rows(1), self.codes, text)]
        if len(meant) == 1 and not meant[0].begins(text):
            return meant[0]
        if meant:
            raise AmbiguousMoveError(text, self._text, [move.text for move in meant])
        raise self._illegal(text)

    def choices(self, prefix: Sequence[str] = ()) -> list[str]:
        """The possible next choices after ``prefix``, each listed once.

        An empty list means that ``prefix`` is a whole move, or that no move begins with it.
        """
        expect(prefix, (tuple, list), "the choices made so far are in a list, such as ['e2']")
        prefix, length = tuple(prefix), len(prefix)
        entries = (entry for move in self._moves for entry in move.entries)
        return list(dict.fromkeys(e[length] for e in entries if e[:length] == prefix < e))

    def play(self, move: Move | str, answer: bool | None = None) -> Position:
        """The position after a legal move.

        Args:
            move: the move or its text.
            answer: to the `question` that the move raises, if any.

        Raises:
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: the text could mean several moves.
            UnknownSecretError: the move raises a question, and there is no answer.
        """
        move = self._legal(move)
        code = move.code
        if question := self._question(code):
            if answer is None:
                raise UnknownSecretError(move.text, self._text, question)
            secrets = self.variant.rules.secrets
            assert secrets is not None  # only secrets raise questions
            code = secrets.answered(code, answer)
        states = self.rows(2)
        contract.play(self.variant.rules.tables, states, U(0), U(code))
        after = States(*(part[1:2].copy() for part in states))  # type: ignore[arg-type]  # each as it is
        past = None if self.variant.rules.secrets is None else (self._blanked(SPECTATOR), self.public(move))
        return Position(self.variant, after, (self.key, self._earlier), past)

    def _legal(self, move: Move | str) -> Move:
        if not isinstance(move, Move):
            expect(move, str, "play takes a move or its text")
            return self.parse_move(move)
        if "_by_text" not in self.__dict__ and move.code in self.codes:
            own = self.move(move.code)
            if own is move or own == move:
                return move  # without words for all the others
        if (self._by_text.get(move.text) or self._public.get(move.text)) != move:
            raise self._illegal(move.text)
        return move

    def _illegal(self, text: str) -> IllegalMoveError:
        """The error for a text that is no legal move; it says why."""
        situation = Situation(self.variant.rules, self.rows(1), self.side, self._moves, self.result)
        return IllegalMoveError(text, self._text, why_not(situation, text))

    def question(self, move: Move | str) -> str:
        """A yes-or-no question that must be answered to play a legal move.

        Empty if the position has everything that is needed.

        Raises:
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: the text could mean several moves.
        """
        return self._question(self._legal(move).code)

    def _question(self, code: int) -> str:
        secrets = self.variant.rules.secrets
        return "" if secrets is None else secrets.question(self._row, 0, code)

    def public(self, move: Move) -> Move:
        """The move as the other players see it; in most games, the move itself."""
        expect(move, Move, "what a move hides is asked of a move of legal_moves or parse_move")
        secrets = self.variant.rules.secrets
        code = move.code if secrets is None else secrets.public(move.code)
        if code == move.code:
            return move
        return move_of(self.variant.rules.words(self.rows(1), 0, code), code)

    def course(self, move: Move | str | None = None) -> tuple[Event, ...]:
        """Everything that happens in a legal move, in order, with the paths of the pieces.

        Without a move: what would happen by itself in the turn of the side to move. Empty in games
        in which a move is no more than its text and choices say.

        Raises:
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: the text could mean several moves.
        """
        if move is not None:
            move = self.parse_move(move.text if isinstance(move, Move) else move)
        return self.variant.rules.course(self.rows(1), 0, None if move is None else move.code)

    def aftermath(self, move: Move | str) -> tuple[str, ...]:
        """What happens by itself after a legal move, as records write it.

        In order: pieces that move on (``d2-d4``, ``d2xd4``, ``d7-d8=Q``) or stop instead (``stop@d4``), and
        the spinner (``spin``). Empty in games without motion.

        Raises:
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: the text could mean several moves.
        """
        return tuple(event.text for event in self.course(move) if event.automatic)

    # -- results ------------------------------------------------------------------------------

    @lazy
    def result(self) -> Result | None:
        """How the game ended; None while it goes on.

        Repetition counts the positions from which `play` led here.
        """
        tables, row = self.variant.rules.tables, self.rows(1)
        code = int(contract.outcome(tables, row, U(0), U(len(self.codes))))
        own = self.key
        before = [back for back, key in enumerate(earlier.back(self._earlier), 1) if key == own]
        least = int(contract.repetitions(tables)) - 1 if before else 1
        if len(before) >= least and code in contract.OPEN:
            code = int(contract.repetition_result(tables, row, U(0), U(before[least - 1])))
        if not (reason := code & int(contract.REASON_MASK)):
            return None
        won = (None, self.side, self.side.other)[code >> int(contract.WINNER_SHIFT)]
        words = contract.REASONS[reason]
        how = self.variant.rules.ended(words, won, self.side)
        return Result(won, words, self.purses_after(won), how)

    # -- for the layers above -----------------------------------------------------------------

    @lazy
    def notes(self) -> dict[object, Any]:
        """What other layers have computed about this position, by keys of their own; not a part of it."""
        return {}

    @property
    def earlier(self) -> tuple[int, ...]:
        """The keys of the positions from which `play` led here, the oldest first."""
        return tuple(earlier.back(self._earlier))[::-1]

    @property
    def past(self) -> tuple[Position, Move] | None:
        """The position before and the move that led from there, both without secrets.

        None if `play` did not lead here, as in a copy from a pickle, and in games without secrets.
        """
        return self._past


def _restore(variant: Variant, text: str, keys: tuple[int, ...]) -> Position:
    position = variant.position(text)
    return Position(variant, position.rows(1), earlier.of(keys))


__all__ = ["Move", "MoveError", "Position", "Result", "Variant", "View", "Viewer", "load"]
