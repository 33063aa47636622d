"""The rules of orthodox games in Python: a board, its pieces, and its castlings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from fairyring.board import Board, Side
from fairyring.errors import shown
from fairyring.kernels import contract
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.declared import Blocker, State, extended
from fairyring.kernels.law import Mechanic, check_all, parts
from fairyring.kernels.orthodox.goals import goals_over, piece_goals
from fairyring.kernels.orthodox.path_tables import takes_more
from fairyring.kernels.orthodox.raised import raised, unburdened
from fairyring.kernels.orthodox.room import most_moves
from fairyring.kernels.orthodox.tables import KING, LAYOUT, WALLS, Castling, Tables, build, code_of
from fairyring.kernels.orthodox.together import check_together
from fairyring.kernels.orthodox.topics import EN_PASSANT, topics
from fairyring.kernels.orthodox.wording import Wording, beside, unusual
from fairyring.kernels.panels import panels
from fairyring.kernels.rules import Goal, Over, Panel, Secrets, Topic, Words
from fairyring.kernels.table_cache import kept
from fairyring.messages import Message
from fairyring.pieces import Piece
from fairyring.pieces.given import puts_down, resolved

MOST_MOVES = 250  # of a position in which no move asks for a further choice


def from_second_rank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the side's second rank, where pawns have their double step."""
    return board.rank(site, side) == 1


def on_far_rank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the rank farthest from the side's player, where pawns promote."""
    return board.rank(site, side.other) == 0


def anywhere(board: Board, site: int, side: Side) -> bool:
    """True, for any site."""
    return True


def nowhere(board: Board, site: int, side: Side) -> bool:
    """False, for any site."""
    return False


def castling(board: Board, side: Side, letter: str, king: tuple[str, str], rook: tuple[str, str]) -> Castling:
    """A castling along a rank: ``king`` and ``rook`` are their start and goal, by name.

    Every site between the outermost of the four must be empty, except for the two pieces, and the king
    must be safe on every site from its start to its goal.

    Raises:
        ValueError: the letter is not a single one, the board has no such site, or they are not on one rank.
    """
    if not (len(letter) == 1 and letter.isascii() and letter.isalpha()):
        raise ValueError(Message("castling: one letter, such as K, not {letter}", letter=shown(letter)))
    for name in (*king, *rook):
        if name not in board.numbers:
            raise ValueError(
                Message("castling {letter}: the board has no square {name}", letter=letter, name=shown(name))
            )
    places = [board.places[board.numbers[name]][0] for name in (*king, *rook)]
    if len({(place.chart, place.y) for place in places}) > 1:
        raise ValueError(
            Message(
                "castling {letter}: {known} are not on one rank",
                letter=letter,
                known=", ".join((*king, *rook)),
            )
        )

    def between(first: str, last: str) -> tuple[int, ...]:
        # The sites of one rank, from the first chart that shows them all.
        one, other = (board.places[board.numbers[name]][0] for name in (first, last))
        row = board.charts[one.chart].rows[one.y]
        return row[min(one.x, other.x) : max(one.x, other.x) + 1]

    ends = sorted((*king, *rook), key=lambda name: board.places[board.numbers[name]][0].x)
    moving = {board.numbers[king[0]], board.numbers[rook[0]]}
    empty = tuple(site for site in between(ends[0], ends[-1]) if site not in moving)
    start, goal = (board.numbers[name] for name in king)
    home, corner = (board.numbers[name] for name in rook)
    return Castling(Side(side), letter, (start, goal), (home, corner), empty, between(*king))


