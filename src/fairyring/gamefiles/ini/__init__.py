"""`variants.ini`, as Fairy-Stockfish and PyChess have it: its sections are read as game files.

`reading` finds sections and keys, `keys` says what each key is, `settings` follows parents, `setup`, `drops`
and `ends` say the same in the words of a game file, and `document` puts these together. The way back is that
of `section`, with `saying` for mechanics and `notation` for movements.
"""
