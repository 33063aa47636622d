"""The tables of the orthodox family: lines of movement and attack, castlings, Zobrist keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    BLOCKER,
    CAPTURE,
    DOUBLE,
    MOVE,
    NON_PAWN,
    ORDINAL_SHIFT,
    PASSING,
    PAWN,
    PROMOTE,
    ROYAL,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.hop_tables import hop_parts
from fairyring.kernels.orthodox.path_tables import MOST_NUMBERS, Outcome, outcome_of, path_parts
from fairyring.kernels.orthodox.segment_tables import Segments, segments_of
from fairyring.kernels.orthodox.worth import Worth, worth
from fairyring.kernels.packed import packed
from fairyring.messages import Message
from fairyring.pieces import Piece, Way
from fairyring.pieces.hops import HopLine, hop_lines
from fairyring.pieces.lines import Line, attack_lines, move_lines

# A piece's code is twice the number of its kind (from 1) plus its side (0 or 1); 0 is an empty site.

MAX_SITES, MAX_KINDS, MAX_SKIP, MAX_SHARED = 1024, 23, 63, MOST_NUMBERS
FRIENDLY = 1 << 30  # beside MOVE and CAPTURE: of a path that may end on a piece of its own side

# The fields of every family whose pieces move as in this one.
FIELDS = ("side", "clock", "number", "rights", "ep square", "ep pawn", "king of white", "king of black")
DERIVED = ("ep pawn", "king of white", "king of black")
RIGHTS, EP_SQUARE, EP_PAWN, KING = U(3), U(4), U(5), U(6)
OWN_WHITE, PINNED, BLOCKS, LINE = U(0), U(2), U(3), U(4)  # sets; 0 and 1 are the two sides' pieces

# This family also keeps, updated with each move, what its evaluation would otherwise gather from all
# pieces: the sums of `Worth.sums`, and the set of pawns.
SUMS = ("balance", "phase")
LAYOUT = Layout(layers=("piece",), fields=FIELDS + SUMS, derived=DERIVED + SUMS, sets=13)
BALANCE, PHASE = U(8), U(9)
PAWNS = U(5)  # a set: both sides' pawns
GUARDED = BLOCKS  # while a position is valued: this set and the next are what each side's pawns guard
ATTACKED = U(6)  # the same: this set and the next are what each side's other pieces but kings attack
SAFE = PINNED  # the same: where a side's pieces could go and nothing captures them
TWICE = U(8)  # the same: this set and the next are what two of those pieces attack
AIMED = U(10)  # the same: where one of those pieces could attack the enemy's king on an empty board
HEAVY = U(12)  # the same: both sides' pieces that have a weight in the game phase, but no kings or pawns
WALLS = U(13)  # a set, in games whose board has walls
NOWHERE = U(0xFFFF)  # no site: no en passant square, no king


KEEP, SHADE, KING_KEEP = U(0), U(1), U(2)  # the columns of `Tables.sites`; the last is one for each side

# The columns of a castling in `Ways.castlings`.
KING_START, KING_GOAL, ROOK_START, ROOK_GOAL, CASTLER, RETEST, RIGHT, HOME, EMPTIES, SAFES = (
    U(n) for n in range(10)
)
CASTLING_SITES = U(10)  # from here on: the sites that must be empty, then those that must be safe


@packed
class Ways(NamedTuple):
    """How pieces move and attack: all that move generation reads.

    Attributes:
        ray_start: uint32[code * sites + site]; where the lines of a piece on a site begin in `rays`; they
            end where the next entry's begin.
        rays: uint32[step]; steps of lines of movement.
        segments: the same lines as sets.
        attack_start: uint32[site]; the same for `attacks`.
        attacks: uint64[step]; steps of lines outward from a site, for both sides' pieces.
        kinds: uint8[code]; what a piece is: `NON_PAWN`, `PAWN` or `ROYAL`.
        promotions: uint64[choice]; the numbers of the kinds that a pawn may become, the best first.
        castlings: uint64[castling, column]; where king and rook start and go to, whose castling it is,
            whether the position after it must be tested as well, the number of its right, the code of the
            piece that must be where the king starts if the right does not say that it is, and the sites that
            must be empty or safe.
        parts: other kinds of movement than along lines of empty sites: `hop_tables.Hops`, or none.
    """

    ray_start: npt.NDArray[np.uint32]
    rays: npt.NDArray[np.uint32]
    segments: Segments
    attack_start: npt.NDArray[np.uint32]
    attacks: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.uint8]
    promotions: npt.NDArray[np.uint64]
    castlings: npt.NDArray[np.uint64]
    parts: tuple[Any, ...] = ()


@packed
class Keys(NamedTuple):
    """The Zobrist keys of all that makes up a position.

    Attributes:
        zobrist: uint64[code, site]; for code 0, of an en passant square.
        to_move: uint64[set of rights, side]; of the castling rights together with the side to move.
    """

    zobrist: npt.NDArray[np.uint64]
    to_move: npt.NDArray[np.uint64]


@packed
class Tables(NamedTuple):
    """The constants of a game of the orthodox family.

    Attributes:
        ways: how pieces move and attack.
        keys: the Zobrist keys.
        worth: the evaluation's tables.
        sites: uint64[site, column]; the castling rights (a bit each) that survive when a piece leaves the
            site or arrives there, the site's shade (0 dark, 1 light), and the rights that survive when a
            side's king leaves it.
        parts: the mechanics that the game has beyond those of chess; see `fairyring.kernels.stages`.
    """

    ways: Ways
    keys: Keys
    worth: Worth
    sites: npt.NDArray[np.uint64]
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Castling:
    """One castling: start and goal of king and rook, as site numbers, and the letter of its right.

    Attributes:
        side: whose castling it is.
        letter: the letter of its right.
        king: where the king starts and goes to.
        rook: where the rook starts and goes to.
        empty: what must be empty.
        safe: what must be safe.
        anywhere: empty, or the letters of king and rook where games start from many arrays: the right is then
            that of the rook's square, wherever the king stands, and is shared by castlings of one letter.
    """

    side: Side
    letter: str
    king: tuple[int, int]
    rook: tuple[int, int]
    empty: tuple[int, ...]
    safe: tuple[int, ...]
    anywhere: str = ""

    def is_onto_rook(self, board: Board) -> bool:
        """Whether it is written as if the king captured the rook: its ends may be those of a king's step."""
        start, goal = (board.places[site][0] for site in self.king)
        return bool(self.anywhere) or abs(start.x - goal.x) == 1


