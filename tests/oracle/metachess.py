"""An oracle for MetaChess #4, written from the rulebook alone (conventions.md, metachess.md).

A man stands on the ground (``e4``) or on the back of a man who stands there (``e4^``, a *top*). Both are
called *stands* here, and a position is a dict from stand to man. So "a piece captures only on the level
it moves to" is plain: who goes to a stand takes the place of whoever was on that very stand, and the rider
of a captured piece finds himself on the captor without anything being done.

A turn is legal if one plays it and the enemy could then not take the king.
"""

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType

from .metachess_texts import BOARDS, LETTERS, ground, is_top, read_placement, top, write_placement
from .orthodox import CASTLINGS, Position, Turn, colour, of_side
from .playing import Playing, other
from .texts import OracleError, split_fields
from .ways import DoubleStep, Way, double_steps, last_rank, pawn_captures, pawn_steps, piece_ways

__all__ = ["OracleError", "OracleMetaChess", "Position", "Turn"]

Men = Mapping[str, str]  # stand -> man: a letter, upper case for White

OFFICERS = "KQRBN"  # "Officers are K, Q, R, B, N."
PROMOTES_TO = "QRBN"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# Where an officer goes on an empty board: kind -> from -> to -> the squares between. This serves for both
# levels: along the ground those squares must be empty, along the tops they must hold backs to go over.
WAYS: dict[str, dict[str, dict[str, Way]]] = {
    kind: {site: {to: way for to, (way,) in goes.items()} for site, goes in piece_ways(BOARDS, kind).items()}
    for kind in OFFICERS
}
PAWN_STEPS = {pawn: pawn_steps(BOARDS, pawn) for pawn in "Pp"}
PAWN_CAPTURES = {pawn: pawn_captures(BOARDS, pawn) for pawn in "Pp"}
DOUBLE_STEPS: dict[str, dict[str, DoubleStep]] = {
    pawn: {double.origin: double for double in double_steps(BOARDS, pawn)} for pawn in "Pp"
}


def is_free_on_ground(men: Men, way: Way) -> bool:
    """ "Over empty ground squares"; "any ground piece stops a ground slide, whoever rides it"."""
    return men.keys().isdisjoint(way)


def is_free_on_tops(men: Men, way: Way) -> bool:
    """ "Over backs that carry nobody, and a ground square without a piece, or with a king, is a hole"."""
    for site in way:
        if site not in men or men[site].upper() == "K" or top(site) in men:
            return False
    return True


def near_men(side: str) -> dict[str, set[tuple[str, str]]]:
    """Site -> the (stand, man) of a side that would take there if the way were free.

    This only spares looking at men who could never take there.
    """
    near: dict[str, set[tuple[str, str]]] = {site: set() for site in BOARDS.place}
    for man in filter(lambda letter: colour(letter) == side, LETTERS):
        ways = PAWN_CAPTURES[man] if man in "Pp" else WAYS[man.upper()]
        for site, goes in ways.items():
            for to in goes:
                near[to] |= {(site, man), (top(site), man)}
    return near


NEAR = {side: near_men(side) for side in ("white", "black")}


