"""Give texts of the usual kinds that follow no instruction: what passes with one of them asks for too little.

MulDimIF's published items show what they are for: half of them pass with one fixed text (its checkers, 1,200 items).
"""

from __future__ import annotations

_SENTENCE = "I am sorry, but I cannot help with that."
_ANSWER = (
    "There are several things to consider here. First, it helps to know what you want to achieve and how much time you "
    "have. Second, it is worth looking at what others have done before. Once that is clear, the rest is a matter of "
    "patience and practice. Start small, keep what works and change what does not."
)
_MORE = (
    "It may also help to talk to someone who has been there. Most people are glad to share what they have learned, and "
    "a short conversation can save weeks of work. Write down what you find out, because it is easily forgotten. After "
    "a while you will see a pattern, and the next step will be easier than the first one was."
)
_LAST = (
    "In the end there is no single right way. What matters is that you begin, that you look back now and then, and "
    "that you are honest about what you see. Good luck!"
)
_LIST = "- Decide what matters most\n- Collect what you need\n- Try it out\n- Look at what came of it\n- Begin again"
_TABLE = (
    "| Step | What to do | Why |\n| --- | --- | --- |\n| 1 | Decide | It saves time |\n| 2 | Try | It shows what "
    "works |\n| 3 | Repeat | It gets easier |"
)
_JSON = '{"title": "A plan", "steps": ["decide", "try", "repeat"], "notes": {"time": "a week", "cost": "little"}}'
_PARAGRAPHS = f"{_ANSWER}\n\n{_MORE}\n\n{_LAST}"
_ARTICLE = f"# A plan\n\n{_ANSWER}\n\n## What to do\n\n{_LIST}\n\n{_TABLE}\n\n## And then?\n\n{_MORE}\n\n**{_LAST}**"

PLAIN_TEXTS: tuple[str, ...] = (
    _SENTENCE,
    _ANSWER,
    _PARAGRAPHS,
    f"{_PARAGRAPHS}\n\n{_PARAGRAPHS}",
    f"{_ANSWER}\n\n{_LIST}",
    _ARTICLE,
    f"# A plan\n\n{_ANSWER}\n\n## In short\n\n{_LAST}",
    _TABLE,
    f"```json\n{_JSON}\n```",
    _PARAGRAPHS.lower(),
    _PARAGRAPHS.upper(),
    _ARTICLE.title(),
)
"""A refusal, an answer, one of several paragraphs, a long one, one with a list, an article in Markdown, and so on."""

VARIANTS: tuple[str, ...] = (
    _SENTENCE.upper(), _SENTENCE.lower(), _SENTENCE.title(), _ANSWER.upper(), _ANSWER.lower(), _ANSWER.title(),
    _PARAGRAPHS.title(), _ARTICLE.upper(), _ARTICLE.lower(), f"{_ANSWER}\n\n{_LIST}".upper(), _JSON, _LIST,
    _LIST.lower(),
)  # fmt: skip
"""The same in capital and in small letters, and some without any prose: how ordinary texts differ."""
