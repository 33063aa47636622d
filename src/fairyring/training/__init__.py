"""Training: an evaluation for one game, learned from the computer's games against itself.

The search plays (`playing`), quiet positions of its games are collected (`samples`), what the evaluation is
made of (`fairyring.kernels.terms`) is fitted to how the games ended (`fitting`), and a match says whether it
plays better. What comes of it is a small file of weights next to the game; see `fairyring.variants.weights`.
"""

from fairyring.training.training import Progress, Trained, train

__all__ = ["Progress", "Trained", "train"]
