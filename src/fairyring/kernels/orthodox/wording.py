"""The words for moves: their text, their choices, and what Fairy-Stockfish calls them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairyring.board import Side
from fairyring.kernels.contract import States
from fairyring.kernels.declared import drop_choice
from fairyring.kernels.orthodox import codes
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Words
from fairyring.kernels.true_kings import choice_words, chooses
from fairyring.pieces import Piece

FIELD, TAG_AT, TAG = int(codes.FIELD_MASK), int(codes.TAG_SHIFT), int(codes.TAG_MASK)
UNLOAD, CHOOSE = int(codes.UNLOAD), int(codes.CHOOSE)
HEARD = (1 << int(codes.LOW_SHIFT)) - 1  # of a move: all but bits of a third site, of which a mechanic speaks
MOST = 1 << 13  # words that are remembered


class Wording:
    """The words for the moves of a game before a mechanic says more, remembered: most are said again soon."""

    def __init__(self) -> None:
        """None yet."""
        self._said: dict[int, Words] = {}

    def of(self, rules: Any, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position, always by the same rules."""
        if move >> TAG_AT & TAG in (UNLOAD, CHOOSE):  # it depends on another piece, or on none
            return _usual_words(rules, states, ply, move)
        about = (move & HEARD) << 8 | int(states.cells[ply, 0, move & FIELD])
        found = self._said.get(about)
        if found is None:
            if len(self._said) >= MOST:
                self._said.clear()
            found = self._said[about] = _usual_words(rules, states, ply, move)
        return found


def _usual_words(rules: Any, states: States, ply: int, move: int) -> Words:
    names = rules.places.names
    if chooses(move):
        return choice_words(names, move)
    start, goal = move & FIELD, move >> 16 & FIELD
    promotion = move >> int(codes.PROMOTION_SHIFT) & int(codes.BYTE_MASK)
    if move >> TAG_AT & TAG == int(codes.CASTLE):
        castling = rules.castlings[move >> int(codes.EXTRA_SHIFT) & int(codes.SITE_MASK)]
        onto = castling.is_onto_rook(rules.board)
        onto = onto or _goes(rules, int(states.cells[ply, 0, start]), start, goal)
        goal = castling.rook[0] if onto else goal
    ends = (names[start], names[goal])
    if move >> TAG_AT & TAG == int(codes.DROP):
        drop = drop_choice(rules.pieces[promotion - 1].letter)
        return Words(f"{drop}{names[goal]}", (drop, names[goal]), f"{drop}{names[goal]}")
    plain = len(rules.board.charts) == 1 and not rules.places.back
    letter = rules.letters[int(states.cells[ply, 0, start])].upper()
    text, choices = _ways_there(rules, states, ply, move, ends)
    usual = plain and choices == ends
    if not promotion:
        if rules.promoter:
            side = Side.of(int(states.cells[ply, 0, start]) & 1)
            if rules.promoter.may_stay(rules, letter, side, start, goal):
                choices = (*choices, letter)
        return Words(text, choices, "".join(ends) if usual else "")
    was, letter = letter, rules.pieces[promotion - 1].letter
    added = "+" if letter.startswith("+") else "-" if was == f"+{letter}" else letter.lower()
    return Words(f"{text}={letter}", (*choices, letter), "".join(ends) + added if usual else "")


def _goes(rules: Any, code: int, start: int, goal: int) -> bool:
    """Whether a piece can go from a site to another without castling, too."""
    ways = rules.piece_of(code).ways(rules.board, start, Side.of(code & 1))
    leaps = (leap for mechanic in rules.mechanics for leap in mechanic.beyond(rules))
    return any(way.move and way.goal == goal for way in ways) or (start, goal, 0) in leaps


def _ways_there(
    rules: Any, states: States, ply: int, move: int, ends: tuple[str, str]
) -> tuple[str, tuple[str, ...]]:
    """The words for a move apart from what becomes of the piece, where several moves may have its ends.

    Beside the ends are the site of what is captured on the way, and where a piece is put down. A move
    without either is chosen by the piece's own letter.
    """
    names, text = rules.places.names, "-".join(ends)
    start, goal, tag = move & FIELD, move >> 16 & FIELD, move >> TAG_AT & TAG
    third = move >> int(codes.EXTRA_SHIFT) & int(codes.SITE_MASK)
    piece = int(states.cells[ply, 0, start])
    if tag == int(codes.LOCUST):
        return f"{text}x{names[third]}", (*ends, names[third])
    if tag == UNLOAD and third != start and states.cells[ply, 0, third]:
        return f"{text}x{names[third]}/{names[start]}", (*ends, names[third], ends[0])
    if tag == UNLOAD:
        return f"{text}/{names[third]}", (*ends, names[third])
    if (piece, start, goal) in rules.beside:
        return text, (*ends, rules.letters[piece].upper())
    return text, ends


def unusual(rules: Any) -> Piece:
    """The first piece that captures otherwise than any enemy piece on its goal."""
    found: Iterator[Piece] = (
        piece
        for piece in rules.pieces
        for side in Side
        for site in range(len(rules.board))
        if any(way.captures_unusually for way in piece.ways(rules.board, site, side))
    )
    return next(found)


def beside(rules: Any) -> frozenset[tuple[int, int, int]]:
    """The code of a piece, its site and a goal, wherever another site may belong to a move there."""
    return frozenset(
        (code_of(kind, side), site, way.goal)
        for kind, piece in enumerate(rules.pieces)
        for side in Side
        for site in range(len(rules.board))
        for way in piece.ways(rules.board, site, side)
        if way.taken is not None or way.unload is not None
    )
