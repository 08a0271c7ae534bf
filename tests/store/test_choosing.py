"""Pages of what is looked for: the same results that the report's filters choose one by one, in both databases."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.report.filtering import WANTED, Filters, matches
from ifdsl.report.metrics import FACETS
from ifdsl.store.database import Database, Entry, Graded, StoredItem
from ifdsl.store.records import (
    NO_RESPONSE,
    VERDICTS,
    Message,
    Prompt,
    RequirementResult,
    Response,
    Sampling,
    Subject,
    request_of,
)

each_example = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
names = st.sampled_from(["a", "b", "%", "\0"])
texts = st.sampled_from(["Straße", "strasse", "ÉTÉ", "été", "100%", "a_b", "\ud800", " ", "", "\u2003"])
verdicts = st.sampled_from(VERDICTS)
requirements = st.tuples(names, names, names, verdicts, verdicts, st.booleans()).map(
    lambda drawn: RequirementResult(*drawn[:5], required=drawn[5])
)
values = st.sampled_from([None, "", "III", 3, True, 0.5, "3", {"level": "III"}])
metas = st.dictionaries(st.sampled_from([*FACETS, "other"]), values, max_size=3)
answers = st.tuples(st.sampled_from(["ok", "truncated", "empty", "refused", "timeout"]), texts)
items = st.tuples(
    texts,
    metas,
    st.lists(requirements, max_size=3).map(tuple),
    st.lists(st.none() | answers, max_size=3),
    st.booleans(),
)
looked_for = st.builds(
    Filters,
    verdict=st.sampled_from(WANTED),
    constraint=st.just("") | names,
    group=st.just("") | names,
    status=st.sampled_from(["", "", "ok", "empty", NO_RESPONSE]),
    pattern=st.sampled_from(["", "", "", "III", "3"]),
    level=st.sampled_from(["", "", "", "III", "3", "True", "0.5"]),
    language=st.sampled_from(["", "", "", "III"]),
    kind=st.sampled_from(["", "", "", "III"]),
    text=st.sampled_from(["", "", "", "s", "É", "%", "_", "\ud800", "1"]),
    prompt=st.sampled_from(["", "", "", "0", "2"]),
)


def fill(database: Database, drawn: list) -> None:
    database.empty("{}")
    stored, requests, entries, graded = [], [], [], []
    for number, (text, meta, stated, came, judged) in enumerate(drawn):
        prompt = Prompt(str(number), (Message("user", text),), meta)
        stored.append(StoredItem(prompt, stated, "v"))
        for repeat, answer in enumerate(came):
            request = request_of(Subject("openai", "m"), Sampling(), prompt, repeat)
            requests.append(request)
            if answer is not None:
                response = Response(prompt.id, answer[1], answer[0], "m", request=request.key, repeat=repeat)
                entries.append(Entry(request, (), response))
                graded.append(Graded(request.key, "v" if judged else "another", stated))
    database.put_items(stored)
    database.point(requests)
    database.enter(entries)
    database.put_verdicts(graded)


@each_example
@given(st.lists(items, max_size=6), st.lists(looked_for, min_size=1, max_size=8), st.integers(0, 3), st.integers(1, 4))
def test_a_page_holds_what_the_report_would_choose(
    database: Database, drawn: list, filters: list[Filters], offset: int, limit: int
) -> None:
    fill(database, drawn)
    every = list(database.results())
    for wanted in filters:
        chosen = [one for one in every if matches(one, wanted)]
        assert database.page(offset, limit, wanted) == (chosen[offset : offset + limit], len(chosen))


@pytest.mark.parametrize("text", ["", "needle"])
def test_all_of_a_long_run_is_looked_through(database: Database, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifdsl.store.results._SCANNED", 7)
    answered = [("ok", "a needle" if number % 3 else "hay") for number in range(50)]
    fill(database, [("x", {}, (), [answer, answer], False) for answer in answered])
    found, total = database.page(10, 50, Filters(text=text))
    wanted = [(number, repeat) for number in range(50) for repeat in range(2) if not text or number % 3]
    assert total == len(wanted)
    assert [(int(one.prompt_id), one.repeat) for one in found] == wanted[10:60]


def test_a_verdict_that_is_none_is_refused(database: Database) -> None:
    wanted = Filters(verdict="great")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`great` is no verdict; known are `failed`"):
        database.page(0, 10, wanted)
