"""ifdsl as a Python library: constraints and specs as callables, std as modules, and what goes wrong."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import ifdsl
import ifdsl.std
from ifdsl.checking.binding import BadArguments
from ifdsl.primitives.ranges import Range

SPEC = """ifdsl 1

use std.length

constraint shout(loud: bool = true) {
  check response == response.upper() or not loud
  render listing "Shout {1 if loud else 0} times."
}

spec note(name: text) {
  task "Write to {name}."
  must {
    word_count(2..4)
    shout()
  }
  for name in ["Ann"]
}
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "note.ifc").write_text(SPEC, encoding="utf-8")
    return tmp_path / "note.ifc"


def test_a_constraint_by_name() -> None:
    words = ifdsl.constraint("std.length.word_count")
    for argument in ("2..3", Range(2, 3)):
        assert words(argument).passes("one two")
        assert words(words=argument).check("one").verdict == "fail"
    assert words(2).passes("one two")
    assert not words(2).passes("one two three")


def test_the_standard_library_as_modules() -> None:
    from ifdsl.std import content, length

    assert length.word_count("..3").passes("one")
    assert content.keywords(["cat"]).passes("A cat.")
    assert "word_count" in dir(length)
    assert {"length", "content", "format"} <= set(dir(ifdsl.std))
    assert repr(length) == "<ifdsl module std.length>"
    assert not hasattr(length, "nothing_of_the_kind")
    assert not hasattr(length, "__wrapped__")
    with pytest.raises(AttributeError, match="the nearest is `word_count`"):
        _ = length.word_cuont
    with pytest.raises(AttributeError, match="`std` has no module `lenght`"):
        _ = ifdsl.std.lenght


def test_a_file(path: Path) -> None:
    for given in (path, str(path)):
        note = ifdsl.load(given)
        assert note.name == "note"
        assert list(note.constraints()) == ["shout"]
        assert note.constraint("shout")().passes("LOUD")
        assert note.constraint("shout")(False).passes("quiet")
        assert note.constraint("shout")(loud=False).passes("quiet")
        assert note.constraint("std.length.word_count")("2").passes("one two")
        report = note.spec("note", {"name": "Ann"}).check("HELLO ANN")
        assert report.passed
        assert [requirement.constraint for requirement in report.must] == ["std.length.word_count", "note.shout"]


@pytest.mark.parametrize(
    "name", ["", ".", "std", "std.", "std.length", ".word_count", "std..length.word_count", "a.b", "../x.y"]
)
def test_a_name_of_nothing(name: str) -> None:
    with pytest.raises(LookupError, match="there is no "):
        ifdsl.constraint(name)


def test_what_does_not_fit(path: Path) -> None:
    note = ifdsl.load(path)
    with pytest.raises(LookupError, match="there is no constraint `shuot`; the nearest is `shout`"):
        note.constraint("shuot")
    with pytest.raises(LookupError, match="there is no spec `notes`; the nearest is `note`"):
        note.spec("notes")
    for arguments in ((1, 2, 3), ("yes",)):
        with pytest.raises(BadArguments):
            note.constraint("shout")(*arguments)
    with pytest.raises(BadArguments):
        note.constraint("shout")(lout=True)
    with pytest.raises(BadArguments):
        note.spec("note", {})
    with pytest.raises(BadArguments):
        ifdsl.constraint("std.length.word_count")("3..2")


def test_a_file_with_errors_says_which(path: Path) -> None:
    path.write_text(SPEC.replace("word_count", "wrod_count"), encoding="utf-8")
    with pytest.raises(ifdsl.CompileFailed) as failed:
        ifdsl.load(path)
    assert [diagnostic.code.id for diagnostic in failed.value.diagnostics] == ["IF0302"]
    assert str(failed.value).startswith(f"{path}:13:5: error IF0302 unknown-constraint: ")
    assert str(pickle.loads(pickle.dumps(failed.value))) == str(failed.value)
    with pytest.raises(ifdsl.CompileFailed, match="there is no such file"):
        ifdsl.load(path.with_name("nowhere.ifc"))


def test_python_checks_need_leave(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.with_name("own_checks.py").write_text("def ok(text):\n    return 'x' in text\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(path.parent))
    path.write_text('ifdsl 1\n\nconstraint c() {\n  check python "own_checks:ok"\n}\n', encoding="utf-8")
    assert ifdsl.load(path).constraint("c")().verdict("x") == "unknown"
    assert ifdsl.load(path, allow_python=True).constraint("c")().verdict("x") == "pass"
    assert ifdsl.load(path).constraint("c")().verdict("x") == "unknown", "leave is given once, not for good"


def test_the_package_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="has no attribute `laod`"):
        _ = ifdsl.laod  # type: ignore[attr-defined]
    assert all(getattr(ifdsl, name) is not None for name in ifdsl.__all__)
