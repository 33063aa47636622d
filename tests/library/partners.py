"""Games of two boards: Fairy-Stockfish plays each of them, and captured pieces are handed over here."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyffish

import fairyring
from fairyring import Position
from tests.library import judge
from tests.oracle.composed.judge import sign

GAMES = ("bughouse", "koedem", "supply")
MOST = 10_000  # move sequences that are not too many to count at a depth
ORDER = (("A", "w"), ("B", "b"), ("B", "w"), ("A", "b"))
RIGHTS = {"A": dict(zip("KQkq", "KQkq", strict=True)), "B": dict(zip("KQkq", "HAha", strict=True))}
RARE = {"promotion", "castling", "en passant", "capture of a promoted piece", "capture of a king"}


@dataclass
class Tandem:
    """A game, from the start.

    Attributes:
        name: its name, here and there.
        boards: what Fairy-Stockfish says of each board.
        played: how many moves there were.
        passed: on each board, the square that a pawn has just passed with a double step.
        clock: the plies since the last capture, drop or pawn move on either board.
    """

    name: str
    boards: dict[str, str] = field(default_factory=dict)
    played: int = 0
    passed: dict[str, str] = field(default_factory=lambda: {"A": "", "B": ""})
    clock: int = 0

    def __post_init__(self) -> None:
        start = str(pyffish.start_fen(self.name))
        self.boards = {"A": start, "B": start.replace(" w ", " b ")}

    @property
    def to_move(self) -> str:
        """The board to move."""
        return ORDER[self.played % 4][0]

    @property
    def side(self) -> str:
        """The side to move."""
        return ORDER[self.played % 4][1]

    @property
    def here(self) -> str:
        """The board to move, as a text."""
        return self.boards[self.to_move]

    def legal(self) -> dict[str, str]:
        """The legal moves by our texts, as Fairy-Stockfish writes them."""
        return {self.ours(uci): uci for uci in pyffish.legal_moves(self.name, self.here, [])}

    def ours(self, uci: str) -> str:
        """A move as we write it."""
        on = self.to_move
        if "@" in uci:
            return uci.replace("@", f"@{on}")
        start, goal, promotes = self.squares(uci)
        return f"{on}{start}-{on}{goal}" + (f"={promotes.upper()}" if promotes else "")

    @staticmethod
    def squares(uci: str) -> tuple[str, str, str]:
        """The start and the goal of a move that is no drop, and what the piece becomes."""
        found = re.fullmatch(r"([a-z]\d+)([a-z]\d+)([a-z]?)", uci)
        assert found
        return found[1], found[2], found[3]

    def in_check(self) -> bool:
        """Whether the king on the board to move is in check."""
        return bool(pyffish.gives_check(self.name, self.here, []))

    def result(self) -> int | None:
        """What the end of the game is for the side to move: 1, 0 or -1; None while it goes on.

        A game can end on either board.
        """
        for text in self.boards.values():
            over, value = pyffish.is_immediate_game_end(self.name, text, [])
            if over:
                return sign(value if text.split(" ")[1] == self.side else -value)
        if pyffish.legal_moves(self.name, self.here, []):
            return None
        return sign(pyffish.game_result(self.name, self.here, []))

    def play(self, uci: str) -> None:
        """Play a move: what it captures goes to the hand of its side for the other board."""
        on, before = self.to_move, self.stands(self.to_move)
        moved, taken, passed = "P", "", ""
        if "@" not in uci:
            start, goal, _ = self.squares(uci)
            moved, taken = before[start], before.get(goal, "")
            if self.name != "supply" and moved in "Pp" and start[0] != goal[0] and not taken:
                taken = "p"
            ranks = int(start[1:]), int(goal[1:])
            if moved in "Pp" and abs(ranks[0] - ranks[1]) == 2:
                passed = f"{start[0]}{sum(ranks) // 2}"
        self.boards[on] = pyffish.get_fen(self.name, self.here, [uci])
        self.passed[on] = passed
        pawn = self.name != "supply" and moved in "Pp"  # soldiers are no pawns
        self.clock = 0 if taken or pawn or "@" in uci else self.clock + 1
        if taken:
            letter = "P" if taken.endswith("~") else taken
            letter = letter.upper() if self.side == "w" else letter.lower()
            other = "B" if on == "A" else "A"
            self.boards[other] = self.boards[other].replace("]", f"{letter}]")
        self.played += 1

    def stands(self, on: str) -> dict[str, str]:
        """The pieces of a board by square, promoted ones with a tilde."""
        ranks = self.boards[on].partition("[")[0].split("/")
        found: dict[str, str] = {}
        for number, rank in zip(range(len(ranks), 0, -1), ranks, strict=True):
            file = 0
            for drawn in re.findall(r"\d+|[A-Za-z]~?", rank):
                if not drawn.isdigit():
                    found[f"{chr(ord('a') + file)}{number}"] = drawn
                file += int(drawn) if drawn.isdigit() else 1
        return found

    @property
    def text(self) -> str:
        """The position as we write it."""
        fields = {on: pyffish.get_fen(self.name, text, []).split(" ") for on, text in self.boards.items()}
        placed = "|".join(each[0] for each in fields.values())
        rights = "".join(RIGHTS[on].get(letter, "") for on, each in fields.items() for letter in each[2])
        passed = "".join(f"{on}{square}" for on, square in self.passed.items() if square)
        number = 1 + sum(ORDER[ply % 4][1] == "b" for ply in range(self.played))
        return f"{placed} {self.side} {self.to_move} {rights or '-'} {passed or '-'} {self.clock} {number}"

    def events(self) -> Iterator[tuple[str, str]]:
        """What the legal moves would do, by names, each with a move."""
        there = self.stands(self.to_move)
        for uci in self.legal().values():
            if "@" in uci:
                yield "drop", uci
                continue
            start, goal, promotes = self.squares(uci)
            moved, taken = there[start], there.get(goal, "")
            aslant = start[0] != goal[0] and not taken
            if promotes:
                yield "promotion", uci
            if self.name != "supply" and moved in "Pp" and aslant:
                yield "en passant", uci
            if moved in "Pp" and abs(int(start[1:]) - int(goal[1:])) == 2:
                yield "double step", uci
            if moved in "Kk" and abs(ord(start[0]) - ord(goal[0])) == 2:
                yield "castling", uci
            if taken in ("K", "k"):
                yield "capture of a king", uci
            elif taken:
                yield "capture of a promoted piece" if taken.endswith("~") else "capture", uci


def worth(position: Position) -> int | None:
    """What the end of the game is for the side to move: 1, 0 or -1; None while it goes on."""
    if position.result is None:
        return None
    winner = position.result.winner
    return 0 if winner is None else 1 if winner is position.side else -1


def play(name: str, chance: random.Random, plies: int, found: judge.Found) -> set[str]:
    """Play a random game to its end, or so many plies, and note every difference; returns what happened.

    Repetitions and the clock are those of both boards together, of which Fairy-Stockfish knows nothing.
    """
    position, tandem = fairyring.load(name).start(), Tandem(name)
    seen: set[str] = set()
    found.games += 1
    for _ in range(plies):
        found.positions += 1
        text, legal = tandem.text, tandem.legal()
        drawn = position.result is not None and position.result.winner is None
        if str(position) != text or str(position.variant.position(text)) != text:
            found.moves.append(f"{text}: the position is {position}")
        elif not position.result and {move.text for move in position.legal_moves()} != legal.keys():
            found.moves.append(f"{text}: {sorted(legal.keys() ^ {str(m) for m in position.legal_moves()})}")
        elif position.in_check != tandem.in_check():
            found.moves.append(f"{text}: check {position.in_check}")
        theirs = tandem.result()
        if not drawn and worth(position) != theirs:
            found.results.append(f"{text}: {position.result}")
        if position.result or theirs is not None or found.moves or found.results:
            found.ends += 1
            return seen | ({position.result.reason} if position.result else set())
        happening = dict(tandem.events())
        seen |= happening.keys()
        every, rare = sorted(legal.values()), sorted(happening[what] for what in happening.keys() & RARE)
        uci = chance.choice(chance.choice([rare, rare or sorted(happening.values()), every]) or every)
        position = position.play(tandem.ours(uci))
        tandem.play(uci)
    return seen


def positions(name: str, chance: random.Random, number: int, plies: int) -> Iterator[tuple[Position, Tandem]]:
    """Positions of random games, at most so many plies from the start."""
    while number:
        position, tandem = fairyring.load(name).start(), Tandem(name)
        for _ in range(chance.randrange(plies)):
            legal = tandem.legal()
            if position.result or not legal:
                break
            uci = chance.choice(sorted(legal.values()))
            position = position.play(tandem.ours(uci))
            tandem.play(uci)
        if not position.result:
            number -= 1
            yield position, tandem


def count(tandem: Tandem, depth: int) -> int:
    """Perft, with each move but the last made."""
    legal = tandem.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for uci in legal.values():
        after = copy.deepcopy(tandem)
        after.play(uci)
        total += count(after, depth - 1)
    return total


def counted(name: str, position: Position, tandem: Tandem, depth: int, most: int = MOST) -> judge.Counted:
    """As `judge.counted`."""
    before = 1
    for plies in range(1, depth + 1):
        ours, theirs = fairyring.perft(position, plies), count(tandem, plies)
        if ours != theirs:
            wrong = f"{name}, {tandem.text}: perft {plies} is {ours}, but it says {theirs}"
            return judge.Counted(plies, [wrong])
        if ours**2 > most * before:
            return judge.Counted(plies, [])
        before = max(ours, 1)
    return judge.Counted(depth, [])
