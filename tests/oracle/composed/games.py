"""Games by name, and any other combination of mechanics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import fairyring
from fairyring.board import Board, Side, grid
from fairyring.pieces import Piece

from .bare_king import BareKing
from .castling_anywhere import CastlingAnywhere
from .castlings import CastlingWins, OppositeCastling
from .checks import CheckCounting, NoChecks
from .counting import Counting
from .drop_limits import DropLimits
from .duck import Duck
from .explosion import Explosion
from .extinction import Extinction
from .first_rank import FirstRankSteps
from .game import Game, Starts, second_rank
from .gating import Gating
from .goals import Goals
from .hands import Hands, Setup, StartHands
from .hidden_royal import HiddenGame, HiddenRoyal
from .mechanic import Mechanic
from .must_capture import MustCapture
from .no_escape import NoEscape
from .perpetual import PerpetualCheck
from .position import SIDES, Castling
from .promotions import Promotions
from .rebirth import Rebirth
from .results import Results
from .riding import RidingGame
from .royals import Royals
from .several_moves import SeveralMoves
from .walls import EdgeWalls, Stone, Trail, Walls
from .xiangqi import xiangqi

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
CENTRE = ("d4", "e4", "d5", "e5")


def castlings(king: str, goals: Mapping[str, tuple[str, str, str]], last: int) -> Mapping[str, Castling]:
    """Castlings along the first and last rank: by letter, the king's goal, the rook's start and its goal."""
    found = {}
    for side, rank in zip(SIDES, (1, last), strict=True):
        for letter, (goal, home, rook) in goals.items():
            passed = sorted({king, goal, home, rook})
            between = [file for file in span(passed[0], passed[-1]) if file not in (king, home)]
            walk = [file for file in span(*sorted((king, rook))) if file != goal]
            found[letter.lower() if rank > 1 else letter] = Castling(
                side,
                (f"{king}{rank}", f"{goal}{rank}"),
                (f"{home}{rank}", f"{rook}{rank}"),
                tuple(f"{file}{rank}" for file in between),
                tuple(f"{file}{rank}" for file in walk),
            )
    return found


def span(first: str, last: str) -> list[str]:
    """The files from one to another."""
    return [chr(number) for number in range(ord(first), ord(last) + 1)]


CASTLINGS = castlings("e", {"K": ("g", "h", "f"), "Q": ("c", "a", "d")}, 8)


def composed(
    board: Board,
    pieces: Sequence[Piece],
    castlings: Mapping[str, Castling],
    promotions: str | None,
    start: str,
    mechanics: Sequence[Mechanic] = (),
    results: Results | None = None,
    starts: Starts = second_rank,
) -> Game:
    """A game of any mechanics on any board.

    Its `Game.legal` has every legal move's text with the position after it, `Game.successor` one of these
    positions, `Game.read` and `Game.write` read and write position texts, `Game.in_check` and `Game.result`
    tell how a position stands.

    Args:
        board: the board.
        pieces: the kinds of pieces; in texts a hand has them from the last to the first.
        castlings: by the letters of the rights, such as `CASTLINGS`.
        promotions: the letters of what a pawn promotes to; None if a mechanic says it.
        start: the first position as a text, with what the mechanics add: brackets for hands right after the
            board, and fields between en passant and the clock in the order of the mechanics.
        mechanics: the order is that in which they are asked at each stage.
        results: what stalemate, repetition and so on mean; those of chess, without insufficient material,
            unless given.
        starts: the sites from which a piece may make its initial moves.
    """
    return Game(board, pieces, castlings, promotions, start, mechanics, results, starts)


def ravioli(mechanics: Sequence[Mechanic] = (), added: str = "", field: str = "") -> Game:
    """Ravioli Chess with mechanics; ``added`` follows the board in the first text, ``field`` en passant."""
    variant = fairyring.load("ravioli")
    placement, *fields = str(variant.definition.start).split(" ")
    fields[3:3] = [field] if field else []
    text = " ".join([placement + added, *fields])
    return composed(variant.board, variant.rules.pieces, CASTLINGS, "QRBNWZ", text, mechanics)


def with_board_of(name: str, *mechanics: Mechanic, start: str = f"{ARRAY} w KQkq - 0 1") -> Game:
    """Mechanics on the board of another game, with its pieces; the array and castlings are those of chess."""
    variant = fairyring.load(name)
    return composed(variant.board, variant.rules.pieces, CASTLINGS, "QRBN", start, mechanics)


def usual(
    *mechanics: Mechanic,
    start: str = f"{ARRAY} w KQkq - 0 1",
    promotions: str = "QRBN",
    results: Results | None = None,
    royal: bool = True,
) -> Game:
    """Chess with mechanics; unless ``royal``, the king is a piece like any other."""
    variant = fairyring.load("chess")
    pieces = [replace(piece, royal=piece.royal and royal) for piece in variant.rules.pieces]
    return composed(variant.board, pieces, CASTLINGS, promotions, start, mechanics, results)


def riding(
    *mechanics: Mechanic,
    name: str = "metachess-4",
    riders_fall: bool = False,
    field: str = "",
    added: str = "",
) -> Game:
    """MetaChess #4 with mechanics, on the board of a game; the text's additions as in `ravioli`."""
    variant = fairyring.load(name)
    fields = f"{ARRAY}{added} w KQkq - {field} 0 1".split()
    return RidingGame(
        variant.board,
        variant.rules.pieces,
        CASTLINGS,
        "QRBN",
        " ".join(fields),
        mechanics=mechanics,
        riders_fall=riders_fall,
    )


