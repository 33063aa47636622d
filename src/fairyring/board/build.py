"""Builders of boards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from fairyring.board.edges import STANDARD, Edges
from fairyring.board.graph import HOLE, Board, Chart, Side
from fairyring.board.lattice import HEXAGONS, LEVELS
from fairyring.messages import Message

_SAID_IN_MOVES = re.compile(r"[A-Z]|pass|stop|pilot")  # choices that are not squares


def grid(width: int, height: int, edges: Edges | Mapping[Side, Edges] = STANDARD) -> Board:
    """A plain board: files a, b, … and ranks 1, 2, …, at most 26 files wide.

    ``edges`` are either the same for both sides, each from its own seat, or given for each side.

    Raises:
        ValueError: no board can have this size or these edges.
    """
    _check_size(width, height, least=1)
    names = tuple(_name(x, y) for y in range(height) for x in range(width))
    rows = tuple(tuple(y * width + x for x in range(width)) for y in range(height))
    sides = dict.fromkeys(Side, edges) if isinstance(edges, Edges) else edges
    return Board(names, (Chart("", rows),), edges=sides)


def end_to_end(width: int, height: int, boards: int, edges: Edges | Mapping[Side, Edges] = STANDARD) -> Board:
    """Plain boards joined end to end, each beyond the far rank of the one before, as one `grid`.

    The site ``e2`` of the first, White's, is named ``a1.e2``, that of the second ``a2.e2``, and so on.
    """
    whole = grid(width, height * boards, edges)
    names = tuple(
        f"a{y // height + 1}.{_name(x, y % height)}" for y in range(height * boards) for x in range(width)
    )
    return replace(whole, names=names, joints=tuple(range(height, height * boards, height)))


def sewn(width: int, height: int, rows: Sequence[int]) -> Board:
    """Plain boards laid side by side in rows, with nothing between them, as one grid.

    The boards are numbered from 1 in reading order, ``rows`` says how many are in each row from the top
    down, and shorter rows are centred. The site ``e2`` of board 8 is named ``8e2``; the sites are in
    the order of board, file and rank, and each belongs to the region of its board's number.

    Raises:
        ValueError: no board can have this size, or a shorter row cannot be centred on whole squares.
    """
    _check_size(width, height, least=1)
    if not rows or min(rows) < 1:
        raise ValueError(Message("rows: at least one row of at least one board, not {rows}", rows=repr(rows)))
    widest = max(rows)
    if any((widest - boards) * width % 2 for boards in rows):
        raise ValueError(
            Message(
                "rows: boards {width} files wide cannot be centred in rows of {rows}",
                width=width,
                rows=repr(rows),
            )
        )
    names: list[str] = []
    cells = [[HOLE] * (width * widest) for _ in range(height * len(rows))]
    for number, boards in enumerate(rows):
        low, left = height * (len(rows) - 1 - number), (widest - boards) * width // 2
        for column in range(boards):
            board = sum(rows[:number]) + column + 1
            for x in range(width):
                for y in range(height):
                    cells[low + y][left + column * width + x] = len(names)
                    names.append(f"{board}{_name(x, y)}")
    regions = tuple(str(site // (width * height) + 1) for site in range(len(names)))
    return Board(tuple(names), (Chart("", tuple(map(tuple, cells))),), regions=regions)


def charted(charts: Sequence[Sequence[str]], titles: Sequence[str] = ()) -> Board:
    """Any board, by the names of its squares: charts of rows from the top down.

    A row has the names of its squares with spaces between them, and ``-`` where there is no square. A name
    in several places is one square, which is there at all of them. The sites are in the order of charts, and
    there of ranks and files.

    Args:
        charts: the rows of each chart.
        titles: what players call each chart; nothing if there is only one.

    Raises:
        ValueError: rows differ in length, charts have no titles, or a name cannot be one.
    """
    if len(titles) != len(charts) and (titles or len(charts) > 1):
        raise ValueError(
            Message(
                "titles: one for each of {number} charts, not {given}",
                number=len(charts),
                given=len(titles),
            )
        )
    numbers: dict[str, int] = {"-": HOLE}
    read: list[Chart] = []
    for title, chart in zip(titles or ("",), charts, strict=False):
        rows = []
        for row in reversed(chart):
            for name in row.split():
                numbers.setdefault(name, len(numbers) - 1)
            rows.append(tuple(numbers[name] for name in row.split()))
        read.append(Chart(title, tuple(rows)))
    return Board(tuple(name for name in numbers if name != "-"), tuple(read))


def with_holes(board: Board, squares: Collection[str]) -> Board:
    """The same board without some squares, in the places of which it has holes.

    Raises:
        ValueError: the board has no such square, or no others.
    """
    for name in squares:
        if name not in board.numbers:
            raise ValueError(Message("holes: the board has no square {name}", name=repr(name)))
    kept = [site for site, name in enumerate(board.names) if name not in squares]
    numbers = {HOLE: HOLE} | {site: number for number, site in enumerate(kept)}

    def renumbered(sites: Sequence[int]) -> tuple[int, ...]:
        return tuple(numbers.get(site, HOLE) for site in sites)

    return replace(
        board,
        names=tuple(board.names[site] for site in kept),
        charts=tuple(replace(chart, rows=tuple(map(renumbered, chart.rows))) for chart in board.charts),
        links={
            link: tuple(tuple(numbers[goal] for goal in goals[site] if goal in numbers) for site in kept)
            for link, goals in board.links.items()
        },
        regions=tuple(board.regions[site] for site in kept) if board.regions else (),
        usual=tuple(board.usual[site] for site in kept) if board.usual else (),
    )


def with_names(board: Board, names: Mapping[str, str]) -> Board:
    """The same board with names of their own for some squares, each given by its usual name.

    Files and ranks are called as before.

    Raises:
        ValueError: the board has no such square, or texts could not tell what such a name means.
    """
    for _, fault in misnamed(board, names):
        raise ValueError(fault)
    usual = board.coordinates
    own = tuple(names.get(square, square) for square in usual)
    return replace(board, names=own, usual=usual if own != usual else ())


def misnamed(board: Board, names: Mapping[str, str]) -> Iterator[tuple[str, Message]]:
    """The squares that `with_names` cannot call so, each with the reason."""
    usual = set(board.coordinates)
    called: dict[str, list[str]] = {}
    for square in board.coordinates:
        called.setdefault(names.get(square, square), []).append(square)
    captures = dict(_like_captures(called))
    for square, name in names.items():
        if square not in usual:
            yield square, Message("the board has no square {name}", name=repr(square))
        elif name == square:
            continue
        elif name in usual:
            yield (
                square,
                Message(
                    "{name} is what another square of the board is called: call {square} something else",
                    name=repr(name),
                    square=square,
                ),
            )
        elif len(called[name]) > 1 and called[name][0] == square:
            yield (
                square,
                Message(
                    "{square} and {twin} are both called {name}: give each square a name of its own",
                    square=square,
                    twin=called[name][1],
                    name=repr(name),
                ),
            )
        elif _SAID_IN_MOVES.fullmatch(name):
            yield (
                square,
                Message(
                    "{name} means something else in moves: call {square} by another word, such as pit",
                    name=repr(name),
                    square=square,
                ),
            )
        elif name in captures:
            whole, goal, taken = captures[name]
            yield (
                square,
                Message(
                    "{whole} could be a move to {goal} that captures on {taken}: call {square} something"
                    " else",
                    whole=repr(whole),
                    goal=goal,
                    taken=taken,
                    square=square,
                ),
            )


def _like_captures(called: Collection[str]) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Names that are two others with an x between, and these two, each with all three of them."""
    for whole in called:
        for at, sign in enumerate(whole):
            goal, taken = whole[:at], whole[at + 1 :]
            if sign == "x" and goal in called and taken in called:
                yield from ((each, (whole, goal, taken)) for each in (whole, goal, taken))


