"""The composed oracle against Fairy-Stockfish, and against the oracle of the orthodox games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import cycle
from typing import Any

import pyffish
import pytest

from tests import lanes

from .composed import GAMES, game, ravioli
from .composed.judge import differences, sign, successor_difference, worth
from .composed.position import Move, Position, other
from .composed.walks import walk
from .orthodox import Oracle

# As many as it takes to meet all events; pyffish takes two milliseconds an answer.
LEAST, NODES = lanes.samples(40, 20), 100
LENGTH = 10
EAGER = 0.8

USUAL = {"capture", "check", "double step"}
EVENTS = {
    "chess": USUAL | {"castling", "promotion", "en passant"},
    "atomic": USUAL | {"explosion", "explosion wins", "castling", "promotion"},
    "crazyhouse": USUAL | {"drop", "promotion", "checkmate wins"},
    "3check": USUAL | {"checks wins"},
    "kingofthehill": USUAL | {"goal wins"},
    "racingkings": {"capture", "goal wins", "both reached the goal draws"},
    "antichess": {"capture", "promotion", "stalemate wins", "no pieces wins"},
    "atlantis": USUAL | {"drop", "castling", "promotion"},
    "castle": {"capture", "castling", "castling wins"},
    "chessgi": USUAL | {"drop", "promotion"},
    "makpong": {"capture", "check", "promotion"},
    "micro": {"capture", "drop", "promotion", "check"},
    "opposite-castling": USUAL | {"castling"},
    "petrified": {"capture", "castling", "check", "promotion", "double step"},
    "placement": {"capture", "drop", "castling"},
    "pocketknight": USUAL | {"drop", "castling"},
    "seirawan": USUAL | {"castling"},
    "duck": {"capture", "double step", "castling", "promotion", "extinction wins"},
    "horde": USUAL | {"first rank", "promotion", "no pieces wins"},
    "capablanca": USUAL | {"castling", "promotion", "en passant"},
    "shatranj": {"capture", "check", "promotion", "bare king wins", "checkmate wins"},
    "makruk": {"capture", "check", "promotion", "no progress draws"},
    "xiangqi": {"capture", "check", "hop", "checkmate wins", "stalemate wins"},
    "grand": USUAL | {"promotion", "en passant"},
    "shogi": {"capture", "check", "drop", "promotion", "checkmate wins"},
    "isolation": {"stalemate wins"},
    "snailtrail": {"stalemate wins"},
    "chess960": USUAL | {"castling", "promotion"},
    "coregal": USUAL | {"castling", "promotion", "checkmate wins"},
}
"""What must have happened in the games that are compared."""

STARTS: dict[str, Sequence[str]] = {
    "chess": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/P5pp/8/2pP4/8/8/PP4p1/R3K2R w KQ c6 0 1",
        "4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1",
    ),
    "atomic": (
        "r3k2r/1p4P1/8/8/8/8/1P2b1p1/R3K2R w KQkq - 0 1",
        "r6r/pp4pp/8/8/8/8/3k2PP/R3K2R w KQ - 0 1",  # touching kings: in no check
        "rn2k2r/pp4pp/8/8/1q6/8/3p2PP/R3K2R w KQkq - 0 1",
    ),
    "crazyhouse": (
        "6rk/6pp/8/8/8/8/PP6/KR6[Nn] w - - 0 1",
        "r3k2r/pPp2ppp/8/8/8/8/PPp2PpP/R3K2R[QRNqbp] w KQkq - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/6K1[QRNPqrnp] w - - 0 1",
        "r1bQ~k3/ppp4p/8/8/8/8/PP2n1q~P/R3K2R[Pp] b KQ - 0 1",
    ),
    "3check": ("r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 2+1 0 1",),
    "kingofthehill": ("r6r/pppp1ppp/2k5/8/8/5K2/PPPP1PPP/R6R w - - 0 1",),
    "racingkings": (
        "8/1K4k1/8/8/8/8/3r1n2/4NB2 w - - 0 1",  # Black can answer
        "8/1K6/6k1/8/8/8/3r1n2/4NB2 w - - 0 1",
        "1K6/6k1/8/8/8/8/8/8 b - - 0 1",  # and here at once
    ),
    "antichess": (
        "8/1P4p1/8/8/8/8/1p4P1/8 w - - 0 1",
        "8/8/p7/8/P7/8/8/8 w - - 0 1",  # the pawns block each other after one move
        "8/8/8/3r4/8/8/2N5/8 w - - 0 1",
        "k7/8/8/1Pp5/8/8/8/7K w - c6 0 1",  # en passant is the only capture
    ),
    "atlantis": (
        "r3k2r/pP5p/8/8/3Pp3/8/P5pP/R3K2R b KQkq d3 0 1",
        "**2k3/*6*/8/3*4/8/2r5/8/***1K3 w - - 0 1",
    ),
    "castle": (
        "r3k2r/1p4p1/8/3b4/4B3/8/1P4P1/R3K2R w KQkq - 0 1",
        "r2nk2r/8/8/8/8/8/8/R2NK2R w KQkq - 0 1",  # rooks capture each other
        "r3k3/p3p3/8/8/8/8/P3P3/R3K3 w Qq - 0 1",
        "r3k3/pp6/8/2npb3/2PBN3/8/PP6/R3K3 w Qq - 0 1",
        "r3k3/p2pp3/8/8/8/8/P2PP3/R3K3 b Qq - 0 1",
    ),
    "chessgi": (
        "r2Qk3/pPp4p/8/8/8/8/PPp3qP/R3K2R[PPnp] b Q - 0 1",
        "4k3/P6p/8/8/8/8/p6P/4K3[QRPqp] w - - 0 1",
    ),
    "micro": ("k+p2/4/1P+r1/2B1/K1+L1[Pl] w - - 0 1", "k2b/1+l2/4/P+B2/K3[Rpr] b - - 0 1"),
    "makpong": (
        "4k3/8/8/8/8/3n4/8/R2K3r w - - 0 1",
        "4k3/4r3/8/8/8/8/4r3/R3K2S w - - 0 1",  # the king captures what gives check
        "8/8/4p3/3P4/3k4/2S5/3M4/4K3 b - - 0 1",
        "3k4/8/8/2P5/8/1N6/8/R3K2R w - - 0 1",
    ),
    "opposite-castling": ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",),
    "petrified": (
        "r3k2r/pPp1pppp/8/3q4/4Q3/8/PPp1P1pP/R3K2R w KQkq - 0 1",
        "4k3/8/2n5/1N6/3b1P2/8/5R2/4K3 w - - 7 20",
        "4k3/8/8/1P6/8/8/5p2/4K3 w - - 98 80",
    ),
    "placement": (
        "8/pppppppp/8/8/8/8/PPPPPPPP/8[KRBBkrbb] w - - 0 1",
        "3r4/pppppppp/8/8/8/8/PPPPPPPP/N1NRR3[KBBkrbb] w - - 0 1",  # room for the last bishop
        "r3k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[RRr] b q - 0 1",
        "r3k2r/pP4p1/8/8/8/8/1p4PP/R3K2R[] w KQkq - 0 9",
    ),
    "pocketknight": (
        "r3k2r/pP5p/8/8/8/8/Pp5P/R3K2R[Nn] w KQkq - 0 1",
        "6rk/6pp/8/8/8/8/PP6/KR6[Nn] w - - 0 1",
    ),
    "isolation": ("2p3/1*1*2/2*3/6/6/6/1**1*1/*P1*2 w - - 0 1", "p*4/1*4/**4/6/6/6/4*1/5P b - - 0 1"),
    "snailtrail": ("6p/7/7/7/7/**5/P*5 w - - 0 1", "p*5/1*5/7/7/7/3***1/3*P*1 w - - 0 1"),
    "chess960": (
        "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
        "6kr/1ppppppp/8/8/8/8/PPPPPPP1/qRK5 w Bh - 0 1",  # the rook shields the king
        "1r1kr3/8/8/8/8/8/8/1R1KR3 w EBeb - 0 1",
        "rr2k1rr/8/8/8/8/8/P6P/1RR1K1RR w HCgb - 0 1",  # not the outermost
        "5rkr/4P3/8/8/8/8/4p3/RKR5 b CAhf - 0 1",
        "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    ),
    "coregal": (
        "r3k2r/pppqpppp/8/8/1b6/8/PPPP1QPP/R3K2R w KQkq - 0 1",
        "3qk3/P6P/8/8/3p4/8/8/R2QK2R w KQ - 0 1",
        "4k3/PP6/8/8/8/2n5/8/R3K2R b KQ - 0 1",
        "6qk/6pp/8/8/8/8/5R2/5RK1 w - - 0 1",
    ),
    "seirawan": (
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[EHeh] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/r1B1K3[EH] w CE - 0 1",  # pinned on its own rank
    ),
    "duck": (
        "r3k2r/P6P/8/8/3pP3/8/p6p/R3K2R b KQkq e3 0 1",
        "4k3/1P4P1/8/8/3*4/8/1p4p1/4K3 w - - 0 1",
        "k7/8/8/1Pp5/*7/8/8/7K w - c6 0 1",
    ),
    "horde": (
        "4k3/8/8/8/3r4/1q6/8/P2P4 w - - 0 1",
        "4k3/8/8/8/8/2p1p3/8/3P4 w - - 0 1",  # no en passant after d1-d3
        "r3k2r/1P4P1/8/8/5pp1/8/4P2P/PPP1PP1P w kq - 0 1",
    ),
    "shatranj": (
        "3k4/8/8/8/5n2/8/4R3/4K3 b - - 0 1",
        "3k4/1P6/8/8/5n2/8/4R3/4K3 b - - 0 1",
        "8/4kP2/8/3r4/4K3/8/8/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/6p1/R3K2R w - - 0 1",
        "8/8/8/3k4/3q4/8/8/R2K4 w - - 138 90",
    ),
    "grand": (
        "r8r/1nbPkcabn1/ppp1pppppp/10/10/10/10/PPPPPPP1PP/1NBK1pAB2/R8R w - - 0 1",
        "r8r/1nbqkcabn1/pppppppPpp/2P7/10/10/4p5/PPPP1PPPPP/1NB1KCABN1/R8R w - - 0 1",
        "4k5/10/P8P/10/10/3pP5/10/6p3/2p7/5K4 b - e4 0 1",
        "5k4/10/10/10/10/10/10/3P6/10/5K3q w - - 0 1",
        "4k5/10/10/10/10/3pPp4/10/10/10/5K4 b - e4 0 1",
    ),
    "shogi": (
        "lnsgk1snl/1r4gb1/p1pppp1pp/6p2/1P7/2P6/P2PPPPPP/1B5R1/LNSGKGSNL[P] b - - 0 1",
        "k8/3+P1S2N/1L2G2R1/9/9/9/1l1s1g1r1/n5+pp1/4K4[NLPgpsb] w - - 0 1",
        "7lk/7p1/6G1N/9/9/9/9/9/4K4[GPPg] w - - 0 1",
        "8k/7gp/8G/6N2/9/9/9/4K4/9[PSRprb] w - - 0 1",
        "4k4/9/4P4/9/9/9/9/4p4/4K4[GGRgs] w - - 0 1",
    ),
    "makruk": (
        "8/3k4/4p3/3P4/8/2R5/8/4K3 w - - 0 1",
        "4k3/8/8/2P5/3p4/6n1/8/R3K2S w - - 0 1",
        "4k3/8/8/8/8/8/2R3N1/4K3 w - 32 27 1",
        "4k3/2s5/8/8/8/8/2R3N1/4K3 w - 128 120 1",
        "8/8/3k4/2PN4/8/8/8/4K3 b - - 5 60",
        "3k4/8/2K5/8/8/8/8/R7 w - 32 31 1",
    ),
    "capablanca": (
        "r4k3r/pP1c1ppPap/10/10/10/10/PpC1A1PPpP/R4K3R w KQkq - 0 1",
        "5k4/P7pp/10/3pP5/10/10/PP5p2/R4K3R w KQ d6 0 1",
        "5k4/10/10/3PpP4/10/10/10/5K4 w - e6 0 1",
        "r4k3r/p8p/10/10/10/10/P8P/R4K3R w KQkq - 0 1",
    ),
    "xiangqi": (
        "2bak1b2/4a4/2n1c3n/p3C3p/4p4/4P4/P3c3P/2N1C3N/4A4/2BAK1B2 w - - 0 1",  # cannons that pin
        "4k4/4a4/9/4C4/4R4/4P4/9/4c4/9/3K5 b - - 0 1",
        "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",  # no check and no move
        "R3k4/9/4P4/9/9/9/9/9/9/3K5 b - - 0 1",  # mate
        "3k5/9/9/9/9/9/9/3N5/9/3K5 w - - 0 1",  # only the horse stands between the generals
        "3k5/9/4P4/9/2b6/9/9/4B4/4A4/3AK4 w - - 0 1",
        "3akab2/9/4b1n2/p7p/2P6/6p2/P2c4P/4B1N2/4A1C2/3AK4 b - - 0 1",
    ),
}
"""Positions close to something rare, from which half of the games start."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_fairy_stockfish_agrees(name: str) -> None:
    """The legal moves and where they lead, check, and how and when games end."""
    assert EVENTS[name] - judged(name, STARTS[name], EVENTS[name]).keys() == set(), "that has not happened"


