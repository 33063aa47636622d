"""Castling (O) and drops (@) in letters give a game the rules that it could be given otherwise."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fairyring
from fairyring.board import Side, grid
from fairyring.errors import GameFileError
from fairyring.kernels.orthodox.rules import PAWN, Orthodox, usual_castlings, usual_pieces
from fairyring.mechanics import DropLimits, Hands
from fairyring.notation.lettered import lettered, unlettered
from fairyring.notation.orthodox import orthodox_form, start_text
from fairyring.pieces import BetzaError, BySide, Piece, UnplayedError, Where, betza
from fairyring.pieces.betza.beside import Castle, DropZone, said
from fairyring.variants import chess
from tests.game.alike import side_by_side
from tests.lanes import samples

ARRAY = chess.ARRAY
KING = "KisO2"


def king(movement: Any, pieces: tuple[Piece, ...] = usual_pieces()) -> tuple[Piece, ...]:
    return tuple(replace(each, movement=movement) if each.royal else each for each in pieces)


def rules(movement: Any) -> Orthodox:
    return Orthodox(grid(8, 8), king(movement), promotions="QRBN")


def game(folder: Path, text: str, name: str = "mine.toml") -> Any:
    path = folder / name
    path.write_text('fairyring = 1\ntitle = "x"\nsummary = "x"\n' + text, encoding="utf-8")
    return fairyring.load(path)


# Letters


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("isO2", [Castle(True, 2), Castle(False, 2)]),
        ("irO3", [Castle(True, 3)]),
        ("ilO", [Castle(False, 1)]),
        ("irlO2", [Castle(True, 2), Castle(False, 2)]),
        ("isjO2", [Castle(True, 2, 1), Castle(False, 2, 1)]),
        ("irjjO12", [Castle(True, 12, 2)]),
    ],
)
def test_castling_is_read(notation: str, expected: list[Castle]) -> None:
    assert list(said(betza("K" + notation), Castle, Side.WHITE)) == expected
    assert len(betza("K" + notation).parts) == 8 + len(expected)


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("@", DropZone(1)),
        ("@7", DropZone(7)),
        ("@0", DropZone(0)),
        ("m@3", DropZone(3)),
        ("j@7", DropZone(7, 1)),
        ("jjff@7", DropZone(7, 2, 2)),
        ("f@8", DropZone(8, 0, 1)),
    ],
)
def test_a_zone_of_drops_is_read(notation: str, expected: DropZone) -> None:
    assert list(said(betza("fW" + notation), DropZone, Side.BLACK)) == [expected]


@pytest.mark.parametrize(
    ("notation", "column", "reason"),
    [
        ("KsO2", 3, "once they have moved"),
        ("KifO2", 3, "along its rank"),
        ("c@", 1, "on an empty square"),
        ("Wss@5", 2, "shades of squares"),
        ("b@", 1, "not by the whole board"),
        ("n@", 1, "a drop jumps over"),
        ("KiO2", 3, "l, r or s before O"),
        ("KisO0", 5, "how many squares"),
        ("KissO", 4, "no second s"),
        ("KmisO", 2, "only i j l r s before O"),
        ("KisO100", 5, "from 0 to 99"),
        ("@04", 2, "from 0 to 99"),
        ("i@", 1, "only m f j before @"),
        ("jj@2", 4, "more ranks than j leaves out"),
        ("[W-O2]", 4, "a modifier"),
        ("OO", 1, "once they have moved"),
    ],
)
def test_what_is_refused_names_its_column(notation: str, column: int, reason: str) -> None:
    with pytest.raises(BetzaError, match=rf"column {column}: ") as caught:
        betza(notation)
    assert caught.value.column == column
    assert reason in str(caught.value)


def test_fairy_stockfish_has_neither() -> None:
    for notation in ("KisO2", "W@3"):
        with pytest.raises(BetzaError, match="expected a modifier"):
            betza(notation, "fairy-stockfish")


# Castling


def test_chess_by_letters_is_chess(tmp_path: Path) -> None:
    usual = chess.variant().rules
    made = lettered(rules(KING), ARRAY)
    assert isinstance(usual, Orthodox)
    assert made.castlings == usual.castlings
    assert unlettered(made) == rules(KING)
    assert start_text(made, ARRAY) == f"{ARRAY} w KQkq - 0 1"
    by_file = game(tmp_path, f'base = "chess"\npieces.K.movement = "{KING}"\n')
    assert by_file.rules.castlings == usual.castlings


@pytest.mark.kernel
def test_chess_by_letters_has_the_positions_of_chess(tmp_path: Path) -> None:
    made = game(tmp_path, f'base = "chess"\npieces.K.movement = "{KING}"\n')
    text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert fairyring.perft(made.position(text), 3) == 97862
    here = made.position(text)
    assert sorted(map(str, here.legal_moves())) == sorted(
        map(str, fairyring.load("chess").position(text).legal_moves())
    )


def array_castlings(name: str, movement: Any) -> None:
    """The letters of its king say the castlings of a game."""
    variant = fairyring.load(name)
    own = variant.rules
    assert isinstance(own, Orthodox)
    array = variant.definition.start.partition(" ")[0].partition("[")[0]
    changed = tuple(replace(each, movement=movement) if each.letter == "K" else each for each in own.pieces)
    made = lettered(replace(own, pieces=changed, castlings=()), array)
    order = {each.letter: each for each in made.castlings}
    assert [order[each.letter] for each in own.castlings] == list(own.castlings)
    assert len(order) == len(own.castlings)


@pytest.mark.parametrize(
    ("name", "movement"),
    [
        ("capablanca", "KisO3"),
        ("gothic", "KisO3"),
        ("gustav3", "KisjO2"),
        ("shako", "KisjO2"),
        ("really-big", "KisO6"),
        ("janus", BySide(betza("KirO4ilO3"), betza("KilO4irO3"))),
        ("codrus", "KisO2"),
        ("weak", BySide(betza("KisO2"), betza("K"))),
        ("haynie", "KisO1"),
        ("diana", BySide(betza("KirO1ilO2"), betza("KilO1irO2"))),
    ],
)
def test_letters_say_the_castlings_of_other_games(name: str, movement: Any) -> None:
    array_castlings(name, betza(movement) if isinstance(movement, str) else movement)


def test_another_game_castles_by_its_own_letters_and_array() -> None:
    wide = chess.variant().but(title="x", summary="x", rules={"pieces": king("KisO3"), "castlings": ()})
    assert isinstance(wide.rules, Orthodox)
    names = wide.rules.board.names
    assert [names[each.king[1]] for each in wide.rules.castlings] == ["h1", "b1", "h8", "b8"]
    moved = wide.but(title="y", summary="y", array=ARRAY.replace("RNBQKBNR", "RNQKBBNR"))
    assert isinstance(moved.rules, Orthodox)
    assert [names[each.king[1]] for each in moved.rules.castlings] == ["g1", "a1", "h8", "b8"]
    plain = moved.but(title="z", summary="z", rules={"pieces": usual_pieces()})
    assert isinstance(plain.rules, Orthodox)
    assert not plain.rules.castlings


@pytest.mark.parametrize(
    ("movement", "array", "reason"),
    [
        ("KisO2", "4k3/8/8/8/8/8/8/4K2R", "column 4: 'O' cannot be played: no white piece is on a1"),
        ("KirO4", ARRAY, "its partner on h1 is fewer squares away"),
        ("KirjjjO1", ARRAY, "there is no square for its partner beside e1"),
        ("KirO2irjO1", ARRAY, "column 9: 'O' cannot be played: a side has one castling to each wing"),
        ("KisO2", ARRAY.replace("Q", "K"), "white begins with 2 pieces of this kind"),
        ("KisO2", ARRAY.replace("K", "Q").replace("k", "q"), "no king is on the board"),
    ],
)
def test_castlings_that_cannot_be_are_refused(movement: str, array: str, reason: str) -> None:
    with pytest.raises(UnplayedError) as caught:
        lettered(rules(movement), array)
    assert reason in str(caught.value)


def test_letters_within_a_part_of_a_movement_are_refused() -> None:
    within = Where(lambda *_: True, betza("KisO2"), betza("K"))
    with pytest.raises(UnplayedError, match="of the whole piece"):
        lettered(rules(within), ARRAY)


def test_rules_that_do_not_keep_the_letters_have_no_form() -> None:
    with pytest.raises(ValueError, match=r"king's letters say castling \(O\), .*lettered\("):
        orthodox_form(rules(KING), ARRAY)
    pawns = (replace(PAWN, movement="mfWcfFj@7"), *usual_pieces()[1:])
    with pytest.raises(ValueError, match=r"the pawn's letters say drops \(@\)"):
        orthodox_form(Orthodox(grid(8, 8), pawns, promotions="Q", mechanics=(Hands(),)), ARRAY)
    with pytest.raises(ValueError, match="leave one of the two out"):
        lettered(replace(rules(KING), castlings=usual_castlings(grid(8, 8))), ARRAY)


def test_a_file_says_where_its_letters_are_wrong(tmp_path: Path) -> None:
    with pytest.raises(GameFileError) as caught:
        game(tmp_path, 'base = "chess"\n[pieces.K]\nmovement = "KisO5"\n')
    assert (caught.value.line, caught.value.column) == (6, 16)
    with pytest.raises(GameFileError, match="leave one of the two out") as caught:
        game(tmp_path, 'base = "chess"\ncastlings = "usual"\n[pieces.K]\nmovement = "KisO2"\n', "b.toml")
    assert caught.value.line == 5
    with pytest.raises(GameFileError, match="the game has no hands") as caught:
        game(tmp_path, 'base = "chess"\n[pieces.N]\nmovement = "Nf@7"\n', "c.toml")
    assert (caught.value.line, caught.value.column) == (6, 15)


# Drops


def limits(game: Any) -> DropLimits:
    found: DropLimits = next(each for each in game.rules.mechanics if isinstance(each, DropLimits))
    return found


def allowed(move: str, placement: str, white: bool) -> bool:
    """Whether j@7 of pawns and jf@3 of knights allow a drop: written from what the letters mean."""
    letter, _, square = move.partition("@")
    rank = int(square[1]) if white else 9 - int(square[1])
    if letter.upper() == "P":
        return 2 <= rank <= 7
    if letter.upper() == "N":
        sign = "N" if white else "n"
        rows = [re.sub(r"\d", lambda found: "." * int(found[0]), row) for row in placement.split("/")]
        held = any(row.replace("~", "")["abcdefgh".index(square[0])] == sign for row in rows)
        return 2 <= rank <= 3 and not held
    return True


@pytest.mark.kernel
def test_drops_by_letters_are_those_that_the_letters_allow(tmp_path: Path) -> None:
    text = 'base = "crazyhouse"\npieces.P.movement = "mfWimfnDcfFj@7"\npieces.N.movement = "Njf@3"\n'
    made, plain = game(tmp_path, text), fairyring.load("crazyhouse")
    lots, dropped, barred = random.Random(3), 0, 0
    for _ in range(samples(6, 1)):
        position = made.start()
        for _ in range(120):
            moves = sorted(map(str, position.legal_moves()))
            if not moves or position.result:
                break
            usual = sorted(map(str, plain.position(str(position)).legal_moves()))
            placement = str(position).partition("[")[0]
            white = position.side is Side.WHITE
            assert moves == [each for each in usual if "@" not in each or allowed(each, placement, white)]
            dropped += sum("@" in each for each in moves)
            barred += len(usual) - len(moves)
            position = position.play(lots.choice(moves))
    assert min(dropped, barred) > 20


@pytest.mark.kernel
def test_the_swallows_of_tori_shogi_by_letters(tmp_path: Path) -> None:
    plain = fairyring.load("torishogi")
    text = 'base = "torishogi"\n[pieces.S]\nmovement = "fWff@6"\n'
    made = game(tmp_path, text)
    assert (limits(made).per_file, limits(made).no_mate) == ("SS", "S")
    for here, there in side_by_side(plain.start(), made.start(), random.Random(1), 60):
        assert str(here) == str(there)


def test_a_change_of_the_letters_changes_the_limits() -> None:
    one = crazyhouse_with("Nf@7")
    assert limits(one) == DropLimits(per_file="N", areas=limits(one).areas)
    other = one.but(title="y", summary="y", rules={"pieces": knights("Nj@0")})
    assert not limits(other).per_file
    plain = other.but(title="z", summary="z", rules={"pieces": knights("N")})
    assert not any(isinstance(each, DropLimits) for each in plain.rules.mechanics)


def knights(movement: Any) -> tuple[Piece, ...]:
    return tuple(replace(each, movement=movement) if each.letter == "N" else each for each in usual_pieces())


def crazyhouse_with(movement: Any) -> Any:
    return chess.variant().but(
        title="x", summary="x", mechanics=[Hands()], rules={"pieces": knights(movement)}
    )


def told(game: Any) -> str:
    return " ".join(str(text) for topic in limits(game).topics(game.rules) for text in topic.paragraphs)


def test_players_are_told_where_pieces_are_dropped() -> None:
    assert "You may drop a knight only on ranks 2 to 3, counted from your side." in told(
        crazyhouse_with("Njf@3")
    )
    assert "You may drop a knight only on your own first rank." in told(crazyhouse_with("N@"))
    one_side = BySide(betza("N@2"), betza("N"))
    assert "White may drop a knight only on these squares: a1, b1," in told(crazyhouse_with(one_side))


def test_a_file_may_say_the_areas_of_drops_themselves(tmp_path: Path) -> None:
    text = 'base = "crazyhouse"\nmechanics.drop_limits.areas.N = { files = ["a"] }\n'
    made = game(tmp_path, text)
    assert "White may drop a knight only on these squares: a1, a2, a3" in told(made)
    with pytest.raises(GameFileError, match="no file 'z'"):
        game(tmp_path, text.replace('"a"', '"z"'), "z.toml")
    both = text + 'pieces.N.movement = "N@3"\n'
    with pytest.raises(GameFileError, match="the letters of N say where it is dropped"):
        game(tmp_path, both, "both.toml")
