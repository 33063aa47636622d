"""A game: playing moves, taking them back, and keeping a record."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from types import NoneType
from typing import TypeVar

from fairyring.board import Side
from fairyring.errors import (
    FairyringError,
    IllegalMoveError,
    MoveError,
    PositionError,
    RecordError,
    UnknownGameError,
    VariantError,
    expect,
    shown,
)
from fairyring.game.foreign import placed
from fairyring.game.position import Move, Position, Result, Variant, Viewer, load
from fairyring.game.writing import notation
from fairyring.kernels import contract
from fairyring.messages import Message, joined
from fairyring.names import NAMES_IN_RECORDS
from fairyring.notation import pgn, san
from fairyring.variants import is_file

OWN_TAGS = frozenset({"Result", "Variant", "Options", "SetUp", "FEN", "Termination"})  # follow from the game
# What happened by itself after a move, as a PGN command at the beginning of the comment on it.
_AUTO = "[%auto"
TRUE_KING = contract.REASONS[int(contract.TRUE_KING)]
S = TypeVar("S")
T = TypeVar("T")
_INTEGER = re.compile(r"-?[0-9]{1,18}")


class Game:
    """A game of a variant: its positions, its moves, its tags and how it ended.

    Attributes:
        variant: the variant.
        tags: PGN tag pairs beyond those that follow from the game itself.
        positions: the first position, and the one after each move.
        moves: the moves played.
        comments: the comment after each move, by its index (-1: before the first).
    """

    def __init__(
        self, variant: Variant, position: Position | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        """Begin a game, at ``position`` if one is given.

        Raises:
            ValueError: the position is one of another variant.
            TypeError: one of them is something else, or a tag has a value that is not a text.
        """
        expect(variant, Variant, "a game is of a variant, which load finds by its name")
        expect(position, (Position, NoneType), "a game begins at a position")
        if position is not None and position.variant != variant:
            raise ValueError(f"a position of {position.variant.name} in a game of {variant.name}")
        self.variant = variant
        self.tags = checked_tags(tags)
        self.positions = [variant.start() if position is None else position]
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self._aftermaths: list[str] = []
        self._ended: Result | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def result(self) -> Result | None:
        """None while the game goes on, else how it ended."""
        return self.position.result or self._ended

    def seen_by(self, viewer: Viewer) -> Game:
        """The game as ``viewer`` may see it, without what is hidden from that viewer.

        It is a separate game, and nothing that it returns depends on what is hidden. If nothing is hidden, or
        the game is over, it is this game itself.

        Raises:
            ValueError: there is no such viewer.
        """
        positions = [position.seen_by(viewer, ended=self.result is not None) for position in self.positions]
        if all(seen is known for seen, known in zip(positions, self.positions, strict=True)):
            return self
        seen = Game(self.variant, positions[0], self.tags)
        seen.positions = positions
        for before, move in zip(self.positions, self.moves, strict=False):
            public = before.public(move)
            # The player who made the move knows all of it.
            seen.moves.append(move if public == move or viewer == before.side else public)
        seen.comments = dict(self.comments)
        return seen

    def push(self, move: Move | str, answer: bool | None = None) -> Position:
        """Play a move, and return the new position.

        Args:
            move: the move or its text.
            answer: to the question that the move raises, if any; see `Position.question`.

        Raises:
            IllegalMoveError: the move is not legal, or the game is over.
            AmbiguousMoveError: the text could mean several moves.
            UnknownSecretError: the move raises a question, and there is no answer.
        """
        if self.result is not None:
            reason = Message("the game is over: {result}", result=self.result.message)
            raise IllegalMoveError(str(move), str(self.position), reason)
        if isinstance(move, str):
            move = self.position.parse_move(move)
        after = self.position.play(move, answer)
        self.moves.append(move)
        self.positions.append(after)
        return after

    def undo(self) -> Move:
        """Take back the last move, and with it how the game ended.

        Raises:
            IndexError: no move has been played.
        """
        if not self.moves:
            raise IndexError("no move to take back")
        self._ended = None
        self.positions.pop()
        self.comments.pop(len(self.moves) - 1, None)
        del self._aftermaths[len(self.moves) - 1 :]
        return self.moves.pop()

    def end(self, winner: Side | str | None, reason: str) -> Result:
        """End the game by resignation, agreement or time.

        Args:
            winner: the side that wins; None for a draw.
            reason: why, in a word or two, such as ``"resignation"``.

        Raises:
            ValueError: the game is already over, or the winner is not a side.
            TypeError: the reason is not a text.
        """
        expect(reason, str, "a game ends for a reason, which is a text")
        if self.result is not None:
            raise ValueError(f"the game is over: {self.result}")
        won = None if winner is None else Side(winner)
        self._ended = Result(won, reason, self.position.purses_after(won))
        return self._ended

    def resign(self, side: Side | str) -> Result:
        """End the game by the resignation of ``side``.

        Raises:
            ValueError: the game is over already, or there is no such side.
        """
        return self.end(Side(side).other, "resignation")

    @property
    def aftermaths(self) -> list[str]:
        """For each move, what then happened by itself, as `Position.aftermath` writes it, or ""."""
        for index in range(len(self._aftermaths), len(self.moves)):
            self._aftermaths.append(" ".join(self.positions[index].aftermath(self.moves[index])))
        return list(self._aftermaths)

    @property
    def notations(self) -> list[str]:
        """The moves as they are shown in a move list."""
        pairs = zip(self.positions, self.moves, self.positions[1:], strict=False)
        return [notation(before, move, after) for before, move, after in pairs]

    def pgn(self, viewer: Viewer = None) -> str:
        """The game as PGN, as far as ``viewer`` may know it; `read_pgn` reads it back.

        What happened by itself after a move is in the comment on it: ``{[%auto d2-d4 c3xe4] …}``.

        Raises:
            ValueError: there is no such viewer, or a tag's name has other characters than letters, digits and
                ``_``.
        """
        return self.seen_by(viewer)._pgn()

    def _pgn(self) -> str:
        aftermaths = self.aftermaths
        moves = [
            recorded(
                self.positions[index],
                move,
                self.positions[index + 1],
                told(self.comments.get(index, ""), aftermaths[index]),
            )
            for index, move in enumerate(self.moves)
        ]
        return written(self.positions[0], moves, self.result, self.tags, self.comments.get(-1, ""))

    def __repr__(self) -> str:
        return f"<Game of {self.variant.name}, {len(self.moves)} plies, {self.result or 'going on'}>"


def checked_tags(tags: Mapping[str, str] | None) -> dict[str, str]:
    """Tag pairs, in a dictionary of their own.

    Raises:
        TypeError: they are not tag pairs, or a value is not a text.
    """
    expect(tags, (Mapping, NoneType), "tags are texts by their names, such as {'White': 'Ada'}")
    for name, value in (tags or {}).items():
        expect(name, str, "the name of a tag is a text")
        expect(value, str, f"the tag {name} is a text")
    return dict(tags or {})


def recorded(before: Position, move: Move, after: Position, comment: str) -> pgn.RecordedMove:
    """A move between two positions, as a record has it: in SAN, where the game speaks that."""
    number, black = (before.number, before.side is Side.BLACK) if move.ply else (0, False)
    text = notation(before, move, after) if san.speaks(before.variant.rules) else move.text
    return pgn.RecordedMove(text, comment=comment, number=number, black=black)


def written(
    first: Position,
    moves: Sequence[pgn.RecordedMove],
    result: Result | None,
    tags: Mapping[str, str],
    opening: str,
) -> str:
    """A record's text.

    Args:
        first: the first position.
        moves: the moves of the main line, with comments and variations.
        result: how the main line ended.
        tags: those that do not follow from the game.
        opening: the comment before the first move.
    """
    found = _headers(first, result, tags)
    return pgn.write(found, moves, found["Result"], opening)


def _headers(first: Position, result: Result | None, tags: Mapping[str, str]) -> dict[str, str]:
    """The tag pairs of a record: the usual ones, those given, and those that follow from the game."""
    variant = first.variant
    found = {
        "Event": "?",
        "Site": "?",
        "Date": datetime.date.today().strftime("%Y.%m.%d"),  # noqa: DTZ011 -- the player's own day
        "Round": "-",
        "White": "?",
        "Black": "?",
    }
    found |= {name: value for name, value in tags.items() if name not in OWN_TAGS}
    found |= {"Result": result.score if result else "*", "Variant": variant.name}
    if variant.options:
        found["Options"] = " ".join(f"{name}={value}" for name, value in variant.options.items())
    # Other programs read no options, so they would not know which start was drawn.
    if str(first) != variant.definition.start or variant.definition.drawn:
        found |= {"SetUp": "1", "FEN": str(first)}
    if result:
        found["Termination"] = result.reason
    return found


def told(comment: str, aftermath: str) -> str:
    """A comment as a record has it: with what happened by itself after the move."""
    return f"{_AUTO} {aftermath}] {comment}" if aftermath else comment


def untold(comment: str, aftermath: str) -> str:
    """A record's comment without what happened by itself, which the board shows."""
    if not aftermath:
        return comment
    return comment.removeprefix(f"{_AUTO} {aftermath}]").lstrip()


