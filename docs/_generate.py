"""Take the table of primitives, the standard library and the package; write the reference pages made of them.

python docs/_generate.py            write the pages
python docs/_generate.py --check    say which of them are stale, and fail
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ifdsl import data
from ifdsl.datasets.tasks import bank
from ifdsl.ir.build import build_file
from ifdsl.ir.parts import groups
from ifdsl.primitives import ascii, dates, lists, markdown, nesting, structured, tabular, texts, views, xml
from ifdsl.primitives.primitive import REQUIRED, ZERO, Param, Primitive
from ifdsl.primitives.table import TABLE
from ifdsl.source.codes import CODES
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import quote, value_of
from ifdsl.syntax.parser import parse

HERE = Path(__file__).resolve().parent
PAGES = HERE / "reference"
NOTICE = "<!-- made by docs/_generate.py; changes belong there or into what it reads -->"

# ---------------------------------------------------------------- functions.md

_GROUPS: dict[str, Iterable[Primitive]] = {
    "Views": views.PRIMITIVES,
    "Texts": texts.PRIMITIVES,
    "Lists and numbers": lists.PRIMITIVES,
    "Markdown": markdown.PRIMITIVES,
    "JSON": structured.PRIMITIVES,
    "XML": xml.PRIMITIVES,
    "Separated values": tabular.PRIMITIVES,
    "Nesting": nesting.PRIMITIVES,
    "Dates": dates.PRIMITIVES,
    "ASCII": ascii.PRIMITIVES,
}

_FUNCTIONS_HEAD = """\
# Functions and views

What an expression may call. `x.f(a)` and `f(x, a)` are one call, and `x.f` is `x.f()`. A flag is switched on by its
bare name. Each is total: it has a value for all arguments of the right types, or, where it meets a bound, the verdict
is `unknown`.

The cost is a static bound in steps (a step is about one interpreted operation): a constant and, where there is one, an
amount for each character of the first argument.

"""

_VIEWS_HEAD = """\
A view cuts a text into elements, which are texts again and remember where they stand in the response. `rule="…"` names
how it cuts; the first rule in the table is the default. [Segmenters](segmenters.md) shows the rules for words,
sentences and paragraphs side by side.

"""


def functions_page() -> str:
    named = {primitive.name for group in _GROUPS.values() for primitive in group}
    rest = [primitive for name, primitive in TABLE.items() if name not in named]
    parts = [NOTICE, "", _FUNCTIONS_HEAD]
    for title, group in [*_GROUPS.items(), ("Language", rest)]:
        parts.append(f"## {title}\n")
        if title == "Views":
            parts.append(_VIEWS_HEAD)
        parts += [_primitive(primitive) for primitive in group if primitive.name in TABLE]
    return "\n".join(parts).rstrip() + "\n"


def _primitive(primitive: Primitive) -> str:
    arguments = [_parameter(parameter) for parameter in primitive.params]
    if len(primitive.rules) > 1:
        arguments.append('rule: "…"')
    lines = [
        f"### {primitive.name}",
        "",
        f"`{primitive.name}({', '.join(arguments)}) -> {primitive.returns}`",
        "",
        primitive.doc,
        "",
    ]
    if primitive.example is not None:
        given, value = primitive.example
        lines += [f"`{_call(primitive, given)}` is `{_literal(value)}`.", ""]
    if len(primitive.rules) > 1:
        lines += ["| rule | version | what it gives |", "|-|-|-|"]
        for name, rule in primitive.rules.items():
            needs = f" Needs the extra `{rule.needs}`." if rule.needs else ""
            lines.append(f"| `{name}` | {rule.version} | {_cell(rule.doc)}{needs} |")
        lines.append("")
    cost = primitive.cost
    per_char = f" + {cost.per_char:g} a character" if cost.per_char else ""
    return "\n".join([*lines, f"Cost: {cost.base:g}{per_char}.", ""])


def _parameter(parameter: Param) -> str:
    if parameter.flag:
        return parameter.name
    kinds = f"{parameter.type}" + (f" or {parameter.also}" if parameter.also is not None else "")
    if parameter.default is REQUIRED:
        return f"{parameter.name}: {kinds}"
    default = "zero value" if parameter.default is ZERO else _literal(parameter.default)
    return f"{parameter.name}: {kinds} = {default}"


def _call(primitive: Primitive, given: tuple[Any, ...]) -> str:
    """The example's arguments as one writes them: flags by name, trailing defaults left out."""
    written: list[str] = []
    for position, (parameter, value) in enumerate(zip(primitive.params, given, strict=False)):
        if parameter.flag:
            written += [parameter.name] if value else []
        elif position == 0 or parameter.default is REQUIRED or value not in (parameter.default, ""):
            written.append(f"/{value}/" if parameter.type.name == "regex" else _literal(value))
    return f"{primitive.name}({', '.join(written)})"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value) if "\n" not in value else f'"{_one_line(value)}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(_literal(item) for item in value)}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _one_line(text: str) -> str:
    return "\\n".join(quote(line)[1:-1] for line in text.split("\n"))


