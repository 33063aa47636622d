"""Sections of ini files: games as pyffish plays them, and mistakes by line."""

import random
from collections.abc import Collection
from pathlib import Path

import pyffish
import pytest

import fairyring
from fairyring.errors import FairyringError, GameFileError
from tests import lanes

FILE = Path(__file__).with_name("variants.ini")
NAMES = [line[1:].partition(":")[0].rstrip("]") for line in FILE.read_text().split("\n") if line[:1] == "["]
WALKS, PLIES = lanes.samples(2, 1, usual=1), lanes.samples(40, 8, usual=10)
# Games whose code is compiled for them alone.
APART = [name for name in NAMES if "janggi" in name or "ataxx" in name]


@pytest.fixture(scope="module", autouse=True)
def judge() -> None:
    pyffish.load_variant_config(FILE.read_text())


def legal(name: str, text: str, moves: list[str]) -> dict[str, str]:
    """Its legal moves, by how they are written here; where a wall may be a move, it writes one with each."""
    found = pyffish.legal_moves(
        name, text, moves, name in ("written-chess960", "written-caparandom") or "shuffled" in name
    )
    if "sinking" not in name and name != "written-atlantis":
        return {uci: uci for uci in found}
    return {f"*@{uci[-2:]}" if uci[:2] == uci[2:4] else uci.partition(",")[0]: uci for uci in found}


def paths(name: str, text: str, moves: list[str], depth: int) -> int:
    """How many move sequences pyffish has."""
    found = legal(name, text, moves).values()
    return len(found) if depth == 1 else sum(paths(name, text, [*moves, move], depth - 1) for move in found)


def ended(name: str, text: str, moves: list[str], possible: Collection[str]) -> int | None:
    """Who has won by pyffish: 1 for the side to move, -1 for the other, 0 for nobody; None: it goes on.

    ``possible`` are its legal moves, which take two milliseconds to find.
    """
    over, value = pyffish.is_immediate_game_end(name, text, moves)
    if not over and not possible:
        over, value = True, pyffish.game_result(name, text, moves)
    if not over:
        over, value = pyffish.is_optional_game_end(name, text, moves)
    return (value > 0) - (value < 0) if over else None


def result(position: fairyring.Position) -> int | None:
    """The same by our rules."""
    found = position.result
    if found is None or found.winner is None:
        return None if found is None else 0
    return 1 if found.winner is position.side else -1


@pytest.mark.parametrize("name", [name for name in NAMES if name not in APART])
def test_moves_and_ends_are_those_of_pyffish(name: str) -> None:
    compare(name)


@pytest.mark.kernel
@pytest.mark.alone
@pytest.mark.parametrize("name", APART)
def test_games_with_code_of_their_own(name: str) -> None:
    compare(name)


def compare(name: str) -> None:
    """Play random games in both."""
    start = fairyring.load(f"{FILE}#{name}").start()
    text, rng = pyffish.start_fen(name), random.Random(name)
    if lanes.EVERY:
        assert fairyring.perft(start, 2) == paths(name, text, [], 2)
    for _ in range(WALKS):
        position, played = start, list[str]()
        while len(played) < PLIES:
            theirs = legal(name, text, played)
            assert result(position) == ended(name, text, played, theirs), played
            if position.result:
                break
            ours = {move.uci: move for move in position.legal_moves()}
            assert sorted(ours) == sorted(theirs), played
            move = rng.choice(sorted(ours))
            played.append(theirs[move])
            position = position.play(ours[move])


def test_what_a_pawn_becomes_is_a_pawn_again_in_hand_beside_pieces_with_two_letters() -> None:
    name, moves = "our-two-promotions", ["d4d5w", "a5d5"]
    position = fairyring.load(f"{FILE}#{name}").start()
    for move in moves:
        position = position.play(move)
    assert str(position) == pyffish.get_fen(name, pyffish.start_fen(name), moves)


