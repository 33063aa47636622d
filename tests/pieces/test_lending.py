"""Moves that pieces lend and borrow: what the kinds of a game get of them."""

from __future__ import annotations

import pytest

from fairyring.board import Side, grid
from fairyring.gamefiles.saying import Saying
from fairyring.pieces import Flat, Lends, Piece, betza
from fairyring.pieces.given import resolved

BOARD = grid(6, 6)
PAWN = Piece("P", "pawn", "mfWcfF", pawn=True)
LENDER = Piece("N", "lender", "WxafF")
BORROWER = Piece("B", "borrower", "xW")


def last(site: int, side: Side) -> bool:
    return BOARD.rank(site, side.other) == 0


def given(pieces: tuple[Piece, ...], letter: str, site: str) -> set[tuple[str, str, str]]:
    """The goals that a piece has because of another, with where that one stands and of what kind it is."""
    piece = next(each for each in pieces if each.letter == letter)
    ways = piece.ways(BOARD, BOARD.numbers[site], Side.WHITE)
    return {
        (BOARD.names[way.goal], BOARD.names[hurdle.site], hurdle.kind)
        for way in ways
        for hurdle in way.hurdles
        if hurdle.kind
    }


def test_a_lender_gives_every_kind_its_move_from_where_it_stands() -> None:
    pieces = resolved((PAWN, LENDER, BORROWER), range(len(BOARD)), last)
    straight = {("b2", "d4", "N"), ("d4", "b2", "N"), ("b4", "d2", "N"), ("d2", "b4", "N")}
    assert given(pieces, "N", "c3") == given(pieces, "P", "c3") == straight
    assert {each for each in given(pieces, "B", "c3") if each in straight} == straight


def test_a_borrower_moves_as_the_piece_beside_it_from_where_it_stands_itself() -> None:
    pieces = resolved((PAWN, BORROWER), range(len(BOARD)), last)
    beside = ("c4", "d3", "c2", "b3")
    pawns = {(goal, at, "P") for at in beside for goal in ("c4", "b4", "d4") if goal != at}
    assert given(pieces, "B", "c3") == pawns, "and nothing of what another borrower borrows"


def test_lending_twice_is_lending_once_and_nothing_stays_without_a_lender() -> None:
    once = resolved((PAWN, LENDER, BORROWER), range(len(BOARD)), last)
    assert resolved(once, range(len(BOARD)), last) == once
    pawn = next(piece for piece in once if piece.letter == "P")
    assert pawn != PAWN
    assert resolved((pawn,), range(len(BOARD)), last) == (PAWN,)


def test_a_pawn_is_lent_no_move_to_where_it_promotes() -> None:
    pieces = resolved((PAWN, LENDER), range(len(BOARD)), last)
    assert not any(goal.endswith("6") for goal, _, _ in given(pieces, "P", "c5"))


def test_a_game_file_says_what_a_piece_lends_and_not_what_it_is_lent() -> None:
    pieces = resolved((PAWN, LENDER), range(len(BOARD)), last)
    assert [Saying(BOARD).said(piece.movement) for piece in pieces] == ["mfWcfF", "WxafF"]


def test_lending_as_a_part_of_another_movement_is_refused() -> None:
    lends = betza("xaN").parts[0]
    assert isinstance(lends, Lends)
    with pytest.raises(ValueError, match="as a whole"):
        resolved((Piece("N", "lender", Flat(lends)),), range(len(BOARD)), last)
