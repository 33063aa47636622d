"""Games of the library that are the first with a mechanic or a form of one, and any game by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import fairyring
from fairyring.board import Board, Side, grid
from fairyring.pieces import Movement, Piece, Way, betza

from .counting import Counting
from .drop_limits import DropLimits
from .explosion import Explosion
from .extinction import Extinction
from .first_leaps import FirstLeaps
from .flips import Flips
from .game import Game
from .games import ARRAY, CASTLINGS, CHANCELLOR, GAMES, OTHERS, castlings, common_king, composed, usual
from .gating import Gating
from .goals import Goals
from .hands import Hands, Setup, StartHands
from .immunity import Immunity
from .in_a_row import InARow
from .in_place import InPlace
from .janggi import janggi
from .long_steps import LongSteps
from .mechanic import Mechanic
from .must_capture import MustCapture
from .passing import Pass
from .points import Points
from .position import Move, Position
from .promotions import Promotions
from .results import Results
from .royals import NoEnPassant, Royals
from .shak import Shak
from .walls import Walls


def amazons() -> Game:
    start = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"
    results = Results(stalemate="loss", plies=None)
    return composed(grid(10, 10), [Piece("Q", "amazon", "mQ")], {}, None, start, [Walls(shot=True)], results)


def ataxx() -> Game:
    pieces = [Piece("P", "stone", "mDmNmA")]
    mechanics = [Flips("P"), Pass(stuck=True), Points({"P": 1})]
    results = Results(stalemate="more", plies=None)
    return Game(grid(7, 7), pieces, {}, "", "P5p/7/7/7/7/7/p5P w - - 0 1", mechanics, results)


def chigorin() -> Game:
    pieces = (*fairyring.load("chess").rules.pieces, CHANCELLOR)
    start = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1"
    promotions = Promotions({"P": "CRN"}, black={"P": "QRB"})
    return composed(grid(8, 8), pieces, CASTLINGS, None, start, [promotions], Results(insufficient=True))


def extinction() -> Game:
    return common_king(Extinction("PNBRQK"), promotions="QRBNK")


def losers() -> Game:
    results = Results(stalemate="win", checkmate="win")
    return usual(MustCapture(), Extinction(wins=True, most=1), results=results)


def spartan() -> Game:
    spartans = {"L": "FAsmW", "G": "RF", "C": "WD", "W": "BN"}
    pieces = [replace(piece, royal=False) for piece in fairyring.load("chess").rules.pieces]
    pieces += [Piece(letter, f"spartan {letter}", betza) for letter, betza in spartans.items()]
    pieces.append(Piece("H", "hoplite", "fmFfcWimA", pawn=True))
    white = {letter: castling for letter, castling in CASTLINGS.items() if castling.side == "white"}
    to = {"P": "QRBN", "H": "CGKLW"}
    mechanics = [Promotions(to, most="KK"), Royals("K", together=True), NoEnPassant()]
    start = "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
    return composed(grid(8, 8), pieces, white, None, start, mechanics)


def suicide() -> Game:
    start, results = f"{ARRAY} w - - 0 1", Results(stalemate="fewer")
    ends = Extinction(wins=True)
    return common_king(MustCapture(), ends, start=start, promotions="QRBNK", results=results)


def squatter() -> Game:
    regions = {side: [f"{file}{rank}" for file in "abcdefgh"] for side, rank in (("white", 8), ("black", 1))}
    return usual(Goals(regions, "PNBRQK", safe=True))


def shatar() -> Game:
    start = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1"
    pieces = [Piece("B", "bishop", "B"), Piece("J", "bers", "RF")]
    mechanics = [Extinction(most=1, draws=True), Shak("NRJ", "N")]
    return stepping(*mechanics, pieces=pieces, start=start, plies=100, promotions="J")


def sittuyin() -> Game:
    movements = {"N": "N", "R": "R", "F": "F", "S": "FfW", "K": "K"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    zones = {
        "white": ("a8", "b7", "c6", "d5", "e5", "f6", "g7", "h8"),
        "black": ("a1", "b2", "c3", "d4", "e4", "f3", "g2", "h1"),
    }
    counting = Counting(0, [("R", 1, 16), ("S", 1, 44), ("N", 1, 64)], whole=False)
    mechanics = [InPlace("F", zones), Setup(ranks=3, first="R"), counting]
    start = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KSSFRRNNkssfrrnn] w - - 0 1"
    pawn = Piece("P", "pawn", "mfWcfF", pawn=True)
    return Game(grid(8, 8), [pawn, *pieces], {}, None, start, mechanics, Results(plies=100))


def wolf() -> Game:
    """An ordinary game but for its pieces: sergeants capture no pawn en passant."""
    movements = {"Q": "Q", "W": "RN", "F": "BN", "R": "R", "B": "B", "N": "NN", "K": "K", "+P": "NNQ"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    sergeant = Piece("S", "sergeant", "fKifmnD", pawn=True)
    start = "qwfrbbnk/pssppssp/1pp2pp1/8/8/8/8/1PP2PP1/PSSPPSSP/KNBBRFWQ w - - 0 1"
    usual = ("Q", "W", "F", "R", "B")
    promotions = Promotions({"P": (*usual, "+P"), "S": usual})

    def homes(board: Board, site: int, side: Side) -> bool:
        return board.rank(site, side) == 1 or (board.rank(site, side) == 2 and board.names[site][0] in "bcfg")

    pawn = Piece("P", "pawn", "mfWimfnDcfF", pawn=True)
    mechanics = [promotions, PassedBy("P")]
    return Game(grid(8, 10), [pawn, sergeant, *pieces], {}, None, start, mechanics, None, homes)


class PassedBy(Mechanic):
    """Only pawns of one kind capture en passant."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return [
            move
            for move in moves
            if move.captured in (None, move.goal) or pos.pieces[str(move.origin)].letter == self.letter
        ]