def usual_castlings(board: Board) -> tuple[Castling, ...]:
    """FIDE's four castlings, along the first and last rank of a board with eight files.

    Raises:
        ValueError: the board does not have eight files.
    """
    if (files := board.charts[0].width) != 8:
        raise ValueError(
            Message("usual_castlings needs 8 files, not {files}; use castling for each castling", files=files)
        )
    found = []
    for side, y in ((Side.WHITE, 0), (Side.BLACK, -1)):
        a, _, c, d, e, f, g, h = (board.names[site] for site in board.charts[0].rows[y])
        for letter, goal, rook in (("K", g, (h, f)), ("Q", c, (a, d))):
            written = letter if side is Side.WHITE else letter.lower()
            found.append(castling(board, side, written, (e, goal), rook))
    return tuple(found)


@dataclass(frozen=True)
class Orthodox(PieceRules):
    """The rules of a game of the orthodox family.

    Attributes:
        board: the board.
        pieces: the kinds of pieces; at most one is royal.
        promotions: the letters of what a pawn may become, the best first.
        castlings: all castlings.
        starts: where a side's piece may use its initial ways (a pawn's double step).
        far: where a side's pawn promotes.
        passable: from where a side's double step can be captured en passant.
        minor: letters of pieces that cannot mate alone, for draws by insufficient material; empty if
            there are no such draws, and not used where a mechanic wins with as little: by checks, goals,
            rows, connections, extinctions or stalemates, with explosions or walls.
        bound: those of ``minor`` that stay on the shade of their square.
        mechanics: what the game has beyond chess, one of a kind; see `fairyring.mechanics`.
    """

    castlings: tuple[Castling, ...] = ()
    starts: Callable[[Board, int, Side], bool] = from_second_rank
    far: Callable[[Board, int, Side], bool] = on_far_rank
    passable: Callable[[Board, int, Side], bool] = anywhere
    minor: str = ""
    bound: str = ""
    mechanics: tuple[Mechanic, ...] = ()
    base_layout: ClassVar[Layout] = LAYOUT

    def __post_init__(self) -> None:
        """Refuse a game that cannot be, as `PieceRules` does.

        Raises:
            ValueError: two castlings have the same letter, ``minor`` or ``bound`` names no piece, or there is
                no square on which pawns promote.
        """
        super().__post_init__()
        sites = range(len(self.board))
        object.__setattr__(self, "pieces", resolved(self.pieces, sites, self._bars_pawns))
        letters = [castling.letter for castling in self.castlings if not castling.anywhere]
        if twice := [letter for letter in letters if letters.count(letter) > 1]:
            raise ValueError(Message("castlings: two have the letter {letter}", letter=twice[0]))
        for name, value, known in (("minor", self.minor, self.kinds), ("bound", self.bound, self.minor)):
            for letter in value:
                if letter not in known:
                    raise ValueError(
                        Message(
                            "{name}: {letter} is not one of {known}",
                            name=name,
                            letter=shown(letter),
                            known=", ".join(known) or "minor",
                        )
                    )
        object.__setattr__(self, "mechanics", tuple(self.mechanics))
        check_all(self, self.mechanics)
        check_together(self.mechanics)
        pawns = [piece.name for piece in self.pieces if piece.pawn]
        if pawns and self.promotions and not any(self.far(self.board, site, Side.WHITE) for site in sites):
            raise ValueError(
                Message(
                    "promotions: a {piece} has no square to promote on; far names none",
                    piece=Message(pawns[0]),
                )
            )

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""
        return self._learned_layout

    @cached_property
    def _layout(self) -> Layout:
        if not self.mechanics:
            return self.base_layout
        own, sites = self.base_layout, len(self.board)
        moves = own.moves + len(self.pieces) * sites
        if self.further:
            moves += MOST_MOVES * sites
        sets = max(own.sets, int(WALLS) + 1) if self.blockers else own.sets
        layout = replace(own, spare=max(own.spare, 1), moves=moves, sets=sets)
        return extended(layout, self.declared, [piece.letter for piece in self.pieces], len(self.board))

    @cached_property
    def _learned_layout(self) -> Layout:
        return self._layout if self.learned is None else self.learned.extended(self._layout)

    @cached_property
    def most_moves(self) -> int:
        """How many moves a position may have at most.

        Raises:
            ValueError: that is too many.
        """
        tables = self.tables
        if not hasattr(tables, "ways"):  # those of a user's family are its own
            tables = self.plain_tables
        return max(self.layout.moves, most_moves(self, tables.ways))

    @cached_property
    def declared(self) -> tuple[State, ...]:
        """The state that the mechanics declare, in their order."""
        return tuple(state for mechanic in self.mechanics for state in mechanic.state())

    @property
    def has_checks(self) -> bool:
        """Whether there are royal pieces, declared or by a mechanic."""
        return super().has_checks or any(mechanic.royals for mechanic in self.mechanics)

    @cached_property
    def secrets(self) -> Secrets | None:
        """What a mechanic hides from some players."""
        found = (mechanic.secrets(self) for mechanic in self.mechanics)
        return next((secrets for secrets in found if secrets), None)

    @cached_property
    def further(self) -> bool:
        """Whether a mechanic asks for a further square with each move."""
        return any(mechanic.further for mechanic in self.mechanics)

    @cached_property
    def blockers(self) -> dict[int, Blocker]:
        """The things on the board that only block, by their codes: one for each side that they face."""
        kinds = [state for state in self.declared if isinstance(state, Blocker)]
        return {
            code_of(len(self.pieces) + place, side): kind for place, kind in enumerate(kinds) for side in Side
        }

    @cached_property
    def appearances(self) -> dict[int, tuple[str, str, str, Side | None]]:
        """What a `Token` says of each piece and each thing that blocks, by its code."""
        things = {code: (kind.sign, kind.name, kind.name, None) for code, kind in self.blockers.items()}
        return {**super().appearances, **things}

    @cached_property
    def promoter(self) -> Mechanic | None:
        """The mechanic that says which pieces promote, if there is one."""
        return next((mechanic for mechanic in self.mechanics if mechanic.promotes), None)

    @cached_property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self.with_learned(self.plain_tables)

    @cached_property
    def plain_tables(self) -> Tables:
        """The orthodox family's tables, with no value that was learned."""
        return kept("plain tables", self, self._built)

    @property
    def ground_tables(self) -> Tables:
        """The orthodox family's tables, for another family to build its own on them.

        Raises:
            ValueError: there are hoppers, which the other families do not know.
        """
        if self.plain_tables.ways.parts:
            raise ValueError(
                Message("pieces: hoppers cannot be a part of a {kind} game yet", kind=type(self).__name__)
            )
        return self.plain_tables

    @property
    def _drawn(self) -> tuple[str, str]:
        """``minor`` and ``bound``, where there are draws by insufficient material."""
        wins = any(mechanic.wins_with_little(self) for mechanic in self.mechanics)
        return ("", "") if wins else (self.minor, self.bound)

    def _built(self) -> Tables:
        minor, bound = self._drawn
        plain = build(
            self.board,
            self.pieces,
            unburdened(self.castlings, self.places),
            [self.kinds[letter] for letter in self.promotions],
            lambda site, side: self.starts(self.board, site, side),
            lambda site, side: not self.promoter and self.far(self.board, site, side),
            self.can_pass,
            [(letter in minor) + (letter in bound) for letter in self.kinds],
            len(self.blockers) // 2,
            [glance for mechanic in self.mechanics for glance in mechanic.glances(self)],
        )
        if not self.mechanics:
            return plain
        further = [part for mechanic in self.mechanics for part in mechanic.way_parts(self)]
        plain = plain._replace(ways=plain.ways._replace(parts=(*plain.ways.parts, *further)))
        for mechanic in self.mechanics if takes_more(plain.ways.parts) else ():
            if reason := mechanic.usual_captures():
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} cannot be combined with the {piece}, which captures on its"
                        " way, or its own side's pieces, or puts down what it captures, or captures royal"
                        " pieces alone or all but them, because {reason}",
                        mechanic=Message(mechanic.title),
                        piece=Message(unusual(self).name),
                        reason=Message(reason),
                    )
                )
        if self.places.back:
            plain = raised(plain, self.places)
        return plain._replace(parts=parts(self, self._layout, self.mechanics))

    def can_pass(self, site: int, side: Side) -> bool:
        """Whether the en passant square is set after a side's double step from a site."""
        kept = any(mechanic.keeps_double_steps() for mechanic in self.mechanics)
        return not kept and self.passable(self.board, site, side)

    def double_steps(self, piece: Piece, site: int, side: Side) -> list[tuple[int, int]]:
        """Where a side's pawn goes by a double step that can be captured en passant, and what it crosses."""
        if not (self.starts(self.board, site, side) and self.passable(self.board, site, side)):
            return []
        ways = piece.ways(self.board, site, side)
        return [(way.goal, way.through[-1]) for way in ways if way.initial and way.through]

    def fewest_royals(self, side: Side) -> int:
        """How many pieces of each royal kind a side has at least."""
        return min((mechanic.fewest_royals(side) for mechanic in self.mechanics), default=1)

    @property
    def repetitions(self) -> int:
        """How often a position must occur to end a game; a mechanic may say so."""
        return self.repeated[0] if self.repeated else super().repetitions

    @cached_property
    def repeated(self) -> tuple[int, Message] | None:
        """The same and its words, if a mechanic says so."""
        found = (mechanic.repetitions() for mechanic in self.mechanics)
        return next((each for each in found if each), None)

    def panels(self, states: States, ply: int) -> tuple[Panel, ...]:
        """The hands and counters that the mechanics declare."""
        return panels(self, self.declared, states, ply)

    def barred_to_pawns(self, site: int, side: Side) -> bool:
        """Whether a side's pawns can never stand on a site: they promote there, or would have gone back."""
        return not self.displaces and self._never_moved_to(site, side)

    def droppable(self, piece: Piece, site: int, side: Side) -> bool:
        """The same for drops, even where another piece may put pawns down on any site."""
        return not (piece.pawn and self._never_moved_to(site, side))

    def _never_moved_to(self, site: int, side: Side) -> bool:
        """Whether no pawn of a side comes to a site, by a move of its own or by a drop."""
        if not self._bars_pawns(site, side):
            return False
        ahead = self.far(self.board, site, side) and not any(each.pawns_stay() for each in self.mechanics)
        behind = self.far(self.board, site, side.other) and not self.starts(self.board, site, side)
        return ahead or (behind and not any(mechanic.pawns_behind() for mechanic in self.mechanics))

    def _bars_pawns(self, site: int, side: Side) -> bool:
        """The same where no mechanic says otherwise, and no piece puts others down."""
        behind = self.far(self.board, site, side.other) and not self.starts(self.board, site, side)
        return behind or self.far(self.board, site, side)

    @cached_property
    def displaces(self) -> bool:
        """Whether a move may put a piece down elsewhere in place of capturing it."""
        return any(puts_down(piece.movement) for piece in self.pieces)

    @cached_property
    def castlers(self) -> dict[int, int]:
        """The pieces that castle though they are not in the array: site and code."""
        return {site: code for each in self.mechanics for site, code in each.castlers(self).items()}

    def begins(self, site: int, side: Side) -> bool:
        """Whether a side's pieces may make their initial moves from a site."""
        return self.starts(self.board, site, side)

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""
        found = self._usual_words(states, ply, move)
        for mechanic in self._speakers:
            found = mechanic.words(self, states, ply, move, found)
        return found

    @cached_property
    def _speakers(self) -> tuple[Mechanic, ...]:
        """The mechanics that have something to say about moves."""
        return tuple(each for each in self.mechanics if type(each).words is not Mechanic.words)

    def _usual_words(self, states: States, ply: int, move: int) -> Words:
        return self._wording.of(self, states, ply, move)

    @cached_property
    def _wording(self) -> Wording:
        return Wording()

    @cached_property
    def beside(self) -> frozenset[tuple[int, int, int]]:
        """The code of a piece, its site and a goal, wherever another site may belong to a move there."""
        return beside(self) if takes_more(self.plain_tables.ways.parts) else frozenset()

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The names of the sites of the mover's royal pieces that are in check."""
        if not contract.in_check(self.tables, states, U(ply)):
            return ()
        if several := next((mechanic for mechanic in self.mechanics if mechanic.royals), None):
            return tuple(self.board.names[site] for site in several.checked(self, states, ply))
        side = int(states.info[ply, 0])
        return (self.board.names[self.places.site(int(states.info[ply, int(KING) + side]))],)

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side``, alone on the board, each site once, as the tables have them.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        return piece_goals(
            self.plain_tables.ways,
            self.board.names,
            code_of(self.kinds[letter], Side(side)),
            self.board.numbers[site],
        )

    def over(self, letter: str, site: str, side: Side) -> tuple[Over, ...]:
        """The goals of a piece of ``side`` over other pieces, as the tables have them.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        code, number = code_of(self.kinds[letter], Side(side)), self.board.numbers[site]
        letters = {code: letter.upper() for code, letter in self.letters.items()}
        return goals_over(self.plain_tables.ways, self.board.names, letters, code, number)

    @property
    def _zones(self) -> Mapping[Side, Sequence[str]] | int:
        """Where pawns promote: the rank that White's must reach, 0 for the last one; or all squares."""
        board, sites = self.board, range(len(self.board))
        zones = {side: [site for site in sites if self.far(board, site, side)] for side in Side}
        if all(zones[side] == [site for site in sites if on_far_rank(board, site, side)] for side in Side):
            return 0
        first = min((board.rank(site, side) for side in Side for site in zones[side]), default=0)
        beyond = {side: [site for site in sites if board.rank(site, side) >= first] for side in Side}
        if zones == beyond:
            return first + 1
        return {side: [board.names[site] for site in zones[side]] for side in Side}

    def topics(self, array: Mapping[str, str]) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        mechanics = self.mechanics
        told = (mechanic.en_passant() for mechanic in mechanics)
        usual = topics(
            self.board,
            self.pieces,
            ("", "") if self.promoter else (self.promoting(Side.WHITE), self.promoting(Side.BLACK)),
            self.castlings,
            {array.get(self.board.names[castling.rook[0]], "") for castling in self.castlings},
            self._drawn,
            any(mechanic.settles for mechanic in mechanics),
            self._zones,
            next(filter(None, told), EN_PASSANT) if self.has_en_passant else None,
            self.has_checks,
            all(mechanic.mates for mechanic in mechanics),
            self.repeated[1] if self.repeated else None,
            self.has_drops,
        )
        return *(topic for mechanic in mechanics for topic in mechanic.topics(self)), *usual


def usual_pieces(*others: Piece, pawn: Sequence[Piece] = ()) -> tuple[Piece, ...]:
    """The pieces of chess, followed by others; ``pawn`` replaces the usual pawn if it is given."""
    return (
        *(pawn or (PAWN,)),
        Piece("N", "knight", "N", note="It leaps over anything in between."),
        Piece("B", "bishop", "B", note=f"{RIDES} It stays on squares of one shade."),
        Piece("R", "rook", "R", note=RIDES),
        Piece("Q", "queen", "Q", note=RIDES),
        Piece("K", "king", "K", royal=True, note="It must never be left where it could be captured."),
        *others,
    )


RIDES = "It moves any distance over empty squares, and captures the first enemy piece that it meets."

PAWN = Piece(
    "P",
    "pawn",
    "mfWimfnDcfF",
    pawn=True,
    note=(
        "It moves one square straight ahead, and captures one square diagonally ahead. From its own second"
        " rank it may move two squares straight ahead, if both are empty."
    ),
)