def hexagons(edge: int) -> Board:
    """A hexagon of hexagons, with ``edge`` of them on each edge, as in Gliński's chess.

    The files are upright and have the letters of the alphabet but j; the ranks of each are counted from
    White's end, so they bend in the middle. Neighbours are one step away along a file ``(0, 1)``, along what
    falls to the right ``(1, 0)``, and along what rises to the right ``(1, 1)``.

    Raises:
        ValueError: no board can have this size.
    """
    most = 13
    if type(edge) is not int or not 2 <= edge <= most:
        raise ValueError(
            Message("edge: a whole number from 2 to {most}, not {edge}", most=most, edge=repr(edge))
        )
    width = 2 * edge - 1
    letters = ascii_lowercase.replace("j", "")
    names: list[str] = []
    cells = [[HOLE] * width for _ in range(width)]
    for y in range(width):
        for x in range(max(0, y - edge + 1), min(width, y + edge)):
            cells[y][x] = len(names)
            names.append(f"{letters[x]}{y - max(0, x - edge + 1) + 1}")
    return Board(tuple(names), (Chart("", tuple(map(tuple, cells)), lattice=HEXAGONS),))


def levels(width: int, height: int, boards: int, titles: Sequence[str] = ()) -> Board:
    """Boards over each other, each like a `grid`; they lie side by side on one chart, the lowest first.

    The square ``e2`` of the lowest is named ``Ae2``, that of the next ``Be2``. One level up is
    ``2 * width - 1`` files to the right, so that no shorter vector leads from one level to another. Each
    level is a region with its title.

    Args:
        width: the files of each level.
        height: the ranks of each level.
        boards: how many levels there are.
        titles: what players call each level; without them, it is called by its letter.

    Raises:
        ValueError: no board can have this size, or titles are missing or the same.
    """
    _check_size(width, height, least=1)
    if type(boards) is not int or not 1 <= boards <= len(ascii_uppercase):
        raise ValueError(
            Message(
                "boards: a whole number from 1 to {number}, not {boards}",
                number=len(ascii_uppercase),
                boards=repr(boards),
            )
        )
    called = tuple(titles) or tuple(ascii_uppercase[:boards])
    if len(called) != boards or len({*called}) != boards or not all(called):
        raise ValueError(Message("titles: a different one for each of {number} levels", number=boards))
    apart = 2 * width - 1
    names = [
        f"{ascii_uppercase[level]}{_name(x, y)}"
        for y in range(height)
        for level in range(boards)
        for x in range(width)
    ]
    found = iter(range(len(names)))
    rows = tuple(
        tuple(next(found) if x % apart < width else HOLE for x in range(apart * (boards - 1) + width))
        for _ in range(height)
    )
    chart = Chart("", rows, lattice=LEVELS)
    return Board(
        tuple(names), (chart,), regions=tuple(called[ascii_uppercase.index(name[0])] for name in names)
    )