def stepping(
    *mechanics: Mechanic,
    pieces: Sequence[Piece],
    start: str,
    plies: int | None = None,
    promotions: str | None = None,
) -> Game:
    """A game without double steps on the board of chess, with pawns, kings, rooks and knights, and others."""
    usual = [Piece("K", "king", "K", royal=True), Piece("R", "rook", "R"), Piece("N", "knight", "N")]
    pawn = Piece("P", "pawn", "mfWcfF", pawn=True)
    return Game(grid(8, 8), [pawn, *usual, *pieces], {}, promotions, start, mechanics, Results(plies=plies))


def asean() -> Game:
    counting = Counting(0, [("R", 1, 16), ("B", 1, 44), ("N", 1, 64)], whole=False)
    return stepping(
        Promotions({"P": "RNBQ"}),
        counting,
        pieces=[Piece("B", "bishop", "FfW"), Piece("Q", "queen", "F")],
        start="rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1",
        plies=100,
    )


def cambodian() -> Game:
    table = [("R", 2, 7), ("R", 1, 15), ("S", 2, 21), ("N", 2, 31), ("S", 1, 43)]
    leaps = {"K": ((-2, 1), (2, 1)), "M": ((0, 2),)}
    return stepping(
        Promotions({"P": "M"}, ranks=3),
        Counting(63, table, few=3),
        FirstLeaps(leaps, "R"),
        pieces=[Piece("S", "khon", "FfW"), Piece("M", "met", "F")],
        start="rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
    )


