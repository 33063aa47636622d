"""The orthodox family's Python face: a game is a board, its pieces, and its castlings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairyring.board import Board, Side
from fairyring.errors import shown
from fairyring.kernels import contract
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.keeping import kept
from fairyring.kernels.orthodox import generate, play
from fairyring.kernels.orthodox.reach import reach
from fairyring.kernels.orthodox.tables import KING, LAYOUT, Castling, Tables, build, code_of
from fairyring.kernels.orthodox.topics import topics
from fairyring.kernels.rules import Event, Goal, Purse, Secrets, Spot, Token, Topic, Words
from fairyring.pieces import Piece


def from_second_rank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the side's second rank: where pawns have their double step."""
    return board.rank(site, side) == 1


def on_far_rank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the rank farthest from the side's seat: where pawns promote."""
    return board.rank(site, side.other) == 0


def castling(board: Board, side: Side, letter: str, king: tuple[str, str], rook: tuple[str, str]) -> Castling:
    """A castling along a rank: ``king`` and ``rook`` are their start and goal, by name.

    Every site between the outermost of the four must be empty, the two men's own excepted, and the
    king must be safe on every site from his start to his goal.
    """

    def between(first: str, last: str) -> tuple[int, ...]:
        # The sites of one rank, read off the first chart that shows them all.
        one, other = (board.places[board.numbers[name]][0] for name in (first, last))
        row = board.charts[one.chart].rows[one.y]
        return row[min(one.x, other.x) : max(one.x, other.x) + 1]

    ends = sorted((*king, *rook), key=lambda name: board.places[board.numbers[name]][0].x)
    men = {board.numbers[king[0]], board.numbers[rook[0]]}
    empty = tuple(site for site in between(ends[0], ends[-1]) if site not in men)
    start, goal = (board.numbers[name] for name in king)
    home, corner = (board.numbers[name] for name in rook)
    return Castling(side, letter, (start, goal), (home, corner), empty, between(*king))


def usual_castlings(board: Board) -> tuple[Castling, ...]:
    """FIDE's four castlings, along the first and the last rank of a board of eight files."""
    found = []
    for side, y in ((Side.WHITE, 0), (Side.BLACK, -1)):
        a, _, c, d, e, f, g, h = (board.names[site] for site in board.charts[0].rows[y])
        for letter, goal, rook in (("K", g, (h, f)), ("Q", c, (a, d))):
            written = letter if side is Side.WHITE else letter.lower()
            found.append(castling(board, side, written, (e, goal), rook))
    return tuple(found)


