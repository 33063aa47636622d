"""What pieces see along segments."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, highest_bit, inlined, lowest_bit
from fairyring.kernels.orthodox.segment_tables import FALLS, GOES_ON, HEAD, LINE

EVERYWHERE, TOP, BOTTOM = ~U(0), U(1 << 63), U(1)


@inlined
def seen_along(segments: Any, number: Any, occupied: Any, before: Any) -> Any:
    """What a piece sees along a segment: its sites up to the first that is occupied, among others.

    ``occupied`` is the word of all occupied sites, and ``before`` what this has returned for the segment
    before.

    Returns:
        Sites; and all or none, whether a segment that goes on from here can be seen.
    """
    head = segments.sets[number, HEAD]
    blockers = occupied & segments.sets[number, LINE]
    rising = EVERYWHERE >> (U(63) - lowest_bit(blockers | TOP))
    falling = EVERYWHERE << highest_bit(blockers | BOTTOM)
    seen = falling if head & FALLS != U(0) else rising
    following = EVERYWHERE if blockers == U(0) else U(0)
    if head & GOES_ON != U(0):
        seen &= before
        following &= before
    return seen, following
