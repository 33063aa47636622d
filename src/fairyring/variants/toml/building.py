"""The game that a game file describes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import chain, islice, product
from typing import Any, Final

from fairyring.board import Board, Side, SidesSquares, Squares
from fairyring.errors import PositionError, VariantError, reason_of, shown
from fairyring.gamefiles.faults import Fault, FaultsError
from fairyring.gamefiles.pieces import LETTER
from fairyring.gamefiles.positions import Path
from fairyring.gamefiles.rules import FAMILIES, MECHANICS, OneCastling, attributes
from fairyring.gamefiles.shapes import nearest
from fairyring.kernels.law import Mechanic
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import Castling
from fairyring.messages import TRANSLATED, Message, joined
from fairyring.notation.families import FORMS
from fairyring.notation.lettered import lettered, unlettered
from fairyring.notation.piloting import array_of
from fairyring.notation.placement import check_start
from fairyring.pieces import BetzaError, Piece
from fairyring.pieces.betza import beside
from fairyring.pieces.betza.beside import Beside
from fairyring.pieces.given import holds, resolved
from fairyring.variants.definition import Definition, Figure
from fairyring.variants.toml.declaration import KEPT, GameFile, Option, Value

MOST_WAYS: Final = 300_000  # of all pieces together; their tables take some seconds, once
SAMPLE: Final = 16  # sites from which they are counted

Base = Callable[[str, Mapping[str, Value]], Definition]
"""Finds a game that comes with fairyring, with its options."""


def built(said: GameFile, base: Base, bounded: bool) -> Definition:
    """The game that a file describes.

    Args:
        said: what the file says.
        base: finds the game that it is made from.
        bounded: whether to refuse a game that takes long to build, and to build its tables at once.

    Raises:
        FaultsError: there can be no such game.
    """
    usual = _usual(said, base)
    before: Any = usual.rules if usual else None
    family: type[Any] = said.family or (type(before) if usual else Orthodox)
    values = _values(said, family, before)
    words = _words(said, usual)
    mechanics = said.rules.get("mechanics", ())
    if bounded:
        _check_ways(values.get("board") or before.board, values.get("pieces") or before.pieces)
    with _blaming(said):
        if usual:
            game = usual.but(mechanics=mechanics, array=said.array, rules=values, **words)
        else:
            form, start = FORMS[family]
            rules = family(**values, mechanics=mechanics)
            if isinstance(rules, Orthodox):
                rules = lettered(rules, said.array)
            game = Definition(
                rules=rules, form=form(rules, said.array), start=start(rules, said.array), **words
            )
        if bounded:
            _ = game.rules.tables, game.rules.most_moves
    if "start" in said.definition:
        game = replace(game, start=said.definition["start"])
    _check_texts(said, game)
    return replace(game, translations=_translations(said, game, usual))


def _usual(said: GameFile, base: Base) -> Definition | None:
    """The game that this one is made from."""
    if not said.base:
        for key in ("without", "keep", "base_options"):
            if getattr(said, key):
                raise FaultsError(Fault((key,), Message("{key} needs a 'base'", key=repr(key)), on_key=True))
        return None
    if said.family:
        raise FaultsError(Fault(("family",), "the family is that of the base", on_key=True))
    try:
        found = base(said.base, said.base_options)
    except VariantError as error:
        raise FaultsError(
            Fault(("base_options" if said.base_options else "base",), reason_of(error))
        ) from error
    if type(found.rules) not in FORMS:
        raise FaultsError(
            Fault(("base",), Message("{base} cannot be changed by a game file", base=said.base))
        )
    return found


def _values(said: GameFile, family: type[Any], usual: Any) -> dict[str, Any]:
    """The attributes of the rules that are given, but for mechanics."""
    known = attributes(family)
    for key in said.rules:
        if key not in known:
            name = next(name for name, rules in FAMILIES.items() if rules is family)
            where = ", ".join(each for each, rules in FAMILIES.items() if key in attributes(rules))
            reason = Message(
                "a game of the family {name} has no {key}; that is for {where}",
                name=name,
                key=repr(key),
                where=where,
            )
            raise FaultsError(Fault((key,), reason, on_key=True))
    values = {key: value for key, value in said.rules.items() if key != "mechanics"}
    if not usual:
        needed = {"board": values.get("board"), "pieces": values.get("pieces"), "array": said.array}
        for key, value in needed.items():
            if not value:
                raise FaultsError(
                    Fault((), Message("{key} is missing; a game without a 'base' needs it", key=repr(key)))
                )
        values.setdefault("promotions", "")
    board: Board = values.get("board") or usual.board
    _check_areas(values.get("pieces", {}), board)
    if "pieces" in values or said.without:
        values["pieces"] = _pieces(said, usual.pieces if usual else ())
    moved = isinstance(usual, Orthodox) and board.coordinates != usual.board.coordinates
    if moved and "castlings" not in values and unlettered(usual, values.get("pieces", ())).castlings:
        reason = Message("the castlings of the base are on another board: give 'castlings', such as \"none\"")
        raise FaultsError(Fault(("board",), reason, on_key=True))
    if "castlings" in values:
        values["castlings"] = tuple(_castlings(values["castlings"], board))
    for key, value in values.items():
        if isinstance(value, Squares | SidesSquares):
            with _at((key,)):
                value.check(board)
    if not usual and "array" in {field.name for field in fields(family)}:
        values["array"] = array_of(said.array)
    return values


def _check_areas(given: Mapping[str, Mapping[str, Any]], board: Board) -> None:
    """Refuse pieces whose movement depends on an area that the board does not have.

    Raises:
        FaultsError: there is no such rank, file or square.
    """

    def lacking(part: object) -> bool:
        if isinstance(part, Squares | SidesSquares):
            part.check(board)
        return False

    for letter, piece in given.items():
        with _at(("pieces", letter, "movement")):
            holds(piece.get("movement", ()), lacking)


def _pieces(said: GameFile, usual: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces of the base that stay, changed where they are, and then the new ones."""
    kinds = {piece.letter: piece for piece in usual}
    for letter in re.findall(LETTER.pattern, said.without):
        if letter not in kinds:
            reason = Message(
                "the base has no piece with the letter {letter}: {near}",
                letter=shown(letter),
                near=nearest(letter, kinds),
            )
            raise FaultsError(Fault(("without",), reason))
        del kinds[letter]
    for letter, given in said.rules.get("pieces", {}).items():
        path: Path = ("pieces", letter)
        with _at(path):
            if letter in kinds:
                kinds[letter] = replace(kinds[letter], **given)
                continue
            for key in {"name", "movement"} - given.keys():
                reason = Message("{key} is missing, which a new piece needs", key=repr(key))
                raise FaultsError(Fault(path, reason, on_key=True))
            kinds[letter] = Piece(letter, **given)
    return tuple(kinds.values())


