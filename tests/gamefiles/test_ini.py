"""Sections of ini files: games as pyffish plays them, and mistakes by line."""

import random
from pathlib import Path

import pyffish
import pytest

import fairyring
from fairyring.errors import FairyringError, GameFileError

FILE = Path(__file__).with_name("variants.ini")
NAMES = [line[1:].partition(":")[0].rstrip("]") for line in FILE.read_text().split("\n") if line[:1] == "["]
PLIES = 60


@pytest.fixture(scope="module", autouse=True)
def judge() -> None:
    pyffish.load_variant_config(FILE.read_text())


def paths(name: str, moves: list[str], depth: int) -> int:
    """How many move sequences pyffish has."""
    legal = pyffish.legal_moves(name, pyffish.start_fen(name), moves)
    return len(legal) if depth == 1 else sum(paths(name, [*moves, move], depth - 1) for move in legal)


@pytest.mark.parametrize("name", NAMES)
def test_moves_and_ends_are_those_of_pyffish(name: str) -> None:
    start = fairyring.load(f"{FILE}#{name}").start()
    assert fairyring.perft(start, 2) == paths(name, [], 2)
    text, rng = pyffish.start_fen(name), random.Random(name)
    for _ in range(4):
        position, played = start, list[str]()
        while len(played) < PLIES:
            ours = {move.uci: move for move in position.legal_moves()}
            theirs = pyffish.legal_moves(name, text, played)
            early, _ = pyffish.is_immediate_game_end(name, text, played)
            late, _ = pyffish.is_optional_game_end(name, text, played)
            assert bool(position.result) == (early or late or not theirs), played
            if position.result:
                break
            assert sorted(ours) == sorted(theirs), played
            played.append(rng.choice(sorted(ours)))
            position = position.play(ours[played[-1]])


REFUSED = {
    "[a:chess]\nchess960 = true\n": "x.ini, line 2, column 12: chess960: fairyring lacks castling",
    "[a:shogi]\n": "x.ini, line 1, column 1: ",
    "[a:chess]\nmaxRnak = 8\n": "line 2, column 11: maxRnak: fairyring does not know this key",
    "[a:chess]\ncustomPiece1 = z\n": "line 2, column 16: customPiece1: expected a letter, : and a movement",
    "[a:chess]\ncustomPiece1 = z:R?\n": "line 2",
    "[a:chess]\nmaxRank = 9\n": "line 1, column 1: startFen, of its parent: the position has not 9 ranks",
    "[a:ches]\n": "no built-in game and no earlier section is called ches",
    "[a:b]\n[b:chess]\n": "no built-in game and no earlier section is called b",
    "[a:chess]\n[a:chess]\n": "line 2, column 2: a section a is already in line 1",
    "[a:chess]\ncastling = maybe\n": "line 2, column 12: castling: expected true or false, not",
    "[b:chess]\n": "there is no section 'a'",
    "[a:chess]\nstartFen = 8/8/8/k2*3K/8/8/8/8 w - - 0 1\n": "column 12: startFen: fairyring lacks walls",
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
