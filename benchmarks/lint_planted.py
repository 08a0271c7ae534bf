"""Plant faults in rows of published benchmarks; print by kind how many of them `ifdsl lint` reports.

Each planted row is a row of the data with one change: another number, one off by one, the other relation, another
text, another language or letter, an instruction that the prompt knows nothing of, or one less than it asks for. A fault
counts as found where a finding that the row did not have before points at what was changed; for what is no longer
graded, where there is such a finding at all. This is recall of kinds: nothing planted was looked at before one by one.

    export IFDSL_CORPORA=…                  # holds published/, muldimif/
    python benchmarks/lint_planted.py
    python benchmarks/lint_planted.py --set ifeval --missed "off by one"
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from clock import corpus, describe_machine
from lint_data import SETS

from ifdsl.linting import Finding
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted
from ifdsl.source import codes

Record = dict[str, Any]

PLANTED = ("ifeval", "ifbench", "muldimif")
WORDS = ("lantern", "orchid", "velvet", "compass", "meadow", "granite")
LANGUAGES = ("de", "fr", "it", "fi", "ko", "hi", "th", "sw", "ru", "vi")
LETTERS = "bdfkmpvz"
RELATIONS = (("at most", "at least"), ("at least", "at most"), ("no more than", "at least"),
             ("must not exceed", "must be at least"))  # fmt: skip
CASES = (("capitalized letters for each word", "all uppercase letters"), ("uppercase", "lowercase"))
NOT_REPLACED = {"language", "prompt_to_repeat", "letter", "reference_text", "options", "sep", "section_spliter",
                "postscript_marker"}  # fmt: skip
"""Texts that a prompt need not repeat, or that are replaced in their own way."""


class Planted(NamedTuple):
    """A row with a fault: its kind, the row it was made of, where the fault is (None: something is missing)."""

    kind: str
    key: str
    path: str | None
    record: Record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=PLANTED, help="only this benchmark")
    parser.add_argument("--count", type=int, default=2500, help="planted rows a benchmark at most (default: 2500)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--missed", metavar="KIND", help="print the keys and arguments of those not found")
    options = parser.parse_args()
    print(describe_machine())
    for name in [options.set] if options.set else PLANTED:
        measure(name, options.count, options.seed, options.missed)


def measure(name: str, count: int, seed: int, shown: str | None) -> None:
    benchmark, path = SETS[name]
    records = [json.loads(line) for line in corpus(path).read_text(encoding="utf-8").splitlines()]
    random = Random(seed)
    planted = list(in_sentences(records, random) if name == "muldimif" else in_arguments(records, random))
    random.shuffle(planted)
    planted = planted[:count]
    before = {row.key: {_short(finding) for finding in row.findings} for row in _linted(benchmark, corpus(path))}
    total, found, missed = Counter[str](), Counter[str](), defaultdict(list)
    with TemporaryDirectory() as folder:
        file = Path(folder, "planted.jsonl")
        file.write_text("".join(json.dumps(one.record) + "\n" for one in planted), encoding="utf-8")
        for row, one in zip(_linted(benchmark, file), planted, strict=True):
            new = [finding for finding in row.findings if _is_new(finding, before[one.key])]
            total[one.kind] += 1
            if any(one.path is None or any(path.startswith(one.path) for path in finding.paths) for finding in new):
                found[one.kind] += 1
            else:
                missed[one.kind].append(one)
    print(f"{name}: {sum(found.values())} of {sum(total.values())}")
    for kind, of in total.most_common():
        print(f"    {kind}: {found[kind]} of {of} ({found[kind] / of:.1%})")
    for one in missed[shown] if shown else ():
        print(f"        {one.key} {one.path} {str(_at(one))[:200]}")


def _linted(benchmark: str, path: Path) -> Iterator[Linted]:
    return linted(path, BENCHMARKS[benchmark], proofs=False)


def _is_new(finding: Finding, before: set[tuple[str, str]]) -> bool:
    """Whether a row did not have a finding before; that a prompt stands in several planted rows is none."""
    return finding.code != codes.REPEATED_PROMPT and _short(finding) not in before


def _short(finding: Finding) -> tuple[str, str]:
    return finding.code.name, finding.message


def _at(one: Planted) -> object:
    match = re.match(r"(\w+)\[(\d+)\]", one.path or "")
    return one.record[match[1]][int(match[2])] if match else ""


# ---------------------------------------------------------------- instructions with arguments


def in_arguments(records: list[Record], random: Random) -> Iterator[Planted]:
    """Faults in the arguments of IFEval's shape, and instructions more or less than the prompt asks for."""
    for number, record in enumerate(records):
        ids = record["instruction_id_list"]
        given = [{name: value for name, value in one.items() if value is not None} for one in record["kwargs"]]
        for place, arguments in enumerate(given):
            for kind, name, value in _changed(arguments, random):
                changed = [dict(one) for one in given]
                changed[place][name] = value
                path = f"kwargs[{place}]"
                yield Planted(kind, str(record["key"]), path, _record(record, f"{number}-{kind}-{place}", ids, changed))
        other = random.choice(records)
        at = random.randrange(len(other["instruction_id_list"]))
        if (id_ := other["instruction_id_list"][at]) not in ids:
            extra = {name: value for name, value in other["kwargs"][at].items() if value is not None}
            made = _record(record, f"{number}-unstated", [*ids, id_], [*given, extra])
            yield Planted("unstated", str(record["key"]), f"kwargs[{len(ids)}]", made)
        if len(ids) > 1:
            left = random.randrange(len(ids))
            fewer = [one for place, one in enumerate(ids) if place != left]
            rest = [one for place, one in enumerate(given) if place != left]
            yield Planted("ungraded", str(record["key"]), None, _record(record, f"{number}-ungraded", fewer, rest))


