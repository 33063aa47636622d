"""What the page shows of a draft: all that a game file's text says, as far as it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from fairyring.board import Board, Side
from fairyring.board.lattice import HEXAGONS
from fairyring.drawing.artwork import pictured
from fairyring.drawing.page import rules_in_words
from fairyring.errors import GameFileError, PositionError, VariantError, reason_of
from fairyring.game import Variant
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.reading import Source
from fairyring.gamefiles.saying import UnsaidError
from fairyring.gamefiles.writing import toml_text
from fairyring.kernels.rules import Token
from fairyring.messages import Message
from fairyring.notation.placement import check_start
from fairyring.pieces.drawings import checked, drawing_of
from fairyring.variants import of_text
from fairyring.variants.definition import Definition
from fairyring.variants.toml.saying import data_of
from fairyring.web.geometry import board_drawn, drawn
from fairyring.web.languages import phrase, translator
from fairyring.web.sight import tokens
from fairyring.web.workshop import acts, array, mechanics, pieces
from fairyring.web.workshop.acts import Data
from fairyring.web.workshop.changes import Change
from fairyring.web.workshop.files import digest
from fairyring.web.workshop.naming import ActError, game_of
from fairyring.web.workshop.tasks import Report

Json = dict[str, Any]
NAME = "draft.toml"
CHANGES: Final = TypeAdapter[list[Change]](list[Change])


class Draft(NamedTuple):
    """A draft as it was read.

    Attributes:
        text: the game file.
        data: what it says; nothing if it is no TOML.
        game: the game; None if it describes none.
        problems: what is wrong.
    """

    text: str
    data: Data
    game: Definition | None
    problems: list[Json]


def look(text: str, _: Report, changes: Sequence[Json] = ()) -> Json:
    """A draft after some changes, as JSON has them, with all that the page shows of it.

    Raises:
        ActError: a change cannot be made.
        GameFileError: there are changes, and the text is not a game file that could be changed.
    """
    draft = _changed(text, CHANGES.validate_python(list(changes)))
    board = draft.game.rules.board if draft.game else acts.board_of(draft.data)
    placed = _placed(draft, board)
    return {
        "text": draft.text,
        "data": draft.data,
        "problems": draft.problems,
        "remarks": [] if draft.game is None else [phrase(each) for each in _remarks(draft.game, placed)],
        "whole": "base" not in draft.data,
        "editable": board is not None and "base" not in draft.data and acts.editable(draft.data),
        "board": _board(draft, board),
        "tokens": _tokens(draft, board, placed),
        "pieces": list(_pieces(draft, board, placed)),
        "areas": acts.areas(draft.data, board) if board is not None and "base" not in draft.data else {},
        "drops": _drops(draft) if draft.problems else [],
    }


def _changed(text: str, changes: Sequence[Change]) -> Draft:
    if changes:
        data = whole(text)
        for act in changes:
            acts.applied(data, act)
        text = toml_text(data)
    try:
        data = Source(text.encode(), NAME).raw
    except GameFileError as error:
        return Draft(text, {}, None, list(_problems(error)))
    try:
        game = of_text(text, NAME)()
    except GameFileError as error:
        return Draft(text, data, None, list(_problems(error)))
    try:
        check_start(game.form, game.start)
    except PositionError as error:  # such as a side without a king
        return Draft(text, data, game, [_problem_of_start(text, error)])
    return Draft(text, data, game, [])


def whole(text: str) -> Data:
    """The data of a draft without a base: what it takes from one is written out.

    Raises:
        GameFileError: the text is not that of a game file, or its base cannot be written out.
    """
    source = Source(text.encode(), NAME)
    if "base" not in source.raw:
        return deepcopy(dict(source.raw))
    try:
        return data_of(of_text(text, NAME)())
    except UnsaidError as error:
        reason = Message("this game cannot be written as a game file: {reason}", reason=reason_of(error))
        raise ActError(reason) from error


def start_of(variant: Variant) -> str:
    """A game to be changed: the text of a file that makes it.

    Raises:
        VariantError: no file can say it.
    """
    try:
        return toml_text(data_of(variant.definition))
    except UnsaidError as error:
        raise VariantError(
            Message("{place}: {reason}", place=variant.name, reason=reason_of(error))
        ) from error


# -- what is wrong ------------------------------------------------------------------------------


def _problems(error: GameFileError) -> Iterator[Json]:
    paths = {}
    if isinstance(error.__cause__, FaultsError):
        paths = {fault.reason: [str(key) for key in fault.path] for fault in error.__cause__.faults}
    for each in (error, *error.further):
        yield {
            "message": phrase(each.reason),
            "line": each.line,
            "column": each.column,
            "path": paths.get(each.reason, []),
        }


def _problem_of_start(text: str, error: PositionError) -> Json:
    """What is wrong with the position at the start."""
    source = Source(text.encode(), NAME)
    key = "start" if "start" in source.raw else "array"
    spot = source.spot((key,)).value
    return {"message": phrase(error.reason), "line": spot.line, "column": spot.column, "path": [key]}


def fault(data: Mapping[str, Any]) -> str:
    """Why there can be no game with this data; empty if there can."""
    try:
        game_of(data)
    except FaultsError as error:
        return error.faults[0].reason
    return ""


def _drops(draft: Draft) -> list[str]:
    """The mechanics without any one of which the draft would be a game."""
    own = draft.data.get("mechanics", {})
    if "base" in draft.data or not isinstance(own, dict):
        return []
    return [name for name in own if not fault(_without(draft.data, own, name))]


def _without(data: Data, own: Mapping[str, Any], name: str) -> Data:
    return {**data, "mechanics": {key: each for key, each in own.items() if key != name}}


def fits(text: str, _: Report) -> list[Json]:
    """For each mechanic that a draft does not have, what it would begin with, and why it cannot be added."""
    try:
        data = whole(text)
    except (GameFileError, ActError):
        return []
    board = acts.board_of(data)
    own = data.get("mechanics", {})
    found = []
    for card in mechanics.cards():
        if card["name"] not in own:
            tried = [
                (value, _refusal(data, own, card, value)) for value in mechanics.examples(card, data, board)
            ]
            value, reason = next((each for each in tried if not each[1]), tried[0])
            found.append({"name": card["name"], "value": value, "reason": phrase(reason)})
    return found


def _refusal(data: Data, own: Mapping[str, Any], card: Json, value: Json) -> str:
    return fault({**data, "mechanics": {**own, card["name"]: value}})


def _remarks(game: Definition, placed: Mapping[str, str]) -> Iterator[str]:
    """What is allowed, but may not be meant."""
    rules: Any = game.rules
    if not getattr(rules, "mechanics", ()) and not any(piece.royal for piece in rules.pieces):
        yield Message("no piece is royal, and no mechanic says how the game is won")
    white = sum(sign.isupper() for sign in placed.values())
    if placed and white in (0, len(placed)):
        yield Message("one side has no pieces at the start")


# -- what there is ------------------------------------------------------------------------------


def _board(draft: Draft, board: Board | None) -> Json | None:
    if draft.game is not None:
        return drawn(draft.game.rules)
    return None if board is None else board_drawn(board, {}, ())


def _placed(draft: Draft, board: Board | None) -> array.Cells:
    """What stands where, by the array of the draft as it is."""
    text = draft.data.get("array", "")
    if board is None or not isinstance(text, str) or not array.is_plain(text) or "base" in draft.data:
        return {}
    return array.cells(board, text)


def _tokens(draft: Draft, board: Board | None, placed: array.Cells) -> list[Json]:
    if board is None:
        return []
    if draft.game is not None:
        game = draft.game
        return tokens(board, game.rules.tokens(game.form.placed(game.start), 0))
    kinds = draft.data.get("pieces", {})
    return tokens(board, [_token(site, sign, kinds) for site, sign in placed.items()])


def _token(site: str, sign: str, kinds: Mapping[str, Any]) -> Token:
    side = Side.WHITE if sign.isupper() else Side.BLACK
    kind = kinds.get(sign.upper())
    name = str(kind.get("name", sign)) if isinstance(kind, dict) else sign
    picture = _picture(kind, name)["picture"] if isinstance(kind, dict) else sign.lower()
    return Token(site, sign, f"{side} {name}", picture, side)


def _pieces(draft: Draft, board: Board | None, placed: Mapping[str, str]) -> Iterator[Json]:
    """Each kind of piece: what the file says of it, its movement, its worth, and how many there are."""
    numbers: dict[str, dict[str, int]] = {}
    for letter, side, number in array.counted(placed):
        numbers.setdefault(letter, {})[str(side)] = number
    values = dict(_values(draft.game)) if draft.game else {}
    on_hexagons = board is not None and board.charts[0].lattice == HEXAGONS
    for letter, said in _said(draft).items():
        if not isinstance(said, dict):
            continue
        name = str(said.get("name", letter))
        yield {
            "letter": letter,
            "name": name,
            **_picture(said, name),
            "royal": said.get("royal") is True,
            "pawn": said.get("pawn") is True,
            "movement": pieces.described(said.get("movement"), on_hexagons),
            "value": values.get(letter),
            "counts": numbers.get(letter, {"white": 0, "black": 0}),
        }


def _picture(kind: Mapping[str, Any], name: str) -> dict[str, str]:
    """The picture of a piece; that with its name while what the file says of it cannot be."""
    try:
        drawing = checked(str(kind.get("drawing") or ""))
    except ValueError:
        drawing = ""
    return pictured(drawing_of(drawing, name))


def _said(draft: Draft) -> Mapping[str, Any]:
    """The tables of the pieces; of a file with a base, those that it would have without one."""
    if "base" in draft.data and draft.game is not None:
        try:
            found: Mapping[str, Any] = data_of(draft.game)["pieces"]
        except UnsaidError:
            return {}
        return found
    own = draft.data.get("pieces", {})
    return own if isinstance(own, dict) else {}


def _values(game: Definition) -> Iterator[tuple[str, int]]:
    """What each kind is worth for White, in hundredths of a pawn; royal pieces have no worth."""
    values = game.rules.values
    for piece in game.rules.pieces:
        if (name := str(piece.called(Side.WHITE))) in values:
            yield piece.letter, values[name]


def rules_of(text: str, _: Report, language: str) -> str:
    """The rules of a draft in words, as HTML to be put on a page; empty if the draft is not a game.

    Raises:
        UnknownLanguageError: there is no catalogue for that language.
    """
    try:
        game = of_text(text, NAME)()
    except GameFileError:
        return ""
    say = translator(language, game.translations.get(language, {}))
    # Games are told apart by where they come from, and what is known of one must not be said of another.
    return rules_in_words(Variant("draft", game, {}, digest(text)), say)
