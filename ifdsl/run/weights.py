"""Take a model's folder and the options of its engine; give a short name for what in them decides its answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from ifdsl.run.address import ClientSetupError
from ifdsl.source.file import system_reason

_WHERE_AND_HOW_FAST = frozenset(
    {"gpu_memory_utilization", "max_num_seqs", "max_num_batched_tokens", "cpu_offload_gb", "disable_log_stats"}
)
_WHOLE = 1024 * 1024
_SAMPLE = 64 * 1024


def revision_of(model: str, options: Mapping[str, object]) -> str:
    """Name a model's files and options: equal names stand for equal answers, as far as the options are in them.

    Files of up to 1 MiB (configuration, chat template) are read whole. Of larger ones, weights above all, the size
    and 64 KiB at the start, middle and end are read: training changes every one of them, and reading it all would take
    minutes.

    Returns:
        16 hexadecimal digits. For a name of a model hub they stand for the options alone, `revision` among them.

    Raises:
        ClientSetupError: the model is blank, written as a path of what is no folder, or a file of it cannot be read.
    """
    if not (model.strip() and model.isprintable()):
        raise ClientSetupError("the name of the model is blank or has characters that cannot be used")
    deciding = {name: value for name, value in options.items() if name not in _WHERE_AND_HOW_FAST}
    digest = hashlib.blake2b(json.dumps(deciding, sort_keys=True).encode("ascii"), digest_size=8)
    folder = Path(model)
    if not folder.is_dir():
        if folder.is_absolute() or model.startswith((".", "~")) or folder.exists():
            raise ClientSetupError(f"`{model}` is not a folder with a model")
        return digest.hexdigest()
    try:
        for file in sorted(path for path in folder.iterdir() if path.is_file()):
            _add(digest, file)
    except OSError as error:
        raise ClientSetupError(f"`{model}` cannot be read: {system_reason(error)}") from None
    return digest.hexdigest()


def _add(digest: hashlib.blake2b, file: Path) -> None:
    size = file.stat().st_size
    digest.update(f"\0{file.name}\0{size}\0".encode("utf-8", "surrogateescape"))
    with file.open("rb") as opened:
        if size <= _WHOLE:
            digest.update(opened.read())
            return
        for start in (0, size // 2, size - _SAMPLE):
            opened.seek(start)
            digest.update(opened.read(_SAMPLE))
