"""The piloting family: small pieces that step from back to back of big ones, and move what they stand on."""

from fairyring.kernels.contract import family_from, register
from fairyring.kernels.orthodox import play as orthodox
from fairyring.kernels.piloting import attacks, evaluate, generate, play, stages
from fairyring.kernels.piloting.tables import PilotTables, Terms
from fairyring.kernels.stages import register_part

register_part(Terms, vars(stages))
register(PilotTables, family_from(attacks, evaluate, generate, play, outcome=orthodox.outcome))
