"""A program that plays any of the games over fairyring's API. It needs Python, and nothing else.

    python examples/bot.py --variant mini-meta --against club
    python examples/bot.py --link 'http://127.0.0.1:8000/play/…#join=…'

The first begins a game against the computer; the second sits down where somebody has invited it, or, with a
``#seat=`` link, where it sat before. docs/api.md has all that can be asked for.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import Request, urlopen

Json = dict[str, Any]


class Seat:
    """A seat at a game, and what can be done from there."""

    def __init__(self, server: str, game: str, token: str) -> None:
        self.address = f"{server}/api/games/{game}"
        self.token = token

    @classmethod
    def begin(cls, server: str, variant: str, against: str) -> Seat:
        """Take White in a new game against the computer."""
        order = {"variant": variant, "white": "human", "black": against}
        begun = ask(f"{server}/api/games", body=order)
        return cls(server, begun["id"], begun["token"])

    @classmethod
    def of(cls, link: str) -> Seat:
        """Take the seat of a link, which is an invitation or somebody's own."""
        parts = urlsplit(link)
        server, game = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
        ((_, token),) = parse_qsl(parts.fragment)
        return cls(server, game, ask(f"{server}/api/games/{game}/seat", body={"token": token})["token"])

    def state(self, after: int = -1) -> Json:
        """The state of the game, once more than so many events have happened, or after some time."""
        return ask(f"{self.address}?after={after}&wait=25" if after >= 0 else self.address, self.token)

    def act(self, **deed: Any) -> Json:
        """Do something; the state after it."""
        return ask(f"{self.address}/acts", self.token, deed)


def ask(address: str, token: str = "", body: object = None) -> Json:
    """The answer to a request; one that comes too early is made again when the server says so."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(address, data, headers), timeout=120) as answer:
                found: Json = json.load(answer)
                return found
        except HTTPError as error:
            if error.code not in (429, 503):
                raise SystemExit(f"bot: {json.load(error)['error']}") from None
            time.sleep(float(error.headers.get("Retry-After", 5)))


def choice(state: Json, dice: random.Random) -> str:
    """The text of a turn: one that ends where an enemy stands, if there is one.

    This is the place for whatever thinks. ``state["view"]`` says what lies where.
    """
    side = state["view"]["side"]
    enemies = {man["site"] for man in state["view"]["tokens"] if man["side"] not in (side, None)}
    captures = [turn for turn in state["turns"] if enemies & set(turn["choices"][-1:])]
    text: str = dice.choice(captures or state["turns"])["text"]
    return text


def play(seat: Seat, most: int, dice: random.Random) -> Json:
    """Play until the game is over, or so many turns are made; the last state."""
    state, made = seat.state(), 0
    while not state["result"] and made < most:
        if state["turns"]:
            text = choice(state, dice)
            state = seat.act(type="move", ply=state["ply"], text=text)
            made += 1
            print(f"{state['ply']:4} {text}")
        elif any(offer["what"] == "draw" for offer in state["offers"]):
            state = seat.act(type="decline", what="draw")
        else:
            state = seat.state(after=state["events"])
    return state


def main() -> None:
    """Sit down, play, and say how it ended."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--server", default="http://127.0.0.1:8000")
    options.add_argument("--variant", default="ravioli")
    options.add_argument("--against", default="beginner", help="a level of the computer")
    options.add_argument("--link", default="", help="sit down here, in place of beginning a game")
    options.add_argument("--turns", type=int, default=1_000, help="how many turns to make at most")
    options.add_argument("--seed", type=int, help="of the dice, for the same game again")
    wanted = options.parse_args()
    seat = (
        Seat.of(wanted.link)
        if wanted.link
        else Seat.begin(wanted.server.rstrip("/"), wanted.variant, wanted.against)
    )
    state = play(seat, wanted.turns, random.Random(wanted.seed))
    print(state["result"]["text"] if state["result"] else f"after {state['ply']} plies it goes on")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
