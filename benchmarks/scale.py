"""Score ever more recorded responses with `ifdsl eval --from ifeval`; print the CPU time of each and the peak memory.

The responses are those of GPT-4 to IFEval, over and over, with new keys, and each with its key at its end, so that no
two are the same text and no memo of earlier texts can help. What starting costs is taken from a run over a
single one, so that the cost of a response can be compared between runs of all sizes; it should be flat, and the peak
memory the same.

    export IFDSL_CORPORA=…          # holds ifeval/gpt4.jsonl
    python benchmarks/scale.py      # an interpreter with the wheel of this project and its extra `parity`
"""

from __future__ import annotations

import argparse
import json
import tempfile
from itertools import cycle, islice
from pathlib import Path

from clock import corpus, describe_machine, installed_command, ran


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 3_000, 10_000, 30_000, 100_000])
    parser.add_argument("--ifdsl", help="the installed command (default: beside this interpreter)")
    options = parser.parse_args()
    ifdsl = installed_command(options.ifdsl)
    with open(corpus("ifeval/gpt4.jsonl"), "rb") as file:
        rows = [json.loads(line) for line in file]
    print(f"{describe_machine()}")
    print(f"{'responses':>10} {'CPU s':>9} {'µs a response':>14} {'peak MiB':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {"XDG_CACHE_HOME": str(folder / "cache")}
        start = 0.0
        # The first run fills the cache, the second shows what starting costs.
        for place, size in enumerate((len(rows), 1, *options.sizes)):
            data = folder / "data.jsonl"
            with open(data, "w", encoding="utf-8") as file:
                for key, row in enumerate(islice(cycle(rows), size), start=1):
                    new = {**row, "key": key, "response": f"{row['response']} {key}"}
                    file.write(json.dumps(new, ensure_ascii=False) + "\n")
            files: list[str | Path] = [data, "--responses", data, "--out", folder / "out"]
            once = ran([ifdsl, "eval", "--quiet", "--from", "ifeval", *files], environment)
            if place < 2:
                start = once.cpu
                continue
            each = (once.cpu - start) / size * 1e6
            print(f"{size:10,} {once.cpu:9.2f} {each:14.0f} {once.peak:9.1f}", flush=True)
    print(f"starting took {start:.3f} s of CPU, which is not counted in the cost of a response")


if __name__ == "__main__":
    main()
