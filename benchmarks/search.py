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
    ("metachess-4, start", "metachess-4", None),
    (
        "metachess-4, middlegame",
        "metachess-4",
        "r4rk1/p(pb)pp1ppp/3qpn2/8/8/1Q1PPN2/PP1(PB)1PPP/R4RK1 w - - 4 11",
    ),
    ("mini-meta, start", "mini-meta", None),
    (
        "mini-meta, middlegame",
        "mini-meta",
        (
            "k[k...]q[...q]1n[...n]1/1p[...p]p[...p]b[...b]r[..r.]/p[...p]2p[....]1/2P[P...]Q[...Q]P[P...]/"
            "P[P...]P[P...]1N[N...]1/1R[R...]B[B...]1K[...K] w 1 11"
        ),
    ),
    ("meta-chess, start", "meta-chess", None),
    ("momentum, start", "momentum", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (
        "minigolf, start",
        "minigolf",
        "rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/BNFQKFNB w KQkq - 0 1",
    ),
)


def main() -> None:
    """Measure every position."""
    lines = ["| position | nodes/s | depth |", "|---|---|---|"]
    for name, variant, text in POSITIONS:
        game = fairyring.load(variant)
        position = game.position(text) if text else game.start()
        depth = fairyring.search(position, nodes=NODES).depth

        def work(position: fairyring.Position = position) -> int:
            return fairyring.search(position, nodes=NODES).nodes

        speeds = Spread.of([timed(work) for _ in range(ROUNDS)])
        lines.append(f"| {name} | {speeds:,.0f} | {depth} |")
    report(f"Search, {NODES:,} nodes", lines)


if __name__ == "__main__":
    main()
