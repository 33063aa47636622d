"""The games of momentum as data: board, edges, armies, spinner (minigolf.md, from "Momentum" on)."""

from collections.abc import Mapping
from typing import NamedTuple

from .boards import ravioli_boards
from .edges import CYLINDER, HALB, STANDARD, ZERO_ZERO, Axis, Edges, Place, Vector
from .orthodox import Castling, rules_of
from .texts import OracleError
from .ways import DIAGONAL, KNIGHT, ORTHOGONAL

FILES = "abcdefgh"
SIDES = ("white", "black")


class Piece(NamedTuple):
    """How a piece other than a pawn moves: by vectors, and by slides of at most so many steps."""

    leaps: tuple[Vector, ...] = ()
    slides: tuple[Vector, ...] = ()
    most: int | None = None


class Game(NamedTuple):
    """What differs between the games of momentum."""

    sites: Mapping[Place, str]
    rows: tuple[tuple[str, ...], ...]  # as a position text names them
    pieces: Mapping[str, Piece]  # by letter, White's upper case, Black's lower; pawns are the same in all
    edges: Mapping[str, Edges]  # by side
    king_edges: Mapping[str, Edges]
    promotes_to: Mapping[str, str]  # by side, the strongest first; kinds, upper case
    corner: Mapping[str, str]  # by side: the kind that castles with the king
    spinner: tuple[str, ...]  # each turns to the next, the last to the first; () if there is none
    start: str
    lower: tuple[tuple[str, ...], ...] = ()  # the rows of a second board, behind a stroke in position texts


KING = Piece(leaps=ORTHOGONAL + DIAGONAL)
FERS = DIAGONAL
DABBABA: tuple[Vector, ...] = ((2, 0), (-2, 0), (0, 2), (0, -2))
ALFIL: tuple[Vector, ...] = ((2, 2), (2, -2), (-2, 2), (-2, -2))
THREE: tuple[Vector, ...] = ((3, 0), (-3, 0), (0, 3), (0, -3))  # "(3,0)", H
OVER_RANKS: tuple[Vector, ...] = ((1, 2), (-1, 2), (1, -2), (-1, -2))  # "the knight moves that go two ranks"
OVER_FILES: tuple[Vector, ...] = ((2, 1), (2, -1), (-2, 1), (-2, -1))  # "... that go two files"

FIDE = {
    "K": KING,
    "Q": Piece(slides=ORTHOGONAL + DIAGONAL),
    "R": Piece(slides=ORTHOGONAL),
    "B": Piece(slides=DIAGONAL),
    "N": Piece(leaps=KNIGHT),
}
WHITE_GOLFERS = {
    "K": KING,
    "B": Piece(slides=DIAGONAL, most=4),  # "B4: bishop, at most 4 squares"
    "N": Piece(leaps=FERS + OVER_RANKS),  # "fbNF"
    "F": Piece(leaps=FERS + DABBABA),  # "FD"
    "Q": Piece(leaps=KNIGHT + THREE + FERS + DABBABA),  # "NHFD"
}
BLACK_GOLFERS = {
    "k": KING,
    "r": Piece(slides=ORTHOGONAL, most=4),  # "R4: rook, at most 4"
    "n": Piece(leaps=FERS + OVER_FILES),  # "rlNF"
    "f": Piece(leaps=FERS + ALFIL),  # "FA"
    "q": Piece(leaps=KNIGHT + FERS + ALFIL + DABBABA),  # "NFAD"
}


def both(edges: Edges) -> dict[str, Edges]:
    return dict.fromkeys(SIDES, edges)


def rows(sites: Mapping[Place, str], height: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sites[file, rank] for file in range(8)) for rank in reversed(range(height)))


def fide_game(side_edges: str, spinner: tuple[str, ...]) -> Game:
    """FIDE's pieces and array on 8x8, far and near edges standard."""
    sites = {(file, rank): f"{FILES[file]}{rank + 1}" for file in range(8) for rank in range(8)}
    edges = both(Edges(files=Axis(8, side_edges, side_edges), ranks=Axis(8, STANDARD, STANDARD)))
    return Game(
        sites=sites,
        rows=rows(sites, 8),
        pieces=FIDE | {kind.lower(): piece for kind, piece in FIDE.items()},
        edges=edges,
        king_edges=edges,
        promotes_to=dict.fromkeys(SIDES, "QRBN"),
        corner=dict.fromkeys(SIDES, "R"),
        spinner=spinner,
        start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )


def minigolf() -> Game:
    # "Two boards, `a1` (White's side) and `a2`": rank 9 is the first of a2.
    sites = {(x, y): f"a{1 + y // 8}.{FILES[x]}{y % 8 + 1}" for x in range(8) for y in range(16)}
    return Game(
        sites=sites,
        rows=rows(sites, 16),
        pieces=WHITE_GOLFERS | BLACK_GOLFERS,
        edges={
            # "White: h Halb, a 00, past rank 16 to rank 1, nothing below rank 1. Black: a Halb, h 00, past
            # rank 1 to rank 16."
            "white": Edges(Axis(8, low=ZERO_ZERO, high=HALB), Axis(16, low=STANDARD, high=CYLINDER)),
            "black": Edges(Axis(8, low=HALB, high=ZERO_ZERO), Axis(16, low=CYLINDER, high=STANDARD)),
        },
        # "Plain FIDE kings; no momentum, bounce or wrap".
        king_edges=both(Edges(Axis(8, STANDARD, STANDARD), Axis(16, STANDARD, STANDARD))),
        promotes_to={"white": "QBNF", "black": "QRNF"},
        corner={"white": "B", "black": "R"},
        spinner=("a1.d8", "a2.d1", "a2.e1", "a1.e8"),
        start="rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/BNFQKFNB w KQkq - 0 1",
    )


def ravioli() -> Game:
    """Ravioli Chess (ravioli.md); how its pieces move is in `momentum_ravioli`."""
    upper, lower = ravioli_boards().blocks
    start = rules_of("ravioli").start
    return fide_game(STANDARD, spinner=())._replace(
        sites={},
        rows=upper,
        lower=lower,
        pieces=dict.fromkeys("KQRBNWZkqrbnwz", Piece()),
        promotes_to=dict.fromkeys(SIDES, "QRZWBN"),
        start=start,
    )


def game_of(name: str) -> Game:
    match name:
        case "ravioli-momentum":
            return ravioli()
        case "momentum":
            return fide_game(STANDARD, spinner=())
        case "carousel":
            return fide_game(CYLINDER, spinner=("d4", "d5", "e5", "e4"))
        case "minigolf":
            return minigolf()
        case _:
            raise OracleError(f"no such variant: {name!r}")


def castlings_of(game: Game) -> dict[str, Castling]:
    """ "Castling as in chess", with the corner pieces, on the first and the last rank."""
    far, near = game.rows[0], game.rows[-1]
    found: dict[str, Castling] = {}
    for letter, rank in (("K", near), ("Q", near), ("k", far), ("q", far)):
        a, b, c, d, e, f, g, h = rank
        found[letter] = (
            Castling((e, g), (h, f), (f, g), (e, f, g))
            if letter in "Kk"
            else Castling((e, c), (a, d), (b, c, d), (e, d, c))
        )
    return found
