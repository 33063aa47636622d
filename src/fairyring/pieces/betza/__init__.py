"""Betza's funny notation: a piece's movement in a few letters, as Ralph Betza devised it.

A notation is a series of terms, and the piece has the moves of them all: ``fbNF`` is ``fbN`` and ``F``. A
term is *modifiers* (small letters, in any order), one *atom* (a capital) and perhaps a *range*.

Atoms: W (1, 0), F (1, 1), D (2, 0), N (2, 1), A (2, 2), H (3, 0), L or C (3, 1), J or Z (3, 2) and G (3, 3)
leap once, in all directions, and so does any vector in parentheses, such as (4,1); K is W and F together. R
is the unlimited rider of W, B that of F, and Q both. An atom that leaps once becomes an unlimited rider
when doubled (``NN``). A number is the most leaps in a row (``R4``, ``N2``, ``(4,1)2``); 0 is any number
(``W0`` is ``WW`` is ``R``). U leaps to any other site. X behind an atom that leaps once makes the longer part
of its leap three longer, Y both parts two: ``FX`` is (4, 1), ``NY`` (4, 3).

Modifiers belong to one term only (in ``fbNF`` the F goes in all four directions). What it may do at its
goal:

- ``m`` moves without capturing, ``c`` only captures, ``d`` only captures pieces of its own side, none of
  them royal, and ``e`` captures en passant; several of them may be said, and without any it moves and
  captures. Only pawns capture en passant: wherever they capture, if the notation has no ``e`` at all.
- ``k`` captures royal pieces only: it gives check and does nothing else. ``ck``, and ``t`` (tame) on the last
  or only leg, captures all enemies but royal pieces: it gives no check.
- ``u`` unloads: what the move would capture is not captured, but put down where the leg with ``u`` begins. So
  ``uR`` changes places with an enemy, ``udR`` with a piece of its own side, and ``afudQ`` puts the piece
  down on its way. No royal piece is put down, and nobody is in check by it. See below for several legs.
- ``i`` initial: only from the sites that the rules' ``starts`` names.

What other pieces may do: ``x`` on a single leg borrows: ``xK`` moves, from where it stands, as each piece of
its own side next to it does by its own letters. On the first of several legs, it lends: by ``xaN``, each
piece of its own side a knight's leap away may make a knight's leap, pawns and royal pieces too. Beside ``x``
are directions alone. What is borrowed is not lent on; castling and captures en passant are neither lent nor
borrowed; and a lent move leads no pawn to where pawns promote, or behind where they begin.

What is on the way:

- ``n`` lame: does not jump over what is in between (see `Leap.lame`).
- ``j`` before an atom that leaps over something: jumps over exactly one piece in between. Before R and B
  (also with a range): skips the first site on its way, whatever is there, and does not stop on it.
- ``p`` hopper, on riders only: jumps over one piece of either side on its way, its hurdle, and cannot go
  without one; before and after it, over empty sites. ``mRcpR`` is the cannon of Xiangqi.
- ``g`` the same, but lands right behind the hurdle: ``gQ`` is the grasshopper.
- ``t`` beside them: the hurdle is a piece of its own side.
- ``o`` moves as on a cylinder, over the left and right edges.
- ``q`` circular: a rider that turns to the next of its atom's directions after each leap, always to the
  same side (``qN`` is the rose), ``z`` crooked: to either side in turn (``zB`` is the crooked bishop).

Directions: ``f`` forward, ``b`` back, ``l`` left, ``r`` right, ``v`` for f and b, ``s`` for l and r, all as
the mover sees them; without any of them: every direction.

*Directions on W, D, H, R* are added up: ``fsW`` goes forward, left and right.
*Directions on F, A, G, B* must all fit: ``fF`` is the two forward diagonals, ``lF`` the two left ones,
``flF`` the one forward and left, ``fsF`` the two forward ones again.
*On K and Q* each half has its own reading: ``fK`` is ``fWfF``.

*Directions on N, C, L, Z, J* and other oblique vectors are read from left to right, two letters at a time
if the table has the two, and added up: ``fbN`` is ``fN`` and ``bN``, ``flrbN`` is ``flN`` and ``rbN``,
``fblN`` is ``fN`` and ``blN``. The last letter names the longer part of the leap, so a single ``f`` is the
narrow pair, two ranks ahead. This is H. G. Muller's reading (XBoard), in which Betza's own ``ff`` and
``fs`` mean the same. The knight's leaps, as (right, forward):

    f, ff   (1, 2) (-1, 2)          fs   (2, 1) (-2, 1)
    b, bb   (1, -2) (-1, -2)        bs   (2, -1) (-2, -1)
    l, ll   (-2, 1) (-2, -1)        lv   (-1, 2) (-1, -2)
    r, rr   (2, 1) (2, -1)          rv   (1, 2) (1, -2)
    v, fb   the four of f and b     s, lr   the four of l and r
    fl   (-2, 1)     fr   (2, 1)     lf   (-1, 2)     rf   (1, 2)
    bl   (-2, -1)    br   (2, -1)    lb   (-1, -2)    rb   (1, -2)
    fh, bh, lh, rh   the four ahead, behind, to the left, to the right
    hr   (1, 2) (2, -1) (-1, -2) (-2, 1)          hl   (-1, 2) (2, 1) (1, -2) (-2, -1)

*Several legs.* With ``a`` ("again") between groups of modifiers, a move has several legs by the same atom,
and the piece stays at the end of the last: ``mafsmafW``, Janggi's elephant, steps like a W, turns by an
eighth and steps on like an F, and then straight on. The first group's directions are those of a term. In
the others, ``f`` is straight on and ``b`` back, ``fl``, ``l``, ``bl`` and ``fr``, ``r``, ``br`` are turns
by one, two and three eighths, ``s`` is both sides; without any, every direction but back. ``z`` turns to
the other side than the last turn before it, ``q`` to the same. A turn by an odd number of eighths makes W
of F and F of W, and the same for D and A, H and G, R and B; an oblique atom turns to the next of its eight
vectors. What a leg before the last ends on:

- ``m``, or nothing: an empty site. ``p``: a piece, which stays; ``tp``: one of its own side. ``mp``:
  either.
- ``u``: a piece that is captured on the way is put down where the move began if the first leg has ``u``. If
  the leg right after the capture has it, it is put down where it stood, and so it is only jumped over:
  ``[dD-bucW]`` jumps over its own side's pieces alone. Where nothing is captured on the way, what is
  captured on the goal is put down. One leg has ``u``.
- ``c``: an enemy piece, which it captures on its way; ``d``: one of its own side, which is not royal. So
  ``fcafmF`` captures as a checker does, and ``cabmN`` goes back to where it came from. Only one leg may
  capture before the last, which may capture too.
- ``y`` is m and ``g`` is p, and from there on riders leap once, and leapers ride: ``yafsW`` steps like a W
  and then rides like a B; ``gafQ`` is ``gQ``.

A path that ends where it began is a move only if it has captured. Such moves are written with what they
capture on their way: ``e4-g6xf5``, and where they put a piece down: ``e4-g6/e4``. Pawns do not capture on
their way, nor pieces of their own side, nor put pieces down; where they are put down, they stay what they
are.

*Brackets* have legs with atoms of their own: ``[W-F]`` is Xiangqi's horse, ``[cF-mF]`` the checker's
capture. After ``-`` the move goes on, and after ``?`` it may also end: ``[F?R]`` is the griffon, which
Betza writes ``t[FR]``. A leg leads as straight on as its atom can, or where its directions say, relative to
the leg before: ``l`` is what is closest to a quarter turn, ``fl`` what is between that and straight on. Its
other modifiers are those of ``a``, without y and g; x only on the first leg. Before the bracket may be
``m``, ``c``, ``i`` and ``o``, which belong to the whole.

*Beside movement*, letters say two things of a piece that its game's rules keep
(`fairyring.notation.lettered`):

- ``O`` castles: the king goes to the left, the right or both (``l``, ``r``, ``s``) by the number behind it,
  and the piece at the edge of the board comes to the square that it crossed last; ``j`` is the piece one
  square from the edge, ``jj`` two. Neither may have moved (``i``). So the king of chess is ``KisO2``.
- ``@`` drops: the number is that of the ranks on which a piece in hand may be dropped, from the mover's
  first on; 1 if there is none, and 0 for all. ``j`` leaves out the first rank, ``jj`` two. With ``f``, it is
  not dropped on a file on which its side has one of the kind, with ``ff`` two. So the pawn of crazyhouse
  has ``j@7``, and that of shogi ``f@8``.

Two other dialects read letters differently (`Dialect`):

- ``"xbetza"`` reads the directions of F, A, G, B in pairs, as those of N: ``lfrbB`` is ``lfB`` and ``rbB``,
  where the usual reading has all four directions, because each axis is read alone.
- ``"fairy-stockfish"`` has only the atoms with letters, except U and O, and the modifiers f b l r v s h, m
  c e, i, n, p and g. All directions are read in pairs. Those on a straight atom are taken apart again
  (``fsW``), but not those on K and Q: ``fsK`` is ``sWfF``. ``e`` is ignored: it says for all of a piece's
  captures that they may be en passant. A range has one digit, after which a rider is not lame; p and g make
  riders of leapers, and their range counts the sites before the hurdle too, except 1, which makes p a g.
  ``RR`` is R. Initial moves never capture. It has no riders of other leaps than W, F and N, no hoppers of
  other leaps than W and F, and no lame leapers but D, N, A and Z: such terms are read, and add nothing.
  No text at all is a piece that does not move.

The sources are Betza's own pages, and H. G. Muller's of XBetza, XBoard and the Interactive Diagram on the
Chess Variant Pages, with comments there of 2020 on u and x and of 2024 on k; XBoard has t. They are
silent on what becomes of royal pieces beside u, of pawns beside u and x, and on what is lent in several
steps: that is our reading. An older table of X adds less to A, J and G.

What has a meaning, but cannot be played here, is refused with the reason (`UnplayedError`): w, which has no
single meaning, ``I``, ``~``, moves that capture more than two pieces, putting a piece down on a third site,
castling of what has moved, and drops that capture. Everything else is refused as no notation: other letters,
a modifier said twice, letters that do not go together, ranges of more than two digits or with a leading
zero, and moves with too many paths.
"""

