"""The conformance suite finds what is wrong with a game: each fault here is one that it must see."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring import Position, Variant, testing
from fairyring.kernels import contract, doors
from fairyring.kernels.contract import CLOCK, States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.rules import Token, Words
from fairyring.notation.position import Form
from fairyring.testing import ConformanceError

pytestmark = pytest.mark.kernel

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
        (SameKey, CHECKED, testing.check_hash, "the key after it is not the one worked out afresh"),
        (TokensBeside, CHECKED, testing.check_views, "lies on z9, which is no site"),
        (OtherLetters, CHECKED, testing.check_views, "the text lacks the men {'X': 3}"),
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


def test_faults_of_texts() -> None:
    testing.check_texts(CHESS.position(EN_PASSANT))
    forgetful = faulty(form=ForgetsPassed).position(EN_PASSANT)
    with pytest.raises(ConformanceError, match="field passed is"):
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
        ({"start": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, "the game is over as it starts"),
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
        ("count", off_by_one, "count is 21, and there are 20 legal moves"),
        ("noisy", as_legal, "neither capture nor promotion, and noisy"),
        ("evaluate", meddling, "a function that only looks changes the row"),
        ("outcome", meddling, "a function that only looks changes the row"),
        ("play", far_off, "play writes beyond the next row"),
        ("skip", meddling, "skip"),
    ],
)
def test_faults_of_kernels(name: str, fault: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = CHESS.position(CHESS.definition.start)
    testing.check_kernel(start)
    where = doors if hasattr(doors, name) else contract  # where `check_kernel` finds it
    monkeypatch.setattr(where, name, fault(getattr(where, name)))
    with pytest.raises(ConformanceError, match=said):
        testing.check_kernel(start)


def test_captures_that_noisy_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    position = CHESS.position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    testing.check_kernel(position)
    monkeypatch.setattr(doors, "noisy", nothing(doors.noisy))
    with pytest.raises(ConformanceError, match="capture or promotion, not noisy, move e4-d5") as caught:
        testing.check_kernel(position)
    assert caught.value.move == "e4-d5"


def test_progress_is_told_and_names_are_taken() -> None:
    steps: list[tuple[str, int, int]] = []
    testing.check("chess", walks=1, plies=1, report=lambda *step: steps.append(step))
    assert [number for _, number, _ in steps] == list(range(steps[0][2]))
    assert [name for name, _, _ in steps][:4] == ["loading", "the start", "counts", "walk 1"]


def test_walks_are_reproducible() -> None:
    one, other = (list(testing.random_walk(CHESS, 12, seed=5)) for _ in range(2))
    assert one == other
    assert len(one) == 13
    assert one != list(testing.random_walk(CHESS, 12, seed=6))