def chess() -> Game:
    return usual(results=Results(insufficient=True))


def atomic() -> Game:
    return usual(Explosion())


def crazyhouse() -> Game:
    return usual(Hands(), start=f"{ARRAY}[] w KQkq - 0 1")


def three_check() -> Game:
    return usual(CheckCounting(), start=f"{ARRAY} w KQkq - 3+3 0 1")


def king_of_the_hill() -> Game:
    return usual(Goals(dict.fromkeys(SIDES, CENTRE)))


def racing_kings() -> Game:
    last_rank = tuple(f"{file}8" for file in "abcdefgh")
    goals = Goals(dict.fromkeys(SIDES, last_rank), answer=True)
    return usual(goals, NoChecks(), start="8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1")


def antichess() -> Game:
    return usual(
        MustCapture(),
        Extinction(wins=True),
        start=f"{ARRAY} w - - 0 1",
        promotions="QRBNK",
        results=Results(stalemate="win"),
        royal=False,
    )


def castle() -> Game:
    return usual(CastlingWins())


def opposite_castling() -> Game:
    return usual(OppositeCastling(), results=Results(insufficient=True))


def turning(width: int, height: int, faces: Mapping[str, str], start: str, capturing: bool) -> Game:
    """Shogi whose pieces turn over by each move, or by each capture: by letter, how both faces move."""
    pieces = [Piece(letter, f"shogi {letter}", betza) for letter, betza in faces.items()] + kinds("K")
    unpromoted = [letter for letter in faces if letter[0] != "+"]
    to = {letter: (f"+{letter}",) for letter in unpromoted} | {
        f"+{letter}": (letter,) for letter in unpromoted
    }
    promotions = Promotions(to, ranks=height, leaving=True, capturing=capturing)
    hands = Hands(becomes={f"+{letter}": letter for letter in unpromoted}, either=True)
    mechanics = [promotions, hands, PerpetualCheck()]
    results = Results(stalemate="loss", plies=None, repetitions=4)
    return composed(grid(width, height), pieces, {}, None, f"{start}[] w - - 0 1", mechanics, results)


def micro() -> Game:
    faces = {"B": "B", "R": "R", "P": "fW", "L": "fR", "+B": "WfF", "+R": "WfF", "+P": "fN", "+L": "FfW"}
    return turning(4, 5, faces, "kb+r+l/p3/4/3P/+L+RBK", capturing=True)


def chessgi() -> Game:
    return usual(Hands(keeps=True, behind=True), start=f"{ARRAY}[] w KQkq - 0 1")


def pocketknight() -> Game:
    return usual(StartHands(), start=f"{ARRAY}[Nn] w KQkq - 0 1")


def placement() -> Game:
    start = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1"
    return usual(Setup(apart="B"), start=start)


