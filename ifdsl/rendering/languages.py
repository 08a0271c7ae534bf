"""Take the code of a language; give its name in English or Chinese."""

from __future__ import annotations

# ISO 639-1 codes, with the two Chinese ones that detectors tell apart.
_NAMES = {
    "af": ("Afrikaans", "南非荷兰语"),
    "am": ("Amharic", "阿姆哈拉语"),
    "ar": ("Arabic", "阿拉伯语"),
    "bg": ("Bulgarian", "保加利亚语"),
    "bn": ("Bengali", "孟加拉语"),
    "ca": ("Catalan", "加泰罗尼亚语"),
    "cs": ("Czech", "捷克语"),
    "cy": ("Welsh", "威尔士语"),
    "da": ("Danish", "丹麦语"),
    "de": ("German", "德语"),
    "el": ("Greek", "希腊语"),
    "en": ("English", "英语"),
    "es": ("Spanish", "西班牙语"),
    "et": ("Estonian", "爱沙尼亚语"),
    "fa": ("Persian", "波斯语"),
    "fi": ("Finnish", "芬兰语"),
    "fr": ("French", "法语"),
    "gu": ("Gujarati", "古吉拉特语"),
    "he": ("Hebrew", "希伯来语"),
    "hi": ("Hindi", "印地语"),
    "hr": ("Croatian", "克罗地亚语"),
    "hu": ("Hungarian", "匈牙利语"),
    "id": ("Indonesian", "印度尼西亚语"),
    "it": ("Italian", "意大利语"),
    "ja": ("Japanese", "日语"),
    "kn": ("Kannada", "卡纳达语"),
    "ko": ("Korean", "韩语"),
    "lt": ("Lithuanian", "立陶宛语"),
    "lv": ("Latvian", "拉脱维亚语"),
    "mk": ("Macedonian", "马其顿语"),
    "ml": ("Malayalam", "马拉雅拉姆语"),
    "mr": ("Marathi", "马拉地语"),
    "ms": ("Malay", "马来语"),
    "nb": ("Norwegian", "挪威语"),
    "ne": ("Nepali", "尼泊尔语"),
    "nl": ("Dutch", "荷兰语"),
    "no": ("Norwegian", "挪威语"),
    "pa": ("Punjabi", "旁遮普语"),
    "pl": ("Polish", "波兰语"),
    "pt": ("Portuguese", "葡萄牙语"),
    "ro": ("Romanian", "罗马尼亚语"),
    "ru": ("Russian", "俄语"),
    "sk": ("Slovak", "斯洛伐克语"),
    "sl": ("Slovenian", "斯洛文尼亚语"),
    "so": ("Somali", "索马里语"),
    "sq": ("Albanian", "阿尔巴尼亚语"),
    "sr": ("Serbian", "塞尔维亚语"),
    "sv": ("Swedish", "瑞典语"),
    "sw": ("Swahili", "斯瓦希里语"),
    "ta": ("Tamil", "泰米尔语"),
    "te": ("Telugu", "泰卢固语"),
    "th": ("Thai", "泰语"),
    "tl": ("Tagalog", "他加禄语"),
    "tr": ("Turkish", "土耳其语"),
    "uk": ("Ukrainian", "乌克兰语"),
    "ur": ("Urdu", "乌尔都语"),
    "vi": ("Vietnamese", "越南语"),
    "zh": ("Chinese", "中文"),
    "zh-cn": ("simplified Chinese", "简体中文"),
    "zh-tw": ("traditional Chinese", "繁体中文"),
}
"""English and Chinese names."""


def language_name(code: str, language: str) -> str:
    """The name of the language `code`, in English (`en`) or Chinese (`zh`).

    Raises:
        ValueError: no name is known for the code.
    """
    names = _NAMES.get(code.lower())
    if names is None:
        raise ValueError(f"`{code}` is not the code of a language with a name here")
    return names[language == "zh"]


def names_of_languages() -> dict[str, tuple[str, str]]:
    """The English and the Chinese name of each language that has one, by its code."""
    return dict(_NAMES)
