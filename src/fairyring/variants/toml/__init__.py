"""Games in TOML: what a file says (`declaration`), the game that follows (`building`), and `loading` it."""