@dataclass(frozen=True)
class Orthodox:
    """The rules of a game of the orthodox family.

    Attributes:
        board: the board.
        pieces: the kinds of men; one is royal at most.
        promotions: the letters of what a pawn may become, the best first.
        castlings: the castlings there are.
        starts: where a side's man may go its initial ways (a pawn's double step).
        far: where a side's pawn promotes.
        minor: letters of men who cannot mate alone, for draws by insufficient material; empty where
            there are none such draws.
        bound: those of ``minor`` who keep to the shade they stand on.
    """

    board: Board
    pieces: tuple[Piece, ...]
    promotions: str
    castlings: tuple[Castling, ...] = ()
    starts: Callable[[Board, int, Side], bool] = from_second_rank
    far: Callable[[Board, int, Side], bool] = on_far_rank
    minor: str = ""
    bound: str = ""

    def __post_init__(self) -> None:
        """Refuse what no game can be: an inventor hears of it where he wrote it.

        Raises:
            ValueError: two kinds have one letter, or a pawn would become what there is not, or a king.
        """
        kinds: dict[str, Piece] = {}
        for piece in self.pieces:
            if piece.letter in kinds:
                raise ValueError(f"two pieces have the letter {shown(piece.letter)}")
            kinds[piece.letter] = piece
        for letter in self.promotions:
            if letter not in kinds:
                raise ValueError(
                    f"promotions: no piece has the letter {shown(letter)}; there are {', '.join(kinds)}"
                )
            if kinds[letter].royal:
                raise ValueError(f"promotions: a pawn may not become a {kinds[letter].name}, who is royal")

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""
        return LAYOUT

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner: none here."""
        return ()

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The choices that are made at a site without being its name: none here."""
        return {}

    @property
    def tacit(self) -> frozenset[str]:
        """The choices that go without saying where the goals after them are shown: none here."""
        return frozenset()

    @property
    def secrets(self) -> Secrets | None:
        """What is hidden: nothing here."""
        return None

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The number of each kind of man, from 0, by letter."""
        return {piece.letter: kind for kind, piece in enumerate(self.pieces)}

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each man by his letter in position texts."""
        return {
            piece.letter if side is Side.WHITE else piece.letter.lower(): code_of(kind, side)
            for kind, piece in enumerate(self.pieces)
            for side in Side
        }

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letter in position texts of each man by his code."""
        return {code: letter for letter, code in self.codes.items()}

    @cached_property
    def men(self) -> dict[int, tuple[str, str, str, Side]]:
        """What a `Token` says of each man by his code: letter, name, picture, side."""
        found = {}
        for code, letter in self.letters.items():
            piece, side = self.piece_of(code), Side.of(code & 1)
            found[code] = (letter, f"{side} {piece.name}", piece.picture, side)
        return found

    @property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self.plain_tables

    @cached_property
    def plain_tables(self) -> Tables:
        """The orthodox family's tables; another family may build its own on them."""
        return kept("plain tables", self, self._built)

    def _built(self) -> Tables:
        bare = [
            (2 if piece.letter in self.bound else 1) if piece.letter in self.minor else 0
            for piece in self.pieces
        ]
        return build(
            self.board,
            self.pieces,
            self.castlings,
            [self.kinds[letter] for letter in self.promotions],
            lambda site, side: self.starts(self.board, site, side),
            lambda site, side: self.far(self.board, site, side),
            bare,
        )

    def piece_of(self, code: int) -> Piece:
        """The piece that a man's code stands for."""
        return self.pieces[code // 2 - 1]

    def derive(self, states: States, ply: int) -> None:
        """Work out a row's derived fields, sets and key from the rest."""
        play.derive(self.tables, states, U(ply))

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""
        names = self.board.names
        start, goal = move & int(generate.FIELD_MASK), move >> 16 & int(generate.FIELD_MASK)
        promotion = move >> int(generate.PROMOTION_SHIFT) & int(generate.BYTE_MASK)
        ends = (names[start], names[goal])
        plain = len(self.board.charts) == 1
        if not promotion:
            return Words("-".join(ends), ends, "".join(ends) if plain else "")
        letter = self.pieces[promotion - 1].letter
        uci = "".join(ends) + letter.lower() if plain else ""
        return Words(f"{ends[0]}-{ends[1]}={letter}", (*ends, letter), uci)

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """What happens in a turn beyond what its text says: nothing."""
        return ()

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites."""
        codes = states.cells[ply, 0].tolist()
        return tuple(
            Token(name, *self.men[code]) for name, code in zip(self.board.names, codes, strict=True) if code
        )

    def purses(self, states: States, ply: int, winner: Side | None = None) -> tuple[Purse, Purse] | None:
        """Nobody has chips here."""
        return None

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The name of the mover's king's site where he stands in check."""
        if not contract.in_check(self.tables, states, U(ply)):
            return ()
        side = int(states.info[ply, 0])
        return (self.board.names[int(states.info[ply, int(KING) + side])],)

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a man of ``side``, alone on the board, each site once, as the tables have them.

        Raises:
            KeyError: there is no such kind of man, or no such site.
        """
        return reach(
            self.plain_tables.ways,
            self.board.names,
            code_of(self.kinds[letter], side),
            self.board.numbers[site],
        )

    def considered(self, states: States, ply: int, moves: Sequence[int]) -> Sequence[int]:
        """Those of a position's legal moves that a search looks at, at least one; in most games all."""
        return moves

    def topics(self) -> tuple[Topic, ...]:
        """What the family has to say to players about this game, in the order of a rules page."""
        return topics(self.board, self.pieces, self.promotions, self.castlings, self.minor, self.bound)

    def threatened(self, states: States, ply: int) -> bool:
        """Whether the side *not* to move is in check: no legal turn leads there."""
        side = states.info[ply, int(contract.SIDE)]
        # It is what the mover's check would be, were the other side to move.
        states.info[ply, int(contract.SIDE)] = U(1) - side
        found = bool(contract.in_check(self.tables, states, U(ply)))
        states.info[ply, int(contract.SIDE)] = side
        return found


def usual_pieces(*others: Piece, pawn: Sequence[Piece] = ()) -> tuple[Piece, ...]:
    """Chess's men, with others after them; ``pawn`` stands in for the usual pawn where it is given."""
    return (
        *(pawn or (PAWN,)),
        Piece("N", "knight", "N", note="It jumps: what stands between does not matter."),
        Piece("B", "bishop", "B", note=f"{RIDES} It keeps to the shade of its square."),
        Piece("R", "rook", "R", note=RIDES),
        Piece("Q", "queen", "Q", note=RIDES),
        Piece("K", "king", "K", royal=True, note="It must never be left where it could be taken."),
        *others,
    )


RIDES = "It goes as far as the squares are empty, and may take the first enemy that it meets."

PAWN = Piece(
    "P",
    "pawn",
    "mfWimfnDcfF",
    pawn=True,
    note=(
        "It steps straight ahead, and takes one square diagonally ahead. From its own second rank it may"
        " step twice in one turn, if both squares are empty."
    ),
)
