"""Take a scope or combinator of requirements; give the words before what it holds (`In each paragraph: `)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ifdsl.ir import nodes as n
from ifdsl.rendering.agreement import singular
from ifdsl.rendering.fill import value_of
from ifdsl.rendering.numerals import letters, ordinal, roman
from ifdsl.rendering.phrases import phrase

Group = Literal["any_of", "all_of", "none_of"]

_SHOWN = {
    "json": "JSON value",
    "xml": "XML element",
    "html": "HTML element",
    "yaml": "YAML value",
    "url": "URL",
    "char": "character",
    "item": "list item",
    "bullet": "bullet point",
}
"""English nouns that are not the plain name of their view."""

# fmt: off
_HAN = {
    "word": ("个", "词"), "sentence": ("个", "句子"), "paragraph": ("个", "段落"), "line": ("", "行"),
    "section": ("个", "小节"), "heading": ("个", "标题"), "table": ("个", "表格"), "row": ("", "行"),
    "column": ("", "列"), "cell": ("个", "单元格"), "item": ("个", "列表项"), "bullet": ("个", "要点"),
    "list": ("个", "列表"), "letter": ("个", "字母"), "char": ("个", "字符"), "character": ("个", "字符"),
    "block": ("个", "文本块"), "link": ("个", "链接"), "quote": ("处", "引用"), "highlight": ("处", "强调文字"),
    "placeholder": ("个", "占位符"), "emoji": ("个", "表情符号"), "number": ("个", "数字"), "json": ("段", "JSON"),
    "xml": ("个", "XML元素"), "bold": ("处", "粗体文字"), "title": ("个", "标题"), "question": ("个", "问题"),
    "token": ("个", "词元"), "url": ("个", "网址"), "blockquote": ("处", "引用"), "step": ("个", "步骤"),
    "stanza": ("个", "诗节"), "code_block": ("个", "代码块"), "block_quote": ("处", "引用"),
    "bullet_point": ("个", "要点"), "list_item": ("个", "列表项"), "numbered_item": ("个", "编号项"),
    "highlighted_section": ("处", "强调文字"), "quotation": ("处", "引文"), "json_value": ("段", "JSON"),
    "json_object": ("个", "JSON对象"), "xml_element": ("个", "XML元素"), "part": ("个", "部分"), "verse": ("", "行"),
}
# fmt: on
"""Chinese measure word and noun by the English noun; a noun that is not here has no Chinese phrase."""

_VOWEL_SOUND = ("a", "e", "i", "o", "unordered", "underlined", "XML", "HTML")

_HEADERS: dict[str, dict[Group, str]] = {
    "en": {
        "any_of": "Do at least one of the following: ",
        "all_of": "Do all of the following: ",
        "none_of": "Do none of the following: ",
    },
    "zh": {"any_of": "至少满足以下一项：", "all_of": "满足以下所有要求：", "none_of": "不要做以下任何一项："},
}
_NOT_ONE = {"en": "Do not do the following: ", "zh": "不要这样做："}
_IF_POSSIBLE = {"en": "If possible: ", "zh": "如果可能："}
_JOINTS = {
    "en": {"any_of": ("; ", "; or "), "all_of": ("; ", "; and "), "none_of": ("; ", "; ")},
    "zh": {"any_of": ("；", "；或"), "all_of": ("；", "；"), "none_of": ("；", "；")},
}


_BESIDE = {
    "en": {
        "after": "the text after the first {}",
        "after_first": "the text after the first {}",
        "after_last": "the text after the last {}",
        "before": "the text before the first {}",
        "before_first": "the text before the first {}",
        "before_last": "the text before the last {}",
    },
    "zh": {
        "after": "第一个{}之后的内容",
        "after_first": "第一个{}之后的内容",
        "after_last": "最后一个{}之后的内容",
        "before": "第一个{}之前的内容",
        "before_first": "第一个{}之前的内容",
        "before_last": "最后一个{}之前的内容",
    },
}
"""What the functions that cut a text at another are called; the mark goes into the braces."""


class Unnamed(ValueError):
    """A noun without a name in a language.

    Attributes:
        noun: the noun, as the spec has it.
    """

    def __init__(self, noun: str, language: str) -> None:
        self.noun = noun
        super().__init__(f"`{noun}` has no name in the language `{language}`")


def each_header(noun: str, language: str) -> str:
    """What stands before the requirements on every element: `In each paragraph: `.

    Raises:
        Unnamed: the noun has no name in this language.
    """
    if language == "zh":
        measure, name = _han(noun)
        return f"每{measure}{name}："
    return f"In each {_english(noun)}: "


def if_present_header(noun: str, language: str) -> str:
    """What stands before the requirements on what need not be there: `If there is a table: `.

    Raises:
        Unnamed: the noun has no name in this language.
    """
    if language == "zh":
        return f"如果有{_han(noun)[1]}："
    name = _english(noun)
    return f"If there is {'an' if name.startswith(_VOWEL_SOUND) else 'a'} {name}: "


def within_header(subject: n.Expr, environment: Mapping[str, object], language: str) -> str:
    """What stands before the requirements on one part: `In the last paragraph: `.

    Raises:
        Unnamed: the noun has no name in this language.
        ValueError: the part is not the first, last or n-th of a view, or a text before or after another.
    """
    place = _place(subject, environment, language)
    return f"在{place}中：" if language == "zh" else f"In {place}: "


def group_header(group: Group, members: int, language: str) -> str:
    """What stands before the members of a combinator; `none_of` has its own words for a single one."""
    return _NOT_ONE[language] if group == "none_of" and members == 1 else _HEADERS[language][group]


def if_possible_header(language: str) -> str:
    return _IF_POSSIBLE[language]


def enumerated(members: Sequence[str], group: Group, depth: int, language: str) -> str:
    """Two or more members in one sentence, each with a mark of its depth so that nested groups stay apart."""
    between, last = _JOINTS[language][group]
    marked = [_mark(place, depth, language) + member for place, member in enumerate(members)]
    return between.join(marked[:-1]) + last + marked[-1]


def _mark(place: int, depth: int, language: str) -> str:
    label = (letters(place), roman(place), str(place + 1))[depth % 3]
    return f"（{label}）" if language == "zh" else f"({label}) "


def _english(noun: str) -> str:
    name = noun.replace("_", " ")
    return _SHOWN.get(name, name)


def _han(noun: str) -> tuple[str, str]:
    found = _HAN.get(noun.replace(" ", "_").lower())
    if found is None:
        raise Unnamed(noun, "zh")
    return found


def _place(subject: n.Expr, environment: Mapping[str, object], language: str) -> str:
    match subject:
        case n.Index(subject=n.Call() as view) if view.rule is not None:
            position = value_of(subject.index, environment)
            return _element(view, position, environment, language)
        case n.Call(function="first", arguments=(n.Call() as view, *_)) if view.rule is not None:
            return _element(view, 0, environment, language)
        case n.Call(function="last", arguments=(n.Call() as view, *_)) if view.rule is not None:
            return _element(view, -1, environment, language)
        case n.Call(arguments=(n.Variable(name=n.RESPONSE), mark, *_)) if subject.function in _BESIDE[language]:
            return _BESIDE[language][subject.function].format(phrase(value_of(mark, environment), "quoted", language))
    raise ValueError("the part of the answer that `in` names has no phrase; a wording of its own can say it")


def _element(view: n.Call, position: int, environment: Mapping[str, object], language: str) -> str:
    whole = view.arguments[0] if view.arguments else None
    inside = isinstance(whole, n.Variable) and whole.name == n.RESPONSE
    container = "" if inside or whole is None else _place(whole, environment, language)
    noun = _view_noun(view.function)
    if language == "zh":
        measure, name = _han(noun)
        count = "最后一" if position == -1 else f"倒数{ordinal(-position, 'zh')}" if position < 0 else ""
        return (f"{container}的" if container else "") + (count or ordinal(position + 1, "zh")) + measure + name
    if position == -1:
        rank = "last"
    elif position < 0:
        rank = f"{ordinal(-position, 'en')} to last"
    else:
        rank = ordinal(position + 1, "en")
    return f"the {rank} {_english(noun)}" + (f" of {container}" if container else "")


def _view_noun(view: str) -> str:
    first, space, last = view.replace("_", " ").rpartition(" ")
    return first + space + singular(last)
