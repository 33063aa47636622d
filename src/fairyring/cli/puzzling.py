"""The puzzles of a game: the command ``puzzles``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.cli.inputs import AsJson, VariantName, write_json

if TYPE_CHECKING:
    from fairyring import Puzzle


def puzzles(
    name: VariantName,
    solutions: Annotated[bool, typer.Option("--solutions", help="Show the solutions.")] = False,
    as_json: AsJson = False,
) -> None:
    """List a game's puzzles: positions in which exactly one move wins.

    To solve them on a board, open [bold]/puzzles/VARIANT[/] on the page.
    """
    import fairyring
    from fairyring.game.puzzle import absence

    found = fairyring.puzzles(name)
    if as_json:
        write_json([_fields(puzzle, solutions) for puzzle in found])
        return
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if reason := absence(name):
        console.print(str(reason), markup=False)
    for number, puzzle in enumerate(found, 1):
        console.print(f"{number:>3}. {puzzle.goal}: {puzzle.position}", markup=False)
        if solutions:
            console.print(f"     {' '.join(puzzle.moves)}", markup=False)


def _fields(puzzle: Puzzle, solutions: bool) -> dict[str, Any]:
    said: dict[str, Any] = {
        "variant": puzzle.variant,
        "position": puzzle.position,
        "goal": puzzle.goal,
        "reason": puzzle.reason,
        "wins_in": puzzle.wins_in,
    }
    return said | {"moves": list(puzzle.moves)} if solutions else said
