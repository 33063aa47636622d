"""Nodes a second of the search, quiescence included, on one core.

    python benchmarks/search.py [--keep]

By processor time, so that a busy machine changes it little; each position is searched several times.
"""

from _measure import Spread, report, timed

import fairyring

NODES, ROUNDS = 500_000, 5
POSITIONS = (
    ("chess, start", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("chess, Kiwipete", "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess, middlegame", "chess", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"),
    ("chess, rook ending", "chess", "8/5pk1/4p1p1/1p1r3p/1P5P/P3P1P1/3R1PK1/8 w - - 0 1"),
    (
        "ravioli, start",
        "ravioli",
        "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP w KQkq - 0 1",
    ),
    (
        "ravioli, middlegame",
        "ravioli",
        (
            "r1bqk2r/ppp2ppp/2npzn2/4w3/2B1P3/2NPZN2/PPPW1PPP/R1BQK2R|ppz1pp/1w1p2/2p3/3P2/1ZP3/PP1WPP"
            " w KQkq - 0 1"
        ),
    ),
)


def main() -> None:
    """Measure every position."""
    lines = ["| position | nodes/s | depth |", "|---|---|---|"]
    for name, variant, text in POSITIONS:
        position = fairyring.load(variant).position(text)
        depth = fairyring.search(position, nodes=NODES).depth

        def work(position: fairyring.Position = position) -> int:
            return fairyring.search(position, nodes=NODES).nodes

        speeds = Spread.of([timed(work) for _ in range(ROUNDS)])
        lines.append(f"| {name} | {speeds:,.0f} | {depth} |")
    report(f"Search, {NODES:,} nodes", lines)


if __name__ == "__main__":
    main()
