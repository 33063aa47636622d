"""Playing with secrets: beliefs, what they rest on, and that they see no more than their side may know."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring import Position, Side
from fairyring.game.telling import SPECTATOR
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import legal
from fairyring.kernels.evaluations import evaluations
from fairyring.kernels.orthodox.worth import WHOLE
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.beliefs import beliefs, clues, explained, winning_chances
from fairyring.search.bluffing import Mind
from tests import lanes
from tests.oracle import bluff, bluff_samples

pytestmark = pytest.mark.slow

GAME = "monster-bluff-4"
EMPTY = "8/8/8/8/8/8/8/8"


def told(position: Position, owner: Side) -> dict[str, float]:
    names = position.variant.board.names
    return {names[site]: chance for site, chance in beliefs(position, owner).items()}


def sketch(boards: str, side: str = "w", true: str = "?,?") -> Position:
    """Four boards without rights; the placements joined by |."""
    return fairyring.load(GAME, chips=False).position(f"{boards} {side} - - - - - {true} 0 1")


def worlds(seed: int, plies: int) -> list[Position]:
    """The same random turns in four worlds, which differ in Black's True King alone."""
    chance = random.Random(seed)
    while True:
        found = [
            fairyring.load(GAME).start().play("true@1e1").play(f"true@{site}")
            for site in ("1e8", "2e8", "3d1", "4d1")
        ]
        for _ in range(plies):
            move = chance.choice(found[0].legal_moves())
            found = [position.play(move.text) for position in found]
            if any(position.result for position in found):
                break
        else:
            return found


@pytest.mark.parametrize("plies", [0, 5, 10])
def test_two_worlds_alike_to_the_mover_have_one_answer(plies: int) -> None:
    chance = random.Random(plies)
    start = fairyring.load(GAME).start()
    ones = [start.play("true@1e1").play(f"true@{site}") for site in ("1e8", "4d1")]
    for _ in range(2 * plies):
        move = chance.choice(ones[0].legal_moves()).text
        after = [position.play(move) for position in ones]
        if not any(position.result for position in after):
            ones = after
    assert ones[0].side is Side.WHITE
    assert str(ones[0]) != str(ones[1])
    said = [_said(fairyring.search(position, nodes=4000, lines=2, seed=3)) for position in ones]
    assert said[0] == said[1]


def _said(found: fairyring.Analysis) -> tuple[object, ...]:
    return found.lines, found.depth, found.nodes, found.move, dict(found.beliefs)


def test_soft_levels_see_no_more_either() -> None:
    one, other, *_ = worlds(4, 6)
    found = [fairyring.search(position, level="beginner", seed=7) for position in (one, other)]
    assert found[0].move == found[1].move


def test_the_true_king_is_drawn_by_lot() -> None:
    start = fairyring.load(GAME).start()
    drawn = [str(fairyring.search(start, seed=seed).move) for seed in range(60)]
    assert drawn == [str(fairyring.search(start, seed=seed).move) for seed in range(60)]
    counts = [drawn.count(move.text) for move in start.legal_moves()]
    assert len(counts) == 4
    assert min(counts) >= 6
    # What White has chosen is no part of what Black draws from.
    blacks = {str(fairyring.search(start.play(move), seed=5).move) for move in start.legal_moves()}
    assert len(blacks) == 1


def test_beliefs_are_chances_of_the_kings_and_follow_them() -> None:
    for position in worlds(1, 24):
        for owner in Side:
            chances = told(position, owner)
            kings = {
                token.site
                for token in position.view(SPECTATOR).tokens
                if token.letter == ("K" if owner is Side.WHITE else "k")
            }
            assert set(chances) == (kings if len(kings) > 1 else set())
            assert not chances or sum(chances.values()) == pytest.approx(1)


