"""Take a resolution; give the program: every declaration as IR, and a side table from its parts to the source.

Lowering meets only what resolved without an error, so it reports nothing but declarations that are too large or could
take too many steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ifdsl.ir import limits, parts
from ifdsl.ir import nodes as n
from ifdsl.ir.cost import MAX_DEGREE, bound_of_check
from ifdsl.ir.expressions import MAX_NODES, Environment, Lowering, TooLarge
from ifdsl.ir.flows import FlowLowering, wrong_with_turns
from ifdsl.ir.instances import MAX_INSTANCES, count
from ifdsl.ir.knowledge import KnowledgeLowering, evaluated_by_row, sizes_of
from ifdsl.ir.laying import LayoutLowering
from ifdsl.ir.layouts import BadLayout, ways
from ifdsl.ir.posing import posed
from ifdsl.ir.requirements import RequirementLowering
from ifdsl.ir.walk import height
from ifdsl.model.constraints import RESPONSE
from ifdsl.model.declarations import ConstraintInfo, FlowInfo, LayoutInfo, ModuleInfo, SpecInfo
from ifdsl.model.reporting import Reporter, span_of
from ifdsl.model.resolve import Resolution
from ifdsl.model.specs import TASKS
from ifdsl.primitives.types import RANGE
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.syntax import tree as t

Place = tuple[str, ...]
"""Names a part of a program: `("constraint", name)`, `("wording", name, "0")`, `("example", name, "0")`,
`("spec", name)`, `("requirement", spec, id)`, `("flow", name)`, `("turn", flow, name)`, `("golden", flow, turn)`,
`("step", flow, turn, number)`, `("layout", name)`, `("suite", name)`, `("cousins", of)`, `("conflict", title)`. What a
turn of a flow is graded on is `("requirement", "flow.turn", id)`."""


MAX_PROGRAM = 500_000
"""Nodes that the declarations of a program may grow to together."""

MAX_LETS = 200
"""Nodes on the longest way down a check, `let` lines written out: what explains a verdict looks through them."""


@dataclass(slots=True)
class Lowered:
    """A program with where its parts stand in the source."""

    program: n.Program
    places: dict[Place, Label]
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(slots=True)
class _Lowerer:
    resolution: Resolution
    reporter: Reporter
    places: dict[Place, Label] = field(default_factory=dict)
    lowered: dict[str, n.Constraint] = field(default_factory=dict)
    _left: int = MAX_PROGRAM
    _last: Lowering | None = None

    def _lowering(self) -> Lowering:
        if self._last is not None:
            self._left -= self._last.grown
        self._last = Lowering(self.resolution.notes, min(MAX_NODES, self._left))
        return self._last

    def _too_large(self, name: str, error: TooLarge, module: ModuleInfo, node: t.Node) -> None:
        self.reporter.report(codes.COST_TOO_HIGH, module.file, node, f"{quoted(name)} {error}")

    def _wrong(self, what: str, wrong: str | None, module: ModuleInfo, node: t.Node) -> bool:
        """Report what `limits` found, where it found anything."""
        if wrong is None:
            return False
        advice = [f"one loop over the response inside another is the limit (degree {MAX_DEGREE})"]
        help = advice if wrong == limits.CUBIC else []
        self.reporter.report(codes.COST_TOO_HIGH, module.file, node, f"{what} {wrong}", help=help)
        return True

    # ------------------------------------------------------------ constraints

    def constraint(self, info: ConstraintInfo) -> None:
        self._place(("constraint", info.qualified), info.module, info.node.name)
        try:
            self.lowered[info.qualified] = self._constraint(info, self._lowering())
        except TooLarge as error:
            self._too_large(info.name, error, info.module, info.node.name)

    def _constraint(self, info: ConstraintInfo, lowering: Lowering) -> n.Constraint:
        parameters = {p.name: n.Variable(name=p.name, type=str(p.type)) for p in info.parameters}
        environment: Environment = {**parameters, RESPONSE: n.Variable(name=RESPONSE, type="text")}
        lets: list[n.LetItem] = []
        wordings: list[n.Wording] = []
        phrasings: list[n.Phrasing] = []
        vary: list[n.Vary] = []
        examples: list[n.Example] = []
        check: n.Check | None = None
        heights: dict[str, int] = {}
        for item in info.node.items:
            if isinstance(item, t.Let):
                value = lowering.lower(item.value, environment)
                heights[item.name.value] = height(value, heights)
                if heights[item.name.value] > MAX_LETS:
                    raise TooLarge("is made of `let` lines that build on each other too deep")
                lets.append(n.LetItem(name=item.name.value, value=value))
                environment[item.name.value] = n.Variable(name=item.name.value, type=value.type)
            elif isinstance(item, t.Check):
                check = parts.check(item, tuple(lets), lowering, environment)
            elif isinstance(item, t.Wording):
                self._place(("wording", info.qualified, str(len(wordings))), info.module, item.text)
                wordings.append(parts.wording(item, lowering, environment))
            elif isinstance(item, t.Phrasing):
                phrasings.append(parts.phrasing(item, info, lowering, environment))
            elif isinstance(item, t.Vary):
                vary.append(parts.vary(item, lowering))
            elif isinstance(item, t.Example):
                self._place(("example", info.qualified, str(len(examples))), info.module, item)
                examples.append(parts.example(item, info, lowering))
        assert check is not None
        cost = bound_of_check(check)
        groups = parts.groups(info.node)
        constraint = n.Constraint(
            name=info.qualified,
            parameters=parts.parameters(info.parameters, lowering),
            check=check,
            doc=parts.text_of(info.node, "doc"),
            group=groups[0] if groups else "",
            also_in=groups[1:],
            id=parts.text_of(info.node, "id") or None,
            wordings=tuple(wordings),
            phrasings=tuple(phrasings),
            vary=tuple(vary),
            examples=tuple(examples),
            see=parts.see(info.node),
            cost=cost.base,
            cost_per_char=cost.linear,
            cost_per_char_squared=cost.quadratic,
        )
        if not info.module.shipped:
            self._check_limits(constraint, info)
        return constraint

    def _check_limits(self, constraint: n.Constraint, info: ConstraintInfo) -> None:
        module, node = info.module, info.node.name
        self._wrong(f"the check of {quoted(info.name)}", limits.wrong_with_check(constraint), module, node)
        for what, expressions in parts.constants(constraint):
            wrong = limits.wrong_with_constants(expressions) or parts.undefined(expressions)
            self._wrong(f"{what} of {quoted(info.name)}", wrong, module, node)
        holes = [hole for text in limits.texts_of(constraint) for hole in limits.holes(text)]
        self._wrong(f"a text of {quoted(info.name)}", limits.wrong_with_constants(holes), module, node)

    # ------------------------------------------------------------ specs

    def spec(self, info: SpecInfo) -> n.Spec | None:
        lowering = self._lowering()
        self._place(("spec", info.name), info.module, info.node.name)
        environment: Environment = {p.name: n.Variable(name=p.name, type=str(p.type)) for p in info.parameters}
        try:
            requirements = RequirementLowering(
                self.resolution,
                lowering,
                environment,
                parts.given_ids(info.node),
                lambda id_, node: self._place(("requirement", info.name, id_), info.module, node),
            )
            must, should = (requirements.lower(parts.demanded(info.node, keyword)) for keyword in ("must", "should"))
            stated, task = next(
                (item.keyword == "prompt", lowering.template(part, environment))
                for item in info.node.items
                if isinstance(item, t.Clause) and item.keyword in TASKS
                for part in item.parts
                if isinstance(part, t.Text)
            )
            draws = parts.draws(info.node, lowering)
            parameters = parts.parameters(info.parameters, lowering)
        except TooLarge as error:
            self._too_large(info.name, error, info.module, info.node.name)
            return None
        spec = n.Spec(
            name=info.name,
            parameters=parameters,
            task=task,
            stated=stated,
            must=must,
            should=should,
            draws=draws,
            meta=parts.meta(info.node),
        )
        self._check_spec(spec, info)
        return spec

    def _check_spec(self, spec: n.Spec, info: SpecInfo) -> None:
        module, node, name = info.module, info.node.name, quoted(info.name)
        for what, expressions in parts.spec_constants(spec):
            wrong = limits.wrong_with_constants(expressions) or parts.undefined(expressions)
            if self._wrong(f"{what} of {name}", wrong, module, node):
                return
        instances = count(spec)
        if instances > MAX_INSTANCES:
            message = f"{name} stands for {instances} instances; the limit is {MAX_INSTANCES}"
            self.reporter.report(codes.TOO_MANY_INSTANCES, module.file, node, message)
            return
        values = limits.values_of(spec)
        wrong = limits.wrong_with_constants(limits.holes(spec.task), values, limits.limit_for(instances))
        self._wrong(f"the task of {name}", wrong, module, node)
        for requirement in (*spec.must, *spec.should):
            wrong = limits.wrong_with_requirement(requirement, self.lowered, values, instances)
            if wrong is not None:
                label = self.places["requirement", info.name, requirement.id]
                self.reporter.diagnostics.append(Diagnostic(codes.COST_TOO_HIGH, f"this {wrong}", label))

    # ------------------------------------------------------------ knowledge tasks

    def knowledge(self, info: SpecInfo) -> n.Knowledge | None:
        self._place(("spec", info.name), info.module, info.node.name)
        lowering = KnowledgeLowering(
            self.resolution,
            self._lowering(),
            info,
            lambda id_, node: self._place(("requirement", info.name, id_), info.module, node),
        )
        try:
            knowledge = lowering.lower()
        except TooLarge as error:
            self._too_large(info.name, error, info.module, info.node.name)
            return None
        sizes = sizes_of(knowledge)
        for what, expressions in evaluated_by_row(knowledge):
            wrong = limits.wrong_with_constants(expressions, sizes)
            if self._wrong(f"{what} of {quoted(info.name)}", wrong, info.module, info.node.name):
                return knowledge
        self._check_spec(posed(knowledge).spec, info)
        return knowledge

    # ------------------------------------------------------------ flows

    def flow(self, info: FlowInfo) -> n.Flow | None:
        self._place(("flow", info.name), info.module, info.node.name)
        lowering = FlowLowering(
            self.resolution,
            self._lowering(),
            self.reporter,
            info,
            lambda place, node: self._place(place, info.module, node),
        )
        try:
            flow = lowering.lower()
        except TooLarge as error:
            self._too_large(info.name, error, info.module, info.node.name)
            return None
        self._check_flow(flow, info)
        return flow

    def layouts(self, infos: Iterable[LayoutInfo]) -> dict[str, n.FlowTemplate]:
        """Flow templates and all that they name, by qualified name."""
        waiting, found = list(infos), dict[str, n.FlowTemplate]()
        while waiting:
            info = waiting.pop(0)
            if info.qualified not in found:
                self._place(("layout", info.qualified), info.module, info.node.name)
                lowering = LayoutLowering(self._lowering(), info)
                try:
                    found[info.qualified] = lowering.lower()
                except TooLarge as error:
                    self._too_large(info.name, error, info.module, info.node.name)
                waiting += lowering.called
        for name, template in found.items():
            self._check_layout(name, template, found)
        return found

    def _check_layout(self, name: str, template: n.FlowTemplate, all_: dict[str, n.FlowTemplate]) -> None:
        if any(parameter.default is None for parameter in template.parameters):
            return  # it is laid out where it gets its values
        try:
            ways(template, all_)
        except BadLayout as error:
            message = f"{quoted(name.rpartition('.')[2])} cannot be laid out: {error}"
            self.reporter.diagnostics.append(Diagnostic(codes.BAD_LAYOUT, message, self.places["layout", name]))

    def _check_flow(self, flow: n.Flow, info: FlowInfo) -> None:
        module, name = info.module, quoted(info.name)
        for what, expressions in parts.spec_constants(flow):
            wrong = limits.wrong_with_constants(expressions) or parts.undefined(expressions)
            if self._wrong(f"{what} of {name}", wrong, module, info.node.name):
                return
        instances = count(flow)
        if instances > MAX_INSTANCES:
            message = f"{name} stands for {instances} instances; the limit is {MAX_INSTANCES}"
            self.reporter.report(codes.TOO_MANY_INSTANCES, module.file, info.node.name, message)
            return
        for turn, what, wrong in wrong_with_turns(flow, self.lowered, instances):
            label = self.places["turn", flow.name, turn.name]
            self.reporter.diagnostics.append(Diagnostic(codes.COST_TOO_HIGH, f"{what} {wrong}", label))

    # ------------------------------------------------------------ the rest

    def conflict(self, node: t.Conflict, module: ModuleInfo) -> n.Conflict | None:
        try:
            return self._conflict(node, module, self._lowering())
        except TooLarge as error:
            self._too_large(parts.literal(node.title), error, module, node.title)
            return None

    def _conflict(self, node: t.Conflict, module: ModuleInfo, lowering: Lowering) -> n.Conflict:
        from ifdsl.model.names import find_constraint

        environment: Environment = {}
        between = []
        for pattern in node.patterns:
            info = find_constraint(pattern.path, module, self.reporter)
            assert info is not None
            types = {p.name: p.type for p in info.parameters}
            bindings = []
            for binding in pattern.bindings:
                alias = (binding.alias or binding.parameter).value
                bindings.append(n.Binding(parameter=binding.parameter.value, alias=alias))
                environment[alias] = n.Variable(name=alias, type=str(types[binding.parameter.value]))
            between.append(n.ConflictPattern(constraint=info.qualified, bindings=tuple(bindings)))
        when = next((part for item in node.items if item.keyword == "when" for part in item.parts), None)
        because = next((part for item in node.items if item.keyword == "because" for part in item.parts), None)
        title = parts.literal(node.title)
        self._place(("conflict", title), module, node)
        return n.Conflict(
            title=title,
            between=tuple(between),
            when=None if when is None else lowering.lower(when, environment),  # type: ignore[arg-type]
            because=parts.literal(because) if isinstance(because, t.Text) else "",
        )

    def suite(self, node: t.Suite, module: ModuleInfo) -> n.Suite | None:
        self._place(("suite", node.name.value), module, node.name)
        try:
            return self._suite(node, self._lowering())
        except TooLarge as error:
            self._too_large(node.name.value, error, module, node.name)
            return None

    def _suite(self, node: t.Suite, lowering: Lowering) -> n.Suite:
        drawn = [part for part in parts.clause_parts(node, "draw") if isinstance(part, t.Number | t.RangeOf)]
        counts = [lowering.argument(part, RANGE, None, {}) for part in drawn]
        number = {key: parts.clause_part(node, key, t.Number) for key in ("seed", "cases")}
        patterns = parts.names(node, "patterns")
        return n.Suite(
            name=node.name.value,
            doc=parts.text_of(node, "doc"),
            seed=int(number["seed"].value) if isinstance(number["seed"], t.Number) else 0,
            cases=int(number["cases"].value) if isinstance(number["cases"], t.Number) else None,
            draw=counts[0] if counts else None,
            draw_groups=any(
                isinstance(part, t.Word) and part.value == "groups" for part in parts.clause_parts(node, "draw")
            ),
            draw_each=counts[1] if len(counts) > 1 else None,
            draw_from=parts.paths(node, "draw"),
            flows=parts.paths(node, "flows"),
            tasks=parts.paths(node, "tasks"),
            patterns=patterns or ("listing",),
            reject=parts.names(node, "reject"),
            report=parts.report_items(node),
        )

    def cousins(self, node: t.Cousins, module: ModuleInfo) -> n.Cousins:
        self._place(("cousins", node.of.dotted), module, node.of)
        count = {item.keyword: next(part for part in item.parts if isinstance(part, t.Number)) for item in node.items}
        number = {keyword: int(part.value) for keyword, part in count.items()}
        return n.Cousins(
            of=node.of.dotted,
            reword=number.get("reword", 0),
            distract=number.get("distract", 0),
            distract_from=parts.paths(node, "distract"),
            reconfigure=number.get("reconfigure", 0),
            swap=number.get("swap", 0),
            swap_from=parts.paths(node, "swap"),
        )

    def _place(self, place: Place, module: ModuleInfo, node: t.Node) -> None:
        self.places[place] = Label(module.file, span_of(node))


def lower(resolution: Resolution) -> Lowered:
    """Lower everything that resolved; the program's names are those of the main module."""
    reporter = Reporter()
    lowerer = _Lowerer(resolution, reporter)
    main = resolution.main
    for info in resolution.constraints.values():
        lowerer.constraint(info)
    nodes = main.tree.declarations
    specs = [lowerer.spec(info) for info in main.specs.values() if info.node.row is None]
    knowledge = [lowerer.knowledge(info) for info in main.specs.values() if info.node.row is not None]
    flows = [lowerer.flow(info) for info in main.flows.values()]
    layouts = lowerer.layouts(main.layouts.values())
    conflicts = [
        lowerer.conflict(node, module)
        for module in resolution.modules
        for node in module.tree.declarations
        if isinstance(node, t.Conflict) and (not module.shipped or module is main)
    ]
    suites = [lowerer.suite(node, main) for node in nodes if isinstance(node, t.Suite)]
    program = n.Program(
        module=main.name,
        uses=tuple(dict.fromkeys(used.name for _, used in main.use_nodes)),
        constraints=lowerer.lowered,
        conflicts=tuple(conflict for conflict in conflicts if conflict is not None),
        specs=tuple(spec for spec in specs if spec is not None),
        knowledge=tuple(one for one in knowledge if one is not None),
        flows=tuple(flow for flow in flows if flow is not None),
        layouts=layouts,
        sources=tuple(parts.source(node, reporter, main) for node in nodes if isinstance(node, t.Source)),
        suites=tuple(suite for suite in suites if suite is not None),
        cousins=tuple(lowerer.cousins(node, main) for node in nodes if isinstance(node, t.Cousins)),
        packs={module.name: pack for module in resolution.modules for pack in parts.packs(module.tree)},
    )
    return Lowered(program, lowerer.places, tuple(reporter.diagnostics))
