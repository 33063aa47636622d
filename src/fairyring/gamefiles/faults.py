"""What is wrong in a game file: its place, and the reason."""

from __future__ import annotations

from typing import Final, NamedTuple

from fairyring.gamefiles.positions import Path

MOST_FAULTS: Final = 20  # that are reported together


class Fault(NamedTuple):
    """Something wrong in a game file.

    Attributes:
        path: the value that is wrong.
        reason: what is wrong with it, and what would be right.
        offset: where in the value, if it is a text; None for all of it.
        on_key: whether it is the key rather than the value.
    """

    path: Path
    reason: str
    offset: int | None = None
    on_key: bool = False


class FaultsError(Exception):
    """What is wrong in a game file: one fault at least."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults


class Gathered:
    """Faults found one after the other, to be reported together."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, FaultsError):
            return False
        self.faults += error.faults
        if len(self.faults) > MOST_FAULTS:
            raise FaultsError(*self.faults[:MOST_FAULTS])
        return True

    def settle(self) -> None:
        """Report what was found.

        Raises:
            FaultsError: something was.
        """
        if self.faults:
            raise FaultsError(*self.faults)
