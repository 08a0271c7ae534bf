"""langdetect, rebuilt: the same verdicts and the same probabilities as the package that it stands for."""

import json
import math
import os
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import langdetect_grams, langdetect_parity, langdetect_table, langdetect_trials
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.langdetect_grams import Grams
from ifdsl.primitives.langdetect_parity import detect, probabilities
from ifdsl.primitives.langdetect_trials import Trials

langdetect = pytest.importorskip("langdetect", reason="the reference comes with the extra `test`")
from langdetect import detector_factory  # noqa: E402
from langdetect.detector import Detector  # noqa: E402
from langdetect.utils.ngram import NGram  # noqa: E402

SENTENCES = {
    "af": "Môre sal dit reën, dus neem asseblief jou sambreel saam skool toe.",
    "ar": "سوف تمطر غدا في المدينة، لذلك خذ معك مظلتك إلى المدرسة.",
    "bg": "Утре ще вали дъжд, затова вземи чадъра си, когато тръгнеш за училище.",
    "bn": "আগামীকাল বৃষ্টি হবে, তাই স্কুলে যাওয়ার সময় ছাতা নিয়ে যেও।",
    "ca": "Demà plourà tot el dia, així que agafa el paraigua quan vagis a l'escola.",
    "cs": "Zítra bude celý den pršet, takže si do školy vezmi deštník.",
    "cy": "Bydd hi'n bwrw glaw yfory, felly cofia fynd â dy ymbarél i'r ysgol.",
    "da": "I morgen regner det hele dagen, så husk at tage din paraply med i skole.",
    "de": "Morgen wird es den ganzen Tag regnen, also nimm deinen Schirm mit in die Schule.",
    "el": "Αύριο θα βρέχει όλη μέρα, γι' αυτό πάρε την ομπρέλα σου στο σχολείο.",
    "en": "Tomorrow it will rain all day, so please take your umbrella with you to school.",
    "es": "Mañana lloverá todo el día, así que lleva el paraguas cuando vayas a la escuela.",
    "et": "Homme sajab terve päeva vihma, nii et võta kooli minnes vihmavari kaasa.",
    "fa": "فردا تمام روز باران می‌بارد، پس چتر خود را به مدرسه ببر.",
    "fi": "Huomenna sataa koko päivän, joten ota sateenvarjo mukaan kouluun.",
    "fr": "Demain il pleuvra toute la journée, alors prends ton parapluie pour aller à l'école.",
    "gu": "આવતીકાલે આખો દિવસ વરસાદ પડશે, તેથી શાળાએ છત્રી લઈ જજો.",
    "he": "מחר ירד גשם כל היום, אז קח איתך את המטרייה לבית הספר.",
    "hi": "कल पूरे दिन बारिश होगी, इसलिए स्कूल जाते समय अपना छाता ले जाना।",
    "hr": "Sutra će cijeli dan padati kiša, zato ponesi kišobran kad kreneš u školu.",
    "hu": "Holnap egész nap esni fog az eső, ezért vigyél magaddal esernyőt az iskolába.",
    "id": "Besok akan turun hujan sepanjang hari, jadi bawalah payungmu ke sekolah.",
    "it": "Domani pioverà tutto il giorno, quindi porta con te l'ombrello a scuola.",
    "ja": "明日は一日中雨が降るので、学校へ傘を持って行ってください。",
    "kn": "ನಾಳೆ ದಿನವಿಡೀ ಮಳೆ ಬರುತ್ತದೆ, ಆದ್ದರಿಂದ ಶಾಲೆಗೆ ಛತ್ರಿ ತೆಗೆದುಕೊಂಡು ಹೋಗು.",
    "ko": "내일은 하루 종일 비가 올 테니 학교에 우산을 가져가세요.",
    "lt": "Rytoj visą dieną lis, todėl eidamas į mokyklą pasiimk skėtį.",
    "lv": "Rīt visu dienu līs, tāpēc, ejot uz skolu, paņem līdzi lietussargu.",
    "mk": "Утре цел ден ќе врне дожд, затоа земи го чадорот кога одиш на училиште.",
    "ml": "നാളെ ദിവസം മുഴുവൻ മഴ പെയ്യും, അതിനാൽ സ്കൂളിലേക്ക് കുട കൊണ്ടുപോകുക.",
    "mr": "उद्या दिवसभर पाऊस पडेल, म्हणून शाळेत जाताना तुझी छत्री घेऊन जा.",
    "ne": "भोलि दिनभरि पानी पर्नेछ, त्यसैले विद्यालय जाँदा आफ्नो छाता लिएर जाऊ।",
    "nl": "Morgen gaat het de hele dag regenen, dus neem je paraplu mee naar school.",
    "no": "I morgen kommer det til å regne hele dagen, så ta med deg paraplyen på skolen.",
    "pa": "ਕੱਲ੍ਹ ਸਾਰਾ ਦਿਨ ਮੀਂਹ ਪਵੇਗਾ, ਇਸ ਲਈ ਸਕੂਲ ਜਾਂਦੇ ਸਮੇਂ ਛਤਰੀ ਲੈ ਜਾਣਾ।",
    "pl": "Jutro przez cały dzień będzie padać deszcz, więc weź parasol do szkoły.",
    "pt": "Amanhã vai chover o dia inteiro, então leva o guarda-chuva para a escola.",
    "ro": "Mâine va ploua toată ziua, așa că ia umbrela cu tine când mergi la școală.",
    "ru": "Завтра весь день будет идти дождь, поэтому возьми с собой зонт в школу.",
    "sk": "Zajtra bude celý deň pršať, preto si zober do školy dáždnik.",
    "sl": "Jutri bo ves dan deževalo, zato vzemi v šolo dežnik.",
    "so": "Berri roob ayaa da'i doona maalinta oo dhan, markaa dallaayadda qaado.",
    "sq": "Nesër do të bjerë shi gjithë ditën, prandaj merre çadrën me vete në shkollë.",
    "sv": "I morgon kommer det att regna hela dagen, så ta med dig paraplyet till skolan.",
    "sw": "Kesho mvua itanyesha siku nzima, kwa hiyo chukua mwavuli wako shuleni.",
    "ta": "நாளை நாள் முழுவதும் மழை பெய்யும், எனவே பள்ளிக்கு குடை எடுத்துச் செல்.",
    "te": "రేపు రోజంతా వర్షం పడుతుంది, కాబట్టి బడికి గొడుగు తీసుకెళ్ళు.",
    "th": "พรุ่งนี้ฝนจะตกทั้งวัน ดังนั้นอย่าลืมเอาร่มไปโรงเรียนด้วย",
    "tl": "Uulan bukas sa buong araw, kaya dalhin mo ang iyong payong sa paaralan.",
    "tr": "Yarın bütün gün yağmur yağacak, bu yüzden okula giderken şemsiyeni al.",
    "uk": "Завтра весь день ітиме дощ, тому візьми з собою парасольку до школи.",
    "ur": "کل سارا دن بارش ہوگی، اس لیے اسکول جاتے وقت اپنی چھتری ساتھ لے جانا۔",
    "vi": "Ngày mai trời sẽ mưa cả ngày, vì vậy hãy mang theo ô khi đến trường.",
    "zh-cn": "明天会下一整天的雨，所以上学的时候请带上你的雨伞。",
    "zh-tw": "這所大學位於臺北市，校內的圖書館是臺灣歷史最悠久的圖書館之一。",
}
EVERY = list(SENTENCES.values())
ODD = [
    "", " ", "\n\n", "12345", "?!", "😀", "A", "ok", "Hello", "X Y Z", "NASA", "aNASAa", "ÄÖÜ straße", "Ⅷ", "ǅungla",
    "\x85abc\xa0def", "a\u3000b", "\ud800 lone", "ａｂｃ", "naïve—café’s", "e\u0301t\u0309o\u0323 Vie\u0323t",
    "[\\]^_`",
    "İstanbul ığdır", "圖書館位於臺北市中正區，是國家圖書館。", "a_b^c abC aBC aBc",
    "mail me at first.last@example-site.org or see https://example.org/a?b=c&d=é now",
    "@@a@b.c@d.e", "http://", "https://x",
]  # fmt: skip

