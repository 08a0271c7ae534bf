"""The file that holds a report."""

import base64
import gc
import hashlib
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ifdsl.report.page.gathering import RunResults
from ifdsl.report.page.write import Shown, write_page
from ifdsl.store.records import Evidence, ItemResult
from tests.report.drawn import failed, requirement

ATTACK = "</script><script>alert(1)</script><img src=x onerror=alert(1)><!-- \"'& \u202e\u2028\ud800"


def items(count: int = 30) -> list[ItemResult]:
    made = []
    for i in range(count):
        verdict = "fail" if i % 3 else "pass"
        span = Evidence(0, 4, "violates")
        judged = (
            requirement(
                "length.words", verdict, margin=-0.05 * (i % 3), measured=i, expected="at most 9", evidence=(span,)
            ),
            requirement("case.lower", "pass" if i % 2 else "fail"),
            requirement("format.list", "fail", "pass"),
        )
        told: dict[str, Any] = {"latency": 0.5 + i} if i % 5 else {"status": "timeout"}
        answer = f"😀 words {i}" if i % 5 else ""
        meta = {"pattern": "Listing" if i % 2 else "Example", "level": i % 4}
        made.append(failed(f"p{i}", f"ask {i}", answer, *judged, meta=meta, **told))
    return made


def run(name: str = "one", found: list[ItemResult] | None = None, **manifest: object) -> RunResults:
    return RunResults(name, manifest, items() if found is None else found)


class Reader(HTMLParser):
    """Reads a page as a browser does; `texts` are those of `script` and `style` elements, the rest is markup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.texts[-1] += data
        else:
            self.words += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def read(path: Path) -> Reader:
    return Reader(path.read_text("utf-8"))


def embedded(page: Reader) -> Any:
    return json.loads(next(text for text in page.texts if text.startswith("{")))


def test_one_run(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert write_page(path, [run(model="m-1", sampling={"temperature": 0})])[:2] == (30, 30)
    page = read(path)
    for words in (
        "prompt-level",
        "instruction-level",
        "timeout",
        "Pattern × level",
        "Near misses",
        "What fails together",
    ):
        assert words in page.words
    assert '{"temperature": 0}' in page.words
    assert "all 30 answers are in this file" in page.words
    assert len(embedded(page)["items"]) == 30
    assert [name.name for name in tmp_path.iterdir()] == ["report.html"]


def test_the_file_says_how_many_answers_it_leaves_out(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert write_page(path, [run()], limit=7)[:2] == (7, 30)
    page = read(path)
    assert "7 of 30 answers are in this file" in page.words
    assert len(embedded(page)["items"]) == 7


def test_of_several_runs_the_same_prompts_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_page(path, [run("one"), run("two", items(20))], limit=10)
    page = read(path)
    held = [(item["run"], item["id"]) for item in embedded(page)["items"]]
    assert {id for of, id in held if of == 1} <= {id for of, id in held if of == 0}
    assert len(held) <= 10
    assert "McNemar" in page.words
    assert "20 answers to the same prompts are compared" in page.words
    assert "10 are in the first run alone" in page.words


def test_nothing_from_elsewhere_and_no_code_but_ours(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_page(path, [run()])
    page = read(path)
    policy = next(each["content"] for each in page.named("meta") if each.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy
    hashes = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in page.texts if text[0] != "{"
    ]
    assert len(hashes) == 2
    assert all(f"'sha256-{each}'" in policy for each in hashes)
    for _, attributes in page.tags:
        assert not {name for name in attributes if name.startswith("on") or name in ("src", "style", "srcset")}
        assert attributes.get("href", "#").startswith("#")  # type: ignore[union-attr]


def test_names_from_elsewhere_are_text(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    judged = requirement("x.y", "fail")._replace(constraint=ATTACK, group=ATTACK, id=ATTACK, message=ATTACK)
    item = failed(ATTACK, ATTACK, ATTACK, judged, meta={"pattern": ATTACK, "level": ATTACK, "language": ATTACK})
    runs = [RunResults(ATTACK, {ATTACK: ATTACK}, [item]), RunResults(ATTACK, {}, [item])]
    write_page(path, runs, title=ATTACK)
    page = read(path)
    assert len(page.named("script")) == 2
    assert not page.named("img")
    assert embedded(page)["items"][0]["messages"][0]["content"]["text"] == ATTACK
    assert "\u202e" not in path.read_text("utf-8")
    assert "\\u202e" in page.words


def test_a_long_answer_is_cut_and_its_length_kept(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    spans = tuple(Evidence(i, i + 1, "counted") for i in range(1000))
    write_page(path, [run(found=[failed("p", "ask", "x" * 100_000, requirement("a.b", evidence=spans))])])
    shown = embedded(read(path))["items"][0]
    assert (len(shown["response"]["text"]["text"]), shown["response"]["text"]["size"]) == (40_000, 100_000)
    assert (len(shown["requirements"][0]["evidence"]), shown["requirements"][0]["spans"]) == (300, 1000)


def test_an_empty_run_is_a_page_too(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert write_page(path, [run(found=[])]) == Shown(0, 0)
    assert "prompt-level" in read(path).words


def test_the_same_runs_give_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_page(tmp_path / name, [run()])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_what_cannot_be_a_report(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(ValueError, match="at least one run"):
        write_page(path, [])
    with pytest.raises(ValueError, match="`limit` is -1"):
        write_page(path, [run()], limit=-1)
    with pytest.raises(ValueError, match="only once"):
        RunResults("one", {}, iter(items()))
    assert path.read_text() == "old"


class Counted:
    """Items that are made as they are asked for, and the most of them that were found alive at once."""

    def __init__(self, count: int) -> None:
        self.count, self.passes, self.before, self.most = count, 0, alive(), 0

    def __iter__(self) -> Iterator[ItemResult]:
        self.passes += 1
        for i in range(self.count):
            yield failed(f"p{i}", "ask", "text", requirement("length.words", "fail" if i % 2 else "pass"))
            if i % 500 == 499:
                self.most = max(self.most, alive() - self.before)


def alive() -> int:
    return sum(isinstance(each, ItemResult) for each in gc.get_objects())


def test_a_run_is_read_in_passes_and_never_held(tmp_path: Path) -> None:
    found = Counted(2_000)
    path = tmp_path / "report.html"
    assert write_page(path, [RunResults("one", {}, found)], limit=20) == Shown(20, 2_000)
    assert found.passes == 2
    # Those that are shown, and the one at hand.
    assert 0 < found.most <= 21
    assert path.stat().st_size < 200_000
