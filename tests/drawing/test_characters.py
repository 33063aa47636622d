"""Pieces as characters: which have one, and that the drawings are as their strokes say."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring
from fairyring.drawing import characters, pictures
from fairyring.variants.definition import CharacterSet
from tools.characters import PIECES, SHAPES, drawings

XIANGQI = ("xiangqi", "minixiangqi", "manchu", "janggi", "janggicasual", "janggimodern", "janggitraditional")
SHOGI = (
    *("shogi", "minishogi", "judkins", "gorogoro", "euroshogi", "checkshogi", "mini", "micro", "kyotoshogi"),
    *("shoshogi", "cannonshogi", "mansindam", "pandemonium", "okisakishogi"),
)


def shown(name: str) -> dict[str, dict[str, str]]:
    """The drawings of each piece of a game as a character, by its letter."""
    game = fairyring.load(name)
    return {piece.letter: characters.characters(game.definition, piece) for piece in game.rules.pieces}


@pytest.mark.parametrize("name", [*XIANGQI, *SHOGI])
def test_every_piece_of_these_families_has_a_character_for_each_side(name: str) -> None:
    found = shown(name)
    assert all(found.values()), found
    assert {picture for each in found.values() for picture in each.values()} <= pictures()
    pairs = {tuple(each.values()) for each in found.values()}
    turned = {"micro", "kyotoshogi", "cannonshogi"}
    # Two pieces look the same only where two turn into the same piece, or into pieces with one picture.
    assert len(pairs) == len(found) or name in turned


@pytest.mark.parametrize("name", [*XIANGQI, *SHOGI, "yarishogi"])
def test_pieces_with_one_picture_have_one_character(name: str) -> None:
    # The page finds a piece's character by its picture.
    game = fairyring.load(name)
    by_picture: dict[str, dict[str, str]] = {}
    for piece in game.rules.pieces:
        found = characters.characters(game.definition, piece)
        assert by_picture.setdefault(piece.picture, found) == found, piece.name


def test_a_side_has_the_character_that_players_know() -> None:
    assert shown("xiangqi")["P"] == {"white": f"disc-{ord('兵'):x}", "black": f"disc-{ord('卒'):x}"}
    for name in XIANGQI[3:]:
        assert shown(name)["K"] == {
            "white": f"octagon-{ord('楚'):x}",
            "black": f"octagon-{ord('漢'):x}",
        }
    assert shown("shogi")["+R"] == dict.fromkeys(("white", "black"), f"koma-{ord('龍'):x}")
    assert shown("micro")["+P"]["white"] == shown("shogi")["N"]["white"], "a pawn turns into a knight"


def test_other_pieces_and_games_have_none() -> None:
    assert not any(shown("chess").values())


def test_a_game_may_have_other_characters_than_its_group() -> None:
    plain = fairyring.load("xiangqi").definition
    other = plain.but(title="x", summary="x", characters=CharacterSet.JANGGI)
    general = next(piece for piece in other.rules.pieces if piece.name == "general")
    assert characters.characters(other, general)["black"] == f"octagon-{ord('漢'):x}"
    assert other.but(title="y", summary="y").characters is CharacterSet.JANGGI


def test_the_files_are_as_their_strokes_say() -> None:
    kept = {
        path.name: path.read_text(encoding="utf-8")
        for path in Path(PIECES).iterdir()
        if path.name.startswith(tuple(f"{shape}-" for shape in SHAPES))
    }
    assert kept == drawings()
