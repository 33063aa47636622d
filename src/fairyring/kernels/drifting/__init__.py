"""The drifting family: pieces that keep moving by themselves until something stops them."""

from fairyring.kernels.contract import family_from, register
from fairyring.kernels.drifting import attacks, count, evaluate, generate, play
from fairyring.kernels.drifting import stages as stages  # which registers what motion does
from fairyring.kernels.drifting.tables import DriftingTables
from fairyring.kernels.orthodox import play as orthodox

register(
    DriftingTables,
    family_from(
        attacks,
        count,
        evaluate,
        generate,
        play,
        outcome=orthodox.outcome,
        alternates=orthodox.alternates,
        repetitions=orthodox.repetitions,
        repetition_result=orthodox.repetition_result,
        repetition_window=orthodox.repetition_window,
    ),
)