def rights_of(castlings: Sequence[Castling]) -> dict[str, int]:
    """The number of each right by its letter, in the order of the castlings."""
    return {letter: number for number, letter in enumerate(dict.fromkeys(c.letter for c in castlings))}


def code_of(kind: int, side: Side) -> int:
    """The code of a piece: ``kind`` is the index of its kind in the game's list."""
    return 2 * (kind + 1) + side.number


def build(
    board: Board,
    pieces: Sequence[Piece],
    castlings: Sequence[Castling],
    promotions: Sequence[int],
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
    passable: Callable[[int, Side], bool],
    minor: Sequence[int],
    blockers: int = 0,
    glances: Sequence[tuple[int, int, Way]] = (),
) -> Tables:
    """The tables of a game.

    Args:
        board: the board.
        pieces: the kinds of pieces, in the order of their numbers.
        castlings: all castlings; their rights have the numbers of `rights_of`.
        promotions: the kinds that a pawn may become.
        starts: whether a side's piece on a site may use its initial ways.
        far: whether a side's pawn promotes on a site.
        passable: whether a side's double step from a site can be captured en passant.
        minor: for each kind, the value for the last column of `Worth.pieces`.
        blockers: how many kinds of things there are that only block; their codes follow those of the pieces.
        glances: ways of attack on royal pieces alone: the code of a piece, its site, and the way.

    Raises:
        ValueError: the game is too large for the tables' integers.
    """
    _check_sizes(board, pieces)
    codes = 2 * (len(pieces) + 1 + blockers)
    everywhere = [
        (code_of(kind, side), piece, side, site)
        for kind, piece in enumerate(pieces)
        for side in Side
        for site in range(len(board))
    ]
    ways = {
        (code, site): tuple(
            way for way in piece.ways(board, site, side) if not way.initial or starts(site, side)
        )
        for code, piece, side, site in everywhere
    }
    for code, piece, _, site in everywhere:
        _check_ways(piece, ways[code, site])
    plain, hopping, paths = _sorted(ways)
    lines: dict[tuple[int, int], tuple[Line, ...]] = {}
    hops: dict[tuple[int, int], tuple[HopLine, ...]] = {}
    for code, piece, side, site in everywhere:
        lines[code, site] = move_lines(_flagged(piece, plain[code, site], site, side, far, passable))
        hops[code, site] = hop_lines(_flagged(piece, hopping[code, site], site, side, far, passable))
    shared = {at: _shared(lines[at], hops[at], paths[at]) for at in lines}
    ray_start, rays = _rays(lines, shared, codes, len(board))
    attack_start, attacks = _attacks(board, plain, glances)
    numbers = {piece.letter: code_of(kind, Side.WHITE) for kind, piece in enumerate(pieces)}
    further = path_parts(board, codes, paths, shared, numbers)
    parts = (*hop_parts(board, codes, hopping, hops, shared), *further)
    rights = rights_of(castlings)
    hashes = hash_numbers(codes * len(board) + (2 << len(rights)))
    table = np.full((len(board), 4), (1 << len(rights)) - 1, np.uint64)
    table[:, SHADE] = [board.shade(site) for site in range(len(board))]
    for castling in castlings:
        home = () if castling.anywhere else (castling.king[0],)
        for site in (*home, castling.rook[0]):
            table[site, KEEP] &= ~U(1 << rights[castling.letter])
        if castling.anywhere:
            table[:, KING_KEEP + U(castling.side.number)] &= ~U(1 << rights[castling.letter])
    by_code = np.zeros(codes, np.uint8)
    by_code[2 * (len(pieces) + 1) :] = BLOCKER
    for kind, piece in enumerate(pieces):
        for side in Side:
            by_code[code_of(kind, side)] = ROYAL if piece.royal else PAWN if piece.pawn else NON_PAWN
    return Tables(
        ways=Ways(
            ray_start=ray_start,
            rays=rays,
            segments=segments_of(ray_start, rays),
            attack_start=attack_start,
            attacks=attacks,
            kinds=by_code,
            promotions=np.array(promotions, np.uint64) + U(1),
            castlings=_castlings(castlings, pieces, attacks, attack_start, bool(parts)),
            parts=parts,
        ),
        keys=Keys(
            zobrist=hashes[: codes * len(board)].reshape(codes, len(board)),
            to_move=hashes[codes * len(board) :].reshape(-1, 2),
        ),
        worth=worth(board, pieces, promotions, lines, hops, paths, far, minor),
        sites=table,
    )


