"""Simplified and traditional characters: the table, what is of neither, and recorded verdicts."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import chinese_table
from ifdsl.primitives.table import TABLE

SIMPLIFIED, TRADITIONAL = (TABLE[name].rules["standard"] for name in ("simplified_chars", "traditional_chars"))

PAIRS = [
    ("我们买了车票去广东旅游", "我們買了車票去廣東旅遊"),
    ("经济发展对环境有很大影响", "經濟發展對環境有很大影響"),
    ("请关闭电脑，然后离开办公室", "請關閉電腦，然後離開辦公室"),
    ("这个问题很难，什么时候讨论", "這個問題很難，什麼時候討論"),
]
OF_BOTH = "天好中人大小山水日月里后只干台面松系才游制千斗合同吃着群峰床秘温税脱户雇晒霉乾藉瞭捱"
"""Characters that texts of either kind hold, in one of their senses at least."""


@pytest.mark.parametrize(("simplified", "traditional"), PAIRS)
def test_a_text_shows_its_kind(simplified: str, traditional: str) -> None:
    assert SIMPLIFIED.size(simplified) >= 4
    assert TRADITIONAL.pieces(simplified) == []
    assert TRADITIONAL.size(traditional) >= 4
    assert SIMPLIFIED.pieces(traditional) == []
    # Character by character, one of the two kinds is told from the other wherever the forms differ.
    differing = [(s, t) for s, t in zip(simplified, traditional, strict=True) if s != t]
    assert TRADITIONAL.pieces(traditional) == [t for _, t in differing]
    assert SIMPLIFIED.pieces(simplified) == [s for s, _ in differing if s not in OF_BOTH]


def test_what_both_kinds_use_is_of_neither() -> None:
    for text in (OF_BOTH, "", "ABC 12 é 한국 かな", "，。！？「」", "\U0002a6d6\ud800"):
        assert SIMPLIFIED.spans(text) == TRADITIONAL.spans(text) == []


def test_places_are_those_of_the_characters() -> None:
    assert SIMPLIFIED.spans("a学b們c") == [(1, 2)]
    assert TRADITIONAL.spans("a学b們c") == [(3, 4)]


def test_the_table_is_two_sorted_sets_without_a_common_character() -> None:
    simplified, traditional = chinese_table.SIMPLIFIED, chinese_table.TRADITIONAL
    assert list(simplified) == sorted(set(simplified))
    assert list(traditional) == sorted(set(traditional))
    assert set(simplified).isdisjoint(traditional)
    assert (len(simplified), len(traditional)) == (3786, 4085)


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("学們天aé\n\ud800") | st.characters(), max_size=40))
def test_any_text_is_read(text: str) -> None:
    for rule, table in ((SIMPLIFIED, chinese_table.SIMPLIFIED), (TRADITIONAL, chinese_table.TRADITIONAL)):
        assert rule.pieces(text) == [char for char in text if char in set(table)]


def test_the_table_is_what_the_dictionaries_say() -> None:
    package = importlib.util.find_spec("opencc")
    folders = [Path(path) / "dictionary" for path in (package.submodule_search_locations or ())] if package else []
    if not folders or not (folders[0] / "STCharacters.txt").exists():
        pytest.skip("opencc-python-reimplemented is not installed: there are no dictionaries to compare with")

    def read(name: str) -> dict[str, list[str]]:
        lines = (folders[0] / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        pairs = (line.split("\t") for line in lines if line.strip())
        return {key: values.split() for key, values in pairs}

    simplified = {key for key, values in read("STCharacters").items() if key not in values}
    traditional = {key for key, values in read("TSCharacters").items() if key not in values}
    both = simplified & traditional
    regional = {char for name in ("HKVariants", "TWVariants") for found in read(name).values() for char in found}
    gb2312 = {char for char in traditional if char.encode("gb2312", "ignore")}
    alone = simplified - both - (regional - {"么"}) - set("晒雇霉虱肴")
    assert set(chinese_table.SIMPLIFIED) == alone | set("万价几广厂愿极柜确种胜虫适荐腊蜡")
    assert set(chinese_table.TRADITIONAL) == traditional - both - (gb2312 - {"後"})


@pytest.mark.skipif(not os.environ.get("IFDSL_CORPORA"), reason="IFDSL_CORPORA, the folder of the corpora, is not set")
def test_recorded_verdicts_on_scripts() -> None:
    number = 0
    with (Path(os.environ["IFDSL_CORPORA"]) / "muldimif" / "atom_probes.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            probe = json.loads(line)
            other = {"script.simplified": TRADITIONAL, "script.traditional": SIMPLIFIED}.get(probe["atom"]["type"])
            if other is not None:
                number += 1
                assert (other.size(probe["text"]) == 0) is probe["verdict"], probe
    assert number >= 40
