"""Ray: the bytes of a local job from the actors of a real cluster of this machine, and rows for and from generation."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ifdsl.run.bulk.batch import BatchVerifier
from ifdsl.run.bulk.job import Settings
from ifdsl.run.bulk.on_ray import ERROR, answered_row, carry, request_rows
from ifdsl.run.bulk.verify import verify_file
from ifdsl.store.records import Sampling
from tests.run.bulk.cases import bytes_of, own_checks, rows, write_jsonl

pa = pytest.importorskip("pyarrow", reason="needs the extra `parquet`")

PROGRAM = """
import json
import sys
from pathlib import Path

import ray

from ifdsl.run.bulk.verify import verify_file
from ifdsl.run.bulk.job import Settings
from ifdsl.run.bulk.on_ray import DatasetVerifier
from tests.run.bulk.cases import own_checks, rows

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    checks = own_checks(folder)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    found = verify_file(
        folder / "r.jsonl", checks, folder / "ray", engine="ray", workers=2, settings=Settings(part_rows=20)
    )
    dataset = ray.data.from_items(rows(30)).map_batches(
        DatasetVerifier, fn_constructor_args=(checks,), batch_format="pyarrow", batch_size=8,
        compute=ray.data.ActorPoolStrategy(size=1),
    )
    print(json.dumps([found.to_dict(), dataset.take_all()]))
"""


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra `ray`")
def test_actors_write_the_bytes_of_a_local_job_and_batches_of_a_dataset_get_their_verdicts(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", rows(110))
    checks = own_checks(tmp_path)
    local = verify_file(source, checks, tmp_path / "local", workers=0, settings=Settings(part_rows=20))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    # What is imported here has to be imported by the actors too.
    path = os.pathsep.join([str(Path(__file__).resolve().parents[2]), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, str(program), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found, answered = json.loads(done.stdout.splitlines()[-1])
    assert found == local.to_dict()
    assert bytes_of(tmp_path / "ray") == bytes_of(tmp_path / "local")
    expected = BatchVerifier(checks).verify_batch(pa.RecordBatch.from_pylist(rows(30))).to_pylist()
    by_place = {row["repeat"] * 2 + (number % 2): row for number, row in enumerate(expected)}
    assert len(by_place) == len(answered) == 30
    responses = [row.pop("response") for row in answered]
    order = {
        json.dumps({**row, "response": text}, sort_keys=True) for row, text in zip(answered, responses, strict=True)
    }
    wanted = [{**row, "response": asked["response"]} for row, asked in zip(expected, rows(30), strict=True)]
    assert order == {json.dumps(row, sort_keys=True) for row in wanted}


def test_each_answer_wanted_is_a_row_of_its_own(tmp_path: Path) -> None:
    items = list(own_checks(tmp_path).source.items([]))
    sampling = Sampling(max_tokens=9, temperature=0.5, seed=3, stop=("END",), extra={"top_k": 5})
    asked = list(request_rows(items, sampling, repeats=2))
    assert [(row["key"], row["repeat"], row["sampling_params"]["seed"]) for row in asked] == [
        ("note", 0, 3),
        ("note", 1, 4),
        ("short", 0, 3),
        ("short", 1, 4),
    ]
    assert asked[0]["messages"] == [{"role": "user", "content": items[0].prompt.text}]
    assert asked[0]["sampling_params"] == {"max_tokens": 9, "temperature": 0.5, "seed": 3, "stop": ["END"], "top_k": 5}


def test_what_the_processor_gives_is_a_response_to_verify(tmp_path: Path) -> None:
    common = {"key": "short", "repeat": 1}
    whole = {**common, "generated_text": "one two", "num_generated_tokens": 2, "prompt": "…"}
    cut = {**whole, "num_generated_tokens": 8}
    given = [carry(whole), carry(cut), {**common, "generated_text": "", "prompt": "…", ERROR: "ValueError: too long"}]
    answers = [answered_row(row, max_tokens=8) for row in given]
    assert answers[2]["error"] == "ValueError: too long"
    batch = pa.RecordBatch.from_pylist(answers)
    found = BatchVerifier(own_checks(tmp_path)).verify_batch(batch).to_pylist()
    assert [(row["status"], row["strict"]) for row in found] == [
        ("ok", True),
        ("truncated", True),
        ("api_error", False),
    ]
    assert [(row["key"], row["repeat"], row["kind"]) for row in found] == [("short", 1, None)] * 3