from __future__ import annotations

from functools import lru_cache

from fairyring.pieces.betza import beside
from fairyring.pieces.betza.brackets import OPENING, Bracket
from fairyring.pieces.betza.chains import chains
from fairyring.pieces.betza.directions import Dialect
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.betza.terms import Term, movements
from fairyring.pieces.movement import Movement, Together, together

__all__ = ["BetzaError", "Dialect", "UnplayedError", "betza"]


def betza(notation: str, dialect: Dialect | str = Dialect.FAIRYRING) -> Together:
    """The movement that a text in Betza's notation describes.

    Args:
        notation: the text.
        dialect: whose reading of it to follow: ``"fairyring"``, ``"xbetza"`` or ``"fairy-stockfish"``.

    Returns:
        One `Leap` for each vector of each term, or what the modifiers make of it, in the order of the terms
        (K and Q: W before F) and within a term clockwise from straight ahead; no two are equal. ``lame`` is
        set only where a leap has something between its ends. O is one `Castle` or two, and @ a `DropZone`;
        they have no ways.

    Raises:
        BetzaError: the text is anything else, or describes what cannot be played (`UnplayedError`).
        ValueError: there is no such dialect.
    """
    return _read(notation, Dialect(dialect))


@lru_cache(1024)  # most games have the same few pieces
def _read(notation: str, reading: Dialect) -> Together:
    found: dict[Movement, None] = {}
    start = 0
    immobile = not notation and reading is Dialect.FAIRY_STOCKFISH
    while start < len(notation) or (start == 0 and not immobile):
        its = reading is Dialect.FAIRY_STOCKFISH
        if told := None if its else beside.BESIDE.match(notation, start):
            found.update(dict.fromkeys(beside.read(told)))
            start = told.end()
            continue
        if opening := None if its else OPENING.match(notation, start):
            bracket = Bracket(opening, reading)
            found.update(dict.fromkeys(bracket.movements()))
            start = bracket.end
            continue
        term = Term(notation, start, reading)
        found.update(dict.fromkeys(chains(term) if "a" in term.modifiers else movements(term)))
        start = term.end
    return together(found, notation if reading is Dialect.FAIRYRING else "")
