"""Game files in TOML: how they are read, and how boards, pieces and rules are written in them."""
