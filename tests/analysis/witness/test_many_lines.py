"""However many lines are asked for, the words for them do not run out."""

from __future__ import annotations

import pytest

from tests.analysis.test_certificate import certificate


@pytest.mark.parametrize("number", [9, 100, 2_000])
def test_lists_of_any_length(number: int) -> None:
    found = certificate(f"bullet_count({number})")
    assert found.verdict == "consistent", found.reason
