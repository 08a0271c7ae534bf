"""Verify recorded responses to IFEval and IFBench, strict and loose, here and with `if-verifiable` 0.1.2, side by side.

Both get the same prompts, arguments and responses and give one strict and one loose verdict an instruction (eight
readings of the response). Runs alternate, each in a process of its own; time is CPU time of that process.

- *fresh*: imports, reading the data, and one pass over the responses by a new process. What is derived once for
  each installation (the compiled packs, a table of the language profiles) is on the disk.
- *steady*: one pass over the responses by a process that has graded others before: 1,541 of other models to IFEval,
  147 to other prompts of IFBench. Each text is new to it, so no memo of earlier verdicts can help.
- *command*: `ifdsl eval --from …` from reading the file to the result files on the disk, against a driver of
  the peer that reads the same file and writes the same two result files. With a warm cache, and with an empty one.

The package has the checkers of IFBench as they were before December 2025, so ours are those of `ifbench@2025-08` here.

The peer's environment, from packages alone:

    python -m venv PEER
    PEER/bin/pip install if-verifiable==0.1.2 nltk==3.10.4 langdetect==1.0.9 syllapy==0.8.0 emoji==2.16.0
    PEER/bin/pip download --no-deps llama-index-core==0.14.25      # its wheel holds NLTK's `punkt_tab`
    PEER/bin/python -m zipfile -e llama_index_core-0.14.25-py3-none-any.whl unpacked
    PEER/bin/python -m compileall -q PEER/lib
    export NLTK_DATA=$PWD/unpacked/llama_index/core/_static/nltk_cache
    export IFDSL_CORPORA=…                                # holds ifeval/, ifbench/ and published/
    python benchmarks/verify_published.py --peer-python PEER/bin/python --benchmark ifeval

`python` is an interpreter with the wheel of this project and its extra `parity`, compiled with `compileall` as well.
The peer's `langdetect` gets the seed 0; without one its verdicts change from run to run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from clock import HERE, corpus, describe_machine, has_byte_code, installed_command, ran, ratio, times

Rows = list[dict[str, Any]]
Verdicts = list[tuple[list[bool], list[bool]]]

OTHERS = ("okatanaaa_en", "extended_gpt4o_mini", "extended_llama_3_8b")
"""The sets of other models, which warm a process up for IFEval."""


class Case(NamedTuple):
    """A benchmark: the name of ours, the peer's, the responses that are timed, and those that warm a process up."""

    ours: str
    peer: str
    measured: str
    others: Callable[[], Rows]


def _other_models() -> Rows:
    return [row for other in OTHERS for row in _rows(corpus(f"ifeval/{other}.jsonl"))]


def _other_prompts() -> Rows:
    """The rows of IFBench whose responses are not among those that are timed."""
    timed = {row["prompt"].strip() for row in _rows(corpus(CASES["ifbench"].measured))}
    prompts = {row["prompt"].strip(): row for row in _rows(corpus("published/ifbench_test_300.jsonl"))}
    given = {
        row["prompt"].strip(): row["response"] for row in _rows(corpus("published/ifbench_sample_output_294.jsonl"))
    }
    found = []
    for prompt, response in given.items():
        if prompt in prompts and prompt not in timed:
            row = prompts[prompt]
            kwargs = [{k: v for k, v in one.items() if v is not None} for one in row["kwargs"]]
            found.append({**row, "kwargs": kwargs, "response": response})
    return found


CASES = {
    "ifeval": Case("ifeval", "ifeval", "ifeval/gpt4.jsonl", _other_models),
    "ifbench": Case("ifbench@2025-08", "ifbench", "ifbench/sample_even.jsonl", _other_prompts),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer-python", type=Path, required=True, help="an interpreter with if-verifiable")
    parser.add_argument("--ifdsl", help="the installed command (default: beside this interpreter)")
    parser.add_argument("--benchmark", choices=CASES, default="ifeval")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=("fresh", "steady", "command"), action="append")
    options = parser.parse_args()
    wanted = options.only or ["fresh", "steady", "command"]
    ours, peer = Path(sys.executable), options.peer_python
    if not peer.is_file():
        sys.exit(f"{peer} is missing; `{Path(__file__).name} --help` says how to make it")
    for python, modules in ((ours, ("ifdsl.cli.eval", "ifdsl.compiler")), (peer, ("if_verifiable.api", "nltk.util"))):
        if not has_byte_code(python, *modules):
            print(f"note: {python} has no byte code for {' and '.join(modules)}; run `{python} -m compileall`")
    print(f"{options.benchmark}: {describe_machine()}; CPU seconds of a process")
    for kind in ("fresh", "steady"):
        if kind in wanted:
            _in_process(kind, options.benchmark, ours, peer, options.rounds)
    if "command" in wanted:
        _commands(options.benchmark, installed_command(options.ifdsl), peer, options.rounds)


