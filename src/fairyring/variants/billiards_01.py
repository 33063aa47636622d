"""Billiards Chess 01: pieces bounce off cushions that run through imaginary files beside the board."""

from fairyring.board import Edge
from fairyring.variants.billiards_halb import billiards
from fairyring.variants.definition import Definition, Figure


def variant() -> Definition:
    """The game."""
    return billiards(
        Edge.BILLIARDS_01,
        title="Billiards Chess 01",
        summary="Pieces bounce off the sides, from beyond an imaginary file on either side.",
        notes=(
            (
                "Chess, but the left and right edges of the board are cushions, which run through the"
                " middle of an imaginary file on either side: a bishop from g1 moves to h2, passes"
                " the imaginary i3, and bounces to h4, g5 and on."
            ),
            (
                "On an imaginary file, a piece cannot stop, capture or be blocked. So kings and"
                " pawns, which move one square sideways, never bounce. A knight on h1 that moves two"
                " to the right and one ahead lands on h2; from g1 the same leap would end on an"
                " imaginary square and is not a move."
            ),
        ),
        figures=(
            Figure(
                "4k3/8/8/8/8/4p3/8/K5B1 w - - 0 1",
                "g1",
                "The bishop on g1 moves to h2, passes the imaginary square beside h3, and comes back on h4.",
            ),
            Figure(
                "4k3/8/8/8/8/8/8/4K2N w - - 0 1",
                "h1",
                "The knight on h1 can move to h2: two to the right and back, and one ahead.",
            ),
        ),
        weights="billiards-halb",
    )
