"""Take shapes with their attributes and texts; give the SVG of them, in which a text is never markup.

Colours and strokes come from the page's style sheet by class, since the page allows no `style` attribute.
"""

from __future__ import annotations

from xml.etree import ElementTree

from ifdsl.report.page.text import seen

Shape = ElementTree.Element


def shape(tag: str, *inside: Shape | str, **attributes: object) -> Shape:
    """An element; `class_` stands for `class`, and `_` in a name for `-`. Texts go in with what is invisible shown."""
    made = Shape(tag, {_name(name): _written(value) for name, value in attributes.items() if value is not None})
    for each in inside:
        if isinstance(each, str):
            made.text = (made.text or "") + seen(each)
        else:
            made.append(each)
    return made


def drawing(*inside: Shape, label: str | None, **attributes: object) -> str:
    """The markup of an `svg` element. One with a `label` is an image of that name; one without is left out when read
    aloud, because the page says the same in words beside it.
    """
    spoken = {"role": "img", "aria_label": label} if label is not None else {"aria_hidden": "true"}
    return ElementTree.tostring(shape("svg", *inside, **spoken, **attributes), encoding="unicode")


def percent(share: float) -> str:
    """A length relative to the drawing, which the browser stretches without bending what is round."""
    return f"{100 * share:.2f}%"


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-") if name != "viewBox" else name


def _written(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else seen(str(value))
