"""Find puzzles by self-play and search: ``tools/puzzles.py [GAME...] [--number N --seed S --tries T]``.

With ``--review`` it finds none, but leaves out those that the rule below no longer calls puzzles: a game's
new weights, or another search, may say that a move does not win, or that another wins, too.

A puzzle is a position in which exactly one move wins. Two searches of different length must agree on that,
20,000 and 100,000 nodes with two variations each: both have the same best move, its score is a mate or at
least `WON`, and the second best move has at most `EDGE`. `WON` is about a minor piece, which decides a game
between good players, and `EDGE` is what a side may have without being anywhere near a win, so no solver has
to weigh two good moves. Scores in between are left alone, because there people would disagree.

Every game begins about even, whatever the evaluation says: where it sees one side far ahead at the start, as
on Monster Bluff's four boards, scores are compared with that.

The position before was not won: by the first search, the other side had a move that kept the solver below
`WON`. So a puzzle is the answer to a mistake, and not one more move of a game that was won anyway. A move
that only captures the piece that just moved is no puzzle unless it ends the game.

The solution goes on, with the defence that the longer search finds best, as long as the solver's move is
unique by the same rule, or wins the game at once. It has at most `MOST_PLIES`.

The games begin with random moves. Then the side to move searches `SCOUT` nodes, and `MISTAKES` of its legal
moves are tried as mistakes: if a search of so many nodes almost finds the answer to one to be a puzzle, the
two longer searches look at it. Setting up a search takes as long as a thousand nodes, so fewer would save
little, and most of what they found would be refused later. The game goes on with one of the best moves, as
long as neither side is far ahead: so all positions are ones in which a mistake counts. No two puzzles are
from one game. At most a share of them is won by one move (`AT_ONCE`), or seen by a search of one ply
(`EASY`); of a few, one and two may be. What is in a game's file stays, and more are added; the same seed
and file make the same puzzles. A game is left alone after `--tries` mistakes in a row without a puzzle: in
some games there are few positions in which one move wins. An empty file says that none were found, and then
the page and `fairyring puzzles GAME` say so.

Where a game has secrets, the solver knows what the side to move may know and no more. Then the move must
win in every world that this side holds possible, whichever value the other side's secret has. The solution
is this one move, because the defence would depend on what is hidden, and show it. Nearly all such moves are
seen by a search of one ply (18 of 18 on Monster Bluff's four boards, 3 of 3 with five times as many `SCOUT`
nodes), though they are hard to see among a hundred moves: so any share of these puzzles may be.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import count
from pathlib import Path

import fairyring
from fairyring import Analysis, Move, Position, Puzzle, Side, Variant
from fairyring.search import Limits, Line
from fairyring.search.analysis import Run
from fairyring.search.bluffing import Mind, hides
from fairyring.variants import PUZZLES

PLACE = Path(__file__).parents[1] / "src" / "fairyring" / "variants" / PUZZLES
SCOUT = 1_500  # nodes for each move of the games, and for the answer to each mistake
COUNTS = (20_000, 100_000)  # nodes of the two searches that must agree
WON, EDGE = 300, 100  # hundredths of a pawn
SLACK = 40  # by how much the scores of the first search may miss these
DECIDED = 250  # a game with such a score is not played on
MOST_PLIES = 7
GAME_PLIES = 80
OPENING = (2, 8)  # random moves at the start, at least and at most
MISTAKES = 5  # moves that are tried as mistakes in each position
LINES, NOISE = 3, 60  # moves to choose from, and the deviation added to their scores
AT_ONCE, EASY = 1 / 5, 1 / 3  # the shares of puzzles that are won by one move, and found by one ply
WORLD_LINES = 3


@cache
def head_start(variant: Variant) -> int:
    """White's score at the start of the game, where that is as far ahead as a win; else 0."""
    position = variant.start()
    while hides(position):
        position = position.play(position.legal_moves()[0])
    score = fairyring.search(position, nodes=COUNTS[0]).score
    score = score if position.side is Side.WHITE else -score
    return score if abs(score) >= WON else 0


def ahead(position: Position, found: Line | Analysis) -> int:
    """How much better than at the start of the game the side to move is by a search, mates as they are."""
    if found.mate is not None:
        return found.score
    lead = head_start(position.variant)
    return found.score - (lead if position.side is Side.WHITE else -lead)


