"""Give `ENGLISH`, the English function words that text retrieval leaves out, in lower case.

The list of nltk's corpus of stop words (198 entries), which goes back to the list of the Snowball project (BSD). It
holds contractions both whole (`don't`) and in the parts that a tokenizer leaves of them (`don`, `t`).
"""

from __future__ import annotations

_WORDS = """
a about above after again against all am an and any are as at be because been before being below between both but
by can did do does doing down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or
other our ours ourselves out over own re same shan she should so some such than that the their theirs them
themselves then there these they this those through to too under until up very was we were what when where which
while who whom why will with won you your yours yourself yourselves

d ll m o s t ve y ma
ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shouldn wasn weren wouldn

aren't couldn't didn't doesn't don't hadn't hasn't haven't isn't mightn't mustn't needn't shan't shouldn't wasn't
weren't won't wouldn't
he'd he'll he's i'd i'll i'm i've it'd it'll it's she'd she'll she's should've that'll they'd they'll they're
they've we'd we'll we're we've you'd you'll you're you've
"""
ENGLISH = frozenset(_WORDS.split())


def is_stop_word(word: str) -> bool:
    """Whether a word is one of `ENGLISH`, in any letter case and with either apostrophe."""
    return word.lower().replace("’", "'") in ENGLISH
