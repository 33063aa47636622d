"""The card of a piece: what it is and how it moves in a game."""

from __future__ import annotations

import re

import pytest

import fairyring
from fairyring.board import Side
from fairyring.drawing import piece_card
from fairyring.game import Variant
from fairyring.messages import Message


def card(variant: Variant, letter: str, side: Side = Side.WHITE, seat: Side = Side.WHITE) -> str:
    (piece,) = (piece for piece in variant.rules.pieces if piece.letter == letter)
    return piece_card(variant, piece, side, seat=seat)


def words(text: str) -> str:
    """The texts of a card, without its pictures."""
    return re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", text))


def test_a_card_has_name_note_and_diagram_and_only_the_signs_that_it_uses() -> None:
    said = card(fairyring.load("chess"), "N")
    assert "white knight" in words(said)
    assert 'aria-label="The knight on ' in said
    assert "it may move or capture there" in said
    assert "it may only capture there" not in said  # a knight captures as it moves
    assert "a piece on the way blocks it" not in said  # and nothing blocks it
    pawn = card(fairyring.load("chess"), "P")
    assert "it may only capture there" in pawn
    assert re.search(r'(?s)role="img".*<path d="M4 24H44"', pawn)  # its double step has a way


def test_each_side_has_the_diagrams_of_its_own_piece() -> None:
    minigolf = fairyring.load("minigolf")
    white, black = (card(minigolf, "F", side) for side in Side)
    labels = [re.findall(r'aria-label="([^"]+)"', each) for each in (white, black)]
    assert labels[0] != labels[1]  # White's ferz also leaps straight, Black's diagonally
    assert "black ferz" in words(black)


def test_a_card_is_seen_from_the_seat() -> None:
    chess = fairyring.load("chess")
    found = [
        re.findall(r'class="label" x="[\d.]+" y="([\d.]+)"[^>]*>8<', card(chess, "R", seat=seat))
        for seat in Side
    ]
    assert float(found[0][0]) < float(found[1][0])  # the eighth rank is at the top, and at the bottom


def test_a_card_is_translated_as_a_whole() -> None:
    said: list[str] = []

    def say(text: str) -> str:
        said.append(text.template if isinstance(text, Message) else text)
        return "§"

    chess = fairyring.load("chess")
    (piece,) = (piece for piece in chess.rules.pieces if piece.letter == "K")
    assert set(words(piece_card(chess, piece, say=say)).split()) == {"§", "K"}
    assert "The {piece} on {site}" in said


@pytest.mark.parametrize("side", Side)
def test_a_card_does_not_depend_on_a_secret(side: Side) -> None:
    """It takes the rules of a game and no position, so there is no secret that it could tell."""
    king = card(fairyring.load("monster-bluff-4"), "K", side)
    assert king == card(fairyring.load("monster-bluff-4"), "K", side)
    assert "star" not in king
