"""What the page is told, as docs/protocol.md has it; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fairyring.board import Side

if TYPE_CHECKING:
    from fairyring.game import Game, Move, Position, Result
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
        "seats": {str(side): seat for side, seat in seats.items()},
        "ply": len(game.moves),
        "number": first.number,
        "first": str(first.side),
        "moves": [move.text for move in game.moves],
        "view": view(game, len(game.moves), viewer),
        "turns": [{"text": move.text, "choices": list(move.choices)} for move in turns],
        "labels": labels(game.position, turns),
        "thinking": busy,
        "result": _result(game.result),
    }


def view(game: Game, ply: int, viewer: Viewer) -> Json:
    """What a viewer may know of the position after ``ply`` moves."""
    seen = game.positions[ply].view(viewer)
    sites, spots = game.variant.board.numbers, game.variant.rules.spots
    made = [spots[c].site if c in spots else c for c in (game.moves[ply - 1].choices if ply else ())]
    last = [site for site in made if site in sites]
    return {
        "text": seen.text,
        "side": str(seen.side),
        "checked": list(seen.checked),
        "last": last,
        "tokens": tokens(seen.tokens),
    }


def tokens(lying: Iterable[Token]) -> list[Json]:
    """What lies on the board."""
    return [{**token._asdict(), "side": None if token.side is None else str(token.side)} for token in lying]


def labels(position: Position, turns: list[Move]) -> Json:
    """Words and pictures for the choices that a menu may offer.

    They are those that are no sites, where a piece's letter stands for the piece; and where sites
    have more places than themselves, what is done to whom by coming to each.
    """
    variant = position.variant
    pieces = {piece.letter: piece for piece in variant.rules.pieces}
    spots, sites = variant.rules.spots, variant.board.numbers
    men = {(token.site, token.level): token for token in position.view().tokens} if spots else {}
    enemies = {place: man.name for place, man in men.items() if man.side is not position.side}
    found: Json = {}
    for choice in dict.fromkeys(choice for move in turns for choice in move.choices):
        if choice in pieces:
            found[choice] = {"name": pieces[choice].name, "picture": pieces[choice].picture}
        elif choice in spots:
            spot = spots[choice]
            at, under = (spot.site, spot.level), men.get((spot.site, ""))
            name = f"{spot.enter} {under.name}" if at not in men and under else spot.name
            found[choice] = {"name": f"capture {enemies[at]}" if at in enemies else name, "picture": ""}
        elif choice not in sites:
            found[choice] = {"name": choice, "picture": ""}
        elif (choice, "") in enemies:
            found[choice] = {"name": f"capture {enemies[choice, '']}", "picture": ""}
    return found


def shown(game: Game, ply: int, viewer: Viewer) -> Json:
    """An earlier position."""
    return {"type": "shown", "ply": ply, "view": view(game, ply, viewer)}


def hint(ply: int, move: Move, analysis: Analysis) -> Json:
    """What the computer would play."""
    return {
        "type": "hint",
        "ply": ply,
        "text": move.text,
        "choices": list(move.choices),
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
