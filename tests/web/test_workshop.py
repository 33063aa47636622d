"""The workshop's server side: drafts of game files, what is done to them, and what is shown of them."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from fairyring.board import grid, hexagons
from fairyring.errors import GameFileError
from fairyring.gamefiles.boards import BUILDERS
from fairyring.gamefiles.writing import toml_text
from fairyring.messages import translated
from fairyring.names import variants
from fairyring.variants import of_text
from fairyring.web import catalog
from fairyring.web.languages import catalogue, unphrased
from fairyring.web.workshop import acts, array, changes, laboratory, pieces, starts
from fairyring.web.workshop.cleaning import PictureError, cleaned
from fairyring.web.workshop.look import fits, look, rules_of, start_of, whole
from fairyring.web.workshop.naming import ActError
from fairyring.web.workshop.published import TrialGames
from fairyring.web.workshop.shapes import Catalogue, Drafted
from tests import lanes

EMPTY = starts.start("empty")
CHECKED = TypeAdapter(Drafted)


def nothing(*_: object) -> None:
    """Nobody waits."""


def after(text: str, *changes: dict[str, Any]) -> dict[str, Any]:
    found = look(text, nothing, list(changes))
    CHECKED.validate_python(found)
    return found


def test_a_game_from_an_empty_board() -> None:
    """6x6, three new pieces and a mechanic, as the page would make it."""
    made = after(
        EMPTY,
        {"act": "board", "value": {"kind": "grid", "width": 6, "height": 6}},
        {"act": "clear"},
        {"act": "add", "letter": "H", "piece": {"name": "hawk", "movement": "DAH"}},
        {"act": "add", "letter": "H", "piece": {"name": "hound", "movement": "fFfD", "pawn": True}},
        {"act": "set", "path": ["promotions"], "value": "H"},
        {"act": "put", "site": "d1", "piece": "K", "mirror": True},
        {"act": "put", "site": "a1", "piece": "H", "mirror": True},
        {"act": "put", "site": "b2", "piece": "A", "mirror": True},
        {"act": "set", "path": ["mechanics", "explosion"], "value": {}},
    )
    assert made["problems"] == []
    assert made["data"]["array"] == "h2k2/1a4/6/6/1A4/H2K2"
    assert [piece["letter"] for piece in made["pieces"]] == ["K", "H", "A"]
    assert made["pieces"][1]["counts"] == {"white": 1, "black": 1}
    assert made["pieces"][1]["value"] > 100
    assert "explode" not in rules_of(EMPTY, nothing, "en")
    assert "explode" in rules_of(made["text"], nothing, "en")
    assert len(of_text(made["text"])().rules.board) == 36


def test_pieces_are_carried_with_those_across() -> None:
    made = after(EMPTY, {"act": "carry", "start": "e1", "goal": "c2", "mirror": True})
    assert made["data"]["array"] == "8/2k5/8/8/8/8/2K5/8"
    alone = after(made["text"], {"act": "carry", "start": "c2", "goal": "a1"})
    assert alone["data"]["array"] == "8/2k5/8/8/8/8/8/K7"


def test_squares_are_cut_out_and_put_back() -> None:
    cut = after(EMPTY, {"act": "hole", "site": "d4", "mirror": True})
    assert cut["data"]["board"]["holes"] == ["d4", "d5"]
    assert len(cut["board"]["sites"]) == 62
    back = after(cut["text"], {"act": "hole", "site": "d4", "mirror": True})
    assert "holes" not in back["data"]["board"]


NAMED = """
fairyring = 1
title = "Named"
summary = "All that can name squares names some."
family = "drifting"
array = "k3r/5/5/5/K3R"
promotions = ""
castlings = [{ letter = "K", king = ["a1", "c1"], rook = ["e1", "d1"] }]
starts = { names = ["a2", "b2"] }
far = { white = { names = ["a5", "b5"] }, black = { names = ["a2"] } }
spinner = { ring = ["b2", "a2", "a3", "b3"] }
[board]
width = 5
height = 5
holes = ["e3"]
links.tunnel = { a2 = ["b4"], b4 = ["a2", "b5"] }
regions.lake = ["a2", "a3"]
[pieces]
K = { name = "king", movement = "K", royal = true }
R = { name = "a2", movement = { kind = "within", movement = "R", area = { names = ["a2", "e1", "e2"] } } }
[mechanics.goal]
sites = ["a2", "c3"]
[[figures]]
position = "k4/5/5/5/K4 w - - 0 1"
start = "a2"
caption = "a2 is a good square."
"""


def test_all_that_names_a_square_follows_when_it_is_called_otherwise() -> None:
    made = after(NAMED, {"act": "name", "site": "a2", "name": "pit"})
    data = made["data"]
    assert data["board"]["names"] == {"a2": "pit"}
    assert data["board"]["holes"] == ["e3"]
    assert data["board"]["links"] == {"tunnel": {"pit": ["b4"], "b4": ["pit", "b5"]}}
    assert data["board"]["regions"] == {"lake": ["pit", "a3"]}
    assert data["starts"] == {"names": ["pit", "b2"]}
    assert data["far"] == {"white": {"names": ["a5", "b5"]}, "black": {"names": ["pit"]}}
    assert data["spinner"] == {"ring": ["b2", "pit", "a3", "b3"]}
    assert data["pieces"]["R"]["movement"]["area"] == {"names": ["pit", "e1", "e2"]}
    assert data["pieces"]["R"]["name"] == "a2", "it is no square"
    assert data["mechanics"]["goal"]["sites"] == ["pit", "c3"]
    assert (data["figures"][0]["start"], data["figures"][0]["caption"]) == ("pit", "a2 is a good square.")
    assert next(site for site in made["board"]["sites"] if site["name"] == "pit")["label"] == "pit"
    corner = after(made["text"], {"act": "name", "site": "a1", "name": "den"})["data"]
    assert corner["castlings"][0]["king"] == ["den", "c1"]
    again = after(made["text"], {"act": "name", "site": "pit", "name": "well"})
    assert again["data"]["far"]["black"] == {"names": ["well"]}
    for name in ("", "a2"):
        back = after(again["text"], {"act": "name", "site": "well", "name": name})
        assert back["data"] == after(NAMED)["data"]


def test_positions_and_lines_follow_names() -> None:
    steps = {"kind": "listed", "white": {"e1": ["/e2 e4"]}, "black": {"e4": ["e3"]}}
    made = after(
        start_of(catalog.variant("chess")),
        {"act": "set", "path": ["pieces", "K", "movement"], "value": ["K", steps]},
        {
            "act": "set",
            "path": ["figures"],
            "value": [
                {
                    "position": "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
                    "start": "e4",
                    "caption": "The pawn has just crossed e3.",
                }
            ],
        },
        {"act": "name", "site": "e3", "name": "ford"},
        {"act": "name", "site": "e4", "name": "bank"},
    )
    assert made["problems"] == []
    (figure,) = made["data"]["figures"]
    assert (figure["position"], figure["start"]) == ("4k3/8/8/8/4P3/8/8/4K3 b - ford 0 1", "bank")
    assert made["data"]["pieces"]["K"]["movement"][1]["white"] == {"e1": ["/e2 bank"]}
    assert made["data"]["pieces"]["K"]["movement"][1]["black"] == {"bank": ["ford"]}


def test_to_take_away_a_piece_that_is_not_there_changes_nothing() -> None:
    for letter in ("", "X"):
        assert after(EMPTY, {"act": "without", "letter": letter})["data"] == after(EMPTY)["data"]


@pytest.mark.parametrize(
    "game", ["ravioli", "glinski", "bughouse", "minigolf", "metachess-4", "chess960", "monster-bluff-4"]
)
def test_squares_of_any_game_get_names_and_lose_them_again(game: str) -> None:
    data = whole(start_of(catalog.variant(game)))
    before = deepcopy(data)
    board = acts.board_of(data)
    assert board is not None
    numbers = range(0, len(board), 1 + len(board) // 9)
    for number in numbers:
        acts.applied(data, changes.NameSquare(act="name", site=board.names[number], name=f"Nº.{number}"))
    named = of_text(toml_text(data))().rules.board
    assert [named.names[number] for number in numbers] == [f"Nº.{number}" for number in numbers]
    for number in numbers:
        acts.applied(data, changes.NameSquare(act="name", site=f"Nº.{number}", name=""))
    assert data == before


@pytest.mark.parametrize(
    ("site", "name", "said"),
    [
        ("a1", "b1", "'b1' is what another square of the board is called: call a1 something else"),
        ("a1", "R", "'R' means something else in moves"),
        ("a1", "a pit", "expected the name of a square, such as e4, not 'a pit'"),
        ("z9", "pit", "the board has no square 'z9'"),
    ],
)
def test_a_name_that_cannot_be_is_refused(site: str, name: str, said: str) -> None:
    with pytest.raises(ActError, match=said):
        after(EMPTY, {"act": "name", "site": site, "name": name})


def test_squares_with_names_are_cut_out_painted_and_left_behind() -> None:
    named = after(
        EMPTY, {"act": "name", "site": "d4", "name": "pit"}, {"act": "carry", "start": "e1", "goal": "pit"}
    )
    assert named["data"]["array"] == "4k3/8/8/8/3K4/8/8/8"
    painted = after(
        named["text"], {"act": "part", "name": "lake", "sites": ["pit"], "on": True, "mirror": True}
    )
    assert painted["data"]["board"]["regions"] == {"lake": ["pit", "d5"]}
    cut = after(painted["text"], {"act": "hole", "site": "pit", "mirror": True})
    assert cut["data"]["board"]["holes"] == ["d4", "d5"]
    assert cut["data"]["board"]["regions"] == {"lake": []}
    assert "names" not in cut["data"]["board"]
    assert len(after(cut["text"], {"act": "hole", "site": "d4"})["board"]["sites"]) == 63
    larger = after(named["text"], {"act": "board", "value": {"width": 9}, "partly": True})
    assert larger["problems"] == []
    assert "names" not in larger["data"]["board"]
    levels = {"kind": "levels", "width": 8, "height": 8, "boards": 2}
    assert after(named["text"], {"act": "board", "value": levels})["problems"] == []


def test_a_zone_is_painted() -> None:
    text = starts.start("small")
    sites = [f"{file}5" for file in "abcdef"]
    made = after(
        text, {"act": "paint", "area": "far", "side": "white", "sites": sites, "on": True, "mirror": True}
    )
    assert made["data"]["far"] == {"ranks": [5, 6]}
    one = after(text, {"act": "paint", "area": "far", "side": "white", "sites": ["c5"], "on": True})
    assert one["areas"]["far"]["white"] == ["c5", *(f"{file}6" for file in "abcdef")]
    assert one["areas"]["far"]["black"] == [f"{file}1" for file in "abcdef"]
    goal = after(
        text, {"act": "paint", "area": "goal", "side": "white", "sites": ["c6"], "on": True, "mirror": True}
    )
    assert goal["data"]["mechanics"]["goal"] == {"sites": ["c6"], "black": ["c1"]}
    assert goal["problems"] == []


def test_a_kind_of_piece_goes_with_all_that_names_it() -> None:
    made = after(starts.start("small"), {"act": "without", "letter": "Q"})
    assert made["problems"] == []
    assert made["data"]["promotions"] == "RN"
    assert made["data"]["array"] == "rn1knr/pppppp/6/6/PPPPPP/RN1KNR"


def test_pieces_stay_on_a_board_of_another_size() -> None:
    larger = after(
        starts.start("small"), {"act": "board", "value": {"kind": "grid", "width": 8, "height": 8}}
    )
    assert larger["data"]["array"] == "1rnqknr1/1pppppp1/8/8/8/8/1PPPPPP1/1RNQKNR1"
    assert larger["problems"] == []
    smaller = after(
        start_of(catalog.variant("chess")),
        {"act": "board", "value": {"kind": "grid", "width": 8, "height": 6}},
    )
    assert smaller["problems"] == []
    assert "castlings" not in smaller["data"]


def test_levels_come_and_go() -> None:
    levels = {"kind": "levels", "width": 6, "height": 6, "boards": 3}
    high = after(starts.start("small"), {"act": "board", "value": levels})
    assert {token["site"][0] for token in high["tokens"] if token["side"] == "white"} == {"A"}
    assert {token["site"][0] for token in high["tokens"] if token["side"] == "black"} == {"C"}
    flat = after(high["text"], {"act": "board", "value": {"kind": "grid", "width": 6, "height": 6}})
    assert flat["data"]["array"] == "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"


def test_levels_keep_their_titles_when_their_number_changes() -> None:
    table = {"kind": "levels", "width": 4, "height": 4, "boards": 2, "titles": ["Cellar", "Attic"]}
    titled = after(EMPTY, {"act": "board", "value": table})
    assert [panel["title"] for panel in titled["board"]["panels"]] == ["Cellar", "Attic"]
    for boards, titles in ((3, ["Cellar", "Attic", "C"]), (1, ["Cellar"])):
        other = after(titled["text"], {"act": "board", "value": {"boards": boards}, "partly": True})
        assert other["data"]["board"]["titles"] == titles
        assert [panel["title"] for panel in other["board"]["panels"]] == titles


def test_a_side_without_its_king_is_no_game() -> None:
    (problem,) = after(EMPTY, {"act": "put", "site": "e8", "piece": ""})["problems"]
    assert problem["path"] == ["array"]
    assert problem["message"]["code"] == "Black needs a {piece}"


def test_parts_of_the_board_have_names_and_colours() -> None:
    small = starts.start("small")
    assert after(small, {"act": "part", "name": "lake", "sites": [], "on": True})["problems"] == []
    made = after(
        small, {"act": "part", "name": "lake", "sites": ["a3", "b3", "c3"], "on": True, "mirror": True}
    )
    assert made["data"]["board"]["regions"] == {"lake": ["a3", "b3", "c3", "a4", "b4", "c4"]}
    assert made["data"]["board"]["colours"] == {"": "plain", "lake": "blue"}
    shown = {site["name"]: (site["region"], site["tint"]) for site in made["board"]["sites"]}
    assert (shown["b4"], shown["d4"]) == (("lake", 4), ("", 0))
    # A square has one part, and none when it is cut out or belongs to no part any more.
    made = after(
        made["text"],
        {"act": "part", "name": "bank", "sites": ["a3"], "on": True},
        {"act": "part", "name": "lake", "sites": ["a4"], "on": False},
        {"act": "hole", "site": "b3"},
        {"act": "set", "path": ["board", "colours", "bank"], "value": "green"},
    )
    assert made["data"]["board"]["regions"] == {"lake": ["c3", "b4", "c4"], "bank": ["a3"]}
    assert made["problems"] == []
    assert {site["tint"] for site in made["board"]["sites"]} == {0, 2, 4}
    (problem,) = after(small.replace("height = 6", 'height = 6, colours.lake = "blue"'))["problems"]
    assert problem["path"] == ["board", "colours", "lake"]


def test_what_is_wrong_is_said_with_its_place_and_shown_as_far_as_it_goes() -> None:
    broken = after(EMPTY.replace('movement = "K"', 'movement = "X"'))
    (problem,) = broken["problems"]
    assert problem["path"][:2] == ["pieces", "K"]
    assert problem["line"] == EMPTY[: EMPTY.index("K = {")].count("\n") + 1
    assert broken["board"] is not None
    assert [token["site"] for token in broken["tokens"]] == ["e8", "e1"]
    none = after("this is no file")
    assert none["board"] is None
    assert "not TOML" in str(none["problems"][0]["message"])


def test_mechanics_that_do_not_fit_say_which_to_drop() -> None:
    made = after(
        starts.start("small"),
        {"act": "set", "path": ["mechanics", "no_checks"], "value": {}},
        {"act": "set", "path": ["mechanics", "duck"], "value": {}},
    )
    assert len(made["problems"]) == 1
    assert made["drops"] == ["no_checks", "duck"]
    known = {each["name"]: each for each in fits(starts.start("small"), nothing)}
    assert known["explosion"]["reason"] == ""
    assert "nothing says what happens when it changes sides" in known["flips"]["reason"]
    assert known["goal"]["value"] == {"sites": ["c3", "d3", "c4", "d4"]}


def test_a_file_with_a_base_is_written_out_by_the_first_change() -> None:
    text = 'fairyring = 1\nbase = "atomic"\ntitle = "Mine"\nsummary = "As atomic."\n'
    shown = after(text)
    assert not shown["whole"]
    assert len(shown["pieces"]) == 6
    made = after(text, {"act": "put", "site": "e2", "piece": ""})
    assert made["whole"]
    assert [*made["data"]["mechanics"]] == ["explosion"]
    assert made["data"]["array"].endswith("/PPPP1PPP/RNBQKBNR")


@pytest.mark.parametrize(
    "name", ["momentum", "glinski", "mini-meta", "monster-bluff-4", "ravioli", "xiangqi"]
)
def test_any_game_can_be_begun_from(name: str) -> None:
    found = after(start_of(catalog.variant(name)))
    assert found["problems"] == []
    assert found["whole"]


def test_a_change_that_cannot_be_is_refused() -> None:
    for change in (
        {"act": "put", "site": "z9", "piece": "K"},
        {"act": "hole", "site": "z9"},
        {"act": "paint", "area": "far", "side": "white", "sites": ["z9"], "on": True},
    ):
        with pytest.raises(ActError, match="the board has no square 'z9'"):
            after(EMPTY, change)
    with pytest.raises(GameFileError):
        after("no file", {"act": "clear"})


def test_arrays_are_read_as_far_as_they_fit() -> None:
    board = grid(4, 2)
    assert array.cells(board, "kx7/KQ/RRRR") == {"a2": "k", "b2": "x", "a1": "K", "b1": "Q"}
    assert array.written(board, {"a2": "k", "d1": "+P"}) == "k3/3+P"
    assert array.across(hexagons(6), "g1") == "g10"
    assert not array.is_plain("N[..P.]")


@pytest.mark.parametrize(
    "letters", ["N", "K", "mRcpR", "gQ", "fmWfcF", "DD", "nN", "ifmnD", "R3", "(4,1)", "CB"]
)
def test_painted_vectors_and_letters_are_the_same(letters: str) -> None:
    found = pieces.of_letters(letters, False)
    painted = [changes.Part.model_validate(part) for part in found["parts"]]
    again = pieces.of_parts(painted, found["beside"], False)
    assert (again["parts"], again["dots"]) == (found["parts"], found["dots"])
    assert again["error"] == ""


def test_what_is_wrong_can_be_said_in_another_language() -> None:
    """Each message comes with its template, which the catalogue of its language has."""
    known = catalogue("de", "files")
    wrong = {
        EMPTY.replace("width = 8", "width = 80"): "Linien: eine ganze Zahl von 1 bis 26, nicht 80",
        EMPTY.replace('array = "', 'arry = "'): "unbekannter Schlüssel 'arry': war 'array' gemeint?",
        EMPTY.replace('"K"', '"R~"'): "'R~', Spalte 2: '~' kann nicht gespielt werden: ",
    }
    for text, german in wrong.items():
        message = after(text)["problems"][0]["message"]
        said = translated(unphrased(message), lambda template: known.get(template, template))
        assert said.startswith(german)


def test_a_movement_is_shown_on_hexagons() -> None:
    found = pieces.of_letters("WfrFblF", True)
    assert [place[:2] for place in found["dots"]] == [[-1, -1], [0, -1], [-1, 0], [1, 0], [0, 1], [1, 1]]
    rook = after(starts.start("glinski"))["pieces"][2]
    assert rook["movement"]["hexagons"]
    assert [4, 4, 3] in rook["movement"]["dots"]
    assert [4, -4, 3] not in rook["movement"]["dots"], "there is no such place"


def test_zones_of_hexagons_are_alike_for_both_sides() -> None:
    """Each zone is painted for both sides at once, from a board on which they have the same."""
    goals = ["b1", "c2", "d3", "e4", "f5", "g4", "h3", "i2", "k1"]
    found = after(starts.start("hexagons"))
    painted = {"act": "paint", "area": "starts", "side": "white", "mirror": True}
    found = after(
        found["text"],
        {**painted, "sites": found["areas"]["starts"]["white"], "on": False},
        {**painted, "sites": goals, "on": True},
    )
    known = after(starts.start("glinski"))["areas"]
    assert {area: _sorted(found["areas"][area]) for area in ("starts", "far")} == {
        area: _sorted(known[area]) for area in ("starts", "far")
    }
    made = after(EMPTY, {"act": "board", "value": {"kind": "hexagons", "edge": 6}})["data"]
    assert (made["far"], made["starts"]) == ("file_end", "file_second")
    back = after(toml_text(made), {"act": "board", "value": {"kind": "grid", "width": 8, "height": 8}})[
        "data"
    ]
    assert not {"far", "starts"} & {*back}


def test_a_piece_stays_in_the_palace() -> None:
    kept = {"kind": "within", "movement": "F", "area": "palace"}
    guard = {"act": "add", "letter": "G", "piece": {"name": "guard", "movement": kept}}
    put = {"act": "put", "site": "d1", "piece": "G", "mirror": True}
    made = after(EMPTY, guard, put)
    assert made["problems"] == []
    assert made["areas"]["palace"]["white"] == [file + rank for rank in "123" for file in "cde"]
    movement = next(piece["movement"] for piece in made["pieces"] if piece["letter"] == "G")
    assert (movement["within"], movement["notation"], len(movement["parts"])) == (True, "F", 4)
    painted = {"act": "paint", "area": "palace", "side": "white", "mirror": True}
    moat = after(made["text"], {**painted, "sites": ["b1"], "on": True})
    assert moat["areas"]["palace"]["white"] == ["b1", *made["areas"]["palace"]["white"]]
    assert "b8" in moat["areas"]["palace"]["black"]
    assert moat["problems"] == []
    small = after(moat["text"], {"act": "board", "value": {"kind": "grid", "width": 2, "height": 2}})
    assert small["areas"]["palace"]["white"] == ["a1", "b1", "a2", "b2"], "anywhere"


def _sorted(sides: dict[str, list[str]]) -> dict[str, list[str]]:
    return {side: sorted(names) for side, names in sides.items()}


def test_letters_beside_movement_are_kept() -> None:
    found = pieces.of_letters("KisO2", False)
    assert found["beside"] == "isO2"
    painted = [changes.Part.model_validate(part) for part in found["parts"][:4]]
    assert pieces.of_parts(painted, "isO2", False)["notation"].endswith("isO2")


def test_letters_that_mean_nothing_say_where() -> None:
    found = pieces.of_letters("R~", False)
    assert found["column"] == 2
    assert "cannot be played" in found["error"]["text"]


def test_the_catalogue_is_that_of_the_games() -> None:
    found = starts.catalogue("en")
    TypeAdapter(Catalogue).validate_python(found)
    assert len(found["pieces"]) > 150
    assert {"king", "nightrider", "grasshopper"} <= {piece["name"] for piece in found["pieces"]}
    assert all(after(starts.start(name))["problems"] == [] for name in found["templates"])
    assert not {*found["templates"]} & {*variants()}
    kinds = {board["kind"] for board in found["boards"]}
    assert kinds == BUILDERS.keys() - {"charted", "sewn"}, "all that numbers alone describe"


def test_every_game_can_be_changed() -> None:
    """Those on levels have vectors that nobody could paint on a small board."""
    for name in variants() if lanes.EVERY else ("raumschach", "cylindrical"):
        found = look(start_of(catalog.variant(name)), nothing, [])
        CHECKED.validate_json(json.dumps(found))
        assert found["problems"] == [], name


def test_requests(client: TestClient) -> None:
    assert client.get("/workshop").status_code == 200
    text = client.get("/api/workshop/start/atomic").json()["text"]
    found = client.post("/api/workshop/look", json={"text": text}).json()
    assert found["problems"] == []
    html = client.post("/api/workshop/rules", json={"text": text, "language": "de"}).json()["html"]
    assert "gesprengt" in html
    assert client.post("/api/workshop/fits", json={"text": text}).json()
    assert client.post("/api/workshop/movement", json={"notation": "N"}).json()["notation"] == "N"
    refused = client.post(
        "/api/workshop/look", json={"text": text, "changes": [{"act": "put", "site": "z9", "piece": "K"}]}
    )
    assert (refused.status_code, refused.json()["error"]) == (422, "the board has no square 'z9'")
    assert client.get("/api/workshop/start/nothing").status_code == 404
    assert (
        client.get("/api/workshop/catalogue?language=de")
        .json()["mechanics"][0]["about"]
        .startswith("Eine Seite")
    )


def test_a_base_that_no_file_can_say_stays() -> None:
    assert whole(EMPTY)["title"] == "My game"


def test_both_sides_stay_where_boards_get_levels() -> None:
    made = after(EMPTY, {"act": "board", "value": {"kind": "levels", "width": 5, "height": 5, "boards": 3}})
    assert made["problems"] == []
    assert [(token["site"], token["letter"]) for token in made["tokens"]] == [("Ac1", "K"), ("Cc5", "k")]
    back = after(made["text"], {"act": "board", "value": {"kind": "grid", "width": 8, "height": 8}})
    assert back["data"]["array"] == "3k4/8/8/8/8/8/8/3K4", "in the middle, and at their own ends"


def test_both_sides_stay_where_boards_get_hexagons() -> None:
    made = after(starts.start("small"), {"act": "board", "value": {"kind": "hexagons", "edge": 6}})
    assert made["problems"] == []
    assert {piece["letter"]: piece["counts"] for piece in made["pieces"]}["P"] == {"white": 6, "black": 6}
    board = hexagons(6)
    placed = array.cells(board, made["data"]["array"])
    assert len(placed) == 24
    for name, sign in placed.items():
        assert placed[array.across(board, name)] == sign.swapcase()
    back = after(made["text"], {"act": "board", "value": {"kind": "grid", "width": 6, "height": 6}})
    assert back["problems"] == []
    pair = after(made["text"], {"act": "board", "value": {"kind": "pair", "width": 6, "height": 6}})
    assert pair["pieces"][0]["counts"]["white"] > 0


PICTURE = """<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>
<svg xmlns="http://www.w3.org/2000/svg" width="45px" height="45" onload="alert(1)"><title>Face</title>
<script>alert(1)</script><style>path{fill:url(http://example.org)}</style>
<g style="fill:white;background:url(http://example.org);stroke:black;stroke-width:1.5px">
<path d="M8.12345,36 L22,4z" onclick="alert(1)"/><image href="http://example.org/a.png"/>
<a href="javascript:alert(1)"><circle r="2" fill="rgb(255, 0,0)"/></a>
<path d="M1 1z" fill="url(#a)"/></g></svg>"""


def test_a_picture_is_cleaned() -> None:
    found = cleaned(PICTURE, nothing)
    assert found["drawing"] == (
        '<svg viewBox="0 0 45 45"><g fill="#fff" stroke="#000" stroke-width="1.5">'
        '<path d="M8.12,36 L22,4z" /><circle r="2" fill="#ff0000" /><path d="M1 1z" fill="#fff" /></g></svg>'
    )
    made = after(
        starts.start("small"),
        {"act": "set", "path": ["pieces", "N", "drawing"], "value": found["drawing"]},
    )
    assert made["problems"] == made["remarks"] == []
    knight = next(piece for piece in made["pieces"] if piece["letter"] == "N")
    assert (knight["picture"], knight["drawing"]) == (found["picture"], found["shown"])
    assert {token["picture"] for token in made["tokens"] if token["letter"] in "Nn"} == {found["picture"]}
    assert "M8.12,36 L22,4z" in rules_of(made["text"], nothing, "en")


def test_a_silhouette_is_filled_and_outlined() -> None:
    shown = cleaned('<svg viewBox="0 0 48 48"><path d="M1 1h9v9z"/></svg>', nothing)["shown"]
    assert "fill:var(--piece-fill);stroke:var(--piece-line)" in shown


@pytest.mark.parametrize("text", ["", "no picture", "<svg", '<svg viewBox="0 0 0 0"></svg>'])
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(PictureError, match="picture"):
        cleaned(text, nothing)


def test_some_games_are_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "SECONDS", 0.0)
    monkeypatch.setattr(laboratory, "PLIES", 8)
    text = starts.start("small")
    first = laboratory.games(text, nothing, 0)
    TypeAdapter(TrialGames).validate_python(first)
    assert first == laboratory.games(text, nothing, 0), "the same games each time"
    (game,) = first["games"]
    assert (game["plies"], game["winner"], game["reason"]) == (8, None, "stopped because of its length")
    assert game["choices"] > 5
    assert laboratory.games(text, nothing, 1)["games"] != first["games"]
    assert laboratory.games(text, nothing, first["total"]) == {"games": [], "total": laboratory.GAMES}
