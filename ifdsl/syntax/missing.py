"""Take a place where reading stopped; tell what is missing before it."""

from __future__ import annotations

import re

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, alternatives, quoted
from ifdsl.syntax.brackets import closes_later
from ifdsl.syntax.scene import OPERATORS, Scene, edit
from ifdsl.syntax.tables import END

MARKS = {
    "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "COMMA": ",", "COLON": ":",
    "EQUAL": "=", "DOT": ".", "__ANON_0": "->", "VBAR": "|", "AT": "@", "PLUS": "+", "MINUS": "-", "STAR": "*",
    "DOTS": "..",
}  # fmt: skip
"""Terminals that are marks, as written."""

_NEVER_MISSING = OPERATORS | {"DOT", "LSQB", "LBRACE", "RBRACE", "AT", "VBAR", "_NL", END}
_REQUIREMENT = frozenset({"EACH", "IN", "IF_PRESENT", "ANY_OF", "ALL_OF", "NONE_OF", "IF", "NAME"})


def missing_type(scene: Scene) -> Diagnostic | None:
    """A parameter without its type, or a function without the type of its result."""
    if scene.takes("__ANON_0") and scene.kind == "COLON":
        fix = edit("write `->`", scene.at, scene.stop, " ->", safe=True)
        message = "the type of the result stands after `->`"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, fixes=(fix,))
    if scene.takes("__ANON_0") and scene.kind == "EQUAL":
        message = "the type of the result is missing: `-> type` stands before `=`"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop)
    if scene.kind in ("COMMA", "RPAR", "EQUAL") and scene.before[0] == "NAME" and _fitting(scene) == ["COLON"]:
        message = f"the parameter {quoted(scene.before_word)} has no type"
        help = (f"write `{scene.before_word}: text`, for one",)
        return scene.report(codes.SYNTAX_ERROR, message, scene.before[1], scene.before[2], help=help)
    return None


def missing_comma(scene: Scene) -> Diagnostic | None:
    """Two arguments, elements or parameters with nothing between them."""
    if scene.bracket not in ("LPAR", "LSQB") or not scene.takes("COMMA"):
        return None
    after = scene.engine.after(scene.states, "COMMA")
    word_as_name = re.fullmatch(r"[A-Za-z_]\w*", scene.word) and scene.takes("NAME", after)
    if not (word_as_name or scene.takes(scene.kind, after)) or scene.kind in ("RPAR", "RSQB", "COMMA"):
        return None
    if scene.first_on_line and not closes_later(scene):
        return None
    _, _, end = scene.before
    what = "elements" if scene.bracket == "LSQB" else "arguments"
    fix = edit("put `,` between them", end, end, ",", safe=True)
    return scene.report(codes.SYNTAX_ERROR, f"`,` is missing between two {what}", end, scene.stop, fixes=(fix,))


def missing_else(scene: Scene) -> Diagnostic | None:
    """`x if c`, which has no value where `c` is false."""
    ended = not scene.word or scene.kind in ("RPAR", "RSQB", "COMMA", "RBRACE")
    # After a block `else` would begin another block, not the other value.
    if not ended or not scene.takes("ELSE") or scene.before[0] == "RBRACE":
        return None
    _, _, end = scene.before
    message = "`else` is missing: an expression has a value whether or not its condition holds"
    return scene.report(codes.SYNTAX_ERROR, message, end, end)


def missing_quotes(scene: Scene) -> Diagnostic | None:
    """A text without quotes, after a keyword that takes one."""
    if not scene.takes("TEXT") or scene.takes("NUMBER"):
        return None
    end = scene.line_end(scene.at)
    rest = scene.text[scene.at : end]
    message = f'a text between `"` comes after {quoted(scene.before_word)}'
    quotable = scene.word[:1].isalpha() and not set(rest) & set('"{}\\#')
    fixes = (edit('put it between `"`', scene.at, end, f'"{rest}"'),) if quotable else ()
    start, stop = (scene.at, scene.stop) if scene.word else (scene.before[2], scene.before[2])
    return scene.report(codes.SYNTAX_ERROR, message, start, stop, fixes=fixes)


def missing_mark(scene: Scene) -> Diagnostic | None:
    """One mark or word which, put before the place, lets reading go on: then it is what is missing."""
    _, _, end = scene.before
    next_line = scene.engine.after(scene.states, "_NL") if scene.takes_item else None
    fits = []
    for kind in _fitting(scene):
        after = scene.engine.after(scene.states, kind)
        # A whole item is never what is missing.
        begins_item = kind not in MARKS and next_line is not None and scene.takes(kind, next_line)
        if after is None or kind in _NEVER_MISSING or begins_item:
            continue
        closed = scene.engine.after(after, "RPAR") if kind == "LPAR" else None
        if closed is not None and scene.takes(scene.kind, closed):
            fits.append("()")
        elif kind != "LPAR" and scene.takes(scene.kind, after):
            fits += [MARKS[kind]] if kind in MARKS else _words(scene, kind)
    if len(fits) != 1:
        return None
    new = f" {fits[0]}" if fits[0].isalpha() or fits[0] in ("=", "->") else fits[0]
    fix = edit(f"put {quoted(fits[0])} there", end, end, new)
    before = f"after {quoted(scene.before_word)}" if not scene.word else f"before {quoted(scene.word)}"
    message = f"{quoted(fits[0])} is missing {before}"
    start, stop = (scene.at, scene.stop) if scene.word else (end, end)
    return scene.report(codes.SYNTAX_ERROR, message, start, stop, fixes=(fix,))


def anything_else(scene: Scene) -> Diagnostic:
    """What stands at the place cannot, and no more is known than what could."""
    _, _, end = scene.before
    before = quoted(scene.before_word)
    what = _expected(scene)
    help = (f"after {before} comes {what}",) if what and scene.before_word else ()
    if scene.word:
        message = f"{quoted(scene.word)} cannot stand here"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, help=help)
    message = f"the {scene.what_ends} ends too early" + (f" after {before}" if scene.before_word else "")
    return scene.report(codes.SYNTAX_ERROR, message, end, end, help=help)


def _expected(scene: Scene) -> str:
    """What could stand at the place, where that can be said in a few words; otherwise nothing."""
    if scene.takes_expression:
        return "an expression"
    kinds = set(_fitting(scene)) - {"_NL", END}
    if "DOTS" in kinds:
        # An expression can always go on; what helps is what comes after it.
        kinds = kinds - OPERATORS - {"DOT", "LSQB"} or kinds
    named = []
    if kinds >= _REQUIREMENT:
        kinds -= _REQUIREMENT
        named.append("a requirement")
    for kind in sorted(kinds):
        if kind in ("NAME", "TEXT", "NUMBER"):
            named.append({"NAME": "a name", "TEXT": 'a text between `"`', "NUMBER": "a number"}[kind])
        else:
            named += [f"`{MARKS[kind]}`"] if kind in MARKS else map(quoted, _words(scene, kind))
    if not 0 < len(named) <= 6:
        return ""
    return alternatives(named)


def _fitting(scene: Scene) -> list[str]:
    """The terminals that can stand at the place."""
    row = scene.engine.rows[scene.states[-1]]
    return [symbol for symbol in row if symbol.isupper() and scene.takes(symbol)]


def _words(scene: Scene, kind: str) -> list[str]:
    return [word for word, its_kind in scene.engine.lexer.words.items() if its_kind == kind]
