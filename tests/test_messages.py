"""A message is its English text, and remembers enough to be said in another language."""

import copy
import pickle

import pytest

import fairyring
from fairyring.messages import Message, joined, translated

GERMAN = {"a {piece} on {square}": "{square}: ein {piece}", "pawn": "Bauer", "e8": "never"}


def look_up(template: str) -> str:
    return GERMAN.get(template, template)


def test_a_message_is_its_text() -> None:
    message = Message("a {piece} on {square}", piece=Message("pawn"), square="e8")
    assert message == "a pawn on e8"
    assert message.template == "a {piece} on {square}"


def test_messages_among_the_parameters_are_translated_and_plain_strings_are_not() -> None:
    message = Message("a {piece} on {square}", piece=Message("pawn"), square="e8")
    assert translated(message, look_up) == "e8: ein Bauer"


def test_a_plain_string_is_looked_up_whole() -> None:
    assert translated("pawn", look_up) == "Bauer"
    assert translated("unheard of", look_up) == "unheard of"


def test_a_template_without_parameters_may_hold_braces() -> None:
    assert Message("{}") == "{}"
    assert translated(Message("{}"), look_up) == "{}"


def test_copies_remember_the_template() -> None:
    message = Message("a {piece} on {square}", piece=Message("pawn"), square="e8")
    for again in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert translated(again, look_up) == "e8: ein Bauer"


def test_a_parameter_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        Message("a {piece} on {square}", piece="pawn")


def test_several_texts_are_put_together_and_each_is_translated() -> None:
    together = joined("{first} or {rest}", (Message("a pawn"), "e4", Message("a rook")))
    assert together == "a pawn or e4 or a rook"
    german = {"{first} or {rest}": "{first} oder {rest}", "a pawn": "ein Bauer", "a rook": "ein Turm"}
    assert translated(together, lambda text: german.get(text, text)) == "ein Bauer oder e4 oder ein Turm"
    assert joined("{first} or {rest}", ("e4",)) == "e4"


def test_what_an_error_says_can_be_translated_with_all_that_is_in_it() -> None:
    german = {
        "record, line {line}, column {column}: {reason}": "Zeile {line}, Spalte {column}: {reason}",
        "move {move}: {reason}": "Zug {move}: {reason}",
        "it is White's move, and the piece on {place} is a {piece}": "Weiß zieht; auf {place}: {piece}",
        "black pawn": "schwarzer Bauer",
        "tag FEN: {reason}": "FEN: {reason}",
        "position text, column {column}: {reason}": "Spalte {column}: {reason}",
        "{field}: expected a digit, not {found}": "{field}: Ziffer statt {found}",
        "move number": "Zugnummer",
    }
    for record, said in (
        ("1. e7-e5", "Zeile 1, Spalte 4: Zug 'e7-e5': Weiß zieht; auf e7: schwarzer Bauer"),
        (
            '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 x"]',
            "Zeile 1, Spalte 1: FEN: Spalte 29: Zugnummer: Ziffer statt 'x'",
        ),
    ):
        with pytest.raises(fairyring.RecordError) as caught:
            fairyring.read_pgn(record)
        assert translated(caught.value.message, lambda text: german.get(text, text)) == said
        assert str(caught.value) == caught.value.message
        again = pickle.loads(pickle.dumps(caught.value))
        assert translated(again.message, lambda text: german.get(text, text)) == said
        assert (again.line, again.column, again.reason) == (1, caught.value.column, caught.value.reason)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (fairyring.Result(fairyring.Side.WHITE, "checkmate"), "White wins by checkmate"),
        (fairyring.Result(fairyring.Side.BLACK, "true king"), "Black wins by capturing the True King"),
        (fairyring.Result(None, "stalemate"), "Draw by stalemate"),
        (fairyring.Result(None, "100 plies"), "Draw by the 50-move rule"),
    ],
)
def test_results_are_told_to_people_in_whole_sentences(result: fairyring.Result, said: str) -> None:
    assert result.message == said
    assert result.message.params
