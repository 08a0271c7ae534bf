"""`ifdsl explain`: take the name of a constraint; say what it asks, how it is checked and what that costs."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, show
from ifdsl.source.diagnostic import suggest
from ifdsl.source.excerpt import visible

if TYPE_CHECKING:
    from ifdsl.ir.build import Built
    from ifdsl.ir.nodes import Constraint

_STEPS_PER_MICROSECOND = 20


class _Problem(Exception):
    """Why there is nothing to explain, in words for the user."""


def configure(parser: argparse.ArgumentParser) -> None:
    names = "std.length.word_count, a module such as std.length, a group, a published id, or FILE[:NAME]"
    parser.add_argument("what", metavar="NAME", help=names)
    add_diagnostic_options(parser)
    parser.epilog = (
        "examples:\n  ifdsl explain std.length.word_count\n  ifdsl explain std.length\n"
        "  ifdsl explain muldimif.length.words\n"
        "  ifdsl explain keywords:existence\n  ifdsl explain my.ifc:house_style --json"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.testing.description import describe

    try:
        built, wanted = _find(options.what)
        if built.program is None:
            show(built.diagnostics, options)
            return FAILED
        module = built.program.module
        own = {c.short_name: c for c in built.program.constraints.values() if c.name.rpartition(".")[0] == module}
        if wanted is None and len(own) != 1:
            _print(_entries(own.values()), _index, options)
            return OK
        if wanted is not None and wanted not in own:
            raise _Problem(f"`{module}` has no constraint `{wanted}`{_similar(wanted, own)}")
    except _Problem as problem:
        members = _in_group(options.what)
        if members:
            _print(_entries(members, whole=True), _index, options)
            return OK
        print(f"error: {problem}", file=sys.stderr)
        return FAILED
    _print(describe(built, own[wanted or next(iter(own))]), _page, options)
    return OK


def _print(data: Any, page: Callable[[Any], str], options: argparse.Namespace) -> None:
    if options.format == "json":
        print(json.dumps(data, indent=2))
        return
    # What a stranger's file says of itself must not move the cursor.
    print("\n".join(visible(line) for line in page(data).split("\n")))


# ---------------------------------------------------------------- what is asked for


def _find(what: str) -> tuple[Built, str | None]:
    """The file that declares what is asked for, and the constraint's own name, None for the whole file."""
    from ifdsl import data
    from ifdsl.ir.build import build_file

    path, colon, name = what.rpartition(":")
    if what.endswith(".ifc"):
        return build_file(Path(what)), None
    if path.endswith(".ifc"):
        return build_file(Path(path)), name
    modules = data.module_paths()
    if colon:
        return _published(what, modules)
    module, _, last = what.rpartition(".")
    if what in modules:
        return _build(what, modules), None
    if module in modules:
        return _build(module, modules), last
    homes = [home for home, file in modules.items() if what in _declared(file)]
    if len(homes) == 1:
        return _build(homes[0], modules), what
    if homes:
        raise _Problem(f"`{what}` is declared by " + " and by ".join(f"`{home}`" for home in homes))
    whole = {f"{home}.{name}": name for home, file in modules.items() for name in _declared(file)}
    similar = _similar(what, [*modules, *whole])
    if not similar:
        # Who forgets the module, or takes another, has the last part right or nearly so.
        near = next((full for full, name in whole.items() if name == last), None)
        near = near or next((full for full, name in whole.items() if name == suggest(last, whole.values())), None)
        similar = f"; a similar name: `{near}`" if near else ""
    raise _Problem(f"no constraint or module is called `{what}`{similar}")


def _in_group(group: str) -> list[Constraint]:
    """The constraints of a group of any taxonomy, such as `length` or `muldimif.length.words`; none for other names."""
    from ifdsl import data

    modules = data.module_paths()
    if not all(part.isidentifier() for part in group.split(".")) or group in modules:
        return []
    mention = re.compile(rf"^ +group +(?:.*, )?{re.escape(group)}(?:[.,]|$)", re.MULTILINE)
    found: list[Constraint] = []
    for module, path in modules.items():
        if mention.search(path.read_text(encoding="utf-8", errors="replace")):
            program = _build(module, modules).program
            constraints = program.constraints.values() if program else ()
            found += [c for c in constraints if c.name.rpartition(".")[0] == module and _belongs(c, group)]
    return found


def _belongs(constraint: Constraint, group: str) -> bool:
    return any(f"{path}.".startswith(f"{group}.") for path in (constraint.group, *constraint.also_in))


