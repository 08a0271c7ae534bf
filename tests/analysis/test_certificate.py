"""Certificates: what is consistent has a text that the checkers accept, what conflicts a core that cannot shrink."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ifdsl import data
from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.specs import findings
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir.build import Built, build_text

pytest.importorskip("z3", reason="the extra `smt` is not installed")

USES = "\n".join(f"use std.{path.stem}" for path in sorted((data.stdlib_path() / "std").glob("*.ifc")))


def built(*calls: str) -> Built:
    lines = "\n".join(f"    {call}" for call in calls)
    found = build_text(f'ifdsl 1\n{USES}\nspec s {{\n  task "Write."\n  must {{\n{lines}\n  }}\n}}\n')
    assert found.program is not None, [diagnostic.message for diagnostic in found.diagnostics]
    return found


def asked(*calls: str) -> tuple[tuple[Demand, ...], Callable[[str], list[bool]]]:
    program = built(*calls).program
    assert program is not None
    demands = demands_of_spec(program, program.specs[0], {})
    module = load(program)
    checkers = [ConstraintChecker(module, demand.constraint.name, demand.arguments) for demand in demands]
    return demands, lambda text: [checker.passes(text) for checker in checkers]


def certificate(*calls: str) -> Certificate:
    demands, check = asked(*calls)
    return certify(demands, check)


@pytest.mark.parametrize(
    "calls",
    [
        ("word_count(40..60)",),
        ("word_count(40..60)", "sentence_count(3)", 'keywords(["river", "boat"])', "no_commas()"),
        ("paragraph_count(3)", "sentences_per_paragraph(2)", "all_lower()"),
        ("bullet_count(4)", 'keywords(["bread"], times=2)'),
        ("heading_count(2..)", "word_count(..60)", 'ends_with_mark("!")'),
        ('first_word("Then")', 'last_word("end")', "word_count(12)"),
        ("table_count(1)", "row_count(3)", "column_count(2)"),
        ("json_object()",),
        ('letter_frequency("q", 0)', "word_count(30..)", "sentence_count(2..4)"),
    ],
    ids=" and ".join,
)
def test_what_is_consistent_has_a_witness_that_the_checkers_accept(calls: tuple[str, ...]) -> None:
    demands, check = asked(*calls)
    found = certify(demands, check)
    assert found.verdict == "consistent", found.reason
    assert found.witness is not None
    assert found.witness.strip()
    assert all(check(found.witness))
    assert certify(demands, check) == found


@pytest.mark.parametrize(
    ("calls", "core"),
    [
        (("word_count(5..10)", "no_commas()", "word_count(20..)"), (0, 2)),
        (("sentence_count(3..)", "sentence_count(..2)"), (0, 1)),
        (("all_lower()", "all_upper()"), (0, 1)),
        (('keywords(["river"], times=3..)', "no_commas()", 'keywords(["river"], times=..2)'), (0, 2)),
    ],
    ids=lambda value: " and ".join(value) if isinstance(value[0], str) else "",
)
def test_what_conflicts_has_a_minimal_core(calls: tuple[str, ...], core: tuple[int, ...]) -> None:
    found = certificate(*calls)
    assert (found.verdict, found.core) == ("conflict", core)
    assert found.reason
    for left_out in core:
        rest = [call for place, call in enumerate(calls) if place != left_out]
        assert certificate(*rest).verdict == "consistent"


def test_patterns_alone_have_a_witness() -> None:
    checks = (
        r"response.full_match(/[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?/)",
        r"response.matches(/-[0-9]+-/)",
        '"7" in response',
    )
    types = [f'constraint c{i}() {{\n  check {check}\n  render listing "x"\n}}\n' for i, check in enumerate(checks)]
    spec = 'spec s {\n  task "Write."\n  must {\n    c0()\n    c1()\n    c2()\n  }\n}\n'
    found = build_text("\n".join(["ifdsl 1", *types, spec])).program
    assert found is not None
    demands = demands_of_spec(found, found.specs[0], {})
    module = load(found)
    checkers = [ConstraintChecker(module, demand.constraint.name) for demand in demands]
    made = certify(demands, lambda text: [checker.passes(text) for checker in checkers])
    assert made.verdict == "consistent", made.reason
    assert made.witness is not None
    assert all(checker.passes(made.witness) for checker in checkers)


def test_a_spec_tells_of_its_conflicts_where_they_stand() -> None:
    source = built("word_count(5..10)", "no_commas()", "word_count(20..)")
    (finding,) = findings(source)
    assert str(finding.code) == "IF0701 conflict"
    text = finding.primary.file.text
    marked = [text[label.span.start : label.span.end] for label in (finding.primary, *finding.secondary)]
    assert marked == ["word_count(5..10)", "word_count(20..)"]
    assert list(findings(built("word_count(5..10)", "no_commas()"))) == []


def test_what_cannot_be_read_is_no_conflict() -> None:
    assert list(findings(built('in_language("en")', "each paragraph { word_count(2..3) }"))) == []