def common_king(*mechanics: Mechanic, **changes: Any) -> Game:
    """Chess in which the king is not royal, and castles over attacked squares."""
    ours = usual(*mechanics, royal=False, **changes)
    ours.castlings = {letter: castling._replace(walk=()) for letter, castling in CASTLINGS.items()}
    return ours


def horde() -> Game:
    start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    return usual(Extinction(sides=("white",)), FirstRankSteps(), start=start)


ARCHBISHOP = Piece("A", "archbishop", "BN")
CHANCELLOR = Piece("C", "chancellor", "RN")


def capablanca() -> Game:
    pieces = (*fairyring.load("chess").rules.pieces, ARCHBISHOP, CHANCELLOR)
    start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
    ways = {"K": ("i", "j", "h"), "Q": ("c", "a", "d")}
    results = Results(insufficient=True)
    return composed(grid(10, 8), pieces, castlings("f", ways, 8), "QRBNAC", start, results=results)


def marseillais() -> Game:
    return usual(SeveralMoves(), start=f"{ARRAY} w KQkq - 1 0 1", results=Results(insufficient=True))


def progressive() -> Game:
    moves = SeveralMoves(most=None)
    return usual(moves, start=f"{ARRAY} w KQkq - 1 0 1", results=Results(insufficient=True))


STEPPER = Piece("P", "pawn", "mfWcfF", pawn=True)


def shatranj() -> Game:
    pieces = [STEPPER, *kinds("NRK"), Piece("B", "alfil", "A"), Piece("Q", "ferz", "F")]
    start = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
    results = Results(stalemate="loss", plies=140)
    return composed(grid(8, 8), pieces, {}, "Q", start, [BareKing()], results)


def makruk(*further: Mechanic) -> Game:
    pieces = [STEPPER, *kinds("NRK"), Piece("S", "khon", "FfW"), Piece("M", "met", "F")]
    table = [("R", 2, 8), ("R", 1, 16), ("S", 2, 22), ("N", 2, 32), ("S", 1, 44)]
    mechanics = [Promotions({"P": "M"}, ranks=3), Counting(64, table), *further]
    start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
    return composed(grid(8, 8), pieces, {}, None, start, mechanics, Results(plies=None))


def grand() -> Game:
    pieces = (*fairyring.load("chess").rules.pieces, ARCHBISHOP, CHANCELLOR)
    start = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"
    promotions = Promotions({"P": "QRBNAC"}, ranks=3, optional=True, most="QRRBBNNAC")
    results = Results(insufficient=True)
    return composed(grid(10, 10), pieces, {}, None, start, [promotions], results, third_rank)


def third_rank(board: Board, site: int, side: Side) -> bool:
    return board.rank(site, side) == 2


def shogi() -> Game:
    moves = {"B": "B", "R": "R", "S": "FfW", "P": "fW", "L": "fR", "N": "fN", "G": "WfF"}
    moves |= {"+B": "BW", "+R": "RF", **dict.fromkeys(("+S", "+P", "+L", "+N"), "WfF")}
    pieces = [*(Piece(letter, f"shogi {letter}", betza) for letter, betza in moves.items()), *kinds("K")]
    to = {letter: (f"+{letter}",) for letter in "BRSPLN"}
    mechanics = [
        Promotions(to, ranks=3, leaving=True, optional=True),
        Hands(becomes={f"+{letter}": letter for letter in to}),
        DropLimits(per_file="P", no_mate="P"),
        PerpetualCheck(),
    ]
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"
    results = Results(stalemate="loss", plies=None, repetitions=4)
    return composed(grid(9, 9), pieces, {}, None, start, mechanics, results)


def kinds(letters: str) -> list[Piece]:
    """Pieces of chess."""
    return [piece for piece in fairyring.load("chess").rules.pieces if piece.letter in letters]


def seirawan() -> Game:
    variant = fairyring.load("seirawan")
    start = f"{ARRAY}[EHeh] w KQBCDFGkqbcdfg - 0 1"
    return composed(grid(8, 8), variant.rules.pieces, CASTLINGS, "QERHBN", start, [Gating()])


def duck() -> Game:
    return common_king(Duck(), Extinction(letters="K"), results=Results(stalemate="win"))


def isolation() -> Game:
    start, results = "3p2/6/6/6/6/6/6/2P3 w - - 0 1", Results(stalemate="loss", plies=None)
    walls = Walls(never=("c1", "d8"))
    return composed(grid(6, 8), [Piece("P", "runner", "mK")], {}, None, start, [walls], results)


