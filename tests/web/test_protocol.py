"""The protocol has one source, the server's types: all that is written from them is up to date."""

from pydantic import BaseModel

from fairyring.web.messages import Strict
from fairyring.web.shapes import Shape
from tools.protocol import DOCUMENT, MARKER, TYPES, document, typescript

WRITE = "tools/protocol.py writes it anew"


def all_of(kind: type[BaseModel]) -> set[type[BaseModel]]:
    return {each for found in kind.__subclasses__() for each in (found, *all_of(found))}


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript(), WRITE


def test_the_tables_of_the_document_are_those_of_the_server() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert len(MARKER.findall(text)) == 11
    assert document(text) == text, WRITE


def test_a_table_that_differs_is_written_anew() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    spoilt = text.replace("| `ply` | `number` |", "| `ply` | `string` |")
    assert spoilt != text
    assert document(spoilt) == text


def test_the_page_has_a_type_for_each_of_the_servers() -> None:
    written = typescript()
    sent = {kind for kind in all_of(Shape) if kind.__module__.startswith("fairyring.")}
    assert len(sent) > 40
    for kind in sent:
        assert f"export interface {kind.__name__} " in written, kind
    asked = {kind for kind in all_of(Strict) if "type" in kind.model_fields}
    assert len(asked) > 15
    for kind in asked:
        (name,) = kind.model_fields["type"].annotation.__args__  # type: ignore[union-attr]
        assert f'{{ type: "{name}"' in written, kind