def _record(record: Record, key: str, ids: list[str], given: list[Record]) -> Record:
    return {"key": key, "prompt": record["prompt"], "instruction_id_list": ids, "kwargs": given}


def _changed(arguments: Record, random: Random) -> Iterator[tuple[str, str, object]]:
    """Each change as its kind, the argument and what it is now."""
    numbers = [n for n, v in arguments.items() if isinstance(v, int | float) and not isinstance(v, bool)]
    if numbers:
        name = random.choice(numbers)
        yield "number", name, int(arguments[name] * 1.4) + 2
        yield "off by one", name, int(arguments[name]) + 1
    for name, value in arguments.items():
        if name.endswith("relation"):
            yield "relation", name, "at least" if value == "less than" else "less than"
        elif name == "language":
            yield "language", name, random.choice([code for code in LANGUAGES if code != value])
        elif name == "letter":
            yield "letter", name, random.choice([letter for letter in LETTERS if letter != value])
        elif isinstance(value, str) and name not in NOT_REPLACED:
            yield "text", name, random.choice(WORDS)
        elif isinstance(value, list) and value:
            place = random.randrange(len(value))
            yield "text", name, [*value[:place], random.choice(WORDS), *value[place + 1 :]]
            if len(value) > 1:
                yield "text left out", name, value[:-1]


# ---------------------------------------------------------------- sentences


def in_sentences(records: list[Record], random: Random) -> Iterator[Planted]:
    """Faults in the constraint sentences of MulDimIF's shape, a sentence of another row, and a listed rule left out."""
    for number, record in enumerate(records):
        constraints = record["constraints"]
        place = random.randrange(len(constraints))
        for kind, sentence in _restated(constraints[place][2], random):
            changed = [list(one) for one in constraints]
            changed[place][2] = sentence
            made = {**record, "id": f"{number}-{kind}", "constraints": changed}
            yield Planted(kind, str(record["id"]), f"constraints[{place}]", made)
        extra = random.choice(random.choice(records)["constraints"])
        if not _kinds(extra) & {kind for one in constraints for kind in _kinds(one)}:
            made = {**record, "id": f"{number}-unstated", "constraints": [*constraints, extra]}
            yield Planted("unstated", str(record["id"]), f"constraints[{len(constraints)}]", made)
        if len(constraints) > 1 and record["constraint_pattern"] == "Listing":
            rest = [one for at, one in enumerate(constraints) if at != place]
            made = {**record, "id": f"{number}-ungraded", "constraints": rest}
            yield Planted("listed rule left out", str(record["id"]), None, made)


def _kinds(constraint: list[str]) -> set[str]:
    """What a constraint is filed under: rows file the same one in several ways."""
    return {kind for name in constraint[:2] for kind in name.split(": ")}


def _restated(sentence: str, random: Random) -> Iterator[tuple[str, str]]:
    digits = re.search(r"\b\d+\b", sentence)
    if digits:
        for kind, number in (("number", int(int(digits[0]) * 1.5) + 3), ("off by one", int(digits[0]) + 1)):
            yield kind, f"{sentence[: digits.start()]}{number}{sentence[digits.end() :]}"
    for kind, pairs in (("relation", RELATIONS), ("case", CASES), ("mark", (("period", "question mark"),))):
        for said, instead in pairs:
            if said in sentence:
                yield kind, sentence.replace(said, instead, 1)
                break
    text = re.search(r"['\"]([^'\"]{3,30})['\"]", sentence)
    if text:
        yield "text", f"{sentence[: text.start(1)]}{random.choice(WORDS)}{sentence[text.end(1) :]}"


if __name__ == "__main__":
    main()
