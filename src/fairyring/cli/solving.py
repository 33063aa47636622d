"""Solved endgames: the command ``endgame``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.board import Side
from fairyring.cli.inputs import AsJson, OptionWords, VariantName, explained_wait, read_variant, write_json

if TYPE_CHECKING:
    from fairyring import Endgame, Move


def endgame(
    name: VariantName,
    pieces: Annotated[
        str,
        typer.Argument(
            metavar="PIECES",
            help="White's pieces, a lower-case v, and Black's pieces, as letters: KQvK; at most four pieces.",
            show_default=False,
        ),
    ],
    option: OptionWords = None,
    as_json: AsJson = False,
) -> None:
    """Solve an endgame: how many positions each side wins, how soon, and the longest win move by move.

    Three pieces take seconds, four take minutes. The computer plays solved endgames perfectly.
    """
    import fairyring

    variant = read_variant(name, option)
    with explained_wait() as say:

        def report(materials: str, plies: int, found: int) -> None:
            say(f"{materials}: {plies} plies from the end, {found:,} positions …")

        solved = fairyring.solve_endgame(variant, pieces, report)
    if as_json:
        write_json(_fields(solved))
        return
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"{solved.pieces} in {variant.title}, solved with {len(solved.materials) - 1} others", markup=False
    )
    for side in Side:
        console.print(_standing(solved, side), markup=False)
    for winner in Side:
        start = solved.longest(winner)
        if start is not None:
            moves = solved.best_play(start)
            console.print(f"The longest win of {winner.capitalize()} takes {len(moves)} plies:", markup=False)
            console.print(f"  {start}", markup=False)
            console.print(f"  {_written(moves)}", markup=False)


def _standing(solved: Endgame, mover: Side) -> str:
    shares = {winner: solved.share(mover, winner) for winner in (*Side, None)}
    longest = {winner: solved.farthest(mover, winner) for winner in Side}
    told = [
        f"{winner.capitalize()} wins {shares[winner]:.1%}, in {longest[winner]} plies at most"
        for winner in Side
        if shares[winner]
    ]
    told += [f"drawn {shares[None]:.1%}"] if shares[None] else []
    return f"{mover.capitalize()} to move: {'; '.join(told) or 'no positions'}"


def _written(moves: list[Move]) -> str:
    return " ".join(move.text for move in moves)


def _fields(solved: Endgame) -> dict[str, Any]:
    return {
        "variant": solved.variant.name,
        "pieces": solved.pieces,
        "materials": list(solved.materials),
        "positions": [
            {
                "to_move": mover,
                "winner": ending.winner,
                "plies": ending.plies,
                "number": number,
            }
            for (mover, ending), number in sorted(
                solved.endings.items(), key=lambda item: (item[0][0].number, item[0][1].plies)
            )
        ],
        "longest": {
            winner: {"position": str(start), "moves": [move.text for move in solved.best_play(start)]}
            for winner in Side
            if (start := solved.longest(winner)) is not None
        },
    }
