"""The ways of a notation are what a piece does that walks by its definition, on boards with pieces."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

import pytest

from fairyring.board import Board, Side, grid
from fairyring.pieces import BetzaError, Movement, Whose, betza
from tests import lanes
from tests.oracle.betza import Outcome, Walker

WIDTH, HEIGHT = 7, 6
SINGLE = """
KN fbNF flrbN R3 nN nA nZ nH nC nG nD2 nNN mRcpR gQ pR4 pNN tpR tgQ fhN hlC rhZ (4,1) f(4,0) (3,3)
l(2,4)2 dQ mdN mcdK cdR cU U mU jN jA jD jH jZ jC jG jR jB3 cjQ fjR oR oN ofsB opR ogQ ojR onN oqN qN qB
qR4 qC zB zR zNN zQ3 mqN czB dpR imfD iN LJ flF fsF vlB rK sQ2
""".split()
CHAINS = """
mafsmafW afsF afsK aK aaK masR mafsR pasR pafR gafQ gafK pafK casR fcafmF cabmN cabN caK mcabK mpafN
mpafK yafsW gafsR gafsW2 pafpafW papabW tpafR tgafK cpasR dafK cdafF mdpaK mafrB maflW afsafzK afsafqK
asazW lafR oafK oabcR cafdK dabK gabyabsR abafW pacabW masarN acN fsafafN
""".split()
BRACKETS = """
t[FR] mt[FR] t[WB3] [F?R] c[F?R] [W-F] [W-fF] [cF-mF] [pQ-K] [pR-cR] mR[pR-cR] [W?F?R] [W-F-F] [N?R]
[W-N] [F-N] [F-flN] [N?fB] [R-sR] [F-lR] [mF?cR] o[F?R] i[W-F] [dR-W] [tpR-R] [cpW-D] [pK-(4,1)] [cN-bmN]
[F-fsW] [W?lvF] [A-Z] [R2?F]
""".split()
DISPLACING = """
uR udR ucB umdN u(2,4)2 udU ufsdW afudQ afucR asudW mpafudR ucafmF ucafQ udcafK cafmuK [dD-bucW]
mcaucW mdaudF [W-udR] [uR-cF] c[W-uF] kQ ckR mkN mckK tR mtB cdtN kU tU afkR aftQ makF uckK
[W-kR] FX WXDX AX NY DY2 CYHX GX ZY
""".split()


def outcomes(
    board: Board,
    movement: Movement,
    start: int,
    others: Mapping[int, bool],
    home: bool,
    royals: Collection[int] = (),
) -> set[Outcome]:
    """What the open ways lead to."""
    found = set()

    def place(site: int) -> tuple[int, int]:
        return site % WIDTH, site // WIDTH

    def is_whose(site: int, whose: Whose) -> bool:
        return site in others and (whose is Whose.ANY or others[site] is (whose is Whose.OWN))

    for way in movement.ways(board, start, Side.WHITE):
        if (way.initial and not home) or not others.keys().isdisjoint(way.through):
            continue
        if not all(is_whose(hurdle.site, hurdle.whose) for hurdle in way.hurdles):
            continue
        allowed, put = way.move, way.unload
        if way.goal in others:
            allowed = way.friendly if others[way.goal] else way.capture
            own = others[way.goal] and way.unload is None
            if not own and way.royal is not None:
                allowed = allowed and (way.goal in royals) is way.royal
        elif way.taken is None:
            put = None
        if put is not None and way.taken in royals:
            continue
        if allowed:
            taken = None if way.taken is None else place(way.taken)
            found.add(Outcome(place(way.goal), taken, None if put is None else place(put)))
    return found


def compare(text: str, boards: int) -> int:
    """Compare on boards with more and more pieces; how much there was to compare."""
    board, chance, movement = grid(WIDTH, HEIGHT), random.Random(text), betza(text)
    compared = 0
    for number in range(boards):
        density = (0.05, 0.2, 0.4, 0.7)[number % 4]
        start = chance.randrange(len(board))
        sites = [site for site in range(len(board)) if site != start and chance.random() < density]
        others = {site: chance.random() < 0.5 for site in sites}
        home = chance.random() < 0.5
        royals = [site for site in sites if chance.random() < 0.2]
        placed = {(site % WIDTH, site // WIDTH): own for site, own in others.items()}
        kings = {(site % WIDTH, site // WIDTH) for site in royals}
        at = (start % WIDTH, start // WIDTH)
        walked = Walker(WIDTH, HEIGHT, at, placed, home, kings).outcomes(text)
        # A capture on the goal alone is one move, however the piece got there.
        walked = {each._replace(taken=None) if each.taken == each.goal else each for each in walked}
        found = outcomes(board, movement, start, others, home, royals)
        assert found == walked, (text, board.names[start], sorted(placed.items()))
        compared += len(walked)
    return compared


@pytest.mark.parametrize("text", SINGLE + CHAINS + BRACKETS + DISPLACING)
def test_the_ways_are_those_of_a_walk(text: str) -> None:
    assert compare(text, lanes.samples(80, 20, usual=32))


@pytest.mark.parametrize("text", ["mabK", "pabK", "[N-bN]", "[fW-bW]"])
def test_a_path_back_without_a_capture_is_no_move(text: str) -> None:
    assert compare(text, 4) == 0


def test_any_notation_is_walked_or_refused() -> None:
    chance, played = random.Random(8), 0
    for _ in range(lanes.samples(1500, 150, usual=500)):
        letters = "".join(chance.sample("fblrvsmcdpgtyaaaoijuk", chance.randrange(6)))
        text = letters + chance.choice(("W", "F", "N", "K", "D", "A", "R", "B", "R2", "W3", "(4,1)"))
        if chance.random() < 0.3:
            legs = [
                "".join(chance.sample("fblrsmcdptuk", chance.randrange(3))) + chance.choice("WFNRAB")
                for _ in "12"
            ]
            text = f"[{legs[0]}{chance.choice('?-')}{legs[1]}]"
        try:
            betza(text)
        except BetzaError:
            continue
        played += compare(text, 4) > 0
    assert played > lanes.samples(300, 30, usual=100)
