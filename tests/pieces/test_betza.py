from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fairyring.board import Side, grid, shared_ring
from fairyring.pieces.betza import BetzaError, Dialect, UnplayedError, betza
from fairyring.pieces.movement import Leap

Vectors = list[tuple[int, int]]

W: Vectors = [(0, 1), (1, 0), (0, -1), (-1, 0)]
F: Vectors = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
D: Vectors = [(0, 2), (2, 0), (0, -2), (-2, 0)]
N: Vectors = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
A: Vectors = [(2, 2), (2, -2), (-2, -2), (-2, 2)]
H: Vectors = [(0, 3), (3, 0), (0, -3), (-3, 0)]
C: Vectors = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]
Z: Vectors = [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)]
G: Vectors = [(3, 3), (3, -3), (-3, -3), (-3, 3)]


def leaps(notation: str) -> list[Leap]:
    parts = betza(notation).parts
    found = [part for part in parts if isinstance(part, Leap)]
    assert len(found) == len(parts)
    return found


def vectors(notation: str) -> Vectors:
    return [(leap.right, leap.forward) for leap in leaps(notation)]


def goals(notation: str, name: str, side: Side = Side.WHITE) -> str:
    board = grid(8, 8)
    ways = betza(notation).ways(board, board.numbers[name], side)
    return " ".join(sorted(board.names[way.goal] for way in ways))


# Atoms and ranges


@pytest.mark.parametrize(
    ("notation", "expected", "limit"),
    [
        ("W", W, 1),
        ("F", F, 1),
        ("D", D, 1),
        ("N", N, 1),
        ("A", A, 1),
        ("H", H, 1),
        ("L", C, 1),
        ("C", C, 1),
        ("J", Z, 1),
        ("Z", Z, 1),
        ("G", G, 1),
        ("K", W + F, 1),
        ("R", W, 0),
        ("B", F, 0),
        ("Q", W + F, 0),
        ("WW", W, 0),
        ("FF", F, 0),
        ("DD", D, 0),
        ("NN", N, 0),
        ("KK", W + F, 0),
        ("W0", W, 0),
        ("N0", N, 0),
        ("R0", W, 0),
        ("R4", W, 4),
        ("B4", F, 4),
        ("Q2", W + F, 2),
        ("W3", W, 3),
        ("N2", N, 2),
        ("R1", W, 1),
        ("D12", D, 12),
    ],
)
def test_an_atom_leaps_in_all_its_directions_as_often_as_its_range(
    notation: str, expected: Vectors, limit: int
) -> None:
    assert leaps(notation) == [Leap(right, forward, limit) for right, forward in expected]


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("WF", W + F),
        ("FW", F + W),
        ("NWD", N + W + D),
        ("FD", F + D),
        ("FA", F + A),
        ("NHFD", N + H + F + D),
        ("NFAD", N + F + A + D),
        ("fbNF", [(1, 2), (1, -2), (-1, -2), (-1, 2), *F]),
        ("rlNF", [(2, 1), (2, -1), (-2, -1), (-2, 1), *F]),
        ("WfF", [*W, (1, 1), (-1, 1)]),
        ("FfsW", [*F, (0, 1), (1, 0), (-1, 0)]),
    ],
)
def test_terms_are_joined_in_their_order(notation: str, expected: Vectors) -> None:
    assert vectors(notation) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("WW", "R"),
        ("FF", "B"),
        ("WWFF", "Q"),
        ("RB", "Q"),
        ("WF", "K"),
        ("W4", "R4"),
        ("L", "C"),
        ("J", "Z"),
        ("mcN", "N"),
        ("cmN", "N"),
        ("fK", "fWfF"),
        ("fsK", "fsWfsF"),
    ],
)
def test_two_notations_of_one_movement(one: str, other: str) -> None:
    assert betza(one) == betza(other)


@pytest.mark.parametrize(("notation", "count"), [("WKF", 8), ("NfN", 8), ("CL", 8), ("QRB", 8)])
def test_a_leap_named_twice_occurs_once(notation: str, count: int) -> None:
    assert len(leaps(notation)) == count == len(set(leaps(notation)))


def test_leaps_that_differ_in_range_stay_apart() -> None:
    assert leaps("fWfR") == [Leap(0, 1), Leap(0, 1, limit=0)]


