"""Slow, plain programs that say what the rulebook means, to hold the fast ones against."""
