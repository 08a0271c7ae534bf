"""What surrounds the engine, without one: samplings in vLLM's terms, names of models, errors before it starts."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.address import ClientSetupError
from ifdsl.run.vllm_engine import VllmEngine
from ifdsl.run.vllm_sampling import drawing, outdated
from ifdsl.run.weights import revision_of
from ifdsl.store.records import Sampling

CHOICE = {"choice": ["a"]}


def test_a_sampling_in_the_terms_of_the_engine() -> None:
    sampling = Sampling(
        max_tokens=9,
        temperature=0.5,
        top_p=0.9,
        seed=3,
        stop=("x",),
        extra={"top_k": 4, "structured_outputs": CHOICE, "chat_template_kwargs": {"enable_thinking": True}},
    )
    params, structured, template = drawing(sampling)
    assert params == {"max_tokens": 9, "temperature": 0.5, "top_p": 0.9, "seed": 3, "stop": ["x"], "top_k": 4}
    assert (structured, template) == (CHOICE, {"enable_thinking": True})


def test_the_effort_of_reasoning_goes_to_the_template() -> None:
    extra = {"reasoning_effort": "low", "chat_template_kwargs": {"a": 1}}
    assert drawing(Sampling(max_tokens=9, temperature=None, extra=extra)) == (
        {"max_tokens": 9},
        None,
        {"a": 1, "reasoning_effort": "low", "enable_thinking": True},
    )


def test_what_is_left_open_is_left_to_the_model() -> None:
    assert drawing(Sampling(max_tokens=9, temperature=None)) == ({"max_tokens": 9}, None, {})


@pytest.mark.parametrize(
    ("format_", "structured"),
    [
        ({"type": "text"}, None),
        ({"type": "json_object"}, {"json_object": True}),
        (
            {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "array"}}},
            {"json": {"type": "array"}},
        ),
    ],
)
def test_the_format_of_a_response(format_: dict, structured: object) -> None:
    assert drawing(Sampling(extra={"response_format": format_})).structured == structured


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"structured_outputs": "a+"}, "`structured_outputs` is not an object"),
        ({"chat_template_kwargs": [1]}, "`chat_template_kwargs` is not an object"),
        ({"response_format": {"type": "xml"}}, "`response_format` is none of"),
        ({"response_format": {"type": "json_schema"}}, "`response_format` is none of"),
        ({"response_format": {"type": "json_object"}, "structured_outputs": CHOICE}, "one is enough"),
        ({"guided_json": {}}, '`"structured_outputs": {"json": …}`'),
    ],
)
def test_an_extra_of_the_wrong_shape(extra: dict, words: str) -> None:
    with pytest.raises(ValueError, match="`") as caught:
        drawing(Sampling(extra=extra))
    assert words in str(caught.value)


@given(st.dictionaries(st.text(max_size=8), st.none() | st.integers() | st.text(max_size=4), max_size=4))
def test_a_member_is_outdated_by_its_name_alone(extra: dict) -> None:
    assert outdated(extra) is None
    for name in ("guided_json", "guided_regex", "guided_choice", "guided_grammar", "guided_decoding_backend"):
        assert f"`{name}`" in (outdated({**extra, name: None}) or "")


def folder(place: Path, **files: bytes) -> str:
    place.mkdir()
    for name, content in files.items():
        (place / name).write_bytes(content)
    return str(place)


def test_the_name_of_a_model_follows_its_files_and_options(tmp_path: Path) -> None:
    big = bytes(3 * 1024 * 1024)
    first = folder(tmp_path / "a", config=b"{}", weights=big)
    same = folder(tmp_path / "b", config=b"{}", weights=big)
    tuned = folder(tmp_path / "c", config=b"{}", weights=big[:-5] + b"tuned")
    template = folder(tmp_path / "d", config=b"{}", weights=big, template=b"x")
    names = [revision_of(each, {}) for each in (first, same, tuned, template)]
    assert names[0] == names[1]
    assert len(set(names)) == 3
    assert revision_of(first, {"dtype": "float16"}) != names[0]
    assert revision_of(first, {"gpu_memory_utilization": 0.5}) == names[0]
    assert revision_of("owner/name", {}) != revision_of("owner/name", {"revision": "v2"})


@pytest.mark.parametrize("name", ["", " ", "a\nb", "./missing", "/missing", "~/missing", __file__])
def test_a_name_that_is_no_model(name: str) -> None:
    with pytest.raises(ClientSetupError):
        revision_of(name, {})


@pytest.mark.skipif(find_spec("vllm") is not None, reason="vLLM is installed")
def test_the_package_is_not_there() -> None:
    with pytest.raises(MissingExtra, match=r"ifdsl\[vllm\]"):
        VllmEngine("owner/name")


@pytest.mark.skipif(find_spec("vllm") is None, reason="needs vLLM")
@pytest.mark.parametrize(("options", "slots"), [({"a": float("nan")}, 1), ({"a": {1}}, 1), ({}, 0)])
def test_settings_that_cannot_be_used(options: dict, slots: int) -> None:
    with pytest.raises(ClientSetupError, match=r"`slots` is 0|JSON"):
        VllmEngine("owner/name", options, slots=slots)
