"""What the mechanics made of data do in each stage of a turn, in the order in which they do it."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.declared import mixed
from fairyring.kernels.law import END, FIRST, Law
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.stages import ALL_MOVES, CAPTURING, NO_MOVES, register_part
from fairyring.kernels.stages import concluded as game_concluded
from fairyring.mechanics import (
    bare_king,
    blocking,
    castling_rules,
    check_count,
    counting,
    drop_limits,
    dropping,
    exchanging,
    explosion,
    extinction,
    first_leaps,
    gating,
    goals,
    immunity,
    in_a_row,
    in_place,
    long_steps,
    must_capture,
    no_checks,
    no_escape,
    perpetual_check,
    promotions,
    rebirth,
    results,
    royals,
    several_moves,
    shak,
)


@inlined
def derived(law: Any, tables: Any, states: Any, ply: Any) -> None:
    """Every declared field, walls, and the kings and en passant squares of two boards."""
    for field in range(law.words[FIRST], law.words[END]):
        states.key[ply] ^= mixed(field, states.info[ply, field])
    blocking.derived(law.words, tables, states, ply)
    if law.words[exchanging.GROUND] != U(0):
        exchanging.derived(law.words, tables, states, ply)


@inlined
def over(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The first of these that has ended the game."""
    words = law.words
    code = explosion.over(words, states, ply)
    if code == ONGOING:
        code = check_count.over(words, states, ply)
    longer = words[extinction.BARE] | words[bare_king.BARE] | words[castling_rules.WINS]
    if code == ONGOING and longer | words[goals.REGION] | words[in_a_row.LINES] != U(0):
        code = _over_by_pieces(law, tables, states, ply)
    return code


