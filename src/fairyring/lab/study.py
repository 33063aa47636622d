"""The laboratory at work: it plays the games of a plan, tells how far it is, and returns a report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple

import numpy as np

from fairyring.errors import LabError, expect, shown
from fairyring.game import Playouts, Variant, playouts
from fairyring.game.record import whole
from fairyring.lab.advice import advice
from fairyring.lab.mates import mates
from fairyring.lab.plan import HANDICAP, PLAY, Plan, Record, Task
from fairyring.lab.playing import play
from fairyring.lab.report import Report, made
from fairyring.search import Stop, prepare, search
from fairyring.workers import Workers, opened

CHUNK = 250  # random games at a time
SURE_NODES = 50  # times the nodes of a move: how long the start is searched
PLAN_FILE, RECORDS_FILE = "plan.json", "games.jsonl"
STAGES = {PLAY: "games of equal players", HANDICAP: "games with missing pieces"}


class Progress(NamedTuple):
    """How far the laboratory is.

    Attributes:
        stage: what it does, in words.
        done: how many games of the plan have been played.
        total: how many there are.
    """

    stage: str
    done: int
    total: int


def study(
    variant: Variant,
    plan: Plan | None = None,
    folder: Path | str | None = None,
    workers: Workers | None = None,
    stop: Stop | None = None,
) -> Generator[Progress, None, Report]:
    """Play the games of a plan; yields how far it is after each, and returns the report.

    Args:
        variant: the game.
        plan: how much is played; the usual one if None.
        folder: where games are kept, so that a later call with the same plan goes on where this one stopped;
            nowhere if None.
        workers: who plays, still open afterwards; processes on this machine, one for each processor, if None.
        stop: ends it once its ``is_set()`` is true, with a report on the games that were played.

    Raises:
        LabError: the folder has games of another plan or game, or cannot be used.
        TypeError: an argument is not a variant, a plan or a folder, as it should be.
    """
    expect(variant, Variant, "the laboratory studies a variant, which load finds by its name")
    expect(plan, (Plan, NoneType), "the laboratory has a Plan")
    plan = plan or Plan()
    shelf = None if folder is None else _Shelf(Path(folder), variant, plan)
    records = [] if shelf is None else shelf.records()
    tasks = plan.tasks()
    total = plan.random + len(tasks)
    yield Progress("compiling the rules", len(records), total)
    prepare(variant)
    chances = None
    if plan.random:
        for chances in _random(variant, plan):  # the last one is whole
            yield Progress("random games", len(chances.plies), total)
    known = {(record.kind, record.number) for record in records}
    left = [task for task in tasks if (task.kind, task.number) not in known]
    done = plan.random + len(records)
    yield Progress("searching the start", done, total)
    sure = _sure(variant, plan)
    yield Progress("endgames", done, total)
    solved = mates(variant) if plan.endgames else []
    finished = True
    with opened() if workers is None else nullcontext(workers) as players:
        playing = players.map(partial(play, variant, plan), left)
        with closing(playing):
            for _, record in playing:
                records.append(record)
                if shelf is not None:
                    shelf.add(record)
                done += 1
                yield Progress(STAGES.get(record.kind, "games on the ladder"), done, total)
                if stop is not None and stop.is_set():
                    finished = done == total
                    break
    report = made(variant, plan, records, chances, sure, solved, finished)
    return replace(report, look=advice(report))


def finished(running: Generator[Progress, None, Report]) -> Report:
    """The report of a `study`, without looking at its progress."""
    return whole(running)


def _random(variant: Variant, plan: Plan) -> Iterator[Playouts]:
    """Random games, more and more of them; two chunks at the same time."""
    start, limit = variant.start(), plan.plies
    sizes = [CHUNK] * (plan.random // CHUNK) + [plan.random % CHUNK] * bool(plan.random % CHUNK)
    so_far = Playouts(np.zeros(0, np.int64), [], np.zeros(0, np.int8))
    with ThreadPoolExecutor(2, "fairyring lab") as pool:
        seeds = (plan.seed * 1_000_003 + number for number in range(len(sizes)))
        for part in pool.map(lambda size, seed: playouts(start, size, limit, seed), sizes, seeds):
            plies, winners = np.concatenate((so_far.plies, part.plies)), [so_far.winners, part.winners]
            so_far = Playouts(plies, so_far.reasons + part.reasons, np.concatenate(winners))
            yield so_far


def _sure(variant: Variant, plan: Plan) -> tuple[int | None, int]:
    """In how many plies the start is won by force, if a long search sees that, and how long it was."""
    start, nodes = variant.start(), SURE_NODES * plan.nodes
    if start.result is not None or variant.rules.secrets is not None:
        return None, 0
    return search(start, nodes=nodes).mate, nodes


def claim(folder: Path, whose: Mapping[str, object], otherwise: str) -> None:
    """Make a folder for the games of a plan, or see that it is the one that was made for them.

    Args:
        folder: the folder.
        whose: what its games have in common: plain values.
        otherwise: what else the games of another folder may be of, for the error.

    Raises:
        LabError: the folder has games of something else, or cannot be made, read or written.
    """
    path = folder / PLAN_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(json.dumps(whose, indent=1) + "\n", encoding="utf-8")
        before: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LabError(
            f"the folder {shown(str(folder))} cannot be made or used: {error.strerror or error}"
        ) from error
    except ValueError:
        before = None
    if before != whose:
        raise LabError(
            f"the folder {shown(str(folder))} has games of another game, of other rules or of {otherwise}:"
            " choose another folder, or delete it"
        )


def reserve(folder: Path, variant: Variant, plan: Plan) -> None:
    """Make a folder for a study, or see that it is the one that was made for it.

    Raises:
        LabError: the folder has games of another plan or game, or cannot be used.
    """
    claim(folder, {"game": repr(variant), "rules": _rules(variant), "plan": plan.said()}, "another plan")


class _Shelf:
    """A folder in which the games of one plan are kept, one a line."""

    def __init__(self, folder: Path, variant: Variant, plan: Plan) -> None:
        self.folder = folder
        reserve(folder, variant, plan)

    def records(self) -> list[Record]:
        """The games that are there; a last line that was not written to its end is taken away."""
        path = self.folder / RECORDS_FILE
        if path.exists():
            text = path.read_text(encoding="utf-8")
            if not text.endswith("\n"):
                path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
        return kept(self.folder)

    def add(self, record: Record) -> None:
        """Keep a game."""
        with (self.folder / RECORDS_FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(record.said()) + "\n")


def kept(folder: Path) -> list[Record]:
    """The games that a study has kept in a folder, without a last line that was not written to its end.

    Raises:
        LabError: the file has something else.
    """
    path = folder / RECORDS_FILE
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = []
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        try:
            said = json.loads(line)
            found.append(Record(**said | {"nodes": tuple(said["nodes"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise LabError(f"{path}, line {number}: no game of the laboratory: {error}") from error
    return found


def _rules(variant: Variant) -> str:
    """What tells the rules of a game apart: where it starts, and what its file says."""
    path = Path(variant.source)
    text = path.read_bytes() if path.is_file() else b""
    return hashlib.sha256(str(variant.start()).encode() + text).hexdigest()


__all__ = ["Progress", "Task", "finished", "kept", "reserve", "study"]
