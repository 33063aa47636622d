"""Forced mates in three, found by brute force with the oracle: the search finds each of them."""

from pathlib import Path

import pytest

import fairyring

FILE = Path(__file__).parents[1] / "data" / "mates-in-3.txt"
CASES = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "text", "firsts"), CASES)
def test_finds_the_mate(variant: str, text: str, firsts: str) -> None:
    found = fairyring.search(fairyring.load(variant).position(text), nodes=8_000_000)
    assert found.mate == 5
    assert str(found.move) in firsts.split()