def test_beliefs_depend_on_public_play_alone() -> None:
    one, *others = worlds(2, 20)
    for owner, other in product(Side, others):
        assert beliefs(one, owner) == beliefs(other, owner)
        assert beliefs(one, owner) == beliefs(one.seen_by(SPECTATOR), owner)
        assert beliefs(one, owner) == beliefs(one.seen_by(Side.WHITE), owner)


def test_a_king_left_to_be_taken_is_hardly_the_true_one() -> None:
    # Black's king on 1e8 is attacked; he moves a pawn elsewhere.
    position = sketch(f"4k3/8/8/8/8/8/8/K3R3|{EMPTY}|{EMPTY}|K7/8/8/8/8/8/p7/3k4", "b")
    assert told(position, Side.BLACK) == {"1e8": 0.5, "4d1": 0.5}
    spared = position.play("4a2-4a3")
    assert told(spared, Side.BLACK)["1e8"] < 0.25
    saved = position.play("1e8-1d8")
    assert told(saved, Side.BLACK)["1d8"] > 0.5


def test_a_prince_who_has_fallen_is_not_believed_in() -> None:
    position = sketch(f"4k3/8/8/8/8/8/8/K3R3|k7/8/8/8/8/8/8/8|{EMPTY}|K7/8/8/8/8/8/p7/3k4", "w")
    after = position.play("1e1-1e8", answer=False)
    assert set(told(after, Side.BLACK)) == {"2a8", "4d1"}


def test_what_a_turn_shows_of_each_king() -> None:
    # A rook looks at the king on 1e8, another king's way is barred by his pawn, the third is far off.
    boards = f"4k3/8/8/8/8/8/8/K3R3|k7/p7/8/8/8/8/8/R7|{EMPTY}|K7/8/8/8/8/8/p7/3k4"
    position = sketch(boards, "b")
    texts = ["1e8-1d8", "1e8-1e7", "2a7-2a6", "4a2-4a3", "4d1-4d2"]
    codes = np.array([position.parse_move(text).code for text in texts], np.uint64)
    secrets = position.variant.rules.secrets
    assert secrets is not None
    signs = secrets.signs(position.rows(2), 0, codes)
    names = position.variant.board.names
    assert [names[value] for value in signs.values] == ["1e8", "2a8", "4d1"]
    shown = [
        {
            names[value]: [word for word, seen in zip(signs.words, row, strict=True) if seen > 0]
            for value, row in zip(signs.values, rows, strict=True)
        }
        for rows in signs.found
    ]
    assert shown == [
        {"1e8": ["saved"], "2a8": [], "4d1": []},
        {"1e8": ["left to be taken"], "2a8": [], "4d1": []},
        {"1e8": ["left to be taken"], "2a8": [], "4d1": []},
        {"1e8": ["left to be taken"], "2a8": [], "4d1": []},
        {"1e8": ["left to be taken"], "2a8": [], "4d1": ["moved"]},
    ]
    assert signs.logs.shape == (5, 3)
    assert signs.logs[0, 0] > signs.logs[1, 0]


def test_what_was_believed_is_told_after_the_game_alone() -> None:
    boards = f"4k3/8/8/8/8/8/8/K3R3|{EMPTY}|{EMPTY}|K7/8/8/8/8/8/p7/3k4"
    game = fairyring.Game(fairyring.load(GAME, chips=False), sketch(boards, "b", "1a1,4d1"))
    game.push("4a2-4a3")
    with pytest.raises(fairyring.SearchError, match="when the game is over"):
        clues(game, Side.BLACK)
    with pytest.raises(fairyring.SearchError, match="when the game is over"):
        explained(game)
    game.resign(Side.WHITE)
    (clue,) = clues(game, Side.BLACK)
    assert (clue.ply, clue.move.text, clue.reasons) == (0, "4a2-4a3", {"1e8": ("left to be taken",)})
    assert clue.before == {"1e8": 0.5, "4d1": 0.5}
    assert clue.chances == told(game.position, Side.BLACK)
    assert clue.chances["1e8"] < 0.25
    white, black, why = explained(game)
    assert white == "White's True King was on 1a1 (the computer's guess: 50%)"
    assert black == f"Black's True King was on 4d1 (the computer's guess: {clue.chances['4d1']:.0%})"
    assert why == f"  4a2-4a3: 1e8 left to be taken, so 50% became {clue.chances['1e8']:.0%}"


