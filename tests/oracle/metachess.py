"""An oracle for MetaChess #4, written from the rulebook alone (conventions.md, metachess.md).

A piece stands on the ground (``e4``) or on the back of a piece that stands there (``e4^``, a *top*). Both are
called *stands* here, and a position is a dict from stand to piece. So "a piece captures only on the level
it moves to" is plain: a piece that goes to a stand takes the place of the piece on that very stand, and the
rider of a captured piece is on the capturing piece without anything being done.

A turn is legal if the enemy could not capture the king after it has been played.
"""

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType

from .metachess_texts import BOARDS, LETTERS, ground, is_top, read_placement, top, write_placement
from .orthodox import CASTLINGS, Position, Turn, colour, of_side
from .playing import Playing, other
from .texts import OracleError, split_fields
from .ways import DoubleStep, Way, double_steps, last_rank, pawn_captures, pawn_steps, piece_ways

__all__ = ["OracleError", "OracleMetaChess", "Position", "Turn"]

Pieces = Mapping[str, str]  # stand -> piece: a letter, upper case for White

OFFICERS = "KQRBN"  # "Officers are K, Q, R, B, N."
PROMOTES_TO = "QRBN"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Where a non-pawn piece goes on an empty board: kind -> from -> to -> the squares between. This serves for
# both levels: along the ground those squares must be empty, along the tops they must hold backs to cross.
WAYS: dict[str, dict[str, dict[str, Way]]] = {
    kind: {site: {to: way for to, (way,) in goes.items()} for site, goes in piece_ways(BOARDS, kind).items()}
    for kind in OFFICERS
}
PAWN_STEPS = {pawn: pawn_steps(BOARDS, pawn) for pawn in "Pp"}
PAWN_CAPTURES = {pawn: pawn_captures(BOARDS, pawn) for pawn in "Pp"}
DOUBLE_STEPS: dict[str, dict[str, DoubleStep]] = {
    pawn: {double.origin: double for double in double_steps(BOARDS, pawn)} for pawn in "Pp"
}


def is_free_on_ground(pieces: Pieces, way: Way) -> bool:
    """ "Over empty ground squares"; "any ground piece stops a ground slide, whoever rides it"."""
    return pieces.keys().isdisjoint(way)


def is_free_on_tops(pieces: Pieces, way: Way) -> bool:
    """ "Over backs that carry nobody, and a ground square without a piece, or with a king, is a hole"."""
    for site in way:
        if site not in pieces or pieces[site].upper() == "K" or top(site) in pieces:
            return False
    return True


def near_pieces(side: str) -> dict[str, set[tuple[str, str]]]:
    """Site -> the (stand, piece) of a side that would capture there if the way were free.

    This only saves looking at pieces that could never capture there.
    """
    near: dict[str, set[tuple[str, str]]] = {site: set() for site in BOARDS.place}
    for piece in filter(lambda letter: colour(letter) == side, LETTERS):
        ways = PAWN_CAPTURES[piece] if piece in "Pp" else WAYS[piece.upper()]
        for site, goes in ways.items():
            for to in goes:
                near[to] |= {(site, piece), (top(site), piece)}
    return near


NEAR = {side: near_pieces(side) for side in ("white", "black")}


