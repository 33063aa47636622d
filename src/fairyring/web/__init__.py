"""The web page's server: rooms for games, and the computer that plays in them."""

from fairyring.web.app import create_app
from fairyring.web.limits import Limits
from fairyring.web.server import ServeError, serve

__all__ = ["Limits", "ServeError", "create_app", "serve"]