def sole_win(position: Position, nodes: int, slack: int = 0) -> Line | None:
    """The best line, if by a search of so many nodes its first move wins and no other move does."""
    best, *others = fairyring.search(position, nodes=nodes, lines=2).lines
    alone = [ahead(position, other) <= EDGE + slack for other in others] == [True]
    return best if alone and ahead(position, best) >= WON - slack else None


def sole_winning_move(position: Position) -> Move | None:
    """The only winning move by both searches."""
    moves = set()
    for nodes in COUNTS:
        line = sole_win(position, nodes)
        if line is None:
            return None
        moves.add(line.moves[0])
    return moves.pop() if len(moves) == 1 else None


def wins_in_every_world(position: Position, move: Move, nodes: int) -> bool:
    """Whether a move wins, whichever value the secret of the other side has; True without secrets."""
    secrets = position.variant.rules.secrets
    if secrets is None:
        return True
    usual = Mind.of(position)
    worlds = secrets.possible(position.rows(1), 0, position.side.other)
    for world in worlds:
        known = Mind(position, {**usual.chances, **dict.fromkeys(worlds, 0.0), world: 1.0}, usual.biases)
        run = Run(position, Limits(nodes=nodes), WORLD_LINES, mind=partial(_always, known))
        lines = run.watch(None, None).lines
        if not any(line.moves[0] == move and ahead(position, line) >= WON for line in lines):
            return False
    return True


def _always(mind: Mind, _: Position) -> Mind:
    return mind


def solution(start: Position) -> tuple[list[Move], Position]:
    """The moves of the solution, none if the position is no puzzle, and the position after them."""
    moves: list[Move] = []
    kept, end, at = 0, start, start  # what ends with the solver's move, and where that leads
    while at.result is None and len(moves) < MOST_PLIES:
        if at.side is start.side:
            move = sole_winning_move(at) or (last_move(at) if moves else None)
            if move is None:
                break
            moves.append(move)
            at = end = at.play(move, answer=False)
            kept = len(moves)
            if start.variant.rules.secrets is not None:
                break
        else:
            moves.append(fairyring.search(at, nodes=COUNTS[-1]).move)
            at = at.play(moves[-1], answer=False)
    return moves[:kept], end


def last_move(position: Position) -> Move | None:
    """A move that wins the game at once, if there is one."""
    move = fairyring.search(position, nodes=COUNTS[0]).move
    result = position.play(move, answer=False).result
    return move if result is not None and result.winner is position.side else None


def only_takes_back(variant: Variant, last: Move, move: Move) -> bool:
    """Whether a move ends where the move before it did."""
    ends = variant.ends(last)[-1:]
    return bool(ends) and ends == variant.ends(move)[-1:]


def made(before: Position, last: Move, position: Position, answer: Move) -> Puzzle | None:
    """The puzzle of a position, if it is one, after a mistake; ``answer`` is expected to be what wins."""
    variant, solver = position.variant, position.side
    start = variant.position(position.text(solver))
    if only_takes_back(variant, last, answer) and start.play(answer, answer=False).result is None:
        return None
    first = sole_win(start, COUNTS[0])
    if first is None or first.moves[0] != answer or not wins_in_every_world(start, answer, COUNTS[0]):
        return None
    score = ahead(before, fairyring.search(before, nodes=COUNTS[0]))
    if (score if before.side is solver else -score) >= WON:
        return None
    moves, end = solution(start)
    won = end.result is not None and end.result.winner is solver
    if not moves or (end.result and not won):
        return None
    texts = tuple(move.text for move in moves)
    if not won or end.result is None:
        return Puzzle(variant.name, str(start), texts)
    at, own = start, 0
    for move in moves:
        own += at.side is solver
        at = at.play(move, answer=False)
    return Puzzle(variant.name, str(start), texts, end.result.reason, own)


def is_easy(position: Position) -> bool:
    """Whether a search of one ply finds a winning move, and no other."""
    best, *others = fairyring.search(position, depth=1, lines=2).lines
    return ahead(position, best) >= WON and [ahead(position, other) <= EDGE for other in others] == [True]


