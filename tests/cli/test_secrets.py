"""Secrets on the command line: its output depends only on what the viewer may know."""

import json

import pytest

import fairyring
from fairyring.cli.play import purses_text
from tests.cli.conftest import Run

GAME = "monster-bluff-4"
CHIPS = (
    "4k3/8/3p4/8/8/2P5/8/4K3|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R6r|8/8/8/8/8/8/8/8 w - - - wb"
    " W:20/10/4,B:20/10/4 {} 0 1"
)


@pytest.mark.parametrize("viewer", ["white", "spectator"])
def test_two_worlds_look_the_same_on_the_command_line(run: Run, viewer: str) -> None:
    own = ["1e1", "1e1"] if viewer == "white" else ["1e1", "2e1"]
    start = fairyring.load(GAME).position(CHIPS.format("-,-"))
    worlds = [
        start.play(f"true@{one}").play(f"true@{other}")
        for one, other in zip(own, ("1e8", "2e8"), strict=True)
    ]
    texts = [world.text(viewer) for world in worlds]
    said = []
    for world, text in zip(worlds, texts, strict=True):
        outputs = [run("moves", GAME, "--position", text, *more) for more in ([], ["--json"])]
        outputs.append(run("perft", GAME, "1", "--position", text))
        outputs.append(run("moves", GAME, "--position", text.replace(" w ", " x ")))
        assert [output.exit_code for output in outputs] == [0, 0, 0, 2]
        assert {move.text for move in world.legal_moves()} <= {*outputs[0].stdout.split()}
        found = json.loads(run("analyse", GAME, "--position", text, "--nodes", "300", "--json").stdout)
        timeless = {name: value for name, value in found.items() if name not in ("seconds", "speed")}
        # What perft took is on stderr.
        said.append(([output.stdout for output in outputs], outputs[3].stderr, timeless))
    assert said[0] == said[1]


def test_a_game_with_an_unknown_true_king_is_refused(run: Run) -> None:
    for kings, said in (("?,?", "White's and Black's"), ("1e1,?", "Black's")):
        result = run("play", GAME, "--side", "both", "--position", CHIPS.format(kings))
        assert result.exit_code == 2
        assert f"must say where {said} True King is" in " ".join(result.output.replace("│", " ").split())
    result = run(
        "play", GAME, "--side", "both", "--position", CHIPS.format("-,-"), "--true", "1e1,2e8", typed="quit\n"
    )
    assert result.exit_code == 0


def test_beliefs_are_shown_at_the_end_of_a_game_against_the_computer(run: Run) -> None:
    position = CHIPS.format("1e1,2e8")
    typed = "1e1-1d1\nresign\n"
    said = run("play", GAME, "--level", "beginner", "--position", position, typed=typed).stdout
    before, after = said.split("resignation")
    assert "True King was" not in before
    assert "White's True King was on 1d1 (the computer's guess: " in after
    assert "Black's True King was on 2e8 (the computer's guess: " in after
    assert purses_text(fairyring.load(GAME).position(position).purses or ((), ())).startswith("purses: White")
