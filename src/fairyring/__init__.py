"""fairyring: chess whose board misbehaves."""

__version__ = "0.1.0"
