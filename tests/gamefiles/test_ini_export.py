"""Games as sections of ini files: pyffish plays them as we do, and we read them as the same games."""

from __future__ import annotations

import random
from pathlib import Path

import pyffish
import pytest

import fairyring
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.gamefiles.ini.section import section_text
from fairyring.names import library
from fairyring.pieces.betza.writing import notation_of, parts_of
from tests import lanes
from tests.game.alike import side_by_side
from tests.gamefiles.test_ini import ended, legal, result

WRITTEN = "written-{}"  # the name of a section; pyffish keeps the first of a name, here or in variants.ini
PLIES = lanes.samples(24, 4, usual=12)  # of a random game
FEW = 8  # and of one of the library, whose games have tests of their own
UNSAID = {  # games that no section can say, and what the reason names
    "cylindrical": "edges",
    "ravioli": "several charts",
    "minigolf": "the family drifting",
    "mini-meta": "the family piloting",
    "monster-bluff": "the family bluff",
    "metachess-4": "riding",
    "progressive": "several moves a turn",
    "billiards-circe": "edges",
    "raumschach": "larger than 12 files",
}
WHOLE = "ataxx chak janggimodern maharajah mandala shogun shoshogi sittuyin wildebeest wolf".split()
PIECES = "fmWfcFifmnD K QN mNcB FsfW fRrbBlbF mRcpR gQ nZ nN mQ2cQ2 FvW fRffN mfhNcfW RcpRnN fKifmnD".split()


def said(name: str) -> str:
    """A game's section, or nothing if there can be none."""
    game = fairyring.load(name)
    try:
        return section_text(WRITTEN.format(name), game.rules, game.definition.start)
    except UnsaidError:
        return ""


SECTIONS = {name: text for name in lanes.GAMES if (text := said(name))}


@pytest.fixture(scope="module", autouse=True)
def judge() -> None:
    pyffish.load_variant_config("\n".join(SECTIONS.values()))


@pytest.mark.parametrize("name", [name for name in SECTIONS if not lanes.alone(name)])
def test_pyffish_plays_what_is_exported_as_we_do(name: str) -> None:
    compare(name, PLIES)


@pytest.mark.slow
def test_pyffish_plays_the_library_as_we_do() -> None:
    sections = {name: text for name in library() if (text := said(name))}
    assert len(sections) > 0.9 * len(library())  # not two boards, nor boards that are too large
    pyffish.load_variant_config("\n".join(sections.values()))
    shared = [name for name in sorted(sections) if not lanes.apart(name)]
    some = random.Random(1).sample(shared, lanes.samples(16, 3, usual=3))
    for name in {*some, *(WHOLE if lanes.EVERY else ())}.intersection(shared):
        compare(name, lanes.samples(FEW, 4))


def compare(name: str, plies: int) -> None:
    """Play a random game in both."""
    section, rng, played = WRITTEN.format(name), random.Random(name), list[str]()
    assert section in pyffish.variants(), name
    text, position = pyffish.start_fen(section), fairyring.load(name).start()
    while len(played) < plies:
        theirs = legal(section, text, played)
        assert result(position) == ended(section, text, played, theirs), (name, played)
        if position.result:
            break
        ours = {move.uci: move for move in position.legal_moves()}
        assert sorted(ours) == sorted(theirs), (name, played)
        move = rng.choice(sorted(ours))
        played.append(theirs[move])
        position = position.play(ours[move])


@pytest.mark.parametrize("name", WHOLE)
def test_rules_of_their_own_have_keys_of_their_own(name: str) -> None:
    game = fairyring.load(name)
    key = {
        "ataxx": "[a:ataxx]\n",  # all else is inherited
        "chak": "extinctionPieceTypes = kd\n",
        "janggimodern": "[a:janggi]\n",
        "maharajah": "extinctionPieceTypes = m\n",
        "mandala": "flagPiece = h\n",
        "shogun": "promotionLimit = ",
        "shoshogi": "extinctionPieceTypes = k\n",
        "sittuyin": "sittuyinRookDrop = true\n",
        "wildebeest": "tripleStepRegionWhite = *2\n",
        "wolf": "enPassantTypes = p\n",
    }
    assert key[name] in section_text("a", game.rules, game.definition.start)


@pytest.mark.parametrize("name", ["chess", "atomic", "shogi", "micro", "horde", "placement"])
def test_what_is_exported_is_read_as_the_same_game(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.ini").write_text(SECTIONS[name])
    one = fairyring.load(name).start()
    other = fairyring.load(f"{tmp_path / 'x.ini'}#{WRITTEN.format(name)}").start()
    for here, there in side_by_side(one, other, random.Random(name), PLIES, written=lambda move: move.uci):
        assert str(here) == str(there)


def test_no_section_is_written_where_something_cannot_be_said() -> None:
    for name, reason in UNSAID.items():
        game = fairyring.load(name)
        with pytest.raises(UnsaidError, match=reason):
            section_text(name, game.rules, game.definition.start)


@pytest.mark.parametrize("notation", PIECES)
def test_movements_are_said_in_letters_again(notation: str) -> None:
    parts = parts_of(notation)
    assert parts
    again = notation_of(parts)
    assert again
    assert len(again) <= len(notation)
    assert parts_of(again) == parts
