"""Games with variations: grown, pruned, recorded and read back."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairyring
from fairyring import Game, IllegalMoveError, Node, RecordError, Tree, Variant
from tests import lanes

CHESS = fairyring.load("chess")
# A game of each kind of moves; those with secrets are recorded in tests of their own.
GAMES = [
    fairyring.load(name)
    for name in (lanes.GAMES if lanes.EVERY else lanes.chosen(lanes.GAMES))
    if not name.startswith("monster")
]


def grow(node: Node, moves: str) -> Node:
    for move in moves.split():
        node = node.add(move)
    return node


def movetext(tree: Tree) -> str:
    return " ".join(tree.pgn().split("\n\n")[1].split())


def shape(node: Node) -> list[object]:
    """All that a tree holds after a node, as plain data."""
    return [
        (str(child.move), child.comment, child.lead, child.glyphs, child.position, shape(child))
        for child in node.children
    ]


def test_a_main_line_and_a_variation() -> None:
    tree = Tree(CHESS)
    end = grow(tree.root, "e2-e4 e7-e5 g1-f3")
    branch = grow(end.path()[1], "c7-c5 b1-c3")
    assert [str(node.move) for node in branch.path()[1:]] == ["e2-e4", "c7-c5", "b1-c3"]
    assert branch.position == CHESS.start().play("e2-e4").play("c7-c5").play("b1-c3")
    assert tree.root.add("e2e4") is end.path()[1], "a move that is there is not made twice"
    assert [str(node.move) for node in tree.main[1:]] == ["e2-e4", "e7-e5", "g1-f3"]
    assert [str(node.move) for node in tree.root][1:] == ["e2-e4", "e7-e5", "g1-f3", "c7-c5", "b1-c3"]
    with pytest.raises(IllegalMoveError):
        tree.root.add("e2-e5")


def test_variations_are_promoted_and_removed() -> None:
    tree = Tree(CHESS)
    grow(tree.root, "e2-e4 e7-e5")
    other = grow(tree.root, "d2-d4")
    other.promote()
    assert [str(node.move) for node in tree.main[1:]] == ["d2-d4"]
    other.remove()
    assert [str(node.move) for node in tree.main[1:]] == ["e2-e4", "e7-e5"]
    for act in (tree.root.promote, tree.root.remove):
        with pytest.raises(ValueError, match="the root"):
            act()


def test_the_record_of_a_tree() -> None:
    tree = Tree(CHESS)
    tree.root.comment = "A start."
    end = grow(tree.root, "e2-e4 e7-e5 g1-f3")
    first, reply, _ = end.path()[1:]
    first.glyphs.append(1)
    reply.comment = "solid"
    sicilian = first.add("c7-c5")
    sicilian.lead, sicilian.comment = "or", "sharp"
    sicilian.glyphs += [5, 132]
    sicilian.add("b1-c3")
    sicilian.add("c2-c3").add("d7-d5")
    tree.root.add("d2-d4").comment = "} closes"
    assert sicilian.sign == "!?"
    assert movetext(tree) == (
        "{A start.} 1. e4 $1 (1. d4 ; } closes ) 1... e5 {solid}"
        " ({or} 1... c5 $5 $132 {sharp} 2. Nc3 (2. c3 d5)) 2. Nf3 *"
    )
    (again,) = fairyring.read_trees(tree.pgn())
    assert shape(again.root) == shape(tree.root)
    assert again.root.comment == "A start."
    assert again.pgn() == tree.pgn()
    (game,) = fairyring.read_pgn(tree.pgn())
    assert [str(move) for move in game.moves] == ["e2-e4", "e7-e5", "g1-f3"], "a game is the main line alone"


def test_a_long_tree_can_be_given_to_another_process() -> None:
    tree = Tree(CHESS, tags={"White": "Ann"})
    node = grow(tree.root, "g1-f3 g8-f6 f3-g1 f6-g8 " * 150)
    node.comment, node.glyphs = "back again", [1]
    grow(tree.root, "e2-e4 e7-e5")
    tree.root.children[1].lead = "or"
    again: Tree = pickle.loads(pickle.dumps(tree))
    assert again.pgn() == tree.pgn()
    assert [str(each.position) for each in again.root] == [str(each.position) for each in tree.root]
    assert again.root.children[1].children[0].parent is again.root.children[1]
    again.root.children[1].remove()
    assert len(tree.root.children) == 2


def test_signs_are_read_as_glyphs() -> None:
    (tree,) = fairyring.read_trees("1. e2-e4! e7-e5?! 2. g1-f3 $3 $3 $0 $999 $x b8-c6!!! *")
    assert [(node.glyphs, node.sign) for node in tree.main[1:]] == [
        ([1], "!"),
        ([6], "?!"),
        ([3], "!!"),
        ([], ""),
    ]


def test_a_game_as_a_tree() -> None:
    game = Game(CHESS, CHESS.position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"), {"White": "A"})
    game.push("e8-e7")
    game.push("e2-e4")
    game.comments = {-1: "so", 1: "there"}
    game.resign("black")
    tree = Tree.of(game)
    assert tree.pgn() == game.pgn()
    assert tree.result == game.result
    tree.main[1].add("e1-d1")
    (again,) = fairyring.read_trees(tree.pgn())
    assert again.result == game.result
    assert shape(again.root) == shape(tree.root)
    assert [str(move) for move in game.moves] == ["e8-e7", "e2-e4"], "the game is as it was"


def test_variations_with_pieces_in_motion() -> None:
    tree = Tree(fairyring.load("carousel"))
    end = grow(tree.root, "d2-d4 a7-a6 g1-f3 e7-e5")
    grow(end.path()[3], "h7-h5").comment = "an edge"
    assert "(2... h7-h5 {[%auto a6-a5 spin] an edge})" in movetext(tree)
    (again,) = fairyring.read_trees(tree.pgn())
    assert shape(again.root) == shape(tree.root)


def test_a_game_goes_on_when_a_record_does_not_tell_its_secrets() -> None:
    game = Game(fairyring.load("monster-bluff-4"))
    for _ in range(2):
        game.push(game.position.legal_moves()[0])
    game.push(game.position.legal_moves()[0])
    (tree,) = fairyring.read_trees(game.pgn("spectator"))
    assert len(tree.main) == 4
    assert tree.pgn() == game.pgn("spectator")


def test_a_line_can_go_on_after_a_draw_by_repetition() -> None:
    tree = Tree(CHESS)
    end = grow(tree.root, "g1-f3 g8-f6 f3-g1 f6-g8 g1-f3 g8-f6 f3-g1 f6-g8")
    assert end.position.result is not None
    assert str(end.add("e2-e4").move) == "e2-e4"
    (again,) = fairyring.read_trees(tree.pgn())
    assert shape(again.root) == shape(tree.root)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. e2-e4 (1. d2-d5) *", 1, 14, "not a legal move"),
        ("1. e2-e4 e7-e5\n(1... c7-c5 2. c7-c6)", 2, 16, "there is no piece on c7"),
        ("(1. d2-d4) 1. e2-e4", 1, 1, "a variation cannot come before the first move"),
        ("1. e2-e4 ({nothing})", 1, 10, "this variation has no move"),
        ("1. e2-e4 (1. d2-d4 [x])", 1, 10, "never closed"),
        ("1. e2-e4 " + "(1. e2-e4 " * 200, 1, 1010, "variations are nested more than 100 deep"),
        ("f2-f3 e7-e5 g2-g4 d8-h4 (d8-g5) 1-0", 1, 19, "contradicts the board"),
    ],
)
def test_bad_variations_are_explained(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        fairyring.read_trees(text)
    assert reason in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_trees_that_cannot_be_recorded_are_refused() -> None:
    tree = Tree(CHESS)
    node = tree.root
    for _ in range(102):
        moves = node.position.legal_moves()
        node.add(moves[0])
        node = node.add(moves[1])
    with pytest.raises(ValueError, match="variations are nested more than 100 deep"):
        tree.pgn()
    with pytest.raises(ValueError, match="a position of chess"):
        Tree(fairyring.load("ravioli"), CHESS.start())


words = st.text(' {}();$%"\\ab1.!?\n', max_size=12)


@settings(max_examples=lanes.samples(100, 15, usual=30))
@given(
    variant=st.sampled_from(GAMES),
    seed=st.integers(0, 2**32),
    size=st.integers(0, 25 if lanes.EVERY else 12),
    comments=st.lists(words, min_size=1, max_size=5),
)
def test_any_tree_reads_back(variant: Variant, seed: int, size: int, comments: list[str]) -> None:
    chance = random.Random(seed)
    tree = Tree(variant)
    nodes = [tree.root]
    for _ in range(size):
        node = chance.choice([nodes[-1], chance.choice(nodes)])
        moves = node.position.legal_moves()
        if not moves:
            continue
        after = node.add(chance.choice(moves))
        if after not in nodes:
            nodes.append(after)
            after.comment = " ".join(chance.choice(comments).split())
            if len(node.children) > 1:
                after.lead = " ".join(chance.choice(comments).split())
            after.glyphs = chance.sample(range(1, 256), chance.randrange(3))
    (again,) = fairyring.read_trees(tree.pgn())
    assert shape(again.root) == shape(tree.root)
    assert again.pgn() == tree.pgn()
