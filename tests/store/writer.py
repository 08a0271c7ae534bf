"""Write entries to the run in a folder without end, as a process of its own; say each one that outlives a crash."""

import asyncio
import sys
from pathlib import Path

from ifdsl.store.database import Entry, StoredItem
from ifdsl.store.records import Attempt, Prompt, Response, Sampling, Subject, Usage, request_of
from ifdsl.store.runs import Run, StoreError
from ifdsl.store.writing import Writer

SUBJECT = Subject("openai", "m")
MANIFEST = {"subject": SUBJECT._asdict(), "repeats": 1}


def entry(number: int, size: int) -> Entry:
    """What came of request `number`: a text of `size` characters that tells the number."""
    request = request_of(SUBJECT, Sampling(), Prompt.of_text(str(number), f"prompt {number}"))
    text = f"{number} ".ljust(size, "x")
    response = Response(str(number), text, "ok", "m", request=request.key, usage=Usage(1, 2))
    return Entry(request, (Attempt(1, float(number), 0.1, usage=Usage(1, 2)),), response)


async def write(folder: Path, size: int, last: int) -> None:
    """Write those of `last` entries that the run lacks; print their numbers once they are written."""
    stopped = asyncio.Event()

    def written(entries: list[Entry]) -> None:
        sys.stdout.write("".join(f"{one.request.prompt.id}\n" for one in entries))
        sys.stdout.flush()

    def failed(error: StoreError) -> None:
        print(f"failed, kept={getattr(error, 'kept', False)}: {error}", flush=True)
        stopped.set()

    with Run.write(folder, MANIFEST) as run:
        entries = [entry(number, size) for number in range(last)]
        if len(run.database.prompts()) < last:
            run.database.put_items([StoredItem(one.request.prompt, (), "v") for one in entries])
        there = run.database.answered()
        async with Writer(run, written, failed) as writer:
            for number, one in enumerate(entries):
                if stopped.is_set():
                    break
                if one.request.key not in there:
                    writer.put(one)
                    # In batches of different lengths, so that a kill meets transactions of all kinds.
                    await asyncio.sleep(0.003 if number % 7 == 0 else 0)
        print(f"lost={writer.lost}", flush=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
