"""Records by which somebody might want to keep a server busy."""

from __future__ import annotations

from collections.abc import Iterator


def hostile(record: str) -> Iterator[str]:
    """A record, and what somebody might make of it who wants to keep the server busy."""
    tags, _, moves = record.partition("\n\n")
    words = [word for word in moves.split() if not word[0].isdigit() and word[0] not in "{*"]
    first = words[0]
    yield record
    yield f"{tags}\n\n{first} {'(' * 400}{first}{')' * 400} *"  # deep
    yield f"{tags}\n\n{first} {f'({first}) ' * 15_000} *"  # broad
    yield f"{tags}\n\n{first} {{{'x' * 190_000}}} *"
    yield f"{tags}\n\n{f'{first} ' * 1_990} *"  # the same again and again
    yield f"{tags}\n\n{' '.join(words[:-1])} {first}x{'9' * 10_000} *"  # wrong at the very end
    yield f"{record}\n\n" * (190_000 // (len(record) + 2))
    yield '[FEN "' + "1" * 19_000 + f'"]\n{record}'
