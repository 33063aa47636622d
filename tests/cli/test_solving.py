"""The command ``endgame``."""

import json

from tests.cli.conftest import Run


def test_an_endgame_is_told(run: Run) -> None:
    result = run("endgame", "kingofthehill", "KvK")
    assert result.exit_code == 0
    assert "KvK in King of the Hill" in result.stdout
    assert "Black to move: White wins 3" in result.stdout
    assert "The longest win of White takes 6 plies:" in result.stdout


def test_an_endgame_as_json(run: Run) -> None:
    told = json.loads(run("endgame", "kingofthehill", "KvK", "--json").stdout)
    assert told["materials"] == ["KvK"]
    numbers = {(each["to_move"], each["winner"]): 0 for each in told["positions"]}
    for each in told["positions"]:
        numbers[each["to_move"], each["winner"]] += each["number"]
    assert numbers["white", "white"] == numbers["black", "black"]
    assert len(told["longest"]["white"]["moves"]) == 6


def test_pieces_that_are_none_are_refused(run: Run) -> None:
    result = run("endgame", "chess", "KQK")
    assert result.exit_code == 2
    assert "KQvK" in result.stderr
