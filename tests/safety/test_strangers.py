"""What a stranger's file, data or cache may not do: run code, hang, read elsewhere, or end in a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.artefacts import Made, artefact
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import ConstraintChecker, verifier
from ifdsl.cli import main
from ifdsl.ir.build import build_file, build_text
from ifdsl.source.file import SourceFile, read_source


def codes(text: str) -> set[str]:
    return {diagnostic.code.id for diagnostic in build_text(f"ifdsl 1\n\n{text}\n").diagnostics}


def test_functions_that_double_end_in_a_diagnostic() -> None:
    lines = ["fn f0(x: text) -> bool = x == x.upper()"]
    lines += [f"fn f{i}(x: text) -> bool = f{i - 1}(x) and f{i - 1}(x + x)" for i in range(1, 41)]
    lines.append('constraint c() { check f40(response)  render listing "Shout." }')
    assert "IF0508" in codes("\n".join(lines))


def test_loops_of_the_third_degree_are_refused() -> None:
    loops = "all(all(all(a != b or b != c for c in response.chars) for b in response.chars) for a in response.chars)"
    assert "IF0508" in codes(f'constraint c() {{ check {loops} if_empty pass  render listing "x" }}')


def test_too_many_instances_are_refused_before_they_are_made() -> None:
    many = ", ".join(str(number) for number in range(500))
    spec = f'spec s(a: int, b: int) {{ task "{{a}} {{b}}"  must quiet()  for a in [{many}]  for b in [{many}] }}'
    assert "IF0606" in codes(f'constraint quiet() {{ check "!" not in response  render listing "x" }}\n{spec}')


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(x+x+)+y", ".*.*=.*;"])
def test_a_hostile_pattern_is_linear(pattern: str) -> None:
    built = build_text(
        f'ifdsl 1\n\nconstraint c() {{ check not response.matches(/{pattern}/)  render listing "x" }}\n', name="m"
    )
    assert built.program is not None
    checker = ConstraintChecker(load(built.program), "m.c", [])
    assert checker.passes("a" * 200_000 + "!"), "no such match, and the check asks for none"


def test_names_that_python_keeps_for_itself() -> None:
    names = ["class", "def", "None", "print", "rt", "mg", "r", "exec", "__import__", "CONSTRAINTS"]
    parts = [
        f"constraint {name}(lambda: int, import: text) {{ check len(response) > lambda and import in response  "
        f'render listing "{{lambda}} {{import}}" }}'
        for name in names
    ]
    specs = [f'spec try_{i} {{ task "x"  must {name}(1, "a") }}' for i, name in enumerate(names)]
    built = build_text("ifdsl 1\n\n" + "\n".join([*parts, *specs]) + "\n")
    assert built.program is not None, [d.message for d in built.diagnostics]
    module = load(built.program)
    for i in range(len(names)):
        assert verifier(module, f"try_{i}").passes("ab")
        assert not verifier(module, f"try_{i}").passes("bb")


def test_text_that_looks_like_code_stays_text(tmp_path: Path) -> None:
    trap = tmp_path / "ran"
    code = f"__import__('pathlib').Path({str(trap)!r}).write_text('x')"
    texts = [code, f"'); {code}; ('", f'\\"\\"\\"; {code}', f"\\n{code}\\n", f"#{code}"]
    file = tmp_path / "x.ifc"
    file.write_text(
        "ifdsl 1\n\n"
        + "\n".join(
            f'constraint c{i}() {{ doc "{t}"  check "{t}" not in response  render listing "{t.replace("{", "")}" }}\n'
            f'spec s{i} {{ task "{t}"  must c{i}() }}'
            for i, t in enumerate(texts)
        ),
        encoding="utf-8",
    )
    assert main(["compile", str(file), "-o", str(tmp_path / "out")]) == 0
    namespace: dict[str, object] = {}
    exec((tmp_path / "out" / "verifier.py").read_text(encoding="utf-8"), namespace)  # noqa: S102 - what is tested
    assert not trap.exists()


def test_a_python_check_does_not_run_without_leave(tmp_path: Path) -> None:
    trap = tmp_path / "ran"
    file = tmp_path / "p.ifc"
    file.write_text(
        'ifdsl 1\n\nconstraint c() { check python "os:mkdir"  render listing "x" }\nspec s { task "x"  must c() }\n'
    )
    responses = tmp_path / "r.jsonl"
    responses.write_text(json.dumps({"key": "s", "response": str(trap)}) + "\n")
    main(["eval", str(file), "--responses", str(responses), "--quiet"])
    assert not trap.exists()


def test_modules_are_read_below_their_folder_only(tmp_path: Path) -> None:
    outside = tmp_path / "outside.ifc"
    outside.write_text("ifdsl 1\n\nfn f(x: text) -> bool = true\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.ifc").symlink_to(outside)
    (inside / "main.ifc").write_text("ifdsl 1\n\nuse link\n")
    found = build_file(inside / "main.ifc").diagnostics
    assert {diagnostic.code.id for diagnostic in found} == {"IF0106"}


@pytest.mark.parametrize("place", ["../secret.jsonl", "/etc/passwd", "a/../../secret.jsonl"])
def test_data_is_read_below_its_folder_only(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret.jsonl").write_text("{}\n")
    folder = tmp_path / "folder"
    (folder / "a").mkdir(parents=True)
    file = folder / "suite.ifc"
    file.write_text(f'ifdsl 1\n\nuse ifeval\n\nsource rows from ifeval "{place}"\n\nsuite s {{ tasks from rows }}\n')
    (folder / "r.jsonl").write_text("")
    assert main(["eval", str(file), "--responses", str(folder / "r.jsonl")]) == 1
    assert "IF0106" in capsys.readouterr().err


@pytest.mark.parametrize("damage", [b"", b"not json\n", b'{"stamp": "x"}\nrest', b"\x00" * 50, None])
def test_a_damaged_cache_entry_is_made_anew(
    damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "a.ifc"
    file.write_text("ifdsl 1\n")
    source = read_source(file)
    assert isinstance(source, SourceFile)
    made = iter((b"first", b"second"))

    def ask() -> bytes | None:
        return artefact("kind", file, lambda: Made(next(made), (source,)))

    assert ask() == b"first"
    assert ask() == b"first", "a sound entry is read"
    (kept,) = (tmp_path / "cache" / "ifdsl").iterdir()
    if damage is None:
        kept.write_bytes(kept.read_bytes().replace(b"first", b"evil!"))
    else:
        kept.write_bytes(damage)
    assert ask() == b"second"
