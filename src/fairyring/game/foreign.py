"""Positions as other programs write them: not quite as our own texts, but with one meaning only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from fairyring.errors import PositionError
from fairyring.game.position import Position, Variant

_TO_GIVE = re.compile("[0-9]+[+][0-9]+")  # the checks by which each side would win
_GIVEN = re.compile("[+]([0-9])[+]([0-9])")  # those that each has given


def placed(variant: Variant, fields: Sequence[str]) -> Position:
    """The position of a FEN as other programs write it.

    Args:
        variant: the game.
        fields: its fields. Missing last ones are added. Hands may stand behind a slash, and checks that have
            been given behind the rest, as lichess writes them.

    Raises:
        PositionError: it is not a position of the game.
    """
    own = _as_here(fields, variant.definition.start)
    full = completed(own, [piece.letter for piece in variant.rules.pieces]).split(" ")
    if len(full) < 5:
        return variant.position(" ".join(full))
    refused = None
    for rights, square, number in product(_rights(full[2], variant), _squares(full[3]), _numbers(full[-1])):
        try:
            return variant.position(" ".join([*full[:2], rights, square, *full[4:-1], number]))
        except PositionError as error:
            refused = refused or error
    assert refused
    raise refused


def _rights(text: str, variant: Variant) -> Iterator[str]:
    """Castling rights as another program writes them, and what may be meant by them."""
    yield text
    yield "".join(sorted(text, key="KQkq".find))
    if not getattr(variant.rules, "castlings", ()):  # others have rights there, too, which say nothing
        yield "-"


def _squares(text: str) -> Iterator[str]:
    """The square of an en passant capture; and none, since others write it after every double step."""
    yield text
    if re.fullmatch("[a-z][0-9]+", text):
        yield "-"


def _numbers(text: str) -> Iterator[str]:
    """The number of a move; and 1 for the 0 of programs that do not count them."""
    yield text
    if text == "0":
        yield "1"


def _as_here(fields: Sequence[str], start: str) -> list[str]:
    """The fields of a FEN, with hands and checks where the game's start has them."""
    full = [*fields]
    if not full:
        return full
    ours = start.split(" ")
    rows, bracket, _ = ours[0].partition("[")
    if bracket and "[" not in full[0] and full[0].count("/") == rows.count("/") + 1:
        board, _, hands = full[0].rpartition("/")
        full[0] = f"{board}[{hands}]"
    to_give = next((field for field in ours if _TO_GIVE.fullmatch(field)), "")
    if to_give and (given := _GIVEN.fullmatch(full[-1])):
        left = (int(most) - int(said) for most, said in zip(to_give.split("+"), given.groups(), strict=True))
        full[ours.index(to_give) : -1] = ["+".join(map(str, left)), *full[ours.index(to_give) : -1]]
        del full[-1]
    return full


def completed(fields: Sequence[str], letters: Sequence[str] = ()) -> str:
    """A FEN as one text, with hands in order and missing last fields added.

    Args:
        fields: its fields.
        letters: the letters of the game's pieces.
    """
    full = [*fields]
    if len(full) == 4 and all(field.isdecimal() for field in full[2:]):  # as for shogi
        full[2:2] = ["-", "-"]
    full += ("w", "-", "-", "0", "1")[len(full) - 1 :] if full else []
    if full and full[0].endswith("]") and "[" in full[0]:
        board, _, hands = full[0][:-1].partition("[")
        places = {letter: place for place, letter in enumerate(letters)}
        signs = sorted(hands.strip("-"), key=lambda sign: (sign.islower(), -places.get(sign.upper(), 0)))
        full[0] = f"{board}[{''.join(signs)}]"
    return " ".join(full)
