"""The oracle of the games of momentum against itself, in random games and on boards put up at random."""

import random
import re
from collections.abc import Iterator
from types import MappingProxyType

import pytest

from .minigolf_samples import game, scattered, sharp, told
from .momentum import OracleMomentum, Position, in_motion
from .momentum_texts import Order
from .momentum_twin import Telling
from .momentum_ways import is_far_rank

FLAT = {name: OracleMomentum(name) for name in ("momentum", "carousel", "minigolf")}
ALL = {**FLAT, "ravioli-momentum": OracleMomentum("ravioli-momentum")}
MOM = ALL["momentum"]


def walk(oracle: OracleMomentum, seed: int, plies: int = 50, others: int = 40) -> Iterator[Position]:
    """Positions of a random game and others."""
    chance = random.Random(seed)
    yield from game(oracle, chance.choice(sharp(oracle)), chance, plies)
    for _ in range(others):
        yield scattered(oracle, chance)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ALL)
def test_round_trips(name: str) -> None:
    oracle = ALL[name]
    for seed in range(6):
        for pos in walk(oracle, seed):
            text = oracle.write(pos)
            again = oracle.read(text)
            assert again == pos
            assert hash(again) == hash(pos)
            assert oracle.write(again) == text
            assert oracle.repetition_key(again) == oracle.repetition_key(pos)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ALL)
def test_every_turn_leads_to_a_position_that_the_oracle_reads(name: str) -> None:
    oracle = ALL[name]
    for number, pos in enumerate(walk(oracle, 10)):
        if number % 2 == 0:
            for after in oracle.legal(pos).values():
                assert oracle.read(oracle.write(after)) == after


@pytest.mark.thorough
@pytest.mark.parametrize("name", ALL)
def test_check_by_definition(name: str) -> None:
    """The look at what can reach the king against every whole turn played."""
    oracle = ALL[name]
    for number, pos in enumerate(walk(oracle, 20, plies=40, others=60)):
        assert oracle.in_check(pos) == oracle.some_turn_captures_king(oracle.opponents_view(pos))
        if number % 5 == 0:
            for turn in oracle.voluntary(pos):
                after = oracle.position_after(pos, turn, oracle.play(pos, turn))
                assert oracle.could_take_king(after) == oracle.some_turn_captures_king(after)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ALL)
def test_what_every_turn_keeps(name: str) -> None:
    oracle = ALL[name]
    for pos in walk(oracle, 30):
        for text, after in oracle.legal(pos).items():
            assert after.side != pos.side
            assert {piece for piece in pos.pieces.values() if piece in "Kk"} == {"K", "k"}
            lost = len(pos.pieces) - len(after.pieces)
            assert lost >= 0
            assert lost == 0 or after.clock == 0
            own, own_after = (each.white if pos.side == "white" else each.black for each in (pos, after))
            # One turn launches at most one piece, and a stop none.
            assert len(own_after) <= len(own) + (not text.startswith("stop"))
            for order in (after.white, after.black):
                assert len({site for site, _vector in order}) == len(order)
                assert all(vector != (0, 0) for _site, vector in order)
            next_order = after.white if after.side == "white" else after.black
            for site, vector in next_order:
                assert oracle.ways.glide(after.pieces[site], site, vector) is not None


# ---- moves and whole turns, written a second time ----


@pytest.mark.thorough
@pytest.mark.parametrize("name", FLAT)
def test_moves_and_whole_turns_again(name: str) -> None:
    oracle = ALL[name]
    for pos in walk(oracle, 40, plies=60, others=60):
        telling = Telling(oracle, pos)
        moves = telling.moves()
        turns = oracle.named_turns(pos)
        plain = {
            text: turn for text, turn in turns.items() if turn.castling is None and turn.origin != turn.to
        }
        assert moves.keys() == plain.keys()
        for text, turn in plain.items():
            after = oracle.position_after(pos, turn, oracle.play(pos, turn))
            table, resets = telling.after(moves[text])
            assert sorted(site_and_piece(telling.told(table))) == sorted(told(after).split())
            assert after.clock == (0 if resets else pos.clock + 1)


