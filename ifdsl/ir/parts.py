"""Take a part of a declaration; give its IR or its plain value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.expressions import Environment, Lowering
from ifdsl.ir.fingerprint import fingerprint
from ifdsl.model.declarations import ConstraintInfo, ModuleInfo, ParameterInfo
from ifdsl.model.names import revisions_of
from ifdsl.model.reporting import Reporter
from ifdsl.model.specs import calls_in
from ifdsl.model.types import resolve_type
from ifdsl.primitives.notation import NO_PARAMETERS
from ifdsl.primitives.undecided import Undecided
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of


def check(item: t.Check, lets: tuple[n.LetItem, ...], lowering: Lowering, environment: Environment) -> n.Check:
    if item.kind == "judge":
        assert isinstance(item.value, t.Text)
        return n.JudgeCheck(question=lowering.template(item.value, environment))
    if item.kind == "python":
        assert isinstance(item.value, t.Text)
        return n.PythonCheck(target=literal(item.value))
    value = lowering.lower(item.value, environment)
    return n.ExprCheck(lets=lets, value=value, if_empty=item.if_empty)  # type: ignore[arg-type]


def wording(item: t.Wording, lowering: Lowering, environment: Environment) -> n.Wording:
    return n.Wording(
        pattern=item.pattern.value,
        language=item.language.value if item.language else "en",
        text=lowering.template(item.text, environment),
        main=item.keyword == "render",
    )


def phrasing(item: t.Phrasing, info: ConstraintInfo, lowering: Lowering, environment: Environment) -> n.Phrasing:
    types = {parameter.name: parameter.type for parameter in info.parameters}
    environment = {name: n.Variable(name=name, type="scope") for name in NO_PARAMETERS} | environment
    given = [(argument.name.value, argument.value) for argument in item.given or () if argument.name is not None]
    return n.Phrasing(
        language=item.language.value if item.language else "en",
        text=lowering.template(item.text, environment),
        given=tuple(
            n.Given(parameter=name, value=lowering.argument(value, types[name], None, {})) for name, value in given
        ),
    )


def vary(item: t.Vary, lowering: Lowering) -> n.Vary:
    return n.Vary(
        parameter=item.parameter.value,
        domain=lowering.lower(item.domain, {}),
        step=None if item.step is None else lowering.lower(item.step, {}),
        shapes=tuple(shape.value for shape in item.shapes),
    )


def example(item: t.Example, info: ConstraintInfo, lowering: Lowering) -> n.Example:
    callee = lowering.notes.callees[id(item)]
    arguments = tuple(
        lowering.argument(bound, parameter.type, parameter.default, {})
        for parameter, bound in zip(info.parameters, callee.arguments, strict=True)
    )
    return n.Example(expect=item.keyword, arguments=arguments, text=literal(item.text))  # type: ignore[arg-type]


def parameters(infos: list[ParameterInfo], lowering: Lowering) -> tuple[n.Parameter, ...]:
    return tuple(
        n.Parameter(
            name=info.name,
            type=str(info.type),
            default=None if info.default is None else lowering.argument(info.default, info.type, None, {}),
        )
        for info in infos
    )


def constants(constraint: n.Constraint) -> Iterator[tuple[str, list[n.Expr]]]:
    """What of a constraint is evaluated when it is compiled or tested, and what to call it."""
    yield "a default", [parameter.default for parameter in constraint.parameters if parameter.default is not None]
    for vary in constraint.vary:
        yield "a `vary` line", [vary.domain] if vary.step is None else [vary.domain, vary.step]
    for example in constraint.examples:
        yield f"a `{example.expect}` line", list(example.arguments)


def spec_constants(spec: n.Spec | n.Flow) -> Iterator[tuple[str, list[n.Expr]]]:
    yield "a default", [parameter.default for parameter in spec.parameters if parameter.default is not None]
    yield "a `for` line", [draw.values for draw in spec.draws]


def undefined(expressions: Iterable[n.Expr]) -> str | None:
    """What goes wrong where constant expressions are evaluated, in words that follow what they are."""
    for expression in expressions:
        try:
            value = evaluate(expression, {})
        except Undecided as error:
            return f"cannot be told: {error}"
        except OverflowError:
            return "makes a number that is too large"
        if not _is_finite(value):
            return "makes a number that is not finite"
    return None


def _is_finite(value: object) -> bool:
    if isinstance(value, list):
        return all(_is_finite(item) for item in value)
    return not isinstance(value, float) or isfinite(value)


def derived_id(name: str, contents: object, taken: dict[str, int]) -> str:
    """A requirement's derived id: its name and four digits of its contents, so that it survives reordering."""
    return free_id(f"{name}.{fingerprint(contents)[:4]}", taken)


def free_id(wanted: str, taken: dict[str, int]) -> str:
    """`wanted`, or with a number where that is an id already; `taken` says of each id how often it was wanted."""
    count = taken[wanted] = taken.get(wanted, 0) + 1
    return wanted if count == 1 else f"{wanted}#{count}"


