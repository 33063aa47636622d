"""How games of each family are written: their position texts, and the one at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.piloting.rules import Piloting
from fairyring.notation.bluff import bluff_form, bluff_start
from fairyring.notation.drifting import drifting_form
from fairyring.notation.orthodox import orthodox_form, start_text
from fairyring.notation.piloting import backed_start, piloting_form
from fairyring.notation.position import Form

FORMS: Mapping[type[Any], tuple[Callable[..., Form], Callable[..., str]]] = {
    Orthodox: (orthodox_form, start_text),
    Drifting: (drifting_form, start_text),
    Piloting: (piloting_form, backed_start),
    Bluff: (bluff_form, bluff_start),
}
"""How positions are written, and the one at the start, by the class of the rules that take mechanics."""
