from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ifdsl import data
from ifdsl.syntax import tables
from ifdsl.syntax.tables import build_parser, decode, encode, load_tables, tables_of

GRAMMAR = data.grammar_path().read_text(encoding="utf-8")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    load_tables.cache_clear()
    return tmp_path / "ifdsl"


def test_tables_come_back_as_they_were() -> None:
    made = tables_of(build_parser(GRAMMAR))
    again = decode(encode(made))
    assert again == made
    assert all(type(symbol) is str for row in made.rows for symbol in row)


def test_the_same_grammar_gives_the_same_tables_in_every_process() -> None:
    program = (
        "import hashlib; from ifdsl import data; from ifdsl.syntax.tables import *;"
        "made = tables_of(build_parser(data.grammar_path().read_text(encoding='utf-8')));"
        "print(hashlib.sha256(encode(made)).hexdigest())"
    )
    made = [
        subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONHASHSEED": seed}, capture_output=True)
        for seed in ("1", "2")
    ]
    assert made[0].stdout == made[1].stdout


def test_the_cache_is_written_once_and_then_read_without_lark(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = load_tables()
    [path] = cache.iterdir()
    assert path.stat().st_mode & 0o077 == 0
    load_tables.cache_clear()
    monkeypatch.setattr(tables, "build_parser", None)
    assert load_tables() == made


@pytest.mark.parametrize("damage", ["half", "digest"])
def test_a_damaged_cache_is_made_again(cache: Path, damage: str) -> None:
    made = load_tables()
    [path] = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes({"half": whole[: len(whole) // 2], "digest": whole[:64] + b"\n[]"}.get(damage, damage.encode()))
    load_tables.cache_clear()
    assert load_tables() == made
    assert path.read_bytes() == whole


def test_a_cache_that_cannot_be_written_costs_time_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    load_tables.cache_clear()
    assert load_tables().rows


def test_the_cached_file_is_plain_data(cache: Path) -> None:
    load_tables()
    [path] = cache.iterdir()
    assert set(json.loads(path.read_bytes().partition(b"\n")[2])) == {
        "rows", "rules", "first", "last", "terminals", "ignored"
    }  # fmt: skip


def test_parsing_with_a_cache_imports_no_lark(cache: Path) -> None:
    load_tables()
    program = (
        "import sys; from ifdsl.source.file import SourceFile; from ifdsl.syntax.parser import parse;"
        "assert not parse(SourceFile('f', 'ifdsl 1\\nuse a\\n')).diagnostics; assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"XDG_CACHE_HOME": str(cache.parent)})
