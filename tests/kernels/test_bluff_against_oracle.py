"""The bluff kernel equals the oracle of Monster Bluff Chess, in both forms and with every option."""

import random
from collections.abc import Hashable, Iterable

import pytest

import fairyring
from fairyring import Variant
from tests import lanes
from tests.kernels.comparing import compare, mutated, result_of, same_refusals, stay_within_arrays
from tests.oracle import bluff_samples as samples
from tests.oracle.bluff import OracleBluff, Position, king_sites
from tests.oracle.bluff_atomic import OracleAtomicBluff
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

FORMS: dict[str, tuple[str, dict[str, bool | int]]] = {
    "ten": ("monster-bluff", {}),
    "four": ("monster-bluff-4", {}),
    "bare": ("monster-bluff-4", {"chips": False}),
    "fifty": ("monster-bluff-4", {"fifty": True, "chips_per_turn": 2}),
    "atomic": ("monster-bluff-atomic", {}),
}


def forms(*names: str) -> pytest.MarkDecorator:
    """A test of some forms: one whose code would be compiled for it alone has that mark."""
    marks = {form: [pytest.mark.alone] if lanes.lonely(FORMS[form][0]) else [] for form in names}
    return pytest.mark.parametrize("form", [pytest.param(form, marks=marks[form]) for form in names])


every_form = forms(*FORMS)

PLAYED = 8  # turns of each position
SIGNS = "KQRBNPkqrbnp0123456789/|- abcdefgh,:x+?W²\n"


def both(form: str) -> tuple[OracleBluff, Variant]:
    name, options = FORMS[form]
    oracle = OracleAtomicBluff() if form == "atomic" else OracleBluff(name, **options)  # type: ignore[arg-type]
    return remembering(oracle), fairyring.load(name, **options)


