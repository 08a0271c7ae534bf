"""Take a place where a character begins nothing; give what its author meant by it."""

from __future__ import annotations

import re
import unicodedata

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Fix, quoted
from ifdsl.syntax.scene import Scene, edit

_LOOKALIKES = dict(
    zip(
        "，（）：；＝［］｛｝。、．＋＊／×÷−–—≤≥≠…→∧∨¬∈",
        [
            ",",
            "(",
            ")",
            ":",
            ";",
            "=",
            "[",
            "]",
            "{",
            "}",
            ".",
            ",",
            ".",
            "+",
            "*",
            "/",
            "*",
            "/",
            "-",
            "-",
            "-",
            "<=",
            ">=",
            "!=",
            "..",
            "->",
            "and",
            "or",
            "not",
            "in",
        ],
        strict=True,
    )
)
_QUOTES = {"'": "'", "`": "`", "“": "”", "”": "”", "„": "“”", "«": "»", "‘": "’", "「": "」", "＂": "＂", "‚": "‘’"}
_WORD = re.compile(r"\w+")
_CODE = re.compile("[\0\ud800-\udfff]")


def explain_character(scene: Scene) -> Diagnostic:
    """What to say of the character at the place, which no leaf begins with."""
    char = scene.text[scene.at]
    if char == '"':
        return _unterminated(scene)
    if char == "/":
        message = "this regular expression has no closing `/` on its line"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.line_end(scene.at))
    if char in _QUOTES:
        return _other_quotes(scene, char)
    if char in _LOOKALIKES:
        return _slip(scene, char, _LOOKALIKES[char])
    if char in "&!?\\;^$~":
        return _ascii(scene, char)
    return _unknown(scene, char)


def hidden_characters(text: str) -> list[int]:
    """Where a text holds what no file should, even inside quotes and comments: NUL and lone surrogates."""
    return [match.start() for match in _CODE.finditer(text)]


def name_of(char: str) -> str:
    """A character as a message shows it: itself in backticks where it can be seen, else its code point."""
    if char.isprintable() and not char.isspace():
        return f"`{char}`"
    return f"`U+{ord(char):04X}`"


def _slip(scene: Scene, found: str, meant: str, *, title: str = "", replacement: str | None = None) -> Diagnostic:
    stop = scene.at + len(found)
    new = meant if replacement is None else replacement
    # Marks become words only with a blank on both sides.
    if new[:1].isalpha():
        new = " " * (not scene.text[scene.at - 1 : scene.at].isspace()) + new
        new += " " * (not scene.text[stop : stop + 1].isspace())
    fix = edit(title or f"write {quoted(meant)}", scene.at, stop, new, safe=True)
    return scene.report(
        codes.UNEXPECTED_CHARACTER, f"`{found}` is written {quoted(meant)}", scene.at, stop, fixes=(fix,)
    )


def _ascii(scene: Scene, char: str) -> Diagnostic:
    text, at = scene.text, scene.at
    if char == "&":
        return _slip(scene, "&&" if text.startswith("&&", at, scene.end) else "&", "and")
    if char == "!":
        return _slip(scene, "!", "not")
    if char == ";" and scene.bracket in ("LPAR", "LSQB"):
        return _slip(scene, ";", ",")
    if char == ";":
        rest = text[at + 1 : scene.line_end(at)].lstrip()
        surplus = not rest or rest[0] in "}#"
        message = "a newline ends an item; there is no `;`"
        title, new = ("remove it", "") if surplus else ("begin a new line", "\n" + scene.indent(at))
        stop = at + 1 if surplus else scene.after_blanks(at + 1)
        fix = edit(title, at, stop, new, safe=True)
        return scene.report(codes.UNEXPECTED_CHARACTER, message, at, at + 1, fixes=(fix,))
    if char == "\\" and scene.line_end(at) == at + 1:
        message = "a line cannot be continued with `\\`"
        help = ("inside parentheses an expression may go on over lines",)
        return scene.report(codes.UNEXPECTED_CHARACTER, message, at, at + 1, help=help)
    if char == "?":
        message, help = "`?` has no meaning here", ("a choice is written `value if condition else other`",)
        return scene.report(codes.UNEXPECTED_CHARACTER, message, at, at + 1, help=help)
    if char == "$":
        message = "a name has no `$` before it"
        return scene.report(
            codes.UNEXPECTED_CHARACTER, message, at, at + 1, fixes=(edit("remove it", at, at + 1, "", safe=True),)
        )
    return _unknown(scene, char)