def given_ids(node: t.Spec) -> dict[str, int]:
    body = [requirement for keyword in ("must", "should") for requirement in demanded(node, keyword)]
    return dict.fromkeys(given_ids_of(body), 1)


def given_ids_of(body: Iterable[t.Requirement]) -> Iterator[str]:
    return (call.id.value for call in calls_in(list(body)) if call.id is not None)


def turn_requirements(turn: t.Turn) -> Iterator[t.Requirement]:
    """The requirements that a turn of a flow adds, as they stand in it."""
    for item in turn.items:
        if isinstance(item, t.Demands):
            yield from item.body
        elif isinstance(item, t.Clause) and item.keyword == "add":
            yield from (part for part in item.parts if isinstance(part, _REQUIREMENTS))


_REQUIREMENTS = (t.RequirementCall, t.Scoped, t.InScope, t.Combined, t.IfRequirement)


def draws(node: t.Spec | t.Flow, lowering: Lowering) -> tuple[n.Draw, ...]:
    """The `for` lines of a spec or flow."""
    return tuple(
        n.Draw(name=item.variable.value, values=lowering.lower(item.domain, {}))
        for item in node.items
        if isinstance(item, t.ForIn)
    )


def demanded(node: t.Spec, keyword: str) -> list[t.Requirement]:
    """The requirements of the `must` or `should` blocks of a spec."""
    blocks = [item for item in node.items if isinstance(item, t.Demands) and item.keyword == keyword]
    return [requirement for block in blocks for requirement in block.body]


def meta(node: t.Spec | t.Flow) -> tuple[tuple[str, str], ...]:
    """The `meta` lines of a spec or flow: a name and a text each."""
    clauses = [item for item in node.items if isinstance(item, t.Clause) and item.keyword == "meta"]
    return tuple(
        (name.value, literal(text))
        for name, text in (clause.parts for clause in clauses)
        if isinstance(name, t.Name) and isinstance(text, t.Text)
    )


def see(node: t.Constraint) -> tuple[n.Reference, ...]:
    found = []
    for item in node.items:
        if isinstance(item, t.Clause) and item.keyword == "see":
            path = next(part for part in item.parts if isinstance(part, t.Path))
            note = next((literal(part) for part in item.parts if isinstance(part, t.Text)), "")
            found.append(n.Reference(path=path.dotted, note=note))
    return tuple(found)


def groups(node: t.Constraint) -> tuple[str, ...]:
    """The groups of a constraint: its own first, then those of other taxonomies."""
    for item in node.items:
        if isinstance(item, t.Clause) and item.keyword == "group":
            return tuple(part.dotted for part in item.parts if isinstance(part, t.Path))
    return ()


def text_of(node: t.Constraint | t.Suite | t.Flow, keyword: str) -> str:
    for item in node.items:
        if isinstance(item, t.Clause) and item.keyword == keyword:
            return next((literal(part) for part in item.parts if isinstance(part, t.Text)), "")
    return ""


def literal(text: t.Text) -> str:
    value = value_of(text)
    return value if isinstance(value, str) else ""


def source(node: t.Source, reporter: Reporter, module: ModuleInfo) -> n.Source:
    fields = tuple(
        n.Parameter(name=f.name.value, type=str(resolve_type(f.type, module.file, reporter))) for f in node.fields or []
    )
    return n.Source(name=node.name.value, format=node.format.value, location=literal(node.location), fields=fields)


def packs(module: t.Module) -> list[n.PackInfo]:
    found = []
    for node in module.declarations:
        if isinstance(node, t.Pack):
            texts = {
                item.keyword: literal(part) for item in node.items for part in item.parts if isinstance(part, t.Text)
            }
            found.append(
                n.PackInfo(
                    title=literal(node.title),
                    source=texts.get("source", ""),
                    revisions=tuple(revisions_of(module)),
                    licence=texts.get("licence", ""),
                    doc=texts.get("doc", ""),
                )
            )
    return found


def clause_parts(node: t.Suite | t.Cousins, keyword: str) -> list[t.Node]:
    return [part for item in node.items if item.keyword == keyword for part in item.parts]


def clause_part(node: t.Suite | t.Cousins, keyword: str, kind: object) -> t.Node | None:
    return next((part for part in clause_parts(node, keyword) if isinstance(part, kind)), None)  # type: ignore[arg-type]


def paths(node: t.Suite | t.Cousins, keyword: str) -> tuple[str, ...]:
    return tuple(part.dotted for part in clause_parts(node, keyword) if isinstance(part, t.Path))


def names(node: t.Suite | t.Cousins, keyword: str) -> tuple[str, ...]:
    return tuple(part.value for part in clause_parts(node, keyword) if isinstance(part, t.Name))


def report_items(node: t.Suite) -> tuple[str, ...]:
    items: list[str] = []
    prefix = ""
    for part in clause_parts(node, "report"):
        if isinstance(part, t.Word) and part.value == "by":
            prefix = "by "
        elif isinstance(part, t.Name):
            items.append(prefix + part.value)
            prefix = ""
        elif isinstance(part, t.Number) and items:
            items[-1] += f"@{part.literal}"
    return tuple(items)