# Directions


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ("f", [(1, 2), (-1, 2)]),
        ("ff", [(1, 2), (-1, 2)]),
        ("b", [(1, -2), (-1, -2)]),
        ("bb", [(1, -2), (-1, -2)]),
        ("l", [(-2, -1), (-2, 1)]),
        ("ll", [(-2, -1), (-2, 1)]),
        ("r", [(2, 1), (2, -1)]),
        ("rr", [(2, 1), (2, -1)]),
        ("v", [(1, 2), (1, -2), (-1, -2), (-1, 2)]),
        ("fb", [(1, 2), (1, -2), (-1, -2), (-1, 2)]),
        ("bf", [(1, 2), (1, -2), (-1, -2), (-1, 2)]),
        ("ffbb", [(1, 2), (1, -2), (-1, -2), (-1, 2)]),
        ("s", [(2, 1), (2, -1), (-2, -1), (-2, 1)]),
        ("lr", [(2, 1), (2, -1), (-2, -1), (-2, 1)]),
        ("rl", [(2, 1), (2, -1), (-2, -1), (-2, 1)]),
        ("fs", [(2, 1), (-2, 1)]),
        ("bs", [(2, -1), (-2, -1)]),
        ("lv", [(-1, -2), (-1, 2)]),
        ("rv", [(1, 2), (1, -2)]),
        ("fl", [(-2, 1)]),
        ("fr", [(2, 1)]),
        ("bl", [(-2, -1)]),
        ("br", [(2, -1)]),
        ("lf", [(-1, 2)]),
        ("rf", [(1, 2)]),
        ("lb", [(-1, -2)]),
        ("rb", [(1, -2)]),
        ("vs", N),
        ("sv", N),
        ("ffrr", [(1, 2), (2, 1), (2, -1), (-1, 2)]),
        ("flfr", [(2, 1), (-2, 1)]),
        ("flrb", [(1, -2), (-2, 1)]),
        ("fbl", [(1, 2), (-2, -1), (-1, 2)]),
        ("fml", [(1, 2), (-2, -1), (-2, 1), (-1, 2)]),  # f and l do not stand together
    ],
)
def test_directions_of_the_knight(modifiers: str, expected: Vectors) -> None:
    assert vectors(f"{modifiers}N") == expected


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("fC", [(1, 3), (-1, 3)]),
        ("flC", [(-3, 1)]),
        ("sL", [(3, 1), (3, -1), (-3, -1), (-3, 1)]),
        ("rfZ", [(2, 3)]),
        ("bsJ", [(3, -2), (-3, -2)]),
    ],
)
def test_other_oblique_atoms_read_directions_as_the_knight(notation: str, expected: Vectors) -> None:
    assert vectors(notation) == expected


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("fW", [(0, 1)]),
        ("bW", [(0, -1)]),
        ("lW", [(-1, 0)]),
        ("rW", [(1, 0)]),
        ("sW", [(1, 0), (-1, 0)]),
        ("lrW", [(1, 0), (-1, 0)]),
        ("vW", [(0, 1), (0, -1)]),
        ("fsW", [(0, 1), (1, 0), (-1, 0)]),
        ("flW", [(0, 1), (-1, 0)]),
        ("fbrW", [(0, 1), (1, 0), (0, -1)]),
        ("vsW", W),
        ("fD", [(0, 2)]),
        ("sH", [(3, 0), (-3, 0)]),
        ("fF", [(1, 1), (-1, 1)]),
        ("bF", [(1, -1), (-1, -1)]),
        ("lF", [(-1, -1), (-1, 1)]),
        ("rF", [(1, 1), (1, -1)]),
        ("flF", [(-1, 1)]),
        ("lfF", [(-1, 1)]),
        ("brF", [(1, -1)]),
        ("fsF", [(1, 1), (-1, 1)]),
        ("vlF", [(-1, -1), (-1, 1)]),
        ("fblF", [(-1, -1), (-1, 1)]),
        ("vF", F),
        ("sF", F),
        ("fbF", F),
        ("lfA", [(-2, 2)]),
        ("rG", [(3, 3), (3, -3)]),
        ("fK", [(0, 1), (1, 1), (-1, 1)]),
        ("flK", [(0, 1), (-1, 0), (-1, 1)]),
        ("sQ", [(1, 0), (-1, 0), *F]),
    ],
)
def test_directions_of_straight_and_diagonal_atoms(notation: str, expected: Vectors) -> None:
    assert vectors(notation) == expected


# The other modifiers


