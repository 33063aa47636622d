"""What other programs call some of our games; here, so that nothing else is imported with it."""

OTHER_NAMES = {"normal": "chess", "fischerandom": "chess960", "cylinder": "cylindrical"}
"""The names that XBoard and Fairy-Stockfish give to games that have other names here."""
