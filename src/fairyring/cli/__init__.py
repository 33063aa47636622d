"""The command line: `app` has the commands, and `main` runs them.

No compiler is imported before a command needs it, so help appears at once.
"""

from fairyring.cli.commands import app, main

__all__ = ["app", "main"]
