"""Verification of whole files: committed part by part, gone on with after any end, the same bytes in the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.compiler import CompileFailed
from ifdsl.run.bulk.batch import BatchVerifier
from ifdsl.run.bulk.job import JobDiffers, Settings
from ifdsl.run.bulk.tally import MAX_LISTED, Tally
from ifdsl.run.bulk.verify import verify_file
from ifdsl.source.diagnostic import Diagnostic
from tests.run.bulk.cases import bytes_of, own_checks, rows, verdicts_in, write_jsonl, write_parquet

pa = pytest.importorskip("pyarrow", reason="needs the extra `parquet`")

SMALL = Settings(part_rows=20, batch_rows=6)


def verdicts_of(values: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    return BatchVerifier(own_checks(folder)).verify_batch(pa.RecordBatch.from_pylist(values)).to_pylist()


@pytest.mark.parametrize("workers", [0, 2])
def test_each_row_has_its_verdict_and_the_counts_add_up(workers: int, tmp_path: Path) -> None:
    values = rows(90)
    source = write_parquet(tmp_path / "r.parquet", values)
    told: list[tuple[int, int, int]] = []
    found = verify_file(
        source,
        own_checks(tmp_path),
        tmp_path / "out",
        workers=workers,
        settings=SMALL,
        progress=lambda done, of, counts: told.append((done, of, counts.rows)),
    )
    written = verdicts_in(tmp_path / "out")
    assert [row.pop("row") for row in written] == list(range(1, 91))
    assert written == verdicts_of(values, tmp_path)
    assert told == [(1, 5, 20), (2, 5, 20), (3, 5, 20), (4, 5, 20), (5, 5, 10)]
    bad = [row for row in written if row["kind"] is not None]
    graded = [row for row in written if row["kind"] is None]
    words = {True: "pass", False: "fail", None: "unknown"}
    assert (found.rows, found.bad, found.given_up, found.judged, found.sound) == (90, len(bad), 0, len(graded), False)
    assert found.troubles == Counter(unknown_key=len(bad))
    assert found.strict == Counter(words[row["strict"]] for row in graded)
    assert found.loose == Counter(words[row["loose"]] for row in graded)
    assert found.statuses == Counter(row["status"] for row in graded)
    assert found.score == pytest.approx(sum(row["score"] for row in graded))
    must = [one for row in graded for one in row["requirements"] if one["required"]]
    assert found.constraints == {
        name: {
            reading: Counter(one[reading] for one in must if one["constraint"] == name)
            for reading in ("strict", "loose")
        }
        for name in {one["constraint"] for one in must}
    }
    assert [(p.file, p.line, p.kind) for p in found.problems] == [
        (str(source), number, "unknown_key") for number, row in enumerate(written, start=1) if row["kind"]
    ]
    assert found.problems[0].message == "no prompt has the key `none`"
    assert json.loads((tmp_path / "out" / "summary.json").read_bytes()) == found.to_dict()


def test_processes_and_batches_of_any_size_write_the_same_bytes(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", rows(70))
    checks = own_checks(tmp_path)
    verify_file(source, checks, tmp_path / "a", workers=0, settings=SMALL)
    verify_file(source, checks, tmp_path / "b", workers=3, settings=Settings(part_rows=20, batch_rows=1))
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_files_of_a_folder_are_parts_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "responses"
    (folder / "deep").mkdir(parents=True)
    values = rows(60)
    write_parquet(folder / "b.parquet", values[25:])
    write_jsonl(folder / "a.jsonl", [*values[:25], [5]])
    found = verify_file(folder, own_checks(tmp_path), tmp_path / "out", workers=0, settings=SMALL)
    assert found.rows == 61
    written = verdicts_in(tmp_path / "out")
    assert [row["row"] for row in written] == [*range(1, 27), *range(1, 36)]
    assert found.troubles == Counter(unknown_key=5, malformed=1)
    malformed = next(one for one in found.problems if one.kind == "malformed")
    assert (malformed.file, malformed.line) == (str(folder / "a.jsonl"), 26)
    assert written[25]["problem"] == "a row is an object; a list stands here"


def test_columns_that_are_kept_come_along(tmp_path: Path) -> None:
    values = [{**row, "model": f"m{number}"} for number, row in enumerate(rows(9))]
    source = write_parquet(tmp_path / "r.parquet", values)
    verify_file(source, own_checks(tmp_path), tmp_path / "out", workers=0, settings=Settings(keep=("model",)))
    assert [row["model"] for row in verdicts_in(tmp_path / "out")] == [row["model"] for row in values]


def test_a_job_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", rows(70))
    checks = own_checks(tmp_path)
    first = verify_file(source, checks, tmp_path / "out", workers=0, settings=SMALL)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}
    told: list[Any] = []
    again = verify_file(
        source, checks, tmp_path / "out", workers=0, settings=SMALL, progress=lambda *seen: told.append(seen)
    )
    assert again == first
    assert told == []
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")} == times


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with responses, a spec, and a job that was done in one go."""
    folder = tmp_path_factory.mktemp("whole")
    write_jsonl(folder / "r.jsonl", rows(70))
    verify_file(folder / "r.jsonl", own_checks(folder), folder / "out", workers=0, settings=SMALL)
    return folder


