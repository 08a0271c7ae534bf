"""Dialogues on the page: the figures over turns, and the graph from which each turn is opened."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.page.dialogues import dialogues_shown
from ifdsl.report.page.gathering import RunResults, gather
from ifdsl.report.page.items import MOST_TURNS, dialogue_of, row
from ifdsl.report.page.sampling import Sampler
from ifdsl.report.page.serving import server
from ifdsl.report.page.write import write_page
from ifdsl.store.records import ItemResult, Message, Prompt
from tests.report import browser
from tests.report.browser import Page
from tests.report.drawn import failed, requirement

SHAPE = [["ask", []], ["short", [["refines", "ask"]]], ["back", [["recalls", "ask"], ["follows", "short"]]]]


def turn(
    number: int, verdicts: dict[str, str], talk: str = "talk", shape: Any = SHAPE, roles: Any = None
) -> ItemResult:
    roles = roles or {
        "size": ["new" if number == 1 else "changed", "refines", "ask", "size"],
        "named": ["mention", "recalls", "ask", ""],
    }
    name = SHAPE[number - 1][0]
    return failed(
        f"{talk}:{name}",
        f"say {name}",
        f"the answer to {name}",
        *(requirement(f"flow.{id_}", verdict)._replace(id=id_) for id_, verdict in verdicts.items()),
        meta={"conversation": talk, "turn": number, "name": name, "shape": shape, "roles": roles, "weight": 1},
    )


def talks() -> list[ItemResult]:
    return [
        turn(1, {"size": "pass"}),
        turn(2, {"size": "fail"}),
        turn(3, {"size": "pass", "named": "fail"}),
        turn(1, {"size": "pass"}, "other"),
        turn(2, {"size": "pass"}, "other"),
    ]


def run(items: list[ItemResult], name: str = "first") -> RunResults:
    return RunResults(name, {}, items)


def test_figures_stand_beside_each_other() -> None:
    runs = [gather(run(talks()), Sampler(0)), gather(run(talks()[3:], "second"), Sampler(0))]
    found = dialogues_shown(runs)
    assert found is not None
    assert [one.name for one in found.runs] == ["first", "second"]
    assert [(row_.name, row_.cells) for row_ in found.whole][1] == ("ISR", ("60.0 %", "100.0 %"))
    assert [(row_.name, row_.cells) for row_ in found.first] == [("2", ("1", "")), ("in none", ("1", "1"))]
    assert ("lost referent", ("1", "")) in [(row_.name, row_.cells) for row_ in found.faults]
    assert [row_.name for row_ in found.by_turn.rows] == ["1", "2", "3"]
    assert found.by_turn.rows[2].cells == ("50.0 %", "0.0 %", "1", "", "", "")
    assert len(found.by_turn.rows[2].cells) == 2 * len(found.by_turn.titles)
    assert found.decay is not None
    assert "CSR by turn. first: turn 1 100.0 %" in found.decay


def test_what_is_kept_in_mind_is_drawn_by_distance() -> None:
    lasting = [
        turn(1, {"size": "pass"}, shape=SHAPE, roles={"size": ["new", "", "ask", "size"]}),
        turn(2, {"size": "pass"}, shape=SHAPE, roles={"size": ["kept", "", "ask", "size"]}),
        turn(3, {"size": "fail"}, shape=SHAPE, roles={"size": ["kept", "", "ask", "size"]}),
    ]
    found = dialogues_shown([gather(run(lasting), Sampler(0))])
    assert found is not None
    assert [(row_.name, row_.cells) for row_ in found.kept.rows] == [
        ("1", ("100.0 %", "1", "100.0 %", "1")),
        ("2", ("0.0 %", "1", "0.0 %", "1")),
    ]
    assert found.retention is not None
    assert "first: 1 100.0 %, 2 0.0 %" in found.retention


@pytest.mark.parametrize(
    ("role", "said"),
    [
        (["new", "", "ask", "size"], ""),
        (["kept", "", "ask", "size"], "kept from ask"),
        (["stale", "refines", "short", "size"], "refines: the change is heeded"),
        (["mention", "recalls", "ask", ""], "recalls ask"),
        (["leak", "departs", "", ""], "departs: nothing of the topic that was left"),
        (["heard of nowhere", "{0.__class__}", "{x}", ""], "{0.__class__} {x}"),
        ("kept", ""),
        ([1], ""),
    ],
)
def test_each_demand_says_what_it_is_to_its_turn(role: Any, said: str) -> None:
    item = turn(2, {"size": "pass"}, roles={"size": role})
    assert [each["role"] for each in row(item, 0)["requirements"]] == [said]


def test_without_dialogues_there_is_nothing() -> None:
    assert dialogues_shown([gather(run([failed("p", "ask", "text", requirement("case.lower"))]), Sampler(0))]) is None


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES, VALUES)
def test_whatever_a_file_says_of_a_dialogue_is_drawn_or_left_out(conversation: Any, number: Any, shape: Any) -> None:
    item = failed("p", "ask", "text", meta={"conversation": conversation, "turn": number, "shape": shape})
    found = dialogue_of(item)
    assert row(item, 0)["dialogue"] == found
    if found is not None:
        assert 1 <= found["turn"] <= len(found["turns"]) <= MOST_TURNS
        assert all(isinstance(part, str) for _, pairs in found["turns"] for pair in pairs for part in pair)


def test_a_dialogue_is_chosen_whole(tmp_path: Path) -> None:
    """Of more answers than there is room for, those of one dialogue come together."""
    items = [turn(number, {"size": "fail"}, f"talk{talk:02}") for talk in range(20) for number in (1, 2, 3)]
    sampler = Sampler(9)
    for item in items:
        sampler.add(item)
    chosen = {key.prompt_id.partition(":")[0] for key in sampler.chosen()}
    assert len(sampler.chosen()) == 9
    assert len(chosen) <= 4


@pytest.fixture(params=["file", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "file":
        write_page(tmp_path / "report.html", [run(talks())])
        yield (tmp_path / "report.html").as_uri()
        return
    made = server([run(talks())])
    thread = Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_address[1]}/"
    made.shutdown()
    made.server_close()
    thread.join()


def nodes(tab: Page) -> list[str]:
    found: list[str] = tab.run("[...document.querySelectorAll('.node')].map(each => each.className)")
    return found


@pytest.mark.skipif(browser.find() is None, reason="no Chromium is installed")
@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (420, "dark")])
def test_each_turn_is_opened_from_the_graph(address: str, width: int, scheme: str) -> None:
    path = browser.find()
    assert path is not None
    with browser.browsing(path) as tab:
        tab.show_as(width, 900, scheme)
        tab.open(address)
        tab.wait("document.querySelectorAll('.node').length === 3")
        # The first failing turn is open; the graph shows the verdicts of all.
        assert tab.run("document.querySelector('#item h3').textContent").startswith("prompt talk:short")
        assert nodes(tab) == ["node passed", "node failed", "node failed"]
        assert tab.run("document.querySelector('[aria-current=step]').dataset.turn") == "2"
        assert tab.run("document.querySelector('.demands .view').textContent") == "changed in this turn"
        said = "[...document.querySelectorAll('.arcs text')].map(each => each.textContent)"
        assert tab.run(said) == ["refines", "recalls", "follows"]
        tab.run("document.querySelector('[data-turn=\"1\"]').focus()")
        tab.press("Enter")
        tab.wait("document.querySelector('#item h3').textContent.startsWith('prompt talk:ask')")
        assert tab.run("document.querySelector('#item .panel .words').textContent") == "say ask"
        assert tab.run("document.activeElement.dataset.turn") == "1"
        assert tab.problems == []
        assert tab.run("document.documentElement.scrollWidth <= innerWidth")


LONG = [["first", []], *([f"turn{number}", [["follows", f"turn{number - 1}"]]] for number in range(2, 13))]
HISTORY = "One line.\n\nAnother, which is long enough to be cut where it is told of in one line alone, and goes on.\n"


@pytest.mark.skipif(browser.find() is None, reason="no Chromium is installed")
def test_a_long_dialogue_shows_the_turn_that_is_open(tmp_path: Path) -> None:
    path = browser.find()
    assert path is not None
    meta = {"conversation": "talk", "turn": 9, "name": "turn9", "shape": LONG, "roles": {}, "weight": 1}
    said = [Message("user", HISTORY), Message("assistant", "\n\n" + HISTORY), Message("user", "And?")]
    item = failed("talk:turn9", "And?", "Well.", requirement("case.lower"), meta=meta)
    item = item._replace(prompt=Prompt("talk:turn9", tuple(said), meta))
    write_page(tmp_path / "report.html", [run([item])])
    with browser.browsing(path) as tab:
        tab.show_as(420, 900)
        tab.open((tmp_path / "report.html").as_uri())
        tab.wait("document.querySelectorAll('.node').length === 12")
        place = "(({left, right}) => [left, right])(document.querySelector('{}').getBoundingClientRect())"
        left, right = tab.run(place.replace("{}", "[aria-current=step]"))
        from_, to = tab.run(place.replace("{}", ".dialogue"))
        assert from_ <= left <= right <= to
        summaries = tab.run("[...document.querySelectorAll('.turn-before summary span')].map(each => each.textContent)")
        assert summaries == [f"One line. {HISTORY[11:80].rstrip()}…", f"One line. {HISTORY[11:78].rstrip()}…"]
        # Words stand over all arcs.
        assert tab.run("[...document.querySelector('.arcs').children].map(each => each.tagName).join(' ')").endswith(
            " ".join(["text"] * 11)
        )