def _check_sizes(board: Board, pieces: Sequence[Piece]) -> None:
    if len(board) > MAX_SITES:
        raise ValueError(
            Message(
                "a board of {number} sites; the orthodox family takes at most {most}",
                number=len(board),
                most=MAX_SITES,
            )
        )
    if len(pieces) > MAX_KINDS:
        raise ValueError(
            Message(
                "{number} kinds of pieces; the orthodox family takes at most {most}",
                number=len(pieces),
                most=MAX_KINDS,
            )
        )


def _check_ways(piece: Piece, ways: Sequence[Way]) -> None:
    """Refuse ways that such a piece cannot have."""
    if piece.pawn and any(hurdle for way in ways for hurdle in way.hurdles if not hurdle.kind):
        raise ValueError(
            Message("the {piece} is a pawn, and a pawn cannot be a hopper", piece=Message(piece.name))
        )
    if any(way.passing for way in ways) and not piece.pawn:
        raise ValueError(
            Message(
                "the {piece} captures en passant (e), which only a pawn can: pawn=True",
                piece=Message(piece.name),
            )
        )
    if any(way.passing and not way.capture for way in ways):
        raise ValueError(
            Message(
                "the {piece} captures only en passant (e) where it cannot capture otherwise (c)",
                piece=Message(piece.name),
            )
        )
    if piece.pawn and not all(way.single or way.hurdle for way in ways):
        raise ValueError(
            Message(
                "the {piece} captures its own side's pieces, puts down what it captures, or captures"
                " royal pieces alone or all but them, which a pawn cannot",
                piece=Message(piece.name),
            )
        )


