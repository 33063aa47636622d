"""The web page's server: rooms for games, and the computer that plays in them.

The server starts processes that need some of these modules and no server, so that is imported when it is
first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairyring.web.app import create_app
    from fairyring.web.limits import Limits
    from fairyring.web.server import ServeError, serve

__all__ = ["Limits", "ServeError", "create_app", "serve"]

if not TYPE_CHECKING:
    _HOMES = {"Limits": "limits", "create_app": "app"}  # where the names are that `server` has not

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'fairyring.web' has no attribute {name!r}")
        home = import_module(f"fairyring.web.{_HOMES.get(name, 'server')}")
        globals()[name] = getattr(home, name)
        return globals()[name]
