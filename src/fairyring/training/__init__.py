"""Training: an evaluation for one game, learned from the computer's games against itself.

The engine plays (`fairyring.lab`), quiet positions of its games are collected (`samples`), and what the
evaluation is made of (`fairyring.kernels.terms`) is fitted to how the games ended (`fitting`). What comes of
it is a small file of weights next to the game; see `fairyring.variants.weights`.
"""

from fairyring.training.training import Progress, Trained, plan_of, train

__all__ = ["Progress", "Trained", "plan_of", "train"]
