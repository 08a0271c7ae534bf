"""Print what StructFlowBench's published files say: figures of each model, graphs, faults, and the judge beside code.

python benchmarks/structflow.py metrics               # CSR, ISR, DRFR, WCSR and more, from the recorded verdicts
python benchmarks/structflow.py metrics gpt4o --json
python benchmarks/structflow.py graphs                # the distinct graphs of the dialogues, and how often each is used
python benchmarks/structflow.py faults                # what is wrong with the labels that code can see
python benchmarks/structflow.py regrade               # judge against code, on the recorded responses of three models
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ifdsl.flows.metrics import measure
from ifdsl.published.structflow.dialogues import Dialogue, Edge, read_dialogues
from ifdsl.published.structflow.faults import faults
from ifdsl.published.structflow.questions import Questions
from ifdsl.published.structflow.regrading import Compared, agreement, compared, read_responses
from ifdsl.published.structflow.verdicts import Recorded, read_verdicts
from ifdsl.report.columns import aligned
from ifdsl.report.turns import render_turns, turns_dict

LETTERS = {"follows": "F", "refines": "R", "recalls": "K", "expands": "X", "summarizes": "S", "departs": "U"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder `structflow` (default: that in $IFDSL_CORPORA)")
    kinds = parser.add_subparsers(dest="what", required=True)
    metrics = kinds.add_parser("metrics", help="figures from the recorded verdicts")
    metrics.add_argument("models", nargs="*", help="default: all")
    metrics.add_argument("--json", action="store_true")
    for name, words in (
        ("graphs", "the distinct graphs"),
        ("faults", "faults of labels"),
        ("regrade", "judge and code"),
    ):
        kinds.add_parser(name, help=words)
    options = parser.parse_args()
    folder = folder_of(options)
    match options.what:
        case "metrics":
            print_metrics(folder, options.models, options.json)
        case "graphs":
            print_graphs(dialogues_in(folder))
        case "faults":
            print_faults(dialogues_in(folder))
        case _:
            print_regraded(folder)


def folder_of(options: argparse.Namespace) -> Path:
    if options.data is not None:
        return Path(options.data)
    if "IFDSL_CORPORA" not in os.environ:
        sys.exit("name the folder with --data, or the corpora in IFDSL_CORPORA")
    return Path(os.environ["IFDSL_CORPORA"], "structflow")


def dialogues_in(folder: Path) -> list[Dialogue]:
    return [one for one in read_dialogues(folder / "StructFlowBench.json") if isinstance(one, Dialogue)]


def print_metrics(folder: Path, models: list[str], as_json: bool) -> None:
    rows = [row for row in read_verdicts(folder / "judge_verdicts.jsonl") if isinstance(row, Recorded)]
    named = models or sorted({model for row in rows for model in row.verdicts})
    figures = {model: measure(row.judged(model) for row in rows if model in row.verdicts) for model in named}
    if as_json:
        print(json.dumps({model: turns_dict(one) for model, one in figures.items()}, indent=2))
    else:
        print(render_turns(figures), end="")


def print_graphs(dialogues: Sequence[Dialogue]) -> None:
    counts = Counter(dialogue.graph for dialogue in dialogues)
    rows = [["graph", "dialogues"]]
    rows += [["; ".join(map(written, graph)), str(count)] for graph, count in counts.most_common()]
    print(f"{len(counts)} distinct graphs in {len(dialogues)} dialogues")
    print("F follow-up, R refinement, K recall, X expansion, S summary, U unrelatedness")
    for graph, count in rows:
        print(f"  {graph:<60}{count:>10}")


def written(edge: Edge) -> str:
    sources, targets = (_places(side) for side in (edge.sources, edge.targets))
    return f"{sources}-{LETTERS[edge.relation]}>{targets}"


def _places(places: Sequence[int]) -> str:
    return str(places[0]) if len(places) == 1 else "{" + ",".join(map(str, places)) + "}"


def print_faults(dialogues: Sequence[Dialogue]) -> None:
    found = list(faults(dialogues, Questions.of_pack()))
    for one in found:
        print(f"{one.code.id} {one.code.name}: {one.message}")
    for name, count in Counter(one.code.name for one in found).most_common():
        print(f"{count:>6} {name}")


def print_regraded(folder: Path) -> None:
    dialogues = dialogues_in(folder)
    verdicts = {row.where: row for row in read_verdicts(folder / "judge_verdicts.jsonl") if isinstance(row, Recorded)}
    questions = Questions.of_pack()
    found: list[Compared] = []
    for path in sorted(folder.glob("responses_*.jsonl")):
        model = path.stem.removeprefix("responses_")
        responses = dict(row for row in read_responses(path) if isinstance(row, tuple))
        found += compared(dialogues, responses, verdicts, model, questions)
    print("judge against code, where the question says what to count: of what code fails, what did the judge pass?")
    head = ["", "responses", "code fails", "judge passes", "beyond 10 %", "beyond 25 %", "judge alone fails", "kappa"]
    rows = [head]
    for model in sorted({one.model for one in found}):
        rows += _rows(model, [one for one in found if one.model == model])
    rows += _rows("all", found)
    print("\n".join(aligned(rows)))


def _rows(name: str, found: Sequence[Compared]) -> list[list[str]]:
    rows = []
    for kind in ("words", "sentences", "paragraphs", "lines", "json"):
        one = agreement([each for each in found if each.kind == kind])
        if not one.total:
            continue
        share = f" ({one.judge_alone / one.violations:.0%})" if one.violations else ""
        beyond = ["{} of {}".format(*pair) for pair in (one.beyond_tenth, one.beyond_quarter)]
        kappa = "-" if one.kappa is None else f"{one.kappa:.2f}"
        rows.append(
            [f"{name}, {kind}", str(one.total), str(one.violations), f"{one.judge_alone}{share}", *beyond,
             f"{one.code_alone} of {one.both_pass + one.code_alone}", kappa]
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    main()
