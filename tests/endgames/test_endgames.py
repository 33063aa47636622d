"""Solved endgames: equal to a plain oracle on small boards, and to what is known of chess."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import fairyring
from fairyring import Endgame, EndgameError, Ending, Position, Side, Variant
from fairyring.endgames import known_endgame
from fairyring.errors import PositionError

KINGS = """
fairyring = 1
base = "chess"
title = "Small Board"
summary = "Chess on a small board."
array = "{array}"
castlings = []

[board]
width = {width}
height = {height}
"""
PAWNS = """
fairyring = 1
base = "antichess"
title = "Pawns"
summary = "A player who has lost all pieces wins."
array = "{array}"
castlings = []
promotions = "R"

[board]
width = {width}
height = {height}
"""


def small(folder: Path, text: str, array: str) -> Variant:
    """A game on a board of the array's size."""
    rows = array.split("/")
    width = sum(int(sign) if sign.isdigit() else 1 for sign in rows[0])
    path = folder / "small.toml"
    path.write_text(text.format(array=array, width=width, height=len(rows)), encoding="utf-8")
    return fairyring.load(path)


def positions(variant: Variant, pieces: str) -> Iterator[Position]:
    """Every position of some pieces, White's in capital letters and Black's in small ones."""
    chart = variant.board.charts[0]
    sites = [site for row in reversed(chart.rows) for site in row]
    seen = set()
    for chosen, side in product(product(sites, repeat=len(pieces)), "wb"):
        on = dict(zip(chosen, pieces, strict=True))
        if len(on) < len(pieces):
            continue
        rows = []
        for row in reversed(chart.rows):
            text = "".join(on.get(site, ".") for site in row)
            for empty in range(len(row), 0, -1):
                text = text.replace("." * empty, str(empty))
            rows.append(text)
        text = f"{'/'.join(rows)} {side} - - 0 1"
        if text in seen:
            continue
        seen.add(text)
        try:
            yield variant.position(text)
        except PositionError:
            continue


def bare(position: Position) -> str:
    """A position's text without its clock and number."""
    return str(position).rsplit(" ", 2)[0]


def oracle(starts: list[Position]) -> dict[str, Ending]:
    """How each position, and each to which they lead, ends, found the plain way with `play` alone."""
    after: dict[str, list[str]] = {}
    movers: dict[str, Side] = {}
    found: dict[str, Ending] = {}
    left = list(starts)
    while left:
        name = bare(left.pop())
        if name in movers:
            continue
        position = starts[0].variant.position(f"{name} 0 1")  # what came before must not count
        movers[name] = position.side
        if position.result:
            found[name] = Ending(position.result.winner, 0)
            continue
        new = [position.play(move) for move in position.legal_moves()]
        after[name] = [bare(each) for each in new]
        left += new
    plies = 0
    while True:
        plies += 1
        new_ends: dict[str, Ending] = {}
        for name, names in after.items():
            if name in found:
                continue
            mover = movers[name]
            ends = [found.get(each) for each in names]
            if any(end and end.winner is mover for end in ends):
                new_ends[name] = Ending(mover, plies)
            elif all(end and end.winner is mover.other for end in ends):
                new_ends[name] = Ending(mover.other, plies)
        if not new_ends:
            return {name: found.get(name, Ending(None, 0)) for name in movers}
        found |= new_ends


def same_as_oracle(variant: Variant, solved: Endgame, pieces: str) -> None:
    """Every position of some pieces has the oracle's ending, and they are all counted."""
    starts = list(positions(variant, pieces))
    right = oracle(starts)
    counted: dict[tuple[Side, Ending], int] = {}
    for position in starts:
        found = solved.ending(position)
        assert found == right[bare(position)], str(position)
        counted[position.side, found] = counted.get((position.side, found), 0) + 1
    assert solved.endings == counted
    for winner in Side:
        longest = solved.longest(winner)
        most = max((end.plies for (_, end) in counted if end.winner is winner), default=None)
        if most is None:
            assert longest is None
        else:
            assert longest is not None
            assert len(solved.best_play(longest)) == most


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("pieces", "array"), [("RvK", "2k/3/KR1"), ("PvK", "2k/3/KP1/3"), ("QvK", "2k/3/KQ1")]
)
def test_every_position_ends_as_the_oracle_says(tmp_path: Path, pieces: str, array: str) -> None:
    variant = small(tmp_path, KINGS, array)
    same_as_oracle(variant, fairyring.solve_endgame(variant, f"K{pieces}"), f"K{pieces[0]}k")