def searched(position: Position) -> tuple[int, set[int]]:
    """The key of the row that a search of a position begins with, and the turns that it lists there."""
    rows = position.rows(3)
    tables = Mind.of(position).weigh(rows)
    moves = np.empty(position.variant.rules.layout.moves, np.uint64)
    n = int(legal(tables, rows, U(0), moves, U(0)))
    return int(rows.key[0]), set(moves[:n].tolist())


def test_weighing_leaves_key_and_moves_alone() -> None:
    for position in (worlds(5, 16)[0], worlds(7, 31)[0]):
        seen = position.seen_by(position.side)
        key, codes = searched(seen)
        assert key == seen.key
        assert codes == {move.code for move in seen.legal_moves()}


@pytest.mark.parametrize(("likelier", "other"), [("1e8", "1h1"), ("1h1", "1e8")])
def test_the_likelier_king_is_taken(likelier: str, other: str) -> None:
    position = sketch(f"4k3/8/8/8/8/8/8/K3R2k|{EMPTY}|{EMPTY}|7K/8/8/8/8/8/p7/3k4", "w", "1a1,?")
    sites = position.variant.board.numbers
    chances = {sites[likelier]: 0.7, sites[other]: 0.1, sites["4d1"]: 0.2}
    run = Run(position, Limits(depth=1), 1, mind=lambda seen: Mind(seen, chances))
    assert run.watch(None, None).move.text == f"1e1-{likelier}"


def test_a_move_that_gives_less_away_is_preferred_unless_another_mates() -> None:
    position = fairyring.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    codes = {move.text: move.code for move in position.legal_moves()}

    def played(text: str, bias: int) -> str:
        mind = Mind(position, biases={codes[text]: bias})
        return Run(position, Limits(depth=2), 1, mind=lambda _: mind).watch(None, None).move.text

    assert played("a1-a2", 500) == "a1-a8"
    position = fairyring.load("chess").start()
    codes = {move.text: move.code for move in position.legal_moves()}
    assert played("a2-a3", 300) == "a2-a3"
    assert played("a2-a3", -300) != "a2-a3"


def test_games_without_secrets_have_nothing_in_mind() -> None:
    position = fairyring.load("chess").start().play("e2-e4")
    assert position.past is None
    assert Mind.of(position) == Mind(position)
    assert fairyring.search(position, nodes=500).beliefs == {}


def test_what_led_to_a_position_holds_no_secret() -> None:
    position = worlds(6, 6)[0]
    seen = position.past
    while seen is not None:
        before, move = seen
        assert str(before) == before.text(SPECTATOR)
        assert move.text[:5] != "true@" or move.text == "true@?"
        seen = before.past


# White's pawn is barred by the knight, and may take where chips lie; Black's is about to be crowned; a rook
# attacks a king along the rank.
BARRED = "n7/P7/8/8/8/8/8/K7|7k/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K7"
RUNNING = "8/8/8/8/8/8/7p/K7|7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/K7"
AIMED = "8/8/8/8/8/8/8/K3r3|7k/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|7k/8/8/8/8/8/8/K7"


def with_chips(boards: str, purses: str = "W:20/10/4,B:20/10/4", chips: str = "-") -> Position:
    """Four boards on which both have promoted."""
    return fairyring.load(GAME).position(f"{boards} w - - {chips} wb {purses} 1a1,? 0 60")


# Beside the True King, and beside the prince, who may stand for him.
WALLS = {"chip25@1a2", "chip25@1b1", "chip25@1b2", "chip25@3a8", "chip25@3b8"}
FEINTS = {"chip25@3h1", "chip25@3h2", "chip25@4a2", "chip25@4b1", "chip25@4b2"}


