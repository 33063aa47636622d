"""Endgames of one piece and the king against the king: which of them are won, and how soon.

    python benchmarks/endgames.py GAME... [--pieces KRRvK] [--threads N]

The rules page of each game has what was solved: it goes to src/fairyring/variants/solved.json. Without
``--pieces``, every piece that a game has besides its royal one is tried.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import fairyring
from fairyring import EndgameError, Side, Variant
from fairyring.kernels.base import PieceRules
from fairyring.variants.solved import SolvedEndgame

FILE = Path(__file__).parents[1] / "src" / "fairyring" / "variants" / "solved.json"


def pieces_of(variant: Variant) -> list[str]:
    """King and one piece against king, for each piece of a game with a single royal kind."""
    if not isinstance(variant.rules, PieceRules):
        return []
    royal = [piece.letter for piece in variant.rules.pieces if piece.royal]
    others = [piece.letter for piece in variant.rules.pieces if not piece.royal]
    return [f"{king}{other}v{king}" for king in royal for other in others]


def solved(variant: Variant, pieces: str, threads: int | None) -> SolvedEndgame:
    """Solve one endgame."""
    found = fairyring.solve_endgame(variant, pieces, threads=threads)
    return SolvedEndgame(
        pieces=found.pieces,
        first=round(found.share(Side.WHITE, Side.WHITE), 4),
        second=round(found.share(Side.BLACK, Side.WHITE), 4),
        plies=max(found.farthest(mover, Side.WHITE) for mover in Side),
    )


def main() -> None:
    """Solve, print, and keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="+", choices=fairyring.variants(), metavar="GAME")
    parser.add_argument("--pieces", action="append", metavar="PIECES")
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    for name in asked.variants:
        variant = fairyring.load(name)
        for pieces in asked.pieces or pieces_of(variant):
            try:
                found = solved(variant, pieces, asked.threads)
            except EndgameError as error:
                print(f"{name} {pieces}: {error}", flush=True)
                continue
            print(f"{name} {found}", flush=True)
            keep(name, found)


def keep(name: str, found: SolvedEndgame) -> None:
    """Write what was found into the file, in place of what it had for the same pieces."""
    known = json.loads(FILE.read_text(encoding="utf-8"))
    others = [each for each in known.get(name, []) if each["pieces"] != found.pieces]
    known[name] = sorted([*others, asdict(found)], key=lambda each: (-each["first"], each["plies"]))
    FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
