"""The conformance suite finds what is wrong with a game: each fault here is one that it must see."""

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring import Position, Variant, testing
from fairyring.kernels import contract, entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import CLOCK, NUMBER, SIDE, States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.rules import Token, Words
from fairyring.messages import translated
from fairyring.notation.position import Form
from fairyring.search import Analysis, Line
from fairyring.testing import ConformanceError, searching

ROOT = Path(__file__).parents[1]
CHESS = fairyring.load("chess")
EN_PASSANT = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"
PROMOTING = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
CHECKED = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"


def faulty(rules: type[Orthodox] = Orthodox, form: type[Form] = Form, **changes: Any) -> Variant:
    """Chess with other rules or another form."""
    sound = CHESS.definition
    assert isinstance(sound.rules, Orthodox)
    odd = rules(**{part.name: getattr(sound.rules, part.name) for part in dataclasses.fields(Orthodox)})
    odd_form = form(odd, sound.form.fields)
    definition = dataclasses.replace(sound, rules=odd, form=odd_form, **changes)
    return Variant("odd", definition, {}, "chess")


@dataclass(frozen=True)
class NamelessPromotions(Orthodox):
    def words(self, states: States, ply: int, move: int) -> Words:
        words = super().words(states, ply, move)
        return words._replace(text=words.text.partition("=")[0])


@dataclass(frozen=True)
class ForgottenChoices(Orthodox):
    def words(self, states: States, ply: int, move: int) -> Words:
        words = super().words(states, ply, move)
        return words._replace(choices=words.choices[:2])


@dataclass(frozen=True)
class OpenChoices(Orthodox):
    def words(self, states: States, ply: int, move: int) -> Words:
        words = super().words(states, ply, move)
        return words._replace(choices=words.choices[:2] if words.text.endswith("=Q") else words.choices)


@dataclass(frozen=True)
class OneUci(Orthodox):
    def words(self, states: States, ply: int, move: int) -> Words:
        return super().words(states, ply, move)._replace(uci="0000")


@dataclass(frozen=True)
class ClockInKey(Orthodox):
    def derive(self, states: States, ply: int) -> None:
        super().derive(states, ply)
        states.key[ply] ^= states.info[ply, CLOCK]


@dataclass(frozen=True)
class SameKey(Orthodox):
    def derive(self, states: States, ply: int) -> None:
        super().derive(states, ply)
        states.key[ply] = 7


@dataclass(frozen=True)
class TokensBeside(Orthodox):
    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        return tuple(token._replace(site="z9") for token in super().tokens(states, ply))


@dataclass(frozen=True)
class OtherLetters(Orthodox):
    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        return tuple(token._replace(letter="X") for token in super().tokens(states, ply))


@dataclass(frozen=True)
class NoChecks(Orthodox):
    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        return ()


class ForgetsPassed(Form):
    def write(self, states: States, ply: int) -> str:
        fields = super().write(states, ply).split(" ")
        return " ".join([*fields[:3], "-", *fields[4:]])


class Untidy(Form):
    def write(self, states: States, ply: int) -> str:
        return super().write(states, ply) + " "


@pytest.mark.parametrize(
    ("rules", "text", "part", "said"),
    [
        (NamelessPromotions, PROMOTING, testing.check_moves, "4 legal moves share the text e7-e8"),
        (ForgottenChoices, PROMOTING, testing.check_choices, "it has the choices of e7-e8=Q"),
        (OpenChoices, PROMOTING, testing.check_choices, "its choices begin those of another, move e7-e8=Q"),
        (OneUci, PROMOTING, testing.check_moves, "legal moves share the UCI form 0000"),
        (ClockInKey, CHECKED, testing.check_hash, "the key depends on a clock"),
        (SameKey, CHECKED, testing.check_hash, "the key after it is not the one that derive computes"),
        (TokensBeside, CHECKED, testing.check_views, "is on z9, which is not a site"),
        (OtherLetters, CHECKED, testing.check_views, "the text lacks the pieces {'X': 3}"),
        (NoChecks, CHECKED, testing.check_views, "in_check and the checked sites disagree"),
    ],
)
def test_faults_of_rules(
    rules: type[Orthodox], text: str, part: Callable[[Position], None], said: str
) -> None:
    part(CHESS.position(text))
    position = faulty(rules).position(text)
    with pytest.raises(ConformanceError) as caught:
        part(position)
    assert said in str(caught.value)
    assert str(caught.value).startswith("odd: ")
    assert caught.value.position in str(caught.value)
    assert caught.value.variant == "odd"


