"""Take checks and an Arrow batch of responses; give the Arrow batch of their verdicts, one row for each, in order.

This is the one function of bulk verification: the pool of processes on one machine, Ray Data's `map_batches` and
anything else that speaks Arrow call it, with batches of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ifdsl.checking.lenient import LENIENT
from ifdsl.run.bulk.checks import Checks
from ifdsl.run.bulk.rows import (
    NO_KEY,
    UNKNOWN_KEY,
    BadRow,
    Trouble,
    member_as_json,
    members,
    repeat_of,
    response_of,
    rows_of,
    shown,
)
from ifdsl.run.bulk.verdicts import Judged, verdicts
from ifdsl.run.grading import Grader, Item
from ifdsl.run.recorded import key_of
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.columns import JSON
from ifdsl.store.records import ItemResult, RequirementResult, Response

if TYPE_CHECKING:
    import pyarrow as pa


class BatchVerifier:
    """Grades batches. Making one makes the items, so that it is made once in each process.

    Where items share a key or a prompt, the first stands. Calls from several threads do not disturb one another.
    """

    def __init__(self, checks: Checks, problems: list[Diagnostic] | None = None) -> None:
        """
        Args:
            checks: what to grade with.
            problems: what is wrong with the sources of the items is added here.

        Raises:
            CompileFailed: no item can be made.
            OSError: a file cannot be read.
        """
        self._checks = checks
        self._grader = Grader(LENIENT[checks.lenient], checks.reading)
        self._by_key: dict[str, Item] = {}
        self._by_prompt: dict[str, Item] = {}
        for item in checks.source.items([] if problems is None else problems):
            self._by_key.setdefault(item.prompt.id, item)
            self._by_prompt.setdefault(self._kept(item.prompt.text), item)

    def __len__(self) -> int:
        """How many prompts there are."""
        return len(self._by_prompt if self._checks.join == "prompt" else self._by_key)

    def verify_batch(
        self,
        batch: pa.RecordBatch,
        *,
        keep: Sequence[str] = (),
        given_up: Mapping[int, Trouble] | None = None,
        begin: Callable[[int], None] | None = None,
    ) -> pa.RecordBatch:
        """The verdicts on the responses of a batch; nothing in a row raises.

        Columns in, each by the first of its names that is there: `key`, `id` or `prompt_id`, a text or whole number;
        `prompt`, for joining by text; `response`, `output`, `completion` or `text`, a text or null; `repeat`, which
        of several answers to the prompt this is; `status` or `finish_reason`, how the answer ended. Or one column
        `json` of lines that hold objects with such members.

        Columns out:

        - those of `keep` that are there, as they are (members of `json`: as JSON in a text);
        - `key` string, the id of the prompt, and `repeat` int32;
        - `status` string: how the answer ended, of `store.records.STATUSES`;
        - `strict`, `loose` bool: whether all `must` requirements pass; null where that is undecided;
        - `score` double: the share of passing requirements among those that apply; `reward` double: the dense reward
          of `checking.verdict.Report`, null unless the checks ask for it. Both in [0, 1], null without a verdict;
        - `requirements` list of struct (`id`, `constraint` string; `strict`, `loose` string, of
          `store.records.VERDICTS`; `required` bool): empty for a bad row;
        - `kind`, `problem` string: what kept the row from its verdict, and the reason; null where nothing did.

        Args:
            batch: the responses.
            keep: columns that are passed through.
            given_up: rows that are not to be tried, by their place in the batch from 0; they are `unknown`.
            begin: is told the place of each row before it is checked.
        """
        import pyarrow as pa

        judged = []
        from_json = JSON in batch.schema.names
        wanted = [name for name in keep if name in batch.schema.names or from_json]
        kept: dict[str, list[str | None]] = {name: [] for name in wanted if name not in batch.schema.names}
        for place, row in enumerate(rows_of(batch)):
            if begin is not None:
                begin(place)
            judged.append(self._judge(row, (given_up or {}).get(place)))
            for name, values in kept.items():
                values.append(member_as_json(row, name))
        columns: dict[str, Any] = {
            name: pa.array(kept[name], pa.string()) if name in kept else batch.column(name) for name in wanted
        }
        columns |= verdicts(judged)
        return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))

    def _judge(self, row: object, given_up: Trouble | None) -> Judged:
        key, repeat = None, 0
        try:
            found = members(row)
            key = key_of(found)
            repeat = repeat_of(found)
            item = self._item(found, key)
            response = response_of(found, item.prompt.id, repeat)
        except BadRow as bad:
            return Judged(key, repeat, trouble=bad.trouble)
        if given_up is not None:
            return Judged(item.prompt.id, repeat, response.status, _unknown(item, response), trouble=given_up)
        if self._checks.graded is not None:
            response = response._replace(text=self._checks.graded(response.text))
        result = self._grader.grade(item, response)
        reward = None
        if self._checks.rewards:
            reward = item.verifier.check(response.text).reward if response.answered else 0.0
        return Judged(item.prompt.id, repeat, response.status, result, reward)

    def _item(self, row: Mapping[str, Any], key: str | None) -> Item:
        """The item that a row answers; raises BadRow where there is none."""
        by, prompt = self._checks.join, row.get("prompt")
        if key is not None and by != "prompt":
            item = self._by_key.get(key)
            words = f"no prompt has the key {shown(key)}"
        elif isinstance(prompt, str) and by != "only_key":
            item = self._by_prompt.get(self._kept(prompt))
            words = f"no prompt has the text {shown(prompt)}"
        else:
            names = {"prompt": "no prompt", "only_key": "no key"}
            raise BadRow(NO_KEY, f"this row has {names.get(by, 'neither a key nor a prompt')}")
        if item is None:
            raise BadRow(UNKNOWN_KEY, words)
        return item

    def _kept(self, prompt: str) -> str:
        return prompt.strip() if self._checks.join == "stripped" else prompt


def _unknown(item: Item, response: Response) -> ItemResult:
    """The result of a row whose check did not end."""
    labels = zip(item.verifier.ids, item.labels, strict=True)
    results = [RequirementResult.stated(id_, *label) for id_, label in labels]
    return ItemResult.of(item.prompt, response, results)