Reference = Callable[[str], list[tuple[str, float]] | None]


@pytest.fixture(scope="module", autouse=True)
def private_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One cache directory for this module, so that the table is built once and no user's file is read."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(home))
        langdetect_parity._engine.cache_clear()
        langdetect_parity._remembered.cache_clear()
        yield home
        langdetect_parity._engine.cache_clear()


@pytest.fixture(scope="module")
def factory() -> Any:
    """The package's own factory with seed 0, its profiles read in the order of their names."""
    made = detector_factory.DetectorFactory()
    profiles = sorted(Path(detector_factory.PROFILES_DIRECTORY).iterdir())
    made.load_json_profile([path.read_text(encoding="utf-8") for path in profiles])
    made.set_seed(0)
    return made


@pytest.fixture(scope="module")
def reference(factory: Any) -> Reference:
    def probabilities_of(text: str) -> list[tuple[str, float]] | None:
        detector = factory.create()
        detector.append(text)
        try:
            return [(found.lang, found.prob) for found in detector.get_probabilities()]
        except langdetect.LangDetectException:
            return None

    return probabilities_of


def agree(text: str, reference: Reference) -> None:
    expected = reference(text)
    assert probabilities(text) == (expected or [])
    assert detect(text) == ("" if expected is None else expected[0][0] if expected else "unknown")


