"""The piloting kernel equals the oracle: turns, successors, check, results, texts, and refusals."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import fairyring
from fairyring import mechanics
from fairyring.game import Variant
from fairyring.variants import mini_meta
from tests import lanes
from tests.kernels.comparing import compare, follow, mutated, same_refusals
from tests.oracle import minimeta_samples as samples
from tests.oracle.composed import CheckCounting, Goals, Hands
from tests.oracle.composed.hands import PROMOTED
from tests.oracle.composed.mechanic import Mechanic
from tests.oracle.composed.piloted import MiniMetaWith, Piloted
from tests.oracle.minimeta import OracleError, OracleMiniMeta
from tests.oracle.minimeta import Position as OraclePosition
from tests.oracle.playing import other
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

# Each game with friendly fire and without, where only enemy pilots threaten a king.
GAMES = [(name, friendly) for name in ("mini-meta", "meta-chess") for friendly in (True, False)]
every_game = pytest.mark.parametrize(
    ("name", "friendly"), GAMES, ids=[f"{name}{'' if friendly else ' foes'}" for name, friendly in GAMES]
)


def pair(name: str, friendly: bool) -> tuple[OracleMiniMeta, fairyring.Variant]:
    return (
        remembering(OracleMiniMeta(name, friendly_fire_check=friendly)),
        fairyring.load(name, friendly_fire_check=friendly),
    )


def onward(
    oracle: OracleMiniMeta, pos: OraclePosition, chance: random.Random, plies: int
) -> Iterator[OraclePosition]:
    """A random game from a position; captures, promotions and checks are preferred."""
    yield pos
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        sharp = [turn for turn, after in turns.items() if samples.is_sharp(oracle, pos, turn, after)]
        pos = turns[chance.choice(sharp if sharp and chance.random() < 0.5 else list(turns))]
        yield pos


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(2))
def test_random_games(name: str, friendly: bool, seed: int) -> None:
    oracle, variant = pair(name, friendly)
    game = samples.game(oracle, random.Random(seed), lanes.samples(80, 10, usual=45))
    follow(oracle, variant.start(), game)


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(2))
def test_games_from_scattered_pieces(name: str, friendly: bool, seed: int) -> None:
    oracle, variant = pair(name, friendly)
    chance = random.Random(1000 + seed)
    for _ in range(lanes.samples(40, 4, usual=20)):
        pos = samples.scattered(oracle, chance)
        follow(oracle, variant.position(oracle.write(pos)), onward(oracle, pos, chance, 4))


def few_pieces(oracle: OracleMiniMeta, chance: random.Random) -> OraclePosition:
    """A scattered position with few small pieces on few big ones, often near the 100th ply."""
    while True:
        pos = samples.scatter(oracle, chance)
        kings = [square for square, piece in pos.small.items() if piece in "Kk"]
        bigs = {square[:2] for square in kings} | set(chance.sample(sorted(pos.big), min(2, len(pos.big))))
        others = [square for square in pos.small if square not in kings and square[:2] in bigs]
        kept = [*kings, *others[: chance.randint(0, 2)]]
        pos = pos._replace(
            big={square: piece for square, piece in pos.big.items() if square in bigs},
            small={square: pos.small[square] for square in kept},
            clock=chance.choice([0, 90, 96]),
        )
        try:
            return oracle.read(oracle.write(pos))
        except OracleError:
            continue


@every_game
def test_games_of_few_pieces_end_alike(name: str, friendly: bool) -> None:
    oracle, variant = pair(name, friendly)
    chance = random.Random(7)
    reasons: set[str | None] = set()
    for _ in range(lanes.samples(60, 12, usual=30)):
        pos = few_pieces(oracle, chance)
        reasons |= follow(oracle, variant.position(oracle.write(pos)), onward(oracle, pos, chance, 12))
    assert {None, "100 plies"} <= reasons
    assert lanes.FEW or name != "mini-meta" or {"checkmate", "no legal turn"} & reasons


def carrying(oracle: OracleMiniMeta, chance: random.Random) -> OraclePosition:
    """Big pieces that carry pawns, one move from both sets' far ranks, with few non-pawn pieces left."""
    last = max(int(square[1]) for square in oracle.big_place)
    while True:
        pos = samples.scatter(oracle, chance)
        side = pos.side
        near, upper = (last - 1, "2") if side == "white" else (2, "1")
        pawn, king = ("P", "K") if side == "white" else ("p", "k")
        files = sorted({square[0] for square in oracle.big_place})
        big = {
            square: piece for square, piece in pos.big.items() if int(square[1]) != near and piece in "RrKkNn"
        }
        small = {s: piece for s, piece in pos.small.items() if s[:2] in big and piece not in (pawn, king)}
        for file in chance.sample(files, 2):
            big[f"{file}{near}"] = chance.choice([pawn, pawn, "B", "b"])
            for corner in chance.sample("ab", chance.randint(1, 2)):
                small[f"{file}{near}:{corner}{upper}"] = pawn
        free = [f"{square}:{corner}" for square in sorted(big) for corner in ("a1", "b1", "a2", "b2")]
        free = [square for square in free if square not in small]
        if not free:
            continue
        small[chance.choice(free)] = king
        try:
            return oracle.read(oracle.write(pos._replace(big=big, small=small)))
        except OracleError:
            continue


@every_game
def test_carried_promotions(name: str, friendly: bool) -> None:
    oracle, variant = pair(name, friendly)
    chance = random.Random(5)
    carried = twice = 0
    for _ in range(lanes.samples(30, 4, usual=15)):
        pos = carrying(oracle, chance)
        compare(oracle, pos, variant.position(oracle.write(pos)))
        carried += any("+" in turn for turn in oracle.legal(pos))
        twice += any(turn.count("=") > 2 for turn in oracle.legal(pos))
    assert carried > 2
    assert lanes.FEW or twice > 0


