"""Judged items for the tests of figures."""

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from ifdsl.store.records import STATUSES, VERDICTS, ItemResult, Prompt, RequirementResult, Response, Verdict


def must(
    constraint: str, strict: Verdict, loose: Verdict | None = None, *, id: str = "r", **more: object
) -> RequirementResult:
    """A requirement whose group is what stands before the dot."""
    group = constraint.partition(".")[0]
    return RequirementResult(id, constraint, group, strict, strict if loose is None else loose, **more)  # type: ignore[arg-type]


def judged(
    id: str,
    *requirements: RequirementResult,
    text: str = "text",
    repeat: int = 0,
    prompt: str = "Write.",
    meta: Mapping[str, object] | None = None,
) -> ItemResult:
    """An item; one whose `text` is empty was not answered."""
    response = Response(id, text, "ok" if text else "api_error", "m", repeat=repeat)
    return ItemResult.of(Prompt.of_text(id, prompt)._replace(meta=meta or {}), response, requirements)


def simple(id: str, *passed: bool, repeat: int = 0, base: str | None = None) -> ItemResult:
    """An answered item with one requirement for each of `passed`."""
    each = [must("a.x", "pass" if one else "fail", id=str(n)) for n, one in enumerate(passed)]
    return judged(id, *each, repeat=repeat, meta=None if base is None else {"base": base})


def leaning(random: Random, rate: float, lean: float) -> float:
    """A chance of passing for one prompt: beta distributed with mean `rate`, the wider the higher `lean` in (0, 1).

    `lean` is then the correlation between two requirements of the prompt.
    """
    size = 1 / lean - 1
    return random.betavariate(rate * size, (1 - rate) * size)


# What is not drawn keeps its default; Hypothesis would draw every field of a record.
requirements = st.builds(
    lambda constraint, strict, loose, required, margin: must(
        constraint, strict, loose, required=required, margin=margin, measured=None if margin is None else 3
    ),
    st.sampled_from(["x.a", "x.b", "y.c"]),
    st.sampled_from(VERDICTS),
    st.sampled_from(VERDICTS),
    st.booleans(),
    st.none() | st.floats(-2, 2),
)
# A prompt says the same of itself in every run and in each of its repeats.
METAS: dict[str, dict[str, object]] = {
    "1": {"pattern": "listing", "level": 1, "language": "en"},
    "2": {"pattern": "example", "level": 10, "base": "1", "kind": "rephrasing"},
    "3": {"pattern": "listing", "level": 2, "language": "zh"},
    "4": {},
}


@st.composite
def runs(draw: st.DrawFn) -> list[ItemResult]:
    """Up to eight items of up to four prompts, each prompt and repeat once."""
    keys = draw(st.lists(st.tuples(st.sampled_from("1234"), st.integers(0, 2)), max_size=8, unique=True))
    items = []
    for id, repeat in keys:
        text, status = draw(st.sampled_from(["", " ", "text"])), draw(st.sampled_from(STATUSES))
        response = Response(id, text, status, "m", repeat=repeat)
        prompt = Prompt.of_text(id, "Write.")._replace(meta=METAS[id])
        items.append(ItemResult.of(prompt, response, draw(st.lists(requirements, max_size=4))))
    return items
