"""Specs whose task states the requirements itself: where it does."""

from __future__ import annotations

from ifdsl.checking.compile import load
from ifdsl.ir.build import build_text
from ifdsl.run.items import Rendering, posed

SPEC = """ifdsl 1
use std.length
use std.content

spec asks(thing: text) {
  prompt "Praise the {thing}. In your answer use 20 to 30 words; avoid the word 'sun', or be brief."
  for thing in ["sea", "sun"]
  must {
    word_count(20..30)
    any_of {
      avoid_words(["sun"])
      word_count(..30)
    }
  }
  should {
    word_count(5..)
  }
}
"""


def test_where_a_task_asks() -> None:
    built = build_text(SPEC)
    assert built.program is not None, built.diagnostics
    items = [item for _, item in posed(built.program, load(built.program), Rendering())]
    for item in items:
        assert [label.phrases for label in item.labels] == [(), (), ()]
        words, either, _ = item.told()
        assert [item.prompt.text[slice(*span)] for span in words.phrases] == ["In your answer use 20 to 30 words"]
        assert any("avoid the word 'sun'" in item.prompt.text[slice(*span)] for span in either.phrases)
    assert len(items) == 2
