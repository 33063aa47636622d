"""Meta Chess: Mini Meta Chess with all the pieces of chess, on 8x8 big squares."""

from fairyring.kernels.piloting.rules import Piloting, riding_pieces
from fairyring.kernels.piloting.tables import stacked
from fairyring.notation.piloting import array_of, piloting_form
from fairyring.variants import mini_meta
from fairyring.variants.definition import Definition, Group


def _rank(letters: str, back: str) -> str:
    return "".join(f"{letter}[{back.format(letter)}]" for letter in letters)


ARRAY = "/".join(
    (
        _rank("rnbqkbnr", "...{}"),
        _rank("pppppppp", "...{}"),
        *("8",) * 4,
        _rank("PPPPPPPP", "{}..."),
        _rank("RNBQKBNR", "{}..."),
    )
)


def variant(friendly_fire_check: bool = True) -> Definition:
    """The game; without ``friendly_fire_check`` only enemy pilots threaten a king."""
    rules = Piloting(
        stacked(8, 8),
        riding_pieces(),
        promotions="QRBN",
        array=array_of(ARRAY),
        friendly_fire_check=friendly_fire_check,
    )
    return Definition(
        title="Meta Chess",
        group=Group.STRANGE,
        summary="A whole chess set rides on the backs of another: step from back to back, or pilot.",
        rules=rules,
        form=piloting_form(rules),
        start=f"{ARRAY} w 0 1",
        inventor=mini_meta.INVENTOR,
        year=2012,
        notes=mini_meta.NOTES,
        rulings=(
            *mini_meta.RULINGS,
            (
                "The rules are those of Mini Meta Chess: neither set has castling, double steps or en"
                " passant. Black's starting position mirrors White's, as in chess."
            ),
        ),
        sources=mini_meta.SOURCES,
        options=mini_meta.OPTIONS,
    )
