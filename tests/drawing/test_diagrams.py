"""The diagrams show what the kernels play."""

import random
from itertools import product

import pytest

import fairyring
from fairyring.board import Side, grid
from fairyring.drawing.diagrams import MOST_LINES, Diagram, diagrams
from fairyring.game import Position, Variant
from fairyring.kernels.base import PieceRules
from fairyring.kernels.drifting.motion import STILL
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import NOWHERE
from fairyring.kernels.piloting.rules import Piloting
from fairyring.pieces import Piece, Whose
from tests import lanes

# Small pieces need big ones under them, so they are never alone: their kernel has tests of its own. And
# mechanics may end a game that has no kings: pieces move there as in the game without them.
every_variant = pytest.mark.parametrize(
    "name",
    lanes.of_games(
        (name,)
        for name in lanes.GAMES
        if "ep square" in (rules := fairyring.load(name).rules).layout.fields
        and not isinstance(rules, Piloting)
        and not getattr(rules, "mechanics", ())
    ),  # pytest.mark.kernel for some
)


def placed(variant: Variant, pieces: dict[str, str], side: Side) -> Position:
    """A position with a few pieces, by site, without the kings that a position text would need."""
    rules = variant.rules
    assert isinstance(rules, PieceRules)
    row = rules.layout.rows(len(rules.board), 1)
    for site, letter in pieces.items():
        row.cells[0, 0, rules.board.numbers[site]] = rules.codes[letter]
    fields = rules.layout.fields
    for name in {"side", "turn"} & {*fields}:
        row.info[0, fields.index(name)] = side.number
    for name in {"ep square", "ep pawn"} & {*fields}:
        row.info[0, fields.index(name)] = int(NOWHERE)
    rules.derive(row, 0)
    return Position(variant, row, None)


def of(side: Side, letter: str) -> str:
    return letter if side is Side.WHITE else letter.lower()


def cases(variant: Variant) -> list[tuple[str, str, Side]]:
    assert isinstance(variant.rules, PieceRules)
    codes = variant.rules.codes
    found = [
        (piece.letter, site, side)
        for piece in variant.rules.pieces
        for site in variant.board.names
        for side in Side
        if of(side, piece.letter) in codes
    ]
    most = lanes.samples(1000 if len(variant.board) < 200 else 300, 60, usual=150, name=variant.name)
    return random.Random(0).sample(found, most) if len(found) > most else found


@every_variant
def test_goals_are_the_legal_moves_of_a_lone_piece(name: str) -> None:
    variant = fairyring.load(name)
    for letter, site, side in cases(variant):
        goals = variant.rules.reach(letter, site, side)
        moves = placed(variant, {site: of(side, letter)}, side).legal_moves()
        assert {goal.site for goal in goals if goal.move} == {move.choices[1] for move in moves}
        assert {g.site for g in goals if g.move and g.promotion} == {
            m.choices[1] for m in moves if "=" in m.text
        }


@every_variant
def test_captures_are_the_legal_captures_of_a_piece_with_one_enemy(name: str) -> None:
    variant = fairyring.load(name)
    pawn = next(piece.letter for piece in variant.rules.pieces if piece.pawn)
    lots = random.Random(0)
    for letter, site, side in cases(variant):
        goals = variant.rules.reach(letter, site, side)
        captures = {goal.site for goal in goals if goal.capture}
        others = sorted(set(variant.board.names) - captures - {site})
        for enemy in [*lots.sample(sorted(captures), min(3, len(captures))), *lots.sample(others, 2)]:
            pieces = {site: of(side, letter), enemy: of(side.other, pawn)}
            reached = {move.choices[1] for move in placed(variant, pieces, side).legal_moves()}
            assert (enemy in reached) == (enemy in captures)


@every_variant
def test_ways_are_what_must_be_empty(name: str) -> None:
    """On a board full of enemies, a piece can go exactly where it captures without passing anything."""
    variant = fairyring.load(name)
    pawn = next(piece.letter for piece in variant.rules.pieces if piece.pawn)
    for letter, site, side in cases(variant):
        (piece,) = (each for each in variant.rules.pieces if each.letter == letter)
        ways = piece.ways(variant.board, variant.board.numbers[site], side)
        if letter == "K" or any(way.hurdle for way in ways):
            continue  # it would be in check; or it captures over an enemy
        pieces = dict.fromkeys(variant.board.names, of(side.other, pawn)) | {site: of(side, letter)}
        reached = {move.choices[1] for move in placed(variant, pieces, side).legal_moves()}
        goals = variant.rules.reach(letter, site, side)
        assert {goal.site for goal in goals if goal.capture and () in goal.ways} == reached