def opened(record: pgn.Record, fallback: Variant | None) -> tuple[Position, dict[str, str], tuple[int, int]]:
    """A record's first position, its tags that do not follow from the game, and the place to blame for both.

    Raises:
        RecordError: it names no known variant, or no position of that.
    """
    here = record.places.get("Variant", (1, 1))
    try:
        variant = _variant(record.tags, fallback)
        here = record.places.get("FEN", here)
        position = _first(variant, record.tags["FEN"]) if "FEN" in record.tags else variant.start()
    except PositionError as error:
        raise RecordError(*here, Message("tag FEN: {reason}", reason=Message(error.message))) from error
    except FairyringError as error:
        raise RecordError(*here, error.message) from error
    tags = {name: value for name, value in record.tags.items() if name not in OWN_TAGS}
    return position, tags, here


def _first(variant: Variant, text: str) -> Position:
    """The position of a tag: as we write it, or as other programs do.

    Raises:
        PositionError: it is not a position of the game.
    """
    try:
        return variant.position(text)
    except PositionError as error:
        try:
            return placed(variant, text.split())
        except PositionError:
            raise error from None


def check_reading(text: object, variant: object) -> None:
    """Check what records are to be read from.

    Raises:
        TypeError: the text is not a text, or the variant is not a variant.
    """
    expect(text, str, "records are read from a text")
    expect(variant, (Variant, NoneType), "records are of a variant, which load finds by its name")