def _castlings(given: tuple[Any, ...], board: Board) -> Iterator[Castling]:
    for place, each in enumerate(given):
        with _at(("castlings", place) if isinstance(each, OneCastling) else ("castlings",)):
            yield from each.on(board)


def _words(said: GameFile, usual: Definition | None) -> dict[str, Any]:
    """The attributes of the definition that are words, with those of the base that are kept."""
    words = {key: value for key, value in said.definition.items() if key != "start"}
    for key in KEPT if usual else ():
        number = said.keep.get(key, False)
        own = getattr(usual, key)
        kept = own[: None if number is True else int(number)]
        words[key] = (*kept, *words.get(key, ()))
    texts = {name: option.words for name, option in said.options.items()}
    return words | {"options": texts, "drawn": dict(_drawn(said.options))}


def _drawn(options: Mapping[str, Option]) -> Iterator[tuple[str, tuple[int, int]]]:
    """The options that are drawn at random, each with the least and the greatest number.

    Raises:
        FaultsError: an option is not a number, or its default is not among those that are drawn.
    """
    for name, option in options.items():
        if option.drawn is None:
            continue
        path = ("options", name, "drawn")
        if type(option.default) is not int:
            raise FaultsError(Fault(path, "only an option whose default is a whole number is drawn"))
        least, greatest = option.drawn
        if not least <= option.default <= greatest:
            reason = Message(
                "expected the least and the greatest number, with the default, {default}, between",
                default=option.default,
            )
            raise FaultsError(Fault(path, reason))
        yield name, option.drawn