def test_a_fault_can_be_said_in_another_language() -> None:
    position = faulty(form=ForgetsPassed).position(EN_PASSANT)
    with pytest.raises(ConformanceError) as caught:
        testing.check_texts(position)
    german = {
        "{variant}: {reason}, in {position}": "{variant}: {reason} ({position})",
        "after {move} from {position}: {reason}": "nach {move}: {reason}",
        "field {field} is {one}, but {other} when read from the text": "Feld {field}: {one} statt {other}",
    }
    said = translated(caught.value.message, lambda text: german.get(text, text))
    where = "rnbqkbnr/ppp1pppp/8/8/P2p4/8/1PPPPPPP/RNBQKBNR b KQkq - 0 3"
    assert said == f"odd: nach a2-a4: Feld ep square: 16 statt 65535 ({where})"
    assert str(caught.value) == caught.value.message


def test_faults_of_texts() -> None:
    testing.check_texts(CHESS.position(EN_PASSANT))
    forgetful = faulty(form=ForgetsPassed).position(EN_PASSANT)
    with pytest.raises(ConformanceError, match="field ep square is"):
        testing.check_texts(forgetful)
    untidy = faulty(form=Untidy)
    untidy.name = "chess"
    with pytest.raises(ConformanceError, match="its start is refused"):
        testing.check_load(untidy)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": ""}, "it has no title"),
        ({"summary": ""}, "it has no summary"),
        ({"start": "8/8"}, "its start is refused"),
        ({"start": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, "the game is over before it starts"),
    ],
)
def test_faults_of_definitions(changes: dict[str, Any], said: str) -> None:
    variant = faulty(**changes)
    variant.name = "chess"
    with pytest.raises(ConformanceError, match=said):
        testing.check_load(variant)


def off_by_one(sound: Any) -> Any:
    return lambda *given: sound(*given) + np.uint64(1)


def as_legal(_sound: Any) -> Any:
    return contract.legal


def nothing(_sound: Any) -> Any:
    return lambda _tables, _states, _ply, _moves, n: n


def meddling(sound: Any) -> Any:
    def odd(tables: Any, states: States, ply: Any, *given: Any) -> Any:
        states.cells[ply, 0, 30] += 1
        return sound(tables, states, ply, *given)

    return odd


def far_off(sound: Any) -> Any:
    def odd(tables: Any, states: States, ply: Any, move: Any) -> Any:
        states.info[-1, 1] += np.uint64(len(states.info) > 2)
        return sound(tables, states, ply, move)

    return odd


