"""Files that can be made again, in the user's cache directory."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ifdsl.primitives.cache import cache_file, write_atomically


def test_where_files_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_file("a.table") == tmp_path / "cache" / "ifdsl" / "a.table"
    for unset in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unset)
        assert cache_file("a.table") == tmp_path / "home" / ".cache" / "ifdsl" / "a.table"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_file("a.table") == tmp_path / "home" / ".cache" / "ifdsl" / "a.table"
    assert not list(tmp_path.iterdir())


def test_nowhere_to_keep_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert cache_file("a.table") is None


@pytest.mark.parametrize("name", ["", "../a", "a/b", ".", "..", ".hidden", "a\\b", "a\0b"])
def test_names_that_leave_the_directory(name: str) -> None:
    with pytest.raises(ValueError, match="not a plain file name"):
        cache_file(name)


def test_a_file_is_whole_or_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "file"
    contents = [bytes([number]) * 100_000 for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        written = list(pool.map(lambda content: write_atomically(path, content), contents))
    assert all(written)
    assert path.read_bytes() in contents
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o077 == 0


def test_what_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"old")
    assert not write_atomically(blocked / "below", b"new")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "inside").write_bytes(b"")
    assert not write_atomically(folder, b"new")
    assert blocked.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
