"""Take a folder, files of responses and checks; keep there what is verified, so that a stopped job goes on.

The folder holds

- `manifest.json`: what is verified with what; a job that differs in any of it is refused;
- `part-NNNNNN.parquet`: the verdicts of one part, in the order of its rows;
- `part-NNNNNN.json`: that the part is done, its size and digest, and its counts. It is written after the part is on
  the disk: a part without it is done again, and what it holds then is the same, byte for byte;
- `summary.json`: the counts of all parts, once all are done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.run.bulk.pool import DEADLINE_SECONDS
from ifdsl.run.bulk.rows import READ
from ifdsl.run.bulk.tally import Tally, tally
from ifdsl.store.columns import ROW, Part, read_parts, write_parquet
from ifdsl.store.whole import DRAFT, write_whole

if TYPE_CHECKING:
    import pyarrow as pa

VERSION = 1
MANIFEST, SUMMARY = "manifest.json", "summary.json"
_ENDS = 1 << 16
"""Bytes of each end of a file that are told apart by a digest; its size says the rest."""


class JobDiffers(ValueError):
    """The folder holds another job; the text says in what."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a job is worked on; `part_rows` and `keep` decide what is written, the others nothing.

    Attributes:
        part_rows: rows of one part: what is lost at most when a job is stopped, and what is written at once.
        batch_rows: rows of one batch: what goes to a process at once.
        keep: columns of the responses that are passed through.
        deadline: seconds that one row may take.
    """

    part_rows: int = 65_536
    batch_rows: int = 256
    keep: tuple[str, ...] = ()
    deadline: float = DEADLINE_SECONDS

    def __post_init__(self) -> None:
        for name in ("part_rows", "batch_rows"):
            if getattr(self, name) < 1:
                raise ValueError(f"`{name}` is {getattr(self, name)}; at least 1 is needed")
        if not self.deadline > 0:
            raise ValueError(f"`deadline` is {self.deadline}; more than 0 seconds are needed")


def manifest_of(files: Sequence[Path], checks: Mapping[str, str], settings: Settings) -> dict[str, Any]:
    """What decides the bytes of a job's parts.

    Raises:
        OSError: a file cannot be read.
    """
    return {
        "version": VERSION,
        **checks,
        "part_rows": settings.part_rows,
        "keep": list(settings.keep),
        "files": [_facts(path) for path in files],
    }


def enter(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Make the folder of a job, or make sure that it holds this one.

    Raises:
        JobDiffers: it holds another.
        OSError: it cannot be read or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for draft in folder.glob(f".*{DRAFT}"):
        draft.unlink()  # of a process that was killed
    path = folder / MANIFEST
    if not path.exists():
        if any(folder.glob("part-*")):
            raise JobDiffers(f"`{folder}` holds parts of a job, but no `{MANIFEST}`")
        write_json(path, manifest)
        return
    try:
        kept = json.loads(path.read_bytes())
    except ValueError:
        raise JobDiffers(f"`{path}` is no JSON, so that nothing says which job this is") from None
    if kept != manifest:
        raise JobDiffers("\n".join([f"`{folder}` holds another job:", *_differences(kept, manifest)]))


def is_done(folder: Path, part: Part) -> bool:
    """Whether the part is there, whole, and committed.

    Raises:
        OSError: its size cannot be read.
    """
    kept = _marker(folder, part)
    path = parquet_path(folder, part)
    return kept is not None and path.exists() and path.stat().st_size == kept[0]


def commit(folder: Path, part: Part, batches: Sequence[pa.RecordBatch]) -> Tally:
    """Write the verdicts of a part, and then that it is done.

    Raises:
        OSError: a file cannot be written.
    """
    from pyarrow import Table

    path = parquet_path(folder, part)
    write_parquet(path, batches, {"source": Path(part.file).name, "first": str(part.first + 1)})
    found = tally(Table.from_batches(batches), part)
    data = path.read_bytes()
    facts = {"size": len(data), "sha256": sha256(data).hexdigest(), "counts": found.to_dict()}
    write_json(_marker_path(folder, part), facts)
    return found


def summarise(folder: Path, parts: Iterable[Part]) -> Tally:
    """The counts of all parts, which are done, in order; they are written too.

    Raises:
        OSError: a file cannot be read or written.
    """
    whole = Tally()
    for part in parts:
        kept = _marker(folder, part)
        if kept is None:
            raise FileNotFoundError(2, "the part was done, and is gone", str(_marker_path(folder, part)))
        whole.add(kept[1])
    write_json(folder / SUMMARY, whole.to_dict())
    return whole


def batches_of(parts: Iterable[Part], settings: Settings) -> Iterator[tuple[Part, pa.RecordBatch]]:
    """The batches of parts, with the columns that are read and those that are kept; raises as `read_parts`."""
    return read_parts(parts, settings.batch_rows, {*READ, *settings.keep})


def by_part(
    verified: Iterable[tuple[Part, pa.RecordBatch]],
) -> Iterator[tuple[Part, list[pa.RecordBatch]]]:
    """The batches of each part together, as soon as the last of them is there."""
    part, batches = None, []  # type: tuple[Part | None, list[pa.RecordBatch]]
    for at, batch in verified:
        if part is not None and at != part:
            yield part, batches
            batches = []
        part = at
        batches.append(batch)
    if part is not None:
        yield part, batches


def kept_columns(settings: Settings) -> tuple[str, ...]:
    """The columns that verdicts bring along: the place of the row, and what the user wants back."""
    return (ROW, *(name for name in settings.keep if name != ROW))


def parquet_path(folder: Path, part: Part) -> Path:
    return folder / f"part-{part.number:06}.parquet"


def write_json(path: Path, value: object) -> None:
    """Write a JSON file whole, equal for equal values."""
    text = json.dumps(value, indent=1, ensure_ascii=True) + "\n"
    write_whole(path, lambda file: file.write(text.encode("ascii")))


def _marker_path(folder: Path, part: Part) -> Path:
    return folder / f"part-{part.number:06}.json"


def _marker(folder: Path, part: Part) -> tuple[int, Tally] | None:
    """The size and the counts of a part by its marker; None where there is none, or none that this program wrote."""
    try:
        kept = json.loads(_marker_path(folder, part).read_bytes())
        return int(kept["size"]), Tally.of_dict(kept["counts"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None  # a part whose marker says nothing is done again


def _facts(path: Path) -> dict[str, Any]:
    size = path.stat().st_size
    with open(path, "rb") as file:
        first = file.read(_ENDS)
        file.seek(max(0, size - _ENDS))
        ends = sha256(first + file.read(_ENDS)).hexdigest()
    return {"name": path.name, "bytes": size, "ends": ends}


def _differences(kept: object, manifest: Mapping[str, Any]) -> list[str]:
    if not isinstance(kept, dict):
        return ["its manifest is no object"]
    found = []
    for name in sorted({*kept, *manifest}):
        old, new = kept.get(name), manifest.get(name)
        if old == new:
            continue
        if name == "files":
            found.append("files: the responses are not those that it began with")
        elif name == "checks":
            found.append("checks: the constraints, the prompts or this program are not those that it began with")
        else:
            found.append(f"{name}: `{json.dumps(old)}` then, `{json.dumps(new)}` now")
    return found
