"""How the orthodox family's tables encode kinds of pieces and steps of a line."""

from fairyring.kernels.compiling import U

# What a piece is, in `Ways.kinds`: NON_PAWN is any piece but a pawn or a royal one.
NON_PAWN, PAWN, ROYAL = 0, 1, 2

# One step of a line of movement, 32 bits: site, distance to the next line, number of a goal that
# several lines share, and flags. Bit 24 stays 0: it is read where a piece of the mover's own side stands.
SITE_MASK = U(0x3FF)
SKIP_SHIFT, SKIP_MASK = U(10), U(0x3F)
ORDINAL_SHIFT, ORDINAL_MASK = U(16), U(0x3F)
MOVE, CAPTURE = U(1 << 22), U(1 << 23)
ACTION_SHIFT = U(22)
SHARED, DOUBLE, PROMOTE = U(1 << 25), U(1 << 26), U(1 << 27)
# One step of an attack line, 64 bits: site and distance as above, then a bit for the code of each piece
# that attacks along the line from there.
ATTACKER_SHIFT = U(16)
