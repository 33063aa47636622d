"""Games: played, undone, ended, recorded and read back."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairyring
import fairyring.drawing
from fairyring import FairyringError, Game, IllegalMoveError, RecordError, Result, Side, Variant
from tests import lanes

CHESS = fairyring.load("chess")
GAMES = [fairyring.load(name) for name in lanes.chosen(lanes.GAMES)]
FOOLS_MATE = "f2-f3 e7-e5 g2-g4 d8-h4".split()


def played(variant: Variant, *turns: str) -> Game:
    game = Game(variant)
    for turn in turns:
        game.push(turn)
    return game


def random_game(variant: Variant, seed: int, plies: int) -> Game:
    chance = random.Random(seed)
    game = Game(variant)
    while game.result is None and len(game.moves) < plies:
        game.push(chance.choice(game.position.legal_moves()))
    return game


# ---- play ----


def test_push_and_undo() -> None:
    game = played(CHESS, "e2-e4", "e7e5")
    assert [move.text for move in game.moves] == ["e2-e4", "e7-e5"]
    assert game.position == CHESS.start().play("e2-e4").play("e7-e5")
    game.comments[1] = "a reply"
    assert game.undo().text == "e7-e5"
    assert game.comments == {}
    assert game.position == CHESS.start().play("e2-e4")
    game.undo()
    assert game.position == CHESS.start()
    with pytest.raises(IndexError, match="no move to take back"):
        game.undo()


def test_a_refused_move_changes_nothing() -> None:
    game = played(CHESS, "e2-e4")
    with pytest.raises(IllegalMoveError):
        game.push("e4-e5")
    assert [move.text for move in game.moves] == ["e2-e4"]
    assert len(game.positions) == 2


def test_nothing_is_played_after_the_end() -> None:
    game = played(CHESS, *FOOLS_MATE)
    assert game.result == Result(Side.BLACK, "checkmate")
    with pytest.raises(IllegalMoveError, match="the game is over: Black wins by checkmate"):
        game.push("e2-e3")
    with pytest.raises(ValueError, match="the game is over"):
        game.end("white", "time")
    game.undo()
    assert game.result is None


def test_ending_a_game_by_resignation_or_agreement() -> None:
    game = played(CHESS, "e2-e4")
    assert game.resign("black") == game.result == Result(Side.WHITE, "resignation")
    assert game.position.result is None
    with pytest.raises(IllegalMoveError, match="resignation"):
        game.push("e7-e5")
    game.undo()
    assert game.end(None, "agreement").score == "1/2-1/2"
    with pytest.raises(ValueError, match="red"):
        Game(CHESS).end("red", "time")


def test_a_draw_by_repetition_ends_the_game() -> None:
    game = played(CHESS, *("g1-f3 g8-f6 f3-g1 f6-g8 " * 2).split())
    assert game.result == Result(None, "threefold repetition")
    with pytest.raises(IllegalMoveError):
        game.push("e2-e4")


def test_a_position_of_another_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="a position of ravioli in a game of chess"):
        Game(CHESS, fairyring.load("ravioli").start())


# ---- records ----


def test_the_record_of_a_game() -> None:
    game = played(CHESS, *FOOLS_MATE)
    game.tags |= {"White": "A", "Black": "B", "Date": "2003.01.02"}
    assert game.pgn() == (
        '[Event "?"]\n[Site "?"]\n[Date "2003.01.02"]\n[Round "-"]\n[White "A"]\n[Black "B"]\n'
        '[Result "0-1"]\n[Variant "chess"]\n[Termination "checkmate"]\n\n'
        "1. f3 e5 2. g4 Qh4# 0-1\n"
    )


def test_a_record_from_a_position_where_black_begins() -> None:
    game = Game(CHESS, CHESS.position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"))
    game.push("e8-e7")
    game.push("e2-e4")
    assert "17... Ke7 18. e4 *" in game.pgn()
    (again,) = fairyring.read_pgn(game.pgn())
    assert again.positions == game.positions


def test_what_happens_by_itself_is_in_the_record() -> None:
    game = played(fairyring.load("carousel"), "d2-d4", "a7-a6", "g1-f3", "e7-e5")
    # The pawn was carried to d5, and heads for Black's left; the pawn on a6 goes on.
    assert game.aftermaths == ["", "spin", "d5-f5", "a6-a5 spin"]
    game.comments[2] = "a knight"
    game.undo()
    game.push("h7-h5")
    assert game.aftermaths[2:] == ["d5-f5", "a6-a5 spin"]
    text = " ".join(game.pgn().split())
    assert "1. d2-d4 a7-a6 {[%auto spin]} 2. g1-f3 {[%auto d5-f5] a knight} 2... h7-h5 {[%auto" in text
    (again,) = fairyring.read_pgn(game.pgn())
    assert again.comments == {2: "a knight"}
    assert again.positions == game.positions


def test_a_comment_that_does_not_match_the_board_is_kept() -> None:
    (game,) = fairyring.read_pgn(
        '[Variant "momentum"]\n\n1. e2-e4 {[%auto spin]} a7-a6 2. b1-c3 {[%auto e4-e5]} *'
    )
    assert game.comments == {0: "[%auto spin]", 2: "[%auto e4-e5]"}
    (again,) = fairyring.read_pgn(game.pgn())
    assert again.comments == game.comments


tag_names = st.text("ABCxyz019_", min_size=1, max_size=8)
said = st.text(max_size=60) | st.text('{}();%"\\ \nab1.', max_size=20)


def spaced(text: str) -> str:
    return " ".join(text.split())


@settings(max_examples=lanes.samples(100, 15, usual=30))
@given(
    variant=st.sampled_from(GAMES),
    seed=st.integers(0, 2**32),
    plies=st.integers(0, 60 if lanes.EVERY else 30),
    tags=st.dictionaries(tag_names, said, max_size=4),
    comments=st.dictionaries(st.integers(-1, 12), said, max_size=4),
    ending=st.sampled_from([None, "white", "black", "draw"]),
)
def test_records_read_back(
    variant: Variant,
    seed: int,
    plies: int,
    tags: dict[str, str],
    comments: dict[int, str],
    ending: str | None,
) -> None:
    game = random_game(variant, seed, plies)
    game.tags |= tags
    game.comments |= {index: text for index, text in comments.items() if index < len(game.moves)}
    if ending and game.result is None:
        if ending == "draw":
            game.end(None, "agreement")
        else:
            game.end(ending, "time")
    text = game.pgn()
    (again,) = fairyring.read_pgn(text)
    assert again.variant == variant
    assert again.positions == game.positions
    assert again.result == game.result
    assert {name: again.tags[name] for name in tags} == {name: spaced(tag) for name, tag in tags.items()}
    assert again.comments == {index: spaced(text) for index, text in game.comments.items() if spaced(text)}
    assert again.pgn() == text
    assert [one.position for one in fairyring.read_pgn(text + "\n" + text)] == [game.position] * 2


def test_long_records_are_wrapped() -> None:
    text = random_game(CHESS, 3, 80).pgn()
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("name", ["", "two words", "a-b", 'qu"ote', "new\nline"])
def test_tags_that_pgn_cannot_hold(name: str) -> None:
    with pytest.raises(ValueError, match="the name of a tag"):
        Game(CHESS, tags={name: "x"}).pgn()


def test_tags_that_follow_from_the_game_cannot_be_set() -> None:
    liar = Game(CHESS, tags={"FEN": "8/8 w", "Result": "1-0", "Variant": "x", "Options": "a=1", "SetUp": "1"})
    (again,) = fairyring.read_pgn(liar.pgn())
    assert again.positions == [CHESS.start()]
    assert again.result is None


def test_what_readers_of_pgn_ignore() -> None:
    text = (
        '\ufeff% hidden [tag]\n[Event "x"]\n\n1. e2-e4! $1 {first} ; second\n'
        '(1. d2-d4 {a ) in a comment} (1. c2-c4)) e7-e5?? 2. g1f3 1/2-1/2\n\n[Event "y"]\n\n*\n'
    )
    first, second = fairyring.read_pgn(text)
    assert [move.text for move in first.moves] == ["e2-e4", "e7-e5", "g1-f3"]
    assert first.comments == {0: "first second"}
    assert first.result == Result(None, "agreement")
    assert second.tags == {"Event": "y"}
    assert fairyring.read_pgn("") == fairyring.read_pgn(" \n ") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. e2-e4 e2-e4", 1, 10, "there is no piece on e2"),
        ('[Event "x"]\n\n1. e2-e4\ne7-e5 2. zz', 4, 10, "not a legal move"),
        ('[Event "x"\n', 1, 1, "a tag pair is written like"),
        ('[A "x"]\n[A "y"]', 2, 1, "tag 'A' occurs twice"),
        ("1. e2-e4 {open", 1, 10, "never closed"),
        ("1. e2-e4 (1. d2-d4", 1, 10, "never closed"),
        ("1. e2-e4 )", 1, 10, "expected a move"),
        ('[Event "x"]\n[Variant "checkers"]\n', 2, 1, "no game is called 'checkers'"),
        ('[Variant "chess"]\n[FEN "8/8"]\n\n1. e2-e4', 2, 1, "tag FEN: position text, column"),
        ('[Variant "evil.py"]\n', 1, 1, "a record cannot load a file"),
        ('[Variant "chess"]\n[Options "name=1"]\n', 1, 1, "chess has no option 'name'"),
        ('[Variant "chess"]\n[Options "a=²"]\n', 1, 1, "chess has no option 'a'"),
        ('[Variant "chess"]\n[Options "a=' + "9" * 5000 + '"]\n', 1, 1, "chess has no option 'a'"),
        ('[Result "2-0"]\n\n1. e2-e4', 3, 4, "a result is"),
        ('[Result "1-0"]\n\n1. e2-e4 0-1', 3, 4, "the result 0-1 contradicts the tag Result, '1-0'"),
        ("1. f2-f3 e7-e5 2. g2-g4 d8-h4 1-0", 1, 25, "contradicts the board"),
        ("1. f2-f3 e7-e5 2. g2-g4 d8-h4 3. e2-e3", 1, 34, "the game is over"),
        ("{only a comment}", 1, 17, "expected a tag pair or a move"),
    ],
)
def test_bad_records_are_explained(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        fairyring.read_pgn(text)
    assert reason in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


def test_a_record_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(RecordError, match="longer than"):
        fairyring.read_pgn("x" * 5_000_000)


@pytest.mark.timeout(60)
def test_long_records_are_read_in_linear_time() -> None:
    words = "e2-e4 e7-e5 " * 150_000
    with pytest.raises(RecordError, match="line 1, column 13"):
        fairyring.read_pgn(words)


SIGNS = '[]{}();$%"\\.*!?= \n'
WORDS = (
    '1. e2-e4 e7e5 1-0 * { } ( ) ; [ ] % $3 1... b2u-b4u [Variant_"ravioli"] [FEN_"x"] [Options_"a=1"]'
    ' [Result_"1-0"] [Event_"x"]'
).split()
pieces = (
    st.sampled_from([word.replace("_", " ") for word in WORDS])
    | st.sampled_from("\n\0\u2028")
    | st.text(SIGNS, max_size=4)
)


@given(st.lists(pieces, max_size=14), st.sampled_from([" ", "\n", ""]))
def test_any_record_is_read_or_refused(words: list[str], glue: str) -> None:
    text = glue.join(words)
    try:
        games = fairyring.read_pgn(text)
    except FairyringError as error:
        refused = error
    else:
        assert all(fairyring.read_pgn(game.pgn())[0].positions == game.positions for game in games)
        return
    assert isinstance(refused, RecordError)
    assert 1 <= refused.line <= text.count("\n") + 1
    assert 1 <= refused.column <= len(text) + 1
    assert "\n" not in str(refused)


USER_GAME = """
import dataclasses
from fairyring.variants import chess

