"""MetaChess #4: officers sit on pieces, own or enemy."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.kernels.riding.rules import Riding
from fairyring.notation.riding import riding_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure

NOTES = (
    (
        "Chess with a second level. The men of chess stand as ever and move as ever on the 64 squares of the"
        " ground. But an officer (king, queen, rook, bishop or knight) may also sit on a man: first on one of"
        " his own side, and from there on those of the enemy too. So every officer can be developed before a"
        " single pawn has moved."
    ),
    (
        "The backs of the men are a board of their own, at most 30 squares that come, go and wander as the"
        " men do. To sit on an enemy is to annex him: he stands where he stood, and can do nothing."
    ),
)
FIGURES = (
    Figure(
        "6k1/3b4/8/8/2(pn)(PR)Pp2/8/8/6K1 w - - 0 1",
        "d4^",
        (
            "The rook rides his own pawn. Along the ground he goes up to the bishop, whom he may take, down"
            " the file, and on c4 he may take the pawn from under the knight. Along the backs he may take"
            " that knight, sit on his own pawn on e4, or pass over him and annex the pawn on f4. On d5 and d3"
            " there is no back to go over."
        ),
    ),
    Figure(
        "4k3/8/3p1p2/2P5/4(pN)3/2p5/3P1(Pn)2/4K3 w - - 0 1",
        "e4^",
        (
            "A knight on an enemy leaps from back to back only. He may take the black knight who rides on"
            " f2, annex the pawns on d6, f6 and c3, or come to his own pawns on c5 and d2."
        ),
    ),
    Figure(
        "4k3/8/8/3(pn)4/8/2N5/8/4K3 w - - 0 1",
        "c3",
        (
            "The knight may take the pawn under the rider. The black knight stays: he then sits on the white"
            " one, who is annexed."
        ),
    ),
)
RULINGS = (
    (
        "Who takes a man who carries a rider takes that man alone. The rider, of whichever side, stays and"
        " now sits on the captor, who is blocked. A pawn who promotes by such a capture carries the rider as"
        " the new man. The option riders_fall has the rider taken too."
    ),
    "One may take the enemy whom one's own officer has annexed, and then sits under one's own officer.",
    ("Nobody sits on a king, so a king cannot take a man who carries a rider. With riders_fall he can."),
    (
        "A king who rides is in check from whoever could come to that back: along the backs, or along the"
        " ground if the man under him is the enemy's. The man under a king may be taken; the king then sits"
        " on the captor. With riders_fall he would be taken as well: so a king on his own man is in check"
        " when that man can be taken, and nobody may take the man under his own king."
    ),
    (
        "There is no rule that keeps the kings apart but check itself. Two kings side by side are always"
        " a check to one of them at least, whatever they stand or sit on."
    ),
    (
        "A king's step to a back ends his right to castle. A rider who comes to the rook's back or leaves it"
        " changes no right; but the rook cannot castle while he is ridden."
    ),
    "A back that can be reached along the ground and along the backs is one goal: the two ways are one turn.",
    "Only captures and pawns' moves begin the count of 100 plies anew. To mount an empty back does not.",
    "White has 39 turns at the start, and two plies can be played in 1521 ways (1519 with riders_fall).",
)


def variant(riders_fall: bool = False) -> Definition:
    """The game; with ``riders_fall`` the rider of a captured man is captured with him."""
    board = grid(8, 8)
    rules = Riding(
        board,
        usual_pieces(),
        promotions="QRBN",
        castlings=usual_castlings(board),
        riders_fall=riders_fall,
    )
    return Definition(
        title="MetaChess #4",
        summary="Officers sit on pieces, own or enemy: a second, ever-changing board on top of the first.",
        rules=rules,
        form=riding_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        notes=NOTES,
        rulings=RULINGS,
        figures=FIGURES,
        options={"riders_fall": "Who takes a man takes the rider on his back as well."},
    )
