"""The analysis board's side of the server: positions of no game, and what the computer makes of them.

The page keeps the tree of moves; here nothing is kept of it but what is quick to make again.
"""
