"""Take a `read` line of a constraint; type its holes and values, and report where it is no pattern of the type."""

from __future__ import annotations

from ifdsl.model.declarations import ConstraintInfo, ParameterInfo
from ifdsl.model.infer import Inference
from ifdsl.model.notes import Scope
from ifdsl.model.types import described
from ifdsl.primitives.formats import read_formats_of
from ifdsl.primitives.notation import NO_PARAMETERS, Malformed, Pattern, always, literal_stretches, parse
from ifdsl.primitives.types import ANY
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.syntax import tree as t
from ifdsl.syntax.template import Hole, parts_of


def check_phrasing(item: t.Phrasing, info: ConstraintInfo, inference: Inference, scope: Scope) -> None:
    """Type one `read` line into the notes of `inference`."""
    parts, problems = parts_of(inference.file, item.text)
    inference.reporter.diagnostics.extend(problems)
    inference.notes.templates[id(item.text)] = parts
    parameters = {parameter.name: parameter for parameter in info.parameters}
    sound = not problems
    for part in parts:
        if isinstance(part, Hole):
            sound = _hole(part, info, parameters, inference, scope) and sound
    given = _given(item, info, parameters, inference)
    if not sound:
        inference.notes.broken.add(id(item.text))
        return
    try:
        pattern = parse(parts)
    except Malformed as malformed:
        inference.report(codes.BAD_PHRASING, item.text, str(malformed))
        return
    if not any(literal_stretches(pattern)):
        message = "a `read` line needs a word of its own, to be told from others"
        inference.report(codes.BAD_PHRASING, item.text, message)
        return
    _unbound(item, info, parts, pattern, given, inference)


def _hole(
    hole: Hole, info: ConstraintInfo, parameters: dict[str, ParameterInfo], inference: Inference, scope: Scope
) -> bool:
    if isinstance(hole.expression, t.Name) and hole.expression.value in {*NO_PARAMETERS} - parameters.keys():
        return _no_parameter(hole, inference)
    inference.infer(hole.expression, scope)
    if not isinstance(hole.expression, t.Name):
        inference.report(codes.BAD_PHRASING, hole.expression, "a hole of a `read` line holds a parameter alone")
        return False
    name = hole.expression.value
    parameter = parameters.get(name)
    if parameter is None:
        if name in scope.variables:
            message = f"{quoted(name)} is no parameter of {quoted(info.name)}"
            inference.report(codes.BAD_PHRASING, hole.expression, message)
        return False
    known = read_formats_of(parameter.type)
    if known is None:
        message = f"{described(parameter.type)} is not read out of a sentence; give it a value with `with`"
        inference.report(codes.BAD_PHRASING, hole.expression, message)
        return False
    if (hole.format or "") not in known:
        at = t.Word(hole.end - 1 - len(hole.format or ""), hole.end - 1, "")
        what = f"format to read {described(parameter.type)} by"
        inference.reporter.unknown(
            codes.BAD_PHRASING, inference.file, at, what, hole.format or "", sorted(known - {""})
        )
        return False
    return True


def _no_parameter(hole: Hole, inference: Inference) -> bool:
    inference.notes.types[id(hole.expression)] = ANY
    if hole.format is not None:
        inference.report(codes.BAD_PHRASING, hole.expression, "a hole that is no parameter has no format")
    return hole.format is None


def _given(
    item: t.Phrasing, info: ConstraintInfo, parameters: dict[str, ParameterInfo], inference: Inference
) -> set[str]:
    """The parameters that the line gives a value itself."""
    given: set[str] = set()
    constants = Scope(info.module, {})
    for argument in item.given or ():
        name = argument.name.value if argument.name is not None else ""
        parameter = parameters.get(name)
        if argument.name is None:
            inference.report(codes.BAD_PHRASING, argument, "values of a `read` line are given by name")
        elif parameter is None:
            what = f"parameter of {quoted(info.name)}"
            inference.reporter.unknown(codes.UNKNOWN_PARAMETER, inference.file, argument.name, what, name, parameters)
        elif name in given:
            inference.report(codes.DUPLICATE_ARGUMENT, argument, f"{quoted(name)} is given twice")
        else:
            place = f"{quoted(name)} of {quoted(info.name)}"
            inference.expect(argument.value, parameter.type, constants, place)
            given.add(name)
    return given


def _unbound(
    item: t.Phrasing,
    info: ConstraintInfo,
    parts: list[str | Hole],
    pattern: Pattern,
    given: set[str],
    inference: Inference,
) -> None:
    """Report where a way through the pattern leaves a parameter without a value, or gives it two."""
    holes = {
        place: part.expression.value
        for place, part in enumerate(parts)
        if isinstance(part, Hole) and isinstance(part.expression, t.Name)
    }
    twice = sorted(given & set(holes.values()))
    if twice:
        message = f"{quoted(twice[0])} has a hole, and a value after `with`"
        inference.report(codes.BAD_PHRASING, item.text, message)
    filled = always(pattern, holes) | given
    missing = [p.name for p in info.parameters if p.default is None and p.name not in filled]
    if missing:
        names = " and ".join(quoted(name) for name in missing)
        help = ["fill it in every alternative, or give it a value with `with`"]
        inference.reporter.report(
            codes.BAD_PHRASING, inference.file, item.text, f"this can be said without {names}", help=help
        )