Sorted = dict[tuple[int, int], tuple[Way, ...]]


def _sorted(ways: Mapping[tuple[int, int], Sequence[Way]]) -> tuple[Sorted, Sorted, Sorted]:
    """Ways over empty sites, those over one piece, and paths; a piece with paths has none over one piece."""
    found: tuple[Sorted, Sorted, Sorted] = ({}, {}, {})
    for at, own in ways.items():
        walks = all(way.single for way in own)
        found[0][at] = tuple(way for way in own if way.single and not way.hurdle)
        found[1][at] = tuple(way for way in own if way.hurdle and walks)
        found[2][at] = tuple(way for way in own if not walks and (way.hurdle or not way.single))
    return found


def _ends(way: Way) -> int:
    """What a path may do at its goal, as flags."""
    bits = (int(MOVE) if way.move else 0) | (int(CAPTURE) if way.capture else 0)
    return bits | (FRIENDLY if way.friendly else 0)


def _flagged(
    piece: Piece,
    ways: Sequence[Way],
    site: int,
    side: Side,
    far: Callable[[int, Side], bool],
    passable: Callable[[int, Side], bool],
) -> list[tuple[Way, int]]:
    """The ways of a piece from a site, each with its flags."""

    def flags(way: Way) -> int:
        bits = (int(MOVE) if way.move else 0) | (int(CAPTURE) if way.capture else 0)
        if (
            piece.pawn and way.initial and way.through and passable(site, side)
        ):  # an enemy pawn may capture it on a site that it crosses
            bits |= int(DOUBLE)
        if piece.pawn and far(way.goal, side):
            bits |= int(PROMOTE)
        if piece.pawn and (way.capture if way.passing is None else way.passing):
            bits |= int(PASSING)
        return bits

    return [(way, flags(way)) for way in ways]


def _shared(lines: Sequence[Line], hops: Sequence[HopLine], paths: Sequence[Way]) -> dict[Outcome, int]:
    """Numbers for the goals that a piece can reach in several ways for the same end.

    Those of lines and hop lines have the first numbers. Only these must be below `MAX_SHARED`.
    """
    found: dict[Outcome, int] = {}
    several: dict[Outcome, int] = {}
    goals: list[tuple[Outcome, int]] = [
        (step.site, step.bits) for line in lines for step in line if step.bits
    ]
    goals += [(step.site, step.bits) for hop in hops for step in hop if step.bits]
    goals += [(outcome_of(way), _ends(way)) for way in dict.fromkeys(paths)]
    for site, bits in goals:
        if found.get(site, 0) & bits & (int(MOVE | CAPTURE) | FRIENDLY):
            several.setdefault(site, len(several))
        found[site] = found.get(site, 0) | bits
    if len(several) > MAX_SHARED:
        walked = {step.site for line in lines for step in line if step.bits}
        walked |= {step.site for hop in hops for step in hop if step.bits}
        in_order = sorted(several, key=lambda outcome: outcome not in walked)
        several = {outcome: number for number, outcome in enumerate(in_order)}
        if sum(outcome in walked for outcome in several) > MAX_SHARED:
            raise ValueError(
                Message(
                    "a piece has more than {most} goals that it can reach in several ways",
                    most=MAX_SHARED,
                )
            )
    return several


