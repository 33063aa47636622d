"""Xiangqi, Chinese chess: cannons, a river, and generals that stay in their palaces."""

from fairyring.board import grid, own_bank, palace, with_river
from fairyring.kernels.orthodox.rules import RIDES, Orthodox
from fairyring.mechanics import Chase, FacingKings, PerpetualCheck, Results
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece, Where, Within, betza
from fairyring.variants.definition import Definition, Figure, Group

ARRAY = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
STEP, LAME = "It stays in its palace.", "A piece beside it, on the first square of its way, blocks it."
JUMP = "It moves like a chariot. To capture, it jumps over exactly one piece of either side, far or near."
MIDDLE = "A piece on the square between blocks it, and it stays on its own bank of the river."
AHEAD = "It moves and captures one square ahead, and beyond the river sideways, too. It never promotes."
CHASES = (
    "Perpetual chases are judged by the rules of the Asian Xiangqi Federation, as far as Fairy-Stockfish"
    " follows them, and only if the repetition takes at most 63 plies."
)


def variant() -> Definition:
    """The game."""
    pieces = (
        Piece("P", "soldier", Where(own_bank, betza("fW"), betza("fsW")), drawing="pawn", note=AHEAD),
        Piece("C", "cannon", "mRcpR", note=JUMP),
        Piece("R", "chariot", "R", drawing="rook", note=RIDES),
        Piece("N", "horse", "nN", drawing="knight", note=LAME),
        Piece("B", "elephant", Within(betza("nA"), own_bank), note=MIDDLE),
        Piece("A", "advisor", Within(betza("F"), palace), note=STEP),
        Piece("K", "general", Within(betza("W"), palace), royal=True, drawing="king", note=STEP),
    )
    mechanics = (Results(stalemate="loss"), FacingKings(), PerpetualCheck(), Chase())
    rules = Orthodox(with_river(grid(9, 10)), pieces, promotions="", mechanics=mechanics)
    cannon = "The cannon on e3 can capture the elephant behind the horse, but not the horse itself."
    return Definition(
        title="Xiangqi",
        group=Group.XIANGQI,
        summary="Chinese chess: cannons jump to capture, and a river and two palaces divide the board.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
        notes=("The side that moves first, which is red in most sets, is called White here.",),
        rulings=(CHASES,),
        figures=(Figure("4k4/9/4b4/p7p/4n4/9/9/4C4/9/3K5 w - - 0 1", "e3", cannon),),
        sources=("https://www.chessvariants.com/xiangqi.html",),
    )