def engine() -> tuple[Grams, Trials]:
    return langdetect_parity._engine()


@pytest.fixture(scope="module")
def names() -> list[str]:
    """Every n-gram of the table, by its number less one."""
    table = langdetect_table.load_table()
    found = [
        (place, f"{table.firsts[place]}{table.middles[tail]}{last}".strip("\0"))
        for last, (start, end) in table.endings.items()
        for tail in range(start, end)
        for place in range(table.groups[tail], table.groups[tail + 1])
    ]
    assert [place for place, _ in found] == list(range(len(table.firsts)))
    return [name for _, name in found]


@pytest.mark.parametrize("code", SENTENCES)
def test_one_sentence_of_each_language(code: str, reference: Reference) -> None:
    text = SENTENCES[code]
    assert detect(text) == code
    for variant in (text, text.upper(), text[5:25]):
        agree(variant, reference)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts(text: str, reference: Reference) -> None:
    agree(text, reference)


def test_the_package_as_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(langdetect.DetectorFactory, "seed", 0)
    monkeypatch.setattr(detector_factory, "_factory", None)
    for text in EVERY:
        assert detect(text) == langdetect.detect(text)


def test_mixed_and_shuffled_texts(reference: Reference) -> None:
    draw = random.Random(11)
    words = [word for sentence in EVERY for word in sentence.split()]
    for _ in range(12):
        agree(" ".join(draw.choices(words, k=draw.randrange(1, 14))), reference)
        agree(" ".join(draw.sample(EVERY, 2)), reference)
        agree("".join(draw.choices("".join(EVERY), k=draw.randrange(1, 40))), reference)


LETTERS = st.sampled_from(sorted({character for sentence in EVERY for character in sentence}))
TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(LETTERS, max_size=60),
    st.lists(st.sampled_from([word for sentence in EVERY for word in sentence.split()]), max_size=8).map(" ".join),
    st.text(st.sampled_from("aAbBéÉ ß'@.-:/\n\u0301\u2019\u4e00\u3042ж"), max_size=40),
)


@given(TEXTS)
@settings(max_examples=40, deadline=None)
def test_any_text(reference: Reference, text: str) -> None:
    agree(text, reference)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_the_same_n_grams_in_the_same_order(factory: Any, names: list[str], text: str) -> None:
    detector = factory.create()
    detector.append(text)
    detector.cleaning_text()
    assert [names[number - 1] for number in engine()[0].of(text)] == detector._extract_ngrams()