REFUSED = {
    "[a:chess]\ntwoBoards = true\n": (
        "x.ini, line 2, column 13: twoBoards: fairyring does not support a partner's board"
    ),
    "[a:xiangqi]\ncannon = -\nstartFen = 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n": "chasingRule, of its",
    "[a:chess]\nflagRegion = *\n": "column 14: flagRegion: Fairy-Stockfish does not understand * alone",
    "[a:chess]\npieceDrops = true\n": (
        "line 2, column 14: pieceDrops: fairyring does not support drops without anything"
    ),
    "[a:chess]\nnFoldRule = 1\n": (
        "line 2, column 13: nFoldRule: fairyring does not support games that end before a"
    ),
    "[a:chess]\npassWhite = true\n": "passWhite: fairyring does not support passes of one side alone",
    "[a:chess]\nsittuyinPromotion = true\n": "fairyring does not support promotion in place, but to one kind",
    "[a:chess]\npromotedPieceType = n:q\nmandatoryPawnPromotion = false\nmandatoryPiecePromotion = true\n": (
        "line 3, column 26: mandatoryPawnPromotion: "
        "fairyring does not support pawns that need not promote where other"
    ),
    "[a:chess]\npromotionPieceTypes = -\npromotedPieceType = p:q\n": "pawns that must promote where other",
    "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[P] w\npieceDrops = true\nfirstRankPawnDrops = true\n": (
        "does not support pawns at the ends of the board, where captures fill no hand"
    ),
    "[a:atomic]\nchecking = false\n": (
        "does not support a ban on checks where checks of some royal pieces do not count"
    ),
    "[a:chess]\npieceDrops = true\nfreeDrops = true\n": (
        "freeDrops: fairyring does not support new pieces of several"
    ),
    "[a:ataxx]\nadjudicateFullBoard = false\n": (
        "fairyring does not support new pieces, or pieces that turn, where a"
    ),
    "[a:ataxx]\nenclosingDrop = reversi\n": (
        "enclosingDrop: "
        "fairyring does not support rows that are enclosed, but do not turn, or the other way round"
    ),
    "[a:ataxx]\nenclosingDrop = round\n": "line 2, column 17: enclosingDrop: expected none, ataxx, snort",
    "[a:chess]\nconnectRegion1 = a*\n": (
        "connectRegion1: fairyring does not support connections of one side alone, or"
    ),
    "[a:chess]\nmaterialCounting = x\n": "line 2, column 20: materialCounting: expected none, janggi, unweig",
    "[a:chess]\nmutuallyImmuneTypes = k\n": "mutuallyImmuneTypes: immunity: K is royal, and nothing says",
    "[a:chess]\nbikjangRule = true\n": "bikjangRule: bikjang: a player who does not part the kings passes",
    "[a:chess]\nconnectN = 9\n": "connectN: in a row: there are no 9 squares in a row along 'Q' on",
    "[a:chess]\nconnectNxN = 9\n": "connectNxN: the board has no square of 9 by 9",
    "[a:chess]\nconnectN = 4\ncollinearN = 3\n": (
        "collinearN: fairyring does not support rows with gaps and rows"
    ),
    "[a:chess]\ncastlingWins = x\n": "line 2, column 16: castlingWins: castling wins: there is no castling",
    "[a:chess]\nwallingRule = edge\n": (
        "wallingRule: fairyring does not support walls at the edge that come after each"
    ),
    "[a:chess]\npromotionRegion = *7\n": "knows only promotionRegionWhite and promotionRegionBlack",
    "[a:ravioli]\n": "'s game ravioli cannot be written as a section: its board has several charts",
    "[a:chess]\nmaxRnak = 8\n": "line 2, column 11: maxRnak: fairyring does not know this key",
    "[a:chess]\ncustomPiece1 = z\n": "line 2, column 16: customPiece1: expected a letter, : and a movement",
    "[a:chess]\ncustomPiece1 = z:R?\n": "line 2",
    "[a:chess]\nstartFen = \n": "line 2, column 12: startFen: the position does not have 8 ranks of 8",
    "[a:chess]\npawnTypes = ps\nenPassantTypes = p\ncustomPiece1 = s:fKD[\n": (
        "line 4, column 16: customPiece1: 'fKD[', column 4: expected"
    ),
    "[a:chess]\nmaxRank = 9\n": "column 1: startFen, of its parent: the position does not have 9 ranks",
    "[a:ches]\n": "no game and no earlier section is called ches",
    "[a:bb]\n[bb:chess]\n": "no game and no earlier section is called bb; there are",
    "[a:chess]\n[a:chess]\n": "line 2, column 2: a section a is already in line 1",
    "[a:chess]\ncastling = maybe\n": "line 2, column 12: castling: expected true or false, not",
    "[b:chess]\n": "there is no section 'a'",
    "nonsense": "line 1, column 1: expected a key",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_played_is_refused_by_key_and_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.ini").write_text(text)
    with pytest.raises(GameFileError) as error:
        fairyring.load(f"{tmp_path / 'x.ini'}#a")
    assert REFUSED[text] in str(error.value)


def test_broken_files_raise_our_errors_alone(tmp_path: Path) -> None:
    rng, whole, path = random.Random(3), FILE.read_text(), tmp_path / "x.ini"
    for _ in range(60):
        text = list(whole)
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 3)] = rng.choice("=:*-[]#/9aK\n \x00é")
        path.write_text("".join(text))
        try:
            fairyring.load(f"{path}#{rng.choice(NAMES)}")
        except FairyringError:
            continue
