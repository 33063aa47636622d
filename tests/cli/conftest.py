"""One way to run the command line: in this process, its outputs apart."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from fairyring.cli import app

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line, with what is typed to it; nothing but an exit may come out of it."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FAIRYRING_DEBUG", raising=False)
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def runs(*words: str, typed: str | bytes = "") -> Result:
        result = CliRunner().invoke(app, list(words), input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return runs