def test_moves_and_captures() -> None:
    assert leaps("mfW") == [Leap(0, 1, capture=False)]
    assert leaps("cfF") == [Leap(1, 1, move=False), Leap(-1, 1, move=False)]
    assert {(leap.move, leap.capture) for leap in leaps("cK")} == {(False, True)}
    assert {(leap.move, leap.capture) for leap in leaps("mQ")} == {(True, False)}


def test_modifiers_come_in_any_order_and_belong_to_one_term() -> None:
    assert betza("fmW") == betza("mfW")
    assert leaps("fmWfcF") == [
        Leap(0, 1, capture=False),
        Leap(1, 1, move=False),
        Leap(-1, 1, move=False),
    ]
    assert leaps("cfWlW") == [Leap(0, 1, move=False), Leap(-1, 0)]


def test_initial() -> None:
    assert leaps("imnfD") == [Leap(0, 2, capture=False, lame=True, initial=True)]


@pytest.mark.parametrize("notation", ["nD", "nN", "nA", "nH", "nC", "nZ", "nG", "nNN"])
def test_lame(notation: str) -> None:
    assert all(leap.lame for leap in leaps(notation))


@pytest.mark.parametrize("atom", ["W", "F", "K", "R", "B", "Q", "W3"])
def test_lame_does_not_affect_single_steps(atom: str) -> None:
    assert betza(f"n{atom}") == betza(atom)


# On boards


def test_the_minor_pieces_of_minigolf() -> None:
    assert goals("fbNF", "d4") == "c2 c3 c5 c6 e2 e3 e5 e6"
    assert goals("rlNF", "d4") == "b3 b5 c3 c5 e3 e5 f3 f5"
    assert goals("FD", "d4") == "b4 c3 c5 d2 d6 e3 e5 f4"
    assert goals("FA", "d4") == "b2 b6 c3 c5 e3 e5 f2 f6"
    assert goals("NHFD", "a1") == "a3 a4 b2 b3 c1 c2 d1"
    assert goals("NFAD", "a1") == "a3 b2 b3 c1 c2 c3"


@pytest.mark.parametrize("notation", ["fbNF", "rlNF", "NHFD", "Q", "Z"])
def test_symmetric_pieces_move_alike_for_both_sides(notation: str) -> None:
    assert goals(notation, "d4", Side.WHITE) == goals(notation, "d4", Side.BLACK)


@pytest.mark.parametrize(
    ("notation", "white", "black"),
    [
        ("fW", "d5", "d3"),
        ("flF", "c5", "e3"),
        ("flN", "b5", "f3"),
        ("rfN", "e6", "c2"),
        ("fsC", "a5 g5", "a3 g3"),
        ("fR", "d5 d6 d7 d8", "d1 d2 d3"),
    ],
)
def test_directions_are_the_movers_own(notation: str, white: str, black: str) -> None:
    assert goals(notation, "d4", Side.WHITE) == white
    assert goals(notation, "d4", Side.BLACK) == black


def test_ranges_on_a_board() -> None:
    assert goals("R2", "a1") == "a2 a3 b1 c1"
    assert goals("B4", "a1") == "b2 c3 d4 e5"
    assert goals("N2", "a1") == "b3 c2 c5 e3"
    assert goals("NN", "a1") == "b3 c2 c5 d7 e3 g4"
    assert goals("DD", "b1") == "b3 b5 b7 d1 f1 h1"


def test_a_pawn() -> None:
    board = grid(8, 8)
    ways = list(betza("mfWcfFimfnD").ways(board, board.numbers["e2"], Side.WHITE))
    found = [
        (
            board.names[way.goal],
            [board.names[site] for site in way.through],
            way.move,
            way.capture,
            way.initial,
        )
        for way in ways
    ]
    assert found == [
        ("e3", [], True, False, False),
        ("f3", [], False, True, False),
        ("d3", [], False, True, False),
        ("e4", ["e3"], True, False, True),
    ]


def test_a_ravioli_rook_on_the_ring_moves_along_both_boards() -> None:
    board = shared_ring(8, 8)
    ways = betza("R").ways(board, board.numbers["a4"], Side.WHITE)
    inner = [f"{file}4{level}" for file in "bcdefg" for level in "ud"]
    rim = ["h4", *(f"a{rank}" for rank in (1, 2, 3, 5, 6, 7, 8))]
    assert sorted(board.names[way.goal] for way in ways) == sorted(inner + rim + rim)


