"""Each threat of docs/security.md names tests that hold it, and they exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLES = ("Games that visitors invent", "Threats, and the tests that hold")


def threats() -> dict[str, list[str]]:
    """What the last cell of each threat names."""
    text, found = (ROOT / "docs" / "security.md").read_text(), {}
    for title in TABLES:
        section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
        for cells in rows[1:]:
            assert len(cells) == 3, cells
            found[cells[0]] = re.findall(r"`([^`]+)`", cells[2])
    return found


def test_each_threat_is_held_by_a_test_that_exists() -> None:
    sources = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    tests = {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.MULTILINE)}
    found = threats()
    assert len(found) > 30
    for threat, names in found.items():
        assert any(name in tests for name in names), threat
        missing = [name for name in names if name not in tests and not (ROOT / name).is_file()]
        assert not missing, threat
