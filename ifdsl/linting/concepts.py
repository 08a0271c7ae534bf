"""Give the things that people ask of texts besides numbers and words: letter case, language, marks, formats.

Each is known by the ways in which English prompts name it. Of one group at most one can be meant of the same text:
where a prompt names another one than is graded, the two disagree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from ifdsl.recognition.reading import Span
from ifdsl.rendering.languages import names_of_languages

# ruff: noqa: E501


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that is asked of a text.

    Attributes:
        name: what it is called here.
        words: how messages name it.
        pattern: how prompts name it, in small letters and with straight marks.
        group: what it rules out others of.
        sign: it is a mark; a wording that shows it as an example says that it is what counts.
    """

    name: str
    words: str
    pattern: re.Pattern[str]
    group: str = ""
    sign: bool = False


_TABLE: tuple[tuple[str, str, str, str, bool], ...] = (
    (
        "upper", "capital letters only",
        r"\ball[- ]?caps?\b|\ball[- ](?:in )?(?:capital|upper)|\bupper[- ]?cased?\b|\bcapital(?:ized|ised)? letters?\b(?! (?:for|of|at) (?:each|every|the))"
        r"|\bonly capitals?\b|\bin (?:all )?capitals\b|\bcapitals only\b|\b(?:block|big) (?:letters|capitals)\b|\bin caps\b"
        r"|\b(?:every|each|all)(?: (?:single|of|the|your))* letters?\b[^.\n]{0,60}\bcapital\w*|\bcapitali[sz]e (?:every|each|all|the entire|everything)\b(?! (?:the |of |your |single )*(?:words?|major|main|first|sentence|names?|nouns?))"
        r"|\bno (?:lower|small)|\b(?:not|without|never)\b[^.\n]{0,60}\blower-?case|\bscreaming|全大写|大写字母",
        "case", False,
    ),
    (
        "lower", "lower-case letters only",
        r"\blower[- ]?cas\w*|\bsmall letters\b|\bno cap(?:ital)?s?\b|\bno capitali[sz]ations?\b|\b(?:not|without|never|avoid|refrain)\b[^.\n]{0,80}\bcapital\w*|n't\b[^.\n]{0,60}\bcapital\w*|\bnot capital|\buncapitali|全小写|小写字母",
        "case", False,
    ),
    (
        "title_case", "a capital at the start of each word",
        r"\btitle[- ]?cas\w*|\bcapital(?:ized|ised)? letters?,? (?:for|of|in|at|to start) (?:the )?(?:(?:beginning|start|first letter) of )?(?:each|every|all|major)"
        r"|\bcapital\w*\b[^.\n]{0,40}\b(?:first letters?|initial letters?|initials)\b|\b(?:first|initial) letters?\b[^.\n]{0,60}\bcapital\w*"
        r"|\bcapitali[sz]\w*,? (?:of |for |in )?(?:each|every|all|the|major)? ?(?:(?:of )?(?:the|your) )?(?:first )?words?\b|\b(?:each|every|all)(?: of the| the)? words?\b[^.\n]{0,60}\bcapital\w*|\binitial caps\b|首字母大写"
        r"|\bcapital\w*\b[^.\n]{0,50}\b(?:each|every) word\b|\bproper case\b",
        "case", False,
    ),
    ("comma", "commas", r"\bcommas?\b|,(?=[\"'])|逗号", "", False),
    ("json", "JSON", r"\bjson\b", "format", False),
    ("xml", "XML", r"\bxml\b", "format", False),
    ("csv", "CSV", r"\bcsv\b|comma[- ]separated", "format", False),
    ("html", "HTML", r"\bhtml\b|<(?:i|em|b)>", "", False),
    ("table", "a table", r"\btables?\b|\btabular\b|表格", "", False),
    ("heading", "headings", r"\b(?:sub-?)?head(?:ing|er|line)s?\b|\bh[1-6]\b|(?m:^|[\s'\"(])#{1,6}(?= |['\")]|$)|\blevel[- ](?:\d|one|two|three|1|2)\b|标题", "", False),
    ("block_quote", "block quotes", r"\bblock ?-?quot\w*|(?m:^)> ", "", False),
    ("bullet", "bullet points", r"\bbullet(?:ed|s)?\b|\bbullet-?points?\b|(?m:^)\s*[*•-] |\bpoints?\b|\blist\b", "", False),
    ("asterisk", "the mark `*`", r"(?<!\*)\*{1,2}(?!\*)|(?<!3 )(?<!6 )(?<!three )(?<!six )\basterisks?\b", "", True),
    ("three_stars", "the divider `***`", r"(?<!\*)\*{3}(?!\*)|\b(?:3|three) (?:asterisk|star|[\"']?\*)|\bmarkdown divider", "", False),
    ("six_stars", "the divider `******`", r"(?<!\*)\*{6}(?!\*)|\b(?:6|six) (?:asterisk|star|[\"']?\*)", "", False),
    ("angle", "double angle brackets", r"<<|>>|\bang(?:le|ular|led) (?:quotation|bracket)\w*|\bchevrons?\b|《", "", True),
    ("square", "square brackets", r"\bsquare[- ]bracket\w*|(?<!angle )(?<!angular )\bbracket\w*|\[[^\]\n]{1,60}\]", "", True),
    (
        "quotes", "double quotation marks",
        r"\bquotation|\b(?:double|in|inside|within|with) quot\w+|\bquotes?\b|\bquoted\b|引号", "", False,
    ),
    ("postscript", "a postscript", r"\bpost[- ]?script\w*|\bp\.? ?(?:p\.? ?)?s\b\.?", "", False),
    (
        "different", "that they differ",
        r"\bdiffer\w*|\bdistinct\w*|\bunique\w*|\bvar(?:y|ied|ious|iations?)\b|\bversions?\b|\balternat\w*|\banother\b|\bcontrast\w*|\bdissimilar|\bnot (?:be )?the same",
        "", False,
    ),
    ("repeat", "that a text is repeated", r"\brep(?:l)?eat\w*|\bcop(?:y|ied|ies|ying)\b|\brestat\w*|\bverbatim\b|\bword[- ](?:for|by)[- ]word\b|\becho\b", "", False),
    ("emoji", "emojis", r"\bemoji\w*|\bemoticons?", "", False),
    ("character_index", "that indices count characters", r"\bcharacters?[- ]ind(?:ex|ices)\b|\bcharacters with the ind|\bind(?:ex|ices)\b[^.\n]{0,40}\bcharacters?\b", "index", False),
    ("word_index", "that indices count words", r"\bword[- ]ind(?:ex|ices)\b|\bind(?:ex|ices)\b[^.\n]{0,40}\bof words\b", "index", False),
    ("simplified", "simplified characters", r"\bsimplified\b|简体", "script", False),
    ("traditional", "traditional characters", r"\btraditional\b|繁体|繁體", "script", False),
    ("period", "a full stop", r"\bperiods?\b|\bfull[- ]stops?\b|(?<=['\"])[.。](?=['\"])|\.(?=['\"])|句号", "mark", False),
    ("question_mark", "a question mark", r"\bquestion[- ]?marks?\b|(?<=['\"])[?？](?=['\"])|问号", "mark", False),
    ("exclamation_mark", "an exclamation mark", r"\bexclamation|(?<=['\"])[!！](?=['\"])|感叹号", "mark", False),
    ("semicolon", "a semicolon", r"\bsemi-?colons?\b|分号", "mark", False),
)  # fmt: skip

