"""Monster Bluff Chess: ten boards in one, ten kings on each side with one True King, and poker chips."""

from fairyring.board import sewn
from fairyring.errors import VariantError
from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.messages import Message
from fairyring.notation.bluff import bluff_form, bluff_start
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Figure, Group

OUTSIDE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
INSIDE = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"  # turned around

MOST_CHIPS = 4  # in one turn: with more, there would be too many moves to list

KING = Piece(
    "K",
    "king",
    "K",
    note=(
        "It is not royal: there is no check. One king of each side is the True King, whose capture"
        " ends the game."
    ),
)

INVENTOR = "Dale Holmes"
YEAR = 2005


SOURCES = ("https://www.chessvariants.org/contests/10/mbc.html",)
NOTES = (
    (
        "The boards are joined into one large board: pieces cross from one to the next freely, and"
        " riders go as far as they can. Each board starts with all the pieces of chess."
    ),
    (
        "The game was an entry in The Chess Variant Pages' 10th anniversary competition, to be played"
        " with ten cheap chess sets, duct tape, poker chips, and two small shiny stars on the bottoms"
        " of the True Kings."
    ),
)
FAR_CASTLING = (
    Figure(
        "8/8/8/8/2p5/8/8/8|8/8/8/4K3/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/3k4/8/8/8|8/8/8/8/8/8/8/8|"
        "8/8/8/8/8/8/8/8|8/8/8/8/8/6N1/8/R3K3|8/8/4k3/8/8/8/8/8|8/2P5/8/8/8/8/8/R7"
        " w 8a1,8e1,10a1 - 9b1:10x1 wb W:20/10/4,B:20/9/4 2e5,5d4 0 1",
        "8e1",
        (
            "The inventor's own example: king and rook are twelve squares apart, so the king moves six"
            " squares to 9c1, and the rook moves to 9b1. The offer there blocks nothing, and stays."
        ),
    ),
)
BRIBES = (
    Figure(
        "8/8/8/8/1R6/8/6p1/4K3|4k3/8/3n4/8/8/5Q2/8/8|8/8/2P5/8/8/8/8/3k4|3K4/8/8/8/8/8/8/8 w - -"
        " 1d4:5x2,1f4:25x1,2b4:10x1 wb W:19/10/4,B:19/9/3 1e1,2e8 0 1",
        "1b4",
        (
            "The rook can take the offer on 1d4 or pass over it. The demand on 1f4 blocks it, but it can"
            " take it."
        ),
    ),
    Figure(
        "8/8/8/8/3P4/8/8/4K3|4k3/7r/1p6/8/8/8/8/8|8/8/8/8/8/8/8/3k4|3K4/8/8/8/8/8/8/8 w - -"
        " 1c5:10x2,1d5:5x1,1e5:25x1 wb W:20/9/4,B:19/9/3 1e1,2e8 0 1",
        "1d4",
        (
            "The pawn can move onto the offer in front of it, without taking it. Diagonally it can take"
            " chips, both offers and demands."
        ),
    ),
    Figure(
        "8/8/8/8/8/1P6/8/4K3|4k3/7r/8/8/8/8/8/8|8/8/8/8/8/8/4P3/3k4|3K4/8/8/8/2p5/8/8/8 w - - - wb"
        " W:20/10/4,B:20/10/4 1e1,2e8 0 1",
        "3e2",
        (
            "On the lower boards, as on boards 4 to 7 of ten, White's pieces move down: this pawn"
            " promotes on 3e1."
        ),
    ),
)
RULINGS = (
    (
        "The source's picture is lost. The ten boards are in rows of three, four and three, and the"
        " row of four extends four files further on each side. That makes the source's own example of"
        " castling possible: 8e1 and 10a1 to 9c1 and 9b1."
    ),
    (
        "On the boards in the row of four, the pieces are turned around, with White moving down,"
        " which keeps the queens on their own colour there."
    ),
    "The True Kings are chosen before the first move, White's first; these choices do not count as moves.",
    (
        "A player begins with 20 chips of 5, 10 of 10 and 4 of 25, and with two of 50 if these are"
        " used. Players can only put chips from their own purse, one in each turn, or more if the"
        " option says so."
    ),
    (
        "A piece that could take chips where it lands must take them. Capturing a piece that stands"
        " on chips takes these, too."
    ),
    "Castling takes no chips: a demand blocks it, an offer does not.",
    "Half of an odd distance between king and rook is rounded up.",
    "A draw by repetition depends on what both players see. The limit of 200 plies is our own.",
    (
        "While Black chooses a True King, the position says that White is to move, because White makes"
        " the next move."
    ),
    (
        "Chips can never get under a king or rook that has not moved, but a position text that says"
        " so is accepted."
    ),
    "When a True King has been captured, a single remaining king of its side is a prince.",
    "Without chips, the options for chips have no effect.",
)


def bluff_pieces() -> tuple[Piece, ...]:
    """The pieces of chess, with a king that is not royal."""
    return tuple(KING if piece.royal else piece for piece in usual_pieces())


def game(
    title: str,
    summary: str,
    rows: tuple[int, ...],
    turned: range,
    figures: tuple[Figure, ...],
    chips: bool,
    fifty: bool,
    chips_per_turn: int,
) -> Definition:
    """A version of the game, by the number of boards in each row and the numbers of the boards turned around.

    Raises:
        VariantError: ``chips_per_turn`` is not from 1 to 4.
    """
    if isinstance(chips_per_turn, bool) or not 1 <= chips_per_turn <= MOST_CHIPS:
        raise VariantError(
            Message(
                "chips_per_turn is from 1 to {most}, not {value}", most=MOST_CHIPS, value=repr(chips_per_turn)
            )
        )
    denominations = ((5, 10, 25, 50) if fifty else (5, 10, 25)) if chips else ()
    rules = Bluff(
        sewn(8, 8, rows),
        bluff_pieces(),
        promotions="QRBN",
        turned=frozenset(map(str, turned)),
        denominations=denominations,
        chips_per_turn=chips_per_turn,
    )
    array = "|".join(INSIDE if board in turned else OUTSIDE for board in range(1, sum(rows) + 1))
    return Definition(
        title=title,
        group=Group.FIRST,
        summary=summary,
        rules=rules,
        form=bluff_form(rules, array),
        start=bluff_start(rules, array),
        inventor=INVENTOR,
        year=YEAR,
        options=OPTIONS,
        notes=NOTES,
        rulings=RULINGS,
        sources=SOURCES,
        figures=figures,
    )


OPTIONS = {
    "chips": "Play with chips. Without them, it is chess on many boards with a surprise ending.",
    "fifty": "Add chips of 50, two in each purse; only these make demands.",
    "chips_per_turn": f"How many chips may be put on a square in one turn, from 1 to {MOST_CHIPS}.",
}


def variant(chips: bool = True, fifty: bool = False, chips_per_turn: int = 1) -> Definition:
    """The game on ten boards."""
    return game(
        "Monster Bluff Chess",
        (
            "Ten boards in one, ten kings on each side, one of them secretly the True King, and chips to"
            " bribe with."
        ),
        (3, 4, 3),
        range(4, 8),
        FAR_CASTLING if chips and not fifty else (),
        chips,
        fifty,
        chips_per_turn,
    )
