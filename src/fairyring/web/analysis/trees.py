"""Trees of moves between a page, which keeps them, and the records that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.errors import FairyringError, MoveError
from fairyring.messages import Message
from fairyring.web import answers, catalog
from fairyring.web.analysis.answers import made
from fairyring.web.analysis.messages import MAX_NODES, ReadTree, WriteTree
from fairyring.web.replay import RecordError, only_game

if TYPE_CHECKING:
    from fairyring.game import Tree

Json = dict[str, Any]


class TreeError(FairyringError):
    """A tree's nodes do not make one."""


def read(asked: ReadTree) -> Json:
    """A record as a tree for the page; its rules must have been prepared, those of ``asked`` at least.

    Raises:
        FairyringError: it holds no game, or more than one, or one that cannot be read.
    """
    from fairyring.game import read_trees

    if (moves := _count(only_game(asked.pgn).moves)) > MAX_NODES:
        raise RecordError(
            Message(
                "the record has {moves} moves; a tree here has at most {most}", moves=moves, most=MAX_NODES
            )
        )
    (tree,) = read_trees(asked.pgn, catalog.variant(asked.variant))
    return _told(tree)


def _count(line: list[Any]) -> int:
    return sum(1 + sum(map(_count, move.others)) for move in line)


def _told(tree: Tree) -> Json:
    nodes: list[Json] = []
    numbers: dict[int, int] = {id(tree.root): -1}
    for node in tree.root:
        if node.parent is None or node.move is None:
            continue
        numbers[id(node)] = len(nodes)
        nodes.append(
            {
                "parent": numbers[id(node.parent)],
                **made(node.parent.position, node.move, node.position),
                "comment": node.comment,
                "lead": node.lead,
                "glyphs": node.glyphs,
            }
        )
    variant, first = tree.variant, str(tree.root.position)
    return {
        "variant": variant.name,
        "options": dict(variant.options),
        "position": None if first == variant.definition.start else first,
        "tags": tree.tags,
        "comment": tree.root.comment,
        "nodes": nodes,
        "ended": answers.result(tree.ended),
    }


def written(asked: WriteTree) -> str:
    """The record of a page's tree; its rules must have been prepared.

    Raises:
        FairyringError: the tree cannot be had, and why.
    """
    from fairyring.game import Node, Result, Tree

    variant = catalog.variant(asked.variant, asked.options)
    tree = Tree(variant, None if asked.position is None else variant.position(asked.position), asked.tags)
    tree.root.comment = asked.comment
    made: list[Node] = [tree.root]
    for number, each in enumerate(asked.nodes):
        if each.parent >= number:
            raise TreeError(
                Message(
                    "node {number} stands before its parent, node {parent}",
                    number=number,
                    parent=each.parent,
                )
            )
        before = made[each.parent + 1]
        try:
            node = before.add(each.text, answer=False if before.position.question(each.text) else None)
        except MoveError as error:
            raise TreeError(
                Message("node {number}: {reason}", number=number, reason=Message(error.message))
            ) from error
        node.comment, node.lead, node.glyphs = each.comment, each.lead, list(each.glyphs)
        made.append(node)
    last = tree.main[-1].position
    if asked.ended is not None and last.result is None:
        winner = None if asked.ended.winner is None else Side(asked.ended.winner)
        tree.ended = Result(winner, asked.ended.reason, last.purses_after(winner))
    try:
        return tree.pgn()
    except ValueError as error:
        raise TreeError(str(error)) from error