def size(form: str, compiled: int, plain: int = 1) -> int:
    """Samples: of ten boards, where a position has hundreds of turns, fewer."""
    half = max(plain, compiled // 2)
    number = lanes.samples(compiled, plain, usual=half, name=FORMS[form][0])
    return max(1, number // (4 if form in ("ten", "fifty") else 1))


def follow(
    oracle: OracleBluff, position: fairyring.Position, game: Iterable[Position], chance: random.Random
) -> set[str | None]:
    """Compare along a game, results with their history too; the reasons for which it was over.

    There may be a thousand turns: all are listed. Those that take chips or kings and some others are
    played beside the game's own.
    """
    stay_within_arrays(position)
    history: list[Hashable] = []
    reasons: set[str | None] = set()
    positions = list(game)
    for pos, following in zip(positions, [*positions[1:], None], strict=True):
        turns = sorted(oracle.turns(pos))
        some = set(chance.sample(turns, min(len(turns), PLAYED)))
        for text, after in oracle.legal(pos).items():
            if after == following or kings(after) < kings(pos) or pos.chips.keys() - after.chips.keys():
                some.add(text)
        successors = compare(oracle, pos, position, some)
        assert position.result == result_of(oracle, pos, history), oracle.write(pos)
        reasons.add(position.result.reason if position.result else None)
        history.append(oracle.repetition_key(pos))
        if following:
            position = successors[oracle.write(following)]
    return reasons


@every_form
def test_random_games(form: str) -> None:
    (oracle, variant), chance = both(form), random.Random(1)
    for _ in range(size(form, 4)):
        game = samples.game(oracle, oracle.start(), chance, size(form, 60, 4))
        follow(oracle, variant.start(), game, chance)


@every_form
def test_where_something_sharp_is_about_to_happen(form: str) -> None:
    (oracle, variant), chance = both(form), random.Random(2)
    for pos in samples.sharp(oracle)[: None if lanes.full(FORMS[form][0]) or not lanes.FEW else 2]:
        game = samples.game(oracle, pos, chance, size(form, 8))
        follow(oracle, variant.position(oracle.write(pos)), game, chance)


@every_form
def test_games_from_scattered_pieces_and_chips(form: str) -> None:
    (oracle, variant), chance = both(form), random.Random(3)
    reasons: set[str | None] = set()
    for _ in range(size(form, 24, 2)):
        pos = samples.scattered(oracle, chance)
        game = samples.game(oracle, pos, chance, size(form, 8, 2))
        reasons |= follow(oracle, variant.position(oracle.write(pos)), game, chance)
    assert not lanes.full() or {None, "200 plies"} <= reasons or form == "ten"


def kings(pos: Position) -> int:
    """How many kings stand."""
    return sum(len(king_sites(pos.pieces, side)) for side in ("white", "black"))


@forms("four", "atomic")
def test_ends(form: str) -> None:
    """Kings fall, the true ones too, where queens stand among them."""
    (oracle, variant), chance = both(form), random.Random(6)
    reasons: set[str | None] = set()
    for _ in range(lanes.samples(40, 4, usual=15, name=FORMS[form][0])):
        pos = samples.position(oracle, "K1d4 K2d4 k1d6 k2d6 Q1h6 q2a6 R3d5 r4d5 N2f5 n1f5")
        for _ in range(12):
            turns, before = oracle.legal(pos), kings(pos)
            falls = [text for text, after in turns.items() if kings(after) < before]
            follow(oracle, variant.position(oracle.write(pos)), [pos], chance)
            if not turns:
                break
            pos = turns[chance.choice(falls if falls and chance.random() < 0.5 else [*turns])]
        reasons |= follow(oracle, variant.position(oracle.write(pos)), [pos], chance)
    assert "true king" in reasons


@forms("atomic")
@pytest.mark.parametrize("true", ["1d6", "1f6", "2e5", "?"])
def test_which_king_explodes(form: str, true: str) -> None:
    """Of three kings one or two explode; each of them may be the true one, or nobody knows which is."""
    oracle, variant = both(form)
    told = samples.Told("K1a1 K2a1 k1d6 k1f6 k2e5 p1e5 p2e4 p1c7 Q1e1 R2a4 R1c1 n1g5", true=f"1a1,{true}")
    pos = samples.position(oracle, told)
    position = variant.position(oracle.write(pos))
    fallen = set[tuple[int, bool | None]]()
    for text in sorted(oracle.texts(pos)):
        for answer in (True, False) if oracle.asks(pos, text) else (None,):
            after = oracle.after(pos, text, answer)
            if kings(after) == kings(pos):
                continue
            assert str(position.play(text, answer)) == oracle.write(after), (text, answer)
            fallen.add((kings(pos) - kings(after), answer))
    answers = (True, False) if true == "?" else (None,)
    assert fallen == {(number, answer) for number in (1, 2) for answer in answers}


@every_form
def test_the_same_texts_are_refused(form: str) -> None:
    (oracle, variant), chance = both(form), random.Random(4)
    accepted = refused = 0
    for _ in range(size(form, 40, 4)):
        valid = oracle.write(samples.scattered(oracle, chance))
        read, not_read = same_refusals(oracle, variant, (mutated(valid, SIGNS, chance) for _ in range(20)))
        accepted, refused = accepted + read, refused + not_read
    assert accepted or not lanes.full()  # few are, where most of a text must fit together
    assert refused > 10


@every_form
def test_counts(form: str) -> None:
    oracle, variant = both(form)
    pos = samples.opened(oracle)
    position = variant.position(oracle.write(pos))
    boards = 10 if form == "ten" else 4
    assert fairyring.perft(variant.start(), 2) == boards**2
    assert fairyring.perft(position, 1) == 20 * boards
    assert fairyring.perft(position, 2) == (20 * boards) ** 2
    if not lanes.FEW:
        # With two chips to put, or on ten boards, the second ply takes the oracle half a minute or more.
        depth = 2 if form in ("four", "bare", "atomic") else 1
        for pos in samples.sharp(oracle)[2:3]:
            assert fairyring.perft(variant.position(oracle.write(pos)), depth) == oracle.perft(pos, depth)


def test_what_is_kept_up_is_what_is_worked_out_afresh() -> None:
    """As `compare` reads no successor from its text, hashes and derived fields are held against that here."""
    (oracle, variant), chance = both("four"), random.Random(5)
    for _ in range(size("four", 6)):
        for pos in samples.game(oracle, samples.scattered(oracle, chance), chance, size("four", 12, 3)):
            position = variant.position(oracle.write(pos))
            for move in chance.sample(position.legal_moves(), min(10, len(position.legal_moves()))):
                after = position.play(move)
                again = variant.position(str(after))
                assert after.key == again.key, (str(position), move.text)
                one, other = after.rows(1), again.rows(1)
                assert one.info.tolist() == other.info.tolist(), (str(position), move.text)
                assert one.cells.tobytes() == other.cells.tobytes(), (str(position), move.text)
                assert one.bits.tobytes() == other.bits.tobytes(), (str(position), move.text)


def test_compare_sees_the_choice() -> None:
    oracle, variant = both("four")
    after = compare(oracle, oracle.start(), variant.start())
    assert len(after) == 4
    assert {position.side for position in after.values()} == {fairyring.Side.BLACK}