def _rays(
    lines: Mapping[tuple[int, int], tuple[Line, ...]],
    shared: Mapping[tuple[int, int], Mapping[Outcome, int]],
    codes: int,
    sites: int,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    start = np.zeros(codes * sites + 1, np.uint32)
    steps: list[int] = []
    for code in range(codes):
        for site in range(sites):
            start[code * sites + site] = len(steps)
            goals = shared.get((code, site), {})
            for line in lines.get((code, site), ()):
                for place, step in enumerate(line):
                    entry = step.site | step.bits | _skip(line, place)
                    if step.bits and step.site in goals:
                        entry |= int(SHARED) | goals[step.site] << int(ORDINAL_SHIFT)
                    steps.append(entry)
    start[-1] = len(steps)
    return start, np.array(steps, np.uint32)


def _attacks(
    board: Board,
    ways: Mapping[tuple[int, int], Sequence[Way]],
    glances: Sequence[tuple[int, int, Way]],
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]:
    """The lines outward from every site; ``ways[code, site]`` are a piece's ways."""
    captures: list[list[tuple[int, Way, int]]] = [[] for _ in range(len(board))]
    for code, site, way in glances:
        captures[way.goal].append((site, way, 1 << (int(ATTACKER_SHIFT) + code)))
    for (code, site), own in ways.items():
        for way in own:
            if way.capture and not way.hurdle:
                captures[way.goal].append((site, way, 1 << (int(ATTACKER_SHIFT) + code)))
    start = np.zeros(len(board) + 1, np.uint32)
    steps: list[int] = []
    for site, reaching in enumerate(captures):
        start[site] = len(steps)
        for line in attack_lines(reaching):
            steps += [step.site | step.bits | _skip(line, place) for place, step in enumerate(line)]
    start[-1] = len(steps)
    return start, np.array(steps, np.uint64)


def _skip(line: Line, place: int) -> int:
    distance = len(line) - place
    if distance > MAX_SKIP:
        raise ValueError(Message("a line of more than {most} sites", most=MAX_SKIP))
    return distance << int(SKIP_SHIFT)


def _castlings(
    castlings: Sequence[Castling],
    pieces: Sequence[Piece],
    attacks: npt.NDArray[np.uint64],
    start: npt.NDArray[np.uint32],
    hoppers: bool,
) -> npt.NDArray[np.uint64]:
    first, rights = int(CASTLING_SITES), rights_of(castlings)
    kinds = {piece.letter: kind for kind, piece in enumerate(pieces)}
    longest = max((len(c.empty) + len(c.safe) for c in castlings), default=0)
    table = np.zeros((len(castlings), first + longest), np.uint64)
    for number, castling in enumerate(castlings):
        # When the rook leaves, a king whose goal is known to be safe can be attacked only along a line that
        # continues behind the rook's start; or by a hopper, for which the rook is a hurdle.
        goal = castling.king[1]
        around = attacks[start[goal] : start[goal + 1]]
        opened = (
            not castling.safe
            or hoppers
            or any(
                int(step & SITE_MASK) == castling.rook[0] and (step >> SKIP_SHIFT) & SKIP_MASK > 1
                for step in around
            )
        )
        sizes = (len(castling.empty), len(castling.safe))
        home = code_of(kinds[castling.anywhere[0]], castling.side) if castling.anywhere else 0
        own = (castling.side.number, opened, rights[castling.letter], home)
        table[number, :first] = (*castling.king, *castling.rook, *own, *sizes)
        table[number, first : first + sum(sizes)] = (*castling.empty, *castling.safe)
    return table


def hash_numbers(amount: int, seed: int = 0x66616972796E67) -> npt.NDArray[np.uint64]:
    """Reproducible random numbers by splitmix64 (Steele, Lea, Flood 2014): the same for the same seed."""
    mask = (1 << 64) - 1
    state, numbers = seed, []
    for _ in range(amount):
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        numbers.append(mixed ^ (mixed >> 31))
    return np.array(numbers, np.uint64)
