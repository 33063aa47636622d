"""For families based on this one: what their functions do not read is refused."""

from __future__ import annotations

from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.messages import Message


def refuse_minor(rules: Orthodox) -> None:
    """For families based on this one whose functions do not read ``minor`` and ``bound``.

    Raises:
        ValueError: the rules have some of these.
    """
    if rules.minor or rules.bound:
        game = f"a {type(rules).__name__} game"
        raise ValueError(
            Message("minor and bound: there is no draw by insufficient material in {game}", game=game)
        )
