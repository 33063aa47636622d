"""The command line: `app` holds its commands, a module a room, and `main` runs them.

Nothing here imports a compiler before a command needs one, so that help comes at once.
"""

from fairyring.cli.commands import app, main

__all__ = ["app", "main"]
