"""The oracle of MetaChess #4: castling, the end of the game, texts, and the oracle against itself."""

import random
from collections.abc import Hashable, Iterator
from types import MappingProxyType

import pytest

from .metachess import START, OracleError, OracleMetaChess, Position, Turn
from .metachess_samples import game, play, position, scattered, told
from .metachess_texts import ground
from .metachess_twin import second_attack, second_telling
from .orthodox import colour
from .playing import other

META = OracleMetaChess()
FALL = OracleMetaChess("metachess-4", riders_fall=True)
BOTH = [META, FALL]
NAMES = ["riders-stay", "riders-fall"]


# ---- castling ----


@pytest.mark.parametrize(
    ("extra", "short", "long"),
    [
        ("", True, True),
        ("Nh1^", False, True),  # "rook carrying nobody now"
        ("nh1^", False, True),
        ("Na1^ nh1^", False, False),
        ("Bf1", False, True),
        ("rf8", False, True),
        ("rf8 Nf8^", True, True),  # blocked
        ("rb8", True, True),
        ("rd8", True, False),
        ("ne4 re4^", False, False),
        ("Ne4 re4^", True, True),  # an annexer looks along the tops only
        ("pg2", False, True),
        ("pg2 bg2^", False, True),  # the pawn is blocked, its rider looks at f1
        ("pg2 Bg2^", True, True),
        ("Pf2 rf2^ Pg2", True, True),
        ("pf2 Nf2^", True, True),
    ],
)
def test_castling(extra: str, short: bool, long: bool) -> None:
    for oracle in BOTH:
        turns = oracle.legal(position(oracle, "Ke1 Ra1 Rh1 kh7 Ph2 " + extra, castling="KQ"))
        assert ("e1-g1" in turns, "e1-c1" in turns) == (short, long)


def test_a_rider_on_the_rooks_back_changes_no_right() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8 Ng3 ng6"
    for oracle in BOTH:
        pos = position(oracle, pieces, castling="KQkq")
        pos = play(oracle, pos, "g3-h1^ g6-h8^")
        assert pos.castling == "KQkq"
        assert "e1-g1" not in oracle.legal(pos)
        assert "e1-c1" in oracle.legal(pos)
        pos = play(oracle, pos, "h1^-g3 h8^-g6")
        assert pos.castling == "KQkq"
        assert "e1-g1" in oracle.legal(pos)
    # An annexer changes none either.
    pos = play(META, position(META, "Ke1 Ra1 Rh1 kb8 pg3 ng3^", "black", castling="KQ"), "g3^-h1^ a1-a2")
    assert pos.castling == "K"
    assert META.write(pos).startswith("1k6/8/8/8/8/6p1/R7/4K2(Rn) b K ")


def test_a_step_to_a_top_is_a_move() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8 Pe2 Ph2 pe7 pa7"
    for oracle in BOTH:
        pos = position(oracle, pieces, castling="KQkq")
        there = play(oracle, pos, "e1-e2^ e8-e7^")
        assert there.castling == ""
        back = play(oracle, there, "e2^-e1 e7^-e8")
        assert back.castling == ""
        assert not {"e1-g1", "e1-c1"} & oracle.legal(back).keys()
        rooks = play(oracle, pos, "h1-h2^ a8-a7^ h2^-h1 a7^-a8")
        assert rooks.castling == "Qk"
        assert "e1-g1" not in oracle.legal(rooks)
        assert "e1-c1" in oracle.legal(rooks)


def test_rights_go_with_the_rook_and_not_with_its_rider() -> None:
    pieces = "Ke1 Ra1 Rh1 kb8 Bh1^ bg2 rh5"
    for oracle in BOTH:
        pos = position(oracle, pieces, "black", castling="KQ")
        # The ground rook is captured: the right is gone, and so is the rider if riders fall.
        captured = play(oracle, pos, "g2-h1")
        assert captured.castling == "Q"
        assert ("h1^" in captured.pieces) == (oracle is META)
    # Its rider is captured: the right stays.
    pos = position(META, "Ke1 Ra1 Rh1 kb8 Bh1^ rh5 nh5^ pg3 ng3^", "black", castling="KQ")
    pos = play(META, pos, "g3^-h1^")
    assert pos.castling == "KQ"
    assert pos.pieces["h1^"] == "n"


