"""The bluff family: many boards as one, many kings of which one is true and hidden, and chips."""

from fairyring.kernels.bluff import evaluate, evasions, generate, play
from fairyring.kernels.bluff.tables import Tables
from fairyring.kernels.contract import Family, register

register(
    Tables,
    Family(
        legal=evasions.legal,
        count=generate.count,
        noisy=generate.noisy,
        play=play.play,
        skip=play.skip,
        in_check=play.in_check,
        outcome=play.outcome,
        evaluate=evaluate.evaluate,
        gain=evaluate.gain,
    ),
)