@pytest.mark.parametrize(
    ("name", "fault", "said"),
    [
        ("count", off_by_one, "count is 21, but there are 20 legal moves"),
        ("noisy", as_legal, "it is neither a capture nor a promotion, but noisy lists it"),
        ("evaluate", meddling, "a function that must not change the row changes it"),
        ("outcome", meddling, "a function that must not change the row changes it"),
        ("play", far_off, "play writes beyond the next row"),
        ("null_move", meddling, "null_move and derive give different keys"),
    ],
)
def test_faults_of_kernels(name: str, fault: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = CHESS.position(CHESS.definition.start)
    testing.check_kernel(start)
    where = entry_points if hasattr(entry_points, name) else contract  # where `check_kernel` finds it
    monkeypatch.setattr(where, name, fault(getattr(where, name)))
    with pytest.raises(ConformanceError, match=said):
        testing.check_kernel(start)


def test_captures_that_noisy_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    position = CHESS.position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    testing.check_kernel(position)
    monkeypatch.setattr(entry_points, "noisy", nothing(entry_points.noisy))
    with pytest.raises(
        ConformanceError, match="it is a capture or promotion, but noisy does not list it, move e4-d5"
    ) as caught:
        testing.check_kernel(position)
    assert caught.value.move == "e4-d5"


DROP = 1 << 60  # in a move's code; its site is the rest
DROPPING = "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1"
REBORN = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"


@dataclass(frozen=True)
class Drops(Orthodox):
    """Chess in which a knight may come onto c3 from nowhere."""

    def words(self, states: States, ply: int, move: int) -> Words:
        if not move & DROP:
            return super().words(states, ply, move)
        name = self.board.names[move & ~DROP]
        return Words(f"N@{name}", ("N", name))


def test_a_drop_is_no_capture(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = faulty(Drops).rules
    assert isinstance(rules, Orthodox)
    site = rules.board.numbers["c3"]
    legal, count, play = contract.legal, contract.count, contract.play

    def with_drop(tables: Any, states: States, ply: Any, moves: Any, n: Any) -> Any:
        end = legal(tables, states, ply, moves, n)
        if states.cells[ply, 0, site]:
            return end
        moves[int(end)] = DROP | site
        return end + np.uint64(1)

    def one_more(tables: Any, states: States, ply: Any, moves: Any, n: Any) -> Any:
        return count(tables, states, ply, moves, n) + np.uint64(not states.cells[ply, 0, site])

    def dropping(tables: Any, states: States, ply: Any, move: Any) -> None:
        if not int(move) & DROP:
            play(tables, states, ply, move)
            return
        after, side = int(ply) + 1, int(states.info[ply, SIDE])
        states.cells[after], states.info[after] = states.cells[ply], states.info[ply]
        states.cells[after, 0, site] = rules.codes["nN"[side == 0]]
        states.info[after, [SIDE, CLOCK, NUMBER]] = 1 - side, 0, states.info[ply, NUMBER] + np.uint64(side)
        rules.derive(states, after)

    for name, function in (("legal", with_drop), ("count", one_more), ("play", dropping)):
        monkeypatch.setattr(contract, name, function)
        function.__name__ = name
    position = faulty(Drops).position(DROPPING)
    assert str(position.play("N@c3")) == "4k3/8/8/3p4/4P3/2N5/8/R3K3 b - - 0 1"
    testing.check_kernel(position)
    testing.check_hash(position)
    testing.check_choices(position)


def test_a_captured_piece_may_be_reborn(monkeypatch: pytest.MonkeyPatch) -> None:
    board = CHESS.board
    home, play = board.numbers["h8"], contract.play

    def reborn(tables: Any, states: States, ply: Any, move: Any) -> None:
        play(tables, states, ply, move)
        captured = states.cells[ply, 0, int(move) >> 16 & 0xFFFF]
        if captured:
            states.cells[int(ply) + 1, 0, home] = captured
            contract.derive(tables, states, U(int(ply) + 1))

    monkeypatch.setattr(contract, "play", reborn)
    position = faulty().position(REBORN)
    assert str(position.play("a1-a8")) == "R3k2r/8/8/8/8/8/8/4K3 b - - 0 1"
    testing.check_kernel(position)
    testing.check_hash(position)


SEARCHED = {
    "a mate in one": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "a hanging queen": "3r4/5ppk/8/8/3Q4/8/5PPP/6K1 b - - 0 1",
}


@pytest.mark.parametrize("text", SEARCHED.values(), ids=list(SEARCHED))
def test_a_search_that_misses_what_a_beginner_sees(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = CHESS.position(text)
    testing.check_search(position)

    def blind(position: Position, depth: int) -> Analysis:
        """A search that plays a move of the king."""
        move = next(move for move in position.legal_moves() if move.text in ("g1-f1", "h7-g8"))
        return Analysis((Line((move,), 0, None),), depth, 1, 0.0, move)

    monkeypatch.setattr(searching, "search", blind)
    with pytest.raises(ConformanceError, match=r"the search does not play (a1-a8|d8-d4), which wins"):
        testing.check_search(position)


def test_a_search_may_check_before_it_captures() -> None:
    """After h1-g1 Black can only block with a check, which costs a knight; the rook still hangs."""
    cylinder = fairyring.load("cylindrical")
    testing.check_search(cylinder.position("8/5p2/6kn/1p6/4P3/4K2P/1rP4P/1R5R w - - 0 25"))


def test_positions_without_a_win_or_a_gift_ask_nothing_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(searching, "search")
    stalemates = "7k/8/6q1/8/8/8/8/K5Q1 w - - 0 1"  # if the queen is taken
    for text in (CHESS.definition.start, "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", stalemates):
        testing.check_search(CHESS.position(text))


@pytest.mark.kernel
@pytest.mark.alone
@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ("none", ""),
        ("play", "after it the same side is to move"),
        ("null_move", "null_move does not change the side to move"),
        ("evaluate", "the search does not play d8-d4, which wins the opponent's best piece"),
    ],
)
def test_broken_families_are_found(mistake: str, said: str) -> None:
    command = [sys.executable, "-m", "tests.broken_families", mistake]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=plain, cwd=ROOT)
    assert said in run.stdout
    assert bool(said) == bool(run.stdout)


def test_progress_is_reported_and_names_are_accepted() -> None:
    steps: list[tuple[str, int, int]] = []
    testing.check("chess", walks=1, plies=1, report=lambda *step: steps.append(step))
    assert [number for _, number, _ in steps] == list(range(steps[0][2]))
    assert [name for name, _, _ in steps][:4] == ["loading", "the start", "counts", "walk 1"]


def test_walks_are_reproducible() -> None:
    one, other = (list(testing.random_walk(CHESS, 12, seed=5)) for _ in range(2))
    assert one == other
    assert len(one) == 13
    assert one != list(testing.random_walk(CHESS, 12, seed=6))
