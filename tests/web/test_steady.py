"""The machine's clock is set while games are played, and while no server is there."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import create_app
from fairyring.web.clock import Steady
from tests.web.stub import Stub
from tests.web.test_seats import at, begun

HOUR = 3600.0
CLOCK = {"kind": "game", "seconds": 60}


class Machine:
    """The machine's clock, which can be set; the monotonic one goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.step = 0.0
        real = time.time
        monkeypatch.setattr("fairyring.web.clock.time.time", lambda: real() + self.step)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
@pytest.mark.parametrize("restarted", [False, True])
def test_nobody_loses_or_gains_time_when_the_clock_is_set(
    tmp_path: Path, machine: Machine, step: float, restarted: bool
) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with TestClient(create_app(Stub(), eager=False, database=url)) as client:
        key, white, _ = begun(client, black="human", clock=CLOCK)
        with at(client, key, white) as (page, _):
            page.play("e2-e4", "e7-e5")
            machine.step = step
            state = page.play("g1-f3", "b8-c6")
            assert all(55 < left <= 60 for left in state["clock"]["left"].values())
            if not restarted:
                machine.step = -step
                state = page.play("f1-c4")
                assert all(55 < left <= 60 for left in state["clock"]["left"].values())
                return
        machine.step = 0.0 if step < 0 else -step  # set once more while no server is there
    machine.step += step / 2
    with (
        TestClient(create_app(Stub(), eager=False, database=url)) as client,
        at(client, key, white) as (page, seen),
    ):
        assert seen["result"] is None
        assert all(55 < left <= 60 for left in seen["clock"]["left"].values())
        state = page.play("f1-c4") if page.ply else state
        assert all(55 < left <= 60 for left in state["clock"]["left"].values())


def test_the_time_of_a_server_is_not_before_the_last_pulse(machine: Machine) -> None:
    steady = Steady()
    began = steady()
    machine.step = -HOUR
    assert 0 <= steady() - began < 1
    late = Steady()
    assert late() < began - HOUR / 2
    late.not_before(began)
    assert 0 <= late() - began < 1
    late.not_before(began - HOUR)
    assert 0 <= late() - began < 1