def test_a_bishop_of_ravioli_in_a_corner() -> None:
    board = shared_ring(8, 8)
    ways = list(betza("B").ways(board, board.numbers["a1"], Side.WHITE))
    assert [board.names[way.goal] for way in ways] == [
        *("b2u", "c3u", "d4u", "e5u", "f6u", "g7u", "h8"),
        *("b2d", "c3d", "d4d", "e5d", "f6d", "g7d", "h8"),
    ]


# Errors


@pytest.mark.parametrize(
    ("notation", "column", "expected"),
    [
        ("", 1, "an atom"),
        (" ", 1, "an atom"),
        ("f", 2, "an atom"),
        ("Wf", 3, "an atom"),
        ("4", 1, "an atom"),
        ("4R", 1, "an atom"),
        ("f4R", 2, "an atom"),
        ("W F", 2, "an atom"),
        ("N-", 2, "an atom"),
        ("E", 1, "an atom"),
        ("WE", 2, "an atom"),
        ("NÄ", 2, "an atom"),
        ("N²", 2, "an atom"),
        ("N٣", 2, "an atom"),
        ("W\n", 2, "an atom"),
        ("möR", 2, "a modifier"),
        ("FyW", 2, "y only before a"),
        ("jW", 2, "leaps over something"),
        ("jNN", 2, "leaps over something"),
        ("zF", 2, "a rider after z"),
        ("qzB", 1, "no q beside z"),
        ("pqR", 1, "no p beside q"),
        ("jnA", 1, "no j beside n"),
        ("hN", 1, "a direction before or after h"),
        ("fhF", 2, "h only on an oblique leap"),
        ("fU", 1, "only m, c, d, e, i, k, t and u before U"),
        ("U2", 2, "no range after U"),
        ("UU", 2, "only one U"),
        ("(0,0)", 2, "a vector that leads somewhere"),
        ("(64,1)", 2, "numbers up to 63"),
        ("(4,1", 1, "an atom"),
        ("()", 1, "an atom"),
        ("Wa", 3, "an atom"),
        ("eafW", 1, "e on the last leg only"),
        ("mapW", 3, "no p on the last leg"),
        ("zaW", 1, "z does not go with a"),
        ("mazW", 3, "a turn before it"),
        ("taW", 1, "p or g beside t"),
        ("maU", 3, "a leap or a ride"),
        ("mafmmW", 5, "no second m on one leg"),
        ("maaaK", 5, "too many paths"),
        ("[F]", 3, "? or -"),
        ("[F?R", 5, "?, - or ]"),
        ("[F?", 4, "an atom"),
        ("[F-apR]", 4, "only "),
        ("[F-iR]", 4, "only "),
        ("[W-flW]", 4, "a direction in which W can follow"),
        ("f[F?R]", 1, "one of m c i o before ["),
        ("mm[F?R]", 2, "one of m c i o before ["),
        ("[F-pR]", 4, "no p on the last leg"),
        ("pW", 2, "a rider after p"),
        ("pgR", 2, "no g beside p"),
        ("npR", 1, "no n beside p"),
        ("t[", 3, "an atom that leaps once"),
        ("t[F", 4, "a rider"),
        ("t[FR", 5, "]"),
        ("ft[FR]", 1, "m or c before t"),
        ("t[RF]", 3, "an atom that leaps once"),
        ("t[FQ]", 4, "a rider"),
        ("t[mFR]", 3, "without modifiers"),
        ("mmN", 2, "no second m"),
        ("cfcW", 3, "no second c"),
        ("WnfnN", 4, "no second n"),
        ("iiD", 2, "no second i"),
        ("ffW", 2, "no second f"),
        ("flfF", 3, "no second f"),
        ("llK", 2, "no second l"),
        ("vvN", 2, "no second v"),
        ("fffN", 3, "no second f"),
        ("fsfsN", 3, "no second fs"),
        ("KX", 2, "one leap before X"),
        ("umR", 1, "beside u"),
        ("amuW", 3, "a leg that captures"),
        ("uaucW", 3, "one u"),
        ("ktR", 1, "no k beside t"),
        ("xcN", 2, "only directions"),
        ("uxaN", 1, "only directions"),
        ("axN", 2, "a leg without it"),
        ("[N-xN]", 4, "first leg only"),
        ("[uN?N]", 2, "- and not ?"),
        ("R100", 4, "one or two digits"),
        ("WF123", 5, "one or two digits"),
        ("N03", 2, "leading zero"),
        ("N00", 2, "leading zero"),
        ("NN3", 3, "no range"),
        ("NN0", 3, "no range"),
        ("NNN", 3, "only two N"),
        ("WWWW", 3, "only two W"),
        ("RR", 2, "only one R"),
        ("FQQ", 3, "only one Q"),
        ("mmNNN", 5, "only two N"),
    ],
)
def test_what_is_refused_names_its_column(notation: str, column: int, expected: str) -> None:
    with pytest.raises(BetzaError) as caught:
        betza(notation)
    error = caught.value
    assert (error.notation, error.column) == (notation, column)
    assert f"column {column}: expected " in str(error)
    assert expected in str(error)


