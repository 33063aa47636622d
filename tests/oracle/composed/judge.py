"""The composed oracle against Fairy-Stockfish, which decides what the rules of its variants are."""

from __future__ import annotations

import pyffish

from .game import Game
from .position import Move, Position, Result

ITS_NAMES = {"chess960": "fischerandom"}  # of the games that Fairy-Stockfish calls otherwise


def differences(game: Game, name: str, pos: Position, *, draws: bool = True) -> list[str]:
    """In what the two differ at a position, if in anything: moves, check and the end of the game."""
    text, name = game.write(pos), ITS_NAMES.get(name, name)
    found: list[str] = []

    def compare(what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            found.append(f"{what} of {name} at {text}: {ours!r}, but Fairy-Stockfish says {theirs!r}")

    moves = game.moves(pos)
    legal, judged = {move.uci for move, _ in moves}, set(pyffish.legal_moves(name, text, []))
    judged -= {uci for uci in judged - legal if is_turned(name, text, uci)}
    compare("moves only here or there", legal - judged, judged - legal)
    compare("check", game.in_check(pos), pyffish.gives_check(name, text, []))
    over, value = pyffish.is_immediate_game_end(name, text, [])
    ended = game.ended(pos)
    compare("end", ended is not None, over)
    if over or not judged:
        result = ended or game.result(pos)
        compare(
            "result",
            result and worth(result, pos.side),
            sign(value if over else pyffish.game_result(name, text, [])),
        )
    elif draws:
        plies = game.results.plies is not None and pos.clock >= game.results.plies
        plies = plies or any(mechanic.drawn(game, pos) for mechanic in game.mechanics)
        compare("draw by the clock", plies, pyffish.is_optional_game_end(name, text, [])[0])
        if game.results.insufficient:
            weak = all(pyffish.has_insufficient_material(name, text, []))
            compare("insufficient material", game.is_insufficient(pos), weak)
    return found


def is_turned(name: str, text: str, uci: str) -> bool:
    """Whether a move is a drop that mates, which Fairy-Stockfish makes legal, but a loss."""
    mates = (
        "@" in uci and pyffish.gives_check(name, text, [uci]) and not pyffish.legal_moves(name, text, [uci])
    )
    return mates and pyffish.game_result(name, text, [uci]) > 0


def successor_difference(game: Game, name: str, pos: Position, move: Move, after: Position) -> list[str]:
    """Whether a move leads the two to different positions; the en passant field counts at the next move.

    Fairy-Stockfish writes it only if a pawn stands ready to capture.
    """
    name = ITS_NAMES.get(name, name)
    ours, theirs = game.write(after), pyffish.get_fen(name, game.write(pos), [move.uci])
    if without_passed(ours) == without_passed(theirs):
        return []
    return [f"{move.uci} in {name} at {game.write(pos)}: {ours}, but Fairy-Stockfish says {theirs}"]


def without_passed(text: str) -> list[str]:
    fields = text.split()
    return fields[:3] + [field for field in fields[3:4] if field.isdigit()] + fields[4:]


def worth(result: Result, side: str) -> int:
    """1, 0 or -1 for a side."""
    return 0 if result.winner is None else 1 if result.winner == side else -1


def sign(value: int) -> int:
    return (value > 0) - (value < 0)
