"""Languages told apart: one plain sentence each, by both engines, and which codes stand for which."""

from __future__ import annotations

import pytest

from ifdsl.primitives.language import detect, same_language
from ifdsl.primitives.table import TABLE

SENTENCES = {
    "en": "We walked along the river this morning because the weather was lovely.",
    "fr": "Ce matin nous avons marché le long de la rivière parce qu'il faisait très beau.",
    "es": "Esta mañana caminamos por la orilla del río porque hacía muy buen tiempo.",
    "it": "Stamattina abbiamo camminato lungo il fiume perché il tempo era molto bello.",
    "pt": "Hoje de manhã caminhamos ao longo do rio porque o tempo estava muito bom.",
    "de": "Heute Morgen sind wir am Fluss entlang gegangen, weil das Wetter sehr schön war.",
    "ru": "Сегодня утром мы гуляли вдоль реки, потому что погода была очень хорошей.",
    "hi": "आज सुबह हम नदी के किनारे टहलने गए क्योंकि मौसम बहुत अच्छा था।",
    "th": "เช้านี้เราเดินเล่นริมแม่น้ำเพราะอากาศดีมาก",
    "vi": "Sáng nay chúng tôi đi dạo dọc bờ sông vì thời tiết rất đẹp.",
    "zh": "今天早上天气很好，所以我们沿着河边散步。",
    "ja": "今朝は天気がとても良かったので、川沿いを散歩しました。",
    "ko": "오늘 아침은 날씨가 아주 좋아서 우리는 강가를 산책했습니다.",
    "ar": "مشينا هذا الصباح على ضفة النهر لأن الطقس كان جميلا جدا.",
    "fa": "امروز صبح در کنار رودخانه قدم زدیم چون هوا بسیار خوب بود.",
    "ur": "آج صبح ہم دریا کے کنارے ٹہلنے گئے کیونکہ موسم بہت اچھا تھا۔",
    "mr": "आज सकाळी हवामान खूप छान होते म्हणून आम्ही नदीकाठी फिरायला गेलो.",
    "ne": "आज बिहान मौसम धेरै राम्रो भएकोले हामी नदी किनारमा हिँड्यौं।",
    "bn": "আজ সকালে আবহাওয়া খুব ভালো ছিল বলে আমরা নদীর ধারে হেঁটেছি।",
    "uk": "Сьогодні вранці ми гуляли вздовж річки, бо погода була дуже гарною.",
    "bg": "Тази сутрин се разходихме край реката, защото времето беше много хубаво.",
    "sr": "Јутрос смо шетали поред реке јер је време било веома лепо.",
    "hr": "Jutros smo šetali uz rijeku jer je vrijeme bilo vrlo lijepo.",
    "pl": "Dziś rano spacerowaliśmy wzdłuż rzeki, ponieważ pogoda była bardzo ładna.",
    "cs": "Dnes ráno jsme se procházeli podél řeky, protože bylo velmi hezké počasí.",
    "sk": "Dnes ráno sme sa prechádzali popri rieke, pretože bolo veľmi pekné počasie.",
    "nl": "Vanochtend wandelden we langs de rivier omdat het weer erg mooi was.",
    "sv": "I morse promenerade vi längs floden eftersom vädret var mycket fint.",
    "da": "I morges gik vi en tur langs floden, fordi vejret var meget smukt.",
    "no": "I morges gikk vi en tur langs elven fordi været var veldig fint.",
    "fi": "Tänä aamuna kävelimme joen rantaa pitkin, koska sää oli erittäin kaunis.",
    "tr": "Bu sabah hava çok güzel olduğu için nehir boyunca yürüdük.",
    "id": "Pagi ini kami berjalan di sepanjang sungai karena cuacanya sangat bagus.",
    "ms": "Pagi ini kami berjalan di sepanjang sungai kerana cuaca sangat baik.",
    "sw": "Asubuhi ya leo tulitembea kando ya mto kwa sababu hali ya hewa ilikuwa nzuri sana.",
    "el": "Σήμερα το πρωί περπατήσαμε κατά μήκος του ποταμού γιατί ο καιρός ήταν πολύ ωραίος.",
    "he": "הבוקר הלכנו לאורך הנהר כי מזג האוויר היה יפה מאוד.",
    "ta": "இன்று காலை வானிலை மிகவும் நன்றாக இருந்ததால் ஆற்றங்கரையில் நடந்தோம்.",
    "te": "ఈ ఉదయం వాతావరణం చాలా బాగుండటంతో మేము నది వెంట నడిచాము.",
    "gl": "Esta mañá camiñamos pola beira do río porque facía moi bo tempo.",
    "ca": "Aquest matí hem caminat vora el riu perquè feia molt bon temps.",
    "ro": "Azi dimineață ne-am plimbat de-a lungul râului pentru că vremea era foarte frumoasă.",
    "hu": "Ma reggel a folyó mentén sétáltunk, mert nagyon szép volt az idő.",
    "zh-Hant": "今天早上天氣很好，所以我們沿著河邊散步。",
}
"""The same sentence, about a walk along a river in fine weather, by the code of its language."""

