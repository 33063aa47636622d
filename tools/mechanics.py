"""Draw the pictures on the cards of mechanics: ``.venv/bin/python tools/mechanics.py [NAME...]``.

With ``NUMBA_DISABLE_JIT=1`` it takes seconds, because nothing is compiled.
"""

import sys

from fairyring.web.workshop.scenes import PLACE, picture, scenes

if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name in sys.argv[1:] or scenes():
        (PLACE / f"{name}.svg").write_text(picture(name), encoding="utf-8")
