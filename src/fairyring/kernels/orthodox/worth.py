"""Piece values, computed from how the pieces move on a board: none is set by hand.

A piece's mobility on a site is its expected number of goals, if every other site is empty with a fixed
probability and otherwise holds a piece of either side with equal chance. A piece's value follows from its
average mobility over the board, and its value on one site from how far the mobility there is above or
below that average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Side
from fairyring.kernels.compiling import I, U, inlined
from fairyring.kernels.distances import distances
from fairyring.kernels.network import NONE, Network
from fairyring.kernels.orthodox.codes import CAPTURE, MOVE
from fairyring.kernels.orthodox.path_tables import Outcome, outcome_of
from fairyring.kernels.packed import packed
from fairyring.pieces import Piece, Way, Whose
from fairyring.pieces.hops import HopLine
from fairyring.pieces.lines import Line

# Chance that a site is empty, in the opening and in the ending.
EMPTY_OPENING, EMPTY_ENDING = 0.65, 0.8
GOAL_WORTH = 60.0  # hundredths of a pawn for a goal of average mobility
PLACE_SHARE = 0.14  # of GOAL_WORTH, for a goal above or below average on one site
LIVE_SHARE = 0.06  # of GOAL_WORTH, for a goal that a piece has now
PROMOTION_SHARE = 0.045  # of the best promotion's value, for a pawn anywhere
BOUND_LOSS = 0.12  # loss of a piece that can never reach some part of the board
HIDING = 20.0  # for each goal less that the enemy's non-pawn pieces have on average from the king's site
ADVANCE = 30.0  # for a pawn on the far rank in the ending
PASSED_BASE, PASSED_BONUS = 20.0, 125.0  # for a passed pawn in the ending, and more for it on the far rank
FULL_WORTH = 330.0  # placement and mobility count less for a piece worth more


class Whole(NamedTuple):
    """What the evaluation counts in a whole position: its value, and how far off a learned one may be."""

    value: int
    spread: float


# The columns of `Worth.whole`.
WHOLE = {
    "tempo": Whole(8, 8.0),  # for the side to move
    "shield": Whole(10, 8.0),  # for a pawn in front of its king
    # for the square of the number of goals around the enemy's king, in hundredths
    "pressure": Whole(100, 60.0),
    "threat": Whole(30, 20.0),  # in piloting games, for a big piece that could capture the one under a king
    "support": Whole(6, 6.0),  # for a pawn that another guards
    "menace": Whole(30, 20.0),  # for an enemy piece that a pawn attacks
    "lesser": Whole(25, 15.0),  # for an enemy piece that one of less value attacks
    "equal": Whole(12, 10.0),  # for one that another kind of about the same value attacks
    "pair": Whole(30, 20.0),  # for two pieces that are bound to different shades
    "weak": Whole(8, 8.0),  # for an enemy pawn that no other pawn can ever guard where it stands
    "hanging": Whole(16, 15.0),  # for an enemy piece that is attacked and not guarded
    "loose": Whole(10, 8.0),  # for such a pawn
    "control": Whole(0, 100.0),  # for a square that only this side attacks, in hundredths
    # for a square beside the enemy's king that is attacked, and guarded by the king alone
    "ring": Whole(1, 8.0),
    # for an enemy piece that is attacked, and guarded but by no pawn: either attacked twice or guarded once
    "shaky": Whole(10, 10.0),
    "shaky, ending": Whole(10, 10.0),  # more for it in the ending
    "shaky pawn": Whole(3, 6.0),  # for such a pawn
    "shaky pawn, ending": Whole(5, 6.0),
    "besieged": Whole(14, 10.0),  # for an enemy piece or pawn attacked twice, and guarded at most once
    "besieged, ending": Whole(6, 10.0),
    "loose, ending": Whole(15, 10.0),
    "trapped": Whole(-8, 8.0),  # for a piece that has no goal but those that enemy pawns guard
    "check": Whole(18, 10.0),  # for a square where a piece could give check and nothing could capture it
    "check, ending": Whole(-12, 10.0),
    # for each of a king's steps to the nearest pawn in the ending, at most five
    "alone": Whole(-16, 10.0),
    "abreast": Whole(3, 3.0),  # for a pawn that may go on to a square that another guards
    "abreast, far": Whole(40, 30.0),  # more for it, on the far rank in the ending
    # for a passed pawn, on the far rank in the ending: for each step (up to 5) of a king to its next square
    "passed, enemy's king": Whole(25, 15.0),
    "passed, own king": Whole(-14, 10.0),
    "passed, blocked": Whole(-45, 30.0),
    "passed, free": Whole(100, 40.0),  # if its way to the far rank is empty and not attacked
    # What follows counts only where it was learned. For a passed pawn, on the far rank in the opening:
    "passed, opening": Whole(0, 60.0),
    "passed, opening, enemy's king": Whole(0, 20.0),
    "passed, opening, own king": Whole(0, 20.0),
    # in the ending, for one that an enemy king alone cannot stop any more
    "passed, unstoppable": Whole(0, 150.0),
    "push": Whole(0, 10.0),  # for a pawn that could go on safely and then attacks an enemy piece
    "cramped": Whole(0, 8.0),  # for a blocked pawn on a shade to which a piece of its side is bound
    # By how much less the score counts, in hundredths: if the side that is ahead has no pawn, or one, and
    # little more in pieces; and if both sides have pieces that are bound to shades, each to another, and
    # more if they have no others
    "few": Whole(0, 30.0),
    "few, one pawn": Whole(0, 20.0),
    "apart": Whole(0, 20.0),
    "apart, alone": Whole(0, 30.0),
    # Always: how much of what mechanics add counts, in hundredths; and how much more in the ending
    "mechanics": Whole(100, 40.0),
    "mechanics, ending": Whole(0, 40.0),
}
(
    TEMPO,
    SHIELD,
    PRESSURE,
    THREAT,
    SUPPORT,
    MENACE,
    LESSER,
    EQUAL,
    PAIR,
    WEAK,
    HANGING,
    LOOSE,
    CONTROL,
    RING,
    SHAKY,
    SHAKY_ENDING,
    SHAKY_PAWN,
    SHAKY_PAWN_ENDING,
    BESIEGED,
    BESIEGED_ENDING,
    LOOSE_ENDING,
    TRAPPED,
    CHECK,
    CHECK_ENDING,
    ALONE,
    ABREAST,
    ABREAST_FAR,
    ENEMY_KING,
    OWN_KING,
    BLOCKED,
    FREE,
    EARLY,
    EARLY_ENEMY_KING,
    EARLY_OWN_KING,
    UNSTOPPABLE,
    PUSH,
    CRAMPED,
    FEW,
    FEW_ONE,
    APART,
    APART_ALONE,
    MECHANICS,
    MECHANICS_ENDING,
) = (U(n) for n in range(len(WHOLE)))

# The columns of `Worth.pieces` and of `Worth.places`.
PLAIN, WEIGHT, MOBILITY, MINOR, HAND, RANK, OPEN = (U(n) for n in range(7))
OPENING, ENDING, PASSED, COME = (U(n) for n in range(4))
# The columns of `Worth.pawns`.
GUARDS, BACKERS, STOPPERS, WAY, NEXT = (U(n) for n in range(5))
AHEAD = U(2)  # of `Worth.zones`, for White; the next one is for Black
BOUND = 2  # in the column `MINOR`: bound to its shade
HALF, LOW = I(1 << 31), I((1 << 32) - 1)  # of the two numbers packed into one sum, the low one


@packed
class Worth(NamedTuple):
    """The evaluation's tables, in hundredths of a pawn unless another unit is named.

    They are a few arrays with columns, because every array is passed word by word at every call.

    Attributes:
        pieces: int32[code, column]; a piece's value; its weight in the game phase; the value of a goal that
            it has now, in hundredths of hundredths; for draws by insufficient material, 1 for a piece
            that cannot mate alone, 2 for one that is also bound to its shade, 0 for any other; its value as
            a piece in hand; its value by the formulas, whatever was learned; and what it is worth more
            where no pawn of its side is ahead of it. For code 0: the phase of a full opening as its weight,
            whether there are such draws at all, and else 0.
        whole: int32[column]; the values of `WHOLE`.
        places: int32[code, site, column]; a piece's value there in the opening, and in the ending; the
            bonus of a passed pawn there, in the ending; and the square of how far a pawn has come there, in
            hundredths of its way.
        zones: uint64[column, site, word]; the sites around a king; with a side in place of the site, where a
            pawn of that side gets a bonus if it is passed; and where a white and a black pawn may come from
            there without capturing.
        steps: uint8[site, site]; how many steps a king takes from one to the other.
        pawns: uint64[code, site, column, word]; of a pawn there, and 0 for other pieces: the sites to which
            it may capture; where another pawn of its side can come to guard it from, or is on its way there;
            where an enemy pawn could still block or capture it; its way, without captures; and the first
            sites of that.
        aims: uint64[code, site, word]; the sites from which such a piece attacks this one on an empty board.
        sums: int64[code, site, column]; what a piece there adds to the sums that a position keeps: its value
            there, negative for Black, for the ending times 2**32 plus for the opening (`halves` separates
            them); and its weight in the game phase.
        network: what was learned beyond all that.
    """

    pieces: npt.NDArray[np.int32]
    whole: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    zones: npt.NDArray[np.uint64]
    steps: npt.NDArray[np.uint8]
    pawns: npt.NDArray[np.uint64]
    aims: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.int64]
    network: Network


Lines = Mapping[tuple[int, int], tuple[Line, ...]]
HopLines = Mapping[tuple[int, int], tuple[HopLine, ...]]


def worth(
    board: Board,
    pieces: Sequence[Piece],
    promotions: Sequence[int],
    lines: Lines,
    hops: HopLines,
    paths: Mapping[tuple[int, int], Sequence[Way]],
    far: Callable[[int, Side], bool],
    minor: Sequence[int],
) -> Worth:
    """The evaluation's tables of a game.

    ``lines[code, site]``, ``hops[code, site]``, ``paths[code, site]`` and ``minor`` are as in `tables.build`.
    """
    codes = 2 * (len(pieces) + 1)
    per_piece, places = appraise(
        board, pieces, promotions, lines, lambda side: _progress(board, far, side), hops, paths
    )
    for kind, value in enumerate(minor):
        per_piece[2 * (kind + 1) : 2 * (kind + 2), MINOR] = value
    per_piece[0, MINOR] = any(minor)
    rings = _rings(board, pieces, lines)
    zones = np.stack([rings, *np.zeros((3, *rings.shape), np.uint64)])
    for code in _pawns(pieces):
        _add(zones[1, code & 1], np.flatnonzero(places[code, :, PASSED]).tolist())
    whole = np.array([each.value for each in WHOLE.values()], np.int32)
    sums = sums_of(per_piece, places)
    steps = distances([members(ring) for ring in rings])
    pawns = _pawn_sets(lines, _pawns(pieces), codes, len(board))
    for code in _pawns(pieces):
        zones[int(AHEAD) + (code & 1)] |= pawns[code, :, int(WAY)]
    aims = _aims(lines, codes, len(board))
    return Worth(per_piece, whole, places, zones, steps, pawns, aims, sums, NONE)


def appraise(
    board: Board,
    pieces: Sequence[Piece],
    promotions: Sequence[int],
    lines: Lines,
    progress: Callable[[Side], npt.NDArray[np.float64]],
    hops: HopLines | None = None,
    paths: Mapping[tuple[int, int], Sequence[Way]] | None = None,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """`Worth.pieces`, without what it says of insufficient material, and `Worth.places`.

    ``progress`` says for each site how far a side's pawn has come there: 0 at its beginning, 1 at its end.
    """
    sites = len(board)
    codes = 2 * (len(pieces) + 1)
    expected = np.zeros((2, codes, sites))
    for (code, site), own in lines.items():
        for phase, empty in enumerate((EMPTY_OPENING, EMPTY_ENDING)):
            expected[phase, code, site] = _mobility(own, empty, (hops or {}).get((code, site), ()))
            expected[phase, code, site] += _openings((paths or {}).get((code, site), ()), empty)
    plain = np.zeros(codes)
    for side in Side:
        for kind, piece in enumerate(pieces):
            code = 2 * (kind + 1) + side.number
            if not piece.pawn and not piece.royal:
                region = _region(lines, code, sites, hops or {})
                plain[code] = GOAL_WORTH * expected[:, code].mean() * (1 - BOUND_LOSS * (1 - region))
        best = max((plain[2 * (kind + 1) + side.number] for kind in promotions), default=0.0)
        for kind, piece in enumerate(pieces):
            code = 2 * (kind + 1) + side.number
            if piece.pawn:
                plain[code] = GOAL_WORTH * expected[0, code].mean() + PROMOTION_SHARE * best

    places = np.zeros((codes, sites, 4))
    per_piece = np.zeros((codes, 7))
    share = expected - expected.mean(axis=2, keepdims=True)
    central = _central(board)
    for kind, piece in enumerate(pieces):
        for side in Side:
            code = 2 * (kind + 1) + side.number
            ease = min(1.0, FULL_WORTH / max(plain[code], 1.0))
            if piece.royal:
                # The king hides where enemy pieces have little mobility while there are any, and walks out
                # later.
                hunters = [2 * (k + 1) for k, p in enumerate(pieces) if not p.pawn and not p.royal]
                places[code, :, OPENING] = -HIDING * share[0, hunters].mean(axis=0) if hunters else 0.0
                places[code, :, ENDING] = PLACE_SHARE * GOAL_WORTH * share[1, code]
            elif piece.pawn:
                come = progress(side)
                places[code, :, OPENING] = plain[code] + 8 * central * (0.5 + come) + 20 * come**3
                places[code, :, ENDING] = plain[code] + ADVANCE * come**2
                places[code, :, COME] = 100 * come**2
                places[code, :, PASSED] = np.where(come > 0, PASSED_BASE + PASSED_BONUS * come**2, 0)
            else:
                places[code, :, OPENING] = plain[code] + PLACE_SHARE * GOAL_WORTH * share[0, code] * ease
                places[code, :, ENDING] = plain[code] + PLACE_SHARE * GOAL_WORTH * share[1, code]
                per_piece[code, MOBILITY] = 100 * LIVE_SHARE * GOAL_WORTH * ease
            per_piece[code, PLAIN] = plain[code]
    whole = sum(value for code, value in enumerate(plain) if code > 1 and not pieces[code // 2 - 1].pawn)
    worths = per_piece[:, PLAIN]
    counted = worths > 1.5 * min((float(plain[code]) for code in _pawns(pieces)), default=100.0)
    per_piece[:, WEIGHT] = np.where(counted, worths / 10, 0)
    per_piece[0, WEIGHT] = max(1, round(whole * 1.6 / 10))
    per_piece[:, HAND] = per_piece[:, RANK] = worths
    return np.rint(per_piece).astype(np.int32), np.rint(places).astype(np.int32)


@inlined
def halves(balance: Any) -> Any:
    """A sum of `Worth.sums` as its two parts: for the opening, and for the ending."""
    both = I(balance)
    opening = ((both + HALF) & LOW) - HALF
    return opening, (both - opening) >> I(32)


def sums_of(per_piece: npt.NDArray[np.int32], places: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """`Worth.sums`, from the tables of pieces and of places."""
    sums = np.zeros((*places.shape[:2], 2), np.int64)
    sums[:, :, 0] = places[:, :, ENDING].astype(np.int64) * (1 << 32) + places[:, :, OPENING]
    sums[1::2, :, 0] *= -1
    sums[2:, :, 1] = per_piece[2:, WEIGHT, np.newaxis]
    return sums


def _pawns(pieces: Sequence[Piece]) -> list[int]:
    """The codes of pawns."""
    return [2 * (kind + 1) + side.number for kind, piece in enumerate(pieces) if piece.pawn for side in Side]


def _mobility(lines: Sequence[Line], empty: float, hops: Sequence[HopLine] = ()) -> float:
    """The expected number of a piece's goals; one on several lines counts for the likeliest of them."""
    chances: dict[int, float] = {}

    def chance(bits: int) -> float:
        return (empty if bits & int(MOVE) else 0.0) + ((1 - empty) / 2 if bits & int(CAPTURE) else 0.0)

    hopping = 0.0
    for hop in hops:
        clear, behind = 1.0, 0.0  # that no piece has been met, and just the hurdle
        for step in hop:
            hopping += behind * chance(step.bits)
            behind = behind * empty + (clear * (1 - empty) if step.hurdle else 0.0)
            clear *= empty
    by_bits: dict[int, float] = {}
    for line in lines:
        clear = 1.0
        for site, bits in line:
            if bits not in by_bits:
                by_bits[bits] = chance(bits)
            here = clear * by_bits[bits]
            if here > chances.get(site, -1.0):
                chances[site] = here
            clear *= empty
    return sum(chances.values()) + hopping


