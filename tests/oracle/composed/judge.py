"""The composed oracle against Fairy-Stockfish, which decides what the rules of its variants are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyffish

from .game import Game
from .position import Move, Position, Result

TOLD = Path(__file__).parents[2] / "library" / "ini"  # what it is told of games of the library
pyffish.load_variant_config(
    "\n".join(path.read_text(encoding="utf-8") for path in sorted(TOLD.glob("*.ini")))
    + """
[opposite-castling:chess]
oppositeCastling = true
[castle:chess]
castlingWins = Qq
[atlantis:chess]
wallingRule = edge
wallOrMove = true
[squatter:chess]
flagPiece = *
flagRegionWhite = *8
flagRegionBlack = *1
flagPieceSafe = true
[dragonfly:crazyhouse]
maxRank = 7
maxFile = g
doubleStep = false
castling = false
promotionPieceTypes = rbn
promotionRegionWhite = *7
dropNoDoubled = p
dropNoDoubledCount = 0
startFen = rbbknnr/ppppppp/7/7/7/PPPPPPP/RBBKNNR[] w - - 0 1
[wildebeest:chess]
maxFile = 11
maxRank = 10
customPiece1 = c:C
customPiece2 = w:NC
doubleStepRegionWhite = *2 *3
doubleStepRegionBlack = *8 *9
tripleStepRegionWhite = *2
tripleStepRegionBlack = *9
promotionRegionWhite = *9 *10
promotionRegionBlack = *1 *2
promotionPieceTypes = qw
mandatoryPawnPromotion = false
castling = false
startFen = rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w KQkq - 0 1
"""
)  # games that can be described to it, but that it does not have

CLOCKS = ("atlantis", "micro")  # there, not every promotion or wall restarts the clock
ITS_NAMES = {"chess960": "fischerandom"}  # of the games that Fairy-Stockfish calls otherwise


def differences(
    game: Game,
    name: str,
    pos: Position,
    *,
    draws: bool = True,
    last: Sequence[tuple[Position, Move]] = (),
) -> list[str]:
    """In what the two differ at a position, if in anything: moves, check and the end of the game.

    If the ``last`` moves are given, each with the position before it, the end is asked for after them:
    Fairy-Stockfish wins by castling only as it is made, and ends games by two passes.
    """
    text, name = game.write(pos), ITS_NAMES.get(name, name)
    found: list[str] = []

    def compare(what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            found.append(f"{what} of {name} at {text}: {ours!r}, but Fairy-Stockfish says {theirs!r}")

    begin, played = text, list[str]()
    for before, move in last:
        begin = begin if played else game.write(before)
        played.append(legal_moves(name, game.write(before))[move.uci])
    over, value = pyffish.is_immediate_game_end(name, begin, played)
    ended = game.ended(pos) or game.closed(pos)
    compare("end", ended is not None, over)
    moves = game.moves(pos)
    legal, judged = {move.uci for move, _ in moves}, set(legal_moves(name, text))
    judged -= {uci for uci in judged - legal if is_turned(name, text, uci)}
    if not game.closed(pos):  # after such an end the moves of a text alone are those of no game
        compare("moves only here or there", legal - judged, judged - legal)
    compare("check", game.in_check(pos), pyffish.gives_check(name, text, []))
    if over or not judged:
        result = game.ended(pos) or game.result(pos)
        compare(
            "result",
            result and worth(result, pos.side),
            sign(value if over else pyffish.game_result(name, begin, played)),
        )
    elif draws:
        plies = game.results.plies is not None and pos.clock >= game.results.plies
        plies = plies or any(mechanic.drawn(game, pos) for mechanic in game.mechanics)
        compare("draw by the clock", plies, pyffish.is_optional_game_end(name, text, [])[0])
        if game.results.insufficient and game.results.draws is None:  # else it does not look for it
            weak = all(pyffish.has_insufficient_material(name, text, []))
            compare("insufficient material", game.is_insufficient(pos), weak)
    return found


def legal_moves(name: str, text: str, played: Sequence[str] = ()) -> dict[str, str]:
    """The legal moves, after some that are played, as the oracle writes them and as Fairy-Stockfish does.

    Where a wall comes in place of a move, it writes one with every move, even if there is none.
    """
    moves = pyffish.legal_moves(name, text, list(played))
    if name != "atlantis":
        return {uci: uci for uci in moves}
    return {f"*@{uci[-2:]}" if uci[:2] == uci[2:4] else uci.partition(",")[0]: uci for uci in moves}


def is_turned(name: str, text: str, uci: str, played: Sequence[str] = ()) -> bool:
    """Whether a move is a drop that mates, which Fairy-Stockfish makes legal, but a loss."""
    moves = [*played, uci]
    mates = (
        "@" in uci and pyffish.gives_check(name, text, moves) and not pyffish.legal_moves(name, text, moves)
    )
    return mates and pyffish.game_result(name, text, moves) > 0


def successor_difference(game: Game, name: str, pos: Position, move: Move, after: Position) -> list[str]:
    """Whether a move leads the two to different positions; the en passant field counts at the next move.

    Fairy-Stockfish writes it only if a pawn stands ready to capture.
    """
    name = ITS_NAMES.get(name, name)
    ours, uci = game.write(after), legal_moves(name, game.write(pos))[move.uci]
    theirs = pyffish.get_fen(name, game.write(pos), [uci])
    if without_passed(ours) == without_passed(theirs):
        return []
    if name in CLOCKS and without_passed(ours)[:-2] == without_passed(theirs)[:-2]:
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
