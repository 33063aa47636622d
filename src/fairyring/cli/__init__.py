"""The command line: `fairyring.cli.commands.app` has the commands, and `main` runs them.

No compiler is imported before a command needs it, so help appears at once.
"""

import sys


def main() -> None:
    """Run this process's command line and exit."""
    if sys.argv[1:2] == ["xboard"] and not any(word.startswith("-") for word in sys.argv[2:]):
        # XBoard waits two seconds for an engine's features, unless it hears that there will be some. On a
        # busy machine, importing the commands takes longer.
        sys.stdout.write("feature done=0\n")
        sys.stdout.flush()
    from fairyring.cli.commands import app

    app()


__all__ = ["main"]