def variant(blitz: bool = False, level: int = 3):
    return dataclasses.replace(chess.variant(), title="Mine", inventor=f"{blitz} {level}")
"""


@pytest.mark.parametrize(
    ("tag", "fen", "expected"),
    [
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3/pP w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"),
        ("Crazyhouse", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        ("Three-check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"),
        ("Three-check", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"),
        ("Standard", "4k3/8/8/8/8/8/8/4K2R w K - 5 0", "4k3/8/8/8/8/8/8/4K2R w K - 5 1"),
        ("Standard", "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ],
)
def test_records_begin_at_positions_as_other_programs_write_them(tag: str, fen: str, expected: str) -> None:
    (read,) = fairyring.read_pgn(f'[Variant "{tag}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n*')
    assert str(read.position) == expected


def test_a_position_that_nobody_writes_is_refused_as_it_stands() -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K3 x - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", ""):
        with pytest.raises(RecordError, match="tag FEN: "):
            fairyring.read_pgn(f'[Variant "Three-check"]\n[FEN "{fen}"]\n\n*')


@pytest.mark.parametrize(
    "moves",
    ["1 e4 e5 2 Nf3 *", "1.e4 1. ... e5 2.Nf3 *", "1. e4 1.. e5 2.... Nf3", "1 e4 (1 d4 d5) 1 ... e5 2 Nf3"],
)
def test_numbers_of_moves_have_any_number_of_dots(moves: str) -> None:
    (read,) = fairyring.read_pgn(moves)
    assert [str(move) for move in read.moves] == ["e2-e4", "e7-e5", "g1-f3"]


def test_records_of_a_users_game(tmp_path: Path) -> None:
    """The record does not name the file: the game is given to the reader."""
    path = tmp_path / "My_Game.py"
    path.write_text(USER_GAME)
    for options in ({}, {"blitz": True}, {"level": -7}):
        variant = fairyring.load(path, **options)
        game = played(variant, "e2-e4")
        (again,) = fairyring.read_pgn(game.pgn(), variant)
        assert again.variant == variant
        assert again.position == game.position
    with pytest.raises(RecordError, match="no game is called 'my-game'") as caught:
        fairyring.read_pgn(game.pgn())
    assert "give it, too: read_pgn(text, fairyring.load('my_game.py'))" in caught.value.reason
    with pytest.raises(RecordError) as caught:
        fairyring.read_pgn(game.pgn(), CHESS)  # a game was given
    assert "give it, too" not in caught.value.reason
    with pytest.raises(RecordError) as caught:
        fairyring.read_pgn('[Variant "chess"]\n[Options "x=1"]\n\n*')
    assert "give it, too" not in caught.value.reason


def test_arguments_of_a_wrong_type_are_refused() -> None:
    anything: Any = fairyring
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: anything.load(None), "load takes a name or a path, not None"),
        (lambda: anything.load(["x" * 100]), r"not \['x{57}…$"),
        (lambda: anything.load("chess").position(None), "a position is read from a text, not None"),
        (lambda: anything.load("chess").start().play(None), "play takes a move or its text, not None"),
        (lambda: anything.Game(CHESS).push(5), "play takes a move or its text, not 5"),
        (lambda: anything.Game("chess"), "a game is of a variant, .* not 'chess'"),
        (lambda: anything.Game(CHESS, "start"), "a game begins at a position, not 'start'"),
        (lambda: anything.read_pgn(None), "records are read from a text, not None"),
        (lambda: anything.read_pgn("", "chess"), "records are of a variant, .* not 'chess'"),
        (lambda: anything.read_trees(b""), "records are read from a text, not b''"),
        (lambda: anything.perft(CHESS, 2), r"a walk begins at a position, not fairyring\.load"),
        (lambda: anything.divide(CHESS, 2), "a walk begins at a position"),
        (lambda: anything.playouts(CHESS, 2), "a walk begins at a position"),
        (lambda: anything.load("chess").start().parse_move(5), "a move is read from a text, not 5"),
        (lambda: anything.load("chess").start().question(5), "takes a move or its text, not 5"),
        (lambda: anything.load("chess").start().course(5), "a move is read from a text, not 5"),
        (lambda: anything.load("chess").start().public("e2-e4"), "a move of legal_moves .* not 'e2-e4'"),
        (lambda: anything.load("chess").start().choices("e2"), r"in a list, such as \['e2'\], not 'e2'"),
        (lambda: anything.Tree("chess"), "a tree is of a variant, .* not 'chess'"),
        (lambda: anything.Tree(CHESS, "start"), "a tree begins at a position, not 'start'"),
        (lambda: anything.Tree.of(CHESS), r"a tree is made of a game, not fairyring\.load"),
        (lambda: anything.Setup("chess"), "set up in a variant, .* not 'chess'"),
        (lambda: anything.Setup(CHESS, 5), "a position is read from a text, not 5"),
        (lambda: anything.Game(CHESS, tags={"Round": 3}), "the tag Round is a text, not 3"),
        (lambda: anything.Tree(CHESS, tags=["Round"]), r"tags are texts by their names, .* not \['Round'\]"),
        (lambda: anything.Game(CHESS).end("white", None), "a game ends for a reason, .* not None"),
        (lambda: anything.puzzles(None), "a game has a name or a path, not None"),
        (lambda: anything.lessons(5), "a game has a name or a path, not 5"),
        (lambda: anything.solve_endgame("chess", "KQvK"), "an endgame is of a variant, .* not 'chess'"),
        (lambda: anything.solve_endgame(CHESS, None), "pieces are a text, such as 'KQvK', not None"),
        (lambda: anything.drawing.board_svg("start"), "a picture is of a position or a variant, not 'start'"),
    ]
    for call, said in wrong:
        with pytest.raises(TypeError, match=said):
            call()


def test_what_is_no_side_is_refused_in_words() -> None:
    calls: list[Callable[[], object]] = [
        lambda: fairyring.Game(CHESS).end("whit", "time"),
        lambda: fairyring.Game(CHESS).resign("whit"),
        lambda: Side("whit"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"^a side is 'white' or 'black', not 'whit'$"):
            call()


def test_a_question_about_a_move_that_is_not_legal_is_refused_in_every_game() -> None:
    assert CHESS.start().question("e2-e4") == ""
    with pytest.raises(IllegalMoveError):
        CHESS.start().question("e2-e5")


def test_choices_so_far_may_be_any_list() -> None:
    start = CHESS.start()
    assert start.choices(["e2"]) == start.choices(("e2",)) == ["e3", "e4"]
