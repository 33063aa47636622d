"""A section of an ini file as the data of a game file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fairyring.errors import shown
from fairyring.gamefiles.ini import ends
from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.keys import KINDS, Is
from fairyring.gamefiles.ini.reading import IniText, RefusedError, Section
from fairyring.gamefiles.ini.settings import SIDES, Parents, Settings, number, settings_of
from fairyring.gamefiles.ini.setup import (
    Array,
    Document,
    area,
    board,
    castlings,
    movement,
    names,
    notation,
    passing,
    pawns,
)
from fairyring.gamefiles.positions import Path
from fairyring.messages import Message

# Which key of a section a part of the document comes from, for errors that the game's builder finds.
ORIGINS: Mapping[str, str] = {
    "board": "maxRank",
    "array": "startFen",
    "start": "startFen",
    "castlings": "castling",
    "starts": "doubleStepRegionWhite",
    "mechanics.long_steps": "tripleStepRegionWhite",
    "passable": "enPassantTypes",
    "far": "promotionRegionWhite",
    "promotions": "promotionPieceTypes",
    "mechanics.royals": "extinctionPseudoRoyal",
    "mechanics.extinction": "extinctionPieceTypes",
    "mechanics.bare_king": "extinctionClaim",
    "mechanics.promotions": "promotedPieceType",
    "mechanics.in_place": "sittuyinPromotion",
    "mechanics.hands": "capturesToHand",
    "mechanics.start_hands": "startFen",
    "mechanics.setup": "mustDrop",
    "mechanics.drop_limits": "dropNoDoubled",
    "mechanics.castling_wins": "castlingWins",
    "mechanics.opposite_castling": "oppositeCastling",
    "mechanics.no_escape": "makpongRule",
    "mechanics.gating": "seirawanGating",
    "mechanics.first_leaps": "cambodianMoves",
    "mechanics.goal": "flagRegion",
    "mechanics.in_a_row": "connectN",
    "mechanics.connection": "connectRegion1White",
    "mechanics.immunity": "mutuallyImmuneTypes",
    "mechanics.pass": "pass",
    "mechanics.bikjang": "bikjangRule",
    "mechanics.to_and_fro": "moveRepetitionIllegal",
    "mechanics.cannon_rule": "janggiCannon",
    "mechanics.flips": "flipEnclosedPieces",
    "mechanics.points": "materialCounting",
    "mechanics.results": "stalemateValue",
    "mechanics.shak": "shatarMateRule",
    "mechanics.counting": "countingRule",
    "mechanics.stone": "petrifyOnCaptureTypes",
    "mechanics.duck": "wallingRule",
    "mechanics.walls": "wallingRule",
    "mechanics.trail": "wallingRule",
    "mechanics.edge_walls": "wallingRule",
    "mechanics.must_capture": "mustCapture",
    "mechanics.no_checks": "checking",
    "mechanics.facing_kings": "flyingGeneral",
    "mechanics.perpetual_check": "perpetualCheckIllegal",
    "mechanics.chase": "chasingRule",
    "mechanics.explosion": "blastOnCapture",
    "mechanics.check_count": "checkCounting",
}


class SectionSource:
    """A section as a source of a game, as `fairyring.gamefiles.reading.Source` is."""

    def __init__(self, ini: IniText, section: Section, parents: Parents) -> None:
        """Read the section; ``parents`` finds games that are not built in.

        Raises:
            GameFileError: it says something that is not a game here.
        """
        self._ini, self._section = ini, section
        try:
            self._settings = settings_of(ini, section, parents)
            self.raw = document(self._settings, ini.name)
        except RefusedError as error:
            raise ini.refusal(section, error) from error

    def error(self, found: Any, moved: Mapping[Path, Path] | None = None) -> Exception:
        """The faults as one error, at the keys that they come from."""
        fault = found.faults[0]
        path = fault.path
        said = None
        if path[:1] == ("pieces",) and len(path) > 1:
            letter = str(path[1]).lstrip("+").lower()
            said = next((s for s in self._settings.pieces.values() if s.text[0].lower() == letter), None)
        key = ORIGINS.get(".".join(map(str, path[:2]))) or ORIGINS.get(str(path[0]) if path else "")
        if said is None and key:
            said = self._settings.said.get(key)
        return self._ini.refusal(self._section, RefusedError(said, fault.reason))


def document(settings: Settings, file: str) -> Document:
    """What a section says, as the data of a game file.

    Raises:
        RefusedError: it cannot be played here.
    """
    ends.check_lacking(settings)
    array = Array(settings)
    game = Game(settings, array, _promoted(settings))
    royal, kings = ends.royals(game)
    becoming = ends.promotions(game)
    steps, own = _steps(settings, array), pawns(settings)
    found: Document = {
        "fairyring": 1,
        "title": settings.name.replace("-", " ").title(),
        "summary": f"The section {settings.name} of {file}.",
        "board": board(settings),
        "pieces": _pieces(game, royal, steps),
        "array": array.text,
        "castlings": castlings(settings, array),
        "minor": "",
        "bound": "",
    }
    found |= {key: value for key, value in becoming.items() if key != "mechanics"}
    if steps:
        starts = area(settings, *(settings.region("doubleStepRegion", side) for side in SIDES))
        if starts != {"ranks": [2]}:
            found["starts"] = starts
    elif "far" in found:
        homes = [
            [square for sign, square in array.pieces() if sign.upper() in own and sign.isupper() == white]
            for white in (True, False)
        ]
        found["starts"] = area(settings, *homes)
    where = passing(settings, steps)
    if where is not None and own:
        found["passable"] = where
    found["mechanics"] = kings | becoming.get("mechanics", {}) | ends.extinction(game, royal)
    found["mechanics"] |= dict(ends.mechanics(game))
    if steps and where is None and any(settings.region("tripleStepRegion", side) for side in SIDES):
        found["mechanics"]["long_steps"] = {}
    if start := _start(found, array):
        found["start"] = start
    return found


def _steps(settings: Settings, array: Array) -> bool:
    """Whether there are double steps: pawns do not come back to where they would make them."""
    homes = {side: settings.region("doubleStepRegion", side) for side in SIDES}
    if not settings.true("doubleStep") or not any(homes.values()):
        return False
    able = {letter for kind, letter in settings.letters.items() if "i" in notation(settings, kind)}
    if not able:
        return False
    if able != {settings.letters.get("pawn")} or settings.true("pieceDrops"):
        return True
    ahead = {"White": lambda y, home: y <= home, "Black": lambda y, home: y >= home}
    return any(
        sign.upper() in able and any(ahead[side](square[1], home[1]) for home in homes[side])
        for sign, square in array.pieces()
        for side in ["White" if sign.isupper() else "Black"]
    )


def _promoted(settings: Settings) -> dict[str, str]:
    """For each letter of a piece that promotes otherwise than a pawn, the letter of what it becomes."""
    said, letters = settings.get("promotedPieceType"), {*settings.letters.values()}
    found: dict[str, str] = {}
    for word in [] if said.text == "-" else said.text.split():
        match = re.fullmatch(r"([A-Za-z]):([A-Za-z-])", word)
        if not match:
            raise RefusedError(
                said,
                Message("expected {wanted}, not {word}", wanted=Message(Is.PAIRS.value), word=shown(word)),
            )
        if match[2] != "-" and match[1].upper() in letters:
            if match[2].upper() not in letters:
                raise RefusedError(said, Message("no piece has the letter {letter}", letter=shown(match[2])))
            found[match[1].upper()] = match[2].upper()
    return found


def _pieces(game: Game, royal: frozenset[str], steps: bool) -> Document:
    settings = game.settings
    called, own = names(settings), pawns(settings)
    kinds = {letter: kind for kind, letter in settings.letters.items()}
    for letter in {game.to.get(letter) for letter in game.to} & royal:
        raise RefusedError(
            settings.get("promotedPieceType"),
            Message("{letter} is royal, and nothing promotes to it", letter=letter),
        )
    found: Document = {}
    for kind in KINDS:
        if kind not in settings.pieces:
            continue
        letter = settings.letters[kind]
        if letter in game.apart or (kind == "king" and letter not in royal):
            continue
        name, drawing = called[kind]
        one: Document = {"name": name, "movement": _movement(settings, kind, steps)}
        if drawing and drawing != name:
            one["drawing"] = drawing
        if letter in own:
            one["pawn"] = True
        if letter in royal:
            one["royal"] = True
        found[letter] = one
    for letter, other in game.to.items():
        kind = kinds[other]
        found[f"+{letter}"] = {
            "name": f"promoted {called[kinds[letter]][0]}",
            "movement": _movement(settings, kind, steps),
            **({"drawing": called[kind][1]} if called[kind][1] else {}),
        }
    return found


def _movement(settings: Settings, kind: str, steps: bool) -> Any:
    """How a kind moves; soldiers sideways from a certain rank on."""
    found = movement(settings, kind, steps)
    rank = number(settings.get("soldierPromotionRank"))
    if kind != "soldier" or rank <= 1:
        return found
    ranks = list(range(1, min(rank, settings.size[1] + 1)))
    return {"kind": "where", "area": {"ranks": ranks}, "inside": "fW", "outside": found}


def _start(found: Document, array: Array) -> str:
    """The position text of the start, if it is not the usual one."""
    mover, clock = (array.fields[0] if array.fields else "w"), array.fields[-2:]
    held = {"start_hands", "setup"} & found["mechanics"].keys()
    usual = mover == "w" and (held or not array.hands) and not array.walls
    if usual or {"gating", "first_leaps"} & found["mechanics"].keys():
        return ""
    order = list(found["pieces"])
    text = array.with_walls if array.walls else array.text
    if held or "hands" in found["mechanics"]:
        signs = sorted(array.hands, key=lambda sign: (sign.islower(), -order.index(sign.upper())))
        text += f"[{''.join(signs)}]"
    elif array.hands:
        raise RefusedError(array.said, "there are pieces in hand, but no drops")
    listed = [one["letter"] for one in found["castlings"]] if isinstance(found["castlings"], list) else "KQkq"
    rights = "".join(listed) or "-"
    count = found["mechanics"].get("check_count")
    counts = f" {count['checks']}+{count['checks']}" if count else ""
    numbers = clock if len(clock) == 2 and all(number.isdecimal() for number in clock) else ["0", "1"]
    return f"{text} {mover} {rights} -{counts} {' '.join(numbers)}"
