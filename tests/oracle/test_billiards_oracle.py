"""The oracle of the cylinder and the three billiards edges against the sentences of minigolf.md on them."""

import random
from collections.abc import Iterator

import pytest

from .billiards import SIDE_EDGES, OracleBilliards, OracleError, Position
from .samples import game, scattered
from .test_orthodox_oracle import goes, play, position

ALL = {name: OracleBilliards(name) for name in SIDE_EDGES}
CYLINDER, HALB, ZERO_ZERO, ZERO_ONE = ALL.values()
BOUNCING = [HALB, ZERO_ZERO, ZERO_ONE]


def goals(oracle: OracleBilliards, pieces: str, site: str, side: str = "white") -> set[str]:
    return goes(oracle, position(oracle, pieces, side), site)


def test_counts_of_the_rulebook() -> None:
    assert {name: oracle.perft(oracle.start(), 2) for name, oracle in ALL.items()} == {
        "billiards-halb": 392,
        "billiards-00": 396,
        "billiards-01": 396,
        "cylindrical": 392,
    }


@pytest.mark.parametrize("name", ["", "chess", "billiards", "billiards-10", "Cylindrical", "momentum"])
def test_no_other_games(name: str) -> None:
    with pytest.raises(OracleError):
        OracleBilliards(name)


# ---- each edge ----


@pytest.mark.parametrize(
    ("oracle", "to_the_left", "to_the_right"),
    [
        (CYLINDER, "e2 d3 c4 b5 a6 h7 g8", "g2 h3 a4 b5 c6 d7 e8"),
        (HALB, "e2 d3 c4 b5 a6 b7 c8", "g2 h3 g4 f5 e6 d7 c8"),
        (ZERO_ZERO, "e2 d3 c4 b5 a6 a7 b8", "g2 h3 h4 g5 f6 e7 d8"),
        (ZERO_ONE, "e2 d3 c4 b5 a6 a8", "g2 h3 h5 g6 f7 e8"),
    ],
    ids=ALL,
)
def test_a_bishop_on_f1(oracle: OracleBilliards, to_the_left: str, to_the_right: str) -> None:
    pieces = "Ka2 kf8 Bf1 "
    assert goals(oracle, pieces, "f1") == set((to_the_left + " " + to_the_right).split())
    assert goals(oracle, pieces + "Pg2", "f1") == set(to_the_left.split())
    assert goals(oracle, pieces + "Pg2 Pe2", "f1") == set()


@pytest.mark.parametrize(
    ("oracle", "from_h1", "from_g1"),
    [
        (CYLINDER, "a3 b2 g3 f2", "h3 a2 f3 e2"),
        (HALB, "g3 f2", "h3 g2 f3 e2"),
        (ZERO_ZERO, "h3 g2 g3 f2", "h3 h2 f3 e2"),
        (ZERO_ONE, "h2 g3 f2", "h3 f3 e2"),  # from g1 by (2,1), from h1 by (1,2): "nor does a leaper ..."
    ],
    ids=ALL,
)
def test_a_vector_move_is_reflected_as_a_whole(oracle: OracleBilliards, from_h1: str, from_g1: str) -> None:
    assert goals(oracle, "Kc1 kc8 Nh1", "h1") == set(from_h1.split())
    assert goals(oracle, "Kc1 kc8 Ng1", "g1") == set(from_g1.split())


def test_the_cylinder_is_joined() -> None:
    assert goals(CYLINDER, "Kc1 kc8 Na4", "a4") == set("b2 b6 c3 c5 h2 h6 g3 g5".split())
    rook = goals(CYLINDER, "Kc1 kc8 Ra4 Pb4 na6 Pa3", "a4")
    assert rook == set("c4 d4 e4 f4 g4 h4 a5 a6".split())
    assert goals(CYLINDER, "Ka1 kd8", "a1") == {"h1", "h2", "a2", "b2", "b1"}
    # All the way round to the start, and no further; on the start itself it may not end.
    assert goals(CYLINDER, "Kc1 kc8 Ra4 Pa5 Pa3", "a4") == {f"{file}4" for file in "bcdefgh"}


