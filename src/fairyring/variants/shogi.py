"""Shogi, the chess of Japan."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import DropLimits, Hands, PerpetualCheck, Promotions, Results
from fairyring.notation.orthodox import orthodox_form, start_text
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Group

ARRAY = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
PLAIN = (  # hands are written from the last to the first
    Piece("B", "bishop", "B", note="It moves any distance diagonally."),
    Piece("R", "rook", "R", note="It moves any distance along files and ranks."),
    Piece("S", "silver", "FfW", note="It moves one square diagonally or straight ahead."),
    Piece("P", "pawn", "fW", note="It moves and captures one square straight ahead."),
    Piece("L", "lance", "fR", note="It moves any distance straight ahead."),
    Piece("N", "knight", "fN", drawing="shogi-knight", note="It leaps two ranks ahead and one file aside."),
)
GOLD = Piece("G", "gold", "WfF", note="It moves one square, but not diagonally back.")
KING = Piece("K", "king", "K", royal=True, note="It must never be left where it could be captured.")
BETTER = {"B": "BW", "R": "RF"}  # after promotion; all others move as a gold


def promoted(piece: Piece) -> Piece:
    """What a piece becomes."""
    note = "It moves as before, or one square as a king." if piece.letter in BETTER else "It moves as a gold."
    name, drawing = f"promoted {piece.name}", f"promoted-{piece.picture}"
    return Piece(f"+{piece.letter}", name, BETTER.get(piece.letter, "WfF"), drawing=drawing, note=note)


def variant() -> Definition:
    """The game."""
    to = {piece.letter: (f"+{piece.letter}",) for piece in PLAIN}
    mechanics = (
        Promotions(to, ranks=3, leaving=True, optional=True),
        Hands(becomes={f"+{letter}": letter for letter in to}),
        DropLimits(per_file="P", no_mate="P"),
        Results(stalemate="loss", plies=None, times=4),
        PerpetualCheck(),
    )
    pieces = (*PLAIN, GOLD, *(promoted(piece) for piece in PLAIN), KING)
    rules = Orthodox(grid(9, 9), pieces, promotions="", mechanics=mechanics)
    return Definition(
        title="Shogi",
        group=Group.SHOGI,
        summary="The chess of Japan: captured pieces change sides, and nearly all promote.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=start_text(rules, ARRAY),
        notes=("The board has nine files and nine ranks.",),
        rulings=(
            (
                "A pawn drop that mates is not legal. Fairy-Stockfish allows such drops and counts them as"
                " losses."
            ),
            "White moves first, and squares have the names of chess.",
        ),
        sources=("https://en.wikipedia.org/wiki/Shogi",),
    )