@given(TEXTS, st.integers(1, 5))
@settings(max_examples=80, deadline=None)
def test_a_text_read_in_parts_has_the_same_n_grams(text: str, size: int) -> None:
    whole = engine()[0].of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(langdetect_grams, "PART", size)
        assert engine()[0].of(text) == whole


def test_a_text_of_more_characters_than_have_codes(factory: Any, names: list[str]) -> None:
    text = "".join(chr(point) + "ab "[point % 3] for point in range(0x100, 0x1100) if chr(point).isalpha())
    assert len(set(text)) > langdetect_grams.CODES
    detector = factory.create()
    detector.append(text)
    detector.cleaning_text()
    assert [names[number - 1] for number in engine()[0].of(text)] == detector._extract_ngrams()


def test_every_character_is_folded_as_in_the_package() -> None:
    codes = langdetect_grams._Codes(langdetect_table.load_table())
    for point in range(0x11000):
        assert codes.characters[codes[point]] == NGram.normalize(chr(point)), hex(point)


@given(st.text(st.sampled_from("a.-_1@@@ é"), max_size=90), st.integers(0, 3), st.integers(60, 70))
@settings(max_examples=150, deadline=None)
def test_mail_addresses_go_as_the_package_takes_them(text: str, place: int, length: int) -> None:
    pieces = text.split("@")
    pieces.insert(place, "a" * length)
    text = "@".join(pieces)
    assert langdetect_grams._strip_mail(text) == Detector.MAIL_RE.sub(" ", text)


def test_where_a_long_text_is_cut(reference: Reference, factory: Any) -> None:
    english, russian = SENTENCES["en"] + " ", SENTENCES["ru"] + " "
    address = "https://example.org/" + "path/" * 300 + " "
    mail = "a" * 64 + "@" + "b" * 255 + "c" * 255 + " "
    around = langdetect_grams.CHUNK
    texts = [
        english * 200 + russian * 500,
        address * 40 + russian,
        mail * 60 + english,
        (address + "x ") * 30 + russian,
    ]
    # An address, a mail address and a marked letter that straddle the place where the text is first cut.
    texts += [
        ("x " * around)[: around - cut] + part + russian for cut in (1, 3, 9) for part in (address, mail, "e\u0301")
    ]
    # The same with nearly all that comes before gone, so that it lies within the part that is looked at.
    gone = address * (around // len(address))
    for cut in (1, 5, 8, 70, 320):
        texts += [(gone + " " * around)[: around - cut] + part + english * 150 for part in (address, mail, "e\u0301")]
    for text in texts:
        detector = factory.create()
        detector.append(text)
        assert re.sub(" +", " ", engine()[0]._clean(text)) == detector.text
    for text in texts[:4]:
        agree(text, reference)


def test_a_huge_text_is_read_as_its_beginning() -> None:
    huge = SENTENCES["en"] * 150 * 430
    assert len(huge) > 5_000_000
    assert langdetect_parity._detect(huge) == "en"
    assert langdetect_parity._detect(huge + SENTENCES["fr"] * 1000) == "en"


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_bounds_never_give_another_verdict(data: st.DataObject) -> None:
    """N-grams of no text at all: any mixture, with any one repeated, so that trials are long and languages close."""
    _, trials = engine()
    count = len(trials._table.starts) - 1
    numbers = data.draw(st.lists(st.integers(1, count), min_size=1, max_size=12))
    times = data.draw(st.lists(st.integers(1, 9), min_size=len(numbers), max_size=len(numbers)))
    listed = [number for number, repeat in zip(numbers, times, strict=True) for _ in range(repeat)]
    verdict = trials.verdict(listed)
    means = trials.means(listed)
    assert verdict is None or verdict == (means[0][0] if means else "unknown")


def test_the_interpolated_logarithms_are_as_precise_as_they_claim() -> None:
    _, trials = engine()
    table = trials._table
    draw = random.Random(5)
    low, high = langdetect_trials.LIGHTEST, langdetect_trials.HEAVIEST
    for _ in range(60):
        light = draw.uniform(low, high)
        blend = trials._blend(light)
        assert blend is not None
        entries = draw.sample(range(len(table.owners)), 60)
        wrong = [
            (blend.one * table.gains[0][entry] + blend.two * table.gains[1][entry]) / langdetect_trials.BLEND
            - langdetect_table.GAIN_UNIT * math.log2(1 + table.shares[entry] / light)
            for entry in entries
        ]
        # A language without the n-gram has no gain and is exact.
        assert max(0.0, *wrong) - min(0.0, *wrong) <= blend.slip * langdetect_table.GAIN_UNIT / blend.unit
    for node in langdetect_table.node_weights():
        assert trials._blend(node) is not None


def test_there_are_random_words_enough_for_the_longest_trials() -> None:
    _, trials = engine()
    most = 7 * 1001 + 16
    for power in range(16):
        # Just these sizes turn most of the words down.
        size = 1 << power
        assert sum(word >> (32 - size.bit_length()) < size for word in trials._words) > most


def test_windows_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(langdetect_grams, "KEPT", 3)
    forgetful = Grams(langdetect_table.load_table())
    for text in EVERY:
        assert forgetful.of(text) == engine()[0].of(text)
    assert len(forgetful._windows) < 200


def test_threads_agree() -> None:
    texts = EVERY * 3
    langdetect_parity._engine.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(langdetect_parity._detect, texts))
    assert found == list(SENTENCES) * 3


