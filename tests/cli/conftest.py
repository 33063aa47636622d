"""How the tests run the command line: in this process, with stdout and stderr apart."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from fairyring.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line with some input; it may raise nothing but an exit."""
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
