"""A report as a page of HTML that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from fairyring.lab.advice import percent
from fairyring.lab.comparing import Difference
from fairyring.lab.report import Report
from fairyring.lab.statistics import Estimate

REPORT = "report.html"  # the file of a report, in the folder of its game

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #ccc; --soft: #f4f1ea; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ddd; --paper: #1b1b1b; --line: #444; --soft: #262420; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  padding: 1rem; max-width: 62rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; } .wide + .wide { margin-top: 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem .2rem 0; text-align: left;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; vertical-align: top; }
.look { background: var(--soft); padding: .6rem 1rem .6rem 2rem; border-radius: .4rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
figure { margin: 0; background: #fff; border-radius: .4rem; } figure svg { width: 100%; height: auto; }
figcaption { padding: .4rem .8rem; color: #222; font-weight: 600; }
"""


def number(value: float, digits: int = 2) -> str:
    """A number; a dash if there is none."""
    return "–" if math.isnan(value) or math.isinf(value) else f"{value:.{digits}f}"


def bounds(estimate: Estimate, digits: int = 2) -> str:
    """A number with its interval."""
    low, high = number(estimate.low, digits), number(estimate.high, digits)
    return f"{number(estimate.value, digits)} ({low} to {high})"


def shares(estimate: Estimate) -> str:
    """A share with its interval."""
    if not estimate.games:
        return "–"
    return f"{percent(estimate.value)} ({percent(estimate.low)} to {percent(estimate.high)})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain texts."""
    heads = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{heads}</tr>{body}</table></div>'


def page(report: Report, plots: Mapping[str, str]) -> str:
    """The whole page.

    Args:
        report: the report.
        plots: SVG elements by their titles; none leaves them out.
    """
    return _page(f"{report.title}: the laboratory's report", _report(report, plots))


def comparison(one: Report, other: Report, differences: Sequence[Difference]) -> str:
    """Two reports side by side, as a page."""
    rows = [
        (each.measure, bounds(each.one), bounds(each.other), "yes" if each.sure else "no")
        for each in differences
    ]
    looks = "".join(f"<h2>{escape(each.title)}</h2>{_look(each)}" for each in (one, other))
    head = ("measure", one.title, other.title, "differ?")
    text = "<p>Intervals of 95 %. Measures differ if chance explains it less than once in twenty times.</p>"
    return _page(f"{one.title} and {other.title}", table(head, rows) + text + looks)


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{body}</html>\n"
    )


def _look(report: Report) -> str:
    return f'<ul class="look">{"".join(f"<li>{escape(each)}</li>" for each in report.look)}</ul>'


def _report(report: Report, plots: Mapping[str, str]) -> str:
    played = report.played
    told = (
        f"{played['play']} games of equal players with {report.plan.nodes} nodes a move,"
        f" {played['handicap']} with missing pieces and {played['ladder']} between unequal players;"
        f" {0 if report.random is None else report.random.points.games} random games. Intervals are of 95 %."
    )
    if not report.finished:
        told += " The laboratory was stopped before all games were played."
    figures = "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>" for title, svg in plots.items()
    )
    parts = [
        f"<p>{escape(told)}</p>",
        _look(report),
        f'<div class="plots">{figures}</div>' if figures else "",
    ]
    parts += [_results(report), _size(report), _course(report), _pieces(report), _rest(report)]
    return "".join(parts)


def _results(report: Report) -> str:
    shown = (("equal players", report.results), ("random players", report.random))
    rows = [
        (name, *(shares(each) for each in (found.points, found.white, found.draw, found.black)))
        for name, found in shown
        if found is not None
    ]
    text = "<h2>Results</h2>" + table(("", "White's points", "White wins", "draws", "Black wins"), rows)
    if report.results is not None:
        games = report.results.points.games
        reasons = [
            (how, why, str(often), percent(often / games)) for how, why, often in report.results.reasons
        ]
        text += table(("result", "by", "games", ""), reasons)
    return text


def _size(report: Report) -> str:
    size = report.size
    if size is None:
        return ""
    least, low, middle, high, most = size.plies
    rows = [
        ("plies", f"{middle} (half of the games between {low} and {high}, all between {least} and {most})"),
        ("plies of random games", str(report.random_plies) if report.random is not None else "–"),
        ("legal moves in a position", bounds(size.branching, 1)),
        ("positions with one legal move", percent(size.forced)),
        ("captures in a game", bounds(size.captures, 1)),
        ("checks in a game", bounds(size.checks, 1)),
    ]
    return "<h2>Length and width</h2>" + table(("", ""), rows)


def _course(report: Report) -> str:
    found = report.course
    if found is None:
        return ""
    rows = [
        ("completion", shares(found.completion), "games that somebody won"),
        ("drama", bounds(found.drama), "how far the winner was behind, while it was"),
        ("comebacks", shares(found.comebacks), "winners who were expected to score below a quarter"),
        ("lead changes", bounds(found.lead_changes), "the share of moves at which the lead passed"),
        ("uncertainty", bounds(found.uncertainty), "1 if a game is even throughout, 0 if it never is"),
        ("decided", shares(found.decided), "the part of a game after which the winner is sure to win"),
    ]
    note = (
        "<p>After C. Browne’s <i>Automatic Generation and Evaluation of Recombination Games</i> (2008), from"
        f" the scores of the search; {found.scale} hundredths of a pawn make winning ten times as likely as"
        " losing.</p>"
    )
    return "<h2>The course of games</h2>" + table(("measure", "", "what it is"), rows) + note


def _pieces(report: Report) -> str:
    rows = [
        (
            piece.name,
            str(piece.number),
            "–" if piece.value is None else bounds(piece.value, 1),
            number(piece.moves, 1),
            percent(piece.part),
        )
        for piece in report.pieces
    ]
    head = ("piece", "at the start", "value in pawns", "moves a game, each", "of all moves")
    text = "<h2>Pieces</h2>" + table(head, rows)
    if report.mates:
        won = [
            (f"king and {mate.name}", percent(mate.won), f"{mate.moves} moves" if mate.moves else "–")
            for mate in report.mates
        ]
        text += table(("against a lone king, with White to move", "White wins", "at most"), won)
    return text


def _rest(report: Report) -> str:
    openings, text = report.openings, ""
    if report.mechanics:
        acts = [(each.title, shares(each.games), number(each.moves, 1)) for each in report.mechanics]
        text += "<h2>Mechanics</h2>" + table(("mechanic", "games in which it acts", "times a game"), acts)
    sure = "–" if openings.sure is None else f"{abs(openings.sure)} plies"
    rows = [
        ("legal first moves", str(openings.moves)),
        ("forced, in the first ten plies", percent(openings.forced)),
        ("won by force at the start", f"{sure} (searched {openings.searched} nodes)"),
        *(
            (f"variety after {depth} plies", number(each, 1))
            for depth, each in zip((1, 2, 4, 8), openings.variety, strict=True)
        ),
    ]
    text += "<h2>Openings</h2>" + table(("", ""), rows)
    first = [(move, str(often), percent(points)) for move, often, points in openings.first[:8]]
    text += table(("first move", "games", "White's points"), first) if first else ""
    rungs = [
        (f"{2 * rung.nodes} over {rung.nodes}", shares(rung.points), bounds(rung.rating, 0))
        for rung in report.ladder
    ]
    if rungs:
        text += "<h2>Skill</h2>" + table(("nodes", "points of the stronger", "Elo"), rungs)
    return text