def _check_ways(board: Board, pieces: tuple[Piece, ...]) -> None:
    """Refuse what takes long to build, by a look at how the pieces move from some of the sites.

    Raises:
        FaultsError: the pieces have too many ways, or a piece has one that cannot be.
    """
    step = -(-len(board) // SAMPLE)
    left = MOST_WAYS // step
    with _at(("pieces",)):
        pieces = resolved(pieces, (), lambda *_: False)
    for piece in pieces:
        with _at(("pieces", piece.letter)):
            for side, site in product(Side, range(0, len(board), step)):
                left -= sum(1 for _ in islice(piece.ways(board, site, side), left + 1))
                if left < 0:
                    reason = Message(
                        "all pieces together have more than {most} ways to move on this board", most=MOST_WAYS
                    )
                    raise FaultsError(Fault(("pieces",), reason, on_key=True))


def _check_texts(said: GameFile, game: Definition) -> None:
    """Refuse position texts that are malformed, and figures that show no piece."""
    texts: list[tuple[Path, str]] = [(("start",), game.start)]
    for key in ("figures", "rides"):
        own = said.definition.get(key, ())
        texts += [((key, place, "position"), figure.position) for place, figure in enumerate(own)]
    for path, text in texts:
        try:
            if path == ("start",):  # its pieces are checked when the game is loaded
                game.form.placed(text)
            else:
                check_start(game.form, text)
        except PositionError as error:
            raise FaultsError(Fault(path, str(error.reason), error.column - 1)) from error
    for place, figure in enumerate(said.definition.get("figures", ())):
        with _at(("figures", place, "start")):
            _check_figure(game, figure)


def _check_figure(game: Definition, figure: Figure) -> None:
    """Refuse a figure that begins on a square that is empty or does not exist.

    Raises:
        ValueError: so it does.
    """
    start, rules = figure.start, game.rules
    site = rules.board.numbers.get(start)
    if site is None:
        if "@" not in start and start not in rules.spots:  # a drop begins with what is dropped: N@
            raise ValueError(Message("the board has no square {name}", name=shown(start)))
    elif not game.form.placed(figure.position).cells[0, :, site].any():
        raise ValueError(Message("there is no piece on {name}", name=start))


def _translations(said: GameFile, game: Definition, usual: Definition | None) -> dict[str, dict[str, str]]:
    """For each language, its texts by the English ones: those of the base, and those of the file.

    Raises:
        FaultsError: fairyring does not have the language, or there is no English text to one, or not as many
            in a list.
    """
    before = usual.translations if usual else {}
    found = {language: dict(texts) for language, texts in before.items()}
    for language, words in said.words.items():
        if language not in TRANSLATED:
            reason = Message(
                "nobody would see texts in {language}: the game's own are English, and they can be translated"
                " into {known}",
                language=shown(language),
                known=joined("{first}, {rest}", TRANSLATED),
            )
            raise FaultsError(Fault(("words", language), reason, on_key=True))
        pairs = (_pairs(said, game, language, key, value) for key, value in words.items())
        found.setdefault(language, {}).update(chain.from_iterable(pairs))
    return found


def _pairs(
    said: GameFile, game: Definition, language: str, key: str, value: Any
) -> Iterator[tuple[str, str]]:
    path: Path = ("words", language, key)
    if key == "options":
        for name, text in value.items():
            if name not in said.options:
                reason = Message(
                    "the game has no option {name}: {near}",
                    name=shown(name),
                    near=nearest(name, said.options),
                )
                raise FaultsError(Fault((*path, name), reason, on_key=True))
            yield said.options[name].words, text
    elif key == "pieces":
        for letter, words in value.items():
            pieces = {piece.letter: piece for piece in game.rules.pieces}
            if letter not in pieces:
                reason = Message(
                    "no piece has the letter {letter}: {near}",
                    letter=shown(letter),
                    near=nearest(letter, pieces),
                )
                raise FaultsError(Fault((*path, letter), reason, on_key=True))
            piece = pieces[letter]
            english = {"name": piece.name, "note": piece.note} | {
                str(side): str(piece.called(side)) for side in Side
            }
            yield from ((english[name], text) for name, text in words.items())
    else:
        own = said.definition.get(key, ())
        said_so = [own] if isinstance(own, str) else [getattr(text, "caption", text) for text in own]
        texts = [value] if isinstance(value, str) else list(value)
        if len(said_so) != len(texts):
            reason = Message(
                "{number} of {key}, but the game itself has {given}",
                number=len(texts),
                key=key,
                given=len(said_so),
            )
            raise FaultsError(Fault(path, reason, on_key=True))
        yield from zip(said_so, texts, strict=True)


@contextmanager
def _at(path: Path) -> Iterator[None]:
    """Say of a ValueError that it is about a value."""
    try:
        yield
    except ValueError as error:
        raise FaultsError(Fault(path, reason_of(error))) from error


@contextmanager
def _blaming(said: GameFile) -> Iterator[None]:
    """Say of a ValueError of the rules, by the words it begins with, which key it is about."""
    try:
        yield
    except ValueError as error:
        reason = reason_of(error)
        cause = error if isinstance(error, BetzaError) else error.__cause__
        path = _of_letters(error, said) if isinstance(error, BetzaError) else _blamed(reason, said)
        offset = cause.column - 1 if isinstance(cause, PositionError | BetzaError) else None
        raise FaultsError(Fault(path, reason, None if path == ("without",) else offset)) from error


def _of_letters(error: BetzaError, said: GameFile) -> Path:
    """Where the notation stands that says something beside movement which cannot be in the game."""
    for letter, given in said.rules.get("pieces", {}).items():
        told = (each for side in Side for each in beside.said(given.get("movement", ""), Beside, side))
        if any(each.notation == error.notation for each in told):
            return "pieces", letter, "movement"
    return ()


def _blamed(reason: str, said: GameFile) -> Path:
    head, _, rest = reason.partition(":")
    subject = re.split(r"[ ,]", head)[0]
    titles = {_title(cls): name for name, cls in MECHANICS.items()}
    mechanics = {titles[_title(type(each))]: _title(type(each)) for each in said.rules.get("mechanics", ())}
    for name, title in mechanics.items():
        if head.startswith(title) or (head == "mechanics" and title in rest):
            return "mechanics", name
    if subject == "castling":
        subject = "castlings" if "castlings" in said.rules else "array"
    if subject in said.rules or (subject == "array" and said.array):
        return (subject,)
    if subject in ("array", "promotions") and said.without:  # those of the base have what is gone
        return ("without",)
    for letter, given in said.rules.get("pieces", {}).items():
        if given.get("name") and f"the {given['name']} " in reason:
            return "pieces", letter
    return next(((key,) for key in ("pieces", "board", "far") if key in said.rules), ())


def _title(cls: type[Mechanic]) -> str:
    return cls.title