@pytest.mark.parametrize(
    ("boards", "puts"),
    [
        (BARRED, {"chip5@1b8"}),
        (RUNNING, {"chip25@1h1"}),
        (AIMED, {"chip25@1c1", "chip25@1d1"}),
        (AIMED.replace("r", "n"), set()),
    ],
)
def test_of_hundreds_of_puts_those_are_looked_at_that_matter(boards: str, puts: set[str]) -> None:
    position = with_chips(boards)
    puts = puts | WALLS | FEINTS
    codes = position.variant.rules.considered(position.rows(1), 0, position.codes)
    texts = [position.move(code).text for code in codes]
    assert {text for text in texts if text.startswith("chip")} == puts
    others = [str(move) for move in position.legal_moves() if not str(move).startswith("chip")]
    assert texts[: len(others)] == others
    assert len(position.codes) > 700


def test_without_a_demand_nothing_is_stopped() -> None:
    position = with_chips(RUNNING, "W:20/10/0,B:20/10/4", "4h7:25x4")
    codes = position.variant.rules.considered(position.rows(1), 0, position.codes)
    assert not [text for code in codes if (text := position.move(code).text).startswith("chip")]


def test_a_chip_is_put_where_a_pawn_takes_it_and_is_crowned() -> None:
    found = fairyring.search(with_chips(BARRED), nodes=4_000)
    assert (str(found.move), found.score > 700) == ("chip5@1b8", True)


def test_a_demand_is_put_before_a_pawn_about_to_be_crowned() -> None:
    assert str(fairyring.search(with_chips(RUNNING), nodes=4_000).move) == "chip25@1h1"


def test_a_demand_beside_a_king_tells_something() -> None:
    position = with_chips(AIMED.replace("r", "n"))
    texts = ["chip25@1b1", "chip25@1d1", "chip5@1b1", "chip25@4a2"]
    codes = np.array([position.parse_move(text).code for text in texts], np.uint64)
    secrets = position.variant.rules.secrets
    assert secrets is not None
    signs = secrets.signs(position.rows(2), 0, codes)
    assert [position.variant.board.names[value] for value in signs.values] == ["1a1", "4a1"]
    assert signs.found[:, :, signs.words.index("walled in")].tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    after = position.play("chip25@1b1")
    assert told(after, Side.WHITE)["1a1"] > 0.6
    after = position.play("chip25@4a2")  # a feint
    assert told(after, Side.WHITE)["1a1"] < 0.4
    biases = Mind.of(position).biases
    assert biases[int(codes[0])] < biases[int(codes[1])] == 0 < biases[int(codes[3])]


def royal_turns(position: Position) -> set[str]:
    """The turns that a search lists for a position of which it knows as much as is told."""
    return {position.move(code).text for code in searched(position)[1]}


def test_a_search_saves_the_true_king_it_knows() -> None:
    position = with_chips(AIMED)
    assert not position.in_check
    saving = {f"1a1-{site}" for site in ("1a2", "1b2", "3a8", "3b8")}
    assert royal_turns(position) == saving | {f"chip25@1{site}" for site in ("b1", "c1", "d1")}
    broke = with_chips(AIMED, "W:20/10/0,B:20/10/4", "4h7:25x4")
    assert royal_turns(broke) == saving
    # A prince may be left to be taken, and of an unknown king nobody can tell.
    others = {move.text for move in position.legal_moves() if not move.text.startswith("chip")}
    for true in ("4a1", "?"):
        assert royal_turns(position.variant.position(str(position).replace("1a1,?", f"{true},?"))) == others


def test_where_nothing_saves_the_true_king_one_turn_stands_for_all() -> None:
    position = sketch(f"8/8/8/8/8/8/7r/K6r|{EMPTY}|7r/8/8/8/8/8/8/8|k6k/8/8/8/8/8/8/K7", "w", "1a1,?")
    assert len(royal_turns(position)) == 1
    found = fairyring.search(position, nodes=4_000)
    assert found.mate == -2