def _openings(paths: Sequence[Way], empty: float) -> float:
    """The expected number of moves along paths; one along several counts for the likeliest of them."""
    chances: dict[Outcome, float] = {}
    held = (1 - empty) / 2
    for way in paths:
        clear = empty ** len({*way.through})
        for hurdle in way.hurdles:
            clear *= 2 * held if hurdle.whose is Whose.ANY else held
        end = (empty if way.move else 0.0) + held * (way.capture + way.friendly)
        outcome = outcome_of(way)
        chances[outcome] = max(chances.get(outcome, 0.0), clear * end)
    return sum(chances.values())


def _region(lines: Lines, code: int, sites: int, hops: HopLines) -> float:
    """The share of the board that a piece can ever reach from a site, averaged over the sites."""
    known: dict[int, int] = {}
    total = 0
    for first in range(sites):
        if first in known:
            total += known[first]
            continue
        seen, front = {first}, [first]
        while front:
            goals = {step.site for site in front for line in lines[code, site] for step in line if step.bits}
            over = (step for site in front for hop in hops.get((code, site), ()) for step in hop)
            goals |= {step.site for step in over if step.bits}
            front = list(goals - seen)
            seen |= goals
        known.update(dict.fromkeys(seen, len(seen)))
        total += len(seen)
    return total / sites**2


