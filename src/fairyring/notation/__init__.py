"""Texts: positions and game records."""
