"""The conformance suite: what every game here keeps to, for inventors to hold their own games against.

::

    import fairyring.testing

    fairyring.testing.check("my_game.py")

`check` runs all of it. The single ``check_…`` functions are for a test of one's own: those that take
a position look at that position and at what lies one turn ahead, those that take a variant play
random games. Each raises `ConformanceError` at the first fault, and answers None where there is none.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from fairyring.board import Side
from fairyring.errors import FairyringError, IllegalMoveError, PositionError, VariantError
from fairyring.game import Game, Move, Position, Variant, divide, load, perft, playouts, read_pgn
from fairyring.kernels import contract
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.walks import MAX_MOVES

VIEWERS: tuple[Side | str | None, ...] = (*Side, "spectator", None)
NO_OPTION = "no_game_has_this_option"
NO_MOVE = "no game has this move"


class ConformanceError(AssertionError):
    """A game does not keep to what all games here promise.

    Attributes:
        variant: the game's name.
        position: the text of the position at fault, ``""`` where it is not one position's fault.
        move: the text of the move at fault, ``""`` where it is not one move's fault.
        reason: what is wrong.
    """

    def __init__(self, reason: str, variant: str, position: str = "", move: str = "") -> None:
        at = (f", move {move}" if move else "") + (f", in {position}" if position else "")
        super().__init__(f"{variant}: {reason}{at}")
        self.variant = variant
        self.position = position
        self.move = move
        self.reason = reason


def check(
    variant: Variant | str | Path,
    *,
    walks: int = 4,
    plies: int = 40,
    seed: int = 0,
    report: Callable[[str, int, int], None] | None = None,
) -> None:
    """Hold a game against the whole suite.

    Args:
        variant: the game, its name, or the path of a file that defines one.
        walks: how many random games are looked at, position by position.
        plies: how long each of them is at most.
        seed: the same seed plays the same games.
        report: called before each step with its name, its number from 0, and how many steps there are.

    Raises:
        ConformanceError: the game is at fault; the message names the game, the position and the move.
        VariantError: there is no such game, or its file cannot be loaded.
    """
    game = variant if isinstance(variant, Variant) else load(variant)
    steps: list[tuple[str, Callable[[], None]]] = [
        ("loading", lambda: check_load(game)),
        ("the start", lambda: check_position(game.start())),
        ("counts", lambda: check_counts(game.start())),
    ]
    for walk in range(walks):
        steps += [(f"walk {walk + 1}", partial(check_walk, game, plies, seed + walk))]
    steps += [
        ("records", lambda: check_record(game, 4 * plies, seed)),
        ("playouts", lambda: check_playouts(game, plies, seed)),
    ]
    for number, (name, step) in enumerate(steps):
        if report:
            report(name, number, len(steps))
        step()


# ---- a game as a whole ----


def check_load(variant: Variant) -> None:
    """The game can be loaded again, knows its options, and starts from the text it declares."""
    name, definition = variant.name, variant.definition
    again = load(variant.source, **variant.options)
    _hold(again == variant and hash(again) == hash(variant), "loaded twice, it is two games", variant)
    _hold(pickle.loads(pickle.dumps(variant)) == variant, "it does not survive pickling", variant)
    _hold(variant.names == (name, definition.title) and bool(definition.title), "it has no title", variant)
    _hold(bool(definition.summary), "it has no summary", variant)
    letters = Counter(piece.letter for piece in variant.rules.pieces)
    for letter, times in letters.items():
        _hold(times == 1, f"{times} pieces share the letter {letter}", variant)
    try:
        load(variant.source, **{NO_OPTION: True})
    except VariantError:
        pass
    else:
        raise ConformanceError("it takes an option that it does not have", name)
    try:
        start = variant.start()
    except PositionError as error:
        raise ConformanceError(f"its start is refused: {error}", name, definition.start) from error
    _hold(str(start) == definition.start, "the start is not written as the game declares it", start)
    _hold(start == variant.position(str(start)), "the start is not read back", start)
    _hold(bool(start.legal_moves()) and start.result is None, "the game is over as it starts", start)


def check_walk(variant: Variant, plies: int, seed: int) -> None:
    """`check_position` at every position of a random game."""
    for position in random_walk(variant, plies, seed):
        check_position(position)


def random_walk(variant: Variant, plies: int, seed: int) -> Iterator[Position]:
    """The positions of a random game, the start first; it goes on beyond draws while there are moves."""
    chance = random.Random(seed)
    position = variant.start()
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))
        yield position


def check_record(variant: Variant, plies: int, seed: int) -> None:
    """A random game's record is read back as the same game, from the start and from its middle."""
    chance = random.Random(seed)
    game = Game(variant, tags={"White": 'A "quoted" name', "Event": "back\\slash"})
    while game.result is None and len(game.moves) < plies:
        game.push(chance.choice(game.position.legal_moves()))
        if chance.random() < 0.1:
            game.comments[len(game.moves) - 1] = "a comment"
    _check_record(game)
    later = Game(variant, game.positions[len(game.moves) // 2])
    if later.result is None and len(game.moves) // 2 < len(game.moves):
        later.push(game.moves[len(game.moves) // 2].text)
    if later.result is None:
        later.resign(later.position.side)
    _check_record(later)


def _check_record(game: Game) -> None:
    text = game.pgn()
    try:
        (again,) = read_pgn(text, game.variant)
    except FairyringError as error:
        raise ConformanceError(f"its record is refused: {error}", game.variant.name) from error
    _hold(again.variant == game.variant, "a record is read as another game's", game.variant)
    for one, other in zip(game.positions, again.positions, strict=False):
        _hold(one == other, f"a record is read back as another position, {other}", one)
    _hold(
        [move.text for move in again.moves] == [move.text for move in game.moves],
        "a record is read back with other moves",
        game.position,
    )
    _hold(
        again.result == game.result,
        f"a game that ended so: {game.result}, is read back so: {again.result}",
        game.position,
    )
    _hold(again.comments == game.comments, "comments are lost in a record", game.variant)
    _hold(again.pgn() == text, "a record read and written again is another text", game.variant)


def check_playouts(variant: Variant, plies: int, seed: int) -> None:
    """Random playouts keep to their limit, can be repeated, and end for a reason or at the limit."""
    start = variant.start()
    one, other = (playouts(start, 4, plies, seed) for _ in range(2))
    same = np.array_equal(one.plies, other.plies) and np.array_equal(one.winners, other.winners)
    _hold(same and one.reasons == other.reasons, "the same seed plays other games", variant)
    for length, reason in zip(one.plies.tolist(), one.reasons, strict=True):
        _hold(length == plies or (length < plies and bool(reason)), "a playout breaks off", variant)


# ---- one position ----


def check_position(position: Position) -> None:
    """Everything that can be asked of one position, but for `check_counts`."""
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
    _hold(_same_rows(before, position.rows(1)), "looking at a position changes it", position)


def check_texts(position: Position) -> None:
    """The text is read back as the same position, move for move; so is each successor's.

    Only a draw by repetition is not in the text.
    """
    _check_text(position)
    for move in position.legal_moves():
        _check_text(position.play(move), f"after {move} from {position}: ")


def _check_text(position: Position, how: str = "") -> None:
    text = str(position)
    try:
        again = position.variant.position(text)
    except PositionError as error:
        raise ConformanceError(
            f"{how}its own text is refused: {error}", position.variant.name, text
        ) from error
    _hold(position.text() == text == str(again), f"{how}the text is read back as {again}", position)
    _hold(
        position == again and hash(position) == hash(again), f"{how}it is not equal to its text's", position
    )
    for name in ("side", "clock", "number", "key", "in_check"):
        one, other = getattr(position, name), getattr(again, name)
        _hold(one == other, f"{how}{name} is {one}, and {other} when read from the text", position)
    layout = position.variant.rules.layout
    for number, field in enumerate(layout.fields):
        one, other = (int(p.rows(1).info[0, number]) for p in (position, again))
        _hold(one == other, f"{how}field {field} is {one}, and {other} when read from the text", position)
    _hold(
        np.array_equal(position.rows(1).cells, again.rows(1).cells),
        f"{how}the cells are others when read from the text",
        position,
    )
    moves, others = position.legal_moves(), again.legal_moves()
    _hold(
        moves == others,
        f"{how}the legal moves are {_listed(moves)}, and {_listed(others)} when read from the text",
        position,
    )
    if position.result is None or position.result.reason != contract.REASONS[int(contract.REPETITION)]:
        _hold(
            position.result == again.result,
            f"{how}the result is {position.result}, and {again.result} when read from the text",
            position,
        )


def check_moves(position: Position) -> None:
    """Every move has a text and a UCI form of its own, by which it is found; others are refused."""
    moves = position.legal_moves()
    for kind, texts in (
        ("text", [move.text for move in moves]),
        ("UCI form", [move.uci for move in moves if move.uci and move.uci != move.text]),
        ("code", [str(move.code) for move in moves]),
    ):
        for text, times in Counter(texts).items():
            _hold(times == 1, f"{times} legal moves share the {kind} {text}", position)
    for move in moves:
        _hold(bool(move.text) and str(move) == move.text, "a move without a text", position, move)
        for text in filter(None, (move.text, move.uci)):
            found = position.parse_move(text)
            _hold(found == move, f"{text} is read as the move {found}", position, move)
        _hold(
            position.play(move) == position.play(move.text),
            "played by its text, it is another",
            position,
            move,
        )
    moves.clear()
    _hold(
        bool(position.legal_moves()) or not position.choices(),
        "a list handed out is the position's own",
        position,
    )
    for stranger in (NO_MOVE, "", *(move.text + "?" for move in position.legal_moves()[:1])):
        try:
            position.play(stranger)
        except IllegalMoveError as error:
            _hold(error.position == str(position), "the error names another position", position)
        else:
            raise ConformanceError(f"{stranger!r} is played", position.variant.name, str(position))


def check_choices(position: Position) -> None:
    """The choices name one move each, none begins another, and `Position.choices` offers just these."""
    following: dict[tuple[str, ...], set[str]] = {}
    whole: dict[tuple[str, ...], Move] = {}
    for move in position.legal_moves():
        _hold(bool(move.choices) and all(move.choices), "an empty choice", position, move)
        twin = whole.setdefault(move.choices, move)
        _hold(twin is move, f"it has the choices of {twin}", position, move)
        for length, choice in enumerate(move.choices):
            following.setdefault(move.choices[:length], set()).add(choice)
    for choices, move in whole.items():
        _hold(choices not in following, "its choices begin those of another", position, move)
        _hold(position.choices(choices) == [], "there are choices after its last", position, move)
    for prefix, expected in following.items():
        offered = position.choices(prefix)
        _hold(
            len(offered) == len(expected) and set(offered) == expected,
            f"after {prefix} the choices {offered} are offered, and the moves have {sorted(expected)}",
            position,
        )
    _hold(position.choices((NO_MOVE,)) == [], "choices after what is none", position)


def check_equality(position: Position) -> None:
    """Equal to itself pickled, with its history; unequal to its successors and to its text."""
    again = pickle.loads(pickle.dumps(position))
    same = again == position and hash(again) == hash(position) and again.key == position.key
    _hold(same, f"pickled, it is {again!r}", position)
    _hold(
        again.result == position.result and again.earlier == position.earlier,
        "pickling loses history",
        position,
    )
    _hold(again.legal_moves() == position.legal_moves(), "pickled, it has other moves", position)
    _hold(position != str(position), "it equals a string", position)
    for move in position.legal_moves():
        _hold(position.play(move) != position, "nothing has changed after it", position, move)


def check_views(position: Position) -> None:
    """Every viewer is shown a board whose things lie on its sites, and the text that he may know."""
    names = set(position.variant.board.names)
    for viewer in VIEWERS:
        view = position.view(viewer)
        _hold(view.text == position.text(viewer), f"{viewer} is shown another text", position)
        _hold(view.side == position.side and view.result == position.result, f"{viewer} is misled", position)
        for token in view.tokens:
            _hold(token.site in names, f"{token.name} lies on {token.site}, which is no site", position)
            _hold(
                bool(token.name and token.picture),
                f"a thing on {token.site} without name or picture",
                position,
            )
        _hold(set(view.checked) <= names, "check on what is no site", position)
    view = position.view()
    _hold(bool(view.checked) == position.in_check, "in_check and the checked sites disagree", position)
    # A man's letter stands in the text for each of him; what else the text holds is the game's affair.
    lacking = Counter(token.letter for token in view.tokens) - Counter(view.text)
    _hold(not lacking, f"the text lacks the men {dict(lacking)}", position)
    again = position.variant.position(str(position)).view()
    _hold(
        again.tokens == view.tokens, "other things lie on the board when it is read from the text", position
    )
    try:
        position.view(NO_MOVE)
    except ValueError:
        return
    raise ConformanceError(
        "a viewer who does not exist is shown a view", position.variant.name, str(position)
    )


def check_hash(position: Position) -> None:
    """The key kept up move by move is the key worked out afresh; it leaves out clocks, and no man."""
    rules = position.variant.rules
    boards: dict[int, tuple[Move, bytes]] = {}
    for move in position.legal_moves():
        after = position.play(move)
        afresh = after.rows(1)
        rules.derive(afresh, 0)
        _hold(
            int(afresh.key[0]) == after.key,
            "the key after it is not the one worked out afresh",
            position,
            move,
        )
        _hold(
            np.array_equal(afresh.info, after.rows(1).info),
            "the derived fields after it are not those worked out afresh",
            position,
            move,
        )
        cells = after.rows(1).cells.tobytes()
        twin, others = boards.setdefault(after.key, (move, cells))
        _hold(others == cells, f"it leads to the same key as {twin}, and to another board", position, move)
    later = position.rows(1)
    later.info[0, int(contract.CLOCK)] += U(1)
    later.info[0, int(contract.NUMBER)] += U(1)
    rules.derive(later, 0)
    _hold(int(later.key[0]) == position.key, "the key depends on a clock", position)


def check_kernel(position: Position) -> None:
    """The compiled functions keep the contract: they agree with each other and leave the row as it was."""
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    zero = U(0)
    moves = np.zeros(MAX_MOVES, np.uint64)
    mark = U(0xFFFF_FFFF_FFFF_FFFF)

    def listed(function: Callable[..., Any], start: int) -> list[int]:
        moves[:start] = mark
        end = int(function(tables, states, zero, moves, U(start)))
        _hold(bool((moves[:start] == mark).all()), f"{function.__name__} writes before its place", position)
        return [int(code) for code in moves[start:end]]

    legal = listed(contract.legal, 0)
    _hold(legal == [move.code for move in position.legal_moves()], "legal answers differently", position)
    _hold(listed(contract.legal, 3) == legal, "legal depends on where it writes", position)
    number = int(contract.count(tables, states, zero, moves, zero))
    _hold(number == len(legal), f"count is {number}, and there are {len(legal)} legal moves", position)
    noisy = listed(contract.noisy, 2)
    _hold(len(set(noisy)) == len(noisy), "noisy lists a move twice", position)
    by_code = {move.code: move for move in position.legal_moves()}
    for code in noisy:
        _hold(code in by_code, f"noisy lists {code:#x}, which is not legal", position)
    men = _men(position)
    for code, move in by_code.items():
        changes = _men(position.play(move)) != men
        wrong = (
            "neither capture nor promotion, and noisy" if code in noisy else "capture or promotion, not noisy"
        )
        _hold((code in noisy) == changes, wrong, position, move)
        contract.gain(tables, states, zero, U(code))
    checked = bool(contract.in_check(tables, states, zero))
    _hold(checked == position.in_check, "in_check answers differently", position)
    contract.outcome(tables, states, zero, U(number))
    worth = int(contract.evaluate(tables, states, zero))
    _hold(worth == int(contract.evaluate(tables, states, zero)), "evaluate answers differently", position)
    _hold(_same_rows(before, states), "a function that only looks changes the row", position)
    for code, move in by_code.items():
        contract.play(tables, states, zero, U(code))
        _hold(_same_row(before, states, 0), "play changes the row it starts from", position, move)
        _hold(_same_row(before, states, 2), "play writes beyond the next row", position, move)
    _check_skip(position)


def _check_skip(position: Position) -> None:
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    if contract.skip(tables, states, U(0)):
        _hold(
            int(states.info[1, 0]) != int(states.info[0, 0]), "skip leaves the turn with the mover", position
        )
        key = int(states.key[1])
        position.variant.rules.derive(states, 1)
        _hold(key == int(states.key[1]), "the key after skip is not the one worked out afresh", position)
        _hold(np.array_equal(states.cells[0], states.cells[1]), "skip moves a man", position)
        _hold(not position.in_check, "skip is granted in check", position)
    else:
        _hold(_same_row(before, states, 1), "skip refuses, and writes all the same", position)
    _hold(_same_row(before, states, 0), "skip changes the row it starts from", position)


def check_counts(position: Position) -> None:
    """Perft, divide and the legal moves agree: at depth 0, 1 and 2."""
    moves = position.legal_moves()
    _hold(perft(position, 0) == 1, "perft 0 is not 1", position)
    _hold(perft(position, 1) == len(moves), "perft 1 is not the number of legal moves", position)
    following = {move.text: len(position.play(move).legal_moves()) for move in moves}
    split = divide(position, 2)
    for move in moves:
        found, expected = split.get(move.text), following[move.text]
        _hold(
            found == expected,
            f"divide counts {found} turns after it, and there are {expected}",
            position,
            move,
        )
    _hold(perft(position, 2) == sum(following.values()), "perft 2 is not the sum of its parts", position)


# ---- small words ----


def _hold(holds: bool, reason: str, at: Position | Variant, move: Move | None = None) -> None:
    if holds:
        return
    if isinstance(at, Variant):
        raise ConformanceError(reason, at.name)
    raise ConformanceError(reason, at.variant.name, str(at), move.text if move else "")


def _men(position: Position) -> Counter[str]:
    """The men on the board, wherever they stand: other ones after a capture or promotion, and only then."""
    return Counter(token.letter for token in position.view().tokens)


def _same_row(one: States, other: States, ply: int) -> bool:
    """Whether two rows are equal, but for sets, which may be scratch."""
    return all(
        np.array_equal(a[ply], b[ply])
        for a, b in ((one.cells, other.cells), (one.info, other.info), (one.key, other.key))
    )


def _same_rows(one: States, other: States) -> bool:
    return all(_same_row(one, other, ply) for ply in range(len(one.key)))


def _listed(moves: Sequence[Move]) -> str:
    return " ".join(sorted(move.text for move in moves)) or "none"
