"""The oracle of Monster Bluff Chess: True Kings, what each side may know, and how a game ends."""

import random
from collections.abc import Iterator

import pytest

from .bluff import OracleBluff, OracleError, Position, Result, king_sites
from .bluff_moves import Move
from .bluff_samples import Told, opened, play, position, scattered, sharp
from .bluff_texts import SIDES

TEN = OracleBluff()
FOUR = OracleBluff("monster-bluff-4")
BARE = OracleBluff("monster-bluff-4", chips=False)
VIEWERS = ("white", "black", "spectator")

CORNERS = "K3a1 K4h1 k1a8 k2h8 "


# ---- the choice ----


def test_the_choice_is_no_ply() -> None:
    pos = TEN.start()
    assert (pos.true, TEN.side(pos)) == (("-", "-"), "white")
    whites = [f"{board}e1" for board in (1, 2, 3)] + [f"{board}d8" for board in (4, 5, 6, 7)]
    whites += [f"{board}e1" for board in (8, 9, 10)]
    assert list(TEN.legal(pos)) == [f"true@{site}" for site in whites]
    pos = play(TEN, pos, "true@3e1")
    assert (pos.true, TEN.side(pos)) == (("3e1", "-"), "black")
    assert "true@3e8" in TEN.texts(pos)
    assert "true@4d1" in TEN.texts(pos)
    pos = play(TEN, pos, "true@4d1")
    assert (pos.true, TEN.side(pos)) == (("3e1", "4d1"), "white")
    assert pos._replace(true=("-", "-")) == TEN.start()
    assert not any(text.startswith("true@") for text in TEN.texts(pos))


def test_the_choice_comes_before_the_first_move_wherever_that_is() -> None:
    pos = FOUR.read(FOUR.write(position(FOUR, Told(CORNERS, side="black", true="-,-"), clock=7)))
    assert FOUR.side(pos) == "white"
    pos = play(FOUR, pos, "true@3a1 true@2h8")
    assert (FOUR.side(pos), pos.clock) == ("black", 7)
    # A single king is known without a choice.
    pos = position(FOUR, Told("K3a1 k1a8 k2h8", true="3a1,-"))
    assert FOUR.side(pos) == "black"
    assert FOUR.texts(pos) == {"true@1a8", "true@2h8"}
    pos = position(FOUR, Told("K3a1 K4h1 k2h8", true="-,2h8"))
    assert FOUR.texts(pos) == {"true@3a1", "true@4h1"}


def test_a_choice_may_stay_unknown() -> None:
    pos = FOUR.start()
    for viewer, known in (
        ("white", "true@1e1"),
        ("black", "true@?"),
        ("spectator", "true@?"),
        (None, "true@1e1"),
    ):
        assert FOUR.view_turn(pos, "true@1e1", viewer) == known
        assert FOUR.view_turn(pos, "true@1e1", viewer, ended=True) == "true@1e1"
    after = play(FOUR, pos, "true@1e1")
    assert FOUR.view_turn(after, "true@1e8", "white") == "true@?"
    assert FOUR.view_turn(after, "true@1e8", "black") == "true@1e8"
    assert FOUR.after(FOUR.view(pos, "black"), "true@?") == FOUR.view(after, "black")
    moving = opened(FOUR)
    assert FOUR.view_turn(moving, "1e2-1e4", "spectator") == "1e2-1e4"
    with pytest.raises(OracleError, match="not legal"):
        FOUR.after(moving, "true@?")
    with pytest.raises(OracleError, match="no such viewer"):
        FOUR.view_turn(moving, "1e2-1e4", "arbiter")


# ---- what each side may know ----


def true_field(oracle: OracleBluff, pos: Position, viewer: str | None, *, ended: bool = False) -> str:
    return oracle.write(pos, viewer, ended=ended).split()[7]