names = st.sampled_from(
    ["manifest.json", "summary.json", *(f"part-{n:06}.{end}" for n in range(4) for end in ("json", "parquet"))]
)
damages = st.dictionaries(names, st.none() | st.binary(max_size=3) | st.integers(0, 400), max_size=6)


@settings(max_examples=20, deadline=None)
@given(damages)
def test_a_job_goes_on_from_any_state_that_an_end_leaves(
    tmp_path_factory: pytest.TempPathFactory, whole: Path, damage: dict[str, bytes | int | None]
) -> None:
    """Files that are missing, cut short or never were what they are called."""
    expected = bytes_of(whole / "out")
    out = tmp_path_factory.mktemp("out")
    for name, data in expected.items():
        hurt = damage.get(name, data)
        if name == "manifest.json":
            hurt = data  # it is written first, whole; another one is another job
        if hurt is not None:
            (out / name).write_bytes(data[:hurt] if isinstance(hurt, int) else hurt)
    (out / ".part-000001.parquet.123.draft").write_bytes(b"half")
    verify_file(whole / "r.jsonl", own_checks(whole), out, workers=0, settings=SMALL)
    assert bytes_of(out) == expected


PROGRAM = """
import sys
from pathlib import Path
from ifdsl.run.bulk.verify import verify_file
from ifdsl.run.bulk.job import Settings
from tests.run.bulk.cases import own_checks

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    verify_file(
        folder / "r.jsonl", own_checks(folder), folder / "killed", workers=2,
        settings=Settings(part_rows=100, batch_rows=10),
    )
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_job_that_is_killed_again_and_again_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "r.jsonl", rows(6000))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    root = str(Path(__file__).resolve().parents[2])
    out = tmp_path / "killed"
    kept: dict[str, bytes] = {}
    for done in (1, 11):
        with subprocess.Popen(
            [sys.executable, str(program), str(tmp_path)], env={**os.environ, "PYTHONPATH": root}
        ) as process:
            while process.poll() is None and len(list(out.glob("part-*.json"))) < done:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        now = bytes_of(out)
        assert {name: now[name] for name in kept} == kept
        committed = {Path(name).stem for name in now if name.startswith("part-") and name.endswith(".json")}
        kept = {name: data for name, data in now.items() if Path(name).stem in committed}
    assert "summary.json" not in bytes_of(out)
    settings = Settings(part_rows=100)
    told: list[int] = []
    checks = own_checks(tmp_path)
    verify_file(
        tmp_path / "r.jsonl", checks, out, workers=0, settings=settings, progress=lambda d, _, __: told.append(d)
    )
    assert len(told) == 60 - len(committed)
    verify_file(tmp_path / "r.jsonl", checks, tmp_path / "once", workers=0, settings=settings)
    assert bytes_of(out) == bytes_of(tmp_path / "once")


def test_another_job_is_refused_with_what_differs(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", rows(30))
    out = tmp_path / "out"
    checks = own_checks(tmp_path)
    verify_file(source, checks, out, workers=0, settings=SMALL)
    with pytest.raises(JobDiffers, match=r"holds another job:\npart_rows: `20` then, `30` now$"):
        verify_file(source, checks, out, workers=0, settings=Settings(part_rows=30))
    with pytest.raises(JobDiffers, match='reading: `"each"` then, `"one"` now'):
        verify_file(source, own_checks(tmp_path, reading="one"), out, workers=0, settings=SMALL)
    write_jsonl(source, rows(31))
    with pytest.raises(JobDiffers, match="files: the responses are not those that it began with"):
        verify_file(source, checks, out, workers=0, settings=SMALL)
    write_jsonl(source, rows(30))
    spec = tmp_path / "spec.ifc"
    spec.write_text(spec.read_text(encoding="utf-8").replace("..5", "..6"), encoding="utf-8")
    with pytest.raises(JobDiffers, match="checks: the constraints, the prompts or this program"):
        verify_file(source, checks, out, workers=0, settings=SMALL)
    (out / "manifest.json").unlink()
    with pytest.raises(JobDiffers, match=r"holds parts of a job, but no `manifest\.json`"):
        verify_file(source, checks, out, workers=0, settings=SMALL)
    assert len(verdicts_in(out)) == 30


def test_what_cannot_begin_says_why(tmp_path: Path) -> None:
    checks = own_checks(tmp_path)
    folder = tmp_path / "responses"
    folder.mkdir()
    write_jsonl(folder / "r.jsonl", rows(3))
    with pytest.raises(ValueError, match="lies inside"):
        verify_file(folder, checks, folder / "out")
    with pytest.raises(FileNotFoundError):
        verify_file(tmp_path / "none", checks, tmp_path / "out")
    with pytest.raises(ValueError, match="`batch_rows` is 0; at least 1 is needed"):
        Settings(batch_rows=0)
    (tmp_path / "spec.ifc").write_text("ifdsl 1\n\nspec s {\n  must nothing()\n}\n", encoding="utf-8")
    with pytest.raises(CompileFailed, match="nothing"):
        verify_file(folder, checks, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_empty_file_has_nothing_to_verify(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", [])
    found = verify_file(source, own_checks(tmp_path), tmp_path / "out")
    assert (found, found.sound) == (Tally(), True)


counts = st.dictionaries(st.sampled_from(["pass", "fail", "unknown"]), st.integers(1, 9)).map(Counter)
tallies = st.builds(
    Tally,
    rows=st.integers(0, 100),
    troubles=st.dictionaries(st.sampled_from(["no_key", "deadline"]), st.integers(1, 9)).map(Counter),
    strict=counts,
    loose=counts,
    constraints=st.dictionaries(
        st.sampled_from("abc"), st.fixed_dictionaries({"strict": counts, "loose": counts}), max_size=3
    ),
)


@given(st.lists(tallies, max_size=5))
def test_counts_add_up_over_parts_and_survive_json(several: list[Tally]) -> None:
    whole = Tally()
    for one in several:
        whole.add(Tally.of_dict(json.loads(json.dumps(one.to_dict()))))
    assert whole.rows == sum(one.rows for one in several)
    assert whole.bad + whole.given_up == sum(sum(one.troubles.values()) for one in several)
    assert sum(whole.strict.values()) == sum(sum(one.strict.values()) for one in several)
    assert Tally.of_dict(whole.to_dict()) == whole


def test_no_more_problems_are_listed_than_a_person_reads(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "r.jsonl", [{}] * 100)
    found = verify_file(source, own_checks(tmp_path), tmp_path / "out", workers=0, settings=SMALL)
    assert (found.bad, len(found.problems)) == (100, MAX_LISTED)


@pytest.mark.skipif("IFDSL_CORPORA" not in os.environ, reason="IFDSL_CORPORA is not set: no published responses")
def test_the_counts_of_published_responses_are_those_of_eval(tmp_path: Path) -> None:
    from ifdsl.checking.lenient import LENIENT
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.bulk import published_checks
    from ifdsl.published.evaluate import grade_recorded
    from ifdsl.run.grading import Grader

    published = Path(os.environ["IFDSL_CORPORA"], "published")
    data, responses = published / "ifeval_input_data_541.jsonl", published / "ifeval_responses_gpt4_20231107_541.jsonl"
    problems: list[Diagnostic] = []
    found = verify_file(responses, published_checks(data, "ifeval"), tmp_path / "out", workers=0, problems=problems)
    assert problems == []
    assert (found.rows, found.troubles) == (541, Counter(unknown_key=1))
    graded = grade_recorded(data, responses, BENCHMARKS["ifeval"], Grader(LENIENT["ifeval"]), [], by_position=False)
    expected = {g.result.prompt_id: g.result for g in graded if g.result is not None and g.result.response is not None}
    written = {row["key"]: row for row in verdicts_in(tmp_path / "out") if row["kind"] is None}
    assert written.keys() == expected.keys()
    for key, result in expected.items():
        assert (written[key]["strict"], written[key]["loose"]) == (result.strict, result.loose)
        assert [one["loose"] for one in written[key]["requirements"]] == [one.loose for one in result.requirements]
