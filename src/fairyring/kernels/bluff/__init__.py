"""The bluff family: many boards as one, many kings of which one is secretly the true one, and chips."""

from fairyring.kernels.bluff import evaluate, evasions, exchange, generate, play
from fairyring.kernels.bluff.tables import Tables
from fairyring.kernels.contract import family_from, register

register(Tables, family_from(evaluate, evasions, exchange, generate, play))
