"""What the rules pages say about games of the orthodox family, made from a game's own data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from fairyring.board import Board, Side
from fairyring.kernels.orthodox.tables import Castling
from fairyring.kernels.rules import Topic
from fairyring.messages import Message, joined, listed
from fairyring.pieces import Piece

SENTENCES = "{first} {rest}"
EN_PASSANT = (
    "En passant: a pawn that has just made a double step can be captured on the square that it crossed, by an"
    " enemy pawn that attacks this square. That is possible on the next move only."
)
Zones = Mapping[Side, Sequence[str]]  # the names of the squares on which each side's pawns promote
PROMOTE = {
    Side.WHITE: "White's pawns promote on {squares}.",
    Side.BLACK: "Black's pawns promote on {squares}.",
}
REMAIN = {
    Side.WHITE: Message("White's pawns do not promote."),
    Side.BLACK: Message("Black's pawns do not promote."),
}
MOVES = {Side.WHITE: "White moves {ways}.", Side.BLACK: "Black moves {ways}."}


def topics(
    board: Board,
    pieces: Sequence[Piece],
    promotions: tuple[str, str],
    castlings: Sequence[Castling],
    partners: Set[str],
    drawn: tuple[str, str],
    settled: bool,
    zones: Zones | int,
    en_passant: Message | str | None,
    has_checks: bool,
    mates: bool,
    repetition: Message | None,
    drops: bool,
) -> tuple[Topic, ...]:
    """Pawns, castling, the end of the game, and how moves are written, as far as the game has them.

    ``promotions``: the letters of what White's pawns may become, and Black's.
    ``partners``: the letters of the pieces with which kings castle.
    ``drawn``: the letters of the rules' ``minor`` and ``bound``.
    ``settled``: something else says what stalemate is, and when a game without progress is drawn.
    ``zones``: where pawns promote: the rank that White's must reach; 0 for the far rank; or for each side the
    names of the squares.
    ``en_passant``: how pawns capture so, if they do.
    ``has_checks``: whether pieces can be in check; if none is royal by itself, something else says which.
    ``mates``: whether checkmate wins.
    ``repetition``: what it means that a position is repeated, if that is not a draw at the third time.
    ``drops``: whether pieces are dropped, which is progress, too.
    """
    names = {piece.letter: piece.name for piece in pieces}
    found = []
    if any(piece.pawn for piece in pieces):
        kinds = [tuple(Message(names[letter]) for letter in letters) for letters in promotions]
        found += _pawns(kinds, zones, board, en_passant)
    if castlings:
        rooks = {names.get(letter.upper()) for letter in partners} == {"rook"}
        found.append(_castling(board, castlings, rooks, has_checks))
    if settled:
        found.append(_goal_alone(pieces, has_checks, repetition))
    else:
        minor, bound = ([names[letter] for letter in letters] for letters in drawn)
        found.append(_end(pieces, minor, bound, has_checks, drops))
    if has_checks and mates:
        royal = next((piece.name for piece in pieces if piece.royal), "king")
        goal = Message("Checkmate the enemy {king}.", king=Message(royal))
        if royal == "king":
            goal = Message("Checkmate the enemy king.")
        found[-1] = found[-1]._replace(goals=(goal,))
    found.append(_writing("".join(dict.fromkeys("".join(promotions))), castlings, board))
    return tuple(found)


def _pawns(
    promotions: Sequence[Sequence[Message]],
    zones: Zones | int,
    board: Board,
    en_passant: Message | str | None,
) -> list[Topic]:
    after = (en_passant,) if en_passant else ()
    white, black = promotions
    if not white:
        return [Topic("Pawns", after)] if after else []
    kinds = {"white": listed("{first} or {last}", white), "black": listed("{first} or {last}", black)}
    if not isinstance(zones, int):
        return [Topic("Pawns", (_where(zones), _promotion_there(kinds), *after))]
    promotion = Message(
        "A pawn that reaches the far rank promotes at once to {pieces}, no matter which pieces have been"
        " captured.",
        pieces=kinds["white"],
    )
    if white != black:
        promotion = Message(
            "A pawn that reaches the far rank promotes at once, no matter which pieces have been captured: a"
            " white one to {white}, a black one to {black}.",
            **kinds,
        )
    elif zones:
        promotion = Message(
            "A white pawn that reaches rank {white}, and a black one that reaches rank {black}, promotes at"
            " once to {pieces}.",
            white=zones,
            black=board.charts[0].height + 1 - zones,
            pieces=kinds["white"],
        )
    return [Topic("Pawns", (promotion, *after))]


def _where(zones: Zones) -> str:
    """On which squares pawns promote."""
    return joined(
        SENTENCES,
        [
            Message(PROMOTE[side], squares=listed("{first} and {last}", zones[side]))
            if zones[side]
            else REMAIN[side]
            for side in Side
        ],
    )


def _promotion_there(kinds: Mapping[str, Message | str]) -> Message:
    """What pawns become on squares that have been named before."""
    if kinds["white"] == kinds["black"]:
        return Message(
            "A pawn that reaches such a square promotes at once to {pieces}, no matter which pieces have been"
            " captured.",
            pieces=kinds["white"],
        )
    return Message(
        "A pawn that reaches such a square promotes at once, no matter which pieces have been captured: a"
        " white one to {white}, a black one to {black}.",
        **kinds,
    )


def _castling(board: Board, castlings: Sequence[Castling], rooks: bool, has_checks: bool) -> Topic:
    if castlings[0].anywhere:
        return _castling_anywhere(board, castlings)
    together = Message("King and rook move together.")
    if not rooks:
        together = Message("The king and the piece that it castles with move together.")
    sentences = [together]
    for side in Side:
        ways = [_way(board, castling, rooks) for castling in castlings if castling.side is side]
        if ways:
            sentences.append(Message(MOVES[side], ways=listed("{first}, or {last}", ways)))
    conditions = [
        Message("Neither of the two may have moved before, and the squares between them must be empty.")
    ]
    if any(castling.safe for castling in castlings):
        conditions.append(
            Message(
                "The king may not be in check, and may not cross or enter a square that an enemy piece"
                " attacks."
            )
        )
    free = [Message(board.names[castling.king[1]]) for castling in castlings if not castling.safe]
    if free and has_checks:
        conditions.append(
            Message(
                "A king that castles to {squares} may be in check before, and may cross squares that enemy"
                " pieces attack.",
                squares=listed("{first} or {last}", free),
            )
        )
    return Topic("Castling", (joined(SENTENCES, sentences), joined(SENTENCES, conditions)))


def _castling_anywhere(board: Board, castlings: Sequence[Castling]) -> Topic:
    right, left = castlings[0], castlings[-1]
    files = {
        name: board.coordinates[site][0]
        for name, site in zip(
            ("king", "rook", "left_king", "left_rook"),
            (right.king[1], right.rook[1], left.king[1], left.rook[1]),
            strict=True,
        )
    }
    goals = Message(
        "King and rook move together, wherever on their first rank they started. With a rook on the right, as"
        " White sees it, the king goes to file {king} and the rook to file {rook}; with one on the left, the"
        " king goes to file {left_king} and the rook to file {left_rook}.",
        **files,
    )
    conditions = (
        "Neither of the two may have moved before, and no other piece may stand between them, on the squares"
        " where they go, or on the way there. The king may not be in check, and may not cross or enter a"
        " square that an enemy piece attacks."
    )
    written = (
        "Castling is written as if the king captured the rook. In a position, the right to castle is the file"
        " of the rook, a capital letter for White."
    )
    return Topic("Castling", (goals, conditions, written))


def _way(board: Board, castling: Castling, rooks: bool) -> Message:
    king, king_goal, rook, rook_goal = (board.names[site] for site in (*castling.king, *castling.rook))
    return Message(
        "the king from {king} to {king_goal} and the rook from {rook} to {rook_goal}"
        if rooks
        else "the king from {king} to {king_goal} and the piece on {rook} to {rook_goal}",
        king=king,
        king_goal=king_goal,
        rook=rook,
        rook_goal=rook_goal,
    )


def _goal_alone(pieces: Sequence[Piece], has_checks: bool, repetition: Message | None) -> Topic:
    sentences = [
        Message(
            "A {king} that could be captured is in check. No move may leave your own {king} in check. A"
            " player who is in check and has no legal move is checkmated.",
            king=Message(piece.name),
        )
        for piece in pieces
        if piece.royal
    ]
    if has_checks and not sentences:
        sentences = [Message("A player who is in check and has no legal move is checkmated.")]
    usual = Message("The game is drawn when the same position occurs for the third time.")
    return Topic("How it ends", (joined(SENTENCES, [*sentences, repetition or usual]),))


def _end(
    pieces: Sequence[Piece], minor: Sequence[str], bound: Sequence[str], has_checks: bool, drops: bool
) -> Topic:
    royal = [Message(piece.name) for piece in pieces if piece.royal]
    first = "If a player has no legal move, it is stalemate, and the game is drawn."
    if has_checks:
        first = (
            "A player who is in check and has no legal move is checkmated and loses. If a player is not in"
            " check and has no legal move, it is stalemate, and the game is drawn."
        )
    if royal:
        first = Message(
            "A {king} that could be captured is in check. No move may leave your own {king} in check. A"
            " player who is in check and has no legal move is checkmated and loses. If a player is not in"
            " check and has no legal move, it is stalemate, and the game is drawn.",
            king=royal[0],
        )
    draws = [
        Message(
            "The game is also drawn when the same position occurs for the third time, with the same side to"
            " move and the same legal moves, and after 100 plies (50 moves by each side) without a capture or"
            " a pawn move."
        )
    ]
    if drops:
        draws = [
            Message(
                "The game is also drawn when the same position occurs for the third time, with the same side"
                " to move and the same legal moves, and after 100 plies (50 moves by each side) without a"
                " capture, a drop or a pawn move."
            )
        ]
    if minor:
        draws.append(
            Message(
                "It is also drawn when the kings are alone, or when only a lone {pieces} is left with them.",
                pieces=listed("{first} or {last}", [Message(name) for name in minor]),
            )
        )
    if bound:
        draws.append(
            Message(
                "The same holds if only {pieces} are left with the kings, all on squares of one shade.",
                pieces=listed("{first} and {last}", [Message(f"{name}s") for name in bound]),
            )
        )
    return Topic("How it ends", (first, joined(SENTENCES, draws)))


def _writing(promotions: str, castlings: Sequence[Castling], board: Board) -> Topic:
    sentences = [
        Message(
            "A move is written as the square that the piece leaves, a hyphen, and the square that it goes to;"
            " captures, too."
        )
    ]
    if promotions:
        letters = listed("{first} or {last}", [f"={letter}" for letter in promotions])
        sentences.append(
            Message("A promotion adds = and the letter of the new piece: {letters}.", letters=letters)
        )
    if castlings and not castlings[0].anywhere:
        start, goal = (board.names[site] for site in castlings[0].king)
        sentences.append(
            Message("Castling is written as the king's move: {start}-{goal}.", start=start, goal=goal)
        )
    return Topic("How moves are written", (joined(SENTENCES, sentences),), reference=True)
