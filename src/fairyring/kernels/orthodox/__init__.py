"""The orthodox family: riders, leapers, pawns, castling, en passant, promotion and a royal king."""

from fairyring.kernels.contract import Family, register
from fairyring.kernels.orthodox import attacks, count, evaluate, generate, play
from fairyring.kernels.orthodox.tables import Tables

register(
    Tables,
    Family(
        legal=generate.legal,
        count=count.count,
        noisy=generate.noisy,
        play=play.play,
        skip=play.skip,
        in_check=attacks.in_check,
        outcome=play.outcome,
        evaluate=evaluate.evaluate,
        gain=evaluate.gain,
        guess=evaluate.guess,
    ),
)