@called
def _over_by_pieces(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The first of those that look for pieces on the board."""
    code = extinction.over(law.words, states, ply)
    if code == ONGOING:
        code = bare_king.over(law.words, states, ply)
    if code == ONGOING:
        code = castling_rules.over(law.words, states, ply)
    if code == ONGOING:
        code = goals.over(law.words, tables, states, ply)
    if code == ONGOING:
        code = in_a_row.over(law.words, states, ply)
    return code


@inlined
def movable(law: Any, tables: Any, states: Any, ply: Any, word: Any, pieces: Any) -> Any:
    """The pieces on the board to move."""
    return pieces & exchanging.ground(law.words, states, ply, word)


@inlined
def sheltered(law: Any, tables: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """Kings that touch."""
    return explosion.sheltered(law.words, states, ply, side, site)


@inlined
def probing(law: Any, tables: Any) -> Any:
    """Explosions, rebirth and walls change more than start and goal; and several pieces may be royal."""
    more = CAPTURING if law.words[explosion.BLAST] | law.words[rebirth.HOMES] != U(0) else NO_MOVES
    return max(more, royals.probing(law.words), blocking.probing(law.words))


@inlined
def spared(law: Any, tables: Any, states: Any, ply: Any, spare: Any, move: Any, lost: Any) -> Any:
    """Walls that are still to come, and explosions of one of several royal pieces."""
    if law.words[blocking.GUARDED] != U(0):
        return blocking.spared(law.words, tables, states, ply, spare, move)
    return explosion.loses(law.words, states, ply, spare, lost)


@inlined
def endangered(law: Any, tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Several royal pieces."""
    return royals.endangered(law.words, tables, states, ply, side)


@inlined
def promoting(law: Any, tables: Any, states: Any, ply: Any, start: Any) -> Any:
    """The table of promotions."""
    return promotions.promoting(law.words, states, ply, start)


@inlined
def asked(law: Any, tables: Any, states: Any, ply: Any, start: Any, actions: Any) -> Any:
    """The table of promotions."""
    return promotions.asked(law.words, states, ply, start, actions)


@inlined
def promoted(
    law: Any, tables: Any, states: Any, ply: Any, start: Any, actions: Any, moves: Any, first: Any, n: Any
) -> Any:
    """The table of promotions."""
    if promotions.promoting(law.words, states, ply, start):
        n = promotions.promoted(law.words, states, ply, start, actions, moves, first, n)
    return n


@inlined
def generated(law: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Drops, captures en passant that are not as in chess, first leaps, and walls in place of a move."""
    if law.words[dropping.HAND] != U(0):
        n = dropping.drops(law.words, tables, states, ply, checks, moves, n)
    if law.words[several_moves.STEPPED] != U(0):
        n = several_moves.ep_captures(law.words, tables, states, ply, moves, n)
    if law.words[long_steps.CROSSED] != U(0):
        n = U(long_steps.ep_captures(law.words, tables, states, ply, moves, n, True))
    if law.words[in_place.ZONES] != U(0):
        n = U(in_place.generated(law.words, tables, states, ply, moves, n))
    if law.words[first_leaps.UNMOVED] | law.words[blocking.SHORE] == U(0):
        return n
    if probing(law, tables) == ALL_MOVES and is_in_check(tables, states, ply, states.info[ply, SIDE]):
        checks = U(1)  # where every move is made to be judged, nothing is said of checks here
    if law.words[first_leaps.UNMOVED] != U(0):
        n = U(first_leaps.generated(law.words, tables, states, ply, checks, moves, n))
    if law.words[blocking.SHORE] != U(0) and checks == U(0):
        n = blocking.sinking(law.words, tables, states, ply, moves, n)
    return n


@inlined
def bulk(law: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Drops, captures en passant after long steps, and first leaps."""
    if law.words[dropping.HAND] != U(0):
        n += dropping.bulk(law.words, tables, states, ply)
    if law.words[long_steps.CROSSED] != U(0):
        n = U(long_steps.ep_captures(law.words, tables, states, ply, moves, n, False))
    if law.words[first_leaps.UNMOVED] != U(0):
        n = U(first_leaps.bulk(law.words, tables, states, ply, moves, n))
    return n


@inlined
def listed(law: Any, tables: Any) -> Any:
    """Moves that are filtered one by one, and those that ask for a further choice."""
    words = law.words
    alone = words[must_capture.MUST] | words[no_checks.NO_CHECKS] | words[several_moves.LEFT]
    alone |= words[blocking.BOARD] | words[blocking.SHORE] | words[no_escape.STAYS] | words[immunity.IMMUNE]
    alone |= words[exchanging.GROUND] | words[drop_limits.QUIET]
    alone |= words[first_leaps.HURDLES]
    return alone | words[in_place.ZONES] | words[gating.GATED] | words[dropping.FIRST] != U(0)


@inlined
def filtered(law: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """The board to move, drops without check, what must be dropped; immunity, escapes, checks, captures."""
    if law.words[exchanging.GROUND] != U(0):
        n = exchanging.filtered(law.words, states, ply, moves, begin, n)
    if law.words[drop_limits.QUIET] != U(0):
        n = no_checks.quiet_drops(tables, states, ply, moves, begin, n)
    if law.words[dropping.FIRST] != U(0) and dropping.awaited(law.words, states, ply, states.info[ply, SIDE]):
        n = dropping.filtered(law.words, tables, states, ply, moves, begin, n)
    n = immunity.filtered(law.words, states, ply, moves, begin, n)
    if law.words[no_escape.STAYS] != U(0):
        n = no_escape.filtered(tables, states, ply, moves, begin, n)
    n = no_checks.filtered(law.words, tables, states, ply, moves, begin, n)
    return must_capture.filtered(law.words, states, ply, moves, begin, n)


@inlined
def completed(
    law: Any, tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any
) -> Any:
    """What comes in behind a piece, and where the duck goes."""
    if law.words[gating.GATED] != U(0):
        n = U(gating.completed(law.words, tables, states, ply, moves, begin, n))
    if law.words[blocking.BOARD] == U(0):
        return n
    return blocking.completed(law.words, tables, states, ply, noisy, moves, begin, n)


@inlined
def choices(
    law: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any, number: Any
) -> Any:
    """What comes in behind a piece, or where the duck goes."""
    if law.words[gating.GATED] != U(0):
        return number + gating.choices(law.words, tables, states, ply, moves, begin, end)
    if law.words[blocking.BOARD] == U(0):
        return number
    return blocking.choices(law.words, tables, states, ply, moves, begin, end)


@inlined
def carried(law: Any, tables: Any, states: Any, ply: Any, start: Any, load: Any) -> Any:
    """The mark of a promoted piece."""
    return load | dropping.carried(law.words, states, ply, start)


@inlined
def landed(law: Any, tables: Any, states: Any, ply: Any, site: Any, load: Any) -> None:
    """The mark of a promoted piece."""
    dropping.landed(law.words, states, ply, site, load)


@inlined
def removed(law: Any, tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """The marks go with the piece."""
    dropping.removed(law.words, states, ply, site)
    gating.removed(law.words, states, ply, site)
    first_leaps.removed(law.words, states, ply, site)
    several_moves.removed(law.words, states, ply, site)


@inlined
def lost(law: Any, tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """To the hand."""
    dropping.lost(law.words, tables, states, ply, site, piece)


@inlined
def became(law: Any, tables: Any, states: Any, ply: Any, site: Any) -> None:
    """The mark of a promoted piece."""
    dropping.became(law.words, states, ply, site)


@inlined
def arrived(law: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """Walls in place of a move; castling; hands; behind the piece; then rebirth, stones and explosions."""
    if blocking.sinks(law.words, move):
        blocking.sink(law.words, tables, states, ply, move)
        return kept
    kept = castling_rules.arrived(law.words, tables, states, ply, move, kept)
    if law.words[dropping.HAND] != U(0):
        kept = dropping.arrived(law.words, tables, states, ply, move, kept)
    if law.words[gating.GATED] != U(0):
        gating.arrived(law.words, tables, states, ply, move)
    if law.words[first_leaps.UNMOVED] != U(0):
        first_leaps.arrived(law.words, states, ply, move)
    if law.words[rebirth.HOMES] != U(0) and taken != U(0):
        rebirth.reborn(law.words, tables, states, ply, move, taken)
    if law.words[blocking.STONE] != U(0):  # before it would explode
        blocking.arrived(law.words, tables, states, ply, move, taken)
    if law.words[explosion.BLAST] != U(0) and taken != U(0):
        goal = (move >> GOAL_SHIFT) & FIELD_MASK
        kept = explosion.explode(law.words, tables, states, ply, goal, kept)
    return kept


@inlined
def set_down(law: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The duck, walls and trails."""
    if law.words[blocking.WALL] != U(0):
        blocking.set_down(law.words, tables, states, ply, move)


@inlined
def sweeps(law: Any, tables: Any) -> Any:
    """Explosions."""
    return law.words[explosion.BLAST] != U(0)


@inlined
def swept(law: Any, tables: Any, states: Any, ply: Any, goal: Any, word: Any, sites: Any) -> Any:
    """What explodes."""
    if law.words[explosion.BLAST] == U(0):
        return sites
    return sites | explosion.swept(law.words, states, ply, goal, word)


@called
def concluded(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """A king has exploded, there are too few pieces, or the mover has reached a goal or made a row."""
    words = law.words
    found = explosion.won(words, states, ply) or extinction.won(words, states, ply)
    found = found or goals.won(words, tables, states, ply)
    return found or in_a_row.reached(words, states, ply, states.info[ply, SIDE])


@inlined
def continues(law: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Several moves a turn, until one ends the game."""
    if law.words[several_moves.LEFT] == U(0):
        return False
    over_now = game_concluded(tables, states, ply)
    return not over_now and several_moves.continues(law.words, tables, states, ply)


@inlined
def counted(law: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """What a pawn has crossed; the moves left in this turn, or those of the next; walls face the mover."""
    if law.words[long_steps.CROSSED] != U(0):
        long_steps.counted(law.words, tables, states, ply, move, again)
    if law.words[several_moves.LEFT] == U(0):
        return
    several_moves.counted(law.words, tables, states, ply, move, again)
    if law.words[blocking.WALL] != U(0) and again:
        blocking.face(law.words, states, ply, states.info[ply, SIDE])


@inlined
def several(law: Any, tables: Any) -> Any:
    """Several moves a turn."""
    return law.words[several_moves.LEFT] != U(0)


@inlined
def turned(law: Any, tables: Any, states: Any, ply: Any) -> None:
    """Checks are counted, and moves; then the other board may be to move."""
    check_count.turned(law.words, tables, states, ply)
    counting.turned(law.words, states, ply)
    results.turned(law.words, tables, states, ply)
    perpetual_check.turned(law.words, tables, states, ply)
    shak.turned(law.words, tables, states, ply)
    if law.words[exchanging.GROUND] != U(0):
        exchanging.turned(law.words, states, ply)


@inlined
def stuck(law: Any, tables: Any, states: Any, ply: Any, checked: Any) -> Any:
    """Mates without shak, and the table of results."""
    code = shak.stuck(law.words, tables, states, ply, checked)
    return results.stuck(law.words, states, ply, checked) if code == ONGOING else code


@inlined
def awaiting(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """There are pieces in hand."""
    return dropping.held(law.words, states, ply, U(0)) + dropping.held(law.words, states, ply, U(1)) != U(0)


@inlined
def settled(law: Any, tables: Any, states: Any, ply: Any, back: Any, code: Any) -> Any:
    """A draw, if that is a win for one side."""
    return results.with_odds(law.words, states, ply, code)


@inlined
def ended(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """A pawn that can only promote, and need not."""
    return in_place.ended(tables, states, ply) if law.words[in_place.ZONES] != U(0) else ONGOING


@inlined
def plies(law: Any, tables: Any, states: Any, ply: Any, limit: Any) -> Any:
    """The table of results, or the limit of a count."""
    return counting.plies(law.words, states, ply, results.plies(law.words, limit))


@inlined
def window(law: Any, tables: Any, states: Any, ply: Any, rows: Any) -> Any:
    """With hands and rebirth, captures can be undone, and a count does not restart: all rows."""
    endless = law.words[dropping.HAND] | law.words[rebirth.HOMES] | law.words[counting.LIMIT]
    return rows if endless == U(0) else U(1 << 20)


@inlined
def occurrences(law: Any, tables: Any, times: Any) -> Any:
    """The table of results."""
    return results.occurrences(law.words, times)


@inlined
def repeating(law: Any, tables: Any, states: Any, ply: Any, back: Any) -> Any:
    """Perpetual check, or the table of results."""
    code = perpetual_check.repeating(law.words, states, ply, back)
    return results.repeating(law.words, states, ply) if code == ONGOING else code


@inlined
def no_pass(law: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Where a player must capture, having to move is often bad; to lose several moves proves little.

    And walls face the mover. What is dropped later is dropped with more knowledge.
    """
    words = law.words
    if words[dropping.FIRST] != U(0) and dropping.awaited(words, states, ply, states.info[ply, SIDE]):
        return True
    return words[must_capture.MUST] | words[several_moves.LEFT] | words[blocking.WALL] != U(0)


@inlined
def obliged(law: Any, tables: Any) -> Any:
    """By a mechanic of that name."""
    return law.words[must_capture.MUST] != U(0)


@inlined
def weighed(law: Any, tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """Hands, checks, goals, rows, kings that are nearly bare and kinds that are nearly extinct."""
    if law.words[dropping.HAND] != U(0):
        score += dropping.weighed(law.words, tables, states, ply)
    if law.words[gating.GATED] != U(0) and law.words[dropping.HAND] == U(0):
        score += gating.weighed(law.words, tables, states, ply)
    score += bare_king.weighed(law.words, states, ply)
    if law.words[extinction.BARE] != U(0):
        score += extinction.weighed(law.words, states, ply)
    if law.words[in_a_row.LINES] != U(0):
        score += in_a_row.weighed(law.words, states, ply)
    return score + check_count.weighed(law.words, states, ply) + goals.weighed(law.words, states, ply)


@inlined
def tempting(law: Any, tables: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """What is reborn, the last piece of a kind, and what explodes."""
    if law.words[extinction.COUNTED] != U(0):
        score = extinction.tempting(law.words, states, ply, move, score)
    score = rebirth.tempting(law.words, tables, states, ply, move, score)
    return explosion.tempting(law.words, tables, states, ply, move, score)


@inlined
def incalculable(law: Any, tables: Any) -> Any:
    """Where captures explode, are reborn or forced, kinds count, or players make several moves in a turn."""
    words = law.words
    return (
        words[explosion.BLAST]
        | words[rebirth.HOMES]
        | words[must_capture.MUST]
        | words[extinction.BARE]
        | words[extinction.COUNTED]
        | words[several_moves.LEFT]
    ) != U(0)


register_part(Law, globals())
