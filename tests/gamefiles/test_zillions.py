"""Games of rule files: what the reader makes of them is what a plain interpreter of the files plays."""

import random
import re
from pathlib import Path

import pytest

import fairyring
from fairyring.errors import GameFileError
from fairyring.gamefiles.zillions.boards import square_names
from fairyring.gamefiles.zillions.document import titles
from fairyring.gamefiles.zillions.reading import ZrfText
from fairyring.variants import _shipped
from fairyring.variants.toml.loading import ZrfGame
from tests import lanes
from tests.oracle.zillions import Oracle, State

FOLDER = Path(__file__).with_name("zillions")
GAMES = [  # by a look at the text, since all tests are collected
    (path.stem, title)
    for path in sorted(FOLDER.glob("*.zrf"))
    for title in re.findall(r'\(title "([^"]*[a-z])"\)', path.read_text())
]
APART = ("Over Others", "Short Draughts")  # their code is compiled for them alone
WALKS, PLIES = lanes.samples(2, 1, usual=1), lanes.samples(40, 8, usual=10)
LARGE, FEW = 64, lanes.samples(16, 3, usual=3)  # sites; on more, one short walk: the interpreter is slow


def written(oracle: Oracle, game: fairyring.Variant, text: str) -> str:
    """A move's text as this game has it: squares by their names here, and pieces by their letters."""
    letters = {piece.name: piece.letter for piece in game.rules.pieces}
    for name in sorted(oracle.rules.pieces, key=len, reverse=True):
        letter = letters.get(name.replace("-", " ").lower(), "?")
        text = text.replace(f"={name}", f"={letter}")
        text = f"{letter}{text.removeprefix(name)}" if text.startswith(f"{name}@") else text
    return text


def stands(oracle: Oracle, game: fairyring.Variant, state: State) -> dict[str, str]:
    """The letter on each square that is not empty."""
    letters = {piece.name: piece.letter for piece in game.rules.pieces}
    names = zip(square_names(oracle.board), oracle.names, strict=True)
    squares = [name if name.endswith("^") else square for square, name in names]  # a back, or a square
    return {
        squares[site]: letters[piece.kind.replace("-", " ").lower()]
        if piece.player == oracle.players[0]
        else letters[piece.kind.replace("-", " ").lower()].lower()
        for site, piece in state.pieces.items()
    }


def here(position: fairyring.Position) -> dict[str, str]:
    """The same of a position."""
    return {f"{token.site}{token.level}": token.letter for token in position.view().tokens}


@pytest.mark.parametrize(("file", "title"), [game for game in GAMES if game[1] not in APART])
def test_moves_positions_and_ends_are_those_of_the_file(file: str, title: str) -> None:
    compare(file, title)


@pytest.mark.kernel
@pytest.mark.alone
@pytest.mark.parametrize(("file", "title"), [game for game in GAMES if game[1] in APART])
def test_games_with_code_of_their_own(file: str, title: str) -> None:
    compare(file, title)


def compare(file: str, title: str) -> None:
    """Play random games by both."""
    path = FOLDER / f"{file}.zrf"
    oracle, game = Oracle(path, title), fairyring.load(f"{path}#{title}")
    rng = random.Random(title)
    walks, plies = (WALKS, PLIES) if len(oracle.names) <= LARGE else (1, FEW)
    for _ in range(walks):
        state, position = oracle.start(), game.start()
        for _ in range(plies):
            theirs = {written(oracle, game, text): move for text, move in oracle.moves(state).items()}
            won = oracle.winner(state, len(theirs))
            result = position.result
            assert (won is None) == (result is None), (str(position), won, result)
            if result is not None:
                names = {None: "", "white": oracle.players[0], "black": oracle.players[1]}
                assert names[result.winner] == won, (str(position), won, result)
                break
            legal = position.legal_moves()
            ours = {str(move): move for move in legal}
            assert len(legal) == len(ours)
            assert sorted(ours) == sorted(theirs), str(position)
            text = rng.choice(sorted(ours))
            state.seen[state.key()] += 1
            state, position = theirs[text].after, position.play(ours[text])
            assert here(position) == stands(oracle, game, state)


@pytest.mark.parametrize(
    ("file", "name", "paths", "letter"),
    [
        ("ravioli", "ravioli", 1156, "Z"),
        pytest.param("metachess", "metachess-4", 1521, "", marks=pytest.mark.thorough),
    ],
)
def test_the_sources_games_as_rule_files_are_those_that_come_with_fairyring(
    file: str, name: str, paths: int, letter: str
) -> None:
    theirs, ours = fairyring.load(FOLDER / f"{file}.zrf"), fairyring.load(name)
    rng = random.Random(4)
    assert fairyring.perft(theirs.start(), 2) == fairyring.perft(ours.start(), 2) == paths
    for _ in range(lanes.samples(8, 1, usual=1)):
        one, other = theirs.start(), ours.start()
        for _ in range(lanes.samples(120, 20, usual=40)):
            moves = {str(move).replace("=A", f"={letter}"): move for move in one.legal_moves()}
            assert sorted(moves) == sorted(map(str, other.legal_moves())), str(other)
            assert one.in_check == other.in_check
            if not moves or one.result or other.result:
                break
            text = rng.choice(sorted(moves))
            one, other = one.play(moves[text]), other.play(text)
            small = letter.lower()
            letters = {
                site: sign.replace("A", letter).replace("a", small) for site, sign in here(one).items()
            }
            assert letters == here(other)


LEVELS = {
    "(define sit (verify (not-piece? King)) up": "(define sit up",
    "(define on-own (verify (on-board? down)) down (verify friend?))": (
        "(define on-own (verify (on-board? down)) down (verify enemy?))"
    ),
    "(verify enemy?) (back-here) $2 add": "(verify enemy?) $2 add",
    "(verify (on-board? up)) (verify (empty? up))": "(verify (on-board? up))",
    "(verify (or empty? (empty? up)))": "",
}


# Each takes a second: a rule file of 1500 ways is read. The first and the last differ most.
@pytest.mark.parametrize("rule", LEVELS if lanes.EVERY else [*LEVELS][::4])
def test_a_second_level_with_other_rules_is_refused(rule: str) -> None:
    text = (FOLDER / "metachess.zrf").read_text()
    assert rule in text
    changed = text.replace(rule, LEVELS[rule])
    with pytest.raises(GameFileError, match=r"does not support what the \w+ does on a second"):
        _ = ZrfGame(changed.encode(), "x.zrf", _shipped, bounded=True).raw


def test_every_game_of_the_files_is_played() -> None:
    for path in FOLDER.glob("*.zrf"):
        assert [*titles(ZrfText(path.read_bytes(), path.name))] == [
            t for name, t in GAMES if name == path.stem
        ]
