"""Positions in the making: what a page does to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairyring.web.analysis.answers import Json, arranged
from fairyring.web.analysis.messages import Arrange, Carry, Clear, Launch, Pay, Put, Take, Turn

if TYPE_CHECKING:
    from fairyring.game import Variant


def change(variant: Variant, asked: Arrange) -> Json:
    """Do what is asked, one thing after another, and tell what has become of the position.

    Raises:
        PositionError: the position is not even one in the making.
        SetupError: something cannot be done.
    """
    from fairyring.game import Setup

    setup = Setup(variant, asked.position)
    for act in asked.acts:
        match act:
            case Put():
                setup.put(act.at, act.letter)
            case Take():
                setup.remove(act.at)
            case Carry():
                setup.move(act.start, act.goal)
            case Launch():
                setup.launch(act.start, act.goal)
            case Pay():
                setup.pay(act.worth, act.start, act.goal)
            case Turn():
                setup.side = act.side
            case Clear():
                setup.clear()
    return arranged(setup)
