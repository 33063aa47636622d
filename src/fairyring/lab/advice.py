"""Sentences that say what to look at in a report."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.lab.report import STOPPED, Report

FAIR = 0.05  # White's points may differ from a half by as much
DRAWISH, LONG, SHORT = 0.6, 200, 12
FEWEST = 30  # games, before anything is said about fairness
SURE = 0.5  # the share of positions from which a piece wins that can mate
SELDOM = 0.05  # the share of games below which a mechanic hardly matters


def percent(part: float) -> str:
    """A share as people write it."""
    return f"{100 * part:.0f} %"


def advice(report: Report) -> list[str]:
    """What to look at, the most important first."""
    said = [*_openings(report), *_results(report), *_length(report), *_course(report)]
    said += [*_ladder(report), *_pieces(report), *_mates(report), *_mechanics(report)]
    return said or ["Nothing stands out: the game is about fair, it ends, and all pieces take part."]


def _openings(report: Report) -> Iterator[str]:
    sure = report.openings.sure
    if sure is not None:
        winner = "The side that moves first" if sure > 0 else "The side that moves second"
        yield (
            f"{winner} wins by force, within {abs(sure)} {'ply' if abs(sure) == 1 else 'plies'}. As it is,"
            " the game is decided before it begins: change the start or the goal."
        )
    if report.openings.moves == 1:
        yield "There is only one legal first move."
    elif report.openings.forced > 0.25:
        yield f"In the opening, {percent(report.openings.forced)} of the positions have a single legal move."
    if report.played["play"] >= 50 and report.openings.variety[-1] < 5:
        yield (
            "Games hardly differ after eight plies: few openings are about as good as the best. A start with"
            " more choice, or drawn at random, would help."
        )


def _results(report: Report) -> Iterator[str]:
    results = report.results
    if results is None:
        yield "No games of equal players were played: nobody can say whether the game is fair."
        return
    points = results.points
    if points.games < FEWEST:
        yield f"{points.games} games are too few to say whether the game is fair."
    elif points.low > 0.5 + FAIR or points.high < 0.5 - FAIR:
        better, worse = ("White", "Black") if points.value > 0.5 else ("Black", "White")
        part = max(points.value, 1 - points.value)
        yield (
            f"{better} scores {percent(part)}: the game is not fair. Try a start in which {worse} has more,"
            f" or a first turn in which {better} does less, such as one move where others are two."
        )
    elif points.low <= 0.5 <= points.high and points.width > 2 * FAIR:
        yield f"{points.games} games do not tell whether the game is fair; play more."
    if results.draw.low > DRAWISH:
        _, why, _ = next(reason for reason in results.reasons if reason[0] == "1/2-1/2")
        if why == STOPPED:
            yield (
                f"{percent(results.draw.value)} of the games did not end before they were stopped. A goal"
                " that comes nearer with each move, or a limit of moves, would end them."
            )
        else:
            yield (
                f"{percent(results.draw.value)} of the games are drawn, most of them by {why}. Say who wins"
                " then, or give the attack more force."
            )


def _length(report: Report) -> Iterator[str]:
    if report.size is None:
        return
    median = report.size.plies[2]
    if median >= LONG:
        yield f"Half of the games take {median} plies or more: a smaller board or stronger pieces end sooner."
    elif median <= SHORT:
        yield f"Half of the games are over after {median} plies: there is hardly a middle game."
    if report.size.forced > 0.3:
        yield f"{percent(report.size.forced)} of all positions leave no choice: they have one legal move."
    if report.size.captures.value < 1 and median > SHORT:
        yield "There is hardly a capture in a game."


def _course(report: Report) -> Iterator[str]:
    course = report.course
    if course is None or course.decided.games < 20:
        return
    if course.decided.value < 0.4:
        yield (
            f"Games are decided after {percent(course.decided.value)} of their moves; what follows is"
            " routine. A quicker end for the side that is ahead would help."
        )
    if course.comebacks.games and course.comebacks.high < 0.05:
        yield "The side that is behind never comes back: each early loss decides."


def _ladder(report: Report) -> Iterator[str]:
    if len(report.ladder) < 2:
        return
    ratings = [rung.rating.value for rung in report.ladder]
    total = sum(ratings)
    if total < 100:
        yield (
            f"More thinking hardly wins: {total:+.0f} Elo over {len(ratings)} doublings. Chance decides, or"
            " the game is drawn too often, or it can be seen through at once."
        )
    elif report.ladder[-1].rating.high < 20:
        yield "The last doubling no longer wins: strong players may see the game through."


def _pieces(report: Report) -> Iterator[str]:
    for piece in report.pieces:
        if piece.dead:
            yield f"The {piece.name} hardly ever moves: {piece.moves:.2f} times a game."
        if piece.value is not None and piece.value.high < 0.2:
            yield f"The {piece.name} is worth nothing: games are won as well without it."


def _mates(report: Report) -> Iterator[str]:
    if report.mates and report.mates[0].won < SURE:
        yield (
            "No piece wins with its king against a lone king, but from few positions: many endgames will be"
            " drawn. A stronger piece, or a win by leaving the enemy a lone king, would help."
        )


def _mechanics(report: Report) -> Iterator[str]:
    for acts in report.mechanics:
        if acts.games.games >= 20 and acts.games.high < SELDOM:
            yield f"The mechanic {acts.title} matters in fewer than {percent(SELDOM)} of the games."
