"""The notebook in docs/, run with few games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FEW = """
GAMES, NODES, LADDER, HANDICAPS, RANDOM = 2, 32, 0, 2, 20
MINUTES, GENERATIONS, MATCH = 1.0, 1, 2
PROCESSES = 1
"""


def test_the_notebook_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    book = json.loads((ROOT / "docs" / "game-to-player.ipynb").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    names: dict[str, object] = {}
    for cell in book["cells"]:
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            text = "".join(cell["source"])
            if cell["metadata"].get("tags") == ["parameters"]:
                exec(text, names)  # our own document
                text = FEW
            text = text.replace("games=32, simulations=16", "games=2, steps=10, simulations=4, plies=10")
            exec(text, names)
    said = capsys.readouterr().out
    assert "White scores" in said
    assert "positions: game, kind, ply" in said
    assert "against the first" in said
    assert "<h2>Results</h2>" in (tmp_path / "handicap" / "report.html").read_text()
