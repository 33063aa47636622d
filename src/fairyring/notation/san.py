"""SAN, the algebraic notation of chess: ``Nf3``, ``exd6``, ``O-O``, ``e8=Q``, ``N@f3``.

It is that of the PGN standard (S. J. Edwards, 1994, 8.2.3). Games speak it whose rules are those of the
orthodox family, on one board, with all the pieces of chess among theirs. What they add to a move, as where
the duck goes, follows as in the move's own text; and that text stands where SAN would leave a move open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeGuard

from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.codes import (
    BESIDE,
    CASTLE,
    DROP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PASS,
    SITE_MASK,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import Tables

CHESS = frozenset("PNBRQK")
PAWN = "P"
_SQUARE = re.compile(r"[a-z]\d+")
_OWN = re.compile(r"([a-z]\d+)-([a-z]\d+)(?:=(\+?[A-Z]))?((?:[,/].*)?)")
_SIGNS = "+#!?"
_EN_PASSANT = "e.p."
_CASTLING = re.compile(r"([O0]-[O0])(-[O0])?((?:[,/].*)?)")
_MOVE = re.compile(r"([A-Z]?)([a-wyz]?)(\d*)[-x:]?([a-z]\d+)(?:=?\(?([A-Z])\)?)?((?:[,/].*)?)")


def speaks(rules: object) -> TypeGuard[Orthodox]:
    """Whether moves of a game are written in SAN."""
    return (
        isinstance(rules, Orthodox)
        and rules.kinds.keys() >= CHESS
        and rules.pieces[rules.kinds[PAWN]].pawn
        and len(rules.board.charts) == 1
        and not rules.places.back
        and rules.secrets is None
        and type(rules.tables) is Tables
        and not rules.board.usual
        and _of_letter_and_number(tuple(rules.board.names))
    )


@cache
def _of_letter_and_number(names: tuple[str, ...]) -> bool:
    """Whether squares are called as in chess; asked for every move, so it is kept for each board."""
    return all(map(_SQUARE.fullmatch, names))


def written(rules: Orthodox, states: States, codes: Sequence[int], move: int) -> str:
    """A legal move of row 0 in SAN, without the sign of a check; ``codes`` are all legal moves."""
    text = rules.words(states, 0, move).text
    found = _OWN.fullmatch(text)
    tag = _tag(move)
    if found is None or tag in (int(DROP), int(PASS)):
        return text
    start, goal, promotion, rest = found.groups()
    if tag == int(CASTLE):
        return ("O-O" if _short(rules, move) else "O-O-O") + rest
    letter, captures = _letter(rules, states, move), _captures(states, move)
    others = {
        rules.board.names[other & int(FIELD_MASK)]
        for other in codes
        if _goal(other) == _goal(move)
        and _tag(other) not in (int(CASTLE), int(DROP), int(PASS))
        and _letter(rules, states, other) == letter
    } - {start}
    sign = "x" if captures else ""
    into = f"={promotion}" if promotion else ""
    if letter != PAWN:
        return f"{letter}{_apart(start, others)}{sign}{goal}{into}{rest}"
    twins = [other for other in others if other[0] == start[0]]
    if twins or (start[0] != goal[0]) != captures:
        return text
    return f"{start[0] if captures else ''}{sign}{goal}{into}{rest}"


def meant(rules: Orthodox, states: States, codes: Sequence[int], text: str) -> list[int]:
    """The legal moves of row 0 that a text may mean, in SAN or in their own texts with the sign of a check.

    Signs of checks and of good and bad moves are not looked at.
    """
    said = text.rstrip(_SIGNS)
    if said.endswith(_EN_PASSANT):
        said = said.removesuffix(_EN_PASSANT).rstrip()
    if found := _CASTLING.fullmatch(said):
        return [
            move
            for move in codes
            if _tag(move) == int(CASTLE)
            and _short(rules, move) == (found[2] is None)
            and _rest(rules, states, move)[1] == found[3]
        ]
    if (found := _MOVE.fullmatch(said)) is None:
        own = f"{PAWN}{said}" if said.startswith("@") else said
        return [move for move in codes if rules.words(states, 0, move).text in (said, own)]
    letter, file, rank, goal, promotion, rest = found.groups()
    if goal not in rules.board.numbers:
        return []
    fitting = [
        move
        for move in _to(rules, states, codes, goal, letter or PAWN)
        if _fits(rules, move, file, rank, goal if not letter and not file else "")
    ]
    ends = {move: _rest(rules, states, move) for move in fitting}
    plain = [move for move in fitting if ends[move][0] == (promotion or "")]
    fitting = plain or ([] if promotion else fitting)
    return [move for move in fitting if ends[move][1] == rest] or ([] if rest else fitting)


def _to(rules: Orthodox, states: States, codes: Sequence[int], goal: str, letter: str) -> Iterator[int]:
    """The moves of a kind of piece to a square; a king that castles goes elsewhere."""
    number = rules.board.numbers[goal]
    for move in codes:
        ordinary = _tag(move) not in (int(CASTLE), int(DROP), int(PASS))
        if ordinary and _goal(move) == number and _letter(rules, states, move) == letter:
            yield move


def _fits(rules: Orthodox, move: int, file: str, rank: str, straight: str) -> bool:
    """Whether a move begins on a file and a rank; where neither is said of a pawn, on its goal's file."""
    start = rules.board.names[move & int(FIELD_MASK)]
    return (
        (not file or start[0] == file)
        and (not rank or start[1:] == rank)
        and (not straight or start[0] == straight[0])
    )


def _apart(start: str, others: set[str]) -> str:
    """What tells a square from others: nothing, its file, its rank, or both."""
    if not others:
        return ""
    if all(other[0] != start[0] for other in others):
        return start[0]
    return start if any(other[1:] == start[1:] for other in others) else start[1:]


def _rest(rules: Orthodox, states: States, move: int) -> tuple[str, str]:
    """What a move promotes to, and what follows that in its own text."""
    found = _OWN.fullmatch(rules.words(states, 0, move).text)
    return (found[3] or "", found[4]) if found else ("", "")


def _tag(move: int) -> int:
    return move >> int(TAG_SHIFT) & int(TAG_MASK)


def _goal(move: int) -> int:
    return move >> int(GOAL_SHIFT) & int(FIELD_MASK)


def _letter(rules: Orthodox, states: States, move: int) -> str:
    """The letter of the piece that moves."""
    return rules.letters[int(states.cells[0, 0, move & int(FIELD_MASK)])].upper()


def _captures(states: States, move: int) -> bool:
    return _tag(move) & int(BESIDE) == int(EN_PASSANT) or bool(states.cells[0, 0, _goal(move)])


def _short(rules: Any, move: int) -> bool:
    """Whether a castling is with the rook on the right, as White sees it."""
    castling = rules.castlings[move >> int(EXTRA_SHIFT) & int(SITE_MASK)]
    places = rules.board.places
    return bool(places[castling.rook[0]][0].x > places[castling.king[0]][0].x)
