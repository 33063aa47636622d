"""What those who sit at a game may do, rule by rule, with times of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import fairyring
from fairyring.board import Side
from fairyring.errors import FairyringError
from fairyring.game import Game
from fairyring.web import seats
from fairyring.web.clock import Clock
from fairyring.web.events import Beginning, Ended, Event, Invited, Joined, Moved, Terms, kept, read_event
from fairyring.web.match import CHATTER, MAX_LINES, Match, RefusedError, Sides
from fairyring.web.messages import MAX_SAID, Act, MessageError, read_message

WHITE, BLACK, BOTH, NOBODY = (
    frozenset({Side.WHITE}),
    frozenset({Side.BLACK}),
    frozenset(Side),
    frozenset[Side](),
)
MOVES = "e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6".split()


class Sitting:
    """A match, and the events that made it, which go through what is kept of them as on a server."""

    def __init__(
        self, clock: Terms | None = None, position: str | None = None, variant: str = "chess", **seats: str
    ) -> None:
        seats = {"white": "human", "black": "human"} | seats
        self.beginning = Beginning(
            id="x", at=0.0, variant=variant, options={}, position=position, record=None, clock=clock, **seats
        )
        self.match = self.fresh()
        self.events: list[Event] = []
        self.now = 0.0

    def fresh(self, outages: tuple[tuple[float, float], ...] = ()) -> Match:
        variant = fairyring.load(self.beginning.variant)
        start = self.beginning.position
        return Match(self.beginning, Game(variant, variant.position(start) if start else None), outages)

    def happen(self, *events: Event) -> None:
        for event in events:
            read = read_event(event.kind, event.at, json.loads(json.dumps(kept(event))))
            assert read == event
            self.events.append(event)
            self.match.apply(event)

    def ask(self, sides: Sides, kind: str, **words: Any) -> None:
        """Ask for something, and let happen what comes of it."""
        act = read_message(json.dumps({"type": kind, **words}))
        assert isinstance(act, Act)
        self.happen(*self.match.decide(act, sides, self.now))

    def refused(self, sides: Sides, kind: str, **words: Any) -> str:
        with pytest.raises(FairyringError) as refusal:
            self.ask(sides, kind, **words)
        return str(refusal.value)

    def play(self, *texts: str) -> None:
        for text in texts:
            self.ask(frozenset({self.match.mover}), "move", ply=len(self.match.game.moves), text=text)

    def can(self, sides: Sides) -> list[str]:
        return self.match.possible(sides)

    def again(self, *outages: tuple[float, float]) -> Match:
        """What another server makes of the same events."""
        match = self.fresh(outages)
        for event in self.events:
            match.apply(event)
        return match


def between_two(clock: Terms | None = None, position: str | None = None, variant: str = "chess") -> Sitting:
    sitting = Sitting(clock, position, variant)
    sitting.happen(
        Joined(at=0.0, side="white", key=seats.key("w")), Joined(at=0.0, side="black", key=seats.key("b"))
    )
    return sitting


@pytest.fixture
def two() -> Iterator[Sitting]:
    """A game between two people; at the end, another server comes to the same game."""
    sitting = between_two()
    yield sitting
    again = sitting.again()
    for sides in (WHITE, BLACK, BOTH, NOBODY):
        assert again.possible(sides) == sitting.can(sides)
    assert again.game.moves == sitting.match.game.moves
    assert again.game.position == sitting.match.game.position
    assert (again.result, again.offers, again.lines) == (
        sitting.match.result,
        sitting.match.offers,
        sitting.match.lines,
    )
    assert (again.keys, again.events) == (sitting.match.keys, sitting.match.events)


def test_players_move_only_their_own_pieces(two: Sitting) -> None:
    assert "white's turn" in two.refused(BLACK, "move", ply=0, text="e7-e5")
    assert "white's turn" in two.refused(BLACK, "move", ply=0, text="e2-e4")
    two.ask(WHITE, "move", ply=0, text="e2-e4")
    assert "black's turn" in two.refused(WHITE, "move", ply=1, text="e7-e5")
    assert "ply 1, not 0" in two.refused(BLACK, "move", ply=0, text="e7-e5")
    assert "not a legal move" in two.refused(BLACK, "move", ply=1, text="e7-e4")
    two.ask(BLACK, "move", ply=1, text="e7-e5")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("move", {"ply": 4, "text": "f1-b5"}),
        ("undo", {}),
        ("resign", {"side": "white"}),
        ("abort", {}),
        ("say", {"text": "hello"}),
        *((kind, {"what": what}) for kind in ("offer", "accept", "decline") for what in ("draw", "takeback")),
    ],
)
def test_who_watches_does_nothing(two: Sitting, kind: str, words: dict[str, Any]) -> None:
    two.play(*MOVES[:4])
    two.ask(BLACK, "offer", what="draw")
    assert "you are a spectator" in two.refused(NOBODY, kind, **words)
    assert two.can(NOBODY) == []


def test_nobody_resigns_for_the_other(two: Sitting) -> None:
    two.play(*MOVES[:3])
    assert "do not play black" in two.refused(WHITE, "resign", side="black")
    two.ask(WHITE, "resign", side="white")
    assert str(two.match.result) == "black wins: resignation"
    assert "over" in two.refused(BLACK, "move", ply=3, text="b8-c6")
    assert "over" in two.refused(BLACK, "resign", side="black")


def test_a_game_is_aborted_only_before_both_have_moved(two: Sitting) -> None:
    assert {"abort"} == {"abort", "resign"} & set(two.can(BLACK))
    two.play(*MOVES[:2])
    assert {"resign"} == {"abort", "resign"} & set(two.can(BLACK))
    assert "only until both have moved" in two.refused(WHITE, "abort")


@pytest.mark.kernel
def test_no_clock_runs_until_both_have_moved_where_a_turn_has_two_moves() -> None:
    position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 0 1"
    sitting = between_two(Terms(kind="game", seconds=60), position, "marseillais")
    sitting.play("e2-e4", "d2-d4")
    assert sitting.match.clock
    running = [sitting.match.clock.running]
    assert "abort" in sitting.can(BLACK)
    sitting.play("e7-e5")
    running.append(sitting.match.clock.running)
    assert running == [None, Side.BLACK]
    assert "abort" not in sitting.can(BLACK)


def test_an_aborted_game_has_no_result(two: Sitting) -> None:
    two.play(MOVES[0])
    two.ask(BLACK, "abort")
    assert str(two.match.result) == "draw: abortion"
    assert '[Result "*"]' in two.match.game.pgn()
    assert "over" in two.refused(BLACK, "move", ply=1, text="e7-e5")


def test_a_draw_needs_both(two: Sitting) -> None:
    two.play(*MOVES[:2])
    assert "has not offered a draw" in two.refused(BLACK, "accept", what="draw")
    two.ask(WHITE, "offer", what="draw")
    assert "already" in two.refused(WHITE, "offer", what="draw")
    assert "already" in two.refused(BLACK, "offer", what="draw")
    assert "has not offered a draw" in two.refused(WHITE, "accept", what="draw")
    two.ask(BLACK, "accept", what="draw")
    assert str(two.match.result) == "draw: agreement"
    assert two.match.offers == {}


def test_an_offered_draw_stands_until_the_other_has_moved(two: Sitting) -> None:
    two.play(*MOVES[:2])
    two.ask(WHITE, "offer", what="draw")
    two.play(MOVES[2])
    assert two.match.offers == {"draw": Side.WHITE}
    two.play(MOVES[3])
    assert two.match.offers == {}
    assert "not offered a draw" in two.refused(BLACK, "accept", what="draw")


def test_what_was_declined_is_offered_again_only_after_a_move(two: Sitting) -> None:
    two.play(*MOVES[:2])
    two.ask(WHITE, "offer", what="draw")
    two.ask(BLACK, "decline", what="draw")
    assert two.match.declined == [("draw", Side.WHITE)]
    assert "declined" in two.refused(WHITE, "offer", what="draw")
    two.ask(BLACK, "offer", what="draw")  # the other may
    two.ask(BLACK, "decline", what="draw")  # and withdraw it
    assert "no draw is offered" in two.refused(WHITE, "decline", what="draw")
    two.ask(BLACK, "offer", what="draw")
    two.ask(BLACK, "decline", what="draw")
    two.play(MOVES[2])
    assert two.match.declined == []
    two.ask(WHITE, "offer", what="draw")


@pytest.mark.parametrize(
    ("plies", "asker", "left"), [(3, WHITE, 2), (4, WHITE, 2), (3, BLACK, 1), (4, BLACK, 3)]
)
def test_a_turn_is_taken_back_by_consent(two: Sitting, plies: int, asker: Sides, left: int) -> None:
    (other,) = BOTH - asker
    two.play(*MOVES[:plies])
    assert "only if both players agree" in two.refused(asker, "undo")
    two.ask(asker, "offer", what="takeback")
    assert "has not offered a takeback" in two.refused(asker, "accept", what="takeback")
    two.ask(frozenset({other}), "accept", what="takeback")
    assert [str(move) for move in two.match.game.moves] == MOVES[:left]
    two.play(*MOVES[left:])


def test_who_has_not_moved_has_nothing_to_take_back(two: Sitting) -> None:
    two.play(MOVES[0])
    assert "takeback" not in two.can(BLACK)
    assert "no move to take back" in two.refused(BLACK, "offer", what="takeback")
    two.ask(WHITE, "offer", what="takeback")
    two.play(MOVES[1])
    assert "not offered a takeback" in two.refused(BLACK, "accept", what="takeback")


def test_a_rematch_is_offered_when_the_game_is_over(two: Sitting) -> None:
    assert "no game to play again" in two.refused(WHITE, "offer", what="rematch")
    two.play(*MOVES[:2])
    two.ask(WHITE, "resign", side="white")
    two.ask(WHITE, "offer", what="rematch")
    with pytest.raises(RefusedError, match="has not offered a rematch"):
        two.match.may_play_again(WHITE)
    two.match.may_play_again(BLACK)
    with pytest.raises(RefusedError):
        two.match.may_play_again(NOBODY)
    two.ask(BLACK, "decline", what="rematch")
    with pytest.raises(RefusedError):
        two.match.may_play_again(BLACK)


def test_what_is_said_is_one_line_and_not_too_much(two: Sitting) -> None:
    two.ask(WHITE, "say", text="  good luck \u202e\n\x00 <b>  ")
    assert [(line.side, line.text) for line in two.match.lines] == [("white", "good luck  <b>")]
    for text in ("", "x" * (MAX_SAID + 1), " \n\t ", "\u2066\u2069"):
        with pytest.raises(MessageError):
            two.ask(WHITE, "say", text=text)
    most, seconds = CHATTER
    for _ in range(most - 1):
        two.ask(WHITE, "say", text="!")
    assert "too many messages at once" in two.refused(WHITE, "say", text="!")
    two.ask(BLACK, "say", text="?")
    two.now += seconds
    two.ask(WHITE, "say", text="!")
    while len(two.match.lines) < MAX_LINES:
        two.now += seconds
        two.ask(WHITE, "say", text="…")
    two.now += seconds
    assert "at most" in two.refused(BLACK, "say", text="…")


# -- seats -------------------------------------------------------------------------------------------


def test_the_first_to_bring_the_invitation_has_the_seat() -> None:
    sitting = Sitting()
    invitation = seats.invitation("mine")
    sitting.happen(
        Joined(at=0.0, side="white", key=seats.key("mine")),
        Invited(at=0.0, side="black", key=seats.key(invitation)),
    )
    match = sitting.match
    assert match.shared
    assert sitting.can(WHITE) == ["abort"]
    assert "has not joined yet" in sitting.refused(WHITE, "offer", what="draw")
    assert "has not joined yet" in sitting.refused(WHITE, "say", text="hello?")
    with pytest.raises(RefusedError, match="are already playing in this game"):
        match.joined(invitation, WHITE, "fresh", 1.0)
    for wrong in ("", "x", "fresh", seats.key(invitation), seats.key("mine")):
        assert match.held(wrong) == NOBODY
        with pytest.raises(RefusedError, match="has been used"):
            match.joined(wrong, NOBODY, "fresh", 1.0)
    assert match.joined("mine", NOBODY, "fresh", 1.0) == []  # on another device
    assert match.held(invitation) == NOBODY
    sitting.happen(*match.joined(invitation, NOBODY, "fresh", 1.0))
    assert (match.held("mine"), match.held("fresh")) == (WHITE, BLACK)
    with pytest.raises(RefusedError, match="has been used"):
        match.joined(invitation, NOBODY, "later", 2.0)
    assert "chat" in sitting.can(BLACK)


def test_nobody_joins_what_is_over() -> None:
    sitting = Sitting()
    sitting.happen(
        Joined(at=0.0, side="white", key=seats.key("mine")),
        Invited(at=0.0, side="black", key=seats.key("you")),
    )
    sitting.ask(WHITE, "abort")
    with pytest.raises(RefusedError, match="over"):
        sitting.match.joined("you", NOBODY, "fresh", 1.0)


def test_one_who_has_both_seats_takes_back_by_himself() -> None:
    sitting = Sitting()
    sitting.happen(*(Joined(at=0.0, side=side, key=seats.key("me")) for side in ("white", "black")))
    assert sitting.match.held("me") == BOTH
    sitting.play(*MOVES[:3])
    assert sitting.can(BOTH) == ["undo", "hint", "resign"]
    for kind, words in (("offer", {"what": "draw"}), ("say", {"text": "hello"})):
        assert "no opponent" in sitting.refused(BOTH, kind, **words)
    sitting.ask(BOTH, "undo")
    assert len(sitting.match.game.moves) == 2
    sitting.ask(BOTH, "resign", side="black")
    assert sitting.can(BOTH) == ["undo", "rematch"]
    sitting.match.may_play_again(BOTH)


def test_the_computers_men_are_the_computers() -> None:
    sitting = Sitting(black="club")
    sitting.happen(Joined(at=0.0, side="white", key=seats.key("me")))
    sitting.play(MOVES[0])
    assert "computer's turn" in sitting.refused(WHITE, "move", ply=1, text="e7-e5")
    assert "does not resign" in sitting.refused(WHITE, "resign", side="black")
    sitting.happen(Moved(at=1.0, text="e7-e5"))
    sitting.ask(WHITE, "undo")
    assert sitting.match.game.moves == []


# -- clocks ------------------------------------------------------------------------------------------


GAME, MOVE = Terms(kind="game", seconds=60, increment=5), Terms(kind="move", seconds=30)


def left(match: Match, now: float) -> tuple[float, float]:
    assert match.clock is not None
    return match.clock.left(Side.WHITE, now), match.clock.left(Side.BLACK, now)


def timed(terms: Terms, *times: float) -> Sitting:
    """A game in which the turns were played at these times."""
    sitting = between_two(terms)
    for text, sitting.now in zip(MOVES, times, strict=False):
        sitting.play(text)
    return sitting


def test_nobodys_time_runs_before_both_have_moved() -> None:
    sitting = timed(GAME, 100.0)
    assert left(sitting.match, 1000.0) == (60, 60)
    assert sitting.match.fallen(1000.0) == []


def test_time_runs_for_the_player_to_move_and_a_move_adds_to_it() -> None:
    sitting = timed(GAME, 100.0, 200.0, 210.0, 230.0)
    assert left(sitting.match, 230.0) == (60 - 10 + 5, 60 - 20 + 5)
    assert left(sitting.match, 240.0) == (45, 45)
    assert left(sitting.match, 1000.0) == (0, 45)
    assert left(sitting.match, 220.0) == (55, 45), "a clock that is set back costs nobody time"


def test_each_move_has_its_own_time() -> None:
    sitting = timed(MOVE, 0.0, 0.0, 20.0, 45.0)
    assert left(sitting.match, 50.0) == (25, 30)


def test_who_has_no_time_left_has_lost() -> None:
    sitting = timed(GAME, 0.0, 0.0)
    assert sitting.match.fallen(59.9) == []
    sitting.now = 60.0
    sitting.ask(BLACK, "offer", what="draw")  # whatever is asked for comes too late
    assert str(sitting.match.result) == "black wins: time"
    assert sitting.match.offers == {}
    assert sitting.match.fallen(100.0) == []
    assert left(sitting.match, 100.0) == (0, 60)


def test_a_move_that_comes_too_late_is_not_played() -> None:
    sitting = timed(MOVE, 0.0, 0.0)
    sitting.now = 30.0
    sitting.ask(WHITE, "move", ply=2, text=MOVES[2])
    assert len(sitting.match.game.moves) == 2
    assert str(sitting.match.result) == "black wins: time"


def test_the_end_stops_the_clocks() -> None:
    sitting = timed(GAME, 0.0, 0.0, 10.0)
    sitting.now = 20.0
    sitting.ask(WHITE, "resign", side="white")
    assert left(sitting.match, 500.0) == (55, 50)


def test_checkmate_stops_the_clocks() -> None:
    sitting = between_two(GAME, "6k1/5ppp/p7/8/8/8/8/1R4K1 w - - 0 1")
    sitting.play("g1-f1", "a6-a5")
    sitting.now = 10.0
    sitting.play("b1-b8")
    assert str(sitting.match.result) == "white wins: checkmate"
    assert left(sitting.match, 500.0) == (55, 60)


def test_a_turn_that_is_taken_back_begins_anew() -> None:
    game, move = timed(GAME, 0.0, 0.0, 10.0), timed(MOVE, 0.0, 0.0, 10.0)
    for sitting in (game, move):
        sitting.now = 20.0
        sitting.ask(WHITE, "offer", what="takeback")
        sitting.ask(BLACK, "accept", what="takeback")
        assert sitting.match.clock is not None
        assert sitting.match.clock.running is Side.WHITE
    assert left(game.match, 25.0) == (50, 50), "time that has gone is gone"
    assert left(move.match, 25.0) == (25, 30)


def test_time_without_a_server_counts_for_nobody() -> None:
    sitting = timed(GAME, 0.0, 0.0, 10.0)
    outages = ((2.0, 4.0), (15.0, 1000.0), (1001.0, 2001.0))
    assert left(sitting.again(*outages), 2011.0) == (60 - 8 + 5, 60 - 16)
    assert left(sitting.again(), 2011.0) == (55, 0)


def test_a_player_who_takes_what_the_clock_allows_never_loses_on_time() -> None:
    for terms in (GAME, MOVE, Terms(kind="game", seconds=10)):
        clock, now = Clock(terms), 0.0
        for _ in range(200):
            clock.run(Side.WHITE, now)
            now += clock.allowance(Side.WHITE, now)
            assert clock.left(Side.WHITE, now) > 0
            clock.pressed(Side.WHITE, now)


def test_the_computer_does_not_lose_on_time() -> None:
    sitting = Sitting(GAME, black="easy")
    sitting.play(MOVES[0])
    sitting.happen(Moved(at=0.0, text=MOVES[1]))
    sitting.play(MOVES[2])
    assert sitting.match.clock is not None
    assert sitting.match.clock.running is Side.BLACK
    assert sitting.match.fallen(1000.0) == []


def test_a_clock_without_terms_of_its_own_stands() -> None:
    clock = Clock(MOVE)
    assert clock.expired(1e9) is None
    clock.halt(5.0)
    assert clock.left(Side.WHITE, 1e9) == 30


def test_nothing_is_taken_back_once_secrets_are_shown() -> None:
    """After a resignation the page shows both True Kings: playing on would be playing with that knowledge."""
    bluff = fairyring.load("monster-bluff-4")
    for ended in (False, True):
        beginning = Beginning(
            id="x",
            at=0.0,
            variant=bluff.name,
            options={},
            position=None,
            record=None,
            white="human",
            black="easy",
            clock=None,
        )
        match = Match(beginning, Game(bluff))
        for _ in range(3):
            match.apply(Moved(at=0.0, text=match.game.position.legal_moves()[0].text))
        if ended:
            match.apply(Ended(at=0.0, winner="black", reason="resignation"))
        assert ("undo" in match.possible(WHITE)) is not ended
        if ended:
            with pytest.raises(RefusedError, match="no move to take back"):
                match.decide(read_message('{"type": "undo"}'), WHITE, 0.0)  # type: ignore[arg-type]
