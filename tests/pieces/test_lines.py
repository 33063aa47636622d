from __future__ import annotations

from fairyring.board import Board, Edge, Edges, Side, grid
from fairyring.pieces import Leap, Movement, Way, betza, together
from fairyring.pieces.lines import Line, attack_lines, move_lines

B00 = grid(8, 8, edges=Edges(right=Edge.BILLIARDS_00, left=Edge.BILLIARDS_00))
CYLINDER = grid(8, 8, edges=Edges(right=Edge.CYLINDER, left=Edge.CYLINDER))
MOVE, TAKE = 1, 2


def written(board: Board, lines: tuple[Line, ...]) -> list[str]:
    """Each line as its sites, those that are only passed in brackets."""
    return [
        " ".join(board.names[step.site] if step.bits else f"({board.names[step.site]})" for step in line)
        for line in lines
    ]


def lines_of(movement: Movement, board: Board, name: str) -> list[str]:
    ways = movement.ways(board, board.numbers[name], Side.WHITE)
    bits = ((way, MOVE * way.move | TAKE * way.capture) for way in ways)
    return written(board, move_lines(bits))


def looking(movement: Movement, board: Board, name: str) -> list[str]:
    """The attack lines of a site, for pieces of one kind that may stand anywhere."""
    goal = board.numbers[name]
    every = ((site, way) for site in range(len(board)) for way in movement.ways(board, site, Side.WHITE))
    taking = ((site, way, 1) for site, way in every if way.goal == goal and way.capture)
    return written(board, attack_lines(taking))


def test_ways_with_one_beginning_share_a_line() -> None:
    assert lines_of(Leap(1, 0, limit=0), grid(8, 8), "e4") == ["f4 g4 h4"]
    assert lines_of(together((Leap(1, 0), Leap(2, 0, lame=True), Leap(2, 0))), grid(8, 8), "e4") == [
        "f4",
        "g4",
    ]


def test_a_line_has_each_site_once() -> None:
    assert lines_of(Leap(1, 0, limit=0), B00, "f4") == ["g4 h4 e4 d4 c4 b4 a4"]
    assert lines_of(betza("R"), B00, "f4") == [
        *("f5 f6 f7 f8", "g4 h4", "f3 f2 f1", "e4 d4 c4 b4 a4"),
    ]


def test_both_ways_around_a_cylinder_are_kept() -> None:
    assert lines_of(betza("rR"), CYLINDER, "c1") == ["d1 e1 f1 g1 h1 a1 b1"]
    # Only not to the neighbours: nothing can stand between, whichever other way is free.
    assert lines_of(betza("sR"), CYLINDER, "c1") == ["d1 e1 f1 g1 h1 a1", "b1 a1 h1 g1 f1 e1"]


def test_a_piece_that_passes_its_own_square_is_met_there_only() -> None:
    # The rook that only goes right comes back from the cushion over its own square.
    assert "(f4) (g4) (h4) e4" in looking(betza("rR"), B00, "d4")
    assert "c4 b4 a4" in looking(betza("rR"), B00, "d4")


def test_a_way_over_its_own_goal_captures_nothing() -> None:
    over = Way(3, (1, 3, 2), capture=True)
    assert attack_lines([(0, over, 1)]) == ()
    assert attack_lines([(0, Way(3, (1, 2)), 1)]) == (((2, 0), (1, 0), (0, 1)),)


def test_a_way_that_needs_more_and_allows_no_more_makes_no_line() -> None:
    short, long = Way(3, (1,)), Way(3, (2, 1))
    assert move_lines([(long, MOVE), (short, MOVE | TAKE)]) == (((1, 0), (3, MOVE | TAKE)),)
    assert move_lines([(long, TAKE), (short, MOVE)]) == (((2, 0), (1, 0), (3, TAKE)), ((1, 0), (3, MOVE)))
