"""What other programs call some of our games; here, so that nothing else is imported with it."""

OTHER_NAMES = {"normal": "chess", "fischerandom": "chess960", "cylinder": "cylindrical"}
"""The names that XBoard and Fairy-Stockfish give to games that have other names here."""

NAMES_IN_RECORDS = {
    "standard": "chess",
    "from position": "chess",
    "three-check": "3check",
    "king of the hill": "kingofthehill",
    "racing kings": "racingkings",
}
"""What else Lichess calls games in its records, in small letters."""