def read_pgn(text: str, variant: Variant | None = None) -> list[Game]:
    """Every game of a PGN text.

    Args:
        text: the text.
        variant: the variant of records without a ``Variant`` tag (plain chess unless given), and of those
            whose tag has its name. A game of your own is not found by its name, so give it:
            ``read_pgn(text, fairyring.load("frost.py"))`` reads records with ``[Variant "frost"]``.

    Raises:
        RecordError: the text is not PGN, names an unknown variant, or holds an illegal move; the
            error names the line and the column.
    """
    check_reading(text, variant)
    return [_read(record, variant) for record in pgn.read(text)]


def _read(record: pgn.Record, variant: Variant | None) -> Game:
    try:
        return whole(playing(record, variant))
    except RecordError as error:
        if variant is not None or not isinstance(error.__cause__, UnknownGameError):
            raise
        file = shown(error.__cause__.name.replace("-", "_") + ".py", 40)
        reason = Message(
            "{reason}. If it is a game of your own, give it, too: {call}",
            reason=error.reason,
            call=f"read_pgn(text, fairyring.load({file}))",
        )
        raise RecordError(error.line, error.column, reason) from error.__cause__


def whole(steps: Generator[S, None, T], seen: Callable[[S], object] = lambda _: None) -> T:
    """The result of all steps, taken at once; ``seen`` is called with what each yields."""
    while True:
        try:
            seen(next(steps))
        except StopIteration as end:
            result: T = end.value
            return result