def test_castling_is_played_out() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8"
    pos = play(META, position(META, pieces, castling="KQkq"), "e1-g1 e8-c8")
    assert told(pos) == "Ra1 kc8 rd8 Rf1 Kg1 rh8"
    assert pos.castling == ""
    assert pos.clock == 2


# ---- end of the game ----


def test_mate_along_the_tops() -> None:
    # The queen on c3^ looks along the backs b3 and a3; two rooks hold a2, b2, a4 and b4.
    pieces = "Pa3 Ka3^ pb3 pc3 qc3^ kh8 rg2 rh4"
    for oracle in BOTH:
        assert oracle.result(position(oracle, pieces)) == ("black", "checkmate")
    # Capturing the pawn on b3 closes nothing: the capturing piece's back takes its place. Sitting on b3 does.
    assert META.legal(position(META, pieces + " Pe6 Be6^")).keys() == set()
    assert META.legal(position(META, pieces + " pb6 Rb6^ pb5 pb4")).keys() == {"b6^-b3^"}


def test_mate_of_an_annexed_king() -> None:
    # The king sits on a black rook with no back beside it: any black piece that attacks d4 mates.
    pieces = "rd4 Kd4^ kh8 bg7"
    for oracle in BOTH:
        assert oracle.result(position(oracle, pieces)) == ("black", "checkmate")
        # Unless something steps between, or there is a back to go to.
        assert "d5-f6" in oracle.legal(position(oracle, pieces + " Nd5"))
        assert oracle.legal(position(oracle, pieces + " pc5")).keys() == {"d4^-c5^"}
    # Capturing the rook under the king: it sits on the capturing piece, where the bishop cannot come.
    assert "b5-d4" in META.legal(position(META, pieces + " Nb5"))
    assert "b5-d4" not in FALL.legal(position(FALL, pieces + " Nb5"))


def test_stalemate_of_an_annexed_king() -> None:
    for oracle in BOTH:
        alone = position(oracle, "rd4 Kd4^ kh8")
        assert not oracle.in_check(alone)
        assert oracle.result(alone) == (None, "stalemate")
        assert oracle.result(position(oracle, "rd4 Kd4^ kh8 pc5")) is None
        # On the back of e4 the rook, free again, would capture it.
        assert oracle.result(position(oracle, "rd4 Kd4^ kh8 pe4")) == (None, "stalemate")


def test_mate_and_stalemate_come_before_the_draws() -> None:
    assert META.result(position(META, "rd4 Kd4^ kh8 bg7", clock=100)) == ("black", "checkmate")
    assert META.result(position(META, "rd4 Kd4^ kh8", clock=100)) == (None, "stalemate")


def test_hundred_plies() -> None:
    pieces = "Ke1 ke8 Pd2 Nb1 pf5 "
    assert META.result(position(META, pieces, clock=99)) is None
    assert META.result(position(META, pieces, clock=100)) == (None, "100 plies")
    # No rule of insufficient material here.
    assert META.result(position(META, "Ke1 ke8")) is None


def test_the_clock() -> None:
    pieces = "Ke1 ke8 Pd2 Nb1 pc3 Bc3^ pd4 nd4^ pe5 Pf3 pf6"
    pos = position(META, pieces, clock=7)
    turns = META.legal(pos)
    assert turns["b1-d2^"].clock == 8  # mounts
    assert turns["c3^-d4^"].clock == 0  # captures the rider
    assert turns["b1-c3"].clock == 0  # captures the carrier
    assert turns["f3-f4"].clock == 0
    pos = position(META, "Ke1 ke8 pc3 Bc3^ pd4", clock=7)
    assert META.legal(pos)["c3^-d4^"].clock == 8  # annexes


