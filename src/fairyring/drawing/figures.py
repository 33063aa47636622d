"""The figures of a rules page: a position, and where the kernel lets one piece go in it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from fairyring.board.edges import STANDARD
from fairyring.drawing.board import board_svg
from fairyring.drawing.marks import Marks
from fairyring.game import Position, Variant
from fairyring.variants.definition import Figure


def figure_marks(variant: Variant, figure: Figure) -> Marks:
    """The goals of the figure's piece: the second choices of its legal moves.

    Raises:
        PositionError: the figure's text is not a position of the game.
    """
    position = variant.position(figure.position)
    spots = variant.rules.spots
    held = {(token.site, token.level) for token in position.view().tokens}
    seconds = dict.fromkeys(
        next(choice for choice in following if choice not in variant.rules.tacit)
        for move in position.legal_moves()
        for first, *following in move.entries
        if first == figure.start
    )
    goals = [(spots[goal].site, spots[goal].level) if goal in spots else (goal, "") for goal in seconds]
    start = spots[figure.start].site if figure.start in spots else figure.start
    ridden = {site for site, level in held if level}
    taken = [site for site, level in goals if not level and (site, level) in held]
    taken += _chip_captures(position, figure.start)
    return Marks(
        chosen=(start,) if start in variant.board.numbers else (),  # a piece in hand is on no square
        moves=[
            site for site, level in goals if not level and (site, level) not in held and site not in taken
        ],
        captures=[site for site in taken if site not in ridden],
        unders=[site for site in taken if site in ridden],
        mounts=[site for site, level in goals if level and (site, level) not in held],
        unseats=[site for site, level in goals if level and (site, level) in held],
        ways=_ways_over_edges(position, start, {site for site, _ in goals}),
        side=position.side,
    )


def _chip_captures(position: Position, start: str) -> list[str]:
    """Where a piece takes chips with no piece on them."""

    def stacks(shown: Position) -> set[str]:
        return {token.site for token in shown.view().tokens if token.chips}

    lying = stacks(position)
    moves = [move for move in position.legal_moves() if move.choices[0] == start and lying]
    return [move.choices[1] for move in moves if move.choices[1] in lying - stacks(position.play(move))]


def _ways_over_edges(position: Position, start: str, goals: Collection[str]) -> list[tuple[str, ...]]:
    """The open ways to some goals of the piece on a site, on a board where ways wrap and bounce."""
    rules, side = position.variant.rules, position.side
    letters = {token.site: token.letter for token in position.view().tokens}
    if rules.board.edges[side] == STANDARD or start not in letters:
        return []
    return [
        (start, *way, goal.site)
        for goal in rules.reach(letters[start].upper(), start, side)
        for way in goal.ways
        if way and goal.site in goals and not any(site in letters for site in way)
    ]


def picture(variant: Variant, figure: Figure, say: Callable[[str], str] = str) -> str:
    """The figure as an SVG picture, labelled with its game and position text."""
    marks = figure_marks(variant, figure)
    return board_svg(variant.position(figure.position), marks=marks, say=say)