CONCEPTS: tuple[Concept, ...] = tuple(
    Concept(name, words, re.compile(pattern), group, sign) for name, words, pattern, group, sign in _TABLE
)
BY_NAME = {concept.name: concept for concept in CONCEPTS}

_OTHER_NAMES = {
    "fa": ("farsi",), "pa": ("panjabi",), "bn": ("bangla",), "sw": ("kiswahili",), "tl": ("filipino",),
    "zh": ("mandarin",), "zh-cn": ("mandarin", "chinese"), "zh-tw": ("chinese",), "el": ("modern greek",),
    "nb": ("bokmål",), "or": ("odia",),
}  # fmt: skip


@cache
def language_words(code: str) -> re.Pattern[str] | None:
    """How prompts name a language; None for a code without a name."""
    names = names_of_languages().get(code.lower())
    if names is None:
        return None
    words = (names[0].lower(), *_OTHER_NAMES.get(code.lower(), ()))
    return re.compile("|".join([rf"\b{re.escape(word)}\b" for word in words] + [re.escape(names[1])]))


@cache
def all_languages() -> re.Pattern[str]:
    """The names of all languages in English."""
    names = {name.lower() for name, _ in names_of_languages().values()}
    names |= {other for others in _OTHER_NAMES.values() for other in others}
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b")


@lru_cache(maxsize=8192)
def named(plain: str, name: str) -> tuple[Span, ...]:
    """Where a text names a concept."""
    return tuple(match.span() for match in BY_NAME[name].pattern.finditer(plain))


@lru_cache(maxsize=4096)
def concepts_in(plain: str) -> frozenset[str]:
    """The concepts that a text names."""
    return frozenset(concept.name for concept in CONCEPTS if concept.pattern.search(plain) is not None)


DENIED = re.compile(
    r"\b(?:no|not|never|without|avoid\w*|refrain\w*|exclud\w*|omit\w*|cannot|can't|forbid\w*|forbidden|prohibit\w*|"
    r"free of|zero|skip\w*|leave out|leaving out|nor|neither|none|except|absent|absence|stay away|steer clear|ban\w*|don'?t|doesn'?t|"
    r"shouldn'?t|mustn'?t|isn'?t|aren'?t|won'?t|less than (?:1|one)\b|fewer than (?:1|one)\b|instead of|rather than|lack\w*|remove|abstain\w*|disallow\w*|devoid)\b|不得|不要|不能|不使用|避免|勿"
)
"""Words by which something is kept out."""