def test_pawns_captures_wrap_on_the_cylinder_en_passant_too() -> None:
    assert goals(CYLINDER, "Kc1 kc8 Pa4 nh5 nb5", "a4") == {"a5", "b5", "h5"}
    assert goals(CYLINDER, "Kc1 kc8 ph4 Na3", "h4", "black") == {"h3", "a3"}
    pos = play(CYLINDER, position(CYLINDER, "Kc1 kc8 Pa5 ph7", "black"), "h7-h5")
    assert pos.passed == "h6"
    after = play(CYLINDER, pos, "a5-h6")
    assert dict(after.pieces) == {"c1": "K", "c8": "k", "h6": "P"}
    assert "a5-h6=Q" not in CYLINDER.legal(pos)
    promoted = goals(CYLINDER, "Kc1 kc6 Pa7 nh8", "a7")
    assert promoted == {f"{to}={kind}" for to in ("a8", "h8") for kind in "QRBN"}


@pytest.mark.parametrize("oracle", BOUNCING)
def test_a_king_gains_nothing_by_a_bounce(oracle: OracleBilliards) -> None:
    assert goals(oracle, "Kh4 kc8", "h4") == {"h3", "h5", "g3", "g4", "g5"}


def test_pawns_captures_bounce_too() -> None:
    for oracle, more in ((HALB, set()), (ZERO_ONE, set()), (ZERO_ZERO, {"a5"})):
        assert goals(oracle, "Kc1 kc8 Pa4 na5 nb5", "a4") == {"b5", *more}
    assert goals(ZERO_ZERO, "Kc1 kc8 Ph4 rh5", "h4") == {"h5"}
    assert goals(ZERO_ZERO, "Kc1 kc8 ph4 Nh3", "h4", "black") == {"h3"}
    assert goals(ZERO_ZERO, "Kc1 kc8 Pb4 nb5", "b4") == set()  # only "an a- or h-pawn"
    assert goals(ZERO_ZERO, "Kc1 kc8 Pa4 Na5", "a4") == set()


def test_under_00_a_rim_pawn_gives_check_and_promotes_straight_ahead() -> None:
    for oracle in (HALB, ZERO_ONE):
        assert not oracle.in_check(position(oracle, "Kc1 Pa4 ka5", "black"))
    checked = position(ZERO_ZERO, "Kc1 Pa4 ka5", "black")
    assert ZERO_ZERO.in_check(checked)
    assert goes(ZERO_ZERO, checked, "a5") == {"a4", "a6", "b4", "b6"}  # b5 is attacked as ever
    with pytest.raises(OracleError):
        position(ZERO_ZERO, "Kc1 Pa4 ka5", "white")
    assert goals(ZERO_ZERO, "Kc1 ke1 Pa7 na8", "a7") == {"a8=Q", "a8=R", "a8=B", "a8=N"}
    assert goals(HALB, "Kc1 ke1 Pa7 na8", "a7") == set()


def test_a_slider_passes_its_start_but_gains_no_square_by_it() -> None:
    for oracle in BOUNCING:
        assert goals(oracle, "Kc1 kc8 Rg4 Pf4 Pg5 Pg3", "g4") == {"h4"}
        assert goals(oracle, "Kc1 kc8 Rg4 nb4 Pg5 Pg3", "g4") == {f"{file}4" for file in "bcdefh"}
        assert goals(oracle, "Kc1 kc8 Rh4 Pg4 Ph5 Ph3", "h4") == set()


def test_checks_and_pins_over_an_edge() -> None:
    assert goals(HALB, "Kf1 Ng2 bf5 kc8", "g2") == set()
    assert goals(HALB, "Kf1 Ng2 bf6 kc8", "g2") != set()
    for oracle, bishop in ((HALB, "f5"), (ZERO_ZERO, "f6"), (ZERO_ONE, "f7"), (CYLINDER, "a4")):
        assert oracle.in_check(position(oracle, f"Kf1 b{bishop} kd8"))
        assert not oracle.in_check(position(oracle, f"Kf1 Ph3 b{bishop} kd8"))
    # On the imaginary file nothing blocks; on the rim something does.
    assert not ZERO_ONE.in_check(position(ZERO_ONE, "Kf1 Ph5 bf7 kd8"))


