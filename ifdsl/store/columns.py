"""Take files of responses, Parquet or JSON lines; give them cut into parts and Arrow batches, and write Parquet back.

A part is a run of rows of one file that is worked on and committed as one. How files are cut depends on the files and
the length of a part alone, so that a later process cuts them the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.primitives.extras import MissingExtra
from ifdsl.store.whole import write_whole

if TYPE_CHECKING:
    import pyarrow as pa

ROW = "row"
"""The column that every batch read here has: the place of a row in its file, from 1."""
JSON = "json"
"""The column of a batch from JSON lines: the lines as they stand, to be parsed by whoever works on them."""


_PARQUET = ".parquet"
_ENDINGS = (_PARQUET, ".jsonl")
_BLOCK = 1 << 20


class Part(NamedTuple):
    """`rows` rows (or lines) of `file` from the one after `first`. `offset` is where JSON lines start, in bytes."""

    number: int
    file: str
    first: int
    rows: int
    offset: int = 0

    @property
    def end(self) -> int:
        return self.first + self.rows


class UnreadableColumns(ValueError):
    """A file that is no Parquet file, or whose columns cannot be read; the text says where, in plain words."""


def arrow() -> Any:
    """The package `pyarrow`.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("a Parquet file", "parquet") from None
    return pyarrow


def files_of(source: Path) -> list[Path]:
    """The files that `source` stands for: itself, or what a folder holds at any depth, in the order of their names.

    Names that begin with `.` or `_` are passed over, as other programs keep their marks under these.

    Raises:
        FileNotFoundError: there is no such file or folder, or no `.parquet` or `.jsonl` file in it.
    """
    if not source.is_dir():
        if not source.exists():
            raise FileNotFoundError(2, "there is no such file", str(source))
        return [source]
    found = [
        path
        for path in source.rglob("*")
        if path.suffix.lower() in _ENDINGS
        and path.is_file()
        and not any(name.startswith((".", "_")) for name in path.relative_to(source).parts)
    ]
    if not found:
        raise FileNotFoundError(2, "there is no `.parquet` or `.jsonl` file in it", str(source))
    return sorted(found, key=lambda path: path.relative_to(source).as_posix())


def parts_of(files: Sequence[Path], rows: int) -> list[Part]:
    """Cut files into parts of at most `rows` rows, none of which reaches from one file into another.

    Parquet files are cut by their metadata; of JSON lines the line ends are counted, with memory for one block.

    Raises:
        OSError: a file cannot be read.
        UnreadableColumns: a file is no Parquet file.
        MissingExtra: `pyarrow` is not installed.
    """
    found: list[Part] = []
    for path in files:
        if _is_parquet(path):
            total = _rows_of(path)
            cuts = [(first, min(rows, total - first), 0) for first in range(0, total, rows)]
        else:
            cuts = list(_line_cuts(path, rows))
        found += [
            Part(len(found) + place, str(path), first, count, at) for place, (first, count, at) in enumerate(cuts)
        ]
    return found


def read_parts(parts: Iterable[Part], rows: int, columns: Collection[str]) -> Iterator[tuple[Part, pa.RecordBatch]]:
    """The rows of parts in order, in batches of at most `rows`; each part gives at least one batch, if an empty one.

    Of a Parquet file the batches have those of `columns` that the file has; of JSON lines, the column `json`, without
    the lines that are blank. The column `row` comes first. Memory holds one batch and a few pages of each column,
    however long the files and their row groups are.

    Raises:
        OSError: a file cannot be read.
        UnreadableColumns: the columns of a file cannot be read; the message names the row.
    """
    for run in _runs(parts):
        yield from (_parquet(run, rows, columns) if _is_parquet(Path(run[0].file)) else _json_lines(run, rows))


def write_parquet(path: Path, batches: Sequence[pa.RecordBatch], facts: dict[str, str]) -> None:
    """Write batches of one schema as one Parquet file; when this returns it is on the disk, whole, under its name.

    Equal batches give equal bytes (with one version of `pyarrow`), however the rows were spread over them.

    Args:
        facts: further metadata of the schema.

    Raises:
        OSError: the file cannot be written.
    """
    from pyarrow import Table, parquet

    table = Table.from_batches(batches).combine_chunks()
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), **facts})

    def write(file: Any) -> None:
        parquet.write_table(table, file, compression="zstd")

    write_whole(path, write)


def to_bytes(batch: pa.RecordBatch) -> bytes:
    """A batch with its schema in Arrow's streaming format."""
    from pyarrow import BufferOutputStream, ipc

    sink = BufferOutputStream()
    with ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> pa.RecordBatch:
    """The batch that `to_bytes` wrote."""
    from pyarrow import ipc

    with ipc.open_stream(data) as stream:
        return stream.read_next_batch()


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() == _PARQUET