def judged(name: str, near: Sequence[str], wanted: Collection[str]) -> Counter[str]:
    """Hold walks from the start and some positions against Fairy-Stockfish; what has happened in them.

    They are as many as it takes until all that is wanted has happened, if it happens soon.
    """
    ours, chance, seen = game(name), random.Random(1), Counter[str]()
    starts, nodes = cycle([ours.start_text, *near]), 0
    while nodes < LEAST or (nodes < NODES and not seen.keys() >= set(wanted)):
        pos = ours.read(next(starts))
        assert not ours.in_check(pos, other(pos.side)), "no game leads there"
        assert differences(ours, name, pos) == []
        line = list[tuple[Position, Move]]()
        for ply in walk(ours, pos, chance, LENGTH, EAGER):
            nodes += 1
            line.append((ply.before, ply.move))
            seen.update(ply.events)
            assert successor_difference(ours, name, ply.before, ply.move, ply.after) == []
            assert differences(ours, name, ply.after, last=line[-2:]) == []
            pos = ply.after
            if ours.closed(pos):
                break
        if found := ours.result(pos):
            seen[f"{found.reason} {'wins' if found.winner else 'draws'}"] += 1
    return seen


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["marseillais", "progressive"])
def test_each_of_several_moves_is_a_move_of_chess(name: str) -> None:
    """With one of the pawns that can be captured en passant, and for the side to move."""
    ours, chance, captured = game(name), random.Random(4), 0
    starts = ["4k3/pp1p1p2/8/2P1P1P1/1p1p4/8/P1P1P3/4K3 b - - 2 0 9", ours.start_text]
    for text in starts * 8:
        for ply in walk(ours, ours.read(text), chance, 20, EAGER):
            pos = ply.after
            passed = [
                each.site for each in pos.state["double steps"] if pos.pieces[each.pawn].side != pos.side
            ]
            placement = ours.write(pos).split()[0].replace("'", "")
            wanted = set()
            for site in passed or ["-"]:
                fen = f"{placement} {pos.side[0]} {pos.castling or '-'} {site} 0 1"
                wanted |= set(pyffish.legal_moves("chess", fen, []))
            assert {move.uci for move, _ in ours.moves(pos)} == wanted
            captured += "en passant" in ply.events
    assert captured


