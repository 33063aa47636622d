"""The plots of a report, as SVG. They need matplotlib: ``pip install 'fairyring[lab]'``."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from fairyring.errors import LabError
from fairyring.lab.report import Report
from fairyring.lab.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, WHITE, DRAW, BLACK, BAR = "#444444", "#f0d9b5", "#9aa3ad", "#5a4636", "#4c78a8"
SIZE = (6.4, 2.8)  # inches


def plots(report: Report) -> dict[str, str]:
    """The plots by their titles, each an ``<svg>`` element without a date, so equal reports are equal files.

    Raises:
        LabError: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise LabError("plots need matplotlib: pip install 'fairyring[lab]'") from None
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: dict[str, Any] = {
        "svg.hashsalt": "fairyring",
        "svg.fonttype": "none",  # text stays text, in the reader's fonts
        "font.family": "sans-serif",
        **dict.fromkeys(
            ("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color"), INK
        ),
    }
    found: dict[str, str] = {}
    with mpl.rc_context(settings):
        for title, draw in _DRAWN.items():
            figure = Figure(SIZE, layout="constrained")
            FigureCanvasSVG(figure)
            axes = figure.add_subplot()
            for edge in ("top", "right"):
                axes.spines[edge].set_visible(False)
            if not draw(report, axes):
                continue
            file = io.StringIO()
            figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
            text = file.getvalue()
            found[title] = text[text.index("<svg") :]
    return found


def _results(report: Report, axes: Axes) -> bool:
    shown = [("equal players", report.results), ("random players", report.random)]
    bars = [(name, results) for name, results in shown if results is not None]
    for place, (_, results) in enumerate(reversed(bars)):
        left = 0.0
        parts = ((results.white, WHITE), (results.draw, DRAW), (results.black, BLACK))
        for part, colour in parts:
            axes.barh(place, part.value, left=left, color=colour, edgecolor=INK, height=0.6)
            if part.value > 0.06:
                ink = "white" if colour == BLACK else "black"
                axes.text(
                    left + part.value / 2,
                    place,
                    f"{100 * part.value:.0f} %",
                    ha="center",
                    va="center",
                    color=ink,
                )
            left += part.value
    axes.set_yticks(range(len(bars)), [name for name, _ in reversed(bars)])
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel("White wins, draws, Black wins")
    return bool(bars)


def _lengths(report: Report, axes: Axes) -> bool:
    if report.size is None:
        return False
    axes.hist(report.size.lengths, bins=24, color=BAR, edgecolor=INK, linewidth=0.5)
    axes.set_xlabel("plies in a game")
    axes.set_ylabel("games")
    return True


def _branching(report: Report, axes: Axes) -> bool:
    if report.size is None or not report.size.by_ply:
        return False
    axes.plot(range(1, len(report.size.by_ply) + 1), report.size.by_ply, color=BAR)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("ply")
    axes.set_ylabel("legal moves")
    return True


def _bars(axes: Axes, names: list[str], values: list[Estimate]) -> None:
    """Horizontal bars with their intervals, the first at the top."""
    places = range(len(names))[::-1]
    middles = [each.value for each in values]
    errors = [
        [max(0.0, each.value - each.low) for each in values],
        [max(0.0, each.high - each.value) for each in values],
    ]
    axes.barh(places, middles, xerr=errors, color=BAR, edgecolor=INK, height=0.6, ecolor=INK, capsize=3)
    axes.set_yticks(places, names)


def _pieces(report: Report, axes: Axes) -> bool:
    valued = [(piece.name, piece.value) for piece in report.pieces if piece.value is not None]
    _bars(axes, [name for name, _ in valued], [value for _, value in valued])
    axes.set_xlabel("value, with 95 % interval")
    return bool(valued)


def _ladder(report: Report, axes: Axes) -> bool:
    names = [f"{2 * rung.nodes} over {rung.nodes}" for rung in report.ladder]
    _bars(axes, names, [rung.rating for rung in report.ladder])
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlabel("Elo won by twice the nodes, with 95 % interval")
    return bool(report.ladder)


_DRAWN = {
    "Results": _results,
    "Lengths": _lengths,
    "Legal moves": _branching,
    "Piece values": _pieces,
    "Skill": _ladder,
}
