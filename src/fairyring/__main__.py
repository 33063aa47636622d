"""``python -m fairyring`` is the command ``fairyring``."""

from fairyring.cli import main

main()
