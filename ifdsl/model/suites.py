"""Take a suite or a `cousins` block; check its settings and report what does not hold together.

The modules and sources that it draws from are opened when prompts are made of it.
"""

from __future__ import annotations

from ifdsl.model.declarations import ModuleInfo
from ifdsl.model.infer import Inference
from ifdsl.model.names import unknown_module
from ifdsl.model.notes import Scope
from ifdsl.model.reporting import span_of
from ifdsl.primitives.types import INT, RANGE
from ifdsl.source import codes
from ifdsl.source.diagnostic import Label, quoted
from ifdsl.syntax import tree as t

PATTERNS = ("listing", "incorporation", "example")
REJECTED = ("conflicts", "vacuous", "redundant")
"""What a suite may refuse: sets that cannot hold together, and sets with a requirement that every text passes, or that
asks for no more than others do."""
MOST_COUSINS = 1_000
"""Variations of one kind in a group."""


def check_suite(node: t.Suite, module: ModuleInfo, inference: Inference) -> None:
    """Check the settings of a suite."""
    reporter, file = inference.reporter, inference.file
    for item in node.items:
        for part in item.parts:
            if item.keyword == "draw" and isinstance(part, t.Number | t.RangeOf):
                inference.expect(part, RANGE, Scope(module, {}), "`draw`")
            elif item.keyword == "patterns" and isinstance(part, t.Name) and part.value not in PATTERNS:
                reporter.unknown(codes.INVALID_CHOICE, file, part, "pattern", part.value, PATTERNS)
            elif item.keyword == "reject" and isinstance(part, t.Name) and part.value not in REJECTED:
                reporter.unknown(codes.INVALID_CHOICE, file, part, "thing to reject", part.value, REJECTED)
            elif isinstance(part, t.Number):
                inference.expect(part, INT, Scope(module, {}), quoted(item.keyword))
            elif isinstance(part, t.Text):
                inference.text(part)
            elif isinstance(part, t.Path) and item.keyword == "flows":
                _layout(part, module, inference)
            elif isinstance(part, t.Path):
                _provider(part, module, inference)


def _layout(path: t.Path, module: ModuleInfo, inference: Inference) -> None:
    """What a path names: a flow template of this file, a module in use that has some, or one of them."""
    home, _, last = path.dotted.rpartition(".")
    used = module.named_uses.get(path.dotted)
    if used is None and home in module.named_uses and last in module.named_uses[home].layouts:
        used = module.named_uses[home]
    if used is not None and used.layouts:
        module.used.add(used.name)
        return
    known = [*module.layouts, *(name for name, info in module.named_uses.items() if info.layouts)]
    known += [f"{name}.{layout}" for name, info in module.named_uses.items() for layout in info.layouts]
    if path.dotted not in module.layouts:
        what = "flow template in use"
        unknown_module(path, what, path.dotted, known, module, inference.reporter)


def check_cousins(node: t.Cousins, module: ModuleInfo, inference: Inference) -> None:
    """Check whose cousins they are, how many of each kind, and where they draw from."""
    reporter, file = inference.reporter, inference.file
    suites = [one.name.value for one in module.tree.declarations if isinstance(one, t.Suite)]
    known = [*module.specs, *module.sources, *suites]
    if node.of.dotted not in known:
        what = "spec, source or suite of this file"
        reporter.unknown(codes.UNKNOWN_NAME, file, node.of, what, node.of.dotted, known)
    seen: dict[str, t.Clause] = {}
    for item in node.items:
        if item.keyword in seen:
            first = Label(file, span_of(seen[item.keyword]), "first given here")
            message = f"a second `{item.keyword}` stands in one block"
            reporter.report(codes.DUPLICATE_ITEM, file, item, message, secondary=[first])
        seen.setdefault(item.keyword, item)
        for part in item.parts:
            if isinstance(part, t.Path):
                _provider(part, module, inference)
            elif not isinstance(part, t.Word) and not _is_count(part):
                message = f"`{item.keyword}` takes a whole number up to {MOST_COUSINS}"
                reporter.report(codes.TYPE_MISMATCH, file, part, message)


def _is_count(part: t.Node) -> bool:
    return isinstance(part, t.Number) and isinstance(part.value, int) and part.value <= MOST_COUSINS


def _provider(path: t.Path, module: ModuleInfo, inference: Inference) -> None:
    """What a path names: a module in use, a source or spec of this file, or a source of a module in use."""
    home, _, last = path.dotted.rpartition(".")
    used = module.named_uses.get(path.dotted)
    if used is None and home in module.named_uses and last in module.named_uses[home].sources:
        used = module.named_uses[home]
    if used is not None:
        module.used.add(used.name)
        return
    known = [*module.named_uses, *module.sources, *module.specs]
    known += [f"{name}.{source}" for name, info in module.named_uses.items() for source in info.sources]
    if path.dotted not in known:
        what = "module, source or spec in use"
        unknown_module(path, what, path.dotted, known, module, inference.reporter)
