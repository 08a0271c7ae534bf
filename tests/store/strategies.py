"""Hypothesis strategies for the records of a run."""

from hypothesis import strategies as st

from ifdsl.store.records import (
    STATUSES,
    VERDICTS,
    Attempt,
    Evidence,
    Message,
    Prompt,
    RequirementResult,
    Response,
    Usage,
)

HARD = (
    "\0",
    "\ud800",
    "\udc00",
    "\ud83d\ude00",
    "😀",
    "\x1b",
    "\x1bescaped:",
    "\x1bescaped:\\u0041",
    "\\",
    "'",
    '"',
    "?",
    "%s",
    "\r\n",
)
texts = st.lists(st.characters() | st.sampled_from(HARD), max_size=8).map("".join)
"""Of all code points, and of what databases and escapes may stumble over."""


def _is_json_text(text: str) -> bool:
    """Whether JSON gives the text back: it takes two halves of a pair side by side for one character."""
    return not any(
        "\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in zip(text, text[1:], strict=False)
    )


json_texts = texts.filter(_is_json_text)
whole_numbers = st.integers(-(10**6), 10**6)
counts = st.none() | st.integers(0, 2**63 - 1)
seconds = st.floats(0, 1e9)
spans = st.lists(st.tuples(whole_numbers, whole_numbers), max_size=2).map(tuple)
json_values = st.recursive(
    st.none() | st.booleans() | whole_numbers | st.floats(allow_nan=False, allow_infinity=False) | json_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(json_texts, inner, max_size=3),
    max_leaves=6,
)
json_objects = st.dictionaries(json_texts, json_values, max_size=2)
attempts = st.lists(
    st.builds(
        Attempt,
        number=st.integers(1, 9),
        started=st.floats(0, 1e10),
        seconds=seconds,
        outcome=texts,
        http_status=st.none() | st.integers(100, 599),
        message=st.none() | texts,
        retry_after=st.none() | seconds,
        usage=st.builds(Usage, st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 10**9)),
    ),
    max_size=3,
    unique_by=lambda attempt: (attempt.started, attempt.number),
).map(tuple)


def prompts_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Prompt]:
    return st.builds(
        Prompt,
        id=texts,
        messages=st.lists(st.builds(Message, role=json_texts, content=json_texts), max_size=3).map(tuple),
        meta=json_objects,
    )


def responses_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Response]:
    return st.builds(
        Response,
        prompt_id=texts,
        text=texts,
        status=st.sampled_from(STATUSES),
        model=texts,
        request=texts,
        finish_reason=st.none() | texts,
        usage=st.builds(Usage, counts, counts),
        latency=seconds,
        attempts=st.integers(0, 9),
        error=st.none() | texts,
        error_kind=st.none() | texts,
        reasoning=st.none() | texts,
        served_model=st.none() | texts,
        raw=st.none() | texts,
        slices=spans,
        effective=json_objects,
        repeat=st.integers(0, 9),
    )


def requirements_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[RequirementResult]:
    return st.builds(
        RequirementResult,
        id=texts,
        constraint=texts,
        group=texts,
        strict=st.sampled_from(VERDICTS),
        loose=st.sampled_from(VERDICTS),
        measured=json_values,
        expected=json_values,
        message=texts,
        margin=st.none() | st.floats(allow_nan=False),
        evidence=st.lists(st.builds(Evidence, whole_numbers, whole_numbers, json_texts, json_texts), max_size=2).map(
            tuple
        ),
        required=st.booleans(),
        view=texts,
        source=texts,
        phrases=spans,
    )


prompts, responses, requirements = prompts_of(texts), responses_of(texts), requirements_of(texts)
