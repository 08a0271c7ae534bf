"""Language identification behind its one interface."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.language import MAX_CHARS, detect, same_language

SENTENCES = {
    "de": "Das ist ein ganz gewöhnlicher deutscher Satz über das Wetter von morgen.",
    "en": "This is an ordinary English sentence about the weather of tomorrow.",
    "fr": "Ceci est une phrase française tout à fait ordinaire sur le temps de demain.",
    "es": "Esta es una frase española de lo más corriente sobre el tiempo de mañana.",
    "ru": "Это самое обыкновенное русское предложение о завтрашней погоде.",
    "ar": "هذه جملة عربية عادية تماما عن طقس يوم غد في المدينة.",
    "hi": "यह कल के मौसम के बारे में एक बहुत ही साधारण हिंदी वाक्य है।",
    "zh": "这是一个关于明天天气的普通句子。",
    "ja": "これは明日の天気についてのふつうの文です。",
    "ko": "이것은 내일 날씨에 대한 평범한 문장입니다.",
    "th": "นี่คือประโยคธรรมดาเกี่ยวกับสภาพอากาศ",
    "el": "Αυτή είναι μια συνηθισμένη πρόταση για τον καιρό.",
}


@pytest.mark.parametrize("code", SENTENCES)
def test_plain_sentences(code: str) -> None:
    assert detect(SENTENCES[code]) == code


CODE = "```\nfor x in range(10): print(x)\n```"


@pytest.mark.parametrize("text", ["", "   ", "12345", "😀😀😀", "ok", "Hello", "?!", CODE])
def test_too_little_is_undetermined(text: str) -> None:
    assert detect(text) == ""


def test_capitals_code_and_addresses_do_not_decide() -> None:
    assert detect(SENTENCES["fr"].upper()) == "fr"
    assert detect(f"{SENTENCES['de']}\n{CODE}\nhttps://example.org/the/english/path") == "de"


def test_a_long_text_costs_no_more_than_its_beginning() -> None:
    assert detect(SENTENCES["en"] * 80_000) == "en"
    assert detect("x " * MAX_CHARS + SENTENCES["ru"] * 1000) == detect("x " * MAX_CHARS)


def test_alike_codes() -> None:
    assert same_language("zh-cn", "zh")
    assert same_language("nb", "no")
    assert same_language("EN", "en")
    assert not same_language("", "en")
    assert not same_language("de", "nl")


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_has_an_answer(text: str) -> None:
    code = detect(text)
    assert code == detect(text)
    assert code == code.lower()