@every_variant
def test_double_steps_are_those_that_en_passant_answers(name: str) -> None:
    variant = fairyring.load(name)
    ep_square = variant.rules.layout.field("ep square")
    for letter, site, side in cases(variant):
        position = placed(variant, {site: of(side, letter)}, side)
        passing = {
            move.choices[1]
            for move in position.legal_moves()
            if int(position.play(move).rows(1).info[0, ep_square]) != int(NOWHERE)
        }
        # A pawn that a spinner carries on at once cannot be captured en passant.
        spinner = getattr(variant.rules, "spinner", STILL)
        carried = spinner.ring if spinner.after is side else ()
        doubles = {g.site for g in variant.rules.reach(letter, site, side) if g.double}
        assert doubles - {*carried} == passing


def test_unknown_pieces_and_sites_are_refused() -> None:
    rules = fairyring.load("chess").rules
    with pytest.raises(KeyError):
        rules.reach("X", "e4", Side.WHITE)
    with pytest.raises(KeyError):
        rules.reach("N", "e4u", Side.WHITE)


def sites(name: str, letter: str) -> list[str]:
    rules = fairyring.load(name).rules
    return [d.site for d in diagrams(rules, next(p for p in rules.pieces if p.letter == letter))]


def test_the_squares_that_diagrams_use() -> None:
    assert sites("chess", "P") == ["d2"]
    assert sites("chess", "Q") == ["d4"]
    assert sites("ravioli", "W") == ["c3u", "c1"]  # slip and passage inside; on the ring only the slip
    assert sites("ravioli", "P") == ["d2u", "a2"]  # on the ring it captures on either board


def test_a_diagram_shows_what_it_says() -> None:
    rules = fairyring.load("ravioli").rules
    wizard = next(piece for piece in rules.pieces if piece.letter == "W")
    inside, ring = diagrams(rules, wizard)
    assert inside.charts == ring.charts == (0, 1)
    assert inside.marks.faint == ["c3d"]
    assert ring.marks.faint == []
    assert set(inside.marks.goals) == {"b2u", "b4u", "d2u", "d4u", "f6u", "b3d", "d3d", "c2d", "c4d"}
    assert inside.marks.ways == [("c3u", "d4u", "f6u")]
    assert inside.words.startswith("The wizard on c3u: may move to or capture on ")
    (upper,) = diagrams(rules, next(p for p in rules.pieces if p.letter == "K"))[0].charts
    assert upper == 0  # a piece that stays on one board is shown on that board only


def test_a_hopper_is_shown_with_pieces_to_jump_over() -> None:
    rules = fairyring.load("xiangqi").rules
    (cannon,) = diagrams(rules, next(piece for piece in rules.pieces if piece.letter == "C"))
    (site, file, rank) = (cannon.site, cannon.site[0], int(cannon.site[1:]))
    assert {hurdle[0] == file or hurdle[1:] == str(rank) for hurdle in cannon.hurdles} == {True}
    assert len(cannon.hurdles) == 4
    marks = cannon.marks
    beyond = {goal for way in marks.ways for goal in way[-1:] if {*way} & {*cannon.hurdles}}
    assert beyond == {*marks.captures}  # it only captures behind what it jumps over
    assert not {*marks.captures} & {*marks.moves}
    assert site not in marks.moves
    assert {*cannon.hurdles}.isdisjoint([*marks.moves, *marks.captures])
    assert cannon.title == f"The cannon on {site}, with pieces to jump over"
    assert f"with other pieces on {', '.join(cannon.hurdles)}: " in cannon.words


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["xiangqi", "cannon-billiards"])
def test_what_is_over_others_is_captured_there(name: str) -> None:
    variant = fairyring.load(name)
    rules, chance = variant.rules, random.Random(1)
    assert isinstance(rules, PieceRules)
    pawn = next(piece.letter for piece in rules.pieces if piece.letter in "PS")
    for site, side in [(site, side) for site in rules.board.names for side in Side]:
        over = [jump for jump in rules.over("C", site, side) if jump.capture]
        for jump in chance.sample(over, min(2, len(over))):
            pieces = {site: of(side, "C"), jump.site: of(side.other, pawn), jump.hurdles[0]: of(side, pawn)}
            moves = placed(variant, pieces, side).legal_moves()
            assert (site, jump.site) in {move.choices[:2] for move in moves}
            pieces.pop(jump.hurdles[0])
            moves = placed(variant, pieces, side).legal_moves()
            assert (site, jump.site) not in {move.choices[:2] for move in moves}