def playing(record: pgn.Record, fallback: Variant | None) -> Generator[None, None, Game]:
    """The game of a record, move by move: long ones take seconds, and the caller may pause between two moves.

    Raises:
        RecordError: as in `read_pgn`.
    """
    position, tags, here = opened(record, fallback)
    game = Game(position.variant, position, tags)
    if record.opening:
        game.comments[-1] = record.opening
    line, column = record.places.get("Result", here)
    for index, recorded in enumerate(record.moves):
        try:
            _push(game, recorded.text, record, index)
        except MoveError as error:
            raise RecordError(recorded.line, recorded.column, error.message) from error
        comment = untold(recorded.comment, game.aftermaths[index])
        if comment:
            game.comments[index] = comment
        line, column = recorded.line, recorded.column
        yield
    spoken = closed(record, game.position, line, column)
    if spoken is not None:
        game.end(spoken.winner, spoken.reason)
    return game


def _push(game: Game, text: str, record: pgn.Record, index: int) -> None:
    """Play a recorded move. If it raises a question, the record has the answer: whether the game went on."""
    move = game.position.parse_move(text)
    last = index == len(record.moves) - 1
    fell = last and record.result != "*" and record.tags.get("Termination") == TRUE_KING
    game.push(move, answer=fell if game.position.question(move) else None)


def _variant(tags: Mapping[str, str], fallback: Variant | None) -> Variant:
    if "Variant" not in tags:
        return fallback or load("chess")
    name = tags["Variant"].lower()
    if is_file(name):
        raise VariantError(Message("a record cannot load a file: {name}", name=shown(tags["Variant"])))
    name = NAMES_IN_RECORDS.get(name, name)
    options: dict[str, object] = {}
    for word in tags.get("Options", "").split():
        option, _, value = word.partition("=")
        number = _INTEGER.fullmatch(value)
        options[option] = {"True": True, "False": False}.get(value, int(value) if number else value)
    if fallback is not None and fallback.name.lower() == name:
        # The same game, which may be a user's file; the record knows the options.
        return load(fallback.source, **options) if options else fallback
    return load(name, **options)


def closed(record: pgn.Record, last: Position, line: int, column: int) -> Result | None:
    """The result that a record states and its last position does not show.

    Raises:
        RecordError: it is not a result, or contradicts the board.
    """
    tag = record.tags.get("Result", "*")
    said = tag if record.result == "*" else record.result
    if "*" not in (tag, record.result) and tag != record.result:
        raise RecordError(
            line,
            column,
            Message("the result {result} contradicts the tag Result, {tag}", result=said, tag=shown(tag)),
        )
    if said not in pgn.RESULTS:
        known = joined("{first}, {rest}", pgn.RESULTS)
        raise RecordError(
            line, column, Message("a result is one of {known}, not {found}", known=known, found=shown(said))
        )
    on_board = last.result
    if on_board is not None:
        if said not in ("*", on_board.score):
            raise RecordError(
                line,
                column,
                Message(
                    "the result {result} contradicts the board: {actual}",
                    result=said,
                    actual=on_board.message,
                ),
            )
        return None
    if said == "*":
        return None
    winner = {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(said)
    reason = record.tags.get("Termination", "resignation" if winner else "agreement")
    return Result(winner, reason, last.purses_after(winner))
