"""Write the report of ever larger runs: the CPU time of `ifdsl report` and its peak memory, and the size of the page.

The answers are those of GPT-4 to IFEval with their measured values and evidence, over and over under new keys. Putting
them into the run is done here and is not counted.

    export IFDSL_CORPORA=…       # holds ifeval/gpt4.jsonl and published/
    python benchmarks/report.py  # with the extra `parity`
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from clock import corpus, describe_machine, installed_command, ran

from ifdsl.store.database import Entry, Graded, StoredItem
from ifdsl.store.encoding import decode_item
from ifdsl.store.jsonl import read_jsonl
from ifdsl.store.records import ItemResult, Sampling, Subject, request_of
from ifdsl.store.runs import Run

WRITTEN = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--ifdsl", help="the command to measure")
    options = parser.parse_args()
    ifdsl = installed_command(options.ifdsl)
    print(describe_machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = _graded(ifdsl, folder / "graded")
        print(f"{'answers':>9} {'CPU s':>8} {'peak MiB':>9} {'page MB':>8}")
        for size in options.sizes:
            run = folder / str(size)
            _fill(run, _many(results, size))
            page = run / "report.html"
            one = ran([ifdsl, "report", run, "--out", page, "--quiet"])
            print(f"{size:>9} {one.cpu:>8.1f} {one.peak:>9.0f} {page.stat().st_size / 1e6:>8.1f}", flush=True)


def _graded(ifdsl: Path, folder: Path) -> tuple[ItemResult, ...]:
    responses = corpus("ifeval/gpt4.jsonl")
    ran([ifdsl, "eval", "--from", "ifeval", responses, "--responses", responses, "--details", "--out", folder])
    return read_jsonl(folder / "results.jsonl", decode_item).records


def _many(results: tuple[ItemResult, ...], size: int) -> Iterator[ItemResult]:
    for number, result in enumerate(islice(cycle(results), size)):
        id_ = f"{result.prompt_id}-{number}"
        yield result._replace(prompt_id=id_, prompt=result.prompt._replace(id=id_))


def _fill(folder: Path, results: Iterator[ItemResult]) -> None:
    subject, sampling = Subject("recorded", "gpt-4"), Sampling()
    with Run.write(folder, {"subject": subject._asdict()}, disposable=True) as run:
        while some := list(islice(results, WRITTEN)):
            run.database.put_items(_item(one) for one in some)
            asked = [(request_of(subject, sampling, one.prompt), one) for one in some]
            answered = [(request, one, one.response) for request, one in asked if one.response is not None]
            run.enter([Entry(request, (), response) for request, _, response in answered])
            run.database.put_verdicts(
                Graded(request.key, one.verifier, one.requirements) for request, one, _ in answered
            )


def _item(one: ItemResult) -> StoredItem:
    return StoredItem(one.prompt, tuple(each.unjudged() for each in one.requirements), one.verifier)


if __name__ == "__main__":
    main()
