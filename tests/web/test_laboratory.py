"""The laboratory's reports are shown to visitors: those of one folder, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import create_app
from tests.web.shapes import refusal
from tests.web.stub import Stub


def test_reports_are_shown_as_pages_that_run_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    (folder / "chess").mkdir(parents=True)
    (folder / "chess" / "report.html").write_text("<!doctype html><title>Chess</title>", encoding="utf-8")
    (folder / "ravioli").mkdir()  # whose games are still being played
    (tmp_path / "report.html").write_text("of nobody's business", encoding="utf-8")
    with TestClient(create_app(Stub(), eager=False, laboratory=folder)) as client:
        assert client.get("/api/laboratory").json() == ["chess"]
        found = client.get("/laboratory/chess")
        assert (found.status_code, found.text) == (200, "<!doctype html><title>Chess</title>")
        assert "script-src" not in found.headers["content-security-policy"]
        assert found.headers["content-security-policy"].startswith("default-src 'none'; style-src")
        for other in ("ravioli", "%2e%2e", "nobody"):
            answer = client.get(f"/laboratory/{other}")
            assert answer.status_code == 404
            assert "no report" in refusal(answer.json())


@pytest.mark.parametrize("folder", [None, Path("/nowhere/at/all")])
def test_without_reports_there_are_none(folder: Path | None) -> None:
    with TestClient(create_app(Stub(), eager=False, laboratory=folder)) as client:
        assert client.get("/api/laboratory").json() == []
        assert client.get("/laboratory/chess").status_code == 404
