"""The riding kernel equals the oracle of MetaChess, with either option."""

import random

import pytest

import fairyring
from fairyring import Variant
from tests import lanes
from tests.kernels.comparing import compare, follow, mutated, same_refusals
from tests.oracle import metachess_samples as samples
from tests.oracle.metachess import OracleError, OracleMetaChess, Position
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

either_option = pytest.mark.parametrize("riders_fall", [False, True], ids=["riders stay", "riders fall"])
some_seeds = pytest.mark.parametrize("seed", lanes.seeds(3))

SIGNS = "KQRBNPkqrbnp((()))^0123456789/|- abcdefgh\n²"


def both(riders_fall: bool) -> tuple[OracleMetaChess, Variant]:
    oracle = remembering(OracleMetaChess(riders_fall=riders_fall))
    return oracle, fairyring.load("metachess-4", riders_fall=riders_fall)


def ridden(pos: Position) -> int:
    return sum(stand.endswith("^") for stand in pos.pieces)


@either_option
@some_seeds
def test_random_games(riders_fall: bool, seed: int) -> None:
    (oracle, variant), chance = both(riders_fall), random.Random(seed)
    for _ in range(lanes.samples(2, 1)):
        game = samples.game(oracle, oracle.start(), chance, lanes.samples(120, 25, usual=60))
        follow(oracle, variant.start(), game)


@either_option
@some_seeds
def test_games_from_scattered_pieces(riders_fall: bool, seed: int) -> None:
    (oracle, variant), chance = both(riders_fall), random.Random(1000 + seed)
    kings_carried = carriers_taken = 0
    for _ in range(lanes.samples(60, 8, usual=30)):
        pos = samples.scattered(oracle, chance)
        positions = list(samples.game(oracle, pos, chance, 5))
        follow(oracle, variant.position(oracle.write(pos)), positions)
        kings_carried += any(piece in "Kk" and stand.endswith("^") for stand, piece in pos.pieces.items())
        carriers_taken += sum(takes_a_carrier(oracle, each) for each in positions)
    assert kings_carried
    assert carriers_taken


def takes_a_carrier(oracle: OracleMetaChess, pos: Position) -> bool:
    """Whether some legal move goes along the ground to a piece that carries a rider."""
    goals = (turn.partition("-")[2].partition("=")[0] for turn in oracle.legal(pos))
    return any(goal in pos.pieces and f"{goal}^" in pos.pieces for goal in goals)


@either_option
def test_few_pieces_draw_and_mate_alike(riders_fall: bool) -> None:
    """100 plies and mates occur when few pieces are left."""
    (oracle, variant), chance = both(riders_fall), random.Random(7)
    reasons: set[str | None] = set()
    amount = lanes.samples(80, 12, usual=40)
    while amount:
        pos = reduced(samples.scattered(oracle, chance), chance)
        try:
            pos = oracle.read(oracle.write(pos))
        except OracleError:
            continue
        amount -= 1
        reasons |= follow(oracle, variant.position(oracle.write(pos)), samples.game(oracle, pos, chance, 14))
    assert {None, "100 plies"} <= reasons
    assert lanes.FEW or "checkmate" in reasons


def reduced(pos: Position, chance: random.Random) -> Position:
    """The same position with few pieces besides the kings and what carries them."""
    grounds = [stand for stand in pos.pieces if not stand.endswith("^")]
    kept = {stand.removesuffix("^") for stand, piece in pos.pieces.items() if piece in "Kk"}
    kept |= set(chance.sample(grounds, min(len(grounds), chance.randint(0, 3))))
    pieces = {stand: piece for stand, piece in pos.pieces.items() if stand.removesuffix("^") in kept}
    return pos._replace(pieces=pieces, castling="", passed=None, clock=chance.choice([0, 90, 95, 97]))


@either_option
def test_repetition_counts_riders(riders_fall: bool) -> None:
    oracle, variant = both(riders_fall)
    positions = [oracle.start()]
    for turn in 2 * ["b1-d2^", "b8-d7^", "d2^-b1", "d7^-b8"]:
        positions.append(oracle.legal(positions[-1])[turn])
    assert follow(oracle, variant.start(), positions) == {None, "threefold repetition"}