def _in_process(kind: str, benchmark: str, ours: Path, peer: Path, rounds: int) -> None:
    found: dict[str, list[dict[str, Any]]] = {"ours": [], "peer": []}
    # The first round fills the caches on the disk and is not counted.
    for number in range(rounds + 1):
        for side, python in (("ours", ours), ("peer", peer)):
            output = ran([python, __file__, kind, side, benchmark]).output
            if number:
                found[side].append(json.loads(output.splitlines()[-1]))
    print(f"\n{kind}, in process")
    for side, results in found.items():
        for phase in results[0]["seconds"]:
            print(f"  {side:5} {phase:8} {times([each['seconds'][phase] for each in results])}")
    total = {side: [sum(each["seconds"].values()) for each in results] for side, results in found.items()}
    passes = {side: [each["seconds"]["pass"] for each in results] for side, results in found.items()}
    print(f"  the pass alone: {ratio(passes['ours'], passes['peer'])}")
    if kind == "fresh":
        print(f"  with imports and reading: {ratio(total['ours'], total['peer'])}")
    recorded = [(row["strict"], row["loose"]) for row in _rows(corpus(CASES[benchmark].measured))]
    given = {side: results[0]["verdicts"] for side, results in found.items()}
    for name, one, other in (
        ("ours against the recorded verdicts", given["ours"], recorded),
        ("the peer's against the recorded ones", given["peer"], recorded),
        ("ours against the peer's", given["ours"], given["peer"]),
    ):
        same, count = _agreement(one, other)
        print(f"  {name}: {same} of {count} agree")