@pytest.mark.kernel
def test_pawns_that_may_be_captured_en_passant(tmp_path: Path) -> None:
    variant = small(tmp_path, PAWNS, "2/pp/2/2/PP/2")
    solved = fairyring.solve_endgame(variant, "PvP")
    same_as_oracle(variant, solved, "Pp")
    passed = variant.position("2/2/p1/1P/2/2 w - - 0 1")
    assert solved.ending(passed) is not None


def test_what_is_known_of_chess() -> None:
    """Ströhlein's longest wins, in plies: ten moves with the queen, sixteen with the rook."""
    chess = fairyring.load("chess")
    queen = fairyring.solve_endgame(chess, "KQvK")
    assert queen.materials == ("KQvK", "KvK")
    assert (queen.farthest(Side.WHITE, Side.WHITE), queen.farthest(Side.BLACK, Side.WHITE)) == (19, 20)
    white = queen.ending(chess.position("4k3/1KQ5/8/8/8/8/8/8 b - - 0 1"))
    black = queen.ending(chess.position("8/8/8/8/8/8/1kq5/4K3 w - - 0 1"))
    assert white == Ending(Side.WHITE, 8)
    assert black == Ending(Side.BLACK, 8)  # with colours exchanged
    assert queen.ending(chess.start()) is None
    assert queen.share(Side.WHITE, Side.WHITE) == 1


def test_the_computer_plays_what_was_solved() -> None:
    """By time alone, it takes the shortest way; with other limits, it searches as on every machine."""
    chess = fairyring.load("chess")
    fairyring.solve_endgame(chess, "KQvK")
    start = chess.position("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1")
    found = fairyring.search(start, seconds=60)
    assert (found.nodes, found.mate) == (0, -20)
    for _ in range(20):
        start = start.play(fairyring.search(start, seconds=60).move)
    assert start.result is not None
    assert start.result.winner is Side.WHITE
    assert fairyring.search(chess.position("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1"), nodes=500).nodes > 0


@pytest.mark.parametrize(
    ("game", "pieces", "error"),
    [
        ("chess", "KQK", "a small v"),
        ("chess", "KXvK", "no piece 'X'"),
        ("chess", "KQRvKR", "at most 4|from 1 to 4"),
        ("chess", "KKvK", "White needs its king exactly as often as the game has it: 1, not 2"),
        ("chess", "KvKK", "Black needs its king exactly as often as the game has it: 1, not 2"),
        ("chess", "QvK", "White needs its king exactly as often as the game has it: 1, not 0"),
        ("chess", "Kv", "Black needs its king exactly as often as the game has it: 1, not 0"),
        ("horde", "KKvK", "White needs its king exactly as often as the game has it: 1, not 2"),
        ("monster-bluff-4", "KvK", "secrets"),
        ("crazyhouse", "KQvK", "more than where the pieces are"),
        pytest.param("momentum", "KQvK", "more than where the pieces are", marks=pytest.mark.thorough),
    ],
)
def test_what_cannot_be_solved_is_refused(game: str, pieces: str, error: str) -> None:
    with pytest.raises(EndgameError, match=error):
        fairyring.solve_endgame(fairyring.load(game), pieces)


def test_a_side_without_a_king_from_the_start_needs_none() -> None:
    solved = fairyring.solve_endgame(fairyring.load("horde"), "PvK")
    assert solved.materials[0] == "PvK"
    assert solved.share(Side.BLACK, Side.BLACK) > 0


@pytest.mark.parametrize("threads", [0, -3])
def test_there_is_at_least_one_thread(threads: int) -> None:
    with pytest.raises(EndgameError, match=f"threads: a number from 1, not {threads}"):
        fairyring.solve_endgame(fairyring.load("chess"), "KvK", threads=threads)