def test_who_is_lost_takes_a_king_who_may_be_the_true_one() -> None:
    boards = f"8/8/8/8/8/8/7r/K6r|{EMPTY}|7r/8/8/8/8/8/8/8|k6k/8/8/8/8/8/8/K6R"
    position = sketch(boards, "w", "1a1,?")
    assert {position.move(code).text: chance for code, chance in winning_chances(position).items()} == {
        "4h1-4h8": 0.5
    }
    for lines in (1, 3):
        found = fairyring.search(position, nodes=4_000, lines=lines)
        assert (found.move.text, found.mate, len(found.lines)) == ("4h1-4h8", -2, lines)
    assert fairyring.search(position, level="beginner").move.text == "4h1-4h8"
    known = sketch(boards, "w", "1a1,4a8")
    assert winning_chances(known) == {}  # there is nothing to hope for


def test_a_true_king_is_better_off_where_riders_cannot_see_him() -> None:
    boards = "8/8/8/8/8/8/PP6/KR6|8/8/8/8/3K4/8/8/8|NN6/8/8/8/8/8/8/8|k6k/8/8/8/8/8/8/8"
    hidden, bare = (
        fairyring.search(sketch(boards, "w", f"{true},?"), depth=1).score for true in ("1a1", "2d4")
    )
    assert hidden > bare + 50


@pytest.mark.parametrize("plies", [0, 12, 25])
def test_a_score_is_told_as_the_next_player_sees_it(plies: int) -> None:
    position = worlds(8, plies)[0]
    for move in position.legal_moves():
        if not (after := position.play(move)).result and fairyring.search(after, depth=1).mate is None:
            break
    seen = Run(position, Limits(depth=1), len(position.codes)).watch(None, None)
    (own,) = (line.score for line in seen.lines if line.moves[0] == move)
    assert abs(own + fairyring.search(after, depth=1).score) < 250


def test_more_lines_than_are_worth_a_look() -> None:
    found = fairyring.search(with_chips(RUNNING), nodes=2_000, lines=500)
    assert len({line.moves[0] for line in found.lines}) == len(found.lines) < 25


def test_an_evaluation_equals_a_plain_count() -> None:
    variant, oracle = fairyring.load(GAME), bluff.OracleBluff(GAME)
    rules: Any = variant.rules
    worth, support, menace = rules.tables.worth, WHOLE["support"].value, WHOLE["menace"].value
    counted = 0
    for seed in range(lanes.samples(60, 10)):
        pos = bluff_samples.scattered(oracle, random.Random(seed))
        expected = 0
        for site, piece in pos.pieces.items():
            sign = 1 if piece.isupper() else -1
            expected += sign * int(worth.places[rules.codes[piece], variant.board.names.index(site)])
            if piece not in "Pp":
                continue
            for goal in oracle.grid.pawns[piece][site].captures:
                other = pos.pieces.get(goal, "-")
                if other in "Pp" and other == piece:
                    expected += sign * support
                if other not in "Pp-" and other.isupper() != piece.isupper():
                    expected += sign * menace
                    counted += 1
        for sign, side in ((1, "white"), (-1, "black")):
            kings = bluff.king_sites(pos.pieces, side)
            purse = (pos.purses or ((), ()))[side == "black"]
            expected += sign * int(worth.kings[len(kings)] + worth.chips @ np.array(purse))
        expected += WHOLE["tempo"].value * (1 if pos.side == "white" else -1)
        found = np.zeros(1, np.int64)
        rows = variant.position(oracle.write(pos)).rows(1)
        evaluations(rules.tables, rows, np.zeros(1, np.uint64), found)
        assert found.tolist() == [expected], oracle.write(pos)
    assert counted > 20