def test_castling_uses_no_edge_and_may_expose_the_king_on_the_cylinder() -> None:
    def castles(oracle: OracleBilliards, pieces: str) -> bool:
        return "e1-g1" in oracle.legal(position(oracle, pieces, castling="K"))

    for oracle in ALL.values():
        assert castles(oracle, "Ke1 Rh1 Nd1 ke8")
        assert not castles(oracle, "Ke1 Rh1 Bf1 kd6")
        # The rook on h1 hides g1 from the rook on b1; when it has gone to f1, a cylinder has no cover.
        assert castles(oracle, "Ke1 Rh1 Nd1 rb1 ke8") == (oracle is not CYLINDER)
        assert not castles(oracle, "Ke1 Rh1 Nd1 rf8 kc8")
        # Over the edge the bishop looks at f1 (Halb: g4 h3 g2 f1) or at g1 (00: g4 h3 h2 g1).
        assert castles(oracle, "Ke1 Rh1 bf5 kc8") == (oracle in (CYLINDER, ZERO_ONE))


def test_draws() -> None:
    for oracle in ALL.values():
        reduced = position(oracle, "Kc1 kc8")
        assert oracle.result(reduced) is None  # "no other game here has a rule for" insufficient material
        key = oracle.repetition_key(reduced)
        assert oracle.result(reduced, [key, key]) == (None, "threefold repetition")
        assert oracle.result(reduced._replace(clock=100)) == (None, "100 plies")


# ---- the ways, written a second time ----


def image(oracle: OracleBilliards, file: int) -> int | None:
    """Which file a piece stands on that has come to file `file` of a row of reflected boards."""
    if oracle is CYLINDER:
        return file % 8
    period = {"billiards-halb": 14, "billiards-00": 16, "billiards-01": 18}[oracle.variant]
    at = file % period
    if at < 8:
        return at
    mirrored = {14: 14 - at, 16: 15 - at, 18: 16 - at}[period]
    return mirrored if 0 <= mirrored < 8 else None


def unfolded(oracle: OracleBilliards, pos: Position, site: str) -> Iterator[str]:
    """The goals of a piece on site, by walking straight on over mirrored boards."""
    piece = pos.pieces[site]
    file, rank = "abcdefgh".index(site[0]), int(site[1])
    lines = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    if piece in "Nn":
        lines = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx * dy) == 2]
    if piece in "RrBb":
        lines = [(dx, dy) for dx, dy in lines if (dx * dy == 0) == (piece in "Rr")]
    for dx, dy in lines:
        for distance in range(1, 2 if piece in "KkNn" else 40):
            there = image(oracle, file + dx * distance)
            y = rank + dy * distance
            if not 1 <= y <= 8:
                break
            if there is None:
                continue
            to = f"{'abcdefgh'[there]}{y}"
            if to == site:
                continue
            if to not in pos.pieces or pos.pieces[to].isupper() != piece.isupper():
                yield to
            if to in pos.pieces:
                break


@pytest.mark.parametrize("name", ALL)
def test_ways_again_and_round_trips(name: str) -> None:
    oracle = ALL[name]
    chance = random.Random(name)
    walk = [*game(oracle, oracle.start(), chance, 40), *(scattered(oracle, chance) for _ in range(20))]
    for pos in walk:
        assert oracle.read(oracle.write(pos)) == pos
        expected = {
            (site, to)
            for site, piece in pos.pieces.items()
            if piece.isupper() == (pos.side == "white") and piece not in "Pp"
            for to in unfolded(oracle, pos, site)
        }
        found = [
            (turn.origin, turn.to)
            for turn in oracle.pseudo_legal(pos)
            if turn.becomes not in "Pp" and pos.pieces[turn.origin] not in "Pp" and turn.rook is None
        ]
        assert set(found) == expected
        assert len(found) == len(expected)  # "the same from, to and promotion is one turn"


@pytest.mark.parametrize("name", ALL)
def test_every_turn_leads_to_a_position_that_the_oracle_reads(name: str) -> None:
    oracle = ALL[name]
    for pos in list(game(oracle, oracle.start(), random.Random(name + "!"), 40))[::4]:
        for after in oracle.legal(pos).values():
            assert oracle.read(oracle.write(after)) == after