class OracleMetaChess(Playing[Position]):
    """The rules of MetaChess #4."""

    def __init__(self, name: str = "metachess-4", *, riders_fall: bool = False) -> None:
        if name != "metachess-4":
            raise OracleError(f"no such variant: {name!r}")
        self.name = name
        self.riders_fall = riders_fall

    # ---- turns ----

    def pseudo_legal(self, pos: Position) -> Iterator[Turn]:
        """The turns that the pieces can make, whatever becomes of the mover's king."""
        for stand, piece in pos.pieces.items():
            if colour(piece) != pos.side:
                continue
            if piece in "Pp":
                yield from self.pawn_turns(pos, stand, piece)
            else:
                for to in WAYS[piece.upper()][ground(stand)]:
                    yield from self.non_pawn_turns(pos.pieces, stand, piece, to)
        yield from self.castlings(pos)

    def non_pawn_turns(self, pieces: Pieces, origin: str, piece: str, to: str) -> Iterator[Turn]:
        """The turns of a non-pawn piece to a ground square and to the top over it, except castling.

        This is the whole of "Where an officer may go".
        """
        site = ground(origin)
        if to not in WAYS[piece.upper()][site]:
            return
        if not is_top(origin) and top(site) in pieces:
            return  # "A piece that carries one is blocked, whichever side the rider is."
        way = WAYS[piece.upper()][site][to]
        side = colour(piece)
        # "1. From the ground", "2. From the top of an own piece: everything of 1, as if it stood on that
        # ground square; and everything of 3", "3. From any top: along the tops, to another top."
        on_enemy = is_top(origin) and colour(pieces[site]) != side
        along_ground = not on_enemy and is_free_on_ground(pieces, way)
        along_tops = is_top(origin) and is_free_on_tops(pieces, way)

        below, above = pieces.get(to), pieces.get(top(to))
        # To the ground: to "an empty ground square" or "with an enemy piece, which it captures".
        # "A king never captures a ground piece that carries a rider"; by the option it may.
        too_high = piece in "Kk" and above is not None and not self.riders_fall
        if along_ground and (below is None or colour(below) != side) and not too_high:
            yield Turn(origin, to, piece)
        # To a top, 1(c) and 3: the back of a piece other than a king "with nobody or an enemy rider
        # (captured) on it". Along the ground a piece comes to backs of its own side alone.
        has_room = below is not None and below not in "Kk" and (above is None or colour(above) != side)
        if has_room and (along_tops or (along_ground and colour(pieces[to]) == side)):
            yield Turn(origin, top(to), piece)  # "The two ways to one top are one move."

    def pawn_turns(self, pos: Position, site: str, piece: str) -> Iterator[Turn]:
        """As in chess, on the ground; "pawns that carry nobody" only."""
        if top(site) in pos.pieces:
            return
        for to in PAWN_STEPS[piece][site]:
            if to not in pos.pieces:
                yield from promotions(Turn(site, to, piece))
        double = DOUBLE_STEPS[piece].get(site)
        if double is not None and double.passed not in pos.pieces and double.to not in pos.pieces:
            yield Turn(site, double.to, piece, passed=double.passed)
        for to in PAWN_CAPTURES[piece][site]:
            yield from self.pawn_captures(pos.pieces, site, piece, to)
            if to == pos.passed:
                # The captured pawn has no rider: it has just moved, and reading a text sees to it.
                yield Turn(site, to, piece, captures_ep=self.passer(pos.pieces, to, other(pos.side)))

    def pawn_captures(self, pieces: Pieces, site: str, piece: str, to: str) -> Iterator[Turn]:
        """A pawn's captures on one square, other than en passant: the piece there may carry a rider."""
        goes_there = top(site) not in pieces and to in PAWN_CAPTURES[piece][site]
        if goes_there and to in pieces and colour(pieces[to]) != colour(piece):
            yield from promotions(Turn(site, to, piece))

    def passer(self, pieces: Pieces, passed: str, side: str) -> str | None:
        """Where the pawn of `side` stands that has just passed over the square, if one can have done so.

        "The unridden pawn just past it"; its origin and the passed square are empty now.
        """
        pawn = of_side("P", side)
        for double in DOUBLE_STEPS[pawn].values():
            if double.passed != passed or pieces.get(double.to) != pawn or top(double.to) in pieces:
                continue
            if passed not in pieces and double.origin not in pieces:
                return double.to
        return None

    def castlings(self, pos: Position) -> Iterator[Turn]:
        """ "King and rook never moved and on the ground" is in the rights (see `castling_after`)."""
        for letter in pos.castling:
            if colour(letter) != pos.side:
                continue
            castling = CASTLINGS[letter]
            # "rook carrying nobody now, ground squares between empty"
            if top(castling.rook[0]) in pos.pieces or not is_free_on_ground(pos.pieces, castling.between):
                continue
            # "none of the king's start, passed and goal squares attacked as if he stood there"
            without = dict(pos.pieces)
            king = without.pop(castling.king[0])
            if not any(self.is_attacked({**without, site: king}, site) for site in castling.walk):
                yield Turn(*castling.king, king, rook=castling.rook)

    # ---- what a turn does ----

    def captured(self, pieces: Pieces, turn: Turn) -> list[str]:
        """The stands whose pieces leave the board by the turn."""
        stands = []
        if turn.to in pieces:
            stands.append(turn.to)
            # "Option riders_fall: the rider, of either side, is taken too".
            if self.riders_fall and not is_top(turn.to) and top(turn.to) in pieces:
                stands.append(top(turn.to))
        if turn.captures_ep is not None:
            stands.append(turn.captures_ep)
        return stands

    def pieces_after(self, pieces: Pieces, turn: Turn) -> dict[str, str]:
        after = dict(pieces)
        for stand in self.captured(pieces, turn):
            del after[stand]
        del after[turn.origin]
        after[turn.to] = turn.becomes
        if turn.rook is not None:
            after[turn.rook[1]] = after.pop(turn.rook[0])
        return after

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        king = self.king_stand(pos.pieces, pos.side)
        for turn in self.pseudo_legal(pos):
            if king in self.captured(pos.pieces, turn):
                continue  # "no move may make one's own king fall" (riders_fall only)
            pieces = self.pieces_after(pos.pieces, turn)
            if not self.is_attacked(pieces, turn.to if turn.origin == king else king):
                found[turn_text(pos, turn)] = self.position_after(pos, turn, pieces)
        return found

    def position_after(self, pos: Position, turn: Turn, pieces: Pieces) -> Position:
        # The clock "counts plies since the last capture, pawn's step or promotion"; a rider captured is a
        # capture, and "annexing or mounting an empty back is no capture".
        resets = pos.pieces[turn.origin] in "Pp" or bool(self.captured(pos.pieces, turn))
        return Position(
            pieces=MappingProxyType(pieces),
            side=other(pos.side),
            castling=castling_after(pos.castling, turn),
            passed=turn.passed,
            clock=0 if resets else pos.clock + 1,
            number=pos.number + (pos.side == "black"),
        )

    # ---- attack ----

    def is_attacked(self, pieces: Pieces, king: str) -> bool:
        """Could the king on this stand be captured?

        "A king is attacked if some enemy pseudo-legal move would take him." All that could, end on its
        ground square or on the top over it; those are tried. (Castling and captures en passant capture
        no king, with either option.)
        """
        target = ground(king)
        near = NEAR[other(colour(pieces[king]))][target]
        for stand, piece in pieces.items():
            if (stand, piece) not in near:
                continue
            if piece in "Pp":
                turns = self.pawn_captures(pieces, stand, piece, target)
            else:
                turns = self.non_pawn_turns(pieces, stand, piece, target)
            if any(king in self.captured(pieces, turn) for turn in turns):
                return True
        return False

    def king_stand(self, pieces: Pieces, side: str) -> str:
        king = of_side("K", side)
        for stand, piece in pieces.items():
            if piece == king:
                return stand
        raise OracleError(f"no king of {side}")

    # ---- state and end of the game ----

    def in_check(self, pos: Position) -> bool:
        return self.is_attacked(pos.pieces, self.king_stand(pos.pieces, pos.side))

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state: "everything but the clocks".

        En passant "counts only if it can be used", and that is by a legal turn.
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        return frozenset(pos.pieces.items()), pos.side, pos.castling, passed

    def can_take_passing(self, pos: Position) -> bool:
        if pos.passed is None:
            return False
        king = self.king_stand(pos.pieces, pos.side)
        for turn in self.pseudo_legal(pos):
            if turn.captures_ep is not None and not self.is_attacked(
                self.pieces_after(pos.pieces, turn), king
            ):
                return True
        return False

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(START)

    def write(self, pos: Position) -> str:
        placement = write_placement(pos.pieces)
        castling, passed = pos.castling or "-", pos.passed or "-"
        return f"{placement} {pos.side[0]} {castling} {passed} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused.

        With `riders_fall` more kings are in check, so more texts are refused.
        """
        fields = split_fields(text)
        pos = Position(
            pieces=MappingProxyType(read_placement(fields.placement)),
            side=fields.side,
            castling=fields.castling,
            passed=fields.passed,
            clock=fields.clock,
            number=fields.number,
        )
        self.refuse_impossible(pos)
        if self.write(pos) != text:
            raise OracleError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos

    def refuse_impossible(self, pos: Position) -> None:
        for king in "Kk":
            count = list(pos.pieces.values()).count(king)
            if count != 1:
                raise OracleError(f"placement: {count} kings of {colour(king)}")
        for stand, piece in pos.pieces.items():
            if piece in "Pp" and (is_top(stand) or stand[1] in "18"):
                raise OracleError(f"placement: a pawn on {stand}")
            if is_top(stand) and pos.pieces[ground(stand)] in "Kk":
                raise OracleError(f"placement: a king carries on {ground(stand)}")
        for letter in pos.castling:
            # Both on the ground; "a ridden rook is allowed".
            for kind, home in (("K", CASTLINGS[letter].king[0]), ("R", CASTLINGS[letter].rook[0])):
                piece = of_side(kind, colour(letter))
                if pos.pieces.get(home) != piece:
                    raise OracleError(f"castling: {letter} without {piece} on {home}")
        if pos.passed is not None:
            if pos.passed not in BOARDS.place:
                raise OracleError(f"en passant: no square {pos.passed!r}")
            if self.passer(pos.pieces, pos.passed, other(pos.side)) is None:
                raise OracleError(f"en passant: no pawn can just have passed {pos.passed}")
            if pos.clock != 0:
                raise OracleError("half-move clock: not 0 after a double step")
        if self.is_attacked(pos.pieces, self.king_stand(pos.pieces, other(pos.side))):
            raise OracleError("placement: the side not to move is in check")


def promotions(turn: Turn) -> Iterator[Turn]:
    """The pawn's turn, or what it promotes to: "promotion is mandatory where it is possible".

    "A pawn that promotes by such a capture carries the rider as the new piece": it is on its top anyway.
    """
    _file, rank = BOARDS.place[turn.to]
    if rank != last_rank(turn.becomes):
        yield turn
        return
    side = colour(turn.becomes)
    for kind in PROMOTES_TO:
        yield turn._replace(becomes=of_side(kind, side))


def castling_after(castling: str, turn: Turn) -> str:
    """A right lapses when its king or rook has moved ("a step to a top is a move") or is captured.

    "A rider that came or went on the rook's back changes no right": it leaves and enters ``h1^``, a stand
    other than the rook's ``h1``.
    """
    touched = (turn.origin, turn.to)
    return "".join(
        letter
        for letter in castling
        if CASTLINGS[letter].king[0] not in touched and CASTLINGS[letter].rook[0] not in touched
    )


def turn_text(pos: Position, turn: Turn) -> str:
    text = f"{turn.origin}-{turn.to}"
    if turn.becomes != pos.pieces[turn.origin]:
        text += f"={turn.becomes.upper()}"
    return text
