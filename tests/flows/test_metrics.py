"""Figures over turns: against a count done the long way, and against those of the published verdicts."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.flows.metrics import Judged, Share, measure
from ifdsl.published.structflow.verdicts import Recorded, read_verdicts
from ifdsl.report.turns import render_turns, turns_dict

CORPORA = os.environ.get("IFDSL_CORPORA")
needs_corpora = pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA is not set: no published verdicts")

judged = st.builds(
    Judged,
    dialogue=st.sampled_from("ab"),
    turn=st.integers(1, 4),
    type=st.sampled_from(["", "length", "style"]),
    passed=st.sampled_from([True, False, None]),
    relation=st.sampled_from(["", "refines", "recalls"]),
    requirement=st.sampled_from(["", "x", "y"]),
    weight=st.sampled_from([1.0, 2.0]),
)
some = st.lists(judged, max_size=25)


def by_turn(found: list[Judged]) -> list[list[Judged]]:
    keys = sorted({(one.dialogue, one.turn) for one in found})
    return [[one for one in found if (one.dialogue, one.turn) == key] for key in keys]


def mean(values: list[Fraction]) -> float | None:
    return float(sum(values) / len(values)) if values else None


@given(some)
def test_the_four_rates_are_what_their_definitions_say(found: list[Judged]) -> None:
    whole = measure(found).whole
    known = [turn for turn in ([one for one in turn if one.passed is not None] for turn in by_turn(found)) if turn]
    assert whole.csr == pytest.approx(mean([Fraction(sum(bool(o.passed) for o in t), len(t)) for t in known]))
    weights = [
        (sum(Fraction(one.weight) for one in turn if one.passed), sum(Fraction(one.weight) for one in turn))
        for turn in known
    ]
    assert whole.wcsr_per_turn == pytest.approx(mean([a / b for a, b in weights]))
    total = sum(b for _, b in weights)
    assert whole.wcsr_global == pytest.approx(float(sum(a for a, _ in weights) / total) if total else None)
    decided = [one for one in found if one.passed is not None]
    assert whole.drfr == Share(sum(bool(one.passed) for one in decided), len(decided))
    failed = [turn for turn in by_turn(found) if any(one.passed is False for one in turn)]
    passed = [turn for turn in by_turn(found) if all(one.passed is True for one in turn)]
    assert whole.isr == Share(len(passed), len(passed) + len(failed))


@given(some)
def test_each_dialogue_fails_first_somewhere_or_nowhere(found: list[Judged]) -> None:
    figures = measure(found)
    counts: dict[int | None, int] = {}
    passing = failing = 0
    for name in {one.dialogue for one in found}:
        held = [one for one in found if one.dialogue == name]
        turns = [one.turn for one in held if one.passed is False]
        failing += bool(turns)
        whole = all(one.passed is True for one in held)
        passing += whole
        if turns or whole:
            first = min(turns) if turns else None
            counts[first] = counts.get(first, 0) + 1
    assert figures.first_failure == counts
    assert figures.all_turns == Share(passing, passing + failing)


@given(some)
def test_what_is_kept_was_holding_at_first(found: list[Judged]) -> None:
    expected: dict[int, list[tuple[bool, bool | None]]] = {}
    for one in found:
        same = [other for other in found if other.dialogue == one.dialogue and other.requirement == one.requirement]
        first = min(other.turn for other in same)
        if one.requirement and one.turn > first:
            began = all(other.passed is True for other in same if other.turn == first)
            expected.setdefault(one.turn - first, []).append((began, one.passed))
    figures = measure(found).by_distance
    assert list(figures) == sorted(expected)
    for distance, pairs in expected.items():
        known = [(began, passed) for began, passed in pairs if passed is not None]
        assert figures[distance].holding == Share(sum(passed for _, passed in known), len(known))
        assert figures[distance].kept == Share(sum(p for b, p in known if b), sum(b for b, _ in known))


@given(some, st.randoms(use_true_random=False))
def test_order_makes_no_difference(found: list[Judged], random: Random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    assert measure(shuffled) == measure(found)


@given(some)
def test_parts_add_up_to_the_whole(found: list[Judged]) -> None:
    figures = measure(found)
    for shares, kept in ((figures.by_type, "type"), (figures.by_relation, "relation")):
        decided = [one.passed for one in found if getattr(one, kept) and one.passed is not None]
        assert sum(share.total for share in shares.values()) == len(decided)
        assert sum(share.passed for share in shares.values()) == sum(decided)
    assert sum(one.turns for one in figures.by_turn.values()) == figures.whole.turns
    assert figures.unknown + figures.whole.drfr.total == len(found)
    assert json.loads(json.dumps(turns_dict(figures)))["whole"]["drfr"]["total"] == figures.whole.drfr.total


def test_a_table_has_a_column_for_each_model() -> None:
    one = Judged("a", 1, "length", True)
    text = render_turns({"m": measure([one]), "n": measure([one._replace(passed=None)])})
    assert "n: 1 requirements without a verdict" in text
    row = next(line for line in text.splitlines() if line.strip().startswith("CSR"))
    assert row.split()[1:] == ["1.0000", "-"]


@needs_corpora
def test_the_published_verdicts_give_the_published_figures() -> None:
    folder = Path(str(CORPORA), "structflow")
    rows = [row for row in read_verdicts(folder / "judge_verdicts.jsonl") if isinstance(row, Recorded)]
    expected = json.loads((folder / "expected_metrics.json").read_text("utf-8"))
    assert len(rows) == 1775
    assert len(expected) == 10
    for model, figures in expected.items():
        whole = measure(row.judged(model) for row in rows).whole
        found = {
            "CSR": whole.csr,
            "ISR": whole.isr.value,
            "DRFR": whole.drfr.value,
            "WCSR_per_turn_mean(code)": whole.wcsr_per_turn,
            "WCSR_global(paper)": whole.wcsr_global,
        }
        assert found == pytest.approx(figures, abs=1e-9)