def test_views() -> None:
    pos = play(TEN, TEN.start(), "true@3e1")
    assert [true_field(TEN, pos, viewer) for viewer in (None, *VIEWERS)] == ["3e1,-", "3e1,-", "?,-", "?,-"]
    pos = play(TEN, pos, "true@4d1")
    fields = ["3e1,4d1", "3e1,?", "?,4d1", "?,?"]
    assert [true_field(TEN, pos, viewer) for viewer in (None, *VIEWERS)] == fields
    # "After any end, draws too, both are shown."
    for viewer in VIEWERS:
        assert true_field(TEN, pos, viewer, ended=True) == "3e1,4d1"
        assert true_field(TEN, pos._replace(clock=200), viewer) == "3e1,4d1"
        assert TEN.read(TEN.write(pos, viewer)) == TEN.view(pos, viewer)
    with pytest.raises(OracleError, match="no such viewer"):
        TEN.write(pos, "arbiter")


def test_a_single_king_is_known_to_all() -> None:
    pos = position(FOUR, Told("K3a1 K4h1 k1a8 k2h8 R1a1", true="4h1,2h8"))
    assert true_field(FOUR, pos, "spectator") == "?,?"
    after = play(FOUR, pos, "1a1-1a8")
    assert [true_field(FOUR, after, viewer) for viewer in VIEWERS] == ["4h1,2h8", "?,2h8", "?,2h8"]


def test_after_the_end_both_are_shown() -> None:
    pos = position(FOUR, Told("K3a1 K4h1 k1a8 k2h8 k1b5 R1a1", true="4h1,1a8"))
    after = play(FOUR, pos, "1a1-1a8")
    assert [true_field(FOUR, after, viewer) for viewer in VIEWERS] == ["4h1,x"] * 3


def test_unknown_secrets_are_asked_for() -> None:
    pos = position(FOUR, Told("K3a1 K4h1 k1a8 k2h8 k1b5 R1a1 r2h4", true="4h1,1a8"))
    masked = FOUR.view(pos, "white")
    assert masked.true == ("4h1", "?")
    assert FOUR.texts(masked) == FOUR.texts(pos)
    assert FOUR.asks(masked, "1a1-1a8")
    assert not FOUR.asks(pos, "1a1-1a8")
    assert not FOUR.asks(masked, "1a1-1a2")
    with pytest.raises(OracleError, match="unknown whether the True King stands there"):
        FOUR.after(masked, "1a1-1a8")
    with pytest.raises(OracleError, match="unknown whether"):
        FOUR.legal(masked)
    assert FOUR.after(masked, "1a1-1a8", answer=True).true == ("4h1", "x")
    no = FOUR.after(masked, "1a1-1a8", answer=False)
    assert no.true == ("4h1", "?")
    # If two are left, capturing one shows what the other is.
    no = FOUR.after(no._replace(side="white"), "1a8-2h8", answer=False)
    assert no.true == ("4h1", "1b5")
    # The game may end in a study that knows nothing of the winner's.
    unknown = FOUR.after(FOUR.view(pos, "spectator"), "1a1-1a8", answer=True)
    assert unknown.true == ("?", "x")
    assert FOUR.read(FOUR.write(unknown)) == unknown
    # The mover's own True King, unknown, stays so.
    assert FOUR.after(FOUR.view(pos, "black"), "3a1-3a2").true == ("?", "1a8")


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", [TEN, FOUR, BARE], ids=["ten", "four", "bare"])
def test_worlds_that_a_viewer_cannot_tell_apart(oracle: OracleBluff) -> None:
    """The same turns with other True Kings: what the viewer sees is equal to the byte."""
    chance = random.Random(11)
    differed = 0
    for start in [opened(oracle), *sharp(oracle)[2:], *(scattered(oracle, chance) for _ in range(4))]:
        for viewer in VIEWERS:
            for one, another in worlds(oracle, start, viewer, chance, plies=6):
                differed += one.true != another.true
                assert oracle.write(one, viewer) == oracle.write(another, viewer)
                assert oracle.texts(one) == oracle.texts(another)
                assert oracle.repetition_key(one) == oracle.repetition_key(another)
                assert oracle.result(one) == oracle.result(another)
                assert oracle.side(one) == oracle.side(another)
                view = oracle.view(one, viewer)
                assert oracle.texts(view) == oracle.texts(one)
                assert oracle.repetition_key(view) == oracle.repetition_key(one)
    assert differed > 80


