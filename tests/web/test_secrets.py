"""What one seat is sent does not depend on the other's secret: two worlds, compared letter by letter."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from fairyring.game import Position
from fairyring.web import thinking
from tests.web.shapes import checked
from tests.web.stub import Found, Stub
from tests.web.tables import Json, serving
from tests.web.worlds import CHIPS

GAME = "monster-bluff-4"
PLIES = 16


class Ear:
    """A page that keeps all that it is sent, letter by letter."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[str] = []

    def until(self, kind: str) -> Json:
        while True:
            text = self.socket.receive_text()
            message = checked(json.loads(text))
            if message["type"] not in ("progress", "alive"):  # how fast rules are loaded is nobody's secret
                self.heard.append(text)
            if message["type"] == kind:
                return message
            assert message["type"] != "error", message

    def ask(self, kind: str, **message: Any) -> Json:
        self.socket.send_json(message)
        return self.until(kind)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def world(
    client: TestClient, game: str, position: str, white: str, black: str, seed: int, end: bool
) -> dict[str, str]:
    """All that each of White, Black and a spectator is sent in a game with these True Kings.

    Ids and tokens, which are drawn anew each time, stand there by their names.
    """
    order = {"variant": game, "white": "human", "black": "open"}
    begun = client.post("/api/games", json=order | ({"position": position} if position else {})).json()
    key, tokens = begun["id"], {"white": begun["token"], "spectator": ""}
    seat = f"/api/games/{key}/seat"
    invitation = client.get(seat, headers=bearer(tokens["white"])).json()["invitation"]
    client.cookies.clear()
    tokens["black"] = client.post(seat, json={"token": invitation}).json()["token"]
    client.cookies.clear()
    live = f"/api/games/{key}/live"
    chance = random.Random(seed)
    with (
        client.websocket_connect(live, headers=bearer(tokens["white"])) as first,
        client.websocket_connect(live, headers=bearer(tokens["black"])) as second,
        client.websocket_connect(live, headers=bearer("")) as third,
    ):
        ears = {"white": Ear(first), "black": Ear(second), "spectator": Ear(third)}
        states = {name: ear.until("state") for name, ear in ears.items()}
        for ply in range(PLIES):
            mover = states["spectator"]["view"]["side"]
            for name, ear in ears.items():
                # Whatever else a page may say: what is refused, and looking back.
                ear.ask("error", type="move", ply=ply, text="1e1-4h8")
                ear.ask("error", type="course", ply=ply, text="9z9-1a1")
                ear.ask("shown", type="show", ply=ply)
                ear.ask("error", type="hint")
                ear.ask("error", type="explain")
                if name != mover:
                    ear.ask("error", type="move", ply=ply, text=f"true@{white}")
            if ply < 2:
                # What others are told of a choice is no way to choose.
                assert (
                    "name what you choose"
                    in ears[mover].ask("error", type="move", ply=ply, text="true@?")["error"]
                )
                text = f"true@{(white, black)[ply]}"
            else:
                open_to_all = sorted(
                    turn["text"] for turn in states[mover]["turns"] if not takes_a_king(states[mover], turn)
                )
                text = chance.choice(open_to_all)
            ears[mover].socket.send_json({"type": "move", "ply": ply, "text": text})
            states = {name: ear.until("state") for name, ear in ears.items()}
            assert states["black"]["ply"] == ply + 1
        found = {}
        for name, ear in ears.items():
            answers = [
                client.get(f"/api/games/{key}/pgn", headers=bearer(tokens[name])),
                client.get(seat, headers=bearer(tokens[name])),
                client.post(seat, json={"token": "opens-nothing"}, headers=bearer(tokens[name])),
            ]
            client.cookies.clear()
            ear.heard += [f"{answer.status_code} {answer.text}" for answer in answers]
        for name, ear in ears.items():
            found[name] = "\n".join(ear.heard)
        if end:
            ears["white"].socket.send_json({"type": "resign", "side": "white"})
            for name, ear in ears.items():
                over = ear.until("state")
                assert f"{white},{black}" in over["view"]["text"], name
                assert [token["site"] for token in over["view"]["tokens"] if token["marked"]], name
                assert over["moves"][:2] == [f"true@{white}", f"true@{black}"]
                lines = ear.ask("explained", type="explain")["lines"]
                secrets = [line["text"] for line in lines if "True King was on" in line["text"]]
                assert [line.split()[0] for line in secrets] == ["White's", "Black's"]
                assert all("the computer's guess" in line for line in secrets)
    for secret, name in [
        (key, "ID"),
        (invitation, "INVITATION"),
        *((token, who) for who, token in tokens.items()),
    ]:
        if secret:
            found = {who: text.replace(secret, name) for who, text in found.items()}
    return found


