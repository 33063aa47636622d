"""Rules pages of unusual games say what is so: of hands, goals, checks, signs and rare moves."""

from pathlib import Path

import pytest

import fairyring
from fairyring.drawing.diagrams import diagrams
from fairyring.drawing.page import topics_of
from fairyring.game import Variant
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.web.languages import translator
from tests.drawing.pages import page_of

STORKS = """
fairyring = 1
title = "Storks"
summary = "Some promoted pieces change in hand."
array = "tsgkg/ppppp/5/5/PPPPP/TSGKG"
minor = ""
bound = ""
board = { width = 5, height = 6 }
mechanics.hands = { HANDS }
mechanics.promotions = { to = { P = ["G"], S = ["T"] }, ranks = 2 }

[pieces]
P = { name = "pawn", movement = "fW", pawn = true }
S = { name = "stork", movement = "CfW" }
G = { name = "guard", movement = "WfF" }
T = { name = "heron", movement = "CWAA" }
K = { name = "king", movement = "K", royal = true }
"""
RACE = """
fairyring = 1
title = "Race"
summary = "Nobody is ever in check."
array = "uuuu/gggg/4/4/GGGG/UUUU"
minor = ""
board = { width = 4, height = 6 }
mechanics.several_moves = { first = 1, more = 1, most = 2 }
mechanics.goal = { sites = ["a6", "b6", "c6"], piece = "U", number = 2BLACK }
mechanics.results = { stalemate = "loss" }
mechanics.hands = {}

[pieces]
U = { name = "runner", movement = "mWfF" }
G = { name = "goat", movement = "FjA" }
"""
KETTLES = """
fairyring = 1
title = "Kettles"
summary = "A passage joins the edges of two boards."
array = "rkb1/pppp/4/PPPP/RKB1|1bqr/pppp/4/PPPP/1BQR"
promotions = "QRB"
minor = ""

[board]
kind = "pair"
width = 4
height = 5
links.steam = { Aa3 = ["Ba3"], Ba3 = ["Aa3"] }

[pieces]
P = { name = "pawn", movement = "mfWcfF", pawn = true }
B = { name = "bishop", movement = ["B", { kind = "link", name = "steam" }] }
R = { name = "rook", movement = "R" }
Q = { name = "queen", movement = ["Q", { kind = "link", name = "steam" }] }
K = { name = "king", movement = "K", royal = true }
"""


def game(folder: Path, text: str) -> Variant:
    path = folder / "game.toml"
    path.write_text(text)
    return fairyring.load(path)


def said(variant: Variant) -> str:
    return "\n".join(text for topic in topics_of(variant) for text in topic.paragraphs)


def rules_of(variant: Variant) -> Orthodox:
    assert isinstance(variant.rules, Orthodox)
    return variant.rules


def test_hands_say_which_pieces_become_others_where_not_all_promoted_ones_do(tmp_path: Path) -> None:
    words = said(game(tmp_path, STORKS.replace("HANDS", 'becomes = { T = "S" }')))
    assert "go to the hand as others: heron as stork. All other pieces stay what they are." in words
    assert "becomes a pawn again" not in words
    assert "as what it was before" not in words
    either = said(game(tmp_path, STORKS.replace("HANDS", 'becomes = { T = "S" }, either = true')))
    assert "as others, and may be dropped as either of the two: heron as stork." in either


def test_hands_say_that_promoted_pieces_turn_back_where_all_do(tmp_path: Path) -> None:
    words = said(game(tmp_path, STORKS.replace("HANDS", 'becomes = { T = "S", G = "P" }')))
    assert "A promoted piece goes to the hand as what it was before." in words
    assert "becomes a pawn again" not in words
    more = said(game(tmp_path, STORKS.replace("HANDS", 'becomes = { T = "S", G = "P", S = "P" }')))
    assert "heron as stork, guard as pawn, stork as pawn." in more
    assert "becomes a pawn again" in said(game(tmp_path, STORKS.replace("HANDS", "")))
    assert "promoted piece goes to the hand as what it was before, and" in said(fairyring.load("kyotoshogi"))
    assert "A promoted piece goes to the hand as what it was before." in said(fairyring.load("shogi"))


@pytest.mark.parametrize(
    ("black", "goal"),
    [
        ("", "A player who has 2 of these pieces on a6, b6, c6 at once has won: runner."),
        (
            ', black = ["a1", "b1"]',
            "White wins with 2 of these pieces on a6, b6, c6 at once, Black on a1, b1: runner.",
        ),
        (', sides = ["white"]', "White wins with 2 of these pieces on a6, b6, c6 at once: runner."),
        (
            ', sides = ["black"], black = ["a1", "b1"]',
            "Black wins with 2 of these pieces on a1, b1 at once: runner.",
        ),
    ],
)
def test_the_goal_says_how_many_pieces_it_takes(tmp_path: Path, black: str, goal: str) -> None:
    topics = topics_of(game(tmp_path, RACE.replace("BLACK", black)))
    assert goal in [text for topic in topics for text in topic.goals]
    german = [translator("de")(text) for topic in topics for text in topic.goals]
    assert any("2 dieser Figuren" in text for text in german)