def _entries(constraints: Iterable[Constraint], *, whole: bool = False) -> list[dict[str, Any]]:
    """What an index says of each; with `whole` a call names its module too."""
    from ifdsl.testing.description import signature

    calls = {c.name: f"{c.name.rpartition('.')[0]}.{signature(c)}" if whole else signature(c) for c in constraints}
    return [
        {"name": c.name, "call": calls[c.name], "group": c.group, "also_in": list(c.also_in), "doc": c.doc}
        for c in constraints
    ]


def _declared(path: Path) -> list[str]:
    """The names of the constraints of a file in the layout of `ifdsl fmt`; those of another pack's may be more."""
    return re.findall(r"^constraint (\w+)\(", path.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)


def _build(module: str, modules: dict[str, Path]) -> Built:
    from ifdsl import data
    from ifdsl.ir.build import build_text

    path = modules[module]
    text = path.read_text(encoding="utf-8", errors="replace")
    return build_text(text, path=str(path), root=data.folder_of(module, path), name=module)


def _published(id: str, modules: dict[str, Path]) -> tuple[Built, str | None]:
    """The constraint that reproduces what was published under `id`, such as `keywords:existence`."""
    known: list[str] = []
    for module, path in modules.items():
        text = path.read_text(encoding="utf-8", errors="replace")
        ids = re.findall(r'^ +id +"([^"]+)"', text, re.MULTILINE)
        if id in ids:
            built = _build(module, modules)
            constraints = built.program.constraints.values() if built.program else ()
            return built, next((c.short_name for c in constraints if c.id == id), None)
        known += ids
    raise _Problem(f"no constraint has the id `{id}`{_similar(id, known)}")


def _similar(word: str, known: Iterable[str]) -> str:
    near = suggest(word, known)
    return f"; a similar name: `{near}`" if near else ""


# ---------------------------------------------------------------- for people


def _index(entries: Sequence[dict[str, Any]]) -> str:
    if not entries:
        return "no constraints are declared here"
    return "\n".join(f"{entry['call']}\n    {entry['doc'] or 'no doc'}" for entry in entries)


def _page(it: dict[str, Any]) -> str:
    from ifdsl.syntax.literals import quote_line

    pack = it["pack"] and f"{it['pack']['title']}, revision {' or '.join(it['pack']['revisions']) or 'unnamed'}"
    facts = [("group", ", ".join(filter(None, [it["group"], *it["also_in"]]))), ("id", it["id"]), ("pack", pack)]
    facts += [("see", f"{see['path']}: {see['note']}" if see["note"] else see["path"]) for see in it["see"]]
    head = [it["doc"], *(f"{name + ':':<7}{value}" for name, value in facts if value)]
    blocks = [
        _block(it["call"], filter(None, head)),
        _block("says", map(_saying, it["says"])),
        _block("checks", it["checks"]["source"].split("\n")),
        _block("costs", [_costs(it["costs"])]),
        _block("varies", map(_varying, it["varies"])),
        _block("lines", (f"{line['expect']} {line['call']} on {quote_line(line['text'])}" for line in it["lines"])),
        _block("python", it["checks"]["python"].rstrip("\n").split("\n")),
    ]
    return "\n\n".join(filter(None, blocks))


def _block(title: str, lines: Iterable[str]) -> str:
    rows = [f"  {line}".rstrip() for line in lines]
    return "\n".join([title, *rows]) if rows else ""


def _saying(said: dict[str, Any]) -> str:
    language = "" if said["language"] == "en" else f" {said['language']}"
    return f"{said['pattern'] + language:<18}{said['template'] if said['text'] is None else said['text']}"


def _varying(vary: dict[str, Any]) -> str:
    step = "" if vary["step"] is None else f" step {vary['step']}"
    shapes = f" as {', '.join(vary['shapes'])}" if vary["shapes"] else ""
    return f"{vary['parameter']}: {vary['domain']}{step}{shapes}"


def _costs(cost: dict[str, Any]) -> str:
    terms = [
        (cost["base"], f"{cost['base']:,.0f}"),
        (cost["per_char"], f"{cost['per_char']:,.4g}·n"),
        (cost["per_char_squared"], f"{cost['per_char_squared']:,.4g}·n²"),
    ]
    bound = " + ".join(term for value, term in terms if value) or "0"
    time = cost["steps"] / _STEPS_PER_MICROSECOND
    shown = f"{time:,.0f} µs" if time < 1000 else f"{time / 1000:,.1f} ms"
    return (
        f"at most {bound} steps for a response of n characters; "
        f"for {cost['length']:,} characters {cost['steps']:,.0f} steps, about {shown}"
    )
