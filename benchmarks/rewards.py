"""Reward a batch of rollouts, 1,024 prompts of IFEval's kind with 32 each, here and with `if-verifiable` 0.1.2.

Both get the same prompts, arguments and texts and give a reward for each rollout: the share of instructions followed,
strict and loose. The package gives both at once and nothing less. Ours are two batches of `Rewarder.rewards`, and each
counts alone too, for a training asks for one. `dense`, which measures how far a text is off, has no counterpart.

The prompts are the 541 of IFEval and the first of IFEval-extended. A rollout is made from the recorded responses of two
models to its prompt (of one, where there is no other): some of its lines and sentences are left out and two of them
swapped, by a seed. Each batch is rewarded by a process of its own and no two rollouts of a prompt are the same text, so
that no memory of earlier verdicts helps. Time is CPU time of that process for the rollouts alone, after one for each
prompt, which loads what is loaded at the first use. Making items and loading packages is listed beside it.

The package strips a response before it makes the texts of its loose reading, which the published evaluator does not;
the rollouts here have no blanks at their ends, so that both grade the same. What is left to differ is a prompt that
asks how often `#` or `!` occurs: the package puts a letter drawn at random in the place of anything but a letter.

The peer's environment is that of `verify_published.py`, which says how to make it.

    export IFDSL_CORPORA=…                                # holds ifeval/ and published/
    export NLTK_DATA=…
    python -m compileall -q ifdsl                         # or a wheel with byte code
    python benchmarks/rewards.py --peer-python PEER/bin/python

A round takes four minutes, nearly all of them the peer's; `--prompts 128` gives the same picture in half a minute.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from clock import HERE, corpus, describe_machine, has_byte_code, ran, ratio, times

SEED = 20240607
MODELS = ("gpt4", "okatanaaa_en")
EXTENDED = "extended_gpt4o_mini"
PIECE = re.compile(r"(?<=[.!?])(?=\s)|(?<=\n)")

OURS = {"strict": ("fraction", False), "loose": ("fraction", True), "dense": ("dense", False)}
"""What is timed of ours: the kind of a reward, and whether it is loose."""
PEER = "peer"

Row = dict[str, Any]
Found = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer-python", type=Path, required=True, help="an interpreter with if-verifiable")
    parser.add_argument("--prompts", type=int, default=1024)
    parser.add_argument("--rollouts", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="processes of the run on the clock, of ours alone")
    options = parser.parse_args()
    ours, peer = Path(sys.executable), options.peer_python
    if not peer.is_file():
        sys.exit(f"{peer} is missing; `verify_published.py --help` says how to make it")
    for python, modules in ((ours, ("ifdsl.rewarding.batch",)), (peer, ("if_verifiable.api", "nltk.util"))):
        if not has_byte_code(python, *modules):
            print(f"note: {python} has no byte code for {' and '.join(modules)}; run `{python} -m compileall`")
    size = [str(options.prompts), str(options.rollouts)]
    count = options.prompts * options.rollouts
    print(f"{describe_machine()}; CPU seconds of a process; {count:,} rollouts of {options.prompts:,} prompts")
    found: dict[str, list[Row]] = {side: [] for side in (*OURS, PEER)}
    for _ in range(options.rounds):
        for side, python in ((name, peer if name == PEER else ours) for name in found):
            found[side].append(json.loads(ran([python, __file__, side, *size]).output.splitlines()[-1]))
    for phase in ("loading", "rewards"):
        print(phase)
        for side, of_side in found.items():
            print(f"  {side:6} {times([one[phase] for one in of_side])}")
    passes = {side: [one["rewards"] for one in of_side] for side, of_side in found.items()}
    passes["strict and loose"] = [sum(pair) for pair in zip(passes["strict"], passes["loose"], strict=True)]
    for side, values in passes.items():
        if side != PEER:
            print(f"{side}: {ratio(values, passes[PEER])}; {count / min(values):,.0f} rollouts a second of a core")
    for name, theirs in found[PEER][0]["found"].items():
        pairs = list(zip(found[name][0]["found"][name], theirs, strict=True))
        print(f"the {name} rewards: {sum(one == other for one, other in pairs):,} of {len(pairs):,} agree")
    spread = sorted({round(value, 2) for value in found["strict"][0]["found"]["strict"]})
    print(f"the strict rewards that occur: {', '.join(map(str, spread))}")
    wall = json.loads(ran([ours, __file__, "workers", *size, str(options.workers)]).output.splitlines()[-1])
    print(f"strict, {options.workers} processes: {wall:.1f} s on the clock, {count / wall:,.0f} rollouts a second")


# ---------------------------------------------------------------- the batch


def batch(prompts: int, rollouts: int) -> tuple[list[Row], list[list[str]]]:
    """Rows of IFEval's shape, and the rollouts of each."""
    given: dict[Any, list[str]] = {}
    for model in MODELS:
        for row in _rows(corpus(f"ifeval/{model}.jsonl")):
            given.setdefault(row["key"], []).append(row["response"])
    ifeval = _rows(corpus("published/ifeval_input_data_541.jsonl"))
    asked = [(row, given[row["key"]]) for row in ifeval]
    asked += [(row, [row["response"]]) for row in _rows(corpus(f"ifeval/{EXTENDED}.jsonl"))]
    if len(asked) < prompts:
        sys.exit(f"there are {len(asked)} prompts, not {prompts}")
    chosen = asked[:prompts]
    texts = [_rollouts(of, rollouts, Random(f"{SEED} {place}")) for place, (_, of) in enumerate(chosen)]
    return [row for row, _ in chosen], texts


