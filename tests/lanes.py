"""Which lane of tests this is, and how many samples it can afford (see the Makefile)."""

import numba

PLAIN = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]  # filled as numba is imported
BOUNDS = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]  # likewise


def samples(compiled: int, plain: int) -> int:
    """``compiled`` samples; half of them where bounds are checked; ``plain`` where nothing is compiled."""
    return plain if PLAIN else compiled // 2 if BOUNDS else compiled
