"""Rule files of Zillions of Games (`.zrf`), whose games are read as game files.

`reading` finds words and lists, `macros` puts in what is defined, `games` follows variants, `boards` has
positions and directions, `armies` the pieces, and `walking` runs move blocks where nothing is known but where
the piece stands. `moves` makes ways of what it finds, `folding` movements of ways, which `naming` names;
`special` has promotions, castlings, captures en passant and drops, `levels` pieces that sit on others, and
`goals` says how games end. `document` puts these together.
"""
