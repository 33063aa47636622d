"""Rows for endgames: the empty board, and rows copied over others."""

from __future__ import annotations

from fairyring.game import Setup, Variant
from fairyring.kernels.contract import States


def empty_board(variant: Variant) -> States:
    """A row with nothing on the board, White to move; nothing in it is derived."""
    setup = Setup(variant)
    setup.clear()
    return variant.definition.form.placed(str(setup))


def put_row(rows: States, others: States, other: int, ply: int = 0) -> None:
    """Copy a row of some rows over one of others.

    What only some evaluations keep are derived fields, the last ones; those that only one has are left alone.
    """
    others.cells[other], others.key[other], others.bits[other] = (
        rows.cells[ply],
        rows.key[ply],
        rows.bits[ply],
    )
    both = min(rows.info.shape[1], others.info.shape[1])
    others.info[other, :both] = rows.info[ply, :both]
