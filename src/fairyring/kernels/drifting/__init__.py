"""The drifting family: men who go on by themselves once set in motion, until something stops them."""

from fairyring.kernels.contract import Family, register
from fairyring.kernels.drifting import aim, count, evaluate, generate, play
from fairyring.kernels.drifting.tables import Tables

register(
    Tables,
    Family(
        legal=generate.legal,
        count=count.count,
        noisy=generate.noisy,
        play=play.play,
        skip=play.skip,
        in_check=aim.in_check,
        outcome=play.outcome,
        evaluate=evaluate.evaluate,
        gain=evaluate.gain,
    ),
)