def test_nothing_is_said_of_checks_and_kings_where_there_are_none(tmp_path: Path) -> None:
    words = said(game(tmp_path, RACE.replace("BLACK", "")))
    assert "A player who has no legal move left within a turn is stalemated." in words
    assert "A player who has no legal move has lost." in words
    assert "check" not in words
    assert "king" not in words
    assert "mate " not in words
    for name in ("ataxx", "dobutsu", "breakthrough", "suicide"):
        assert "check" not in said(fairyring.load(name))
    assert "A move that gives check ends the turn." in said(fairyring.load("marseillais"))


def test_a_sharp_is_explained_by_what_wins_in_the_game() -> None:
    meant = {
        "chess": "A pawn has no letter. A + means check, and a # means checkmate.<",
        "3check": "A + means check, and a # means checkmate or another win.<",
        "antichess": "A pawn has no letter. A # means that the move wins the game.<",
    }
    for name, words in meant.items():
        assert words in page_of(name)


def test_ways_that_few_squares_have_are_shown(tmp_path: Path) -> None:
    rules = rules_of(game(tmp_path, KETTLES))
    for letter, number in (("B", 2), ("Q", 2), ("R", 1)):
        piece = rules.pieces[rules.kinds[letter]]
        shown = diagrams(rules, piece)
        assert len(shown) == number
        linked = [
            diagram
            for diagram in shown
            if {diagram.site, *(goal.site for goal in diagram.goals)} >= {"Aa3", "Ba3"}
        ]
        assert bool(linked) == (letter != "R")


def test_steps_behind_which_pieces_stand_are_shown() -> None:
    rules = rules_of(fairyring.load("cannonshogi"))
    usual, alone = diagrams(rules, rules.pieces[rules.kinds["+U"]])
    assert usual.site == alone.site
    assert usual.hurdles
    assert not alone.hurdles
    assert not {"d4", "f6"} & {*usual.marks.moves}
    assert {"d4", "f6"} <= {*alone.marks.moves}


DOORS = """
fairyring = 1
title = "Doors"
summary = "Pawns promote on a few squares."
array = "k3/pppp/4/4/PPPP/K3"
board = { width = 4, height = 6 }
minor = ""
promotions = "R"
FAR

[pieces]
P = { name = "pawn", movement = "mfWcfF", pawn = true }
R = { name = "rook", movement = "R" }
K = { name = "king", movement = "K", royal = true }
"""


@pytest.mark.parametrize(
    ("far", "expected"),
    [
        ("", "A pawn that reaches the far rank promotes at once to rook,"),
        (
            "far = { ranks = [5, 6] }",
            "A white pawn that reaches rank 5, and a black one that reaches",
        ),
        (
            'far.white.names = ["a6", "d6"]\nfar.black.names = ["b1"]',
            "White's pawns promote on a6 and d6. Black's pawns promote on b1.",
        ),
        (
            'far.white.ranks = [5]\nfar.black = "nowhere"',
            "White's pawns promote on a5, b5, c5 and d5. Black's pawns do not promote.",
        ),
    ],
)
def test_a_page_says_where_pawns_promote(tmp_path: Path, far: str, expected: str) -> None:
    variant = game(tmp_path, DOORS.replace("FAR", far))
    (pawns,) = [topic for topic in topics_of(variant) if topic.title == "Pawns"]
    assert "\n".join(pawns.paragraphs).startswith(expected)
    german = translator("de")(pawns.paragraphs[0])
    assert "promote" not in german
    assert "umgewandelt" in german


def test_a_page_says_where_pawns_promote_on_hexagons() -> None:
    words = said(fairyring.load("glinski"))
    assert "White's pawns promote on a6, b7, c8, d9, e10, f11, g10, h9, i8, k7 and l6." in words
    assert "reaches rank" not in words


def test_a_page_says_how_many_pieces_are_in_hand(tmp_path: Path) -> None:
    words = said(game(tmp_path, DOORS.replace("FAR", 'mechanics.start_hands.pieces = "RPPP"')))
    assert "Each side begins with pieces in hand: rook and pawn (3)." in words
    assert "in hand: knight." in said(fairyring.load("pocketknight"))


def test_the_last_rank_alone_is_one(tmp_path: Path) -> None:
    storks = STORKS.replace("HANDS", "ranks = 1").replace("ranks = 2", "ranks = 1")
    words = said(game(tmp_path, storks))
    assert "A piece of these kinds promotes by a move to the last rank." in words
    assert "You may drop pieces only on your first rank." in words
    assert " 1 ranks" not in words