def dragonfly() -> Game:
    movements = {"N": "N", "B": "B", "R": "R", "K": "K"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    pawn = Piece("P", "pawn", "mfWcfF", pawn=True)
    start = "rbbknnr/ppppppp/7/7/7/PPPPPPP/RBBKNNR[] w - - 0 1"
    mechanics = [Hands(), DropLimits(never="P")]
    return Game(grid(7, 7), [pawn, *pieces], {}, "BNR", start, mechanics)


def steps(piece: str, *numbers: int) -> Piece:
    """A pawn whose first move from each rank is at most so many squares."""
    return Piece(piece, "pawn", ByRank([betza(f"mfWimfR{number}cfF") for number in numbers]), pawn=True)


@dataclass(frozen=True)
class ByRank:
    """Movements from the second rank, the third and so on; the last from all others, too."""

    movements: Sequence[Movement]

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        rank = max(board.rank(site, side) - 1, 0)
        yield from self.movements[min(rank, len(self.movements) - 1)].ways(board, site, side)


def wildebeest() -> Game:
    movements = {"N": "N", "C": "C", "W": "NC", "B": "B", "R": "R", "Q": "Q", "K": "K"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    start = "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1"
    mechanics = [LongSteps(), Promotions({"P": "QW"}, ranks=2, optional=True, idle=True)]

    def homes(board: Board, site: int, side: Side) -> bool:
        return board.rank(site, side) in (1, 2)

    return Game(grid(11, 10), [steps("P", 3, 2), *pieces], {}, None, start, mechanics, None, homes)


def armageddon() -> Game:
    return usual(results=Results(insufficient=True, draws="black"))


def atomar() -> Game:
    mechanics = (Explosion(immune="K"), Extinction("K"), Immunity("K"))
    # Without a royal king, no square on its way is attacked.
    return usual(*mechanics, royal=False)


def bajr() -> Game:
    regions = {"white": ("f5", "e6", "f6"), "black": ("a1", "b1", "a2")}
    pieces = [Piece("P", "stone", "mfrWmrfF")]
    start = "4pp/5p/6/6/P5/PP4 w - - 0 1"
    return Game(grid(6, 6), pieces, {}, "", start, [Goals(regions, "P", number=3)], Results(plies=None))


def cetus() -> Game:
    movements = {"O": "W", "+O": "F", "B": "mQ3", "N": "mF", "P": "mW", "H": "mB3", "S": "mR3", "D": "mN"}
    pieces = [Piece(letter, letter, movement) for letter, movement in movements.items()]
    turns = Promotions({"O": ("+O",), "+O": ("O",)}, ranks=9, leaving=True, capturing=True)
    start = "9/9/9/1b7/9/9/9/2B6/9[DSHPPNOdsshhppnno] w - - 0 1"
    mechanics = [StartHands(), Extinction("B"), InARow(5), turns]
    return Game(grid(9, 9), pieces, {}, "", start, mechanics)


def jesonmor() -> Game:
    middle = {"white": ["e5"], "black": ["e5"]}
    start = "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN w - - 0 1"
    goal = Goals(middle, "N", waits=True)
    return Game(grid(9, 9), [Piece("N", "knight", "N")], {}, "", start, [goal], Results(stalemate="loss"))


def tuktuk() -> Game:
    results = Results(stalemate="loss", plies=None, repetitions=None)
    start = "wwwwww/6/6/6/6/WWWWWW w - - 0 1"
    return Game(grid(6, 6), [Piece("W", "stone", "mvR")], {}, "", start, (), results)


def really_big() -> Game:
    movements = {"N": "N", "B": "B", "R": "R", "Q": "Q", "A": "BN", "C": "RN", "O": "qN"}
    movements |= {"W": "FC", "M": "WAD", "F": "FAD", "K": "K"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    array = "rnwmboaqkcfbmwnr/pppppppppppppppp" + "/16" * 12 + "/PPPPPPPPPPPPPPPP/RNWMBOAQKCFBMWNR"
    ways = castlings("i", {"K": ("o", "p", "n"), "Q": ("c", "a", "d")}, 16)
    promotions, start = "QCAROBWMFN", f"{array} w KQkq - 0 1"
    results = Results(plies=200)
    return Game(grid(16, 16), [steps("P", 6), *pieces], ways, promotions, start, [LongSteps()], results)


UNJUDGED: Mapping[str, Callable[[], Game]] = {"really-big": really_big}
"""Games that Fairy-Stockfish cannot be told, by our names: the first has too large a board."""


def shouse() -> Game:
    pieces = fairyring.load("seirawan").rules.pieces
    start = f"{ARRAY}[EHeh] w KQBCDFGkqbcdfg - 0 1"
    mechanics = [Hands(), Gating(shared=True)]
    return composed(grid(8, 8), pieces, CASTLINGS, "QERHBN", start, mechanics)


LIBRARY: Mapping[str, Callable[[], Game]] = {
    "amazons": amazons,
    "armageddon": armageddon,
    "ataxx": ataxx,
    "atomar": atomar,
    "bajr": bajr,
    "cetus": cetus,
    "chigorin": chigorin,
    "extinction": extinction,
    "asean": asean,
    "cambodian": cambodian,
    "dragonfly": dragonfly,
    "janggi": janggi,
    "janggicasual": lambda: janggi(bikjang=False, points=False),
    "janggimodern": lambda: janggi(bikjang=False, modern=True),
    "janggitraditional": lambda: janggi(points=False),
    "jesonmor": jesonmor,
    "losers": losers,
    "shatar": shatar,
    "sittuyin": sittuyin,
    "spartan": spartan,
    "shouse": shouse,
    "squatter": squatter,
    "suicide": suicide,
    "tuktuk": tuktuk,
    "wildebeest": wildebeest,
    "wolf": wolf,
}
"""Games that Fairy-Stockfish has, by its names."""


def game(name: str) -> Game:
    """One of `GAMES`, `OTHERS`, `LIBRARY` or `UNJUDGED`, by its name."""
    return {**GAMES, **OTHERS, **LIBRARY, **UNJUDGED}[name]()