# Pieces that capture on their way, jump over pieces of one side, or capture their own

ZOO = {
    "A": "fmF[fcF-mF]",
    "B": "mWcabmN",
    "C": "mRcpR",
    "D": "KNADcaKcabmK",
    "F": "mKdN",
    "I": "tpR",
    "J": "cafmQ",
    "L": "[pR-pR-R]",
    "M": "[F?R]",
    "N": "dafmB",
}


def zoo() -> Orthodox:
    king = Piece("K", "king", "K", royal=True)
    pieces = [Piece(letter, f"beast {letter}", movement) for letter, movement in ZOO.items()]
    return Orthodox(grid(6, 6), (king, *pieces), "")


def test_all_ways_are_read_back_from_the_tables() -> None:
    rules = zoo()
    names = rules.board.names
    for piece, site, side in product(rules.pieces, range(len(names)), Side):
        ways = list(piece.ways(rules.board, site, side))
        reach = rules.reach(piece.letter, names[site], side)
        plain = [way for way in ways if not way.hurdles]
        for what in ("move", "capture", "friendly"):
            assert {goal.site for goal in reach if getattr(goal, what)} == {
                names[way.goal] for way in plain if getattr(way, what)
            }
        expected = {
            (
                names[way.goal],
                frozenset(names[each] for each in way.through),
                frozenset((names[each.site], each.whose) for each in way.hurdles),
                "" if way.taken is None else names[way.taken],
                (way.move, way.capture, way.friendly),
            )
            for way in ways
            if way.hurdles
        }
        found = set()
        for jump in rules.over(piece.letter, names[site], side):
            whose = {
                each: Whose.OWN if each in jump.own else Whose.ENEMY if each in jump.enemies else Whose.ANY
                for each in jump.hurdles
            }
            may = jump.move, jump.capture, jump.friendly
            found.add((jump.site, frozenset(jump.way), frozenset(whose.items()), jump.taken, may))
        assert found == expected


def drawn(letter: str) -> list[Diagram]:
    rules = zoo()
    shown = diagrams(rules, next(piece for piece in rules.pieces if piece.letter == letter))
    return [diagram for diagram in shown if diagram.side is Side.WHITE]


def test_captures_on_the_way_are_crossed_out_and_joined_to_where_they_lead() -> None:
    taking, alone = drawn("A")
    assert alone.hurdles == ()
    assert len(alone.marks.moves) == 2
    assert len(taking.marks.taken) == 2
    for start, *between, goal in taking.marks.ways:
        assert between == [each for each, goals in taking.taking.items() if goal in goals]
        assert start == taking.site
        assert goal in taking.marks.moves
    assert taking.title == f"The beast A on {taking.site}, with pieces that it captures on its way"
    assert f"captures on {taking.marks.taken[0]} on its way to " in taking.words
    assert " L39 39" not in next(alone.pictures())
    assert "M9 9L39 39" in next(taking.pictures())


def test_a_piece_that_shoots_stays_on_its_square() -> None:
    shooting, *_ = drawn("B")
    assert shooting.marks.stays == [shooting.site]
    assert shooting.site not in (*shooting.marks.moves, *shooting.marks.goals, *shooting.marks.captures)
    assert "may capture and stay on its square: " in shooting.words


def test_own_pieces_are_drawn_where_it_needs_or_captures_its_own() -> None:
    (own,) = drawn("I")
    assert own.own == own.hurdles
    (friend,) = drawn("F")
    assert len(friend.marks.friends) >= 4
    assert "may capture a piece of its own side on " in friend.words
    eating = drawn("N")[0]
    assert set(eating.own) == set(eating.marks.taken)


def test_a_diagram_of_many_paths_can_still_be_read() -> None:
    lion, alone = drawn("D")
    assert 8 <= len(lion.marks.ways) <= 2 * MOST_LINES
    assert lion.marks.taken
    assert len(alone.marks.goals) == 24