def _progress(board: Board, far: Callable[[int, Side], bool], side: Side) -> npt.NDArray[np.float64]:
    """How far a pawn has come on each site: 0 on its first rank, 1 on the far rank."""
    ranks = np.array([board.rank(site, side) for site in range(len(board))], float)
    last = max((rank for site, rank in enumerate(ranks) if far(site, side)), default=ranks.max())
    return ranks / last if last else ranks


def _central(board: Board) -> npt.NDArray[np.float64]:
    """0 on the outer files, 1 in the middle."""
    files = [(place.x, board.charts[place.chart].width - 1) for place, *_ in board.places]
    return np.array([1 - abs(2 * x - last) / max(last, 1) for x, last in files])


def _rings(board: Board, pieces: Sequence[Piece], lines: Lines) -> npt.NDArray[np.uint64]:
    """For each site, that site and those that a royal king there may step to."""
    rings = np.zeros((len(board), (len(board) + 63) // 64), np.uint64)
    royal = next((kind for kind, piece in enumerate(pieces) if piece.royal), None)
    if royal is not None:
        for site in range(len(board)):
            near = {step.site for line in lines[2 * (royal + 1), site] for step in line} | {site}
            _add(rings[site], near)
    return rings


def _pawn_sets(lines: Lines, pawns: Sequence[int], codes: int, sites: int) -> npt.NDArray[np.uint64]:
    """`Worth.pawns`."""
    sets = np.zeros((codes, sites, 5, (sites + 63) // 64), np.uint64)
    ways = {(code, site): _way(lines, code, site) for code in pawns for site in range(sites)}
    # The sites to which a pawn may capture where it is or after some steps.
    guarded = {
        (code, site): {goal for here in {site} | way for goal in _goals(lines, code, here, CAPTURE)}
        for (code, site), way in ways.items()
    }
    for (code, site), way in ways.items():
        own = sets[code, site]
        firsts = [line[0] for line in lines[code, site]]
        _add(own[GUARDS], (first.site for first in firsts if first.bits & int(CAPTURE)))
        _add(own[NEXT], (first.site for first in firsts if first.bits & int(MOVE)))
        _add(own[WAY], way)
        for (other, there), sees in guarded.items():
            if (other ^ code) & 1:
                if there in way or sees & {site, *way}:
                    _add(own[STOPPERS], (there,))
            elif site in sees:
                _add(own[BACKERS], (there,))
    return sets


def _add(words: npt.NDArray[np.uint64], sites: Iterable[int]) -> None:
    """Add sites to a set."""
    for site in sites:
        words[site >> 6] |= np.uint64(1 << (site & 63))


def members(words: npt.NDArray[np.uint64]) -> list[int]:
    """The sites of a set."""
    return [
        64 * word + bit for word, bits in enumerate(words.tolist()) for bit in range(64) if bits >> bit & 1
    ]


def _aims(lines: Lines, codes: int, sites: int) -> npt.NDArray[np.uint64]:
    """`Worth.aims`."""
    aims = np.zeros((codes, sites, (sites + 63) // 64), np.uint64)
    for code, site in lines:
        for goal in _goals(lines, code, site, CAPTURE):
            _add(aims[code, goal], (site,))
    return aims


def _goals(lines: Lines, code: int, site: int, action: np.uint64) -> set[int]:
    """The sites to which a piece may move, or capture, if nothing is in its way."""
    return {step.site for line in lines[code, site] for step in line if step.bits & int(action)}


def _way(lines: Lines, code: int, site: int) -> set[int]:
    """The sites that a pawn may reach by moves that are not captures, except its own."""
    seen: set[int] = set()
    front = [site]
    while front:
        new = {goal for here in front for goal in _goals(lines, code, here, MOVE)} - seen
        seen |= new
        front = list(new)
    return seen
