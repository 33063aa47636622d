"""Mini Meta Chess with pieces in hand."""

from fairyring.mechanics import Hands
from fairyring.variants import mini_meta
from fairyring.variants.definition import Definition, Group


def variant(friendly_fire_check: bool = True) -> Definition:
    """The game; without ``friendly_fire_check`` only enemy pilots threaten a king."""
    return mini_meta.variant(friendly_fire_check).but(
        title="Mini Meta Crazyhouse",
        group=Group.MIXED,
        summary="Mini Meta Chess in which captured small pieces change sides and come back on any back.",
        mechanics=[Hands()],
        inventor="fairyring",
        notes=mini_meta.NOTES,
        rulings=(
            *mini_meta.RULINGS,
            (
                "Every small piece that leaves the board goes to the other side's hand, pawns too. That"
                " includes a piece that leaves with the big piece under it, even your own rider when you"
                " capture that big piece yourself."
            ),
            "A captured big piece leaves the game: big pieces are never in hand.",
            (
                "A small piece is dropped on any empty small square, on the back of a big piece of either"
                " colour; so it can pilot that piece from the next move on, and gives check at once if"
                " that piece could capture the one under the king."
            ),
            (
                "The small squares of the first and last rank, on which no pawn is dropped, are those of"
                " the whole board of small squares."
            ),
        ),
        options=mini_meta.OPTIONS,
    )