class TestTable:
    def test_it_is_kept_and_read_again(self, private_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = langdetect_table.load_table()
        (path,) = (private_cache / "ifdsl").glob("langdetect-*.table")
        monkeypatch.setattr(langdetect_table, "build", None)
        assert langdetect_table.load_table() == first
        assert path.stat().st_mode & 0o077 == 0

    @pytest.mark.parametrize("damage", ["empty", "short", "flipped", "other"])
    def test_a_damaged_file_is_built_again(
        self, damage: str, private_cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        first = langdetect_table.load_table()
        (path,) = (private_cache / "ifdsl").glob("langdetect-*.table")
        sound = path.read_bytes()
        spoilt = bytearray(sound)
        spoilt[len(spoilt) // 2] ^= 1
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        copy = tmp_path / "ifdsl" / path.name
        copy.parent.mkdir()
        made = {"empty": b"", "short": sound[:-9], "flipped": bytes(spoilt), "other": b"{}" * 999}
        copy.write_bytes(made[damage])
        built: list[int] = []

        def build(*args: object) -> bytes:
            built.append(1)
            return sound

        monkeypatch.setattr(langdetect_table, "build", build)
        assert langdetect_table.load_table() == first
        assert built == [1]
        assert copy.read_bytes() == sound

    def test_other_files_make_another_table(self, private_cache: Path) -> None:
        langdetect_table.load_table()
        (path,) = (private_cache / "ifdsl").glob("langdetect-*.table")
        with pytest.raises(ValueError, match="other files"):
            langdetect_table.unpack(path.read_bytes(), [])

    def test_no_cache_directory(self, private_cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        first = langdetect_table.load_table()
        (path,) = (private_cache / "ifdsl").glob("langdetect-*.table")
        sound = path.read_bytes()
        monkeypatch.setattr(langdetect_table, "build", lambda *_: sound)
        blocked = tmp_path / "a file"
        blocked.write_text("")
        monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
        assert langdetect_table.load_table() == first

    def test_without_the_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(langdetect_table, "find_spec", lambda _: None)
        with pytest.raises(MissingExtra) as caught:
            langdetect_table.load_table()
        assert caught.value.extra == "parity"


@pytest.mark.skipif("IFDSL_CORPORA" not in os.environ, reason="IFDSL_CORPORA names no folder of recorded responses")
def test_recorded_texts(reference: Reference) -> None:
    corpora = Path(os.environ["IFDSL_CORPORA"])
    with (corpora / "probes.jsonl").open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for number, line in enumerate(lines) if number % 200 == 0]
    with (corpora / "ifeval" / "gpt4.jsonl").open(encoding="utf-8") as lines:
        texts += [json.loads(line)["response"] for number, line in enumerate(lines) if number % 25 == 0]
    assert len(texts) > 80
    for text in texts:
        agree(text, reference)