def _cell(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return (text if text.endswith(".") else text + ".").replace("|", "\\|")


# ---------------------------------------------------------------- stdlib.md

_STDLIB_HEAD = """\
# The standard library

The constraint types of `std`, module by module: what each asks, its parameters, its wordings, and the texts that it
must pass and fail. `ifdsl test` runs those lines. `use std.length` makes a module's constraints known. Two modules hold
tasks instead: [Task banks](../how-to/task-banks.md) says what to do with them.

"""

_TAXONOMIES = {
    "muldimif": "The sub-categories of MulDimIF (arXiv 2505.07591). What none of them covers is not listed.",
    "structflow": "The types of a constraint within one turn of StructFlowBench (arXiv 2502.14494).",
}

_TAXONOMIES_HEAD = """\
## By taxonomy

The same constraints by the names that published taxonomies have for them. `ifdsl explain muldimif.format.table` lists
a group too.
"""


def stdlib_page() -> str:
    modules = sorted((data.stdlib_path() / "std").glob("*.ifc"))
    trees = {path: _tree(path) for path in modules}
    parts = [NOTICE, "", _STDLIB_HEAD, "| module | constraints |", "|-|-|"]
    for path, tree in trees.items():
        names = [f"`{node.name.value}`" for node in _constraints(tree)] or ["sources of tasks"]
        parts.append(f"| [std.{path.stem}](#std{path.stem}) | {', '.join(names)} |")
    parts += ["", _TAXONOMIES_HEAD, *_by_taxonomy(trees)]
    for path, tree in trees.items():
        parts += ["", f"## std.{path.stem}", "", _opening(tree), ""]
        parts += [_constraint(node, tree.text) for node in _constraints(tree)] or _sources(path)
    return "\n".join(parts).rstrip() + "\n"


def _sources(path: Path) -> list[str]:
    """The sources of a module, each with its number of tasks and one of them."""
    program = build_file(path).program
    assert program is not None
    lines = ["| source | tasks | one of them |", "|-|-|-|"]
    for source in program.sources:
        problems: list[Diagnostic] = []
        tasks = bank([(source, path.parent)], problems)
        assert not problems, problems
        lines.append(f"| `{source.name}` | {len(tasks)} | {_shown(tasks[0].text)} |")
    return [*lines, ""]


def _shown(text: str) -> str:
    """A task, without the text that is pasted below it."""
    request, _, pasted = text.partition("\n\n")
    return request.replace("|", "\\|") + (" …" if pasted else "")


def _by_taxonomy(trees: dict[Path, t.Module]) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for tree in trees.values():
        for node in _constraints(tree):
            name = node.name.value
            for group in groups(node)[1:]:
                found.setdefault(group, []).append(f"[`{name}`](#{name})")
    for taxonomy, doc in _TAXONOMIES.items():
        yield from (f"### {taxonomy}", "", doc, "", "| group | constraints |", "|-|-|")
        for group in sorted(found):
            if group.startswith(f"{taxonomy}."):
                yield f"| `{group}` | {', '.join(found[group])} |"
        yield ""


def _tree(path: Path) -> t.Module:
    parsed = parse(SourceFile(str(path), path.read_text(encoding="utf-8")))
    if parsed.diagnostics:
        # What cannot be read would be missing from the page.
        raise SystemExit(f"{path} has errors; see `ifdsl check`")
    return parsed.module


def _constraints(tree: t.Module) -> list[t.Constraint]:
    return [node for node in tree.declarations if isinstance(node, t.Constraint)]


def _opening(tree: t.Module) -> str:
    """The comment at the top of a module, as prose."""
    first = re.search(r"(?:^#[^\n]*\n)+", tree.text, re.MULTILINE)
    lines = first[0].splitlines() if first else []
    return "\n".join(line.lstrip("# ") for line in lines)


def _constraint(node: t.Constraint, text: str) -> str:
    parameters = ", ".join(_source(one, text) for one in node.parameters)
    lines = [f"### {node.name.value}", "", f"`{node.name.value}({parameters})`", ""]
    lines += [_text(part) for item in _clauses(node, "doc") for part in item.parts if isinstance(part, t.Text)]
    lines.append("")
    wordings = [item for item in node.items if isinstance(item, t.Wording)]
    if wordings:
        lines += ["| pattern | | wording |", "|-|-|-|"]
        for item in wordings:
            language = item.language.value if item.language else "en"
            lines.append(f"| {item.pattern.value} | {language} | {_cell_text(item.text)} |")
        lines.append("")
    varied = [_source(item, text).removeprefix("vary ") for item in node.items if isinstance(item, t.Vary)]
    if varied:
        lines += ["Varied: " + "; ".join(f"`{re.sub(r'  +', ' ', one)}`" for one in varied) + ".", ""]
    lines += list(_examples(node, text))
    return "\n".join([*lines, ""])


def _examples(node: t.Constraint, text: str) -> Iterator[str]:
    for item in node.items:
        if isinstance(item, t.Example):
            arguments = ", ".join(_source(argument, text) for argument in item.arguments)
            verb = "passes" if item.keyword == "pass" else "fails"
            shown = _code(f'"{_one_line(_text(item.text))}"')
            yield f"- `{node.name.value}({arguments})` {verb} on {shown}"


def _clauses(node: t.Constraint, keyword: str) -> list[t.Clause]:
    return [item for item in node.items if isinstance(item, t.Clause) and item.keyword == keyword]


def _source(node: t.Node, text: str) -> str:
    return " ".join(text[node.start : node.end].split())


def _text(node: t.Text) -> str:
    value = value_of(node)
    assert isinstance(value, str)
    return value


def _cell_text(node: t.Text) -> str:
    return _text(node).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;").replace("*", "\\*")


def _code(text: str) -> str:
    """Inline code that may hold backticks."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"


# ---------------------------------------------------------------- modules.md

_MODULES_HEAD = """\
# The package, module by module

Each module opens with one sentence: what it takes and what it gives. These are those sentences, lowest package first. A
package imports only from those above it on this page; [Architecture](../architecture.md) says why.

"""


def modules_page() -> str:
    root = HERE.parent / "ifdsl"
    layers = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    order = layers["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [name.removeprefix("ifdsl.") for layer in reversed(order) for name in layer.split(" | ")]
    parts = [NOTICE, "", _MODULES_HEAD]
    for name in names:
        folder = root / name
        if not folder.is_dir():
            parts += [f"## {name}", "", _docstring(folder.with_suffix(".py")), ""]
            continue
        parts += [f"## {name}", "", _docstring(folder / "__init__.py"), "", "| module | |", "|-|-|"]
        modules = [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
        parts += [f"| `{path.stem}` | {_docstring(path)} |" for path in modules]
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


def _docstring(path: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    sentence = " ".join(text.split("\n\n")[0].split())
    # Outside inline code, a star or an angle bracket would be read as markup.
    pieces = re.split(r"(`[^`]*`)", sentence)
    return "".join(piece if piece.startswith("`") else re.sub(r"([*<|])", r"\\\1", piece) for piece in pieces)


# ---------------------------------------------------------------- errors/index.md

_ERRORS_HEAD = """\
# Diagnostics

Every diagnostic has a number, which never changes its meaning, and a name. Its page says what it means, with an
example that gives it and the same example mended. An error stops the compilation; a warning or a note does not.

"""
_HUNDREDS = {
    1: "Files and modules",
    2: "Syntax",
    3: "Names",
    4: "Types",
    5: "Constraints and wordings",
    6: "Specs and requirements",
    7: "Conflicts",
    8: "Data rows and import",
    9: "Running and evaluation",
    10: "Prompts and what they are graded on",
    11: "Flows",
    12: "Knowledge tasks",
}


def errors_page() -> str:
    parts = [NOTICE, "", _ERRORS_HEAD]
    for hundred, title in _HUNDREDS.items():
        parts += [f"## {title}", "", "| code | name | what is wrong |", "|-|-|-|"]
        codes = [code for code in CODES if code.number // 100 == hundred]
        parts += [f"| [{code.id}]({Path(code.page).name}) | {code.name} | {code.title} |" for code in codes]
        parts.append("")
    return "\n".join(parts).rstrip() + "\n"


# ---------------------------------------------------------------- the command

GENERATED = {
    PAGES / "functions.md": functions_page,
    PAGES / "stdlib.md": stdlib_page,
    PAGES / "modules.md": modules_page,
    HERE / "errors" / "index.md": errors_page,
}


def main(arguments: list[str]) -> int:
    stale = []
    for path, page in GENERATED.items():
        text = page()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{path.relative_to(HERE.parent)} {'is stale' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