class OracleMetaChess(Playing[Position]):
    """The rules of MetaChess #4."""

    def __init__(self, name: str = "metachess-4", *, riders_fall: bool = False) -> None:
        if name != "metachess-4":
            raise OracleError(f"no such variant: {name!r}")
        self.name = name
        self.riders_fall = riders_fall

    # ---- turns ----

    def pseudo_legal(self, pos: Position) -> Iterator[Turn]:
        """The turns that follow the men's movement, whatever becomes of the mover's king."""
        for stand, man in pos.men.items():
            if colour(man) != pos.side:
                continue
            if man in "Pp":
                yield from self.pawn_turns(pos, stand, man)
            else:
                for to in WAYS[man.upper()][ground(stand)]:
                    yield from self.officer_turns(pos.men, stand, man, to)
        yield from self.castlings(pos)

    def officer_turns(self, men: Men, origin: str, man: str, to: str) -> Iterator[Turn]:
        """The turns of an officer to a ground square and to the top over it, castling apart.

        This is the whole of "Where an officer may go".
        """
        site = ground(origin)
        if to not in WAYS[man.upper()][site]:
            return
        if not is_top(origin) and top(site) in men:
            return  # "A piece that carries one is blocked, whichever side the rider is."
        way = WAYS[man.upper()][site][to]
        side = colour(man)
        # "1. From the ground", "2. From the top of an own piece: everything of 1, as if it stood on that
        # ground square; and everything of 3", "3. From any top: along the tops, to another top."
        on_enemy = is_top(origin) and colour(men[site]) != side
        along_ground = not on_enemy and is_free_on_ground(men, way)
        along_tops = is_top(origin) and is_free_on_tops(men, way)

        below, above = men.get(to), men.get(top(to))
        # To the ground: to "an empty ground square" or "with an enemy piece, which it captures".
        # "A king never captures a ground piece that carries a rider"; by the option he may.
        too_high = man in "Kk" and above is not None and not self.riders_fall
        if along_ground and (below is None or colour(below) != side) and not too_high:
            yield Turn(origin, to, man)
        # To a top, 1(c) and 3: the back of a piece other than a king "with nobody or an enemy rider
        # (captured) on it". Along the ground one comes to backs of one's own side alone.
        has_room = below is not None and below not in "Kk" and (above is None or colour(above) != side)
        if has_room and (along_tops or (along_ground and colour(men[to]) == side)):
            yield Turn(origin, top(to), man)  # "The two ways to one top are one move."

    def pawn_turns(self, pos: Position, site: str, man: str) -> Iterator[Turn]:
        """As in chess, on the ground; "pawns that carry nobody" only."""
        if top(site) in pos.men:
            return
        for to in PAWN_STEPS[man][site]:
            if to not in pos.men:
                yield from promotions(Turn(site, to, man))
        double = DOUBLE_STEPS[man].get(site)
        if double is not None and double.passed not in pos.men and double.to not in pos.men:
            yield Turn(site, double.to, man, passed=double.passed)
        for to in PAWN_CAPTURES[man][site]:
            yield from self.pawn_captures(pos.men, site, man, to)
            if to == pos.passed:
                # Nobody rides the pawn that is taken: it has just moved, and reading a text sees to it.
                yield Turn(site, to, man, takes_passing=self.passer(pos.men, to, other(pos.side)))

    def pawn_captures(self, men: Men, site: str, man: str, to: str) -> Iterator[Turn]:
        """A pawn's captures on one square, other than en passant: the piece there may carry a rider."""
        goes_there = top(site) not in men and to in PAWN_CAPTURES[man][site]
        if goes_there and to in men and colour(men[to]) != colour(man):
            yield from promotions(Turn(site, to, man))

    def passer(self, men: Men, passed: str, side: str) -> str | None:
        """Where the pawn of `side` stands that has just passed over the square, if one can have done so.

        "The unridden pawn just past it"; its origin and the passed square are empty now.
        """
        pawn = of_side("P", side)
        for double in DOUBLE_STEPS[pawn].values():
            if double.passed != passed or men.get(double.to) != pawn or top(double.to) in men:
                continue
            if passed not in men and double.origin not in men:
                return double.to
        return None

    def castlings(self, pos: Position) -> Iterator[Turn]:
        """ "King and rook never moved and on the ground" is in the rights (see `castling_after`)."""
        for letter in pos.castling:
            if colour(letter) != pos.side:
                continue
            castling = CASTLINGS[letter]
            # "rook carrying nobody now, ground squares between empty"
            if top(castling.rook[0]) in pos.men or not is_free_on_ground(pos.men, castling.between):
                continue
            # "none of the king's start, passed and goal squares attacked as if he stood there"
            without = dict(pos.men)
            king = without.pop(castling.king[0])
            if not any(self.is_attacked({**without, site: king}, site) for site in castling.walk):
                yield Turn(*castling.king, king, rook=castling.rook)

    # ---- what a turn does ----

    def taken(self, men: Men, turn: Turn) -> list[str]:
        """The stands whose men leave the board by the turn."""
        stands = []
        if turn.to in men:
            stands.append(turn.to)
            # "Option riders_fall: the rider, of either side, is taken too".
            if self.riders_fall and not is_top(turn.to) and top(turn.to) in men:
                stands.append(top(turn.to))
        if turn.takes_passing is not None:
            stands.append(turn.takes_passing)
        return stands

    def men_after(self, men: Men, turn: Turn) -> dict[str, str]:
        after = dict(men)
        for stand in self.taken(men, turn):
            del after[stand]
        del after[turn.origin]
        after[turn.to] = turn.becomes
        if turn.rook is not None:
            after[turn.rook[1]] = after.pop(turn.rook[0])
        return after

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        king = self.king_stand(pos.men, pos.side)
        for turn in self.pseudo_legal(pos):
            if king in self.taken(pos.men, turn):
                continue  # "no move may make one's own king fall" (riders_fall only)
            men = self.men_after(pos.men, turn)
            if not self.is_attacked(men, turn.to if turn.origin == king else king):
                found[turn_text(pos, turn)] = self.position_after(pos, turn, men)
        return found

    def position_after(self, pos: Position, turn: Turn, men: Men) -> Position:
        # The clock "counts plies since the last capture, pawn's step or promotion"; a rider captured is a
        # capture, and "annexing or mounting an empty back is no capture".
        resets = pos.men[turn.origin] in "Pp" or bool(self.taken(pos.men, turn))
        return Position(
            men=MappingProxyType(men),
            side=other(pos.side),
            castling=castling_after(pos.castling, turn),
            passed=turn.passed,
            clock=0 if resets else pos.clock + 1,
            number=pos.number + (pos.side == "black"),
        )

    # ---- attack ----

    def is_attacked(self, men: Men, king: str) -> bool:
        """Could the king on this stand be taken?

        "A king is attacked if some enemy pseudo-legal move would take him." All that could, end on his
        ground square or on the top over it; those are tried. (Castling and captures en passant take
        no king, with either option.)
        """
        target = ground(king)
        near = NEAR[other(colour(men[king]))][target]
        for stand, man in men.items():
            if (stand, man) not in near:
                continue
            if man in "Pp":
                turns = self.pawn_captures(men, stand, man, target)
            else:
                turns = self.officer_turns(men, stand, man, target)
            if any(king in self.taken(men, turn) for turn in turns):
                return True
        return False

    def king_stand(self, men: Men, side: str) -> str:
        king = of_side("K", side)
        for stand, man in men.items():
            if man == king:
                return stand
        raise OracleError(f"no king of {side}")

    # ---- state and end of the game ----

    def in_check(self, pos: Position) -> bool:
        return self.is_attacked(pos.men, self.king_stand(pos.men, pos.side))

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state: "everything but the clocks".

        En passant "counts only if it can be used", and that is by a legal turn.
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        return frozenset(pos.men.items()), pos.side, pos.castling, passed

    def can_take_passing(self, pos: Position) -> bool:
        if pos.passed is None:
            return False
        king = self.king_stand(pos.men, pos.side)
        for turn in self.pseudo_legal(pos):
            if turn.takes_passing is not None and not self.is_attacked(self.men_after(pos.men, turn), king):
                return True
        return False

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(START)

    def write(self, pos: Position) -> str:
        placement = write_placement(pos.men)
        castling, passed = pos.castling or "-", pos.passed or "-"
        return f"{placement} {pos.side[0]} {castling} {passed} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused.

        With `riders_fall` more kings are in check, so more texts are refused.
        """
        fields = split_fields(text)
        pos = Position(
            men=MappingProxyType(read_placement(fields.placement)),
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
            count = list(pos.men.values()).count(king)
            if count != 1:
                raise OracleError(f"placement: {count} kings of {colour(king)}")
        for stand, man in pos.men.items():
            if man in "Pp" and (is_top(stand) or stand[1] in "18"):
                raise OracleError(f"placement: a pawn on {stand}")
            if is_top(stand) and pos.men[ground(stand)] in "Kk":
                raise OracleError(f"placement: a king carries on {ground(stand)}")
        for letter in pos.castling:
            # Both on the ground; "a ridden rook is allowed".
            for kind, home in (("K", CASTLINGS[letter].king[0]), ("R", CASTLINGS[letter].rook[0])):
                man = of_side(kind, colour(letter))
                if pos.men.get(home) != man:
                    raise OracleError(f"castling: {letter} without {man} on {home}")
        if pos.passed is not None:
            if pos.passed not in BOARDS.place:
                raise OracleError(f"en passant: no square {pos.passed!r}")
            if self.passer(pos.men, pos.passed, other(pos.side)) is None:
                raise OracleError(f"en passant: no pawn can just have passed {pos.passed}")
            if pos.clock != 0:
                raise OracleError("half-move clock: not 0 after a double step")
        if self.is_attacked(pos.men, self.king_stand(pos.men, other(pos.side))):
            raise OracleError("placement: the side not to move is in check")


def promotions(turn: Turn) -> Iterator[Turn]:
    """The pawn's turn, or what it promotes to: "promotion is mandatory where it is possible".

    "A pawn that promotes by such a capture carries the rider as the new piece": he is on its top anyway.
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

    "A rider that came or went on the rook's back changes no right": he leaves and enters ``h1^``, a stand
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
    if turn.becomes != pos.men[turn.origin]:
        text += f"={turn.becomes.upper()}"
    return text
