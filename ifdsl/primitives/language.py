"""TEMPORARY."""
from ifdsl.primitives.langdetect_parity import detect as _d
def detect(text, by="default"):
    return _d(text)
def same_language(a,b): return a==b