def _commands(benchmark: str, ifdsl: Path, peer: Path, rounds: int) -> None:
    case = CASES[benchmark]
    data = corpus(case.measured)
    times_of: dict[str, list[float]] = {"warm": [], "cold": [], "peer": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files: list[str | Path] = [data, "--responses", data, "--out", folder / "ours"]
        ours: list[str | Path] = [ifdsl, "eval", "--quiet", "--from", case.ours, *files]
        theirs: list[str | Path] = [peer, __file__, "write", benchmark, folder / "peer"]
        cache = folder / "cache"
        ran(ours, {"XDG_CACHE_HOME": str(cache)})
        for _ in range(rounds):
            times_of["warm"].append(ran(ours, {"XDG_CACHE_HOME": str(cache)}).cpu)
            times_of["peer"].append(ran(theirs).cpu)
            empty = folder / "empty"
            times_of["cold"].append(ran(ours, {"XDG_CACHE_HOME": str(empty)}).cpu)
            shutil.rmtree(empty, ignore_errors=True)
        given = [_written(folder / side) for side in ("ours", "peer")]
    print("\nwhole commands, from the file to the result files")
    for side, values in times_of.items():
        print(f"  {'peer' if side == 'peer' else f'ours, {side} cache':17} {times(values)}")
    print(f"  warm cache: {ratio(times_of['warm'], times_of['peer'])}")
    print(f"  empty cache: {ratio(times_of['cold'], times_of['peer'])}")
    same, count = _agreement(*given)
    print(f"  the verdicts in the files: {same} of {count} agree")


def _written(folder: Path) -> Verdicts:
    strict, loose = (_rows(folder / f"eval_results_{reading}.jsonl") for reading in ("strict", "loose"))
    return [(a["follow_instruction_list"], b["follow_instruction_list"]) for a, b in zip(strict, loose, strict=True)]


def _agreement(one: Verdicts, other: Verdicts) -> tuple[int, int]:
    pairs = [
        pair
        for a, b in zip(one, other, strict=True)
        for reading in (0, 1)
        for pair in zip(a[reading], b[reading], strict=True)
    ]
    return sum(a == b for a, b in pairs), len(pairs)


# ---------------------------------------------------------------- what runs in the processes that are measured


def work(kind: str, side: str, benchmark: str) -> None:
    """Do one side's work in this process; print seconds and verdicts as one line of JSON."""
    case = CASES[benchmark]
    others = case.others() if kind == "steady" else []
    seconds = {}
    start = process_time()
    grade = _ours(case.ours) if side == "ours" else _peer(case.peer)
    seconds["imports"] = process_time() - start
    start = process_time()
    rows = _rows(corpus(case.measured))
    seconds["reading"] = process_time() - start
    if others:
        grade(others)
        seconds = {}
    start = process_time()
    verdicts = grade(rows)
    seconds["pass"] = process_time() - start
    print(json.dumps({"seconds": seconds, "verdicts": verdicts}))


def _rows(path: Path | str) -> Rows:
    with open(path, "rb") as file:
        return [json.loads(line) for line in file]


def _ours(name: str) -> Callable[[Rows], Verdicts]:
    from ifdsl.checking.lenient import LENIENT
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.instructions import read_instruction
    from ifdsl.published.items import item_of
    from ifdsl.published.overlay import Overlay
    from ifdsl.published.reading import ReadItem
    from ifdsl.published.rows import Row
    from ifdsl.run.grading import Grader
    from ifdsl.store.records import Response

    benchmark = BENCHMARKS[name]
    known = Overlay(benchmark.pack_paths)
    grader = Grader(LENIENT[benchmark.lenient])

    def grade(rows: Rows) -> Verdicts:
        found = []
        for line, row in enumerate(rows, start=1):
            key, ids, given = str(row["key"]), tuple(row["instruction_id_list"]), tuple(row["kwargs"])
            instructions = tuple(read_instruction(id_, one, known) for id_, one in zip(ids, given, strict=True))
            read = ReadItem(line, Row(line, key, row["key"], row["prompt"], ids, given), None, instructions, ())
            response = Response(prompt_id=key, text=row["response"], status="ok", model="")
            result = grader.grade(item_of(read, known.constraints), response)
            strict = [one.strict == "pass" for one in result.requirements]
            found.append((strict, [one.loose == "pass" for one in result.requirements]))
        return found

    return grade


def _peer(name: str) -> Callable[[Rows], Verdicts]:
    import langdetect
    from if_verifiable import IFBenchSample, IFEvalSample, evaluate_output_for_sample

    langdetect.DetectorFactory.seed = 0
    shape = IFEvalSample if name == "ifeval" else IFBenchSample

    def grade(rows: Rows) -> Verdicts:
        found = []
        for row in rows:
            sample = shape(row["key"], row["prompt"], row["instruction_id_list"], row["kwargs"])
            results, _ = evaluate_output_for_sample(name, sample, row["response"])
            found.append(([one.strict_pass for one in results], [one.loose_pass for one in results]))
        return found

    return grade


def write(benchmark: str, out: str) -> None:
    """The peer's whole command: read the file, give the verdicts, write the two result files."""
    case = CASES[benchmark]
    grade = _peer(case.peer)
    rows = _rows(corpus(case.measured))
    verdicts = grade(rows)
    os.makedirs(out, exist_ok=True)
    for place, reading in enumerate(("strict", "loose")):
        with open(Path(out, f"eval_results_{reading}.jsonl"), "w", encoding="utf-8") as file:
            for row, given in zip(rows, verdicts, strict=True):
                result = {name: row[name] for name in ("key", "instruction_id_list", "prompt", "response")}
                result["follow_all_instructions"] = all(given[place])
                result["follow_instruction_list"] = given[place]
                file.write(json.dumps(result, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    match sys.argv[1:]:
        case [("fresh" | "steady") as kind, ("ours" | "peer") as side, benchmark]:
            work(kind, side, benchmark)
        case ["write", benchmark, out]:
            write(benchmark, out)
        case _:
            main()