def snailtrail() -> Game:
    start, results = "6p/7/7/7/7/7/P6 w - - 0 1", Results(stalemate="loss", plies=None)
    return composed(grid(7, 7), [Piece("P", "snail", "mK")], {}, None, start, [Trail()], results)


def atlantis() -> Game:
    return usual(EdgeWalls())


def petrified() -> Game:
    pawn, king = Piece("P", "pawn", "mfsWimfnDcfF", pawn=True), Piece("K", "king", "mK", royal=True)
    pieces, results = [pawn, *kinds("NBRQ"), king], Results(undone=True)
    return composed(grid(8, 8), pieces, CASTLINGS, "QRBN", f"{ARRAY} w KQkq - 0 1", [Stone("NBRQ")], results)


def chess960() -> Game:
    start = f"{ARRAY} w HAha - 0 1"
    pieces, results = fairyring.load("chess").rules.pieces, Results(insufficient=True)
    return composed(grid(8, 8), pieces, {}, "QRBN", start, [CastlingAnywhere()], results)


def coregal() -> Game:
    return usual(Royals("Q"))


def cannon_billiards() -> Game:
    """Billiards Chess whose bishops capture as cannons do."""
    variant = fairyring.load("billiards-00")
    pieces = [piece for piece in variant.rules.pieces if piece.letter != "B"]
    pieces.append(Piece("C", "cannon", "mBcpB"))
    array = ARRAY.replace("B", "C").replace("b", "c")
    return composed(variant.board, pieces, CASTLINGS, "QRCN", f"{array} w KQkq - 0 1")


def ravioli_hidden_king(*mechanics: Mechanic) -> Game:
    """Ravioli Chess with a king in place of a bishop, and further mechanics."""
    variant = fairyring.load("ravioli")
    pieces = [replace(piece, royal=False) for piece in variant.rules.pieces]
    placement = str(variant.definition.start).split(" ")[0].replace("rnbq", "rnkq").replace("RNBQ", "RNKQ")
    start = f"{placement} w - - -,- 0 1"
    return HiddenGame(variant.board, pieces, {}, "QRBNWZ", start, (*mechanics, HiddenRoyal()))


GAMES: Mapping[str, Callable[[], Game]] = {
    "chess": chess,
    "atomic": atomic,
    "crazyhouse": crazyhouse,
    "3check": three_check,
    "kingofthehill": king_of_the_hill,
    "racingkings": racing_kings,
    "antichess": antichess,
    "atlantis": atlantis,
    "castle": castle,
    "chessgi": chessgi,
    "makpong": lambda: makruk(NoEscape()),
    "micro": micro,
    "opposite-castling": opposite_castling,
    "petrified": petrified,
    "placement": placement,
    "pocketknight": pocketknight,
    "horde": horde,
    "capablanca": capablanca,
    "shatranj": shatranj,
    "makruk": makruk,
    "duck": duck,
    "seirawan": seirawan,
    "xiangqi": xiangqi,
    "grand": grand,
    "isolation": isolation,
    "snailtrail": snailtrail,
    "chess960": chess960,
    "coregal": coregal,
    "shogi": shogi,
}
"""The games that Fairy-Stockfish has, by its names."""

OTHERS: Mapping[str, Callable[[], Game]] = {
    "billiards-circe": lambda: with_board_of("billiards-00", Rebirth()),
    "billiards-crazyhouse": lambda: with_board_of("billiards-00", Hands(), start=f"{ARRAY}[] w KQkq - 0 1"),
    "cannon-billiards": cannon_billiards,
    "marseillais": marseillais,
    "progressive": progressive,
    "metachess-4": riding,
    "metachess-atomic": lambda: riding(Explosion()),
    "metachess-cylindrical": lambda: riding(name="cylindrical"),
    "metachess-three-check": lambda: riding(CheckCounting(), field="3+3"),
    "ravioli-atomic": lambda: ravioli([Explosion()]),
    "ravioli-crazyhouse": lambda: ravioli([Hands()], added="[]"),
    "ravioli-hidden-king": ravioli_hidden_king,
}
"""The games that it does not have."""
