"""Why a text is no legal move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fairyring.board import Side
from fairyring.game.telling import Move, Result
from fairyring.kernels.contract import States
from fairyring.kernels.rules import Rules, Token
from fairyring.messages import Message, joined

MOST = 12  # moves that are named in a refusal

NOT_YOURS = {
    Side.WHITE: "it is White's move, and the piece on {place} is a {piece}",
    Side.BLACK: "it is Black's move, and the piece on {place} is a {piece}",
}
NO_WAY = {
    Side.WHITE: "White cannot pilot the {piece} on {place} now",
    Side.BLACK: "Black cannot pilot the {piece} on {place} now",
}
NO_PILOT = {
    Side.WHITE: "White has no piece on the back of the {piece} on {place}",
    Side.BLACK: "Black has no piece on the back of the {piece} on {place}",
}


@dataclass(frozen=True)
class Situation:
    """What a refusal is about.

    Attributes:
        rules: the game's rules.
        states: the position, in row 0.
        side: the side to move.
        moves: the legal moves.
        result: how the game ended, if it has.
    """

    rules: Rules
    states: States
    side: Side
    moves: Sequence[Move]
    result: Result | None


def why_not(at: Situation, text: str) -> str:
    """Say what is wrong with a text that is no legal move, as far as that can be told."""
    if at.result is not None and not at.moves:
        return Message("the game is over: {result}", result=at.result.message)
    start = text.split("-", maxsplit=1)[0]
    if from_there := _moves_from(at, start):
        moves = joined("{first}, {rest}", from_there[:MOST])
        if len(from_there) > MOST:
            return Message("not a legal move; from {place} there are {moves}, …", place=start, moves=moves)
        return Message("not a legal move; from {place} there are {moves}", place=start, moves=moves)
    spot = at.rules.spots.get(start)
    place = (start, "") if spot is None else (spot.site, spot.level)
    tokens = at.rules.tokens(at.states, 0)
    standing = [token for token in tokens if (token.site, token.level) == place]
    if standing:
        return _cannot_move(at, start, standing[-1], tokens)
    exists = start in at.rules.board.numbers or spot is not None
    # Somebody who writes moves in another way (Nf3) is shown how they are written here.
    alike = [move.text for move in at.moves if move.text.endswith(text[-2:])]
    example = next(iter(alike or [move.text for move in at.moves]), "")
    if "-" in text or not example:
        return Message("there is no piece on {place}", place=start) if exists else Message("not a legal move")
    if exists:
        return Message(
            "there is no piece on {place}; moves are written like {example}", place=start, example=example
        )
    return Message("not a legal move; moves are written like {example}", example=example)


def _moves_from(at: Situation, start: str) -> list[str]:
    return sorted(
        move.text
        for move in at.moves
        if move.text.startswith(f"{start}-") or start in {first for first, *_ in move.entries}
    )


def _cannot_move(at: Situation, place: str, piece: Token, tokens: Sequence[Token]) -> Message:
    """Why the piece at a place has no legal move."""
    board = at.rules.board
    backs = {board.names[site] for site in board.backs.get(board.numbers.get(place, -1), ())}
    name = Message(piece.name)
    if backs:  # the riders of a big piece move it, whichever side it belongs to
        ridden = any(token.side is at.side and token.site in backs for token in tokens)
        return Message((NO_WAY if ridden else NO_PILOT)[at.side], piece=name, place=place)
    if piece.side not in (None, at.side):
        return Message(NOT_YOURS[at.side], piece=name, place=place)
    return Message("the {piece} on {place} has no legal move", piece=name, place=place)
