"""The orthodox family: riders, leapers, pawns, castling, en passant, promotion and a royal king."""

from fairyring.kernels.contract import family_from, register
from fairyring.kernels.orthodox import attacks, count, evaluate, exchange, generate, hops, paths, play
from fairyring.kernels.orthodox.tables import Tables

__all__ = ["hops", "paths"]  # they register their parts of the ways

register(Tables, family_from(attacks, count, evaluate, exchange, generate, play))
