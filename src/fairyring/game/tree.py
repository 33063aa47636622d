"""Games with variations: a tree of positions, with comments and annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

from fairyring.errors import MoveError, RecordError, expect
from fairyring.game.position import Move, Position, Result, Variant
from fairyring.game.record import (
    TRUE_KING,
    Game,
    check_reading,
    checked_tags,
    closed,
    opened,
    recorded,
    told,
    untold,
    written,
)
from fairyring.notation import pgn


class Node:
    """A position of a tree, with the move that led there and its comments.

    Attributes:
        position: the position.
        move: the move that led to it; None at the root.
        parent: the node before; None at the root.
        children: the nodes after it, the main line's first.
        comment: the comment after the move; at the root, the one before the first move.
        lead: the comment before the move, at the beginning of a variation.
        glyphs: the annotations of the move, as PGN's numeric glyphs; see `sign`.
    """

    __slots__ = ("children", "comment", "glyphs", "lead", "move", "parent", "position")

    def __init__(self, position: Position, move: Move | None = None, parent: Node | None = None) -> None:
        """A node without children; `add` makes those that belong to a tree."""
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.lead = ""
        self.glyphs: list[int] = []

    @property
    def sign(self) -> str:
        """``!``, ``?``, ``!!``, ``??``, ``!?``, ``?!`` or nothing."""
        return next((pgn.SIGNS[glyph] for glyph in self.glyphs if glyph in pgn.SIGNS), "")

    @property
    def aftermath(self) -> str:
        """What happened by itself after the move, as `Position.aftermath` writes it, or ""."""
        if self.parent is None or self.move is None:
            return ""
        return " ".join(self.parent.position.aftermath(self.move))

    def add(self, move: Move | str, answer: bool | None = None) -> Node:
        """The node after a legal move: the one that exists already, or a new last variation.

        Moves can be added after a draw by repetition or by the clock.

        Args:
            move: the move or its text.
            answer: to the question that the move raises, if any; see `Position.question`.

        Raises:
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: the text could mean several moves.
            UnknownSecretError: the move raises a question, and there is no answer.
        """
        if isinstance(move, str):
            move = self.position.parse_move(move)
        for child in self.children:
            if child.move == move:
                return child
        child = Node(self.position.play(move, answer), move, self)
        self.children.append(child)
        return child

    def remove(self) -> None:
        """Remove the node and all that follows it from its tree.

        Raises:
            ValueError: it is the root.
        """
        self._siblings().remove(self)
        self.parent = None

    def promote(self) -> None:
        """Make it the main line after its parent.

        Raises:
            ValueError: it is the root.
        """
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def _siblings(self) -> list[Node]:
        if self.parent is None:
            raise ValueError("the root of a tree cannot be moved or removed")
        return self.parent.children

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def __iter__(self) -> Iterator[Node]:
        """This node and all that follow it, each before its children, the main line first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def __repr__(self) -> str:
        moves = " ".join(str(node.move) for node in self.path()[1:])
        return f"<Node after {moves or 'nothing'}, {len(self.children)} children>"


