"""Take tokens and a place; give the ranges that may be said there, by tables of phrases in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ifdsl.primitives.notation import Choice, InOrder, Pattern, Slot, parse
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.automaton import Automaton, Hole, Place, automaton
from ifdsl.recognition.numbers import TIMES, is_number_word, number_at, occasions_at
from ifdsl.recognition.tokens import Kind, Tokens


@dataclass(frozen=True, slots=True)
class Said:
    """A range as it was said. `bare` where nothing but a number says it, so that what stands around may bound it."""

    range: Range
    bare: bool = False


# `#` stands for a number. A phrase that is not here is not read; none of them may be a part of a longer one with
# another meaning that is not here as well.
_TOTAL = (
    "[(a | the | one)] [(grand | overall)] [(total | overall)] [word | sentence | character] "
    "[(length | number | count | total)] [of]"
)
_BOUND = "(limit | cap | restriction | constraint | limitation | maximum)"
_THAN_MORE = "(more | greater | longer | larger | higher) than"
_THAN_FEWER = "(fewer | less | shorter | lower | smaller) than"
_ONLY = "[only | just | (a | the) (maximum | total) [of] | at most | no more than | up to]"
_HAVING = "(have | contain | include | be | use | span | comprise | list)"

_FORMS: dict[str, tuple[str, ...]] = {
    "at_least": (
        f"at least {_TOTAL} #",
        f"[a | the] minimum {_TOTAL} #",
        "[a | the] minimum [required] (length | number | count) of #",
        f"[with | by] (no | not) {_THAN_FEWER} {_TOTAL} #",
        f"not {_HAVING} {_THAN_FEWER} #",
        "# or (more | greater | above | over)",
        "# +",
        "not [be | fall | drop | go] (below | under) #",
        "至少 [有 | 为 | 要有 | 包含] #",
        "最少 [有 | 为] #",
        "不 [得 | 能 | 应 | 可] (少 | 低 | 小) 于 #",
        "# 或 (更多 | 以上)",
        "# 以上",
        "大于等于 #",
    ),
    "at_most": (
        f"at most {_TOTAL} #",
        "at most [a] maximum [of] #",
        f"[a | the] (maximum | max) {_TOTAL} #",
        "[a | the] maximum [allowed] (length | number | count) of #",
        f"(no | not) {_THAN_MORE} {_TOTAL} #",
        f"not {_HAVING} {_THAN_MORE} {_TOTAL} #",
        "(not | never | without) exceed [a | the] maximum [of] [length | number | count | total] [of] #",
        "up to #",
        "as many as #",
        "# or (fewer | less | below | under)",
        f"[to] (not | never | without) (exceed | surpass | go (over | beyond | above)) {_TOTAL} #",
        f"[to] (not | never | without) (exceed | surpass) [a | the] [strict] {_BOUND} of #",
        f"(limit | restrict | cap | confine) [to | at] {_ONLY} #",
        f"(limit | restrict | cap | confine) ... to {_ONLY} #",
        f"[a | the] [strict | maximum] {_BOUND} of [having] [no more than | at most | (a | the) maximum of | up to] #",
        "within [the limit of | a limit of] #",
        "最多 [有 | 为 | 不超过] #",
        "至多 [有 | 为] #",
        "不 [得 | 能 | 应 | 可] (超过 | 多于 | 高于 | 大于) #",
        "# (以内 | 以下 | 之内)",
        "小于等于 #",
    ),
    "exactly": (
        f"(exactly | precisely) {_TOTAL} #",
        "a [grand] total of [exactly] #",
        "(only | just) #",
        "(limit | restrict) to exactly #",
        "(恰好 | 正好 | 刚好 | 共 | 一共 | 总共) [有 | 为] #",
    ),
    "bare": ("#",),
    "one": ("[exactly | just | only | within] (a | one) single",),
    "between": (
        "between # (and | to) #",
        "[from | of] # (to | through) #",
        "[in | into | within] [a | the] [word count | total word count] range [of | from | between] # (to | and) #",
        "range from # (to) #",
        "[在] # (到 | 至 | 和 | 与) # [之间]",
        "介于 # (到 | 至 | 和 | 与) # [之间]",
    ),
    "both": (
        "(at least | a minimum of | no fewer than | no less than) # (and | but) "
        "(at most | a maximum of | no more than | not more than) #",
        "至少 # 最多 #",
    ),
    "more": ("more than #", "(over | above) #", "(超过 | 多于 | 大于) #"),
    "fewer": ("(fewer | less) than #", "(under | below) #", "(少于 | 小于 | 不足) #"),
    "open": ("any number of", "任意数量", "任意 次数"),
}

_SHAPES: dict[str, Callable[..., Range | None]] = {
    "at_least": lambda low: Range(low, None),
    "at_most": lambda high: Range(None, high),
    "exactly": lambda value: Range(value, value),
    "bare": lambda value: Range(value, value),
    "one": lambda: Range(1, 1),
    "between": lambda low, high: Range(low, high) if low <= high else None,
    "both": lambda low, high: Range(low, high) if low <= high else None,
    "more": lambda value: Range(value + 1, None) if isinstance(value, int) else None,
    "fewer": lambda value: Range(None, value - 1) if isinstance(value, int) and value > 0 else None,
    "open": lambda: Range(None, None),
}


def ranges_at(place: Place, at: int) -> Iterator[tuple[int, Said]]:
    """The ranges of numbers that are said from a token on, with where they end."""
    return _said(place, at, _ranges())


def occasions(place: Place, at: int) -> Iterator[tuple[int, Said]]:
    """How often: `at least twice`, `between 2 and 3 times`, `至少3次`."""
    yield from _often(place, at)
    for end, said in _said(place, at, _times()):
        words = place.tokens.items[at:end]
        if any(word.stem in TIMES or word.exact in ("once", "twice", "thrice") for word in words):
            yield end, said
        elif said.range == Range(None, None):
            # `any number of times`: the phrase ends before the word.
            following = place.tokens.items[end : end + 1]
            if following and following[0].stem in TIMES:
                yield end + 1, said


def _often(place: Place, at: int) -> Iterator[tuple[int, Said]]:
    """`multiple times`: twice at least."""
    items = place.tokens.items[past_soft(place, at) :][:2]
    if len(items) == 2 and items[0].text.lower() in ("multiple", "several") and items[1].stem in TIMES:
        yield past_soft(place, at) + 2, Said(Range(2, None))


def _said(place: Place, at: int, forms: Automaton) -> Iterator[tuple[int, Said]]:
    at = past_soft(place, at)
    if at >= len(place.tokens):
        return
    token = place.tokens.items[at]
    if token.stem not in forms.first and not is_number_word(token):
        return
    seen: set[tuple[int, Said]] = set()
    for end, captures in forms.run(place, at):
        shape = captures[-1].value
        assert isinstance(shape, str)
        range_ = _SHAPES[shape](*(filled.value for filled in captures[:-1]))
        found = end, Said(range_, shape == "bare") if range_ is not None else None
        if found[1] is not None and found not in seen:
            seen.add(found)  # type: ignore[arg-type]
            yield found  # type: ignore[misc]


@cache
def _ranges() -> Automaton:
    return _together(_number)


@cache
def _times() -> Automaton:
    return _together(lambda place, at: occasions_at(place.tokens, past_soft(place, at)))


def _together(number: Hole) -> Automaton:
    """All phrases as one automaton; the last thing that it captures is the shape of the range."""
    holes: dict[int, Hole] = {}
    branches: list[Pattern] = []
    for shape, texts in _FORMS.items():
        mark = _SHAPE_SLOT + len(branches)
        for text in texts:
            # The slots of a range from one number to another are none of those that all other phrases share.
            pattern, slots = with_numbers(text, first=_SHAPE_SLOT // 2 if shape == "between" else 0)
            holes |= dict.fromkeys(slots, number)
            if shape == "between" and number is _number:
                holes[slots[0]] = _first_of_two
            branches.append(InOrder((pattern, Slot(mark))))
        holes[mark] = _shape_of(shape)
    return automaton(Choice(tuple(branches)), holes)


def _shape_of(shape: str) -> Hole:
    return lambda place, at: ((at, shape),)


def with_numbers(text: str, first: int = 0) -> tuple[Pattern, list[int]]:
    """A phrase in the notation of `read` lines, in which `#` is a number, and the slots of its numbers from `first`."""
    parts: list[object] = [""] * first
    for place, piece in enumerate(text.split("#")):
        parts += [_NUMBER, piece] if place else [piece]
    return parse(parts), [place for place, part in enumerate(parts) if part is _NUMBER]


_NUMBER = object()
_SHAPE_SLOT = 1_000


def _number(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
    found = number_at(place.tokens, past_soft(place, at))
    return () if found is None else (found,)


def _first_of_two(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
    """A number before `and` and another: of `one hundred and one thousand` it may be the first two words alone."""
    for found in _number(place, at):
        yield found
        items = place.tokens.items
        for cut in range(past_soft(place, at) + 1, found[0]):
            if items[cut].text.lower() == "and":
                shorter = number_at(Tokens(place.tokens.sentence, items[:cut]), past_soft(place, at))
                if shorter is not None:
                    yield shorter


def past_soft(place: Place, at: int) -> int:
    """The next token that is no mark that may be left out."""
    items = place.tokens.items
    while at < len(items) and items[at].kind is Kind.SOFT:
        at += 1
    return at