def test_threefold_repetition() -> None:
    for oracle in BOTH:
        pos = oracle.start()
        history: list[Hashable] = []
        for turn in "b1-d2^ b8-d7^ d2^-b1 d7^-b8".split() * 2:
            assert oracle.result(pos, history) is None
            history.append(oracle.repetition_key(pos))
            pos = oracle.legal(pos)[turn]
        assert oracle.result(pos, history) == (None, "threefold repetition")
    # The riders are part of the state, and so are the rights.
    keys = {
        META.repetition_key(META.read(f"4k3/8/8/8/8/8/{carried}/4K2R w {rights} - 0 1"))
        for carried in ("3(PN)4", "3(NB)4", "3(PB)4", "3P4")
        for rights in "K-"
    }
    assert len(keys) == 8


# ---- texts ----

BARE = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    "text",
    [
        START,
        "4k3/8/8/8/3(pN)4/2(PN)5/8/4K3 b - - 17 30",
        "4k3/8/8/8/3(pK)4/2P5/8/8 b - - 17 30",
        "r3k2(rN)/8/8/8/8/8/8/(RB)3K2(Rn) w KQkq - 0 1",
        "(rq)(nb)(bn)(qr)k(bQ)(nR)(rN)/8/8/8/8/8/8/4K3 w kq - 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "7k/8/8/8/(PK)P1(pr)4/2P5/8/8 w - - 0 1",
    ],
)
def test_accepted_texts(text: str) -> None:
    for oracle in BOTH:
        assert oracle.write(oracle.read(text)) == text


def test_brackets() -> None:
    pos = META.read("4k3/8/8/8/8/8/2(pN)(PR)4/4K3 w - - 0 1")
    assert told(pos) == "pc2 Nc2^ Pd2 Rd2^ Ke1 ke8"
    assert META.side(pos) == "white"
    assert "c2^-d4" not in META.legal(pos)  # a white knight that annexes a black pawn


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{BARE} w - - 0",
        f"{BARE} w - - 0 1 ",
        f"{BARE} x - - 0 1",
        f"{BARE} w - - 00 1",
        f"{BARE} w - - 0 0",
        f"{BARE} w kK - 0 1",
        f"{BARE} w - e9 0 1",
        f"{BARE}/8 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        *(
            f"4k3/8/8/{row}/8/8/8/4K3 w - - 0 1"
            for row in (
                *("", "7", "9", "44", "0P7", "P8", "7PP", "7(PN)1", "8(PN)", "(PN)8", "x7"),
                *("(PN7", "PN)7", "(P)7", "()7", "()8", "(PNB)7", "((PN))7", "(P(NB))7", "(1N)7", "(P1)7"),
                *(
                    "(P N)7",
                    "[PN]7",
                    "(PN)(7",
                    "7(PN",
                    "7(P",
                    "7(",
                    "7)",
                    "(P.)7",
                    "(.N)7",
                    "(Px)7",
                    "4(PN)4",
                ),
                *("(PP)7", "(Pp)7", "(NP)7", "(np)7", "(PK)7", "(Pk)7", "(٣N)7"),
            )
        ),
        # kings
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "(kN)7/8/8/8/8/8/8/4K3 w - - 0 1",
        "(kn)7/8/8/8/8/8/8/4K3 w - - 0 1",
        "k7/8/8/8/8/8/8/4(KN)3 w - - 0 1",
        "8/8/8/8/8/8/8/4(Kk)3 w - - 0 1",
        # pawns
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k2(PN)/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/(pN)3K3 w - - 0 1",
        # castling
        "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2(NR) w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2(rR) w K - 0 1",
        "4k3/8/8/8/8/8/8/4(NK)2R w K - 0 1",
        "4k3/8/8/8/8/8/8/5K1R w K - 0 1",
        # en passant
        "4k3/8/8/8/4(PN)3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4(Pn)3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/4(NB)3/4K3 b - e3 0 1",
        "4k3/8/8/8/4N3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4(NP)3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3^ 0 1",
        # the side not to move in check
        "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/4(NR)3/8/8/4K3 w - - 0 1",
        "8/8/8/8/3(pk)(pR)3/8/8/4K3 w - - 0 1",
        "8/8/8/8/3(Pk)1R2/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/4k3/4K3 w - - 0 1",
    ],
)
def test_refused_texts(text: str) -> None:
    for oracle in BOTH:
        with pytest.raises(OracleError):
            oracle.read(text)


