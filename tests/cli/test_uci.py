"""``uci``: as python-chess's engine module finds it, and by hand."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess
import chess.engine
import chess.variant
import pytest

import fairyring
from fairyring.cli.uci import Uci, times_for
from fairyring.game.foreign import completed
from tests.cli.conftest import Run
from tests.cli.conversation import Conversation

COMMAND = [sys.executable, "-m", "fairyring", "uci"]


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    fairyring.prepare(fairyring.load("chess"))  # compiled once for all
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as started:
        started.ping()
        yield started


@pytest.fixture(scope="module")
def uci() -> Iterator[Conversation]:
    fairyring.prepare(fairyring.load("chess"))
    begun = Conversation(Uci)
    yield begun
    begun.end()


def chosen(engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit) -> chess.Move:
    """The move that the engine plays, which is legal."""
    move = engine.play(board, limit).move
    assert move is not None
    assert move in board.legal_moves
    return move


def talk(*lines: str) -> list[str]:
    """What the engine says to some lines; it is let finish before it is told to quit."""
    sink = io.StringIO()
    talker = Uci(io.StringIO("".join(f"{line}\n" for line in lines)), sink)
    talker.run()
    return sink.getvalue().splitlines()


def best_move(said: Iterable[str]) -> str:
    """The only move among the lines, wherever it is: a short search may end before the next line is read."""
    [line] = [line for line in said if line.startswith("bestmove")]
    return line.split()[1]


def test_it_says_who_it_is(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"] == f"fairyring {fairyring.__version__}"
    assert engine.options["UCI_Variant"].default == "chess"


WITHOUT_COMPILER = """
import io
import sys
from fairyring.cli.{module} import {engine}

