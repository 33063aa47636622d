"""Game files that mean harm: too large, too slow, too deep, or full of markup.

`benchmarks/hostile.py` sends them all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from string import ascii_uppercase

HEAD = 'fairyring = 1\ntitle = "{title}"\nsummary = "Hostile."\n'
NUMBER = 200
# Mechanics that are data alone, with parameters that they need: none has code of its own to be compiled.
MECHANICS = (
    ("explosion", ""),
    ("hands", ""),
    ("check_count", "checks = 1"),
    ("must_capture", ""),
    ("no_checks", ""),
    ("facing_kings", ""),
    ("extinction", ""),
)


def files(number: int = NUMBER, seed: int = 0) -> Iterator[tuple[str, str]]:
    """Files of all kinds in turn, each with the name of its kind."""
    lots = random.Random(seed)
    for index in range(number):
        kind = KINDS[index % len(KINDS)]
        yield kind.__name__, kind(lots)


def _chess(more: str, title: str = "Hostile") -> str:
    return HEAD.format(title=title) + 'base = "chess"\n' + more


def _board(width: int, height: int, more: str = "") -> str:
    head = HEAD.format(title="Large") + f"board = {{ width = {width}, height = {height} }}\n"
    return head + f'array = "k{width - 2}K"\n' + more


def huge_board(lots: random.Random) -> str:
    """More squares than anybody can draw."""
    return _board(lots.choice((10**3, 10**6, 10**9, 10**18)), lots.choice((10**3, 10**9)))


def large_board(lots: random.Random) -> str:
    """As many squares as are allowed, or a few more, full of pieces that go everywhere."""
    size = lots.randint(20, 33)
    row = "Q" * size
    array = "/".join(["k" + row[1:].lower(), *([row.lower()] * 3), *([str(size)] * (size - 8)), *([row] * 4)])
    head = HEAD.format(title="Full") + f'board = {{ width = {size}, height = {size} }}\narray = "{array}"\n'
    king = 'K = { name = "king", movement = "K", royal = true }\n'
    return head + "[pieces]\n" + king + 'Q = { name = "queen", movement = "Q" }\n'


def many_ways(lots: random.Random) -> str:
    """A piece with thousands of ways."""
    leaps = "".join(
        f"({lots.randint(0, 30)},{lots.randint(0, 30)})" for _ in range(lots.choice((20, 50, 200)))
    )
    return _chess(f'[pieces.Q]\nmovement = "{leaps}"\n')


def bent_ways(lots: random.Random) -> str:
    """Legs after legs, each in all directions."""
    legs = lots.choice("aymp") + "K"
    return _chess(f'[pieces.Q]\nmovement = "{"a" * lots.randint(2, 300)}{legs}"\n')


def many_pieces(lots: random.Random) -> str:
    """Very many kinds of pieces, or one too many, with every move."""
    letters = [letter for letter in ascii_uppercase if letter not in "KQRBNP"][: lots.choice((15, 20))]
    kinds = "".join(f'{each} = {{ name = "{each}", movement = "QNNCCZZ" }}\n' for each in letters)
    return _chess(f"[pieces]\n{kinds}")


def endless_turns(lots: random.Random) -> str:
    """Turns of very many moves."""
    number, more = lots.choice((20, 1000, 10**6, -1)), lots.choice((0, 5))
    return _chess(f"[mechanics]\nseveral_moves = {{ first = {number}, more = {more}, most = {number} }}\n")


def all_mechanics(lots: random.Random) -> str:
    """Many mechanics at once."""
    chosen = lots.sample(MECHANICS, lots.randint(2, len(MECHANICS)))
    return _chess("[mechanics]\n" + "".join(f"{name} = {{ {given} }}\n" for name, given in chosen))


def many_in_hand(lots: random.Random) -> str:
    """Hands with very many pieces."""
    hand = "Q" * lots.choice((30, 100, 1000))
    start = f'start = "4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1"\n'
    return _chess(f'castlings = "none"\n{start}[mechanics]\nhands = {{}}\n')


def deep(lots: random.Random) -> str:
    """Lists within lists."""
    depth = lots.choice((17, 500, 900))
    return _chess(f"x = {'[' * depth}{']' * depth}\n")


def long_keys(lots: random.Random) -> str:
    """A key of very many parts."""
    return _chess(".".join("a" * lots.choice((900, 3000))) + " = 1\n")


def long_numbers(lots: random.Random) -> str:
    """Numbers of very many digits."""
    return _chess(f"year = {'9' * lots.choice((30, 1500))}\n")


def markup(lots: random.Random) -> str:
    """Texts that are markup elsewhere; such a game may be sound."""
    bad = lots.choice(
        ("<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "{0}{x}", "\u202egnorw")
    )
    return _chess(f"notes = ['{bad}']\n", title=bad)


def no_end(lots: random.Random) -> str:
    """Nothing royal, nothing that ends the game, and pieces that always can move."""
    return _chess(f'[pieces.K]\nroyal = false\nmovement = "{lots.choice(("QNN", "U"))}"\n')


def many_options(lots: random.Random) -> str:
    """Many switches, each of which changes the game."""
    number = lots.choice((20, 21, 500))
    switch = '[options.o{0}]\ndefault = false\nwords = "o"\n[options.o{0}.when.pieces.Q]\nmovement = "NN"\n'
    return _chess("".join(switch.format(index) for index in range(number)))


def noise(lots: random.Random) -> str:
    """No game file at all."""
    return "".join(chr(lots.choice((10, 34, 39, 61, 91, 93, *range(32, 127), 0x1F600))) for _ in range(2000))


def too_long(_: random.Random) -> str:
    """As long as a request may be."""
    return "#" * 65_536


KINDS: tuple[Callable[[random.Random], str], ...] = (
    huge_board,
    large_board,
    many_ways,
    bent_ways,
    many_pieces,
    endless_turns,
    all_mechanics,
    many_in_hand,
    deep,
    long_keys,
    long_numbers,
    markup,
    no_end,
    many_options,
    noise,
    too_long,
)
