"""Parts of the data: within their caps, the same whatever the order of the rows and however Python hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.knowledge.kinds import BASELINES
from ifdsl.knowledge.subsets import Offered, cap_of, chosen

OFFERED = st.lists(
    st.builds(
        Offered,
        row=st.integers(0, 400).map(lambda place: f"r{place}"),
        instruction=st.sampled_from(["reverse", "upper", *BASELINES]),
        data=st.just("mmlu_pro"),
        subject=st.sampled_from(["law", "math"]),
        effect=st.sampled_from([True, False, None]),
    ),
    max_size=300,
    unique_by=lambda one: (one.row, one.instruction),
)


@given(OFFERED, st.integers(0, 5), st.randoms())
def test_the_order_of_the_rows_does_not_matter(offered: list[Offered], seed: int, random: object) -> None:
    shuffled = list(offered)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert chosen(offered, "lite", seed) == chosen(shuffled, "lite", seed)


@given(OFFERED, st.integers(0, 5))
def test_caps_hold_and_are_used_up(offered: list[Offered], seed: int) -> None:
    taken = chosen(offered, "lite", seed)
    by_key = {(one.row, one.instruction): one for one in offered}
    counts: Counter[tuple[str, str, bool]] = Counter()
    there: Counter[tuple[str, str, bool]] = Counter()
    for one in offered:
        if one.instruction not in BASELINES:
            there[one.subject, one.instruction, one.effect is not False] += 1
    for row, instructions in taken.items():
        for instruction in instructions:
            one = by_key[row, instruction]
            if instruction not in BASELINES:
                counts[one.subject, instruction, one.effect is not False] += 1
    assert counts == Counter({key: min(count, 25) for key, count in there.items()})


@given(OFFERED)
def test_rows_that_are_taken_have_their_plain_answers(offered: list[Offered]) -> None:
    plain = {(one.row, one.instruction) for one in offered if one.instruction in BASELINES}
    for row, instructions in chosen(offered, "lite").items():
        assert {name for name in instructions if name in BASELINES} == {name for one, name in plain if one == row}
        assert any(name not in BASELINES for name in instructions)


def test_a_larger_part_holds_the_smaller_one() -> None:
    offered = [Offered(f"r{place}", "reverse", "piqa", "", True) for place in range(2_000)]
    lite, full = chosen(offered, "lite", 3), chosen(offered, "full", 3)
    assert (len(lite), len(full), len(chosen(offered, "all"))) == (150, 1_500, 2_000)
    assert set(lite) <= set(full)
    assert set(chosen(offered, "lite", 4)) != set(lite)


def test_caps_are_those_of_the_paper() -> None:
    assert {name: (cap_of(name, "full"), cap_of(name, "lite")) for name in ("mmlu_pro", "mathqa", "boolq", "own")} == {
        "mmlu_pro": (150, 25),
        "mathqa": (1500, 150),
        "boolq": (1500, 150),
        "own": (1500, 150),
    }


def test_another_way_to_hash_gives_the_same_rows() -> None:
    code = (
        "from ifdsl.knowledge.subsets import Offered, chosen\n"
        "rows = [Offered(f'r{p}', i, 'piqa', '', p % 3 > 0) for p in range(900) for i in ('a', 'b')]\n"
        "print(sorted(chosen(rows, 'lite').items()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
