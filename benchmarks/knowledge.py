"""Print how many items of knowledge tasks one core works out and grades in a second, over all instructions of KCIF.

python benchmarks/knowledge.py                 # 100,000 items of made-up questions
python benchmarks/knowledge.py --items 10000
python benchmarks/knowledge.py --spec specs/kcif_as_released.ifc

The questions are made up here, four in ten of them with numbers; every instruction is asked of each. `expected` is from
a row to what is expected of its answer, `effects` whether the instruction changes anything, `sets` the wrong answers
that tell causes apart, `grading` the verdicts on a right and on a wrong response, `faults` what a wrong one tells.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ifdsl.checking.compile import load
from ifdsl.ir.build import build_file
from ifdsl.knowledge.asking import Asked, asked_of
from ifdsl.knowledge.errors import fault_of
from ifdsl.report.columns import aligned
from ifdsl.run.grading import Grader
from ifdsl.run.items import Rendering
from ifdsl.run.rows import posed_rows
from ifdsl.store.records import Response

ROOT = Path(__file__).resolve().parents[1]
SYLLABLES = ("ba", "ne", "ti", "ro", "lu", "mo", "ka", "si")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--spec", type=Path, default=ROOT / "specs" / "kcif.ifc")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    built = build_file(options.spec)
    if built.program is None:
        sys.exit("the spec has errors")
    module = load(built.program)
    names = [knowledge.name for knowledge in built.program.knowledge]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        questions = -(-options.items // len(names))
        made = made_up(random.Random(options.seed), questions, names)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made)
        (home / "kcif.jsonl").write_text(lines, encoding="utf-8")
        asked: list[Asked] = []
        rows = [["", "items", "seconds", "items a second"]]
        rows.append(timed("expected", options.items, lambda: asked.extend(asked_of(built.program, module, home, []))))  # type: ignore[arg-type]
        rows.append(timed("effects", len(asked), lambda: each(asked, lambda one: one.has_effect)))
        sets: list[Any] = []
        rows.append(timed("sets", len(asked), lambda: sets.extend(one.sets() for one in asked)))
        wrong = [f"Response: {next(iter(one.instruction), 'none')}" for one in sets]
        triples = list(zip(asked, sets, wrong, strict=True))
        rows.append(
            timed(
                "faults",
                len(asked),
                lambda: each(triples, lambda it: fault_of(it[1], it[0].judge, it[2], it[0].values)),
            )
        )
        few = list(posed_rows(built.program, module, Rendering(), home, [], {}))[:: max(1, len(asked) // 20_000)]
        grader = Grader({"original": lambda text: text})
        right = [
            Response(item.prompt.id, f"Response: {instance.values['expected']}", "ok", "x") for instance, item in few
        ]
        pairs = [(item, answer) for (_, item), answer in zip(few, right, strict=True)]
        rows.append(timed("grading, right", len(pairs), lambda: each(pairs, lambda it: grader.grade(*it))))
    print("\n".join(aligned(rows)))


def made_up(draw: random.Random, count: int, names: list[str]) -> list[dict[str, Any]]:
    """Questions with two to ten options, four in ten of them numbers, amounts or percentages."""
    return [
        {
            "id": f"r{place}",
            "data": "made_up",
            "subject": "",
            "family": "choice",
            "passage": "",
            "question": "Which of these is it?",
            "suffix": "END",
            "instructions": names,
            **_options(draw),
        }
        for place in range(count)
    ]


def _options(draw: random.Random) -> dict[str, Any]:
    size = draw.choice((2, 4, 5, 10))
    kind = draw.choice(("words", "words", "words", "number", "amount"))
    made: dict[str, None] = {}
    while len(made) < size:
        value = draw.randrange(1, 50_000)
        word = "".join(draw.choices(SYLLABLES, k=draw.randint(2, 6))).capitalize()
        made[{"words": word, "number": f"{value / draw.choice((1, 10, 100)):g}", "amount": f"${value:,}"}[kind]] = None
    return {"options": list(made), "labels": list("ABCDEFGHIJ"[:size]), "gold": draw.randrange(size)}


def each(things: Iterable[Any], run: Callable[[Any], Any]) -> None:
    for thing in things:
        run(thing)


def timed(name: str, count: int, run: Callable[[], Any]) -> list[str]:
    # The processor's time, so that what else runs on the machine is not counted.
    start = time.process_time()
    run()
    spent = time.process_time() - start
    return [name, f"{count:,}", f"{spent:.1f}", f"{count / spent:,.0f}"]


if __name__ == "__main__":
    main()
