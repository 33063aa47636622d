"""What is compiled before a game is all that playing it needs, so that no player waits in the middle."""

import subprocess
import sys

PLAYED = """
import random
import sys
import fairyring.search
from fairyring.kernels.code_cache import CodeCache
from numba.core.typing.typeof import typeof_impl
from numba.np import arraymath

known_types = set(typeof_impl.registry)
momentum, chess = fairyring.load("momentum"), fairyring.load("chess")
fairyring.prepare(momentum)
fairyring.prepare(chess)
late = []
known = CodeCache.load_overload
CodeCache.load_overload = lambda self, *given: late.append(self._function.__name__) or known(self, *given)
game, dice = fairyring.Game(momentum), random.Random(1)
for _ in range(6):
    game.push(dice.choice(game.position.legal_moves()))
assert game.notations and any(game.aftermaths) and game.position.view()
again = fairyring.Game(chess)
for move in ["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 2:
    again.push(move)
assert again.result
assert not late, late
fairyring.search(chess.start(), depth=1)
# Other threads go through Numba's table of types, so it may not grow.
assert known_types == set(typeof_impl.registry), set(typeof_impl.registry) - known_types
# To import it takes as long as all of Numba, which only asks whether it is there.
assert "scipy.linalg" not in sys.modules
try:
    import scipy.linalg
except ImportError:
    scipy = None
assert arraymath._HAVE_BLAS == (scipy is not None)
"""


def test_nothing_is_compiled_or_imported_after_the_first_move() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], check=False, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
