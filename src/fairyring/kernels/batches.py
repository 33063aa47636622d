"""Many games at once: each has a position, its legal moves and its result in arrays that Python can read.

Nothing here depends on a family but `advance` and `look`, which make moves and list them. A move has a number
that is the same in every position, its *action*: see `fairyring.batch`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, compiled, inlined, internal, wrapped_product
from fairyring.kernels.contract import (
    ONGOING,
    OPEN,
    REASON_MASK,
    SIDE,
    WINNER_SHIFT,
    alternates,
    copy_row,
    legal,
    outcome,
    play,
    repetition_result,
    repetition_window,
    repetitions,
)
from fairyring.kernels.drifting.drift import LAUNCHED, STEP_BITS
from fairyring.kernels.orthodox.codes import FIELD_MASK, TAG_MASK, TAG_SHIFT
from fairyring.kernels.packed import packed
from fairyring.kernels.walks import below, draw

TRUNCATED = U(1 << 16)  # a game was stopped because it had reached its limit of plies
FREE = ~U(0)  # a slot of `Numbers.slots` without a move
SHIFT, TWINS = U(0), U(1)  # the columns of `Numbers.settings`
LIMIT, AGAIN, STARTS = U(0), U(1), U(2)  # the columns of `Games.bound`
MISSING = -1  # in place of an action or of a move's place: there is none
SPREAD = U(0x9E3779B97F4A7C15)
EVERYTHING = U(3)  # a viewer who knows all secrets; 0 and 1 are the sides, and 2 knows none

# What fills a plane: the first column of a program's rows. The others depend on it, except the last, which is
# the side that alone may see the plane while the game goes on, or -1.
LAYER, NUMBER, BIT, SITE, SET, EQUAL, OCCURRED = range(7)
OWNER = U(4)


@packed
class Numbers(NamedTuple):
    """The action of each move that can occur in a game: a hash table.

    Attributes:
        keep: uint64[tag]; the bits of a move's code that tell it apart from others, by its tag.
        slots: uint64[slot]; the codes, cut to these bits, or `FREE`; their number is a power of two.
        actions: int32[slot]; their actions.
        settings: uint64[2]; how far a hash is shifted to the right, and whether moves of one position may
            have the same code when cut: such moves have actions one after the other.
    """

    keep: npt.NDArray[np.uint64]
    slots: npt.NDArray[np.uint64]
    actions: npt.NDArray[np.int32]
    settings: npt.NDArray[np.uint64]


@packed
class Games(NamedTuple):
    """What some games have beside their rows; the first axis is the game, but for the lists of moves.

    Row ``2 * game`` of `States` holds a game's position, and the row after it is scratch. Behind the rows
    of all games are the positions that games start from.

    Attributes:
        keys: uint64[game, ply]; the keys of the game's earlier positions.
        plies: uint64[game]; how many there are.
        seeds: uint64[game]; the state of the game's random numbers.
        first: int64[game]; where the game's legal moves begin in the lists.
        count: int64[game]; how many there are; none once the game is over.
        codes: uint64[place]; the moves.
        actions: int32[place]; their actions.
        over: uint64[game]; how the game ended, as `outcome` has it with White in place of the mover, or
            `TRUNCATED`; 0 while it goes on.
        ended: uint64[game]; the same of the game that the last step ended, even if another has begun.
        occurred: uint64[game]; how often the position has occurred before.
        bound: uint64[3]; the plies after which a game is stopped, whether a new one begins at once when one
            is over, and how many positions there are to start from.
    """

    keys: npt.NDArray[np.uint64]
    plies: npt.NDArray[np.uint64]
    seeds: npt.NDArray[np.uint64]
    first: npt.NDArray[np.int64]
    count: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint64]
    actions: npt.NDArray[np.int32]
    over: npt.NDArray[np.uint64]
    ended: npt.NDArray[np.uint64]
    occurred: npt.NDArray[np.uint64]
    bound: npt.NDArray[np.uint64]


@inlined
def action_of(numbers: Any, code: Any) -> Any:
    """The action of a move, or `MISSING`."""
    if code & LAUNCHED != U(0):
        code &= ~STEP_BITS
    code &= numbers.keep[(code >> TAG_SHIFT) & TAG_MASK]
    last = U(numbers.slots.shape[0]) - U(1)
    slot = wrapped_product(code, SPREAD) >> numbers.settings[SHIFT]
    while numbers.slots[slot] != code:
        if numbers.slots[slot] == FREE:
            return MISSING
        slot = (slot + U(1)) & last
    return numbers.actions[slot]


@internal
def begin(states: Any, games: Any, game: Any) -> None:
    """Start a game again, from one of the positions to start from."""
    number = U(games.plies.shape[0])
    chosen = U(0)
    if games.bound[STARTS] > U(1):
        state, drawn = draw(games.seeds[game])
        games.seeds[game] = state
        chosen = below(drawn, games.bound[STARTS])
    copy_row(states, U(2) * number + chosen, U(2) * game)
    games.plies[game] = U(0)
    games.over[game] = ONGOING


@compiled
def restart(states: Any, games: Any, chosen: Any) -> None:
    """Start the games again that are ``chosen`` (uint8[game]): those with another number than 0."""
    for game in range(U(games.plies.shape[0])):
        if chosen[game] != 0:
            begin(states, games, game)


@compiled
def find(games: Any, actions: Any, places: Any) -> Any:
    """Where the legal moves with the given actions (int32[game]) are in the lists; `MISSING` without a move.

    Returns the first game in which there is none, or the number of games. A game that is over has no move,
    and one whose action is `MISSING` waits.
    """
    number = U(games.plies.shape[0])
    for game in range(number):
        places[game] = MISSING
        if games.over[game] != ONGOING or actions[game] == MISSING:
            continue
        place = U(games.first[game])
        end = place + U(games.count[game])
        while place != end and games.actions[place] != actions[game]:
            place += U(1)
        if place == end:
            return game
        places[game] = place
    return number


@compiled
def advance(tables: Any, states: Any, games: Any, places: Any) -> None:
    """Make the moves at some places in the lists, one in each game that has a place."""
    for game in range(U(games.plies.shape[0])):
        if places[game] == MISSING:
            continue
        row = U(2) * game
        games.keys[game, games.plies[game]] = states.key[row]
        games.plies[game] += U(1)
        play(tables, states, row, games.codes[U(places[game])])
        copy_row(states, row + U(1), row)


@compiled
def look(tables: Any, states: Any, numbers: Any, games: Any, first: Any, place: Any, most: Any) -> Any:
    """List the moves of all games from the ``first`` on, from a place in the lists on, and judge them.

    Games that are over begin again at once if they are to. Returns the game for whose moves, ``most`` at
    most, there was no more room; or, if a move has no action, the game and a set bit 63; or the number of
    games.
    """
    number, size = U(games.plies.shape[0]), U(games.codes.shape[0])
    for game in range(first, number):
        if place + most > size:
            return game
        row = U(2) * game
        before = games.over[game]
        end = U(legal(tables, states, row, games.codes, place))
        if before == ONGOING:
            games.over[game] = judge(tables, states, games, game, end - place)
        games.ended[game] = games.over[game] if before == ONGOING else ONGOING
        if games.over[game] != ONGOING and games.bound[AGAIN] != U(0):
            begin(states, games, game)
            games.occurred[game] = U(0)
            end = U(legal(tables, states, row, games.codes, place))
        if games.over[game] != ONGOING:
            end = place
        games.first[game] = place
        games.count[game] = end - place
        for i in range(place, end):
            action = action_of(numbers, games.codes[i])
            if action == MISSING:
                return game | U(1) << U(63)
            games.actions[i] = action
            if numbers.settings[TWINS] != U(0):
                tell_apart(games, place, i)
        place = end
    return number


@internal
def tell_apart(games: Any, first: Any, i: Any) -> None:
    """Count up the action of a move as long as another of the same piece has it."""
    start = games.codes[i] & FIELD_MASK
    for j in range(first, i):
        if games.codes[j] & FIELD_MASK == start and games.actions[j] == games.actions[i]:
            games.actions[i] += np.int32(1)


@internal
def judge(tables: Any, states: Any, games: Any, game: Any, moves: Any) -> Any:
    """How a game with so many legal moves has ended; also counts how often the position has occurred."""
    row = U(2) * game
    code = U(outcome(tables, states, row, moves))
    plies, key = games.plies[game], states.key[row]
    farthest = min(plies, U(repetition_window(tables, states, row)))
    stride = U(2) if alternates(tables) else U(1)
    back, times, last = stride, U(0), U(0)
    while back <= farthest:
        if games.keys[game, plies - back] == key:
            times += U(1)
            if times + U(1) == U(repetitions(tables)):
                last = back
        back += stride
    games.occurred[game] = times
    if last != U(0) and code in OPEN:
        code = U(repetition_result(tables, states, row, last))
    if states.info[row, SIDE] != U(0) and code >> WINNER_SHIFT != U(0):
        code ^= U(3) << WINNER_SHIFT
    if code == ONGOING and plies >= games.bound[LIMIT]:
        code = TRUNCATED
    return code


@compiled
def choose(games: Any, actions: Any) -> None:
    """Fill ``actions`` (int32[game]) with random legal ones, each equally likely; -1 where a game is over."""
    for game in range(U(games.plies.shape[0])):
        actions[game] = MISSING
        if games.count[game] > 0:
            state, drawn = draw(games.seeds[game])
            games.seeds[game] = state
            place = U(games.first[game]) + below(drawn, U(games.count[game]))
            actions[game] = games.actions[place]


@compiled
def rewards(codes: Any, found: Any) -> None:
    """Fill ``found`` (float32[game, side]) with what both sides get for games with these results."""
    for game in range(U(codes.shape[0])):
        winner = (codes[game] >> WINNER_SHIFT) & U(3)
        white = np.float32(winner == U(1)) - np.float32(winner == U(2))
        found[game, U(0)], found[game, U(1)] = white, np.float32(0) - white  # and not -white, which may be -0


@compiled
def tell(codes: Any, found: Any, terminated: Any, truncated: Any, reasons: Any) -> None:
    """Say what a step did by the results it brought, as `fairyring.batch.Steps` has it."""
    rewards(codes, found)
    for game in range(U(codes.shape[0])):
        reasons[game] = codes[game] & REASON_MASK
        terminated[game] = reasons[game] != 0
        truncated[game] = codes[game] == TRUNCATED


@compiled
def mask(games: Any, found: Any) -> None:
    """Fill ``found`` (uint8[game, action]) with 1 for each legal action, and 0 for the others."""
    for game in range(U(games.plies.shape[0])):
        for action in range(U(found.shape[1])):
            found[game, action] = 0
        place = U(games.first[game])
        for i in range(place, place + U(games.count[game])):
            found[game, U(games.actions[i])] = 1


@compiled
def sides(states: Any, found: Any) -> None:
    """Fill ``found`` (uint8[game]) with the sides to move."""
    for game in range(U(found.shape[0])):
        found[game] = states.info[U(2) * game, SIDE]


@compiled
def observe(
    states: Any, games: Any, pieces: Any, program: Any, values: Any, viewers: Any, found: Any
) -> None:
    """Fill ``found`` (uint8[game, plane, site]).

    Args:
        states: the rows.
        games: the games.
        pieces: int32[level, code]; the plane of each piece, or -1.
        program: int64[plane, 5]; how each other plane is filled, after those of the pieces.
        values: uint8[table, value]; what layers show, by their values.
        viewers: uint8[game]; who looks: a side's number, 2 for nobody in particular, or `EVERYTHING`.
        found: the planes.
    """
    first, sites = U(found.shape[1]) - U(program.shape[0]), U(found.shape[2])
    levels = U(pieces.shape[0])
    back = U(states.cells.shape[2]) // levels
    for game in range(U(found.shape[0])):
        row = U(2) * game
        for plane in range(first):
            for site in range(sites):
                found[game, plane, site] = 0
        for level in range(levels):
            for site in range(sites):
                code = U(states.cells[row, U(0), level * back + site])
                if code != U(0) and pieces[level, code] >= 0:
                    found[game, U(pieces[level, code]), site] = 1
        for step in range(U(program.shape[0])):
            owner = program[step, OWNER]
            hidden = owner >= 0 and U(owner) != U(viewers[game]) and U(viewers[game]) != EVERYTHING
            fill(states, games, program, values, game, step, hidden, found, first + step)


@internal
def fill(
    states: Any,
    games: Any,
    program: Any,
    values: Any,
    game: Any,
    step: Any,
    hidden: Any,
    found: Any,
    plane: Any,
) -> None:
    """Fill one plane of a game; with 0 what is ``hidden`` from the viewer while the game goes on."""
    row, sites = U(2) * game, U(found.shape[2])
    what, at, extra = program[step, U(0)], U(program[step, U(1)]), U(program[step, U(2)])
    if what == LAYER:
        for site in range(sites):
            found[game, plane, site] = values[extra, states.cells[row, at, site]]
        return
    if what == SET:
        for site in range(sites):
            found[game, plane, site] = (states.info[row, at + (site >> U(6))] >> (site & U(63))) & U(1)
        return
    field = games.occurred[game] if what == OCCURRED else states.info[row, at]
    value = min(field, U(255))
    if what == BIT:
        value = (field >> extra) & U(1)
    elif what == EQUAL:
        value = U(field == extra)
    elif what == SITE:
        value = U(0)
    for site in range(sites):
        found[game, plane, site] = value
    if what == SITE and field < sites and not (hidden and games.over[game] == ONGOING):
        found[game, plane, field] = 1