@either_option
def test_the_same_texts_are_refused(riders_fall: bool) -> None:
    (oracle, variant), chance = both(riders_fall), random.Random(99)
    accepted = refused = 0
    for _ in range(lanes.samples(80, 16, usual=40)):
        valid = oracle.write(samples.scattered(oracle, chance))
        read, not_read = same_refusals(
            oracle, variant, (mutated(valid, SIGNS, chance) for _ in range(lanes.samples(40, 20)))
        )
        accepted, refused = accepted + read, refused + not_read
    assert accepted > 10
    assert refused > 20


@either_option
def test_counts_from_the_start(riders_fall: bool) -> None:
    counts = [39, 1519, 62716] if riders_fall else [39, 1521, 62948]
    counted = counts[: lanes.samples(3, 2) or 1]
    start = both(riders_fall)[1].start()
    assert [fairyring.perft(start, depth) for depth in range(1, len(counted) + 1)] == counted


# ---- the rulebook's own examples, and what is hard ----

EXAMPLES = {
    "a step that fills a hole": "7k/8/8/8/(PK)P1(pr)4/2P5/8/8 w - - 0 1",
    "a rider who leaves a line and fills its hole": "7k/8/8/8/8/8/8/1(qq)B(NR)1Q(RK)1 w - - 0 1",
    "a rider nearer than the hole he fills": "7k/8/8/8/8/8/8/1(qq)B1(NR)Q(RK)1 w - - 0 1",
    "an annexing knight": "4k3/8/8/8/4(pN)3/8/3p1p2/4K3 w - - 0 1",
    "a carrier to be taken under his rider": "4k3/8/8/3(pn)4/8/2N5/8/4K3 w - - 0 1",
    "a pawn who promotes under a rider": "3(rn)k3/2P5/8/8/8/8/8/4K3 w - - 0 1",
    "a king before a ridden man": "4k3/8/8/8/8/8/4(pn)3/4K3 w - - 0 1",
    "a king carried by his own man": "4k3/4r3/8/8/8/8/4(PK)3/8 w - - 0 1",
    "a king who has annexed": "4k3/4r3/8/8/8/8/4(pK)3/8 w - - 0 1",
    "kings side by side": "8/8/8/3(pK)(Pk)3/8/8/8/8 w - - 0 1",
    "a ridden rook at home": "4k3/8/8/8/8/8/8/4K2(RN) w K - 0 1",
    "a pawn passed beside a rider": "4k3/8/8/3(pN)pP2/8/8/8/4K3 w - e6 0 1",
}


@either_option
@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_examples(text: str, riders_fall: bool) -> None:
    oracle, variant = both(riders_fall)
    try:
        pos = oracle.read(text)
    except OracleError:
        same_refusals(oracle, variant, [text])
        return
    for successor in [pos, *oracle.legal(pos).values()]:
        compare(oracle, successor, variant.position(oracle.write(successor)))


@pytest.mark.parametrize(
    ("example", "turn"),
    [
        ("a rider who leaves a line and fills its hole", "d1^-e1"),
        ("a rider nearer than the hole he fills", "e1^-d1"),
    ],
)
def test_leaving_and_filling_at_once_exposes_the_king(example: str, turn: str) -> None:
    position = fairyring.load("metachess-4").position(EXAMPLES[example])
    assert turn not in {move.text for move in position.legal_moves()}
    assert any(move.text.startswith(turn[:3]) for move in position.legal_moves())


def test_a_step_that_fills_a_hole_exposes_the_king() -> None:
    position = fairyring.load("metachess-4").position(EXAMPLES["a step that fills a hole"])
    texts = {move.text for move in position.legal_moves()}
    assert "c3-c4" not in texts
    assert "b4-b5" in texts


def test_the_rider_of_a_captured_piece_rides_the_capturing_piece() -> None:
    position = fairyring.load("metachess-4").position(EXAMPLES["a carrier to be taken under his rider"])
    assert str(position.play("c3-d5")).startswith("4k3/8/8/3(Nn)4/8/8/8/4K3 b ")
    falling = fairyring.load("metachess-4", riders_fall=True).position(str(position))
    assert str(falling.play("c3-d5")).startswith("4k3/8/8/3N4/8/8/8/4K3 b ")


def test_a_rook_may_castle_only_without_a_rider() -> None:
    position = fairyring.load("metachess-4").position(EXAMPLES["a ridden rook at home"])
    assert "e1-g1" not in {move.text for move in position.legal_moves()}
    position = position.play("h1^-g3").play("e8-d8")
    assert "e1-g1" in {move.text for move in position.legal_moves()}
