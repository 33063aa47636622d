"""The laboratory's games for other programs: as PGN, and as a Parquet file with a row for each position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairyring.errors import LabError, shown
from fairyring.game import Game, Variant
from fairyring.lab.plan import Record

if TYPE_CHECKING:
    import pyarrow as pa

FORMATS = ("pgn", "parquet")
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
ROWS_AT_ONCE = 50_000


def check_format(name: str) -> None:
    """Refuse a format in which games could not be written.

    Raises:
        LabError: it is not one of `FORMATS`, or needs a package that is not installed.
    """
    if name not in FORMATS:
        raise LabError(f"games are written as {' or '.join(FORMATS)}, not as {shown(name)}")
    if name == "parquet":
        _arrow()


def _arrow() -> tuple[Any, Any]:
    """PyArrow, and its part for Parquet files."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise LabError("Parquet needs PyArrow: pip install 'fairyring[data]'") from None
    return pa, pq


def pgn(variant: Variant, records: Iterable[Record]) -> str:
    """Games as PGN, one after the other; a game that was stopped has no result of its own."""
    return "\n".join(_replayed(variant, record).pgn() for record in records)


def _replayed(variant: Variant, record: Record) -> Game:
    tags = {
        "Event": f"laboratory: {record.kind}",
        "Round": str(record.number + 1),
        "White": f"{record.nodes[0]} nodes",
        "Black": f"{record.nodes[1]} nodes",
    }
    game = Game(variant, variant.position(record.start), tags)
    for move in record.moves:
        game.push(move)
    return game


def write_parquet(variant: Variant, records: Iterable[Record], path: Path) -> int:
    """Write a row for each position of some games, and return how many rows there are.

    The columns are ``game`` (its number in the file), ``kind``, ``ply`` from 0, ``position`` and ``move``
    (their texts), ``score`` (int32, hundredths of a pawn for White), ``legal_moves`` (int32), ``result``
    (``1-0``, ``0-1`` or ``1/2-1/2``), ``reason`` ("" for a game that was stopped), and ``white_nodes`` and
    ``black_nodes``.

    Raises:
        LabError: PyArrow is not installed.
    """
    pa, pq = _arrow()
    schema = _schema(pa).with_metadata({"variant": repr(variant), "title": variant.title})
    written = 0
    with pq.ParquetWriter(path, schema) as writer:
        for rows in _in_parts(_rows(variant, records)):
            writer.write_table(pa.Table.from_pylist(rows, schema))
            written += len(rows)
    return written


def _schema(arrow: Any) -> pa.Schema:
    text, number = arrow.string(), arrow.int32()
    kinds = {
        "game": number,
        "kind": text,
        "ply": number,
        "position": text,
        "move": text,
        "score": number,
        "legal_moves": number,
        "result": text,
        "reason": text,
        "white_nodes": number,
        "black_nodes": number,
    }
    return arrow.schema(list(kinds.items()))


def _rows(variant: Variant, records: Iterable[Record]) -> Iterator[dict[str, object]]:
    for number, record in enumerate(records):
        position = variant.position(record.start)
        whole = zip(record.moves, record.scores, record.branching, strict=True)
        for ply, (move, score, moves) in enumerate(whole):
            yield {
                "game": number,
                "kind": record.kind,
                "ply": ply,
                "position": str(position),
                "move": move,
                "score": score,
                "legal_moves": moves,
                "result": RESULTS[record.winner],
                "reason": record.reason,
                "white_nodes": record.nodes[0],
                "black_nodes": record.nodes[1],
            }
            position = position.play(move)


def _in_parts(rows: Iterator[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    part: list[dict[str, object]] = []
    for row in rows:
        part.append(row)
        if len(part) == ROWS_AT_ONCE:
            yield part
            part = []
    if part:
        yield part
