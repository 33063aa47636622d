"""The workshop: games that visitors invent, as game files.

A file from a stranger is data, and may describe a game that takes for ever. So nothing of it is worked out in
the server's own process: `bounded` has limited processes for questions about a file, such as whether it is
sound.
"""
