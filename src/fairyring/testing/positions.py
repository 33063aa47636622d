"""Checks of one position, and of what is one move ahead."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from fairyring.board import Side
from fairyring.errors import IllegalMoveError, PositionError, reason_of
from fairyring.game import Move, Position, divide, perft
from fairyring.kernels import contract
from fairyring.messages import Message
from fairyring.testing.fault import ConformanceError, hold, told
from fairyring.testing.kernels import check_hash, check_kernel, same_rows
from fairyring.testing.moves import some_of

VIEWERS: tuple[Side | str | None, ...] = (*Side, "spectator", None)
NO_MOVE = "no game has this move"
BY_PASSES = (contract.PASSED, contract.FACED, contract.POINTS)
BY_PAST = [
    contract.REASONS[int(code)]
    for code in (contract.REPETITION, contract.REPEATED, contract.PERPETUAL, *BY_PASSES)
]


def check_position(position: Position) -> None:
    """All checks of one position, apart from `check_counts` and `check_search`."""
    before = position.rows(1)
    for part in (
        check_texts,
        check_moves,
        check_choices,
        check_equality,
        check_views,
        check_hash,
        check_kernel,
    ):
        part(position)
    hold(same_rows(before, position.rows(1), 1), "reading a position changes it", position)


def check_texts(position: Position) -> None:
    """The text is read back as the same position, move for move; so is the text after each move.

    Only an end that depends on how the position was reached is not in the text.
    """
    _check_text(position)
    for move in some_of(position.legal_moves()):
        try:
            _check_text(position.play(move))
        except ConformanceError as error:
            reason = Message(
                "after {move} from {position}: {reason}",
                move=move.text,
                position=str(position),
                reason=Message(error.reason),
            )
            raise ConformanceError(reason, error.variant, error.position) from error


def _check_text(position: Position) -> None:
    text = str(position)
    try:
        again = position.variant.position(text)
    except PositionError as error:
        reason = Message("its own text is refused: {reason}", reason=reason_of(error))
        raise ConformanceError(reason, position.variant.name, text) from error
    hold(position.text() == text == str(again), "the text is read back as {again}", position, again=again)
    hold(
        position == again and hash(position) == hash(again),
        "it is not equal to what its text is read back as",
        position,
    )
    for name in ("side", "clock", "number", "key", "in_check"):
        one, other = getattr(position, name), getattr(again, name)
        changed = Message("{name} is {one}, but {other} when read from the text")
        hold(one == other, changed, position, name=name, one=one, other=other)
    layout = position.variant.rules.layout
    for number, field in enumerate(layout.fields):
        if field in layout.history:
            continue
        one, other = (int(p.rows(1).info[0, number]) for p in (position, again))
        changed = Message("field {field} is {one}, but {other} when read from the text")
        hold(one == other, changed, position, field=field, one=one, other=other)
    hold(
        np.array_equal(position.rows(1).cells, again.rows(1).cells),
        "the cells are different when read from the text",
        position,
    )
    moves, others = position.legal_moves(), again.legal_moves()
    by_past = position.result is not None and position.result.reason in BY_PAST
    hold(
        moves == others or (by_past and not moves),
        "the legal moves are {moves}, but {others} when read from the text",
        position,
        moves=_listed(moves),
        others=_listed(others),
    )
    if not by_past:
        hold(
            position.result == again.result,
            "the result is {result}, but {other} when read from the text",
            position,
            result=told(position.result),
            other=told(again.result),
        )


def check_moves(position: Position) -> None:
    """Every move is found by its text and its UCI form, which no other has; other texts are refused."""
    moves = position.legal_moves()
    for shared, texts in (
        (Message("{times} legal moves share the text {text}"), [move.text for move in moves]),
        (
            Message("{times} legal moves share the UCI form {text}"),
            [move.uci for move in moves if move.uci and move.uci != move.text],
        ),
        (Message("{times} legal moves share the code {text}"), [str(move.code) for move in moves]),
    ):
        for text, times in Counter(texts).items():
            hold(times == 1, shared, position, times=times, text=text)
    for move in moves:
        hold(bool(move.text) and str(move) == move.text, "a move without a text", position, move)
    for move in some_of(moves):
        for text in filter(None, (move.text, move.uci)):
            found = position.parse_move(text)
            hold(found == move, "{text} is read as the move {found}", position, move, text=text, found=found)
        hold(
            position.play(move) == position.play(move.text),
            "played by its text, it leads to another position",
            position,
            move,
        )
    moves.clear()
    hold(
        bool(position.legal_moves()) or not position.choices(),
        "changing the list of legal moves changes the position",
        position,
    )
    for stranger in (NO_MOVE, "", *(move.text + "~" for move in position.legal_moves()[:1])):
        try:
            position.play(stranger)
        except IllegalMoveError as error:
            hold(error.position == str(position), "the error names another position", position)
        else:
            reason = Message("{text} is played, which is not a move", text=repr(stranger))
            raise ConformanceError(reason, position.variant.name, str(position))


def check_choices(position: Position) -> None:
    """Each series of choices is one move, none begins another, and `Position.choices` offers just these."""
    following: dict[tuple[str, ...], set[str]] = {}
    whole: dict[tuple[str, ...], Move] = {}
    for move in position.legal_moves():
        hold(bool(move.notation), "a move without a notation", position, move)
        hold(len(set(move.entries)) == len(move.entries), "the same choices twice", position, move)
        for entry in move.entries:
            hold(bool(entry) and all(entry), "an empty choice", position, move)
            twin = whole.setdefault(entry, move)
            hold(twin is move, "it has the choices of {twin}", position, move, twin=twin)
            for length, choice in enumerate(entry):
                following.setdefault(entry[:length], set()).add(choice)
    for choices, move in whole.items():
        hold(choices not in following, "its choices begin those of another", position, move)
        hold(position.choices(choices) == [], "there are choices after its last", position, move)
    for prefix, expected in following.items():
        offered = position.choices(prefix)
        hold(
            len(offered) == len(expected) and set(offered) == expected,
            "after {prefix} the choices {offered} are offered, but the moves have {expected}",
            position,
            prefix=prefix,
            offered=offered,
            expected=sorted(expected),
        )
    hold(
        position.choices((NO_MOVE,)) == [], "there are choices after something that is not a choice", position
    )


def check_equality(position: Position) -> None:
    """Equal to itself pickled, with its history; unequal to the positions after it and to its text."""
    again = pickle.loads(pickle.dumps(position))
    same = again == position and hash(again) == hash(position) and again.key == position.key
    hold(same, "pickled, it is {again}", position, again=repr(again))
    hold(
        again.result == position.result and again.earlier == position.earlier,
        "pickling loses history",
        position,
    )
    hold(again.legal_moves() == position.legal_moves(), "pickled, it has different moves", position)
    hold(position != str(position), "it equals a string", position)
    for move in some_of(position.legal_moves()):
        hold(
            position.play(move) != position,
            "the position after it is equal to the one before",
            position,
            move,
        )


def check_views(position: Position) -> None:
    """Every viewer is shown things on sites of the board, and the text that the viewer may know."""
    names = set(position.variant.board.names)
    for viewer in VIEWERS:
        view = position.view(viewer)
        who = _called(viewer)
        hold(view.text == position.text(viewer), "{viewer} is shown another text", position, viewer=who)
        _check_seen(position, viewer)
        hold(
            view.side == position.side and view.result == position.result,
            "{viewer} sees another side to move or result",
            position,
            viewer=who,
        )
        for token in view.tokens:
            hold(
                token.site in names,
                "{piece} is on {site}, which is not a site",
                position,
                piece=token.name,
                site=token.site,
            )
            hold(
                bool(token.name and token.picture),
                "something on {site} has no name or picture",
                position,
                site=token.site,
            )
        hold(set(view.checked) <= names, "a king is in check on something that is not a site", position)
    view = position.view()
    hold(bool(view.checked) == position.in_check, "in_check and the checked sites disagree", position)
    # The text has a letter for each piece; what else it has is up to the game.
    written = Counter(re.findall(r"\+?[A-Za-z]", view.text))
    lacking = Counter(token.letter for token in view.tokens if token.side) - written
    hold(not lacking, "the text lacks the pieces {lacking}", position, lacking=dict(lacking))
    again = position.variant.position(str(position)).view()
    hold(
        again.tokens == view.tokens,
        "different things are on the board when it is read from the text",
        position,
    )
    try:
        position.view(NO_MOVE)
    except ValueError:
        return
    raise ConformanceError(
        "a view is made for a viewer that does not exist", position.variant.name, str(position)
    )


def _check_seen(position: Position, viewer: Side | str | None) -> None:
    """What a viewer may know is a position that tells this viewer no more and no less."""
    seen, who = position.seen_by(viewer), _called(viewer)
    hold(str(seen) == position.text(viewer), "{viewer} sees another text", position, viewer=who)
    hold(
        seen.seen_by(viewer) == seen,
        "what {viewer} sees is less when it is asked for twice",
        position,
        viewer=who,
    )
    again = position.variant.position(str(seen))
    hold(again == seen, "what {viewer} sees is not read back", position, viewer=who)
    same = seen.key == position.key and seen.side == position.side and seen.result == position.result
    hold(same, "what {viewer} sees has another key, side or result", position, viewer=who)
    same = seen.legal_moves() == position.legal_moves()
    hold(same, "{viewer} sees other legal moves", position, viewer=who)
    for move in position.legal_moves():
        hold(
            position.public(position.public(move)) == position.public(move),
            "hiding what it hides twice makes another move",
            position,
            move,
        )
        hold(
            position.parse_move(position.public(move).text) is not None,
            "it is not read back without what it hides",
            position,
            move,
        )
        hold(not position.question(move), "it raises a question that the position can answer", position, move)


def check_counts(position: Position) -> None:
    """Perft, divide and the legal moves agree: at depth 0, 1 and 2.

    Of very many moves, only some are played.
    """
    moves = position.legal_moves()
    hold(perft(position, 0) == 1, "perft 0 is not 1", position)
    hold(perft(position, 1) == len(moves), "perft 1 is not the number of legal moves", position)
    split = divide(position, 2)
    for move in some_of(moves):
        found, expected = split.get(move.text), len(position.play(move).legal_moves())
        hold(
            found == expected,
            "divide counts {found} moves after it, but there are {expected}",
            position,
            move,
            found=found,
            expected=expected,
        )
    hold(split.keys() == {move.text for move in moves}, "divide has other moves", position)
    hold(perft(position, 2) == sum(split.values()), "perft 2 is not the sum of its parts", position)


def _called(viewer: Side | str | None) -> Message:
    """A viewer, for people."""
    if viewer is None:
        return Message("a viewer who knows all")
    return Message("a spectator" if viewer == "spectator" else viewer)


def _listed(moves: Sequence[Move]) -> str:
    return " ".join(sorted(move.text for move in moves)) or "none"
