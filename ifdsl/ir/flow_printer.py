"""Take a flow or a flow template; give it as source text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ifdsl.ir import nodes as n

Requirements = Callable[[Sequence[n.Requirement], str], list[str]]
"""Gives the lines of requirements, indented."""
Expression = Callable[[n.Expr], str]
Template = Callable[[n.Template], str]


def flow_lines(flow: n.Flow, requirements: Requirements, expression: Expression, template: Template) -> Iterator[str]:
    """The lines between the braces of a flow, apart from its `doc` and `meta`."""
    yield f"  context {flow.context}"
    for turn in flow.turns:
        yield f"  turn {turn.name}{relations(turn)} {{"
        yield from ("    " + line for line in _turn(turn, requirements, expression, template))
        yield "  }"
    for line in flow.lasting:
        yield f"  keep {line.id} from {line.turn}" + (f" until {line.until}" if line.until else "")
    for draw in flow.draws:
        yield f"  for {draw.name} in {expression(draw.values)}"


def relations(turn: n.Turn) -> str:
    """` refines ask, recalls plan`; empty where the turn has none."""
    words: list[str] = []
    before = None
    for one in turn.relations:
        # A comma repeats the relation before it.
        kind = "" if one.kind == before and one.turn else f"{one.kind} "
        words.append(f"{kind}{one.turn or ''}".rstrip())
        before = one.kind
    return " " + ", ".join(words) if words else ""


def _turn(turn: n.Turn, requirements: Requirements, expression: Expression, template: Template) -> Iterator[str]:
    if turn.context is not None:
        yield f"context {turn.context}"
    said = f"{'prompt' if turn.stated else 'user'} {template(turn.user)}"
    yield said if turn.asks is None else f"ask {turn.asks}"
    if turn.golden is not None:
        yield f"golden {template(turn.golden)}"
    for step in turn.steps:
        yield from _step(step, requirements, expression)
    for capture in turn.captures:
        yield f"capture {capture.name} = {expression(capture.value)}"
    if turn.weight != 1:
        yield f"weight {expression(n.Value(value=turn.weight, type='number'))}"


def _step(step: n.Step, requirements: Requirements, expression: Expression) -> Iterator[str]:
    match step:
        case n.Add():
            scope = "" if step.scope == "turn" else f" {step.scope}" + (f" {step.until}" if step.until else "")
            head = ("must" if step.required else "should") if step.scope == "turn" else "add"
            first, *others = requirements([step.requirement], "")
            yield f"{head}{scope} {first}"
            yield from others
        case n.Change():
            (line,) = requirements([step.requirement], "")
            yield f"change {step.requirement.id} -> {line.removeprefix(f'{step.requirement.id}: ')}"
        case n.Drop():
            yield f"drop {step.id}" + (" reset" if step.reset else "")
        case n.Keep():
            yield f"keep {step.id}"
        case n.Mention():
            yield f"mention {_terms(step.terms, step.least, expression)}"
        case n.Avoid():
            yield f"not_mention {_terms(step.terms, None, expression)}"
        case n.Cover():
            yield f"cover {step.turn}: {_terms(step.terms, step.least, expression)}"


def _terms(terms: Sequence[n.Expr], least: int | None, expression: Expression) -> str:
    listed = f"[{', '.join(map(expression, terms))}]"
    if least is None:
        return listed
    return f"any_of({listed})" if least == 1 else f"at_least({least}, {listed})"


def layout(node: n.Layout, own: str, expression: Expression, inside: bool = False) -> str:
    """A template's layout as text; `own` is what the names of the file's own templates begin with."""
    match node:
        case n.Moves():
            return " and ".join(_move(move, own, expression) for move in node.moves)
        case n.Sequence():
            text = " then ".join(layout(part, own, expression, True) for part in node.parts)
        case n.Choice():
            options = []
            for option in node.options:
                weight = "" if option.weight == 1 else f" weight {option.weight}"
                options.append(layout(option.layout, own, expression, isinstance(option.layout, n.Choice)) + weight)
            text = " or ".join(options)
    return f"({text})" if inside else text


def _move(move: n.Move, own: str, expression: Expression) -> str:
    arguments = f"({', '.join(map(expression, move.arguments))})" if move.arguments else ""
    return move.name.removeprefix(own) + arguments