@every_game
def test_the_two_kinds_of_check_differ_where_they_should(name: str, friendly: bool) -> None:
    """A white rook on a black knight: may it be there if the knight attacks the piece under its king?"""
    oracle, variant = pair(name, friendly)
    for side in ("white", "black"):
        pos = samples.position(oracle, "Ke1[K...] Qd2[R...] nd3[....] ka6[k...]", side)
        position = variant.position(oracle.write(pos))
        compare(oracle, pos, position)
        if side == "white":
            assert any(m.text.startswith("d2:a2-d3:") for m in position.legal_moves()) is not friendly


HILL = {"c3:b2", "c4:b1", "c3:a2", "c4:a1"}
WITH_MECHANICS: dict[str, tuple[str, list[Mechanic], set[str]]] = {
    "crazyhouse": ("[]", [Hands()], {"checkmate"}),
    "three checks, hill and hands": (
        "[] 3+3",
        [Hands(), CheckCounting(), Goals(dict.fromkeys(("white", "black"), HILL))],
        {"checks", "goal"},
    ),
}


def with_mechanics(name: str) -> fairyring.Variant:
    if name == "crazyhouse":
        return fairyring.load("mini-meta-crazyhouse")
    others = [mechanics.Hands(), mechanics.CheckCount(3), mechanics.Goal(sorted(HILL))]
    made = mini_meta.variant().but(title="Everything", summary="Everything.", mechanics=others)
    return Variant("everything", made, {}, "everything")


def happens(oracle: MiniMetaWith, pos: Piloted, turn: str, after: Piloted) -> set[str]:
    """What is remarkable about a turn."""
    lost = {side: sum(piece.side == side for piece in pos.pieces.values()) for side in ("white", "black")}
    for piece in after.pieces.values():
        lost[piece.side] -= 1
    marks, more = len(pos.state[PROMOTED]), len(after.state[PROMOTED])
    found = {
        "drop": "@" in turn,
        "capture": ":" in turn and sum(lost.values()) > 0,
        "lost with its big piece": ":" not in turn and lost[other(pos.side)] > 0,
        "own rider lost": ":" not in turn and lost[pos.side] > 0,
        "promoted": more > marks,
        "promoted with its big piece": more > marks and "+" in turn,
        "promoted piece to hand": more < marks,
        "check": oracle.in_check(after),
        "end": not oracle.legal(after),
    }
    return {event for event, true in found.items() if true}


def onward_with(
    oracle: MiniMetaWith, pos: Piloted, chance: random.Random, plies: int, seen: Counter[str]
) -> Iterator[Piloted]:
    """A random game from a position, in which rare events are preferred."""
    yield pos
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            return
        some = chance.sample(list(turns), min(40, len(turns)))
        events = {turn: happens(oracle, pos, turn, turns[turn]) for turn in some}
        least = min((seen[event] for found in events.values() for event in found), default=0)
        rare = [turn for turn, found in events.items() if any(seen[event] == least for event in found)]
        turn = chance.choice(rare if rare and chance.random() < 0.6 else some)
        seen.update(events[turn])
        pos = turns[turn]
        yield pos


@pytest.mark.alone
@pytest.mark.parametrize("name", WITH_MECHANICS)
def test_games_with_mechanics(name: str) -> None:
    added, oracles, wanted = WITH_MECHANICS[name]
    oracle, variant = remembering(MiniMetaWith("mini-meta", oracles)), with_mechanics(name)
    chance = random.Random(8)
    _, _, numbers = added.partition(" ")
    meta, seen = OracleMiniMeta("mini-meta"), Counter[str]()
    reasons: set[str | None] = set()
    starts = [str(variant.start())]
    for place in (samples.scattered, few_pieces, carrying):
        for _ in range(lanes.samples(2, 1, name="mini-meta-crazyhouse")):
            placement, side, *clocks = meta.write(place(meta, chance)).split(" ")
            held = "".join(chance.choice("QRBNP") for _ in range(chance.randrange(3)))
            held = "".join(sorted(held, key="QRBNP".index))
            starts.append(
                " ".join((f"{placement}[{held}{held.lower()}]", side, *filter(None, [numbers]), *clocks))
            )
    for text in starts:
        pos = oracle.read(text)
        game = onward_with(oracle, pos, chance, lanes.samples(12, 3, name="mini-meta-crazyhouse"), seen)
        reasons |= follow(oracle, variant.position(text), game)
    if lanes.full():
        assert wanted <= reasons
        assert {"drop", "promoted", "lost with its big piece", "check"} <= seen.keys()


SIGNS = "KQRBNPkqrbnp123456789[]./- wb0"


@every_game
def test_the_same_texts_are_refused(name: str, friendly: bool) -> None:
    oracle, variant = pair(name, friendly)
    chance = random.Random(99)
    valid = (oracle.write(samples.scattered(oracle, chance)) for _ in range(lanes.samples(60, 10, usual=30)))
    texts = (mutated(text, SIGNS, chance) for text in valid for _ in range(20))
    accepted, refused = same_refusals(oracle, variant, texts)
    assert accepted > 5
    assert refused > 20


@pytest.mark.parametrize(("name", "counts"), [("mini-meta", (36, 1294, 46920)), ("meta-chess", (55, 3025))])
def test_counts(name: str, counts: tuple[int, ...]) -> None:
    start = fairyring.load(name).start()
    for depth, number in enumerate(counts[: lanes.samples(6, 2)], 1):
        assert fairyring.perft(start, depth) == number
