"""The riding family: orthodox pieces, of which all but pawns may sit on other pieces (MetaChess)."""

from fairyring.kernels.contract import family_from, register
from fairyring.kernels.riding import attacks, evaluate, generate, play
from fairyring.kernels.riding.tables import Tables

register(Tables, family_from(attacks, evaluate, generate, play))
