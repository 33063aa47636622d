"""What the letters of pieces say beside movement, as a game's rules keep it: castlings (O) and drops (@)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from fairyring.board import Area, Side, SidesSquares, Squares
from fairyring.kernels.orthodox.castlings import castlings_by_letters
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics.drop_limits import DropLimits
from fairyring.messages import Message
from fairyring.notation.orthodox import array_codes
from fairyring.notation.sections import Section
from fairyring.pieces import Piece
from fairyring.pieces.betza.beside import Castle, DropZone, said

R = TypeVar("R", bound=Orthodox)


def lettered(rules: R, array: str, sections: Sequence[Section] = ()) -> R:
    """The rules with what the letters of their pieces say beside movement.

    ``O`` gives castlings, and ``@`` limits of drops; a game that has neither letter is as it was.

    Args:
        rules: the rules of a game, without castlings if letters say them.
        array: the placement field of the game's start, which says where kings and their partners begin.
        sections: as for `fairyring.notation.orthodox.orthodox_form`.

    Raises:
        UnplayedError: there is no such castling, or no hand that pieces could be dropped from.
        ValueError: the array is malformed, or the rules have castlings, or limits of the same drops, already.
    """
    zones = {piece.letter: zone for piece in rules.pieces for zone in _zones(piece)}
    castling = [piece for piece in rules.pieces if _says(piece, Castle)]
    if castling:
        if rules.castlings:
            raise ValueError(
                Message(
                    "castlings: the letters of the {castling} say them (O); leave one of the two out",
                    castling=Message(castling[0].name),
                )
            )
        made = list(castlings_by_letters(rules.board, rules.pieces, array_codes(rules, array, sections)))
        checked = any(mechanic.royals for mechanic in rules.mechanics)
        own = tuple(each if piece.royal or checked else replace(each, safe=()) for piece, each in made)
        rules = replace(rules, castlings=own)
    return _limited(rules, zones) if zones else rules


def unlettered(rules: R, others: Iterable[Piece] = ()) -> R:
    """Rules without what the letters of their pieces, or of others, say beside movement."""
    pieces = (*rules.pieces, *others)
    if any(_says(piece, Castle) for piece in pieces):
        rules = replace(rules, castlings=())
    letters = [piece.letter for piece in pieces if _says(piece, DropZone)]
    limits = next((each for each in rules.mechanics if isinstance(each, DropLimits)), None)
    if not (letters and limits):
        return rules
    rest = replace(
        limits,
        per_file="".join(letter for letter in limits.per_file if letter not in letters),
        areas={letter: area for letter, area in limits.areas.items() if letter not in letters},
    )
    mechanics = (rest if each is limits else each for each in rules.mechanics)
    return replace(rules, mechanics=tuple(each for each in mechanics if each != DropLimits()))


def _says(piece: Piece, kind: type[Castle | DropZone]) -> bool:
    return any(True for side in Side for _ in said(piece.movement, kind, side))


def _zones(piece: Piece) -> list[dict[Side, DropZone]]:
    """The zone of each side, in a list; an empty one if the letters of the piece say none."""
    found = {side: list(said(piece.movement, DropZone, side)) for side in Side}
    for zones in found.values():
        if len(zones) > 1:
            raise zones[1].unplayed("one zone of drops is all that a piece has")
    return [{side: zones[0] for side, zones in found.items() if zones}] if any(found.values()) else []


def _limited(rules: R, zones: Mapping[str, Mapping[Side, DropZone]]) -> R:
    """The rules with the limits of drops that zones of kinds are."""
    mechanics = {type(mechanic): mechanic for mechanic in rules.mechanics}
    limits = mechanics.get(DropLimits, DropLimits())
    assert isinstance(limits, DropLimits)
    first = next(zone for sides in zones.values() for zone in sides.values())
    if not rules.has_drops:
        raise first.unplayed("the game has no hands: give it a mechanic such as hands")
    most = {letter: _most(sides) for letter, sides in zones.items()}
    for letter in zones:
        if letter in limits.areas or letter in limits.never or (most[letter] and letter in limits.per_file):
            raise ValueError(
                Message("drop limits: the letters of {letter} say where it is dropped (@)", letter=letter)
            )
    areas = {letter: area for letter, sides in zones.items() if (area := _area(rules, sides)) is not None}
    mechanics[DropLimits] = replace(
        limits,
        per_file=limits.per_file + "".join(letter * number for letter, number in most.items()),
        areas={**limits.areas, **areas},
    )
    return replace(rules, mechanics=tuple(mechanics.values()))


def _most(sides: Mapping[Side, DropZone]) -> int:
    """How many of the kind a side may have on a file."""
    numbers = {sides.get(side, DropZone(0)).per_file for side in Side}
    if len(numbers) > 1:
        raise next(iter(sides.values())).unplayed("f before @ is the same for both sides")
    return numbers.pop()


def _area(rules: Orthodox, sides: Mapping[Side, DropZone]) -> Area | None:
    """Where a kind may be dropped; None for everywhere."""
    height = max(chart.height for chart in rules.board.charts)
    areas = []
    for side in Side:
        zone = sides.get(side, DropZone(0))
        if zone.ranks > height:
            raise zone.unplayed(f"the board has {height} ranks")
        areas.append(Squares(ranks=tuple(range(zone.barred + 1, (zone.ranks or height) + 1))))
    if all(len(area.ranks) == height for area in areas):
        return None
    return areas[0] if areas[0] == areas[1] else SidesSquares(*areas)