def pair(width: int, height: int) -> Board:
    """Two boards, A and B, each like a `grid`, with nothing between them.

    The square ``e2`` of the first is named ``Ae2``, that of the second ``Be2``.

    Raises:
        ValueError: no board can have this size.
    """
    _check_size(width, height, least=1)
    titles = (Message("Board A"), Message("Board B"))
    names = [f"{title[-1]}{_name(x, y)}" for title in titles for y in range(height) for x in range(width)]
    found = iter(range(len(names)))
    charts = tuple(
        Chart(title, tuple(tuple(next(found) for _ in range(width)) for _ in range(height)))
        for title in titles
    )
    return Board(tuple(names), charts)


def shared_ring(width: int, height: int) -> Board:
    """Two boards, *upper* and *lower*, that share their border squares.

    The border sites are named ``a1``, the inner ones ``b2u`` (upper) and ``b2d`` (lower). Three
    links join the two insides, always from an inner site to inner sites: ``straight`` (to the same
    file and rank), ``diagonal`` (one file or one rank away) and ``triagonal`` (one file and one
    rank away), as in Ravioli Chess.

    Raises:
        ValueError: no board can have this size.
    """
    _check_size(width, height, least=3)
    names: list[str] = []
    layers: list[list[list[int]]] = [[[0] * width for _ in range(height)] for _ in "ud"]
    regions: list[str] = []
    inner: dict[tuple[int, int, int], int] = {}
    for level, letter in enumerate("ud"):
        for y in range(height):
            for x in range(width):
                inside = 0 < x < width - 1 and 0 < y < height - 1
                if level == 1 and not inside:
                    layers[1][y][x] = layers[0][y][x]
                    continue
                layers[level][y][x] = len(names)
                if inside:
                    inner[level, x, y] = len(names)
                names.append(_name(x, y) + (letter if inside else ""))
                regions.append(("upper", "lower")[level] if inside else "ring")

    offsets = {
        "straight": [(0, 0)],
        "diagonal": [(1, 0), (-1, 0), (0, 1), (0, -1)],
        "triagonal": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    }
    links: dict[str, tuple[tuple[int, ...], ...]] = {}
    for link, steps in offsets.items():
        goals: list[tuple[int, ...]] = [()] * len(names)
        for (level, x, y), site in inner.items():
            others = [inner.get((1 - level, x + dx, y + dy)) for dx, dy in steps]
            goals[site] = tuple(other for other in others if other is not None)
        links[link] = tuple(goals)

    charts = tuple(
        Chart(title, tuple(map(tuple, rows))) for title, rows in zip(("Upper", "Lower"), layers, strict=True)
    )
    return Board(tuple(names), charts, links, tuple(regions))


def _name(x: int, y: int) -> str:
    return f"{ascii_lowercase[x]}{y + 1}"


def _check_size(width: int, height: int, least: int) -> None:
    for size, what, most in (
        (width, Message("files"), len(ascii_lowercase)),
        (height, Message("ranks"), None),
    ):
        if type(size) is not int or size < least or (most and size > most):
            wanted = Message("a whole number of at least {least}", least=least)
            if most:
                wanted = Message("a whole number from {least} to {most}", least=least, most=most)
            raise ValueError(
                Message("{what}: {wanted}, not {size}", what=what, wanted=wanted, size=repr(size))
            )
