"""Fairy-Stockfish's reading of a notation: it judges every string that its variants use."""

from __future__ import annotations

import random
import re
from itertools import count

import pyffish
import pytest

from fairyring.board import Board, Side, grid
from fairyring.pieces import Dialect, Movement, betza
from tests import lanes

# What the pieces of its variants and of variants.ini are made of.
STRINGS = """
mWfceFifmnD KN QNAD gBgR fmWfcF R mQcN mQcB mQcR mQcK C NC NA WF D DWF BNW RNF FvW pQ mQ2cQ2 fsmWfceF fmWfceF
mBcpB FsfW cQ cB cN cR mRcW mQ2cW mRcD WcF mQ3 mF mW mB3 mR3 mN mNcK fFfW ffNfsN fB fBfR NN mfWfcFfhmnN mfW K
mQ fmWfceFifmnD mfWcfF mvR mfrWmrfF mKmNmAmD mKmgQ mQmgQ mRmgQ BK NK KifmnD RK pR pB mRpRmFpB2 mBpBmWpR2 mfR
mfFmfW cK lfrbB rflbB lrR hlN hrN WfF FfW RmF NmK BmW KAD mK mWcF AD AF AW DF DW mfsW cW mfhNcfW Z GH NAD ZAD
ZC FWGH vW nC mR W mfFcfeWimfnA fsmWfceFifmnD fbmWfceFifmnD mflFcflW gQ mfF BnN fRrbBlbF fRlbBrbF bFfD fAbD
KbRfBbF2 fNsW fmFfcWimA FAsmW WD mDmNmA fRffN fFfR frlR WfFbR fKbR vR NW CF FDH DAW fKifmnD NNQ N B Q F A FA
RF BN RN QN mNcB mBcN mNcR mRcN fW fR fN BW fmWfF mRcpR fsW nN nA RcpRnN
""".split()
# What they do not use, but the program reads.
MORE = """
fsK flK fsQ fblF vlW lvN rvC bhZ rhN hrC WWW RR R1 nR nNN N2 B9 pW gR3 pR1 pB3 gK ffrrN fhK flrbN nZ nJ
 lrnA ffsN fvN blbrQ mfsRcbK ifN sA fF2 RbC0 cvDmsH pNW nCW DDW ceR
""".split()
NUMBERS = count()


def variant(text: str) -> str:
    name = f"judged{next(NUMBERS)}"
    pyffish.load_variant_config(f"[{name}:chess]\ncustomPiece1 = a:{text}\ncastling = false\n")
    return name


def array(board: Board, chance: random.Random, start: int) -> tuple[str, dict[int, bool]]:
    """A position as the program reads it, with the piece that moves on a site; and whose the others are."""
    density = chance.choice((0.1, 0.25, 0.45))
    pieces = {
        site: chance.random() < 0.5 for site in range(64) if site != start and chance.random() < density
    }
    king = chance.choice(sorted({*range(64)} - {start}))  # without it, the game is over
    pieces[king] = False
    rows = []
    for y in range(7, -1, -1):
        row = ""
        for x in range(8):
            site = board.charts[0].rows[y][x]
            other = "k" if site == king else "N" if pieces.get(site) else "n"
            row += "A" if site == start else other if site in pieces else "1"
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    return "/".join(rows) + " w - - 0 1", pieces


def reached(board: Board, movement: Movement, start: int, pieces: dict[int, bool]) -> set[str]:
    """Where the ways lead, for a White piece on its own second rank or elsewhere."""
    found = set()
    for way in movement.ways(board, start, Side.WHITE):
        assert way.single
        if way.initial and board.rank(start, Side.WHITE) != 1:
            continue
        if any(site in pieces for site in way.through) or (way.hurdle and way.hurdle.site not in pieces):
            continue
        if (way.goal not in pieces and way.move) or (
            way.goal in pieces and way.capture and not pieces[way.goal]
        ):
            found.add(board.names[way.goal])
    return found


@pytest.mark.parametrize("text", STRINGS + MORE)
def test_it_reads_a_notation_as_fairy_stockfish_does(text: str) -> None:
    board, chance, name = grid(8, 8), random.Random(text), variant(text)
    movement = betza(text, Dialect.FAIRY_STOCKFISH)
    met = 0
    for _ in range(lanes.samples(60, 10, usual=10)):
        start = chance.randrange(64)
        fen, pieces = array(board, chance, start)
        moves = pyffish.legal_moves(name, fen, [])
        judged = {move[2:] for move in moves if move[:2] == board.names[start]}
        assert reached(board, movement, start, pieces) == judged, fen
        met += len(judged)
    assert met or text == "nC"  # which it reads as no move at all


def test_nothing_at_all_is_a_piece_that_does_not_move() -> None:
    assert betza("", Dialect.FAIRY_STOCKFISH).parts == ()