@pytest.mark.parametrize(
    ("notation", "column", "reason"),
    [
        ("N~", 2, "no movement"),
        ("wN", 1, "no meaning that two programs agree on"),
        ("cafaufW", 5, "put down where it stood, or where the move began"),
        ("I", 1, "copies the last move"),
        ("cacaK", 3, "captures one piece on its way"),
        ("[cF-cF-mF]", 5, "captures one piece on its way"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(notation: str, column: int, reason: str) -> None:
    with pytest.raises(UnplayedError) as caught:
        betza(notation)
    error = caught.value
    assert error.column == column
    assert f"column {column}: '{notation[column - 1]}' cannot be played: " in str(error)
    assert reason in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_error_says_what_was_found_and_points_at_it() -> None:
    with pytest.raises(BetzaError, match=r"'N-F', column 2: .*, found '-'") as caught:
        betza("N-F")
    assert caught.value.marked == "N-F\n ^"
    with pytest.raises(BetzaError, match="found the end") as caught:
        betza("Nf")
    assert caught.value.marked == "Nf\n  ^"


def test_an_error_can_be_pickled() -> None:
    error = BetzaError("Wf", 3, "an atom")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.column) == (str(error), 3)


# Any text


def refusal(text: str, dialect: Dialect = Dialect.FAIRYRING) -> BetzaError | None:
    try:
        betza(text, dialect)
    except BetzaError as error:
        return error
    return None


def check(text: str, dialect: Dialect = Dialect.FAIRYRING) -> None:
    error = refusal(text, dialect)
    if error is None:
        found = betza(text, dialect).parts
        assert found or dialect is Dialect.FAIRY_STOCKFISH
        assert len(found) == len(set(found))
    else:
        assert error.notation == text
        assert 1 <= error.column <= len(text) + 1
        assert f"column {error.column}" in str(error)
        assert error.marked == text + "\n" + " " * (error.column - 1) + "^"


@given(st.text())
def test_any_text_parses_or_is_refused_in_place(text: str) -> None:
    check(text)


@pytest.mark.parametrize("dialect", Dialect)
@given(st.text(alphabet="fblrvshmcdeinjpgtoqzaykuwxWFDNAHLCJZGKRBQUO@~0123[]?-(,)", max_size=12))
def test_any_near_notation_parses_or_is_refused_in_place(dialect: Dialect, text: str) -> None:
    check(text, dialect)


MODIFIERS = st.lists(st.sampled_from("fblrvsmcni"), unique=True).map("".join)
TERMS = st.tuples(MODIFIERS, st.sampled_from("WFDNAHLCJZGKRBQ"), st.sampled_from(["", "0", "1", "3", "12"]))


@given(TERMS)
def test_a_term_of_sound_parts_parses_to_leaps_of_its_atom(term: tuple[str, str, str]) -> None:
    modifiers, atom, distance = term
    found = leaps(modifiers + atom + distance)
    everywhere = vectors(atom)
    places = [everywhere.index((leap.right, leap.forward)) for leap in found]
    assert places == sorted(set(places))
    assert places
    assert {leap.initial for leap in found} == {"i" in modifiers}
    if distance:
        assert {leap.limit for leap in found} == {int(distance)}


@given(st.lists(TERMS.map("".join), min_size=1, max_size=4))
def test_a_notation_is_its_terms_joined(terms: list[str]) -> None:
    assume(all(one[-1] != other[0] for one, other in pairwise(terms)))  # N and N3 would run into NN3
    assert leaps("".join(terms)) == list(dict.fromkeys(leap for term in terms for leap in leaps(term)))