def game(variant: Variant, chance: random.Random) -> Iterator[tuple[Position, Move, Position, Move | None]]:
    """The position before each mistake of a game, the mistake, the position after, and what may refute it."""
    position = variant.start()
    for _ in range(chance.randint(*OPENING)):
        if position.result is None:
            position = position.play(chance.choice(position.legal_moves()))
    for _ in range(GAME_PLIES):
        if position.result is not None:
            return
        found = fairyring.search(position, nodes=SCOUT, lines=LINES, seed=chance.getrandbits(32))
        if abs(ahead(position, found)) > DECIDED:
            return
        moves = position.legal_moves()
        for move in chance.sample(moves, min(MISTAKES, len(moves))):
            after = position.play(move)
            if after.result is None:
                line = sole_win(after, SCOUT, SLACK)
                yield position, move, after, line.moves[0] if line else None
        scores = [line.score + chance.gauss(0, NOISE) for line in found.lines]
        position = position.play(found.lines[scores.index(max(scores))].moves[0])


def puzzles(
    variant: Variant, number: int, seed: int, tries: int, known: Sequence[Puzzle] = ()
) -> Iterator[Puzzle]:
    """New puzzles, at most one from each game, until there are so many with those that are known.

    Args:
        variant: the game.
        number: how many there are to be.
        seed: for the games.
        tries: after how many mistakes in a row without a puzzle to stop.
        known: what an earlier run has found, with this seed or another.
    """
    found = {puzzle.position for puzzle in known}
    at_once = sum(puzzle.wins_in == 1 for puzzle in known)
    easy = sum(is_easy(variant.position(text)) for text in found)
    most_easy = number if variant.rules.secrets else max(2, number * EASY)
    left = tries
    for index in count():
        left -= 1  # there are games without a position in which neither side is far ahead
        if left < 0:
            return
        for before, mistake, position, answer in game(
            variant, random.Random(f"{variant.name} {seed} {index}")
        ):
            left -= 1
            if left < 0 or len(found) >= number:
                return
            if answer is None or position.text(position.side) in found:
                continue
            simple = is_easy(position)
            if simple and easy >= most_easy:
                continue
            puzzle = made(before, mistake, position, answer)
            if puzzle is None:
                continue
            once = puzzle.wins_in == 1
            if once and at_once >= max(1, number * AT_ONCE):
                continue
            at_once, easy, left = at_once + once, easy + simple, tries
            found.add(puzzle.position)
            yield puzzle
            break


def is_right(puzzle: Puzzle) -> bool:
    """Whether the first move of its solution alone wins by both searches, as weights and search are now."""
    start = fairyring.load(puzzle.variant).position(puzzle.position)
    for nodes in COUNTS:
        found = sole_win(start, nodes)
        if found is None or found.moves[0].text != puzzle.moves[0]:
            return False
    return wins_in_every_world(start, start.parse_move(puzzle.moves[0]), COUNTS[0])


def line_of(puzzle: Puzzle) -> str:
    """A puzzle as its file has it."""
    said: dict[str, object] = {"position": puzzle.position, "moves": puzzle.moves}
    if puzzle.wins_in is not None:
        said |= {"reason": puzzle.reason, "wins_in": puzzle.wins_in}
    return json.dumps(said, ensure_ascii=False)


def keep(file: Path, known: Sequence[Puzzle]) -> None:
    """Write the puzzles of a game."""
    file.write_text("".join(f"{line_of(each)}\n" for each in known), encoding="utf-8")


def main() -> None:
    """Find puzzles; each goes to its game's file as soon as it is found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = fairyring.variants()
    parser.add_argument("games", nargs="*", choices=[[], *names], metavar="GAME", help="without any, all")
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=3000, help="mistakes in a row without a puzzle")
    parser.add_argument("--review", action="store_true", help="leave out those that are none any more")
    asked = parser.parse_args()
    PLACE.mkdir(exist_ok=True)
    for name in asked.games or names:
        known = fairyring.puzzles(name)
        file = PLACE / f"{name}.jsonl"
        began = time.process_time()
        if asked.review:
            right = [*filter(is_right, known)]
            keep(file, right)
            sys.stdout.write(f"{name}: {len(right)} of {len(known)} puzzles are right\n")
            continue
        for puzzle in puzzles(fairyring.load(name), asked.number, asked.seed, asked.tries, known):
            known += (puzzle,)
            keep(file, known)
            sys.stdout.write(f"{name} {len(known)}: {puzzle.goal}, {' '.join(puzzle.moves)}\n")
        file.touch()
        sys.stdout.write(f"{name}: {len(known)} puzzles, {time.process_time() - began:.0f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