def test_turns_have_as_many_moves_as_the_rules_say() -> None:
    """And a check ends a turn."""
    for name, moves, sides in (
        ("marseillais", ("e2-e4", "e7-e5", "d7-d5", "f1-b5", "c7-c6", "c6-b5", "a2-a4"), "wbbwbbww"),
        ("progressive", ("e2-e4", "e7-e5", "d7-d5", "e4-d5", "b1-c3", "c3-e4", "a7-a6"), "wbbwwwbb"),
    ):
        ours = game(name)
        pos = ours.start()
        seen = pos.side[0]
        for move in moves:
            pos = ours.legal(pos)[move]
            seen += pos.side[0]
        assert seen == sides


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["chess", "ravioli"])
def test_without_mechanics_it_is_the_oracle_of_orthodox_games(name: str) -> None:
    ours, theirs, chance = (
        {"chess": game("chess"), "ravioli": ravioli()}[name],
        Oracle(name),
        random.Random(3),
    )
    seen = Counter[str]()
    placement = "r3k2r/P6P/8/8/8/8/p6p/R3K2R" + ("|6/1PPP2/6/6/2ppp1/6" if name == "ravioli" else "")
    for text in [ours.start_text, *[f"{placement} w KQkq - 0 1"] * 3]:
        pos, known = ours.read(text), theirs.read(text)
        for ply in walk(ours, pos, chance, 50):
            known, pos = theirs.legal(known)[ply.move.text], ply.after
            seen.update(ply.events)
            assert ours.write(pos) == theirs.write(known)
            assert ours.legal(pos).keys() == theirs.legal(known).keys()
            assert ours.in_check(pos) == theirs.in_check(known)
            result = ours.result(pos)
            assert (result and (result.winner, result.reason)) == theirs.result(known)
    assert {"capture", "check", "double step", "promotion", "castling"} - seen.keys() == set()