def _rollouts(responses: list[str], count: int, random: Random) -> list[str]:
    made: dict[str, None] = {}
    for number in range(count):
        pieces = PIECE.split(responses[number % len(responses)])
        kept = [piece for piece in pieces if random.random() > 0.15]
        if len(kept) > 1 and number % 2:
            one, other = random.sample(range(len(kept)), 2)
            kept[one], kept[other] = kept[other], kept[one]
        text = "".join(kept).strip()
        # A short response has few variations.
        made.setdefault(text if text and text not in made else f"{text} {number}".strip())
    return list(made)


def _rows(path: Path) -> list[Row]:
    with open(path, "rb") as file:
        return [json.loads(line) for line in file]


# ---------------------------------------------------------------- what runs in the processes that are measured


def reward_here(name: str, prompts: str, rollouts: str) -> None:
    """Our side, one kind of reward: seconds and rewards as one line of JSON."""
    rows, texts = batch(int(prompts), int(rollouts))
    start = process_time()
    from ifdsl.rewarding.batch import Rewarder

    kind, loose = OURS[name]
    rewarder = Rewarder(_items(rows), kind, loose=loose)
    # What is loaded at its first use, such as the models of languages and sentences.
    rewarder.rewards([f"{text} again" for text in _first(texts)], list(range(len(texts))))
    loaded = process_time()
    given = rewarder.rewards(texts)
    seconds = {"loading": loaded - start, "rewards": process_time() - loaded}
    print(json.dumps({**seconds, "found": {name: [one for of in given for one in of]}}))


def reward_there(prompts: str, rollouts: str) -> None:
    """The peer's side: the same."""
    rows, texts = batch(int(prompts), int(rollouts))
    start = process_time()
    import langdetect
    from if_verifiable import IFEvalSample, evaluate_output_for_sample

    langdetect.DetectorFactory.seed = 0
    samples = [IFEvalSample(row["key"], row["prompt"], row["instruction_id_list"], row["kwargs"]) for row in rows]
    for sample, text in zip(samples, _first(texts), strict=True):
        evaluate_output_for_sample("ifeval", sample, f"{text} again")
    found: Found = {"strict": [], "loose": []}
    loaded = process_time()
    for sample, of_sample in zip(samples, texts, strict=True):
        for text in of_sample:
            _, scores = evaluate_output_for_sample("ifeval", sample, text)
            found["strict"].append(scores.partial_strict)
            found["loose"].append(scores.partial_loose)
    seconds = {"loading": loaded - start, "rewards": process_time() - loaded}
    print(json.dumps({**seconds, "found": found}))


def reward_in_processes(prompts: str, rollouts: str, workers: str) -> None:
    """Ours with several processes: seconds on the clock, once they are ready."""
    rows, texts = batch(int(prompts), int(rollouts))
    from ifdsl.rewarding.batch import Rewarder

    with Rewarder(_items(rows), workers=int(workers)) as rewarder:
        for _ in range(2):
            rewarder.rewards([f"{text} again" for text in _first(texts)], list(range(len(texts))))
        start = perf_counter()
        rewarder.rewards(texts)
        print(json.dumps(perf_counter() - start))


def _first(texts: list[list[str]]) -> list[str]:
    return [of[0] for of in texts]


def _items(rows: list[Row]) -> list[Any]:
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.instructions import read_instruction
    from ifdsl.published.items import item_of
    from ifdsl.published.overlay import Overlay
    from ifdsl.published.reading import ReadItem
    from ifdsl.published.rows import Row as PublishedRow

    known = Overlay(BENCHMARKS["ifeval"].pack_paths)
    items = []
    for line, row in enumerate(rows, start=1):
        key, ids, given = str(row["key"]), tuple(row["instruction_id_list"]), tuple(row["kwargs"])
        instructions = tuple(read_instruction(id_, one, known) for id_, one in zip(ids, given, strict=True))
        read = ReadItem(line, PublishedRow(line, key, row["key"], row["prompt"], ids, given), None, instructions, ())
        items.append(item_of(read, known.constraints))
    return items


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    match sys.argv[1:]:
        case [("strict" | "loose" | "dense") as name, prompts, rollouts]:
            reward_here(name, prompts, rollouts)
        case ["peer", prompts, rollouts]:
            reward_there(prompts, rollouts)
        case ["workers", prompts, rollouts, workers]:
            reward_in_processes(prompts, rollouts, workers)
        case _:
            main()
