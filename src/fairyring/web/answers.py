"""What the page is told, as docs/protocol.md has it; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Side
from fairyring.web import courses

if TYPE_CHECKING:
    from fairyring.game import Game, Move, Position, Result, Variant
    from fairyring.game.position import Viewer
    from fairyring.kernels.rules import Token
    from fairyring.web.compiling import Step
    from fairyring.web.thinking import Analysis

Json = dict[str, Any]


def state(key: str, game: Game, seats: Mapping[Side, str], viewer: Viewer, moving: bool, busy: bool) -> Json:
    """The whole state.

    Args:
        key: the id of the game's room.
        game: the game.
        seats: who plays each side.
        viewer: whose knowledge the page is shown.
        moving: whether a human is to move, who may know the legal turns.
        busy: whether the computer is at work.
    """
    turns = game.position.legal_moves() if moving else []
    first = game.positions[0]
    return {
        "type": "state",
        "id": key,
        "variant": game.variant.name,
        "options": dict(game.variant.options),
        "seats": {str(side): seat for side, seat in seats.items()},
        "ply": len(game.moves),
        "number": first.number,
        "first": str(first.side),
        "moves": [move.text for move in game.moves],
        "notations": [move.notation for move in game.moves],
        "view": view(game, len(game.moves), viewer),
        "turns": [
            {"text": move.text, "choices": _spoken(game.variant, entry)}
            for move in turns
            for entry in move.entries
        ],
        "labels": labels(game.position, turns),
        "thinking": busy,
        "result": _result(game.result),
    }


def _spoken(variant: Variant, choices: Iterable[str]) -> list[str]:
    """Choices without those that go without saying on a page that shows the goals."""
    return [choice for choice in choices if choice not in variant.rules.tacit]


def view(game: Game, ply: int, viewer: Viewer) -> Json:
    """What a viewer may know of the position after ``ply`` moves."""
    seen = game.positions[ply].view(viewer)
    board = game.variant.board
    last = game.variant.ends(game.moves[ply - 1]) if ply else []
    before = game.positions[ply - 1].view(viewer).tokens if ply else ()
    return {
        "text": seen.text,
        "side": str(seen.side),
        "checked": list(seen.checked),
        "last": last,
        "tokens": tokens(board, seen.tokens),
        "taken": tokens(board, _aboard(board, last[-1], before) if last else ()),
        "course": courses.course(game.positions[ply - 1], game.moves[ply - 1]) if ply else [],
    }


def _aboard(board: Board, site: str, lying: Iterable[Token]) -> list[Token]:
    """A man whose back is part of the board, and after him all who stand on it: they leave together."""
    backs = {board.names[back] for back in board.backs.get(board.numbers[site], ())}
    carrier = [token for token in lying if backs and token.site == site]
    return carrier + [token for token in lying if carrier and token.site in backs]


def tokens(board: Board, lying: Iterable[Token]) -> list[Json]:
    """What lies on the board."""
    return [
        {
            **token._asdict(),
            "side": None if token.side is None else str(token.side),
            "momentum": courses.momentum(board, token),
        }
        for token in lying
    ]


def labels(position: Position, turns: list[Move]) -> Json:
    """Words and pictures for the choices that a menu may offer.

    They are those that are no sites, where a piece's letter stands for the piece, alone or after a
    place (``+a2=Q``); and where several goals may be meant at one place of the board, what is done to
    whom by coming to each.
    """
    variant = position.variant
    pieces = {piece.letter: piece for piece in variant.rules.pieces}
    board, spots = variant.board, variant.rules.spots
    lying = position.view().tokens if spots or board.backs else ()
    men = {(token.site, token.level): token for token in lying}
    enemies = {place: man.name for place, man in men.items() if man.side is not position.side}
    found: Json = {}
    for choice in dict.fromkeys(choice for move in turns for entry in move.entries for choice in entry):
        place, _, letter = choice.rpartition("=")
        if choice in pieces:
            found[choice] = {"name": pieces[choice].name, "picture": pieces[choice].picture}
        elif choice in spots:
            spot = spots[choice]
            at, under = (spot.site, spot.level), men.get((spot.site, ""))
            name = f"{spot.enter} {under.name}" if at not in men and under else spot.name
            found[choice] = {"name": f"capture {enemies[at]}" if at in enemies else name, "picture": ""}
        elif place and letter in pieces:
            found[choice] = {"name": f"{pieces[letter].name} on {place.lstrip('+')}", "picture": ""}
        elif choice.startswith("~"):
            found[choice] = {"name": f"moving on by {choice[1:]}", "picture": ""}
        elif choice not in board.numbers:
            found[choice] = {"name": choice, "picture": ""}
        elif taken := [token.name for token in _aboard(board, choice, lying)]:
            riders = f" with {', '.join(taken[1:])}" if taken[1:] else ""
            found[choice] = {"name": f"capture {taken[0]}{riders}", "picture": ""}
        elif (choice, "") in enemies:
            found[choice] = {"name": f"capture {enemies[choice, '']}", "picture": ""}
        elif board.backs:
            found[choice] = {"name": f"move to {choice}", "picture": ""}
    return found


def shown(game: Game, ply: int, viewer: Viewer) -> Json:
    """An earlier position."""
    return {"type": "shown", "ply": ply, "view": view(game, ply, viewer)}


def course(ply: int, position: Position, move: Move) -> Json:
    """All that a legal turn does, and what the other side's men would then do by themselves."""
    board, after = position.variant.board, position.play(move)
    return {
        "type": "course",
        "ply": ply,
        "text": move.text,
        "course": courses.course(position, move),
        "reply": [] if after.result else courses.events(board, after.course()),
    }


def hint(variant: Variant, ply: int, move: Move, analysis: Analysis) -> Json:
    """What the computer would play."""
    return {
        "type": "hint",
        "ply": ply,
        "text": move.text,
        "choices": _spoken(variant, move.choices),
        "score": _score(analysis),
        "depth": analysis.depth,
    }


def compiling(step: Step) -> Json:
    """Progress of a compile."""
    return {
        "type": "progress",
        "task": "compile",
        "step": step.name,
        "done": step.done,
        "total": step.total,
    }


def thinking(analysis: Analysis) -> Json:
    """Progress of a search."""
    return {
        "type": "progress",
        "task": "think",
        "depth": analysis.depth,
        "score": _score(analysis),
        "line": [str(move) for move in analysis.line],
        "nodes": analysis.nodes,
        "speed": round(analysis.speed),
    }


def _score(analysis: Analysis) -> int | Json:
    return analysis.score if analysis.mate is None else {"mate": analysis.mate}


def _result(result: Result | None) -> Json | None:
    if result is None:
        return None
    winner = None if result.winner is None else str(result.winner)
    return {"winner": winner, "reason": result.reason, "text": _sentence(result)}


def _sentence(result: Result) -> str:
    if result.winner is None:
        return f"Draw by {result.reason}"
    return f"{str(result.winner).capitalize()} wins by {result.reason}"
