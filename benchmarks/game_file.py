"""From a game file to the first move on the page: it is read, a game begins, and the computer moves.

    python benchmarks/game_file.py [--keep]

The server is there already, with `--watch`, and so is the machine code. Each round writes the file again with
an array that nobody has played yet, so nothing of the game itself is kept: the text is read, the tables are
built, and the weakest level moves. The processor's seconds are those of the server and all that it starts.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from _measure import Spread, keep
from _server import ask, served
from websockets.sync.client import connect

FILE = """fairyring = 1
base = "chess"
title = "A File"
summary = "File {number}: the third check wins."
minor = ""
bound = ""
array = "{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}"
castlings = "none"
[mechanics]
check_count = {{ checks = 3 }}
"""
ARRAYS = "rnbqkbnr", "nrbqkbnr", "rbnqkbnr", "bnrqkbnr", "rnbkqbnr", "rnqbkbnr", "rnbqknbr"


def worked(process: int) -> float:
    """The processor time of a process and of all that it has started, in seconds."""
    ticks, family = 0, {process}
    for number in sorted(int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()):
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if number in family or int(fields[1]) in family:
            family.add(number)
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def written(number: int) -> str:
    """The text of the file in a round."""
    array = ARRAYS[number]
    return FILE.format(number=number, black=array, white=array.upper())


def first_move(address: str) -> None:
    """Begin a game as Black, and wait for the move of the weakest level."""
    level = ask(f"{address}api/variants/mine")["levels"][0]["name"]
    room = ask(f"{address}api/games", {"variant": "mine", "white": level, "black": "human"})
    line = f"{address.replace('http', 'ws')}api/games/{room['id']}/live"
    with connect(line, additional_headers={"Authorization": f"Bearer {room['token']}"}) as page:
        while True:
            message: dict[str, Any] = json.loads(page.recv())
            if message["type"] == "error":
                raise RuntimeError(message["message"])
            if message["type"] == "state" and message["turns"]:
                return


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    seconds, clock = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        path.write_text(written(0), encoding="utf-8")
        database = f"sqlite:///{folder}/games.sqlite3"
        command = ("-m", "fairyring", "serve", "--port", "0", "--watch", "--database", database, str(path))
        with served(*command) as (address, process):
            first_move(address)  # so that everything is compiled
            for number in range(1, len(ARRAYS)):
                before, begun = worked(process.pid), time.perf_counter()
                path.write_text(written(number), encoding="utf-8")
                while f"File {number}:" not in ask(f"{address}api/variants/mine")["summary"]:
                    time.sleep(0.1)
                first_move(address)
                seconds.append(worked(process.pid) - before)
                clock.append(time.perf_counter() - begun)
    times = f"{Spread.of(seconds):.2f} seconds of the processor, {Spread.of(clock):.2f} by the clock"
    lines = [f"- {len(seconds)} files: {times}, with the wait until the server looks"]
    keep("From a game file to the first move on the page", lines, asked.keep)


if __name__ == "__main__":
    main()
