"""Draw the judged items that a page is made of, and make some by hand."""

from typing import Any

from hypothesis import strategies as st

from ifdsl.store.records import (
    STATUSES,
    VERDICTS,
    Evidence,
    ItemResult,
    Message,
    Prompt,
    RequirementResult,
    Response,
)
from tests.report.items import must

GROUPS = ("length", "case", "format")
texts = st.text(st.characters(), max_size=30)
names = st.sampled_from([f"{group}.{kind}" for group in GROUPS for kind in ("one", "two")])


@st.composite
def spans(draw: st.DrawFn, text: str) -> tuple[int, int]:
    start = draw(st.integers(0, len(text)))
    return start, draw(st.integers(start, len(text)))


@st.composite
def requirements(draw: st.DrawFn, asked: str, answer: str) -> RequirementResult:
    name = draw(names)
    roles = st.sampled_from(["violates", "satisfies", "counted", "missing"])
    evidence = draw(st.lists(st.tuples(spans(answer), roles, texts), max_size=3))
    return RequirementResult(
        id=draw(texts),
        constraint=name,
        group=name.partition(".")[0],
        strict=draw(st.sampled_from(VERDICTS)),
        loose=draw(st.sampled_from(VERDICTS)),
        measured=draw(st.none() | st.integers() | texts),
        expected=draw(st.none() | texts),
        message=draw(texts),
        margin=draw(st.none() | st.floats(-2, 2)),
        evidence=tuple(Evidence(start, end, role, label) for (start, end), role, label in evidence),
        required=draw(st.booleans()),
        view=draw(st.sampled_from(["", "original", "without_first_line"])),
        source=draw(st.sampled_from(["", "a.ifc:3"])),
        phrases=tuple(draw(st.lists(spans(asked), max_size=2))),
    )


@st.composite
def items(draw: st.DrawFn, id: str, repeat: int = 0) -> ItemResult:
    asked, answer = draw(texts), draw(texts)
    meta: dict[str, Any] = draw(
        st.fixed_dictionaries({}, optional={"pattern": st.sampled_from("ab"), "level": st.integers(1, 3)})
    )
    opening = draw(st.sampled_from([(), (Message("system", "be brief"),)]))
    status = draw(st.sampled_from(STATUSES) | st.none())
    response = None if status is None else Response(id, answer, status, "m", repeat=repeat)
    judged = draw(st.lists(requirements(asked, answer), max_size=3))
    return ItemResult.of(Prompt(id, (*opening, Message("user", asked)), meta), response, judged)._replace(repeat=repeat)


def judged(most: int = 12) -> st.SearchStrategy[list[ItemResult]]:
    """Items with ids of their own, of which only the verdicts differ."""
    one = st.lists(st.tuples(names, st.sampled_from(VERDICTS)), max_size=3)
    return st.lists(one, max_size=most).map(
        lambda all_: [
            failed(f"p{i}", "ask", "text", *(requirement(*each) for each in these)) for i, these in enumerate(all_)
        ]
    )


def failed(
    id: str, asked: str, answer: str, *judged: RequirementResult, meta: dict[str, Any] | None = None, **told: Any
) -> ItemResult:
    """An item by hand; `told` are further members of the response."""
    response = Response(id, answer, told.pop("status", "ok"), "m", **told)
    return ItemResult.of(Prompt(id, (Message("user", asked),), meta or {}), response, judged)


def requirement(name: str, strict: str = "fail", loose: str | None = None, **told: Any) -> RequirementResult:
    """A judged requirement by hand."""
    return must(name, strict, loose, id=name, **told)  # type: ignore[arg-type]
