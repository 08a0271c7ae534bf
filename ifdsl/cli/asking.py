"""Take a session and requests; ask them with a line of progress, or say what that would come to, or use batch files."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ifdsl.cli.output import CannotEvaluate
from ifdsl.source import codes
from ifdsl.source.diagnostic import counted
from ifdsl.source.file import about
from ifdsl.store.records import Request

if TYPE_CHECKING:
    from ifdsl.cli.session import Session
    from ifdsl.run.asking import Manner, Outcome, State, Watcher
    from ifdsl.run.progress import Progress
    from ifdsl.store.database import Entry


def ask(session: Session, requests: Sequence[Request]) -> Outcome:
    """Ask what the run has no answer to yet; see `ifdsl.run.asking.ask`.

    Raises:
        CannotEvaluate: the model cannot be asked.
        Told: what is to be asked was written as a batch.
    """
    from ifdsl.run import asking
    from ifdsl.run.address import ClientSetupError

    options, run, client = session.options, session.run, session.client
    assert run is not None
    assert client is not None
    if options.batch_out is not None or options.batch_in is not None:
        return _by_batch(session, _left(session, requests), len(requests))
    progress, watch = watcher(options)
    try:
        outcome = asking.ask(run, requests, client, session.sampling, manner_of(options), watch)
    except ClientSetupError as error:
        raise CannotEvaluate([about(options.model, str(error), codes.MODEL_ERROR)]) from error
    if outcome.asked:
        progress.close()
    return outcome


def watcher(options: argparse.Namespace) -> tuple[Progress, Watcher]:
    """A line of progress, and what brings it up to date."""
    from ifdsl.run.progress import Progress

    progress = Progress(None, sys.stderr, options.quiet)

    def watch(entries: Sequence[Entry], state: State) -> None:
        progress.total = state.to_ask
        for entry in entries:
            progress.update(entry.response, under_way=state.under_way, limit=state.limit, cost=state.budget.cost)

    return progress, watch


def manner_of(options: argparse.Namespace) -> Manner:
    """How the run asks."""
    from ifdsl.run.asking import Manner
    from ifdsl.run.budget import Limits, Prices
    from ifdsl.run.schedule import Patience

    prices = None if options.prices is None else Prices(*options.prices)
    limits = Limits(options.max_cost, options.max_total_tokens, options.max_requests)
    patience = Patience(timeout=options.timeout, deadline=max(options.timeout, options.deadline))
    return Manner(options.concurrency, patience, limits, prices)


def _left(session: Session, requests: Sequence[Request]) -> list[Request]:
    there = set() if session.run is None else session.run.database.answered()
    return [request for request in requests if request.key not in there]


def tell(session: Session, requests: Sequence[Request]) -> None:
    """Say what asking would come to, on standard output."""
    from ifdsl.run.budget import Prices, expected

    left = _left(session, requests)
    least, most = expected([request.prompt for request in left], session.sampling)
    prices = session.options.prices
    print(f"{counted(len(requests), 'request')}, {len(requests) - len(left)} answered already, {len(left)} to ask")
    print(f"prompts: about {least.prompt_tokens} to {most.prompt_tokens} tokens")
    print(f"answers: at most {most.completion_tokens} tokens")
    if prices is not None:
        low, high = (Prices(*prices).cost(*each) for each in (least, most))
        print(f"cost: about {low:.4g} (with empty answers) to {high:.4g} (with the longest ones)")


def _by_batch(session: Session, left: Sequence[Request], all_: int) -> Outcome:
    from ifdsl.cli.models import marks_of
    from ifdsl.cli.session import Told
    from ifdsl.run.asking import Outcome
    from ifdsl.run.batches import read_batch, write_batches
    from ifdsl.store.records import Problem

    options, run = session.options, session.run
    assert run is not None
    model = session.subject.model
    if options.batch_out is not None:
        written = write_batches(options.batch_out, left, model, session.sampling, options.limit_field)
        names = ", ".join(str(path) for path in written) or "no file"
        print(f"{counted(len(left), 'request')} written to {names}; read the answers with --batch-in", file=sys.stderr)
        raise Told
    by_key = {request.key: request for request in left}
    entries = []
    for found in read_batch(options.batch_in, by_key, model, time.time(), marks_of(options)):
        if isinstance(found, Problem):
            # A request that was answered before may stand in the file again.
            print(f"warning: {found}", file=sys.stderr)
        else:
            entries.append(found)
    run.enter(entries)
    missing = len(left) - len(entries)
    reason = f"the batch has no answer to {counted(missing, 'request')}" if missing else None
    return Outcome(all_ - len(left), len(entries), reason)
