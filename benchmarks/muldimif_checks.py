"""Grade a 300-word response for each item of MulDimIF's test set, in process; print checks a second.

The constraints are read from their sentences once, and their checkers compiled, as `ifdsl eval --from muldimif` does;
only grading is timed. The responses are made from a seed: Markdown of about 300 words with a heading, a list, a table
and prose, no two alike. What cannot be recognised is not checked, and counted.

Their own checkers were measured at about 7,400 checks a second on one core of another machine; they are no package, so
they cannot run beside ours here.

    export IFDSL_CORPORA=…                      # holds muldimif/test.jsonl
    python benchmarks/muldimif_checks.py        # an interpreter with the wheel of this project
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time

from clock import corpus, describe_machine, times

SEED = 20240502
WORDS = """
the a of and to in market river window garden people city evening morning water light table small large quiet open
early late new old good green summer winter music paper story road house school teacher friend letter walks finds keeps
makes takes gives holds brings shows leaves
""".split()  # noqa: SIM905 - easier to read than many quoted words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--words", type=int, default=300)
    options = parser.parse_args()

    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.evaluate import read_published

    start = process_time()
    read = list(read_published(corpus("muldimif/test.jsonl"), BENCHMARKS["muldimif"]))
    ready = process_time() - start
    verifiers = [item.verifier for _, item in read if item is not None]
    stated = sum(len(one.row.instruction_ids) for one, _ in read if one.row is not None)
    left = sum(len(one.problems) for one, _ in read)
    seconds = []
    for place in range(options.rounds):
        random = Random(SEED + place)
        responses = [response(random, options.words) for _ in verifiers]
        start = process_time()
        for verifier, text in zip(verifiers, responses, strict=True):
            verifier.verdicts(text)
        seconds.append(process_time() - start)
    print(f"{describe_machine()}; CPU seconds")
    print(f"{len(verifiers):,} items with {stated:,} constraints, {left:,} of them not recognised")
    print(f"reading the sentences and compiling their checkers: {ready:.1f} s")
    print(f"grading, responses of {options.words} words: {times(seconds)}")
    print(
        f"  {(stated - left) / min(seconds):,.0f} checks a second, {len(verifiers) / min(seconds):,.0f} items a second"
    )


def response(random: Random, words: int) -> str:
    """Markdown of about so many words."""

    def sentence() -> str:
        chosen = random.choices(WORDS, k=random.randint(8, 16))
        return " ".join(chosen).capitalize() + "."

    parts = [f"## {sentence()[:-1].title()}"]
    count = 0
    while count < words:
        kind = random.randrange(6)
        if kind == 0:
            part = "\n".join(f"- {sentence()}" for _ in range(3))
        elif kind == 1:
            cells = [random.sample(WORDS, 3) for _ in range(4)]
            part = "\n".join(f"| {' | '.join(row)} |" for row in (cells[0], ["---"] * 3, *cells[1:]))
        else:
            part = " ".join(sentence() for _ in range(4))
        parts.append(part)
        count += len(part.split())
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
