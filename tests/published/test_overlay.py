"""Packs over packs: the first that has an id counts, and none is compiled that no id needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from ifdsl.compiler import CompileFailed
from ifdsl.published import overlay as module
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.overlay import Overlay

CONSTRAINT = """
constraint {name}(words: int) {{
  id "{id}"
  check len(response.words) {check} words
  render listing "Use {{words}} words."
  render incorporation "in {{words}} words"
}}
"""


def pack(folder: Path, name: str, *constraints: tuple[str, str, str]) -> Path:
    path = folder / f"{name}.ifc"
    declared = [CONSTRAINT.format(name=short, id=id_, check=check) for short, id_, check in constraints]
    path.write_text("ifdsl 1\n" + "".join(declared), encoding="utf-8")
    return path


@pytest.fixture
def packs(tmp_path: Path) -> list[Path]:
    return [
        pack(tmp_path, "newest", ("one", "x:one", "==")),
        pack(tmp_path, "newer", ("one", "x:one", "<="), ("two", "x:two", "<=")),
        pack(tmp_path, "old", ("one", "x:one", ">="), ("two", "x:two", ">="), ("three", "x:three", ">=")),
    ]


def test_the_first_pack_that_has_an_id_counts(packs: list[Path]) -> None:
    known = Overlay(packs)
    assert [known[id_].name for id_ in ("x:three", "x:two", "x:one")] == ["old.three", "newer.two", "newest.one"]
    assert set(known) == {"x:one", "x:two", "x:three"}
    assert len(known) == 3
    assert known.get("x:four") is None
    assert {"newest.one", "newer.one", "old.one"} <= set(known.constraints)
    assert Overlay(packs[1:])["x:one"].name == "newer.one"


def test_a_pack_is_compiled_when_it_is_needed(packs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_file = module.compile_file
    monkeypatch.setattr(module, "compile_file", lambda path: compiled.append(path.stem) or compile_file(path))
    known = Overlay(packs)
    assert compiled == []
    for id_, wanted in (("x:one", 1), ("x:one", 1), ("x:two", 2), ("x:one", 2), ("x:three", 3), ("x:four", 3)):
        known.get(id_)
        assert len(compiled) == wanted, id_
    assert compiled == ["newest", "newer", "old"]


def test_a_pack_that_is_not_there(packs: list[Path], tmp_path: Path) -> None:
    known = Overlay([packs[0], tmp_path / "nowhere.ifc", packs[2]])
    assert known["x:one"].name == "newest.one"
    with pytest.raises(CompileFailed, match=r"nowhere\.ifc"):
        known.get("x:three")


@pytest.mark.parametrize("name", sorted(name for name, benchmark in BENCHMARKS.items() if benchmark.packs))
def test_every_benchmark_has_its_packs(name: str) -> None:
    benchmark = BENCHMARKS[name]
    known = Overlay(benchmark.pack_paths)
    wanted = {"ifeval": 25, "ifbench": 83, "iftrain": 54, "multi-if": 25, "ifeval-pp": 25}[name.partition("@")[0]]
    assert len(known) == wanted


def test_names_in_files() -> None:
    assert BENCHMARKS["ifbench@2025-12"].source_format == "ifbench_2025_12"
    assert BENCHMARKS["multi-if"].source_format == "multi_if"
    assert len({benchmark.source_format for benchmark in BENCHMARKS.values()}) == len(BENCHMARKS)