sink = io.StringIO()
{engine}(io.StringIO({said!r}), sink).run()
print(sink.getvalue().split()[-1], "crazyhouse" in sink.getvalue(), "numba" in sys.modules)
"""


@pytest.mark.parametrize(
    ("module", "engine", "said", "last"),
    [
        ("uci", "Uci", "uci\n", "uciok"),
        ("xboard", "Xboard", "xboard\nprotover 2\n", "done=1"),
    ],
)
def test_it_is_known_at_once_before_anything_is_compiled(
    module: str, engine: str, said: str, last: str
) -> None:
    code = WITHOUT_COMPILER.format(module=module, engine=engine, said=said)
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert found.stdout.split() == [last, "True", "False"]


def test_its_moves_are_legal(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    for _ in range(12):
        board.push(chosen(engine, board, chess.engine.Limit(nodes=2000)))


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/7Q w - - 0 1", 2),
        ("7k/4P3/5K2/8/8/8/8/8 w - - 0 1", 3),
    ],
)
def test_it_finds_mates(engine: chess.engine.SimpleEngine, fen: str, mate: int) -> None:
    board = chess.Board(fen)
    found = engine.analyse(board, chess.engine.Limit(depth=2 * mate + 1))
    score = found["score"].white()
    assert score.is_mate()
    assert score.mate() is not None
    assert 0 < (score.mate() or 0) <= mate
    for move in found["pv"]:
        board.push(move)
    assert board.is_checkmate()


def test_it_says_what_it_thinks(engine: chess.engine.SimpleEngine) -> None:
    found = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert found["depth"] == 4
    assert found["nodes"] > 0
    assert {"nps", "time", "score"} < set(found)
    assert found["seldepth"] >= 4
    assert 0 <= found["hashfull"] < 1000
    assert found["pv"][0] in chess.Board().legal_moves


def test_it_stops_when_told_to(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        analysis.stop()
        assert analysis.wait().move is not None


def test_it_keeps_to_its_time(engine: chess.engine.SimpleEngine) -> None:
    began = time.monotonic()
    chosen(engine, chess.Board(), chess.engine.Limit(time=0.3))
    assert time.monotonic() - began < 3


def test_it_plays_by_the_clock(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
    chosen(engine, chess.Board(), limit)


def test_it_answers_where_a_draw_may_be_claimed(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        board.push_uci(text)
    chosen(engine, board, chess.engine.Limit(depth=2))
    chosen(engine, chess.Board("k7/8/8/8/8/8/8/K7 w - - 0 1"), chess.engine.Limit(depth=2))


def test_a_finished_game_gets_a_null_move() -> None:
    said = talk("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    over = "info string the game is over"
    assert said == [f"{over} (white wins: checkmate)", "info depth 0 score mate 0", "bestmove 0000"]
    said = talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert said == [f"{over} (draw: stalemate)", "info depth 0 score cp 0", "bestmove 0000"]
    said = talk("position fen 8/8/8/8/8/8/2k5/K7 w - - 0 1", "go depth 3")
    assert said == [f"{over} (draw: insufficient material)", "info depth 0 score cp 0", "bestmove a1a2"]
    lost = "8/8/8/8/8/8/8/4r3 w - - 0 1"  # White has no piece left, and so has won
    said = talk("setoption name UCI_Variant value antichess", f"position fen {lost}", "go depth 3")
    assert said[2:] == ["info depth 0 score cp 32000", "bestmove 0000"]


def test_an_endless_search_ends_with_the_input() -> None:
    *_, last = talk("position startpos moves e2e4", "go infinite", "stop", "isready", "go infinite")
    assert last.startswith("bestmove ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("castle", "unknown command 'castle'"),
        ("\ufffd\ufffd \x00", "unknown command"),
        ("position", "position: expected 'startpos' or 'fen'"),
        ("position fen", "position text, column 1: "),
        ("position fen 8/8 w - - 0 1", "position text, column 4: "),
        ("position startpos e2e4", "position: expected 'startpos' or 'fen'"),
        ("position startpos moves e2e4 e2e4", "move 'e2e4': not a legal move"),
        ("setoption Hash 3", "setoption: expected 'name'"),
        ("setoption name Contempt value 3", "there is no option 'Contempt'"),
        ("setoption name Hash value 0", "Hash: expected a number from 1 to 4096, not '0'"),
        ("setoption name Threads value 0", "Threads: expected a number from 1 to 256, not '0'"),
        ("setoption name MultiPV value x", "MultiPV: expected a number from 1 to 500, not 'x'"),
        ("setoption name Ponder value on", "Ponder: expected true or false, not 'on'"),
        ("setoption name VariantPath value nowhere.ini", "nowhere.ini: No such file or directory"),
        ("setoption name UCI_Variant value x.py", "no game is called 'x.py'; the option VariantPath"),
        ("setoption name UCI_Variant value", "UCI_Variant: expected the name of a game"),
        ("setoption name UCI_Variant", "UCI_Variant: expected the name of a game"),
        ("setoption name UCI_Variant value checkers", "no game is called 'checkers'"),
    ],
)
def test_garbage_is_reported_and_changes_nothing(line: str, answer: str) -> None:
    before = talk("position startpos moves d2d4", "d")
    first, *rest = talk("position startpos moves d2d4", line, "stop", "d")
    assert first.startswith(f"info string {answer}")
    assert [said for said in rest if not said.startswith("bestmove")] == before


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("go depth", "go depth: expected a whole number from 1 to 1000000000000000000, not ''; 1 is taken"),
        ("go depth ten", "go depth: expected a whole number from 1 to"),
        ("go depth --5", "go depth: expected a whole number from 1 to"),
        ("go depth 0", "go depth: expected a whole number from 1 to"),
        ("go nodes 0", "go nodes: expected a whole number from 1 to"),
        ("go mate 0", "go mate: expected a whole number from 1 to"),
        ("go movetime -3", "go movetime: expected a whole number from 0 to"),
        ("go wtime soon btime soon", "go wtime: expected a whole number from 0 to"),
        ("go depth 1 nodes 9999999999999999999", "go nodes: expected a whole number from 1 to"),
        (f"go depth 1 nodes {'9' * 5000}", "go nodes: expected a whole number from 1 to"),
    ],
)
def test_limits_that_are_none_still_get_a_move(line: str, answer: str) -> None:
    """The other program waits for one, whatever it has asked for."""
    first, *said = talk("position startpos moves d2d4", line, "isready")
    assert first.startswith(f"info string {answer}")
    assert best_move(said) in {
        move.uci for move in fairyring.load("chess").start().play("d2-d4").legal_moves()
    }


@pytest.mark.parametrize("position", ["fen 8/8 w - - 0 1", "startpos moves e2e4 e2e4", "nowhere"])
def test_a_position_that_cannot_be_read_gets_no_move(position: str) -> None:
    """A move of the position before it would be illegal in what the other program shows."""
    setting = ["position startpos moves d2d4", f"position {position}"]
    said = talk(*setting, "go depth 2")
    assert said[1:] == [
        "info string go: the last position could not be read, so there is no move for it",
        "bestmove 0000",
    ]
    *_, last = talk(*setting, "ucinewgame", "go depth 1")
    assert last.split()[1] in {move.uci for move in fairyring.load("chess").start().legal_moves()}


def test_no_answer_comes_before_stop_where_a_position_cannot_be_read(uci: Conversation) -> None:
    uci.send("position nowhere", "go infinite", "isready")
    assert not [line for line in uci.until("readyok") if line.startswith("bestmove")]
    uci.send("stop")
    assert uci.until("bestmove")[-1] == "bestmove 0000"
    uci.send("position startpos")


@pytest.mark.parametrize(
    ("fen", "moves", "first"),
    [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, "f3f7"),
        ("3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - - 0 1", 3, "h1h7"),
    ],
)
def test_no_mate_is_missed_that_was_asked_for(uci: Conversation, fen: str, moves: int, first: str) -> None:
    """A usual search of that depth prunes some of their moves."""
    uci.send("ucinewgame", f"position fen {fen}", f"go mate {moves}")
    *_, info, best = uci.until("bestmove")
    assert f" score mate {moves} " in info
    assert best.split()[1] == first


def test_unknown_words_of_go_are_passed_over() -> None:
    said = talk("go mildly depth 1", "stop")
    assert said[0] == "info string go: unknown word 'mildly'"
    assert said[-1].startswith("bestmove ")


def test_a_clock_that_has_run_out_still_gets_a_move() -> None:
    for clock in ("wtime 0 btime 0", "wtime -500 btime -500", "wtime 0 btime 0 movestogo 1"):
        said = talk(f"go {clock}", "isready", "stop")
        assert best_move(said) in {move.uci for move in fairyring.load("chess").start().legal_moves()}
        assert not [line for line in said if line.startswith("info string")]


def test_a_game_without_a_name_leaves_the_old_one() -> None:
    said = talk(
        "setoption name UCI_Variant value gardner", "setoption name UCI_Variant value", "isready", "d"
    )
    assert said[1].startswith("info string UCI_Variant: ")
    assert said[2] == "readyok"
    assert said[3] == f"Fen: {fairyring.load('gardner').start()}"


def test_some_moves_are_chosen_among(uci: Conversation) -> None:
    def answers(words: str) -> list[str]:
        uci.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", f"go {words}")
        return uci.until("bestmove")

    for words in (
        "searchmoves h2h3 g2g3 depth 3",
        "depth 3 searchmoves g2g3 h2h3",
        "searchmoves h2h3 nodes 99",
    ):
        assert answers(words)[-1].split()[1] in ("h2h3", "g2g3")
    assert answers("depth 3 searchmoves h2h3 a1a8")[-1] == "bestmove a1a8"
    said = answers("searchmoves a1b8 a1a2 depth 1")
    assert said[0].startswith("info string go searchmoves: move 'a1b8': ")
    assert said[-1].split()[1] == "a1a2"
    assert answers("searchmoves a1b8 depth 3")[-1] == "bestmove a1a8"  # as if none had been named
    uci.send("setoption name MultiPV value 5")
    several = answers("searchmoves a1a2 a1a3 depth 2")
    assert {line.split(" pv ")[1].split()[0] for line in several if " pv " in line} == {"a1a2", "a1a3"}
    uci.send("setoption name MultiPV value 1", "position startpos")


def test_limits_beyond_all_bounds_are_the_greatest_there_are() -> None:
    for words in ("depth 1000", "movetime 999999999999999999", "nodes 99999999999999999", "mate 999"):
        said = talk("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", f"go {words}", "stop")
        assert said[-1].startswith("bestmove ")
        assert not [line for line in said if line.startswith("info string")]


GAMES = """
[small-chess:chess]
maxRank = 6
maxFile = 6
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = nrq
castling = false
[partners:chess]
twoBoards = true
[atomic:chess]
"""


def test_games_of_files_are_played_and_those_that_cannot_be_are_said(tmp_path: Path) -> None:
    (tmp_path / "mine.ini").write_text(GAMES)
    (tmp_path / "my_boom.toml").write_text(
        'fairyring = 1\nbase = "chess"\ntitle = "Boom"\nsummary = "Explosions."\nminor = ""\nbound = ""\n'
        "[mechanics]\nexplosion = {}\n"
    )
    names = ("mine.ini", "gone.toml", "my_boom.toml")
    paths = os.pathsep.join(str(tmp_path / name) for name in names)
    said = talk(
        f"setoption name VariantPath value {paths}",
        "uci",
        "setoption name UCI_Variant value small-chess",
        "position startpos moves b1c3",
        "d",
        "setoption name UCI_Variant value my-boom",
        "position startpos moves g1f3 a7a6 f3e5 a6a5 e5f7",
        "d",
        "setoption name VariantPath value <empty>",
        "d",
        "setoption name UCI_Variant value small-chess",
    )
    assert said[0].startswith(
        "info string mine.ini, line 11, column 13: twoBoards: fairyring does not support"
    )
    assert said[1].startswith("info string atomic in ")
    assert said[2].endswith("gone.toml: No such file or directory")
    games = next(line for line in said if "UCI_Variant type combo default chess" in line).split(" var ")
    assert games[-2:] == ["small-chess", "my-boom"]
    assert set(games) > set(fairyring.variants())
    assert (
        "info string variant small-chess files 6 ranks 6 startpos rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
        in said
    )
    boards = [line.split()[1] for line in said if line.startswith("Fen: ")]
    assert boards[0] == "rnqknr/pppppp/6/2N3/PPPPPP/R1QKNR"
    assert boards[1] == "rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R"
    assert boards[2] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert said[-1].startswith("info string no game is called 'small-chess'")


@pytest.mark.parametrize("name", ["chess960", "crazyhouse", "ravioli", "kyotoshogi"])
def test_every_game_has_moves_that_it_reads_again(name: str) -> None:
    move = ""
    moves: list[str] = []
    for _ in range(4):
        line = f"position startpos moves {' '.join(moves)}"
        said = talk(f"setoption name UCI_Variant value {name}", line, "go depth 1", "isready")
        move = said[-1].split()[1] if said[-1].startswith("bestmove") else said[-2].split()[1]
        moves.append(move)
    assert not [text for text in said if text.startswith("info string") and " variant " not in text]


def test_shuffled_chess_is_chess960() -> None:
    fen = "position fen rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1"
    said = talk("setoption name UCI_Chess960 value true", f"{fen} moves b1h1", "d")
    assert said[0].startswith("Fen: rk5r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b ha")


def test_positions_as_other_programs_write_them() -> None:
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1"
    said = talk(
        "setoption name UCI_Variant value crazyhouse",
        f"position fen {board}[pNPRp] w Qkq - 0 1",
        "d",
        f"position fen {board}[-] b Qkq - 0 1",
        "d",
        "setoption name UCI_Variant value shogi",
        "position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1",
        "d",
    )
    assert [line.partition("[")[2] for line in said if line.startswith("Fen")] == [
        "RNPpp] w Qkq - 0 1",
        "] b Qkq - 0 1",
        "] w - - 0 1",
    ]


@pytest.mark.parametrize(
    ("game", "fields", "expected"),
    [
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w QK", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R b QK e3", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 0", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 1"),
        ("chess960", "4k3/8/8/8/8/8/8/R3K2R w HA", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"),
        ("seirawan", "4k3/8/8/8/8/8/8/RNBQKBNR[HE] w KQBG", "4k3/8/8/8/8/8/8/RNBQKBNR[EH] w KQBG - 0 1"),
        # Other programs know of castling there.
        ("suicide", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ],
)
def test_castling_rights_as_other_programs_write_them(game: str, fields: str, expected: str) -> None:
    said = talk(f"setoption name UCI_Variant value {game}", f"position fen {fields}", "d")
    assert said[1] == f"Fen: {expected}"


def test_python_chess_plays_a_game_of_a_file(tmp_path: Path) -> None:
    """It asks for games once, at the beginning."""
    path = tmp_path / "my_boom.toml"
    path.write_text(
        'fairyring = 1\nbase = "chess"\ntitle = "Boom"\nsummary = "Explosions."\nminor = ""\nbound = ""\n'
        "[mechanics]\nexplosion = {}\n"
    )

    class Boom(chess.variant.AtomicBoard):
        uci_variant = xboard_variant = "my-boom"

    command = [sys.executable, "-m", "fairyring"]
    for speak, protocol in (("uci", chess.engine.UciProtocol), ("xboard", chess.engine.XBoardProtocol)):
        opened = chess.engine.SimpleEngine.popen(protocol, [*command, speak, str(path)], timeout=60)
        with opened as started:
            board = Boom("rnb1kbnr/pppp1ppp/8/4p3/7q/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 3")
            limit = chess.engine.Limit(depth=1)
            found = started.play(board, limit).move
            assert found is not None
            board.push(found)
            assert board.is_variant_loss()


def test_several_lines(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 4, "Threads": 2})
    found = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert len({info["pv"][0] for info in found}) == 3
    scores = [info["score"].relative.score() or 0 for info in found]
    assert scores == sorted(scores, reverse=True)


def test_it_thinks_on_while_its_opponent_does(uci: Conversation) -> None:
    def best(*lines: str) -> list[str]:
        uci.send(*lines)
        return uci.until("bestmove")[-1].split()

    first = best("ucinewgame", "position startpos", "go depth 4")
    assert first[2] == "ponder"
    thinking = f"position startpos moves {first[1]} {first[3]}"
    for clock in ("wtime 3000 btime 3000", "depth 2", "infinite"):
        uci.send(thinking, f"go ponder {clock}")
        time.sleep(0.3)
        began = time.monotonic()
        uci.send("isready")
        assert not [line for line in uci.until("readyok") if line.startswith("bestmove")]
        assert best("ponderhit")[0] == "bestmove"
        assert time.monotonic() - began < 2
    uci.send(thinking, "go ponder wtime 60000 btime 60000")
    assert best("stop")[0] == "bestmove"


def test_perft(uci: Conversation) -> None:
    uci.send("position startpos", "go perft 0")
    assert uci.until("Nodes searched")[-1] == "Nodes searched: 1"
    uci.send("go perft 2")
    *lines, total = uci.until("Nodes searched")
    assert total == "Nodes searched: 400"
    counts = dict(line.split(": ") for line in lines if line)
    assert len(counts) == 20
    assert set(counts.values()) == {"20"}
    began = time.monotonic()
    uci.send("go perft 12", "stop", "isready")
    uci.until("readyok")
    assert time.monotonic() - began < 30


def test_garbage_of_bytes_does_not_end_it(run: Run) -> None:
    said = run("uci", typed=b"\xff\xfe\x00\n\n  \nuci\nquit\n")
    assert "info string unknown command" in said.stdout
    assert said.stdout.endswith("uciok\n")
    assert (said.exit_code, said.stderr) == (0, "")


def test_positions_that_are_not_quite_canonical() -> None:
    assert completed(["8/8", "b"]) == "8/8 b - - 0 1"
    assert completed("8/8 w qkQK - 3 4".split()) == "8/8 w qkQK - 3 4"
    assert completed([]) == ""
    assert completed(["8/8[-]"]) == "8/8[] w - - 0 1"
    assert completed(["8/8[pRPp]", "b"], "PR") == "8/8[RPpp] b - - 0 1"
    assert completed("a b c d e f g".split()) == "a b c d e f g"


def test_time_is_shared_out() -> None:
    assert times_for({}, "white") == (None, None)
    assert times_for({"depth": 3}, "white") == (None, None)
    aim, most = times_for({"movetime": 1000}, "white")
    assert aim is None
    assert most == pytest.approx(0.975)
    assert times_for({"wtime": 30_000, "btime": 1}, "white") == pytest.approx((1.0, 4.0))
    assert times_for({"wtime": 1, "btime": 30_000, "binc": 1000}, "black") == pytest.approx((1.75, 7.0))
    assert times_for({"wtime": 1000, "movestogo": 1}, "white") == pytest.approx((0.8, 0.8))
    for late in (-50, 0, 1, 60):
        aim, most = times_for({"wtime": late, "winc": 5000}, "white")
        assert 0 < (aim or 0) <= (most or 0) <= 0.05
    for late in (-5000, 0):
        for others in ({}, {"winc": 10}, {"movestogo": 1}, {"movestogo": 0}):
            aim, most = times_for({"wtime": late, **others}, "white")
            assert 0 < (aim or 0) <= (most or 0) <= 0.05


def test_a_search_that_fails_has_its_bestmove_and_no_words_of_python(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("index out of bounds")

    monkeypatch.setattr(fairyring, "search", fail)
    said, best = talk("position startpos moves e2e4", "go depth 2")
    assert said == "info string the search failed because of a bug in fairyring; standard error says more"
    assert best == "bestmove 0000"
    assert "index out of bounds" in caplog.text
