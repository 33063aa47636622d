"""Kyoto Shogi: pieces turn over with each move."""

from collections.abc import Sequence

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Hands, PerpetualCheck, Promotions, Results
from fairyring.notation.orthodox import orthodox_form, start_text
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Group
from fairyring.variants.shogi import GOLD, KING, PLAIN

PICTURES = {piece.letter: piece for piece in (*PLAIN, GOLD)}
FACES = (("S", "B"), ("P", "R"), ("L", "G"), ("N", "G"))


def two_faced(faces: Sequence[tuple[str, str]]) -> tuple[tuple[Piece, ...], dict[str, tuple[str, ...]]]:
    """Shogi pieces with two faces, by the letters that these have in shogi, and what each becomes."""
    fronts, backs = [], []
    to: dict[str, tuple[str, ...]] = {}
    for letter, other in faces:
        front, back = PICTURES[letter], PICTURES[other]
        fronts.append(front)
        name, note = f"turned {front.name}", f"It moves as a {back.name} in shogi."
        # Two kinds may move as a gold, but turn back into different pieces.
        drawing = f"promoted-{front.picture}" if back is GOLD else back.picture
        backs.append(Piece(f"+{letter}", name, back.movement, drawing=drawing, note=note))
        to |= {letter: (f"+{letter}",), f"+{letter}": (letter,)}
    return (*fronts, *backs, KING), to


RULINGS = ("White moves first, and squares have the names of chess.",)


def variant() -> Definition:
    """The game."""
    array = "p+nks+l/5/5/5/+LSK+NP"
    pieces, to = two_faced(FACES)
    mechanics = (
        Promotions(to, ranks=5, leaving=True),
        Hands(becomes={f"+{letter}": letter for letter, _ in FACES}, either=True, idle=True),
        Results(stalemate="loss", plies=None, times=4),
        PerpetualCheck(),
    )
    rules = Orthodox(grid(5, 5), pieces, promotions="", mechanics=mechanics)
    return Definition(
        title="Kyoto Shogi",
        group=Group.SHOGI,
        summary="A small shogi whose pieces turn over with each move and become other pieces.",
        rules=rules,
        form=orthodox_form(rules, array),
        start=start_text(rules, array),
        inventor="Tamiya Katsuya",
        year=1976,
        notes=("The board has five files and five ranks.",),
        rulings=RULINGS,
        sources=("https://en.wikipedia.org/wiki/Kyoto_shogi",),
    )
