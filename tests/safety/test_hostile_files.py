"""Folders of a stranger's making: modules that lead in circles or out of their folder, caches, and places to write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ifdsl import artefacts
from ifdsl.cli import FAILED, OK, main
from ifdsl.compiler import compile_file
from ifdsl.ir.build import Built, build_file
from ifdsl.model.modules import MAX_CHAIN

CONSTRAINT = '\nconstraint {name}() {{\n  check response == "a"\n  render listing "x"\n}}\n'
SECRET = "the secret of another folder"


def module(folder: Path, name: str, *uses: str, body: str = "") -> Path:
    path = folder / f"{name}.ifc"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"use {each}\n" for each in uses)
    path.write_text(f"ifdsl 1\n\n{lines}{body or CONSTRAINT.format(name='k_' + path.stem)}", encoding="utf-8")
    return path


def codes_of(built: Built) -> set[str]:
    return {diagnostic.code.name for diagnostic in built.diagnostics if diagnostic.severity == "error"}


# ---------------------------------------------------------------- modules


@pytest.mark.parametrize("length", [2, 3, 10])
def test_modules_that_use_each_other_in_a_circle(length: int, tmp_path: Path) -> None:
    names = [f"m{k}" for k in range(length)]
    for name, used in zip(names, [*names[1:], names[0]], strict=True):
        module(tmp_path, name, used)
    for name in names:
        built = build_file(tmp_path / f"{name}.ifc")
        assert codes_of(built) == {"import-cycle"}
    assert codes_of(build_file(module(tmp_path, "main", names[0]))) == {"import-cycle"}


def test_a_module_that_uses_itself(tmp_path: Path) -> None:
    assert codes_of(build_file(module(tmp_path, "me", "me"))) == {"module-not-found"}
    (tmp_path / "alias.ifc").symlink_to(tmp_path / "me.ifc")
    assert codes_of(build_file(module(tmp_path, "me", "alias"))) == {"module-not-found"}
    assert codes_of(build_file(module(tmp_path, "main", "me"))) & {"import-cycle", "module-not-found"}


def test_a_chain_of_modules_has_a_limit(tmp_path: Path) -> None:
    for number in range(1_200):
        module(tmp_path, f"m{number}", *([f"m{number + 1}"] if number < 1_199 else []))
    assert codes_of(build_file(tmp_path / "m0.ifc")) == {"nesting-too-deep"}
    assert codes_of(build_file(tmp_path / f"m{1_200 - MAX_CHAIN}.ifc")) == set()


def test_a_module_that_is_used_by_many_is_read_once(tmp_path: Path) -> None:
    """Each of twenty layers uses both modules of the next: a million ways down, forty files."""
    for number in range(20):
        used = [f"a{number + 1}", f"b{number + 1}"] if number < 19 else []
        for name in "ab":
            module(tmp_path, f"{name}{number}", *used)
    assert len(build_file(tmp_path / "a0.ifc").files) == 39


@pytest.mark.parametrize("name", ["secret", "deep.secret", "folder.secret"])
def test_a_link_out_of_the_folder_is_not_followed(name: str, tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    module(outside, "secret", body=f'\nconstraint {SECRET.split()[1]}() {{\n  doc "{SECRET}"\n  check true\n}}\n')
    (inside / "deep").mkdir(parents=True)
    (inside / "secret.ifc").symlink_to(outside / "secret.ifc")
    (inside / "deep" / "secret.ifc").symlink_to(outside / "secret.ifc")
    (inside / "folder").symlink_to(outside)
    built = build_file(module(inside, "main", name))
    assert "path-outside-package" in codes_of(built)
    assert all(SECRET not in file.text for file in built.files)


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    module(tmp_path / "deep", "real")
    (tmp_path / "link.ifc").symlink_to(tmp_path / "deep" / "real.ifc")
    spec = '\nspec s {\n  task "t"\n  must k_real()\n}\n'
    assert codes_of(build_file(module(tmp_path, "main", "link", body=spec))) == set()


@pytest.mark.parametrize(
    "use",
    ["folder", "folder.nothing", "..secret", "a..b", "/etc/passwd", '"secret"', "std", "std.nothing", "loop", "pipe"],
)
def test_what_is_no_module_is_a_finding(use: str, tmp_path: Path) -> None:
    (tmp_path / "main" / "folder.ifc").mkdir(parents=True)
    (tmp_path / "main" / "loop.ifc").symlink_to(tmp_path / "main" / "loop.ifc")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "main" / "pipe.ifc")
    module(tmp_path, "secret")
    built = build_file(module(tmp_path / "main", "main", use))
    assert codes_of(built) & {"module-not-found", "syntax-error", "unreadable-file"}
    assert all("secret" not in file.path for file in built.files)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"\0" * 100, b"", b"not ifc at all", b"ifdsl 2\n", b"x" * (4 * 1024 * 1024 + 1)],
    ids=["utf16", "zeros", "empty", "prose", "version", "large"],
)  # fmt: skip
def test_a_module_that_cannot_be_read_is_a_finding_about_that_module(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "broken.ifc").write_bytes(data)
    built = build_file(module(tmp_path, "main", "broken"))
    assert built.program is None
    assert {diagnostic.primary.file.path for diagnostic in built.diagnostics if diagnostic.severity == "error"} == {
        str(tmp_path / "broken.ifc")
    }


def test_a_suggestion_is_not_looked_for_through_a_whole_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for number in range(1_500):
        (tmp_path / f"m{number:04}.ifc").touch()
    globbed: list[Path] = []
    original = Path.glob

    def counted(path: Path, pattern: str) -> object:
        for found in original(path, pattern):
            globbed.append(found)
            yield found

    monkeypatch.setattr(Path, "glob", counted)
    assert codes_of(build_file(module(tmp_path, "main", "m9999"))) == {"module-not-found"}
    assert len([path for path in globbed if path.is_relative_to(tmp_path)]) <= 500


# ---------------------------------------------------------------- the cache

SPEC = 'ifdsl 1\n\nuse std.length\n\nspec s {\n  task "t"\n  must word_count(..3)\n}\n'
EVIL = b"\nimport pathlib\npathlib.Path('PWNED').touch()\n"


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A compiled file; gives its cache entry."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    spec = tmp_path / "spec.ifc"
    spec.write_text(SPEC, encoding="utf-8")
    compile_file(spec)
    (entry,) = (path for path in (tmp_path / "cache" / "ifdsl").iterdir() if path.name.startswith("verifier-"))
    return entry


def tampered(entry: bytes) -> dict[str, bytes]:
    head, _, payload = entry.partition(b"\n")
    facts, _, code = payload.partition(b"\n")
    return {
        "empty": b"",
        "cut off": entry[: len(entry) // 2],
        "cut in the head": head[:40],
        "no payload": head + b"\n",
        "payload changed": entry[:-1] + bytes([entry[-1] ^ 1]),
        "payload replaced": head + b"\n" + facts.replace(b"word_count", b"word_cuont") + b"\n" + code,
        "code replaced": head + b"\n" + facts + b"\n" + EVIL,
        "head of nothing": b"{}\n" + payload,
        "head no JSON": b"nonsense\n" + payload,
        "head a list": b"[]\n" + payload,
        "another program's": entry.replace(artefacts.program_stamp().encode(), b"0" * 64, 1),
        "of files that are no text": head.replace(b'"files": {', b'"files": [', 1) + b"\n" + payload,
        "zeros": b"\0" * 1_000,
    }


@pytest.mark.parametrize("name", list(tampered(b"a\nb\nc")))
def test_a_cache_entry_that_was_tampered_with_is_made_again(name: str, cached: Path) -> None:
    sound = cached.read_bytes()
    cached.write_bytes(tampered(sound)[name])
    compiled = compile_file(Path("spec.ifc"))
    assert "std.length.word_count" in compiled.module.constraints
    assert cached.read_bytes() == sound
    assert not Path("PWNED").exists()


def test_a_cache_that_cannot_be_written_costs_time_alone(
    cached: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for place in ("/proc/nowhere", str(tmp_path / "file"), "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", place)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        assert compile_file(Path("spec.ifc")).name == "spec"
    cached.unlink()
    cached.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert compile_file(Path("spec.ifc")).name == "spec"


def test_a_folder_brings_no_cache_along(cached: Path, tmp_path: Path) -> None:
    """What lies beside a file, called as the cache would call it, is not looked at."""
    (tmp_path / cached.name).write_bytes(b"planted")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / cached.name).write_bytes(b"planted")
    assert compile_file(Path("spec.ifc")).name == "spec"


def test_a_file_saved_while_it_is_compiled_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    spec = tmp_path / "spec.ifc"
    spec.write_text(SPEC, encoding="utf-8")
    write = artefacts._write

    def saved(entry: Path, made: artefacts.Made) -> None:
        spec.write_text(SPEC.replace("..3", "..30"), encoding="utf-8")
        write(entry, made)

    monkeypatch.setattr(artefacts, "_write", saved)
    compile_file(spec)
    monkeypatch.setattr(artefacts, "_write", write)
    assert "Range(None, 30)" in compile_file(spec).module.source


# ---------------------------------------------------------------- where results go


def test_names_in_a_file_choose_no_place_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Specs, modules, drawn values and packs may be called as they like: the files have fixed names."""
    folder = tmp_path / "here"
    folder.mkdir()
    text = (
        'ifdsl 1\n\npack "../../pack" {\n  source "/etc/passwd"\n}\n\nuse std.length\n\n'
        'spec s(name: text) {\n  task "{name}"\n  must word_count(..3)\n'
        '  for name in ["../../../escaped", "/absolute", "a\\u{0}b", "con", "", "' + "x" * 500 + '"]\n}\n'
    )
    path = folder / "..evil..ifc"
    path.write_text(text, encoding="utf-8")
    responses = folder / "r.jsonl"
    responses.write_text('{"key": "../../x", "response": "a"}\n', encoding="utf-8")
    assert main(["compile", str(path), "-o", str(tmp_path / "out")]) == OK
    assert main(["eval", str(path), "--responses", str(responses), "--out", str(tmp_path / "results")]) == OK
    capsys.readouterr()
    assert {entry.name for entry in tmp_path.iterdir()} == {"here", "out", "results"}
    assert {entry.name for entry in folder.iterdir()} == {"..evil..ifc", "r.jsonl"}
    assert {entry.name for entry in (tmp_path / "out").iterdir()} == {
        "ir.json", "manifest.json", "prompts.jsonl", "verifier.py",
    }  # fmt: skip
    assert {entry.name for entry in (tmp_path / "results").iterdir()} == {
        "manifest.json", "results.jsonl", "run.db", "run.lock", "summary.json",
    }  # fmt: skip


def test_templates_are_read_from_their_folder_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret.j2").write_text("SECRET", encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    spec = tmp_path / "spec.ifc"
    spec.write_text(SPEC, encoding="utf-8")
    for pattern in ("../secret", "/etc/passwd", str(tmp_path / "secret"), "..", ""):
        assert main(["render", str(spec), "--templates", str(folder), "--pattern", pattern]) == FAILED
        out, err = capsys.readouterr()
        assert "SECRET" not in out
        assert "IF0607" in err