def _rows_of(path: Path) -> int:
    """The rows of a Parquet file, as its metadata says."""
    pyarrow = arrow()
    from pyarrow import parquet

    with open(path, "rb"):
        pass  # what the system says of a file that it refuses is the same for every kind of file
    try:
        return int(parquet.read_metadata(path).num_rows)
    except (pyarrow.ArrowException, OSError) as error:
        # Most of what can be wrong with metadata is an `OSError` to Arrow.
        raise UnreadableColumns(f"`{path}` cannot be read as Parquet: {_words(error)}") from error


def _line_cuts(path: Path, rows: int) -> Iterator[tuple[int, int, int]]:
    """First line, number of lines and offset of each part of JSON lines."""
    first, lines, start, place = 0, 0, 0, 0
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            at = -1
            while (at := block.find(b"\n", at + 1)) >= 0:
                lines += 1
                if lines - first == rows:
                    yield first, rows, start
                    first, start = lines, place + at + 1
            place += len(block)
    if place > start:
        # The last line may end without a line feed.
        yield first, lines - first + 1, start


def _runs(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Parts that follow one another in one file, together: they are read in one go."""
    run: list[Part] = []
    for part in parts:
        if run and (run[-1].file, run[-1].end) != (part.file, part.first):
            yield run
            run = []
        run.append(part)
    if run:
        yield run


def _parquet(run: Sequence[Part], rows: int, columns: Collection[str]) -> Iterator[tuple[Part, pa.RecordBatch]]:
    pyarrow = arrow()
    from pyarrow import parquet

    position, end = run[0].first, run[-1].end
    try:
        # So a row group is read page by page; else each is read whole, and kept until the last.
        with parquet.ParquetFile(run[0].file, pre_buffer=False, buffer_size=_BLOCK) as file:
            groups, skip = _groups(file.metadata, position, end)
            names = [name for name in file.schema_arrow.names if name in columns]
            rest = list(run)
            for batch in file.iter_batches(batch_size=rows, row_groups=groups, columns=names):
                batch, skip = batch.slice(skip), max(0, skip - batch.num_rows)
                while batch.num_rows and rest:
                    taken = min(batch.num_rows, rest[0].end - position)
                    yield rest[0], _placed(batch.slice(0, taken), position)
                    batch, position = batch.slice(taken), position + taken
                    if position == rest[0].end:
                        del rest[0]
    except (pyarrow.ArrowException, OSError) as error:
        raise UnreadableColumns(f"`{run[0].file}` cannot be read after row {position}: {_words(error)}") from error


def _groups(metadata: Any, first: int, end: int) -> tuple[list[int], int]:
    """The row groups with the rows from `first` to `end`, and how many rows to skip in the first of them."""
    found: list[int] = []
    skip = start = 0
    for number in range(metadata.num_row_groups):
        stop = start + metadata.row_group(number).num_rows
        if first < stop and start < end:
            skip = first - start if not found else skip
            found.append(number)
        start = stop
    return found, skip


def _placed(batch: pa.RecordBatch, first: int) -> pa.RecordBatch:
    pyarrow = arrow()
    places = pyarrow.array(range(first + 1, first + 1 + batch.num_rows), pyarrow.int64())
    kept = [name for name in batch.schema.names if name != ROW]
    return pyarrow.RecordBatch.from_arrays([places, *(batch.column(name) for name in kept)], names=[ROW, *kept])


def _json_lines(run: Sequence[Part], rows: int) -> Iterator[tuple[Part, pa.RecordBatch]]:
    with open(run[0].file, "rb") as file:
        file.seek(run[0].offset)
        for part in run:
            places: list[int] = []
            lines: list[bytes] = []
            given = False
            for number in range(part.first + 1, part.end + 1):
                line = file.readline()
                if line.strip():
                    places.append(number)
                    lines.append(line)
                if len(lines) == rows:
                    yield part, _lines(places, lines)
                    places, lines, given = [], [], True
            if lines or not given:
                yield part, _lines(places, lines)


def _lines(places: list[int], lines: list[bytes]) -> pa.RecordBatch:
    pyarrow = arrow()
    columns = [pyarrow.array(places, pyarrow.int64()), pyarrow.array(lines, pyarrow.large_binary())]
    return pyarrow.RecordBatch.from_arrays(columns, names=[ROW, JSON])


def _words(error: BaseException) -> str:
    return " ".join(str(error).split())