# Where squares are used up nothing comes back, pyffish has no game of the name of Chess960, and it calls the
# walls of Atlantis otherwise.
NEVER_THREE = set("atlantis chess960 duck horde isolation placement seirawan snailtrail".split())


def goes_back(pos: Any, origin: str | None) -> bool:
    """Whether a move from a square may be taken back later: drops and steps of pawns cannot."""
    return origin is not None and pos.pieces[origin].letter != "P"


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(GAMES.keys() - NEVER_THREE))
def test_repetitions_end_a_game_as_in_fairy_stockfish(name: str) -> None:
    """Counted over a game's moves, as Fairy-Stockfish does.

    Not where there is no way back or pieces are put down first, and not in Seirawan Chess, where
    Fairy-Stockfish does not see that a square on which a piece may still come in makes another position.
    """
    ours, chance, drawn = game(name), random.Random(2), 0
    for _ in range(2):
        pos, played, history = ours.start(), list[str](), list[Hashable]()
        for _ in range(20):
            history.append(ours.key(pos))
            moves = {move.uci: after for move, after in ours.moves(pos)}
            back = played[-2][2:] + played[-2][:2] if len(played) > 1 else ""
            steps = [move.uci for move, _ in ours.moves(pos) if goes_back(pos, move.origin)]
            uci = back if back in moves else chance.choice(steps or sorted(moves))
            pos = moves[uci]
            played.append(uci)
            result = ours.result(pos, history)
            over, _ = pyffish.is_optional_game_end(name, ours.start_text, played)
            assert (result is not None and result.reason.endswith("repetition")) == over
            drawn += over
            if result:
                break
    assert drawn


CHECKS = ["a2a10", "e10e9", "a10a9", "e9e10", "a9a10"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", CHECKS + CHECKS[1:] * 2),  # White has lost
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", ["a2a3", "e10e9", "a3a2", "e9e10"] * 3),
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", CHECKS[:4] + ["a9a8", "e10e9", "a8a9", "e9e10"] * 3),
    ],
)
def test_perpetual_check_loses(text: str, moves: list[str]) -> None:
    ours, history = game("xiangqi"), list[Hashable]()
    pos, played = ours.read(text), list[str]()
    for uci in moves:
        history.append(ours.key(pos))
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
        played.append(uci)
        result = ours.result(pos, history)
        over, value = pyffish.is_optional_game_end("xiangqi", text, played)
        assert (result is not None) == over
        if result:
            assert worth(result, pos.side) == sign(value)
            break
    assert result
