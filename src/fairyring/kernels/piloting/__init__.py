"""The piloting family: small men who step from back to back of big ones, and move what they stand on."""

from fairyring.kernels.contract import Family, register
from fairyring.kernels.piloting import attacks, evaluate, generate, play
from fairyring.kernels.piloting.tables import Tables

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
        guess=evaluate.guess,
        reach=play.reach,
    ),
)
