"""Take the options of `ifdsl eval`; give the run that it writes, and the model that it asks, for a `with` block."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ifdsl.cli.keeping import Keeper
from ifdsl.cli.output import CannotEvaluate
from ifdsl.cli.run_folder import folders_of, manifest_of
from ifdsl.run.grading import Grader, Item, stored
from ifdsl.source import codes
from ifdsl.source.diagnostic import counted, quoted
from ifdsl.source.file import about
from ifdsl.store.manifest import MANIFEST, BadManifest, DifferentRun
from ifdsl.store.records import (
    ORACLE,
    ItemResult,
    Prompt,
    Request,
    Response,
    Sampling,
    Subject,
    request_of,
)

if TYPE_CHECKING:
    from ifdsl.run.clients import Client
    from ifdsl.store.runs import Run

RECORDED = Subject("recorded", "")


class Told(Exception):
    """What was wanted has been said, or written: nothing is to be graded."""


class Session:
    """The run of one command, and the model behind it.

    Args:
        options: those of `ifdsl eval`.
        grader: what gives the verdicts, for their names.

    Without a folder and without a model there is no run: recorded responses are graded and forgotten.
    """

    def __init__(self, options: argparse.Namespace, grader: Grader) -> None:
        self.options = options
        self.grader = grader
        self.run: Run | None = None
        self.kept = 0
        self.stopped: str | None = None
        self.client: Client | None = None
        self.sampling = Sampling()
        self.subject = Subject(ORACLE, ORACLE) if options.model == ORACLE else RECORDED
        self._stack = ExitStack()
        self._keeper = Keeper(None, None)

    def __enter__(self) -> Self:
        """Open the run.

        Raises:
            CannotEvaluate: the model cannot be asked, or the folder holds another run.
            MissingExtra: a part that is needed is not installed.
        """
        with ExitStack() as stack:
            if self.options.model not in (None, ORACLE):
                self._meet(stack)
            if self.options.run_folder is not None:
                self._open_again(stack)
            elif self.client is not None or self.options.out is not None:
                self._open(stack)
            there = self.asks or self.options.run_folder is not None
            self._keeper = Keeper(self.run, None if there else self.request)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            # Of a run that ends with an error, what was graded by then is there all the same.
            self._keeper.flush()
        finally:
            self._stack.close()

    @property
    def folder(self) -> Path | None:
        return None if self.run is None else self.run.folder

    def _meet(self, stack: ExitStack) -> None:
        """Find out whom to ask, and how."""
        from ifdsl.cli.models import Unusable, client_of, sampling_of

        if self.options.max_cost is not None and self.options.prices is None:
            self.options.parser.error("--max-cost needs the prices of the model: --prices IN,OUT")
        try:
            self.sampling = sampling_of(self.options)
            self.client = client_of(self.options, stack)
        except Unusable as error:
            raise CannotEvaluate([about(self.options.model, str(error), codes.MODEL_ERROR)]) from error
        self.subject = self.client.subject
        if self.subject.kind != "openai" and (self.options.batch_out or self.options.batch_in):
            self.options.parser.error("batch files are for a model on a server, `openai:NAME`")

    @property
    def asks(self) -> bool:
        """Whether the responses are a model's, which are asked for here."""
        return self.client is not None

    def _open_again(self, stack: ExitStack) -> None:
        """Open the run whose responses are graded again."""
        from ifdsl.store.manifest import read_manifest
        from ifdsl.store.runs import Run, StoreError

        try:
            self.run = stack.enter_context(Run.write(self.options.run_folder, read_manifest(self.options.run_folder)))
        except (BadManifest, StoreError) as error:
            raise CannotEvaluate([about(self.options.run_folder, str(error), codes.BAD_RUN)]) from error

    def _open(self, stack: ExitStack) -> None:
        from ifdsl.store.runs import Run, StoreError

        for folder in folders_of(self.options, self.subject):
            manifest = manifest_of(self.options, self.subject, self.sampling, folder)
            # What would be asked is said of the run that is there; none is made.
            if self.options.dry_run and not (folder / MANIFEST).exists():
                return
            try:
                self.run = stack.enter_context(Run.write(folder, manifest, disposable=not self.asks))
                return
            except DifferentRun as error:
                if self.options.out is None:
                    continue
                advice = "name another folder with --out"
                raise CannotEvaluate([about(folder, str(error), codes.DIFFERENT_RUN, advice)]) from error
            except (BadManifest, StoreError) as error:
                system = isinstance(error.__cause__, OSError) and not isinstance(error.__cause__, StoreError)
                code = codes.CANNOT_WRITE if system else codes.BAD_RUN
                raise CannotEvaluate([about(folder, str(error), code)]) from error

    # Asking

    def held(self, prompts: list[Prompt]) -> list[Prompt]:
        """The prompts that are to be graded: of a run that is graded again, those that were asked.

        Raises:
            CannotEvaluate: none of them was.
        """
        if self.options.run_folder is None or self.run is None:
            return prompts
        there = self.run.database.prompts()
        found = [prompt for prompt in prompts if prompt.id in there]
        if prompts and not found:
            message = "the run asked none of the prompts of this file"
            raise CannotEvaluate([about(self.options.file, message, codes.NOTHING_TO_RUN)])
        left = len(there) - len(found)
        if left and not self.options.quiet:
            print(f"{counted(left, 'prompt')} of the run not in this file: the verdicts stay", file=sys.stderr)
        return found

    def ask(self, items: Sequence[Item]) -> None:
        """See to it that the run has the answers to some items, as far as it goes.

        Raises:
            CannotEvaluate: the run asked something else of an item, or nothing can be asked.
            Told: only what would be asked was wanted.
        """
        rows = [stored(item, self.grader.fingerprint(item)) for item in items]
        if not self.asks:
            assert self.run is not None, "its responses are graded again"
            self.run.database.regrade(rows)
            return
        from ifdsl.cli import asking

        requests = [self.request(item.prompt, repeat) for item in items for repeat in range(self.options.repeats)]
        if self.options.dry_run:
            asking.tell(self, requests)
            raise Told
        assert self.run is not None
        self._require_same(items)
        self.run.database.put_items(rows)
        if self.stopped is not None:
            return
        outcome = asking.ask(self, requests)
        self.kept += outcome.kept
        self.stopped = outcome.stopped
        if outcome.lost:
            self.stopped = f"{self.stopped}; {outcome.lost} answers came and could not be written"

    def request(self, prompt: Prompt, repeat: int = 0) -> Request:
        return request_of(self.subject, self.sampling, prompt, repeat)

    def _require_same(self, items: Sequence[Item]) -> None:
        assert self.run is not None
        there = self.run.database.prompts()
        changed = [
            item.prompt.id
            for item in items
            # What stands before the last message may be an answer, which another try has otherwise.
            if item.prompt.id in there and there[item.prompt.id][-1:] != item.prompt.messages[-1:]
        ]
        if changed:
            named = ", ".join(quoted(id_) for id_ in changed[:3]) + (" and others" if len(changed) > 3 else "")
            message = f"the folder holds a run in which {named} was asked in other words"
            other = "begin a new one with --fresh" if self.options.out is None else "name another folder with --out"
            advice = f"{other}, or grade what is there with `ifdsl verify`"
            raise CannotEvaluate([about(self.run.folder, message, codes.DIFFERENT_RUN, advice)])

    def answers(self, item: Item) -> list[Response] | list[None]:
        """The responses to an item, as the run has them; a single `None` where it has none."""
        assert self.run is not None
        return self.run.database.responses_to(item.prompt.id) or [None]

    def finish(self) -> None:
        """Write what is left to be written, and say what was not asked for again."""
        self._keeper.flush()
        if self.kept and not self.options.quiet:
            kept = f"{self.kept} responses were there already and were not asked for again"
            print(kept + ("" if self.options.out else " (--fresh asks anew)"), file=sys.stderr)

    def record(self, result: ItemResult) -> ItemResult:
        """Keep a result in the run; give it under the name that it has there."""
        return self._keeper.add(result)
