"""Places in TOML: what the index says of a key or a value is where the text has it."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fairyring.gamefiles.positions import Path, spots

TEXT = '''\
fairyring = 1 # a = 2
"a b".'c.d' = [1, [2, "x]"], { k = 1, m.n = """
hey ] }
"""}]

  [board]  # [not.this]
width=8
links.x = { a1 = ["#", 'b"1'] ,b1=[ # one
  "c1",
] }
[[castlings]]
king = ["e1","g1"]
[[castlings]]
king = []
[castlings.sub]
z = {}
[x.y]
[x]
q = 1979-05-27T07:32:00Z
'''


def paths(value: Any, path: Path = ()) -> dict[Path, Any]:
    """Every value within a value."""
    found = {path: value}
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        found |= paths(each, (*path, key))
    return found


def test_every_value_has_its_place() -> None:
    found, wanted = spots(TEXT), paths(tomllib.loads(TEXT))
    assert found.keys() == wanted.keys()
    lines = TEXT.split("\n")
    for path, value in wanted.items():
        key, where = found[path]
        assert lines[key.line - 1][key.column - 1 :]
        if isinstance(value, int | str) and not isinstance(value, bool) and "\n" not in str(value):
            rest = lines[where.line - 1][where.column - 1 :]
            assert rest.lstrip("\"'").startswith(str(value)), path
    assert found["a b", "c.d", 2, "m", "n"].key == (2, 41)
    assert found["castlings", 1, "king"].value == (14, 8)
    assert found["castlings", 1, "sub"].key == (15, 12)
    assert found["x", "y"].key == (17, 4)


def written(value: Any) -> str:
    """A value as TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[ " + ",\n".join(map(written, value)) + " ]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


signs = st.text("ab #\\\"'[]{},.=\u00e4", max_size=6)
values = st.recursive(
    st.integers(-9, 9) | st.booleans() | signs,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(signs, inside, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(signs, values, max_size=4))
def test_any_document_is_scanned_as_it_is_read(document: dict[str, Any]) -> None:
    text = "".join(f"{quoted(key)}={written(value)} # {key}\n" for key, value in document.items())
    assert tomllib.loads(text) == document
    assert spots(text).keys() == paths(document).keys()