class Tree:
    """A game with variations, comments and annotations.

    Attributes:
        variant: the variant.
        root: the first position.
        tags: PGN tag pairs beyond those that follow from the game itself.
        ended: how the main line ended by resignation, agreement or time; None if it did not.
    """

    def __init__(
        self, variant: Variant, position: Position | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        """Begin at ``position`` if it is given, else at the variant's start.

        Raises:
            ValueError: the position is one of another variant.
            TypeError: one of them is something else, or a tag has a value that is not a text.
        """
        expect(variant, Variant, "a tree is of a variant, which load finds by its name")
        expect(position, (Position, NoneType), "a tree begins at a position")
        if position is not None and position.variant != variant:
            raise ValueError(f"a position of {position.variant.name} in a tree of {variant.name}")
        self.variant = variant
        self.root = Node(variant.start() if position is None else position)
        self.tags = checked_tags(tags)
        self.ended: Result | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """The nodes in a row, each with the number of its parent: a long game is too deep for pickle."""
        nodes = list(self.root)
        numbers = {id(node): number for number, node in enumerate(nodes)}
        rows = [
            (numbers.get(id(node.parent), -1), node.position, node.move, node.comment, node.lead, node.glyphs)
            for node in nodes
        ]
        return _again, (self.variant, rows, self.tags, self.ended)

    @classmethod
    def of(cls, game: Game) -> Tree:
        """A tree of the game's moves and comments; it is independent of the game."""
        expect(game, Game, "a tree is made of a game")
        tree = cls(game.variant, game.positions[0], game.tags)
        node = tree.root
        node.comment = game.comments.get(-1, "")
        for index, (move, position) in enumerate(zip(game.moves, game.positions[1:], strict=True)):
            after = Node(position, move, node)
            after.comment = game.comments.get(index, "")
            node.children.append(after)
            node = after
        tree.ended = None if game.position.result else game.result
        return tree

    @property
    def main(self) -> list[Node]:
        """The main line, from the root on."""
        found = [self.root]
        while found[-1].children:
            found.append(found[-1].children[0])
        return found

    @property
    def result(self) -> Result | None:
        """How the main line ended; None if it has not."""
        return self.main[-1].position.result or self.ended

    def pgn(self) -> str:
        """The tree as PGN, with variations, comments and numeric glyphs; `read_trees` reads it back.

        Raises:
            ValueError: a tag's name has other characters than letters, digits and ``_``, or variations are
                nested more than 100 deep.
        """
        root = self.root
        return written(root.position, _recorded(root, 0), self.result, self.tags, root.comment)

    def __repr__(self) -> str:
        return f"<Tree of {self.variant.name}, {sum(1 for _ in self.root) - 1} moves>"


def _recorded(node: Node, nesting: int) -> list[pgn.RecordedMove]:
    """The line after a node, with its variations."""
    if nesting > pgn.MAX_NESTING:
        raise ValueError(f"variations are nested more than {pgn.MAX_NESTING} deep")
    found = []
    while node.children:
        node, *others = node.children
        found.append(_written(node))
        for other in others:
            found[-1].others.append([_written(other), *_recorded(other, nesting + 1)])
    return found


def _written(node: Node) -> pgn.RecordedMove:
    assert node.parent is not None  # only the root has none
    assert node.move is not None
    move = recorded(node.parent.position, node.move, node.position, told(node.comment, node.aftermath))
    move.glyphs, move.lead = list(node.glyphs), node.lead
    return move


def read_trees(text: str, variant: Variant | None = None) -> list[Tree]:
    """Every game of a PGN text, with its variations.

    If what a move does depends on a secret that the record does not hold, the game goes on after it.

    Args:
        text: the text.
        variant: the variant of records without a ``Variant`` tag; plain chess unless given.

    Raises:
        RecordError: the text is not PGN, names an unknown variant, or holds an illegal move, also in a
            variation; the error names the line and the column.
    """
    check_reading(text, variant)
    return [_tree(record, variant) for record in pgn.read(text)]


def _tree(record: pgn.Record, fallback: Variant | None) -> Tree:
    position, tags, here = opened(record, fallback)
    tree = Tree(position.variant, position, tags)
    tree.root.comment = record.opening
    # The king captured by the last move was the True King if the record says so.
    fell = record.result != "*" and record.tags.get("Termination") == TRUE_KING
    last = _grown(tree.root, record.moves, fell)
    line, column = record.places.get("Result", here)
    if record.moves:
        line, column = record.moves[-1].line, record.moves[-1].column
    tree.ended = closed(record, last.position, line, column)
    return tree


def _grown(node: Node, line: list[pgn.RecordedMove], fell: bool = False) -> Node:
    """Play moves with their variations from a node on, and return the last node."""
    for entry in line:
        before = node
        node = _entered(before, entry, fell and entry is line[-1])
        for others in entry.others:
            _grown(before, others)
    return node


def _entered(before: Node, entry: pgn.RecordedMove, fell: bool) -> Node:
    try:
        move = before.position.parse_move(entry.text)
        node = before.add(move, fell if before.position.question(move) else None)
    except MoveError as error:
        raise RecordError(entry.line, entry.column, error.message) from error
    comment = untold(entry.comment, node.aftermath)
    # The same move may occur again, as a variation: its comments are joined.
    node.comment = f"{node.comment} {comment}".strip()
    node.lead = f"{node.lead} {entry.lead}".strip()
    node.glyphs += [glyph for glyph in entry.glyphs if glyph not in node.glyphs]
    return node


def _again(
    variant: Variant,
    rows: list[tuple[int, Position, Move | None, str, str, list[int]]],
    tags: Mapping[str, str],
    ended: Result | None,
) -> Tree:
    """The tree that was taken apart into rows; see `Tree.__reduce__`."""
    nodes: list[Node] = []
    for parent, position, move, comment, lead, glyphs in rows:
        node = Node(position, move, nodes[parent] if parent >= 0 else None)
        node.comment, node.lead, node.glyphs = comment, lead, glyphs
        if node.parent is not None:
            node.parent.children.append(node)
        nodes.append(node)
    tree = Tree(variant, nodes[0].position, tags)
    tree.root, tree.ended = nodes[0], ended
    return tree