def test_a_solved_endgame_can_be_given_to_another_process() -> None:
    solved = fairyring.solve_endgame(fairyring.load("chess"), "KQvK")
    again: Endgame = pickle.loads(pickle.dumps(solved))
    assert (again.pieces, again.materials) == (solved.pieces, solved.materials)
    position = fairyring.load("chess").position("8/8/8/8/4k3/8/1Q6/K7 w - - 0 1")
    assert again.ending(position) == solved.ending(position) is not None
    assert again.best_play(position) == solved.best_play(position)


def test_positions_of_other_games_are_refused() -> None:
    solved = fairyring.solve_endgame(fairyring.load("chess"), "KQvK")
    assert repr(solved) == "<Endgame KQvK of chess>"
    with pytest.raises(TypeError, match="an ending is that of a position, not None"):
        solved.ending(None)  # type: ignore[arg-type]  # on purpose
    for name, text in (
        ("antichess", "8/8/8/8/4k3/8/1Q6/K7 b - - 0 1"),
        ("gardner", "4k/5/5/1Q3/K4 b - - 0 1"),
    ):
        position = fairyring.load(name).position(text)
        for asked in (solved.ending, solved.best_move, solved.best_play):
            with pytest.raises(EndgameError, match="the position one of another game"):
                asked(position)


def test_a_file_that_is_changed_has_endgames_of_its_own(tmp_path: Path) -> None:
    """The game has the same name and place then, and other rules."""
    old = small(tmp_path, KINGS, "2k/3/KR1")
    solved = fairyring.solve_endgame(old, "KRvK")
    text = "2k/3/KR1 w - - 0 1"
    assert solved.ending(old.position(text)) is not None
    new = small(tmp_path, KINGS + '\n[pieces.R]\nname = "bishop"\nmovement = "B"\n', "2k/3/KR1")
    assert new == old
    with pytest.raises(EndgameError, match="the position one of another game"):
        solved.ending(new.position(text))
    again = fairyring.solve_endgame(new, "KRvK")
    old_one, new_one = (known_endgame(each.position(text)) for each in (old, new))
    assert old_one is not None
    assert new_one is not None
    assert old_one.ending(old.position(text)) == solved.ending(old.position(text))
    assert new_one.ending(new.position(text)) == again.ending(new.position(text))


def test_sides_may_be_plain_strings() -> None:
    solved = fairyring.solve_endgame(fairyring.load("chess"), "KQvK")
    white, black = "white", "black"
    assert (solved.farthest(white, white), solved.farthest(black, white)) == (19, 20)  # type: ignore[arg-type]
    assert solved.share(black, white) == solved.share(Side.BLACK, Side.WHITE)  # type: ignore[arg-type]
    assert solved.share(black, None) == solved.share(Side.BLACK, None) > 0  # type: ignore[arg-type]
    assert solved.longest(white) == solved.longest(Side.WHITE)  # type: ignore[arg-type]
    for asked in (
        lambda: solved.share("x", None),  # type: ignore[arg-type]
        lambda: solved.share(Side.WHITE, "x"),  # type: ignore[arg-type]
        lambda: solved.farthest("x", Side.WHITE),  # type: ignore[arg-type]
        lambda: solved.farthest(Side.WHITE, "x"),  # type: ignore[arg-type]
        lambda: solved.longest("x"),  # type: ignore[arg-type]
    ):
        with pytest.raises(EndgameError, match="a side is white or black, not 'x'"):
            asked()


def test_games_that_differ_in_their_start_alone_have_endgames_of_their_own(tmp_path: Path) -> None:
    """Where one bishop is at the start, it goes to half of the squares, so positions have other numbers."""
    path = tmp_path / "one.toml"
    path.write_text(
        'fairyring = 1\nbase = "chess"\ntitle = "One bishop"\nsummary = "Chess with few pieces."\n'
        'start = "4k3/8/8/8/8/8/8/2B1K2R w K - 0 1"\n'
    )
    chess, one = fairyring.load("chess"), fairyring.load(path)
    assert chess.rules == one.rules
    text = "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"
    for game in (chess, one):
        solved = fairyring.solve_endgame(game, "KBvK")
        assert sum(solved.endings.values()) > 0
        assert solved.ending(game.position(text)) == Ending(None, 0)
    few, many = (fairyring.solve_endgame(each, "KBvK").endings.values() for each in (one, chess))
    assert sum(many) > 1.9 * sum(few)
