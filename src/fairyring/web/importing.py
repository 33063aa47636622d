"""Importing what a game does, which a server begins with in a thread once it runs, because it takes a second.

Python lets a thread import a module of a package while another thread is still importing the package. Each
may then wait for what the other one is importing, and Python lets one of them go on with a module that is not
complete: an ImportError. So all of it is imported by the thread that comes first, and the others wait.
"""

from __future__ import annotations

import importlib
import threading
from functools import cache
from typing import Final

from fairyring.kernels.gc_pause import collector_paused

LAYERS: Final = ("fairyring.game", "fairyring.search", "fairyring.drawing.page")

_importing = threading.Lock()


@cache  # once it is done, nothing is left to do, and no thread waits for another
def imported() -> None:
    """Have all that games need imported: for threads, before they import any of it themselves."""
    with _importing, collector_paused():
        for name in LAYERS:
            importlib.import_module(name)
