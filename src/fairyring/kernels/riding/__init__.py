"""The riding family: orthodox men, whose officers may sit on men of either side (MetaChess)."""

from fairyring.kernels.contract import Family, register
from fairyring.kernels.riding import attacks, evaluate, generate, play
from fairyring.kernels.riding.tables import Tables

register(
    Tables,
    Family(
        legal=generate.legal,
        count=generate.count,
        noisy=generate.noisy,
        play=play.play,
        skip=play.skip,
        in_check=attacks.in_check,
        outcome=play.outcome,
        evaluate=evaluate.evaluate,
        gain=evaluate.gain,
    ),
)
