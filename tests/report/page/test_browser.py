"""The page in a real browser: its figures, filters and keys, and that nothing in it acts but the page's own script."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ifdsl.report.filtering import Filters, matches
from ifdsl.report.page.gathering import RunResults
from ifdsl.report.page.write import write_page
from ifdsl.store.records import Evidence, ItemResult, Message
from tests.report.browser import Page
from tests.report.drawn import failed, items, requirement

# To draw many items takes long, and so does a page; a smaller example of a mistake is not worth hundreds of pages.
LOOKED_AT = settings(deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
FIRST = [
    failed(
        "p1",
        "Write ten words, in lower case.",
        "Alpha beta gamma\n\ndelta",
        requirement(
            "length.words", phrases=((6, 15),), evidence=(Evidence(0, 16, "counted"), Evidence(0, 5, "counted"))
        ),
        requirement(
            "case.lower", phrases=((17, 30),), evidence=(Evidence(0, 1, "violates"), Evidence(3, 8, "violates"))
        ),
        requirement("format.title", evidence=(Evidence(18, 18, "missing", "a title"),)),
        meta={"pattern": "Listing", "level": 2},
        raw="<think>hm</think>Alpha beta gamma\n\ndelta",
        slices=((17, 40),),
        reasoning="hm",
    ),
    failed(
        "p2",
        "Ask again.",
        "one",
        requirement("case.lower", "fail", "pass", view="without_first_line"),
        meta={"level": 1},
    ),
    failed("p3", "Ask once more.", "two", requirement("case.lower", "pass"), requirement("length.words", "unknown")),
    failed("p4", "Ask a last time.", "", requirement("length.words", "pass"), status="timeout", error="no answer came"),
    failed("p5", "Ask nicely.", "Zwei Wörter", requirement("length.words"), requirement("case.lower", "pass")),
]
SECOND = [item._replace(response=item.response._replace(text="ANOTHER")) for item in FIRST if item.response][:3]


def show(tab: Page, folder: Path, *runs: list[ItemResult], width: int = 1300, scheme: str = "light") -> None:
    path = folder / "report.html"
    names = ["first", "second"]
    write_page(path, [RunResults(name, {"model": name}, run) for name, run in zip(names, runs, strict=False)])
    tab.show_as(width, 900, scheme)
    tab.forget()
    tab.open(path.as_uri())
    tab.wait("document.getElementById('found').textContent !== ''")


def ids(tab: Page) -> list[str]:
    found: list[str] = tab.run("[...document.querySelectorAll('#list b')].map(each => each.textContent)")
    return found


def text(tab: Page, selector: str) -> str:
    found: str = tab.run(f"document.querySelector({selector!r}).textContent")
    return found


def choose(tab: Page, **values: str) -> None:
    """Set filters as a reader does, the rest to nothing, and wait for the list."""
    tab.run(
        f"(() => {{ const form = document.getElementById('filters'), values = {values!r};"
        " for (const each of form.elements) if (each.name && each.name !== 'run') {"
        "   const wanted = values[each.name] ?? '';"
        "   const held = [...(each.options ?? [])].map(option => option.value);"
        "   each.value = held.includes(JSON.stringify(wanted)) ? JSON.stringify(wanted) : wanted; }"
        " form.dispatchEvent(new Event('change', { bubbles: true })); })()"
    )
    tab.run("new Promise(done => setTimeout(done, 20))")


def test_the_page_is_drawn_and_asks_for_nothing(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST, SECOND)
    assert tab.problems == []
    assert tab.requests == [(tmp_path / "report.html").as_uri()]
    drawn = tab.run(
        "[...document.querySelectorAll('main svg')].filter(each => each.checkVisibility())"
        ".map(each => each.getBoundingClientRect().width > 0)"
    )
    assert len(drawn) > 10
    assert all(drawn)
    assert tab.run("document.querySelectorAll('.radar polygon.outline').length") == 2
    assert tab.run("getComputedStyle(document.querySelector('.dot.run1')).fill") == "rgb(180, 80, 11)"


def test_filters_choose_what_they_choose_elsewhere(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    asked: list[dict[str, str]] = [
        {},
        *({"verdict": verdict} for verdict in ("failed", "rescued", "passed", "undecided")),
        {"verdict": "failed", "constraint": "case.lower"},
        {"verdict": "passed", "constraint": "case.lower"},
        {"verdict": "undecided", "group": "length"},
        {"status": "timeout"},
        {"pattern": "Listing"},
        {"level": "1"},
        {"text": "WÖRTER"},
        {"text": "p2"},
        {"text": "ask", "verdict": "failed"},
    ]
    for each in asked:
        choose(tab, **each)
        assert ids(tab) == [item.prompt_id for item in FIRST if matches(item, Filters(**each))], each  # type: ignore[arg-type]


def test_keys(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST, SECOND)
    choose(tab)
    assert text(tab, "#item bdi") == "p1"
    tab.press("j")
    assert text(tab, "#item bdi") == "p2"
    tab.press("k")
    tab.press("k")
    assert text(tab, "#item bdi") == "p1"
    tab.press("v")
    assert text(tab, "#item [aria-selected=true]") == "raw"
    assert text(tab, "#item .reasoning summary") == "reasoning, 2 characters, not graded"
    assert not tab.run("document.querySelector('#item .reasoning').open")
    assert text(tab, "#item .dropped") == "<think>hm</think>"
    tab.press("v")
    assert "·" not in text(tab, "#item")
    tab.press("w")
    assert "Alpha·" in text(tab, "#item .panel:nth-child(2)")
    tab.press("w")
    assert not tab.run("document.querySelector('.other')")
    tab.press("d")
    tab.wait("document.querySelector('.other')")
    assert "ANOTHER" in text(tab, ".other")
    tab.press("d")
    tab.wait("!document.querySelector('.other')")
    tab.press("?")
    assert tab.run("document.getElementById('help').open")
    tab.press("j")
    assert text(tab, "#item bdi") == "p1"
    tab.press("Escape")
    assert not tab.run("document.getElementById('help').open")
    tab.press("f")
    tab.press("j")
    assert tab.run("document.activeElement.name + document.activeElement.value") == "textj"


def test_of_many_answers_to_a_prompt_the_other_run_shows_the_same(tab: Page, tmp_path: Path) -> None:
    first, second = (
        [failed("p", "Ask.", f"{run} {n}.", requirement("case.lower"), repeat=n) for n in range(60)] for run in "ab"
    )
    show(tab, tmp_path, first, second)
    choose(tab, text="a 57.")
    tab.press("d")
    tab.wait("document.querySelector('.other .words')")
    assert text(tab, ".other .words") == "b 57."


def test_single_keys_can_be_turned_off(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    tab.run("document.getElementById('keys-on').click()")
    tab.press("j")
    assert text(tab, "#item bdi") == "p1"


def test_what_is_marked(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    asked = tab.run("[...document.querySelectorAll('#item .phrase')].map(each => [each.dataset.tag, each.textContent])")
    assert asked == [["1", "ten words"], ["2", "in lower case"]]
    # Spans that overlap are cut where either ends, and each piece lies in all that cover it.
    covering = (
        "[...document.querySelectorAll('#item .panel:nth-child(2) .words')].map(line => {"
        " const walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), found = [];"
        " while (walk.nextNode()) { const over = []; let at = walk.currentNode.parentElement;"
        "   while (at !== line) { if (at.dataset.index) over.push(+at.dataset.index + 1); at = at.parentElement; }"
        "   found.push([walk.currentNode.data, over.sort()]); } return found; })"
    )
    assert tab.run(covering) == [
        [["A", [1, 1, 2]], ["lp", [1, 1]], ["ha", [1, 1, 2]], [" be", [1, 2]], ["ta gamma", [1]]],
        [],
        [["⌃3", []], ["delta", []]],
    ]
    flags = (
        "[...document.querySelectorAll('#item .gutter')].map(each => each.querySelector('.flag')?.textContent ?? '')"
    )
    assert tab.run(flags)[-3:] == ["", "", "⌃3"]
    tab.run("document.querySelector('#item [data-pick=\"1\"]').click()")
    assert {index for line in tab.run(covering) for _, over in line for index in over} == {2}


def test_a_lenient_view_that_rescued_is_named(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    choose(tab, verdict="rescued")
    assert "read as without_first_line" in text(tab, "#item .demands")


def test_a_figure_leads_to_its_answers(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    tab.run("[...document.querySelectorAll('.choose')].find(each => each.textContent === 'case').click()")
    tab.run("new Promise(done => setTimeout(done, 50))")
    assert ids(tab) == [item.prompt_id for item in FIRST if matches(item, Filters(verdict="failed", group="case"))]


def test_a_figure_of_one_run_leads_to_that_run(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST, SECOND)
    tab.run("document.querySelectorAll('.heat')[1].querySelector('.choose').click()")
    tab.run("new Promise(done => setTimeout(done, 50))")
    assert ids(tab) == ["p1"]
    assert text(tab, "#item .facts-line span") == "second"


def cousins(passing: int) -> list[ItemResult]:
    """Twelve groups of an original and three cousins, of which the first `passing` groups pass whole."""
    kinds = ("original", "rephrasing", "rephrasing", "distractor")
    return [
        failed(
            f"{group}:{number}",
            "Ask.",
            "one",
            requirement("case.lower", "pass" if group < passing or kind == "original" else "fail", "pass"),
            meta={"base": str(group), "kind": kind, "pattern": "listing", "level": "IV"},
        )
        for group in range(12)
        for number, kind in enumerate(kinds)
    ]


@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (420, "dark")])
def test_groups_of_cousins_are_drawn(tab: Page, tmp_path: Path, width: int, scheme: str) -> None:
    show(tab, tmp_path, cousins(3), cousins(6), width=width, scheme=scheme)
    assert tab.problems == []
    assert tab.run("[...document.querySelectorAll('.curves .curve')].map(each => each.getAttribute('class'))") == [
        *("curve loose run0", "curve run0", "curve loose run1", "curve run1"),
    ]
    dashed = "[...document.querySelectorAll('.curves .curve')].map(each => getComputedStyle(each).strokeDasharray)"
    assert [found != "none" for found in tab.run(dashed)] == [True, False, True, False]
    assert tab.run("document.querySelectorAll('.curves .band').length") == 2
    assert tab.run("document.querySelectorAll('.curves .dot').length") == 8
    # The line of the run of which more groups pass whole ends further up.
    ends = "[...document.querySelectorAll('.curves .curve:not(.loose)')].map(each => each.getPointAtLength(1e6).y)"
    first, second = tab.run(ends)
    assert first > second > tab.run("document.querySelector('.curves .curve.loose').getPointAtLength(1e6).y")
    assert tab.run("document.querySelector('.curves').getAttribute('aria-label')").startswith(
        "reliable@k by k, strict. first: 1 43.8 %"
    )
    table = tab.run("document.querySelector('#reliability table').innerText")
    assert "reliable@4: all of a group pass" in table
    assert "25.0 %" in table
    assert "50.0 %" in table
    bars = tab.run("[...document.querySelectorAll('.bars .share')].map(each => each.getBoundingClientRect().width)")
    assert len(bars) == 6
    assert bars[0] == bars[1] > bars[3] > bars[2] > 0, "originals all pass, and more rephrasings in the second run"
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_a_kind_leads_to_its_answers(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, cousins(3))
    button = "[...document.querySelectorAll('#reliability .choose')].find(each => each.textContent === 'distractor')"
    tab.run(f"{button}.click()")
    tab.run("new Promise(done => setTimeout(done, 50))")
    assert ids(tab) == [f"{group}:3" for group in range(3, 12)]


def test_without_groups_there_is_no_word_of_them(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    assert not tab.run("document.getElementById('reliability') ?? document.querySelector('a[href=\"#reliability\"]')")
    assert "cousin" not in tab.run("document.querySelector('main').innerText")


def test_groups_and_dimensions_of_two_runs_are_compared(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, cousins(3), cousins(6))
    compared = tab.run("document.querySelectorAll('#comparison table')[1].innerText")
    assert compared.split("reliable@4, strict")[1].split()[:5] == ["25.0", "%", "50.0", "%", "+25.0"]
    tab.run("document.getElementById('dimensions').open = true")
    rows = tab.run("[...document.querySelectorAll('#dimensions tbody th')].map(each => each.textContent.trim())")
    assert rows == ["overall", "pattern listing", "level IV", "category case", "subcategory case.lower"]


ATTACKS = (
    "<script>window.owned = 1</script>",
    "</script><script>window.owned = 1</script>",
    "<!--<script>",
    "<img src=x onerror='window.owned = 1'><svg onload='window.owned = 1'>",
    "<a href='javascript:window.owned = 1'>x</a> ${window.owned = 1} {{ 1 }}",
    "safe\u202e\u2066evil\u2069\u200b\u00ad\ufeff\u2028\x00\x1b[31m\ud83d\U000e0041\u3164 end\r",
)


def attacked(words: str, id: str) -> ItemResult:
    judged = requirement(
        "x.y", evidence=(Evidence(0, 3, "violates", words), Evidence(2, 9, "counted")), phrases=((1, 5),)
    )
    judged = judged._replace(
        id=words, constraint=words, group=words, message=words, measured=words, expected=words, view=words, source=words
    )
    item = failed(
        id,
        words,
        words,
        judged,
        meta={"pattern": words, "level": words, "kind": words, "base": "one"},
        raw=words + words,
        slices=((0, 3),),
        reasoning=words,
    )
    return item._replace(prompt=item.prompt._replace(messages=(Message(words, words), *item.prompt.messages)))


def test_what_a_model_wrote_does_nothing(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, [attacked(words, words) for words in ATTACKS])
    for _ in ATTACKS:
        for key in "vwvj":
            tab.press(key)
    assert tab.problems == []
    assert tab.run("window.owned ?? 0") == 0
    assert (
        tab.run("document.querySelectorAll('main script, main img, main a[href^=java], main svg[onload]').length") == 0
    )
    assert tab.run("document.scripts.length") == 2
    seen = tab.run("document.body.innerText + document.title")
    assert "<script>window.owned = 1</script>" in seen
    assert not set("\u202e\u2066\u2069\u200b\u00ad\ufeff\u2028\x1b\u3164\U000e0041") & set(seen)
    for code in ("U+202E", "U+2066", "U+200B", "U+FEFF", "U+001B", "U+D83D", "U+E0041", "U+3164", "U+000D"):
        assert code in seen


def test_no_text_can_be_made_to_act(tab: Page, tmp_path: Path) -> None:
    show(tab, tmp_path, FIRST)
    for attempt in (
        "document.body.innerHTML = '<img src=x onerror=\"window.owned = 1\">'",
        "document.body.appendChild(document.createElement('script')).text = 'window.owned = 1'",
        "document.body.insertAdjacentHTML('beforeend', '<b onclick=1>x</b>')",
    ):
        with pytest.raises(AssertionError, match=r"TrustedHTML|TrustedScript"):
            tab.run(attempt)
    assert tab.run("fetch('https://example.org/').then(() => 'sent', () => 'refused')") == "refused"
    assert tab.run("window.owned ?? 0") == 0


@settings(LOOKED_AT, max_examples=3)
@given(st.lists(st.text(st.characters(), max_size=60), min_size=150, max_size=200), st.randoms(use_true_random=False))
def test_any_text_reads_back_in_the_browser(
    tab: Page, tmp_path_factory: pytest.TempPathFactory, texts: list[str], random: Any
) -> None:
    made = []
    for number, words in enumerate(texts):
        start = random.randint(0, len(words))
        span = Evidence(start, random.randint(start, len(words)), "counted", words)
        made.append(failed(f"p{number}", words, words, requirement("a.b", message=words, evidence=(span,))))
    show(tab, tmp_path_factory.mktemp("page"), made)
    units = "text => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))"
    found = tab.run(
        f"JSON.parse(document.getElementById('data').textContent).items.map(item => {{ const units = {units};"
        " const { text } = item.response.text, [[start, end]] = item.requirements[0].evidence;"
        " return [item.id, ...[text, item.messages[0].content.text, text.slice(start, end)].map(units)]; })"
    )
    assert len(found) == len(texts)
    by_id = {item.prompt_id: item for item in made}
    for id, answer, asked, marked in found:
        item = by_id[id]
        assert item.response is not None
        span = item.requirements[0].evidence[0]
        assert answer == utf16(item.response.text)
        assert asked == utf16(item.prompt.text)
        assert marked == utf16(item.response.text[span.start : span.end])


def utf16(words: str) -> list[int]:
    encoded = words.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(encoded[at : at + 2], "little") for at in range(0, len(encoded), 2)]


@settings(LOOKED_AT, max_examples=4)
@given(st.integers(10, 20).flatmap(lambda count: st.tuples(*(items(f"p{at}") for at in range(count)))))
def test_any_item_can_be_shown_and_filtered(
    tab: Page, tmp_path_factory: pytest.TempPathFactory, drawn: tuple[ItemResult, ...]
) -> None:
    show(tab, tmp_path_factory.mktemp("page"), list(drawn))
    held = {each.group for item in drawn for each in item.requirements}
    group = min(held) if held else ""
    for asked in (Filters(), Filters(verdict="failed", group=group), Filters(verdict="passed"), Filters(text="a")):
        choose(tab, **{name: value for name, value in asked._asdict().items() if value})
        assert ids(tab) == [item.prompt_id for item in drawn if matches(item, asked)]
        for key in "jwvj":
            tab.press(key)
    assert tab.problems == []
