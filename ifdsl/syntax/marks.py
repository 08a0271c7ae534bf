"""Take a place where reading stopped; tell whether a mark, an operator or a number there is one of another language."""

from __future__ import annotations

import re

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Fix, quoted
from ifdsl.syntax.scene import OPERATORS, Scene, edit
from ifdsl.syntax.tables import END

_OPERATOR_MARKS = "=<>!|*:"
_FOREIGN_OPERATORS = {"===": "==", "!==": "!=", "=>": ">=", "=<": "<=", "<>": "!=", "||": "or", "|": "or", ":=": "="}
_OVER_LINES = "inside parentheses an expression may go on over lines"
_GLUED = re.compile(r"[\w.]+")


def split_expression(scene: Scene) -> Diagnostic | None:
    """A line that ends with an operator, or begins with one."""
    kind, start, end = scene.before
    if scene.kind in ("_NL", END) and (kind in OPERATORS or kind in ("EQUAL", "COMMA", "VBAR")):
        message = f"the {scene.what_ends} ends after {quoted(scene.before_word)}, before what belongs to it"
        help = (_OVER_LINES,) if kind in OPERATORS and scene.kind == "_NL" else ()
        return scene.report(codes.SYNTAX_ERROR, message, start, end, help=help)
    goes_on = scene.states_of_line and scene.takes(scene.kind, scene.states_of_line)
    if scene.first_on_line and goes_on and scene.kind in OPERATORS:
        start, end = scene.at, scene.stop
    elif kind != "NAME" or scene.before_word not in ("and", "or") or not scene.begins_line(start):
        # Where requirements stand, `and` is read as the name of one, and what follows is what does not fit.
        return None
    message = f"{quoted(scene.text[start:end])} begins a line, but an expression ends where its line ends"
    return scene.report(codes.SYNTAX_ERROR, message, start, end, help=(_OVER_LINES,))


def bad_number(scene: Scene) -> Diagnostic | None:
    """`1.2.3`, `5.`, `.5`, `1e5`, `20px`."""
    kind, start, end = scene.before
    text = scene.text
    if scene.kind == "DOT" and scene.takes_expression and text[scene.stop : scene.stop + 1].isdigit():
        glued = _GLUED.match(text, scene.at, scene.end)
        stop = glued.end() if glued else scene.stop
        fix = edit(f"write {quoted('0' + text[scene.at : stop])}", scene.at, scene.at, "0", safe=True)
        message = f"{quoted(text[scene.at : stop])} is no number"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, stop, fixes=(fix,))
    if not (kind == "NUMBER" and scene.at == end and scene.kind in ("NAME", "DOT", "NUMBER")) and kind != "DOT":
        return None
    while start > scene.start and (text[start - 1].isalnum() or text[start - 1] in "._"):
        start -= 1
    glued = _GLUED.match(text, start, scene.end)
    if glued is None or not glued[0][0].isdigit():
        return None
    fixes: tuple[Fix, ...] = ()
    if re.fullmatch(r"[0-9][0-9_]*\.", glued[0]):
        stop = glued.end()
        fixes = (
            edit(f"write `{glued[0]}0`", stop, stop, "0"),
            edit(f"write `{glued[0]}.` for a range", stop, stop, "."),
        )
    message = f"{quoted(glued[0])} is no number"
    return scene.report(codes.SYNTAX_ERROR, message, start, glued.end(), fixes=fixes)


def import_path(scene: Scene) -> Diagnostic | None:
    """`use a.*`, `use a/b`, `use "a"`."""
    line = scene.text[scene.line_start(scene.at) : scene.at]
    if not re.match(r"\s*use\b", line):
        return None
    start, stop = scene.at, scene.stop
    if scene.kind == "STAR":
        message = "`use` takes a whole module; there is no `*`"
        fix = edit("remove it", scene.before[1] if scene.before[0] == "DOT" else start, stop, "")
        return scene.report(codes.SYNTAX_ERROR, message, start, stop, fixes=(fix,))
    if scene.kind == "DIVIDE":
        message = "the parts of a module's name are joined by `.`"
        fix = edit("write `.`", start, stop, ".", safe=True)
        return scene.report(codes.SYNTAX_ERROR, message, start, stop, fixes=(fix,))
    if scene.kind == "TEXT" and scene.before_word == "use":
        path = re.sub(r"\.ifc$", "", scene.word.strip('"')).replace("/", ".")
        named = re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", path)
        fixes = (edit(f"write {quoted(path)}", start, stop, path),) if named else ()
        message = "the name of a module stands without quotes"
        return scene.report(codes.SYNTAX_ERROR, message, start, stop, fixes=fixes)
    return None


def foreign_operator(scene: Scene) -> Diagnostic | None:
    """An operator of other languages, which reads as two of this one or as another."""
    text, start, stop = scene.text, scene.at, scene.at
    while start > scene.start and text[start - 1] in _OPERATOR_MARKS:
        start -= 1
    while stop < scene.end and text[stop] in _OPERATOR_MARKS:
        stop += 1
    run = text[start:stop]
    if run == "**":
        return scene.report(codes.SYNTAX_ERROR, "there is no operator `**`", start, stop)
    if run == ":=" and not scene.takes("EQUAL"):
        return None
    meant = "->" if run == "=>" and scene.takes("__ANON_0") else _FOREIGN_OPERATORS.get(run)
    if meant is None:
        return None
    fix = edit(f"write {quoted(meant)}", start, stop, meant, safe=True)
    return scene.report(codes.SYNTAX_ERROR, f"`{run}` is written {quoted(meant)}", start, stop, fixes=(fix,))


def equals_sign(scene: Scene) -> Diagnostic | None:
    """`=` for `==`, and the other way round."""
    if scene.kind == "EQUAL" and scene.takes("COMPARE"):
        message, meant = "two values are compared by `==`", "=="
    elif scene.word == "==" and scene.takes("EQUAL"):
        message, meant = "a name gets its value by `=`", "="
    else:
        return None
    fix = edit(f"write `{meant}`", scene.at, scene.stop, meant, safe=True)
    return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, fixes=(fix,))


def surplus_mark(scene: Scene) -> Diagnostic | None:
    """`task: "x"`, `task = "x"`, `must: b()`: a mark without which reading goes on."""
    if scene.kind not in ("COLON", "EQUAL") or scene.before[0] not in scene.engine.lexer.words.values():
        return None
    following = scene.text[scene.after_blanks(scene.stop) :][:1]
    fits = scene.takes("TEXT") if following == '"' else scene.takes("NAME") and following.isalpha()
    if not fits:
        return None
    message = f"there is no `{scene.word}` after {quoted(scene.before_word)}"
    fix = edit("remove it", scene.at, scene.stop, "", safe=True)
    return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, fixes=(fix,))


def broken_text(scene: Scene) -> Diagnostic | None:
    r"""`f"x"`, and `"it"s"` where a quote inside a text has no backslash."""
    kind, start, end = scene.before
    if end != scene.at:
        return None
    if kind == "NAME" and scene.kind == "TEXT":
        message = f"a text has no prefix {quoted(scene.before_word)}"
        fix = edit("remove it", start, end, "", safe=True)
        return scene.report(codes.SYNTAX_ERROR, message, start, end, fixes=(fix,))
    if kind == "TEXT" and scene.word[:1].isalnum():
        message = "the text ends here, before what seems to belong to it"
        help = ('a quote inside a text is written `\\"`',)
        return scene.report(codes.SYNTAX_ERROR, message, end - 1, end, help=help)
    return None