MULTI_IF = ("en", "fr", "es", "it", "pt", "de", "ru", "hi", "th", "vi", "zh")
"""The languages of Multi-IF."""

UNKNOWN_TO_LANGDETECT = {"sr": "mk", "ms": "id", "gl": "es", "zh-Hant": "ko"}
"""What it says of languages that it has no model for, and of traditional Chinese."""


@pytest.mark.parametrize("code", SENTENCES)
def test_the_default_engine_knows_each(code: str) -> None:
    found = detect(SENTENCES[code])
    assert found == code.partition("-")[0]
    in_language = TABLE["in_language"].run
    assert in_language is not None
    assert in_language(SENTENCES[code], code)
    wrong = [other for other in SENTENCES if in_language(SENTENCES[code], other) and not same_language(code, other)]
    assert wrong == []


@pytest.mark.parametrize("code", SENTENCES)
def test_langdetect_knows_most(code: str) -> None:
    pytest.importorskip("langdetect", reason="the extra `parity` is not installed")
    assert detect(SENTENCES[code], "langdetect") == UNKNOWN_TO_LANGDETECT.get(code, "zh-cn" if code == "zh" else code)


@pytest.mark.parametrize("code", MULTI_IF)
def test_a_language_is_known_in_markdown_and_beside_names(code: str) -> None:
    text = f"## 1. OpenAI\n\n- **{SENTENCES[code]}**\n- {SENTENCES[code]} (iPhone 15)\n\n```py\nprint('the end')\n```"
    assert detect(text) == code


@pytest.mark.parametrize("text", ["", " \n", "12345 67", "?!…。！？", "😀👍🏽", "Hola", "नमस्ते", "Привет", "a b c d e"])
def test_what_is_too_short_or_without_letters_is_undetermined(text: str) -> None:
    assert detect(text) == ""
    for code in SENTENCES:
        assert not same_language(detect(text), code)


@pytest.mark.parametrize(("text", "code"), [("สวัสดี", "th"), ("안녕", "ko"), ("你好", "zh"), ("ｶﾀｶﾅ", "ja")])
def test_a_script_of_one_language_needs_few_letters(text: str, code: str) -> None:
    assert detect(text) == code


@pytest.mark.parametrize(
    ("found", "wanted", "alike"),
    [
        ("zh", "zh-CN", True),
        ("zh", "zh-tw", True),
        ("zh-cn", "zh_Hant", True),
        ("pt", "pt-BR", True),
        ("en", "EN-gb", True),
        ("no", "nn", True),
        ("sr", "hr", True),
        ("ms", "id", True),
        ("he", "iw", True),
        ("tl", "fil", True),
        ("pt", "es", False),
        ("da", "no", False),
        ("ko", "zh", False),
        ("hi", "mr", False),
        ("", "", False),
        ("", "en", False),
        ("en", "", False),
        ("en", "-en", False),
    ],
)
def test_codes_that_stand_for_one_language(found: str, wanted: str, alike: bool) -> None:
    assert same_language(found, wanted) is alike
    assert same_language(wanted, found) is alike