def site_and_piece(pieces: dict[str, str]) -> list[str]:
    return [piece[0] + site + piece[1:] for site, piece in pieces.items()]


# ---- the same rules reflected ----


def reflected(pos: Position, files: bool, ranks: bool) -> Position:
    """Left for right, or the sides exchanged (with their colours), or both."""

    def order(each: Order) -> Order:
        return tuple(
            (square(site, files, ranks), (-dx if files else dx, -dy if ranks else dy))
            for site, (dx, dy) in each
        )

    white, black = order(pos.white), order(pos.black)
    castling = "".join(sorted(pos.castling.swapcase(), key="KQkq".index)) if ranks else pos.castling
    return pos._replace(
        pieces=MappingProxyType(
            {
                square(site, files, ranks): piece.swapcase() if ranks else piece
                for site, piece in pos.pieces.items()
            }
        ),
        white=black if ranks else white,
        black=white if ranks else black,
        side={"white": "black", "black": "white"}[pos.side] if ranks else pos.side,
        castling=castling,
        passed=pos.passed and square(pos.passed, files, ranks),
    )


def square(site: str, files: bool, ranks: bool) -> str:
    file = "hgfedcba"["abcdefgh".index(site[0])] if files else site[0]
    return f"{file}{9 - int(site[1])}" if ranks else file + site[1]


@pytest.mark.thorough
@pytest.mark.parametrize(("files", "ranks"), [(True, False), (False, True), (True, True)])
def test_momentum_is_the_same_reflected(files: bool, ranks: bool) -> None:
    for pos in walk(MOM, 50):
        told = pos._replace(castling="") if files else pos
        other = MOM.legal(reflected(told, files, ranks))
        expected = {
            re.sub("[a-h][1-8]", lambda match: square(match[0], files, ranks), text): after
            for text, after in MOM.legal(told).items()
        }
        assert other.keys() == expected.keys()
        for text, after in expected.items():
            again = reflected(after, files, ranks)._replace(number=other[text].number)
            assert other[text] == again


# ---- what the samples are worth ----


def happenings(oracle: OracleMomentum, pos: Position) -> Iterator[str]:
    if oracle.in_check(pos):
        yield "check"
    turns = oracle.named_turns(pos)
    for text, after in oracle.legal(pos).items():
        turn = turns[text]
        board = oracle.play(pos, turn)
        if "~" in text:
            yield "two momenta"
        if turn.castling:
            yield "castling"
        if turn.captures not in (None, turn.to):
            yield "en passant"
        if len(board.captured) > (turn.captures is not None):
            yield "automatic capture"
        for site, vector in pos.white if pos.side == "white" else pos.black:
            piece = pos.pieces[site]
            glide = oracle.ways.glide(piece, site, vector)
            if site == turn.origin or glide is None:
                continue
            if glide.to == site and (site, glide.leaves) in board.own:
                yield "bounce in place"
            if piece in "Pp" and is_far_rank(oracle.game, piece, glide.to) and site not in board.pieces:
                yield "automatic promotion"
        if any(after.pieces.get(site) != piece for site, piece in board.pieces.items() if piece in "Kk"):
            yield "king carried"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ALL)
def test_random_positions_have_what_they_are_for(name: str) -> None:
    oracle = ALL[name]
    seen = {each for seed in (60, 61) for pos in walk(oracle, seed) for each in happenings(oracle, pos)}
    expected = {"check", "castling", "en passant", "automatic capture", "automatic promotion"}
    if oracle.game.spinner:
        expected |= {"two momenta", "king carried"}
    if name == "minigolf":
        expected |= {"bounce in place"}
    assert seen == expected


def test_minigolf_has_five_or_more_in_motion_mostly() -> None:
    oracle = ALL["minigolf"]
    busy = [in_motion(pos) >= 5 for pos in game(oracle, oracle.start(), random.Random(70), 120)]
    assert sum(busy) > 0.7 * len(busy)
