"""Print what StructFlowBench's published data say, from its files: figures of each model, graphs, judge against code.

python benchmarks/structflow.py metrics               # CSR, ISR, DRFR, WCSR and more, from the recorded verdicts
python benchmarks/structflow.py metrics gpt4o --json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from ifdsl.flows.metrics import measure
from ifdsl.published.structflow.verdicts import Recorded, read_verdicts
from ifdsl.report.turns import render_turns, turns_dict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder `structflow` (default: that in $IFDSL_CORPORA)")
    kinds = parser.add_subparsers(dest="what", required=True)
    metrics = kinds.add_parser("metrics", help="figures from the recorded verdicts")
    metrics.add_argument("models", nargs="*", help="default: all")
    metrics.add_argument("--json", action="store_true")
    options = parser.parse_args()
    print_metrics(folder_of(options), options.models, options.json)


def folder_of(options: argparse.Namespace) -> Path:
    if options.data is not None:
        return Path(options.data)
    if "IFDSL_CORPORA" not in os.environ:
        sys.exit("name the folder with --data, or the corpora in IFDSL_CORPORA")
    return Path(os.environ["IFDSL_CORPORA"], "structflow")


def print_metrics(folder: Path, models: list[str], as_json: bool) -> None:
    rows = [row for row in read_verdicts(folder / "judge_verdicts.jsonl") if isinstance(row, Recorded)]
    named = models or sorted({model for row in rows for model in row.verdicts})
    figures = {model: measure(row.judged(model) for row in rows if model in row.verdicts) for model in named}
    if as_json:
        print(json.dumps({model: turns_dict(one) for model, one in figures.items()}, indent=2))
    else:
        print(render_turns(figures), end="")


if __name__ == "__main__":
    main()