def _unknown(scene: Scene, char: str) -> Diagnostic:
    at = scene.at
    category = unicodedata.category(char)
    if category == "Zs":
        message = f"the blank {name_of(char)} is none of the language"
        fix = edit("put a plain space", at, at + 1, " ", safe=True)
        return scene.report(codes.UNEXPECTED_CHARACTER, message, at, at + 1, fixes=(fix,))
    if category in ("Cf", "Cc", "Cs", "Zl", "Zp", "Cn", "Co"):
        message = f"the character {name_of(char)} cannot stand outside a text"
        fix = edit("remove it", at, at + 1, "", safe=category == "Cf")
        return scene.report(codes.UNEXPECTED_CHARACTER, message, at, at + 1, fixes=(fix,))
    if category.startswith("L"):
        word = _WORD.match(scene.text, at, scene.end)
        stop = at + len(word[0] if word else char)
        start = at
        while start > scene.start and (scene.text[start - 1].isalnum() or scene.text[start - 1] == "_"):
            start -= 1
        message = (
            f"{quoted(scene.text[start:stop])} is no name: names are made of `A` to `Z`, `a` to `z`, digits and `_`"
        )
        help = ('a text stands between `"`',)
        return scene.report(codes.UNEXPECTED_CHARACTER, message, start, stop, help=help)
    if category == "Nd":
        digit = str(unicodedata.digit(char))
        return _slip(scene, char, digit)
    return scene.report(codes.UNEXPECTED_CHARACTER, f"{name_of(char)} has no meaning outside a text", at, at + 1)


def _unterminated(scene: Scene) -> Diagnostic:
    at, text = scene.at, scene.text
    if text.startswith('"""', at, scene.end):
        message = 'this text has no closing `"""`'
        return scene.report(codes.UNTERMINATED_TEXT, message, at, at + 3)
    end = scene.line_end(at)
    help: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    curly = max(text.rfind(quote_, at, end) for quote_ in "“”„")
    if curly > at:
        fixes = (edit('write `"`', curly, curly + 1, '"', safe=True),)
    else:
        following = text[end + 1 :].lstrip().partition("\n")[0]
        if following.count('"') % 2:
            help = ('a text of several lines stands between `"""`',)
        fixes = (edit('close it with `"`', end, end, '"'),)
    return scene.report(
        codes.UNTERMINATED_TEXT, 'this text has no closing `"` on its line', at, end, help=help, fixes=fixes
    )


def _requoted(match: re.Match[str]) -> str:
    other, escape, _ = match.groups()
    return str(other or escape or '\\"')


def _other_quotes(scene: Scene, char: str) -> Diagnostic:
    at, text = scene.at, scene.text
    end = scene.line_end(at)
    closers = [text.find(close, at + 1, end) for close in {*_QUOTES[char], char}]
    close = min((place for place in closers if place > 0), default=-1)
    message = f'a text is written between `"`, not `{char}`' if char != "`" else 'a text is written between `"`'
    if close < 0:
        help = () if char not in "'’" else ('an apostrophe can stand only inside a text, which is between `"`',)
        return scene.report(codes.UNTERMINATED_TEXT, message, at, at + 1, help=help)
    # Escapes stay as they are; only a `"` that needs one now gets it.
    inner = re.sub(r"""\\(['`])|(\\.)|(")""", _requoted, text[at + 1 : close])
    fix = edit('write it between `"`', at, close + 1, f'"{inner}"', safe=True)
    return scene.report(codes.UNTERMINATED_TEXT, message, at, close + 1, fixes=(fix,))
