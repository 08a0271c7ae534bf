"""The page for everybody: by keyboard, read aloud, on a phone, in light and dark, without motion."""

from collections.abc import Iterator

import pytest

from ifdsl.report.page.gathering import RunResults
from ifdsl.report.page.write import write_page
from ifdsl.store.records import Evidence, ItemResult
from tests.report.browser import Page
from tests.report.drawn import failed, requirement

CONTRAST = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    if (!element) return [255, 255, 255, 1];
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(element.parentElement));
  };
  const low = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !element.checkVisibility() || element.closest('script, :disabled')) continue;
    const style = getComputedStyle(element), under = ground(element);
    let [r, g, b, a] = rgba(element.closest('svg') ? style.fill : style.color);
    for (let at = element; at; at = at.parentElement) a *= Number(getComputedStyle(at).opacity);
    const [one, other] = [light(over([r, g, b, a], under)), light(under)].sort((x, y) => y - x);
    const ratio = (one + 0.05) / (other + 0.05);
    seen += 1;
    if (ratio < 4.5) low.push([element.tagName, element.className, walk.currentNode.data.slice(0, 30), ratio]);
  }
  return [seen, low];
})()"""


def answers() -> list[ItemResult]:
    made = []
    for i in range(60):
        constraints = [f"{group}.kind" for group in ("length_of_text", "case", "format", "keywords")]
        judged = [
            requirement(
                name,
                "fail" if (i * (place + 3)) % 4 == 0 else "pass",
                "pass" if i % 8 == 0 else None,
                measured=i,
                expected="at most 40",
                message=f"{i} words; at most 40 were asked for",
                margin=0.04 * (place - 2),
                evidence=(Evidence(place * 6, place * 6 + 9, ("violates", "satisfies", "counted", "missing")[place]),),
                phrases=((place * 3, place * 3 + 5),),
                source="demo.ifc:12",
            )
            for place, name in enumerate(constraints)
        ]
        status = ("ok", "truncated", "timeout")[i % 3 if i % 9 == 0 else 0]
        words = f"The answer to number {i} is here,\n\nwith  blanks and\u200bmore. " * 3
        meta = {"pattern": ("Listing", "Example")[i % 2], "level": i % 3, "language": ("en", "de")[i % 2]}
        told = {"reasoning": "hm", "raw": "<think>" + words, "slices": ((7, 7 + len(words)),), "latency": 1.0 + i}
        made.append(failed(f"p{i}", "Write something short, please.", words, *judged, meta=meta, status=status, **told))
    return made


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    write_page(path, [RunResults(name, {"model": name}, answers()) for name in ("one", "two")])
    return path.as_uri()


@pytest.fixture
def page(tab: Page, address: str) -> Iterator[Page]:
    tab.show_as(1300, 900)
    tab.open(address)
    tab.wait("document.querySelector('#list li')")
    tab.run("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    yield tab
    tab.show_as(1300, 900)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("keys", ["", "v", "wd"])
def test_every_text_has_a_contrast_of_4_5(page: Page, scheme: str, keys: str) -> None:
    page.show_as(1300, 900, scheme)
    for key in keys:
        page.press(key)
    seen, low = page.run(CONTRAST)
    assert seen > 300
    assert low == []


def test_the_switch_of_colours_beats_the_system(page: Page) -> None:
    page.show_as(1300, 900, "dark")
    dark = page.run("getComputedStyle(document.body).backgroundColor")
    page.run("document.getElementById('theme').click()")
    light = page.run("getComputedStyle(document.body).backgroundColor")
    page.show_as(1300, 900, "light")
    page.run("document.getElementById('theme').click()")
    assert page.run("getComputedStyle(document.body).backgroundColor") == dark != light


@pytest.mark.parametrize("width", [375, 320])
def test_a_phone_scrolls_one_way(page: Page, width: int) -> None:
    page.show_as(width, 812)
    assert page.run("document.documentElement.scrollWidth") == width


def test_every_control_has_a_name_and_can_be_reached(page: Page) -> None:
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    controls = ("button", "combobox", "searchbox", "checkbox", "tab", "link", "img", "dialog", "region", "table")
    unnamed = [
        node["role"]["value"]
        for node in tree
        if node.get("role", {}).get("value") in controls[:-1]
        and not node["ignored"]
        and not node["name"]["value"].strip()
    ]
    assert unnamed == []
    assert (
        page.run(
            "[...document.querySelectorAll('button, select, input, summary, a[href]')]"
            ".filter(each => each.checkVisibility() && !each.disabled && each.tabIndex < 0).length"
        )
        == 0
    )
    assert page.run(
        "(all => new Set(all.map(each => each.id)).size === all.length)([...document.querySelectorAll('[id]')])"
    )


def test_the_focus_is_seen(page: Page) -> None:
    for _ in range(3):
        page.press("Tab")
    assert page.run("document.activeElement !== document.body")
    assert page.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.run("document.querySelector('.choose').focus()")
    assert page.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_choice_by_keyboard_keeps_its_place(page: Page) -> None:
    page.run("document.querySelector('#item [data-pick=\"1\"]').focus()")
    page.press("Enter")
    assert page.run("document.activeElement.dataset.pick") == "1"
    assert page.run("document.activeElement.getAttribute('aria-pressed')") == "true"


def test_nothing_moves_for_who_wants_it_still(page: Page) -> None:
    moving = (
        "[...document.querySelectorAll('*')].map(each => getComputedStyle(each)).filter(style =>"
        " style.transitionDuration !== '0s' || style.scrollBehavior === 'smooth').length"
    )
    for wanted, moves in (("reduce", False), ("no-preference", True)):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wanted}])
        assert (page.run(moving) > 0) is moves
