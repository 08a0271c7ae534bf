"""Take the chapters beside this file; ask that each `ifc` block does what the `expect` block after it says.

An `ifc` block is a module. One that begins with a comment such as `# acme/legal.ifc` becomes that file for the blocks
below it in the chapter. The lines of an `expect` block are:

    ok                                          nothing is reported
    error IF0302 at 7:5: words of the message   exactly these are reported, in order (`warning`, `note` likewise)
    true 7 // 2 == 3                            the expression holds; `response` is the text after `on "…"`
    pass short(2..3) on "two words"             the verdict (`fail`, `unknown`, `not_applicable`) of a constraint …
    fail blurb(name=Kindle) on "…": words       … or of an instance of a spec, with words of the message that counts
    instances blurb(name=Kindle), …             what a spec stands for
    check short: len(words(response)) in words  what the check of a constraint became
    requirement blurb: word_count.b6e1          the ids of a spec's requirements
    turn trip.short: size changed, stale.size   what a turn of a flow is graded on, each with its role
    lays fan: root, expands 1; root             each way through a flow template: turns by their relations
    prompt blurb incorporation zh               the prompt of an instance, in the lines after it that begin with `|`

Verdicts are asked of the compiled checker and of the reference evaluator, which have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ifdsl.checking import reference
from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Outcome, Verdict, conjunction
from ifdsl.checking.verifier import Verifier
from ifdsl.flows.joining import with_joined
from ifdsl.flows.turns import graded_turns
from ifdsl.ir.build import Built, build_file, build_text
from ifdsl.ir.instances import instances
from ifdsl.ir.layouts import Way, ways
from ifdsl.ir.nodes import ExprCheck
from ifdsl.ir.printer import print_expression
from ifdsl.rendering.prompt import render
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of
from ifdsl.syntax.parser import parse_expression

HERE = Path(__file__).resolve().parent

_BLOCK = re.compile(r"^```(ifc|expect)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# (\S+\.ifc)\n")
_REPORTED = re.compile(r"(error|warning|note) (IF\d{4}) at (\d+:\d+)(?:: (.*))?")
_TRUE = re.compile(r"true (.*?)(?: on (\"(?:[^\"\\]|\\.)*\"))?")
_VERDICT = re.compile(r"(pass|fail|unknown|not_applicable) (.*?) on (\"(?:[^\"\\]|\\.)*\")(?:: (.*))?")


@dataclass(frozen=True)
class Example:
    """A module of a chapter, what is expected of it, and the files that stand above it."""

    name: str
    text: str
    expected: str
    files: tuple[tuple[str, str], ...]


def _examples(chapter: Path) -> Iterator[Example]:
    page = chapter.read_text(encoding="utf-8")
    files: list[tuple[str, str]] = []
    module: tuple[int, str] | None = None
    for block in _BLOCK.finditer(page):
        line = page.count("\n", 0, block.start()) + 1
        if block[1] == "ifc":
            module = line, block[2]
            named = _FILE.match(block[2])
            files += [(named[1], block[2])] if named else []
        else:
            assert module is not None, f"{chapter.name}:{line} expects something of no module"
            yield Example(f"{chapter.name}:{module[0]}", module[1], block[2], tuple(files))


EXAMPLES = [example for chapter in sorted(HERE.glob("*.md")) for example in _examples(chapter)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_example(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in example.files:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    lines = [line for line in example.expected.split("\n") if line.strip()]
    asked = [line for line in lines if _TRUE.fullmatch(line) or _VERDICT.fullmatch(line)]
    built = _built(example)
    reported = [line for line in lines if line == "ok" or _REPORTED.fullmatch(line)]
    if reported or not asked:
        _check_reported([line for line in reported if line != "ok"], built)
    probed = _Probed(example, asked)
    for number, line in enumerate(lines):
        word, _, rest = line.partition(" ")
        if line in reported or line.startswith("|"):
            continue
        if line in asked:
            probed.check(line)
        elif word == "instances":
            assert ", ".join(_instances(built, rest.partition("(")[0])) == rest
        elif word == "check":
            name, _, printed = rest.partition(": ")
            assert _check_of(built, name) == printed
        elif word == "requirement":
            name, _, ids = rest.partition(": ")
            spec = next(spec for spec in _program(built).specs if spec.name == name)
            assert ", ".join(item.id for item in (*spec.must, *spec.should)) == ids
        elif word == "turn":
            name, _, graded = rest.partition(": ")
            assert ", ".join(_graded(built, name)) == graded
        elif word == "lays":
            name, _, turns = rest.partition(": ")
            assert "; ".join(_laid(built, name)) == turns
        elif word == "prompt":
            assert _prompt(built, rest).split("\n") == _quoted(lines_from(example.expected, line, number))
        else:
            pytest.fail(f"this says nothing that is known: {line}")


def lines_from(expected: str, line: str, number: int) -> list[str]:
    """The lines after `line`, blank ones included."""
    return expected.split(line + "\n", 1)[1].split("\n")


def _quoted(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append(line[1:].removeprefix(" "))
    return found


def _built(example: Example) -> Built:
    named = _FILE.match(example.text)
    return build_file(named[1]) if named else build_text(example.text, path="chapter.ifc", root=Path())


def _program(built: Built) -> Any:
    assert built.program is not None, [diagnostic.message for diagnostic in built.diagnostics]
    return built.program


def _check_reported(lines: list[str], built: Built) -> None:
    given = []
    for diagnostic in built.diagnostics:
        label = diagnostic.primary
        line, column = label.file.position(label.span.start)
        given.append(f"{diagnostic.severity} {diagnostic.code.id} at {line}:{column}: {diagnostic.message}")
    assert len(lines) == len(given), given
    for line, diagnostic in zip(lines, given, strict=True):
        words = _REPORTED.fullmatch(line)
        assert words
        assert diagnostic.startswith(f"{words[1]} {words[2]} at {words[3]}: "), given
        assert (words[4] or "") in diagnostic, given


def _check_of(built: Built, name: str) -> str:
    program = _program(built)
    check = program.constraints[f"{program.module}.{name}"].check
    assert isinstance(check, ExprCheck)
    lets = "".join(f"let {let.name} = {print_expression(let.value)}; " for let in check.lets)
    return lets + print_expression(check.value)


def _instances(built: Built, name: str) -> list[str]:
    spec = next(spec for spec in _program(built).specs if spec.name == name)
    return [instance.id for instance in instances(spec)]


def _graded(built: Built, name: str) -> list[str]:
    program = _program(built)
    turns = [turn for flow in with_joined(program).flows for turn in graded_turns(flow, program.constraints)]
    turn = next(turn for turn in turns if turn.spec.name == name)
    return [f"{id_} {role.kind}" for id_, role in turn.roles.items()] or ["nothing"]


def _laid(built: Built, name: str) -> list[str]:
    program = _program(built)
    found = ways(program.layouts[f"{program.module}.{name}"], program.layouts)
    return [_way(way) for way in found]


def _way(way: Way) -> str:
    weight = "" if way.weight == 1 else f"{way.weight:g} of "
    turns = [
        " and ".join(kind if to is None else f"{kind} {to + 1}" for kind, to in turn.relations) or "root"
        for turn in way.turns
    ]
    flows = [event.name.rpartition(".")[2] for event in way.flows]
    return weight + ", ".join([*turns, *flows])


def _prompt(built: Built, wanted: str) -> str:
    program = _program(built)
    instance_id, *settings = re.findall(r"\w+\([^)]*\)|\w+", wanted)
    for spec in program.specs:
        for instance in instances(spec):
            if instance.id == instance_id:
                return render(program, spec, instance.values, *settings)
    raise AssertionError(f"there is no instance {instance_id}")


class _Probed:
    """An example with a probe for every line that asks for a verdict or for the truth of an expression."""

    def __init__(self, example: Example, asked: list[str]) -> None:
        self.probes = {line: f"probe_{number}" for number, line in enumerate(asked)}
        if not asked:
            return
        text = example.text
        plain = _built(example)
        self.specs = {spec.name for spec in plain.program.specs} if plain.program else set()
        for line, name in self.probes.items():
            truth = _TRUE.fullmatch(line)
            verdict = _VERDICT.fullmatch(line)
            if truth:
                text += f'\nconstraint {name}() {{\n  check {truth[1]}\n  render listing "…"\n}}\n'
            elif verdict and verdict[2].partition("(")[0] not in self.specs:
                text += f'\nspec {name} {{\n  task "…"\n  must {verdict[2]}\n}}\n'
        named = _FILE.match(example.text)
        self.built = build_text(text, path=named[1] if named else "chapter.ifc", root=Path())
        self.program = _program(self.built)
        self.module = load(self.program)

    def check(self, line: str) -> None:
        truth = _TRUE.fullmatch(line)
        if truth:
            name = f"{self.program.module}.{self.probes[line]}"
            text = _text(truth[2]) if truth[2] else ""
            constraint = self.program.constraints[name]
            assert self.module.constraints[name].passes(_doc(text)) is True, line
            assert reference.check_constraint(constraint, [], text)[0] is Verdict.PASS, line
            return
        words = _VERDICT.fullmatch(line)
        assert words
        spec_name, values = self._instance(words[2], self.probes[line])
        text = _text(words[3])
        report = self.module.specs[spec_name].explain(_piece(text), *values)
        assert str(report.verdict) == words[1], f"{line}: {report.to_dict()}"
        referred = reference.check_spec(self.program, spec_name, values, text)
        must = len(report.must)
        assert conjunction(verdict for verdict, _ in referred[:must]) is report.verdict
        if text.strip():
            assert Verifier(self.module.specs[spec_name], values).check(text).verdict is report.verdict
        if words[4]:
            assert words[4] in _message(report.must), f"{line}: {_message(report.must)}"

    def _instance(self, wanted: str, probe: str) -> tuple[str, list[Any]]:
        name = wanted.partition("(")[0]
        if name not in self.specs:
            return probe, []
        spec = next(spec for spec in self.program.specs if spec.name == name)
        for instance in instances(spec):
            if instance.id == wanted:
                return name, [instance.values[parameter.name] for parameter in spec.parameters]
        raise AssertionError(f"there is no instance {wanted}")


def _message(outcomes: Any) -> str:
    """The message of the first requirement that decides: one that fails, is unknown, or else the first."""
    found: list[Outcome] = [item.outcome for item in outcomes]
    order = (Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_APPLICABLE, Verdict.PASS)
    return min(found, key=lambda outcome: order.index(outcome.verdict)).message


def _text(literal: str) -> str:
    node = parse_expression(SourceFile("<text>", literal), 0, len(literal))
    assert isinstance(node, t.Text)
    value = value_of(node)
    assert isinstance(value, str)
    return value


def _doc(text: str) -> Any:
    from ifdsl.primitives.runtime import Doc

    return Doc(text)


def _piece(text: str) -> Any:
    from ifdsl.primitives.piece import Piece

    return _doc(Piece(text, 0))