def worlds(
    oracle: OracleBluff, start: Position, viewer: str, chance: random.Random, plies: int
) -> Iterator[tuple[Position, Position]]:
    """Two games of the same turns; the True Kings unknown to the viewer differ, and none is captured."""
    one, true = start, list(start.true)
    for index, side in enumerate(SIDES):
        if side != viewer:
            true[index] = chance.choice(sorted(king_sites(start.pieces, side)))
    another = start._replace(true=(true[0], true[1]))
    for _ in range(plies):
        if oracle.result(one) is not None:
            return  # "after any end, draws too, both are shown"
        yield one, another
        turns = oracle.turns(one)
        chips = [text for text in turns if text.startswith("chip")]
        moves = [
            text
            for text, turn in turns.items()
            if isinstance(turn, Move) and turn.to not in (*one.true, *another.true)
        ]
        texts = chips if chips and (not moves or chance.random() < 0.2) else moves
        if not texts:
            return
        text = chance.choice(texts)
        one, another = oracle.after(one, text), oracle.after(another, text)


# ---- ends ----


def test_capturing_the_true_king_wins_the_chips_left() -> None:
    pieces = "K3a1 K4h1 k1a8 k2h8 R1a1"
    pos = position(FOUR, Told(pieces, "1a8:5x1,3d4:10x2,2b2:25x1", true="4h1,1a8"))
    pos = pos._replace(purses=((1, 2, 3), (38, 16, 4)))
    assert FOUR.result(pos) is None
    after = play(FOUR, pos, "1a1-1a8")
    assert after.purses == ((2, 2, 3), (38, 16, 4))  # "after those on the captured square"
    # The winner need not be the richer.
    assert FOUR.result(after) == Result("white", "true king", ((2, 4, 4), (38, 16, 4)))
    assert FOUR.texts(after) == frozenset()
    # "A win by resignation or on time counts the same."
    assert FOUR.purses_at_end(pos, "black") == ((1, 2, 3), (39, 18, 5))
    assert FOUR.purses_at_end(pos, None) == pos.purses


def test_black_wins_too_and_without_chips() -> None:
    pos = position(BARE, Told("K3a1 k1a8 k2h8 r3d1", side="black"), clock=199)
    after = play(BARE, pos, "3d1-3a1")
    assert after.true == ("x", "1a8")
    assert BARE.result(after) == Result("black", "true king", None)
    assert BARE.write(after).split()[6] == "-"
    assert BARE.purses_at_end(pos, "white") is None
    assert BARE.read(BARE.write(after)) == after


def test_the_last_king_is_the_true_one() -> None:
    pos = position(FOUR, Told("K3a1 K4h1 k1a8 k2h8 R1a1 R2a8", true="4h1,2h8"))
    pos = play(FOUR, pos, "1a1-1a8 2h8-2h7 1a8-1a7 2h7-2h8 2a8-2h8")
    assert pos.true == ("4h1", "x")
    assert FOUR.read(FOUR.write(pos)) == pos


def test_no_legal_turn_is_a_draw() -> None:
    # Two ranks full of White's pieces, and the pawns' way down blocked by their own side.
    back = [f"{board}{file}1" for board in (3, 4) for file in "abcdefgh"]
    front = " ".join(f"P{site[:2]}2" for site in back)
    for kings in (1, 2):
        pieces = " ".join(("K" if at < kings else "R") + site for at, site in enumerate(back))
        for oracle in (FOUR, BARE):
            pos = position(oracle, Told(f"{pieces} {front} k1a8 k2h8", "1d4:5x1"))
            if oracle is BARE or kings == 1:
                assert oracle.result(pos) == Result(None, "stalemate", pos.purses)
                assert true_field(oracle, pos, "spectator") == "3a1,1a8"
            else:
                # White can put a chip as long as one is left. (In a draw "chips on the board go to nobody".)
                assert oracle.result(pos) is None
                pos = pos._replace(purses=((0, 0, 0), (39, 20, 8)))
                assert oracle.result(pos) == Result(None, "stalemate", pos.purses)
            assert oracle.result(pos._replace(side="black")) is None