def test_no_game_goes_on_from_what_is_unknown(client: TestClient) -> None:
    for kings, said in (
        ("?,?", "choose white's True King and black's True King"),
        ("1e1,?", "choose black's True King"),
    ):
        order = {"variant": GAME, "white": "human", "black": "human", "position": CHIPS.replace("-,-", kings)}
        refused = client.post("/api/games", json=order)
        assert refused.status_code == 400
        assert said in refused.text


def test_nobody_knows_a_true_king_in_a_rematch(client: TestClient) -> None:
    position = CHIPS.replace("-,-", "1e1,2e8")
    order = {"variant": GAME, "white": "human", "black": "human", "position": position}
    begun = client.post("/api/games", json=order).json()
    said = bearer(begun["token"])
    for act in ({"type": "resign", "side": "white"}, {"type": "offer", "what": "rematch"}):
        answer = client.post(f"/api/games/{begun['id']}/acts", json=act, headers=said).json()
    state = client.get(f"/api/games/{answer['next']}", headers=said).json()
    assert state["choosing"]
    assert {turn["text"] for turn in state["turns"]} == {"true@1e1", "true@2e1"}


def takes_a_king(state: Json, turn: Json) -> bool:
    kings = {token["site"] for token in state["view"]["tokens"] if token["picture"] == "king"}
    return turn["choices"][-1] in kings


@pytest.mark.parametrize(
    ("game", "position", "whites", "blacks"),
    [
        # Less than with chips, which has all that is here.
        pytest.param(GAME, "", ("1e1", "3d8"), ("1e8", "4d1"), marks=pytest.mark.thorough),
        (GAME, CHIPS, ("1e1", "2e1"), ("1e8", "2e8")),
        pytest.param("ravioli-hidden-king", "", ("c1", "e1"), ("c8", "e8"), marks=pytest.mark.kernel),
    ],
    ids=["start", "chips", "ravioli"],
)
def test_nothing_that_one_is_sent_depends_on_the_others_secret(
    client: TestClient,
    caplog: pytest.LogCaptureFixture,
    game: str,
    position: str,
    whites: tuple[str, str],
    blacks: tuple[str, str],
) -> None:
    caplog.set_level(logging.INFO, "fairyring")
    worlds = [(white, black) for white in whites for black in blacks]
    seen = {kings: world(client, game, position, *kings, seed=7, end=kings == worlds[0]) for kings in worlds}
    one, other = whites
    for black in blacks:
        assert seen[one, black]["black"] == seen[other, black]["black"]
        assert seen[one, black]["white"] != seen[other, black]["white"], "he knows it himself"
    one, other = blacks
    for white in whites:
        assert seen[white, one]["white"] == seen[white, other]["white"]
        assert seen[white, one]["black"] != seen[white, other]["black"]
    assert len({heard["spectator"] for heard in seen.values()}) == 1
    assert '"marked":true' not in seen[worlds[0]]["spectator"].replace(" ", "")
    assert not any(
        f"true@{king}" in record.getMessage() for record in caplog.records for king in (*whites, *blacks)
    )


class Bluffer(Stub):
    """A computer that chooses this king, and then plays the first turn in the order of texts."""

    def __init__(self, king: str) -> None:
        super().__init__()
        self.king = king

    def search(self, position: Position, level: str | None, report: Callable[..., None], stop: Any) -> Found:
        self.asked.append((str(position), level))
        texts = {str(move): move for move in position.legal_moves()}
        move = texts.get(f"true@{self.king}") or texts[min(texts)]
        found = Found(move, (move,), nodes=1000 + 7 * ord(self.king[0]))
        report(found)
        return found


def test_neither_does_what_a_computer_knows_and_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the computer know of the human's."""
    monkeypatch.setattr(thinking, "SECRETIVE", 0.01)
    heard = []
    for own, chosen in (("1e1", "1e8"), ("1e1", "4d1"), ("2e1", "1e8")):
        engine = Bluffer(chosen)
        with serving(engine) as client:
            key = client.post("/api/games", json={"variant": GAME, "white": "human", "black": "easy"}).json()[
                "id"
            ]
            with client.websocket_connect(f"/api/games/{key}/live") as socket:
                ear = Ear(socket)
                state = ear.until("state")
                texts = [f"true@{own}", "1e2-1e4", "1d2-1d4"]
                for text in texts:
                    ear.socket.send_json({"type": "move", "ply": state["ply"], "text": text})
                    state = ear.until("state")
                    while state["thinking"] or state["view"]["side"] == "black":
                        state = ear.until("state")
                ear.ask("hint", type="hint")
                ear.heard.append(client.get(f"/api/games/{key}/pgn").text)
        heard.append("\n".join(ear.heard).replace(key, "ID"))
        asked = [text for text, level in engine.asked if level == "easy"]
        assert len(asked) == len(texts)
        assert all(own not in text.split()[-3] for text in asked)
    assert heard[0] == heard[1]
    assert heard[0] != heard[2]