def test_texts_refused_by_the_option_only() -> None:
    for text in (
        "8/8/8/8/3(pk)1R2/8/8/4K3 w - - 0 1",
        "8/8/8/8/3(pk)4/4P3/8/4K3 w - - 0 1",
        "8/8/8/8/3(pk)4/4K3/8/8 w - - 0 1",
    ):
        assert META.write(META.read(text)) == text
        with pytest.raises(OracleError, match="in check"):
            FALL.read(text)


def test_names() -> None:
    with pytest.raises(OracleError, match="no such variant"):
        OracleMetaChess("metachess-5")


# ---- the oracle against itself ----


def sample(oracle: OracleMetaChess, seed: int) -> Iterator[Position]:
    chance = random.Random(seed)
    for _ in range(2):
        yield from game(oracle, oracle.start(), chance, 80)
    for _ in range(80):
        yield scattered(oracle, chance)
    for _ in range(8):
        yield from game(oracle, scattered(oracle, chance), chance, 12)


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_round_trips(oracle: OracleMetaChess) -> None:
    for pos in sample(oracle, 1):
        text = oracle.write(pos)
        again = oracle.read(text)
        assert again == pos
        assert hash(again) == hash(pos)
        assert oracle.write(again) == text


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_the_second_telling_agrees(oracle: OracleMetaChess) -> None:
    checks = 0
    for pos in sample(oracle, 2):
        turns: dict[str, list[Turn]] = {stand: [] for stand in pos.pieces}
        for turn in oracle.pseudo_legal(pos):
            turns[turn.origin].append(turn)
        for stand, piece in pos.pieces.items():
            if colour(piece) == pos.side and piece not in "Pp":
                goals = [turn.to for turn in turns[stand] if turn.rook is None]
                assert len(goals) == len(set(goals))
                assert set(goals) == second_telling(pos, stand, oracle.riders_fall)
        assert oracle.in_check(pos) == second_attack(pos, pos.side, oracle.riders_fall)
        checks += oracle.in_check(pos)
    assert checks > 30


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_check_means_that_a_turn_captures_the_king(oracle: OracleMetaChess) -> None:
    for pos in sample(oracle, 3):
        flipped = pos._replace(side=other(pos.side), passed=None)
        king = oracle.king_stand(pos.pieces, pos.side)
        captured = any(king in oracle.captured(pos.pieces, turn) for turn in oracle.pseudo_legal(flipped))
        assert oracle.in_check(pos) == captured


def turned(text: str) -> str:
    """A stand or a turn with the ranks counted from the other end."""
    return "".join(str(9 - int(each)) if each.isdigit() else each for each in text)


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_the_sides_have_the_same_rules(oracle: OracleMetaChess) -> None:
    for pos in sample(oracle, 4):
        mirror = Position(
            MappingProxyType({turned(stand): piece.swapcase() for stand, piece in pos.pieces.items()}),
            other(pos.side),
            "".join(letter for letter in "KQkq" if letter.swapcase() in pos.castling),
            None if pos.passed is None else turned(pos.passed),
            pos.clock,
            pos.number,
        )
        assert oracle.legal(mirror).keys() == {turned(text) for text in oracle.legal(pos)}
        assert oracle.in_check(mirror) == oracle.in_check(pos)


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_what_holds_after_every_turn(oracle: OracleMetaChess) -> None:
    seen = set()
    for pos in sample(oracle, 5):
        for text, after in oracle.legal(pos).items():
            assert oracle.side(after) == other(pos.side)
            # There is no rider without a carrier.
            assert {ground(stand) for stand in after.pieces} <= after.pieces.keys()
            lost = len(pos.pieces) - len(after.pieces)
            assert lost in ((0, 1, 2) if oracle.riders_fall else (0, 1))
            if lost:
                assert after.clock == 0
            seen |= {"=" in text, f"lost {lost}", f"passed {after.passed is not None}"}
        for after in list(oracle.legal(pos).values())[:3]:
            assert oracle.read(oracle.write(after)) == after  # no legal turn leads to a refused text
    assert {"lost 0", "lost 1", "passed True", True} <= seen
    assert ("lost 2" in seen) == oracle.riders_fall