def test_threefold_repetition_of_the_public_position() -> None:
    pos = opened(FOUR)
    history = [FOUR.repetition_key(FOUR.start())]
    other_true = pos._replace(true=("2e1", "2e8"))
    assert FOUR.repetition_key(pos) == FOUR.repetition_key(other_true)
    for number, text in enumerate("1b1-1c3 1b8-1c6 1c3-1b1 1c6-1b8".split() * 2):
        assert FOUR.result(pos, history) is None, number
        history.append(FOUR.repetition_key(pos))
        pos = play(FOUR, pos, text)
    assert FOUR.result(pos, history) == Result(None, "threefold repetition", ((20, 10, 4), (20, 10, 4)))


def test_what_counts_for_repetition() -> None:
    key = FOUR.repetition_key
    pos = position(FOUR, Told(CORNERS + "R2c3", "1d4:5x1"))
    assert key(pos) == key(pos._replace(clock=9, number=40))
    assert key(pos) != key(pos._replace(side="black"))
    assert key(pos) != key(position(FOUR, Told(CORNERS + "R2c3", "1d4:5x2")))
    assert pos.purses is not None
    white, black = pos.purses
    assert key(pos) != key(pos._replace(purses=(black, white)))
    assert key(pos) != key(pos._replace(promoted="w"))
    start = opened(FOUR)
    assert key(start) != key(start._replace(unmoved=start.unmoved - {"1a1"}))
    assert key(start) != key(FOUR.start())
    # "En passant counts only if it can be used."
    for pieces, counts in (
        ("P1h5 p2a5", True),
        ("P1g5 p2a5", False),
        ("P2b5 p2a5", True),
        ("P2b4 p2a5", False),
    ):
        pos = position(FOUR, Told(CORNERS + pieces, passed="2a6"))
        assert (key(pos) != key(pos._replace(passed=None))) == counts


def test_200_plies() -> None:
    pos = position(FOUR, Told(CORNERS + "R2c3 P3c7 p1b7", "1d4:5x1"), clock=199)
    drawn = play(FOUR, pos, "2c3-2c4")
    assert drawn.clock == 200
    assert FOUR.result(drawn) == Result(None, "200 plies", pos.purses)
    assert FOUR.texts(drawn)  # perft ignores it
    for text in ("3c7-3c6", "chip5@1d4", "chip5@2d4"):
        after = play(FOUR, pos, text)
        assert after.clock == 0
        assert FOUR.result(after) is None
    rook = position(FOUR, Told(CORNERS + "R1d3 r1d7", "1d4:5x1"), clock=199)
    assert play(FOUR, rook, "1d3-1d4").clock == 0
    assert play(FOUR, rook, "1d3-1d7").clock == 0  # over the offer, to a piece
    # A win on that ply comes first.
    won = position(FOUR, Told(CORNERS + "R1a1", true="3a1,1a8"), clock=199)
    result = FOUR.result(play(FOUR, won, "1a1-1a8"))
    assert result is not None
    assert result.winner == "white"


def test_promotions_are_remembered() -> None:
    pos = position(BARE, Told(CORNERS + "P1c7 p2c2", promoted=""))
    pos = play(BARE, pos, "1c7-1c8=Q")
    assert pos.promoted == "w"
    pos = play(BARE, pos, "2c2-2c1=N")
    assert pos.promoted == "wb"
    pos = position(BARE, Told(CORNERS + "P1c7 p2c2", side="black", promoted=""))
    pos = play(BARE, pos, "2c2-2c1=N 1c7-1c8=Q")
    assert pos.promoted == "wb"
