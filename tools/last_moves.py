"""Pictures of what the page shows after a move: ``tools/last_moves.py [GAME...] [--phone] [--dark]``.

They are what docs/last-moves.md shows: after one look at each, a person can say what the last move did. With
``--phone`` or ``--dark`` they are written to a temporary folder, to be looked at.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from _server import ask, served

import fairyring
from fairyring.variants import LESSONS, kept
from tests.chromium import launched

PLACE = Path(__file__).parents[1] / "docs" / "images" / "last-moves"
WIDE, PHONE = {"width": 1100, "height": 760}, {"width": 360, "height": 740}
# For games of each look: the last of these moves is shown, after a position or after the start of the game.
SHOWN: dict[str, tuple[str, tuple[str, ...]]] = {
    name: ("", tuple(moves.split()))
    for name, moves in {
        "chess": "e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6 f3-g5 d7-d5 e4xd5",
        "atomic": "g1-f3 d7-d5 f3-e5 g8-f6 e5-f7",
        "crazyhouse": "e2-e4 d7-d5 e4-d5 d8-d5 b1-c3 d5-a5 P@b4",
        "duck": "e2-e4,e6 d7-d5,d4 e4-d5,d6",
        "momentum": "f2-f4 e7-e6 g1-f3 e8-e7 h2-h4",
        "carousel": "b1-a3 b8-a6 b2-b3 g8-h6 a2-a3",
        "xiangqi": "h3-h10",
        "glinski": "e1-b4 h7-h6 h3-h4 g7-g6 b4-e10",
        "raumschach": "Bb1-Ee4 Ed5-Ce5 Bc1-Bb1 Dd5-Aa2 Bd1-Ed4",
        "3check": "e2-e4 e7-e5 f1-c4 b8-c6 c4-f7",
        "seirawan": "a2-a3 g8-f6 g1-f3/H",
        "marseillais": "e2-e4 d7-d5 e7-e5 e4-d5",
        "amazons": "a4-b3,a2 g10-g7,f7 d1-d5,d2 g7-g2,g10",
        "placement": "Q@a1 Q@c8 N@c1 B@b8",
        "antichess": "b2-b4 g8-f6 g2-g4 f6-g4",
        "kyotoshogi": "d1-d2=N b5-a4=N d2-e4=+N a4-b2=+N",
        "snailtrail": "a1-b1 g7-f7 b1-b2 f7-e6",
        "atlantis": "a2-a3 g8-f6 *@g8 *@h5",
        "extinction": "e2-e4 e7-e5 d1-h5 g8-f6 a2-a3 f6-h5",
        "janggi": "e2-e2 e9-e9",
    }.items()
} | {
    name: (position, (move,))
    for name, position, move in (
        ("billiards-circe", "rnb1kbnr/pp1qp2p/5p2/2pp2pN/P4P2/8/NPPPP1PP/R1BQKB1R w KQkq - 2 8", "h5-f6"),
        ("racingkings", "8/7K/8/8/8/8/1k6/8 w - - 0 1", "h7-h8"),
        (
            "ravioli-hidden-king",
            (
                "rnkqkb1r/pppwzpp1/2zpwn2/4p2p/4PPP1/3P3B/PPPWZ2P/RN1QK1NR|1p2pp/2p3/p2p2/1P4/P1PPPP/1ZKW2"
                " w - - d2d,c8 1 11"
            ),
            "h3-c8",
        ),
        (
            "ravioli-momentum",
            (
                "3Q{1,0#1}2kr/1pPw1p2/1p1P1n{-2,1#3}2/q{0,-1#2}7/Q5B1/P2P2pp/4p{0,-1#1}1PP/1N4KR"
                "|3wn1/2p2P/2P3/3P2/p5/6 b - - 0 34"
            ),
            "d7u-c7d",
        ),
        (
            "momentum-duck",
            (
                "rnbq2r1/1p1pb{-1,-1#4}1*1/3P1k2/8/4p{0,-1#2}1Q{-1,-1#2}P/p{0,-2#3}1p{0,-1#1}1N{-1,-2#1}1pR"
                "/PPPn2P1/RNB1KB2 b Q - 1 15"
            ),
            "d2-c4,f7",
        ),
        ("cannon-billiards", "1n2kcn1/rcqpp1r1/ppp2p1p/4PPp1/2P5/1P4N1/P1QP2PP/RNC1KR2 b Q - 0 12", "c7-e5"),
        ("metachess-atomic", "r1bqk1nr/pppp(pb)ppp/8/8/1n1P1P2/P7/1PP1P1PP/RNBQKBNR w KQkq - 1 4", "a3-b4"),
        ("petrified", "rnbqkb1r/ppppp2p/8/5pp1/1P2PPn1/8/PP1P2PP/RNBQKBNR w KQkq f6 0 5", "d1-g4"),
        (
            "shogi",
            "lnsgk1snl/6g1r/ppp1pppp1/3p3b1/8p/1PPB2P2/P2PPP1PP/5K1R1/LNSG1GSNL[] b - - 21 11",
            "h6-e3=+B",
        ),
        (
            "bughouse",
            (
                "rnbqkb1r/pp1p1ppp/2p5/3n4/PPP1p2P/3PP3/5PP1/RNBQKBNR[]"
                "|1nbqk1nr/rppp1pp1/p3p3/2b4p/2N5/1P5P/PBPPPPP1/RQ2KBNR[] b A KQkqHAh Ac3 0 12"
            ),
            "Af8-Ab4",
        ),
    )
}
SOLVED = ("billiards-00", "cylindrical", "meta-chess", "ataxx")  # whose first puzzle is shown


def moved(name: str) -> tuple[str, tuple[str, ...]]:
    """A position, or "" for the start, and the moves after it: of the first puzzle, or of the last lesson."""
    if name in SHOWN:
        return SHOWN[name]
    if name in SOLVED:
        puzzle = fairyring.puzzles(name)[0]
        return puzzle.position, puzzle.moves[:1]
    lesson = fairyring.lessons(name)[-1]
    return lesson.position, lesson.lines[0][:1]


def main() -> None:
    """Play each move, and take a picture."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="*")
    options.add_argument("--phone", action="store_true")
    options.add_argument("--dark", action="store_true")
    chosen = options.parse_args()
    place = Path(tempfile.mkdtemp()) if chosen.phone or chosen.dark else PLACE
    place.mkdir(parents=True, exist_ok=True)
    with served() as (server, _), launched() as browser:
        context = browser.new_context(
            viewport=PHONE if chosen.phone else WIDE,  # type: ignore[arg-type]
            color_scheme="dark" if chosen.dark else "light",
            reduced_motion="reduce",
        )
        for name in chosen.game or (*SHOWN, *SOLVED, *kept(LESSONS)):
            text, moves = moved(name)
            variant = fairyring.load(name)
            game = fairyring.Game(variant, variant.position(text) if text else None)
            for move in moves:
                game.push(move)
            order = {"variant": name, "white": "human", "black": "human", "pgn": game.pgn()}
            begun = ask(f"{server}api/games", order)
            page = context.new_page()
            page.goto(f"{server}play/{begun['id']}#seat={begun['token']}")
            page.locator(".square").first.wait_for(timeout=60_000)
            page.wait_for_timeout(1_500)
            page.screenshot(path=str(place / f"{name}.png"))
            sys.stdout.write(f"{place / name}.png: {page.locator('.status-line').inner_text()!r}\n")
            page.close()


if __name__ == "__main__":
    main()
