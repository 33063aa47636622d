"""Coregal Chess: queens are royal, too."""

from dataclasses import replace

from fairyring.mechanics import Royals
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    usual = chess.variant()
    note = "It moves any distance over empty squares, and must never be left where it could be captured."
    pieces = [replace(piece, note=note) if piece.letter == "Q" else piece for piece in usual.rules.pieces]
    return usual.but(
        title="Coregal Chess",
        summary="Queens are royal, too: a check to a queen must be answered, and mating it wins.",
        mechanics=[Royals("Q")],
        inventor="Vernon Rylands Parton",
        year=1961,
        notes=("The board, the pieces and their moves are those of chess.",),
        rulings=("A player whose queen is in check may castle, if the queen is safe afterwards.",),
        sources=("https://www.chessvariants.com/winning.dir/coregal.html",),
        rules={"pieces": tuple(pieces), "minor": "", "bound": ""},
    )
