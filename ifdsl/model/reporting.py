"""Take a node and what is wrong with it; collect the diagnostics of one compilation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, Edit, Fix, Label, Safety, quoted, suggest
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.syntax.tree import Node

MAX_COMPARED = 5_000
"""Names that unknown words are compared with, all together: a file full of them is wrong in another way."""


@dataclass(slots=True)
class Reporter:
    """Collects diagnostics. One per compilation; each report names the file it is about."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    _compared: int = 0

    def report(
        self,
        code: Code,
        file: SourceFile,
        node: Node,
        message: str,
        *,
        label: str = "",
        secondary: Iterable[Label] = (),
        help: Iterable[str] = (),
        fixes: Iterable[Fix] = (),
    ) -> None:
        primary = Label(file, span_of(node), label)
        self.diagnostics.append(Diagnostic(code, message, primary, tuple(secondary), tuple(help), tuple(fixes)))

    def unknown(
        self,
        code: Code,
        file: SourceFile,
        node: Node,
        what: str,
        word: str,
        candidates: Iterable[str],
        *,
        write: Callable[[str], str] = str,
    ) -> None:
        """Report a word that names nothing, with the nearest that does as a fix; `write` puts it into the source."""
        names, nearest = [], None
        if self._compared < MAX_COMPARED:
            names = sorted(set(candidates))
            self._compared += len(names)
            nearest = suggest(word, names)
        fixes, advice = [], []
        if nearest is not None:
            replace = Edit(span_of(node), write(nearest))
            fixes.append(Fix(f"write {quoted(write(nearest))}", (replace,), Safety.UNSAFE))
        elif names and len(names) <= 12:
            advice.append("known here: " + ", ".join(quoted(name) for name in names))
        self.report(code, file, node, f"no {what} is called {quoted(word)}", help=advice, fixes=fixes)

    @property
    def failed(self) -> bool:
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)


def span_of(node: Node) -> Span:
    return Span(node.start, node.end)
