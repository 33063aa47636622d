"""What a page shows of declared state beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.declared import Counter, Hand, State, Tally, Turn, drop_choice
from fairyring.kernels.rules import Holding, Panel
from fairyring.messages import Message


def panels(rules: PieceRules, declared: Sequence[State], states: States, ply: int) -> tuple[Panel, ...]:
    """What a page shows of declared states beside the board: White's panels and Black's, in their order."""
    found = []
    letters = [piece.letter for piece in rules.pieces]
    info, field = states.info[ply].tolist(), rules.layout.field
    for side in Side:
        for state in declared:
            if isinstance(state, Counter):
                number = info[field(state.fields(letters, 0)[side.number])]
                found.append(Panel(state.name, side, number=number))
            elif isinstance(state, Tally) and info[int(SIDE)] == side.number:
                found.append(Panel(state.name, side, number=info[field(state.name)]))
            elif isinstance(state, Turn) and info[int(SIDE)] == side.number:
                board = state.boards[info[field(state.name)]]
                found.append(Panel(Message("board to move"), side, number=board))
            elif isinstance(state, Hand):
                first = field(state.fields(letters, 0)[side.number * len(letters)])
                held = tuple(
                    Holding(
                        letter if side is Side.WHITE else letter.lower(),
                        piece.called(side),
                        piece.picture,
                        info[first + kind],
                        drop_choice(letter, state.board),
                    )
                    for kind, (letter, piece) in enumerate(zip(letters, rules.pieces, strict=True))
                    if info[first + kind]
                )
                title = Message("hand for {board}", board=state.board) if state.board else state.name
                found.append(Panel(title, side, held))
    return tuple(found)
