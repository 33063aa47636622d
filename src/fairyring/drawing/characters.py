"""Which pieces can be shown by a character of Chinese or Japanese writing, and by which."""

from __future__ import annotations

from typing import NamedTuple

from fairyring.board import Side
from fairyring.pieces import Piece
from fairyring.variants.definition import CharacterSet, Definition, Group

DISC, OCTAGON, KOMA = "disc", "octagon", "koma"


class Characters(NamedTuple):
    """The characters of a set.

    Attributes:
        shape: what they are written on.
        characters: one character for both sides, or White's and Black's, by the piece's name and picture.
    """

    shape: str
    characters: dict[tuple[str, str], str]


USUAL = {Group.XIANGQI: CharacterSet.XIANGQI, Group.SHOGI: CharacterSet.SHOGI}
SETS = {
    CharacterSet.XIANGQI: Characters(
        DISC,
        {
            ("general", "king"): "帥將",
            ("advisor", "advisor"): "仕士",
            ("elephant", "elephant"): "相象",
            ("horse", "knight"): "傌馬",
            ("chariot", "rook"): "俥車",
            ("cannon", "cannon"): "炮砲",
            ("soldier", "pawn"): "兵卒",
            ("banner", "banner"): "旗",
        },
    ),
    # White is Cho, which moves first, and Black is Han.
    CharacterSet.JANGGI: Characters(
        OCTAGON,
        {
            ("general", "king"): "楚漢",
            ("advisor", "advisor"): "士",
            ("elephant", "elephant"): "象",
            ("horse", "knight"): "馬",
            ("chariot", "rook"): "車",
            ("cannon", "cannon"): "包",
            ("soldier", "pawn"): "卒兵",
        },
    ),
    CharacterSet.SHOGI: Characters(
        KOMA,
        {
            ("king", "king"): "玉王",
            ("rook", "rook"): "飛",
            ("bishop", "bishop"): "角",
            ("gold", "gold"): "金",
            ("silver", "silver"): "銀",
            ("knight", "shogi-knight"): "桂",
            ("lance", "lance"): "香",
            ("pawn", "pawn"): "歩",
            ("drunk elephant", "elephant"): "酔",
            ("promoted rook", "promoted-rook"): "龍",
            ("promoted bishop", "promoted-bishop"): "馬",
            ("promoted silver", "promoted-silver"): "全",
            ("promoted knight", "promoted-shogi-knight"): "圭",
            ("promoted lance", "promoted-lance"): "杏",
            ("promoted pawn", "promoted-pawn"): "と",
            ("crown prince", "commoner"): "太",
            # Yari shogi: a yari is a spear, which each name has as its second character.
            ("yari rook", "rook"): "飛",
            ("yari bishop", "bishop"): "角",
            ("yari knight", "shogi-knight"): "桂",
            ("yari gold", "promoted-bishop"): "金",
            ("yari gold", "promoted-shogi-knight"): "金",
            ("yari silver", "promoted-pawn"): "銀",
            ("rook", "promoted-rook"): "龍",
            # Tori shogi; both quails have one character.
            ("phoenix", "phoenix"): "鵬",
            ("falcon", "falcon"): "鷹",
            ("eagle", "eagle"): "鵰",
            ("crane", "crane"): "鶴",
            ("pheasant", "pheasant"): "雉",
            ("left quail", "quail"): "鶉",
            ("right quail", "quail-right"): "鶉",
            ("swallow", "swallow"): "燕",
            ("goose", "goose"): "鴈",
            # Dobutsu shogi: the first sign of each name.
            ("lion", "lion"): "ら",
            ("giraffe", "giraffe"): "き",
            ("elephant", "elephant"): "ぞ",
            ("chick", "chick"): "ひ",
            ("hen", "hen"): "に",
            # Kyoto and micro shogi: a piece turns into one that moves like another.
            ("turned bishop", "promoted-bishop"): "と",
            ("turned rook", "promoted-rook"): "金",
            ("turned knight", "promoted-shogi-knight"): "金",
            ("turned lance", "promoted-lance"): "と",
            ("turned lance", "silver"): "銀",
            ("turned pawn", "shogi-knight"): "桂",
            ("turned pawn", "rook"): "飛",
            ("turned silver", "bishop"): "角",
            # Cannon Shogi: two characters above each other, which Unicode has no number for together: gold,
            # silver, copper or iron, and then cannon; rook or bishop where a promoted one moves so.
            ("gold cannon", "cannon"): "\ue000",
            ("silver cannon", "silver-cannon"): "\ue001",
            ("copper cannon", "copper-cannon"): "\ue002",
            ("iron cannon", "iron-cannon"): "\ue003",
            ("promoted gold cannon", "promoted-cannon"): "\ue004",
            ("promoted silver cannon", "promoted-cannon"): "\ue004",
            ("promoted copper cannon", "promoted-copper-cannon"): "\ue005",
            ("promoted iron cannon", "promoted-copper-cannon"): "\ue005",
            # Mansindam, Pandemonium and Okisaki Shogi have pieces of chess. These are our own choices: a
            # warrior for the knight, a consort, the first characters of marshal, bishop, angel and so on.
            ("knight", "knight"): "士",
            ("queen", "queen"): "妃",
            ("marshal", "chancellor"): "元",
            ("chancellor", "chancellor"): "元",
            ("cardinal", "archbishop"): "司",
            ("archbishop", "archbishop"): "司",
            ("angel", "phoenix"): "天",
            ("promoted cardinal", "cardinal"): "皇",
            ("promoted marshal", "tower"): "帥",
            ("promoted knight", "kheshig"): "將",
            ("guard", "gold"): "守",
            ("promoted guard", "silver"): "全",
            ("alfil", "alfil"): "象",
            ("ferz", "ferz"): "臣",
            ("dabbaba", "captain"): "車",
            ("wazir", "wazird"): "相",
            ("centaur", "lieutenant"): "傌",
        },
    ),
}


def file_name(shape: str, character: str) -> str:
    """The name of the drawing of a character: the shape it is written on and its number in Unicode."""
    return f"{shape}-{ord(character):x}"


def characters(definition: Definition, piece: Piece) -> dict[str, str]:
    """The drawings that show a piece of a game as a character, by side; empty if there are none."""
    chosen = definition.characters or USUAL.get(definition.group)
    found = SETS.get(chosen) if chosen else None
    written = found.characters.get((piece.name, piece.picture)) if found else None
    if not (found and written):
        return {}
    return {str(side): file_name(found.shape, written[side.number % len(written)]) for side in Side}
