"""Chips, momentum, spinners and True Kings are words of few games: what else knows of them grows no more."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "fairyring"
WORDS = re.compile(r"(?<![a-z])(chips?|momentum|spinners?|true[ _-]?kings?)(?![a-z])", re.IGNORECASE)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Where these words belong: the games, their families and mechanics, their texts, and what shows them.
ROOMS = (
    *("variants", "kernels/bluff", "kernels/drifting", "kernels/true_kings", "mechanics/hidden_royal"),
    *("notation/bluff", "notation/chips", "notation/drifting", "notation/true_kings"),
    *("web/static/languages", "web/static/chips", "web/static/purse", "web/static/spinner"),
)
ELSEWHERE = set(
    """
    batch/numbering.py batch/planes.py cli/analyse.py cli/count.py cli/inputs.py cli/play.py
    cli/screen.py drawing/artwork.py drawing/board.py drawing/examples.py drawing/figures.py
    drawing/motion.py drawing/rides.py drawing/theme.py game/position.py game/record.py
    game/setup.py game/story.py game/telling.py game/tree.py game/walks.py kernels/base.py
    kernels/contract.py kernels/declared.py kernels/law.py kernels/orthodox/codes.py
    kernels/orthodox/together.py kernels/orthodox/wording.py kernels/rules.py mechanics/explosion.py
    notation/declared.py
    notation/orthodox.py notation/placement.py notation/position.py search/analysis.py
    search/beliefs.py web/analysis/ground.py web/analysis/messages.py web/analysis/shapes.py
    web/courses.py web/details.py web/opening.py web/shapes.py web/sight.py web/trays.py
    web/workshop/acts.py
    web/static/arrangement.js web/static/badges.js web/static/board.js web/static/boardpage.js
    web/static/course.js web/static/entry.js web/static/journey.js web/static/largeboard.js
    web/static/overview.js web/static/palette.js web/static/premove.js web/static/scene.js
    web/static/strip.js web/static/trails.js web/static/workshopshape.js
    """.split()
)
"""Files that know these words and should not. This list may only become shorter."""


def test_words_of_few_games_stay_in_their_rooms() -> None:
    files = (path for ending in ("py", "js") for path in SOURCE.rglob(f"*.{ending}"))
    knowing = {
        path.relative_to(SOURCE).as_posix()
        for path in files
        if WORDS.search(CAMEL.sub(" ", path.read_text(encoding="utf-8")))
    }
    outside = {name for name in knowing if not name.startswith(ROOMS)}
    assert outside == ELSEWHERE, f"new: {sorted(outside - ELSEWHERE)}; clean: {sorted(ELSEWHERE - outside)}"
    assert knowing - outside
