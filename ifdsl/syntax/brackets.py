"""Take a place where reading stopped; tell whether a bracket, a brace or a block is what is wrong there."""

from __future__ import annotations

import re

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.syntax.scene import OPENERS, Scene, edit
from ifdsl.syntax.tables import END
from ifdsl.syntax.tree import Node

_CLOSERS = {closer: opener for opener, closer in OPENERS.items()}
_SPELLING = {"LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}"}
_BRACKET_OR_TEXT = re.compile(r'#[^\n]*+|"(?:[^"\\\n]|\\[^\n])*+"|[()\[\]{}]')


def stray_closer(scene: Scene) -> Diagnostic | None:
    """`}` without a `{`, `]` where a `(` is open."""
    if scene.kind not in _CLOSERS:
        return None
    if scene.bracket == _CLOSERS[scene.kind]:
        return None
    if not scene.open or (scene.bracket == "LBRACE" and scene.kind != "RBRACE"):
        message = f"`{scene.word}` closes nothing"
        fix = edit("remove it", scene.at, scene.stop, "")
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, fixes=(fix,))
    if scene.kind == "RBRACE":
        return unclosed(scene)
    opener = _innermost(scene)
    right = _SPELLING[OPENERS[scene.bracket]]
    message = f"`{_SPELLING[scene.bracket]}` is closed by `{scene.word}`"
    secondary = ((opener.start, opener.end, "opened here"),)
    fix = edit(f"write `{right}`", scene.at, scene.stop, right)
    return scene.report(codes.UNCLOSED_BLOCK, message, scene.at, scene.stop, secondary=secondary, fixes=(fix,))


def unclosed(scene: Scene) -> Diagnostic | None:
    """The text ends, or goes on with what cannot be inside, before a bracket is closed."""
    if not scene.open:
        return None
    if scene.bracket != "LBRACE":
        if scene.kind in (END, "RBRACE") or (scene.first_on_line and not closes_later(scene)):
            return _unclosed_bracket(scene)
        return None
    return _unclosed_block(scene) if scene.kind == END else None


def unclosed_before_word(scene: Scene) -> Diagnostic | None:
    """A line whose word begins an item of a block further out, or reads as a name where none of its block can."""
    kind, start, end = scene.before
    tries = [(scene.at, scene.word, scene.states, "")]
    if kind == "NAME":
        tries.append((start, scene.text[start:end], scene.states_before, scene.kind))
    for at, word, states, following in tries:
        keyword = scene.engine.lexer.words.get(word)
        if keyword is None or not scene.begins_line(at):
            continue
        braces = [leaf for leaf in (scene.leaves[place] for place in scene.open) if leaf[0] == "LBRACE"]
        for count, (_, opener) in enumerate(reversed(braces), 1):
            outside = scene.engine.after(states, "RBRACE")
            if outside is None or opener is None:
                break
            states = outside
            then = scene.engine.after(states, keyword)
            if then is not None and (not following or scene.takes(following, then)):
                return _missing_braces(scene, at, count, opener)
    return None


def closes_later(scene: Scene) -> bool:
    """Whether the innermost bracket is closed after the place, before a brace that cannot be inside it."""
    depth = 0
    for match in _BRACKET_OR_TEXT.finditer(scene.text, scene.at, scene.end):
        if match[0] in "([{":
            depth += 1
        elif match[0] in ")]}":
            if not depth:
                return match[0] == _SPELLING[OPENERS[scene.bracket]]
            depth -= 1
    return False


def _innermost(scene: Scene) -> Node:
    leaf = scene.leaves[scene.open[-1]][1]
    assert leaf is not None
    return leaf


def _unclosed_bracket(scene: Scene) -> Diagnostic:
    opener = _innermost(scene)
    closer = _SPELLING[OPENERS[scene.bracket]]
    # Newlines end nothing inside a bracket, so what is wrong is more likely where its line ends.
    line_end = scene.line_end(opener.end)
    at = max((leaf.end for _, leaf in scene.leaves if leaf is not None and leaf.end <= line_end), default=opener.end)
    message = f"`{_SPELLING[scene.bracket]}` is never closed"
    secondary = ((opener.start, opener.end, "opened here"),)
    fix = edit(f"close it with `{closer}`", at, at, closer)
    label = f"`{closer}` is missing"
    return scene.report(codes.UNCLOSED_BLOCK, message, at, at, label=label, secondary=secondary, fixes=(fix,))


def _missing_braces(scene: Scene, at: int, count: int, opener: Node) -> Diagnostic:
    end = max((leaf.end for _, leaf in scene.leaves if leaf is not None and leaf.end <= at), default=at)
    message = f"the block of {quoted(_header(scene, opener))} is never closed"
    secondary = ((opener.start, opener.end, "opened here"),)
    fix = edit("close it with `}`", end, end, ("\n" + scene.indent(opener.start) + "}") * count)
    label = f"`}}` is missing before {quoted(scene.text[at : scene.line_end(at)], 20)}"
    return scene.report(codes.UNCLOSED_BLOCK, message, end, end, label=label, secondary=secondary, fixes=(fix,))


def _unclosed_block(scene: Scene) -> Diagnostic:
    opener, at = _innermost(scene), scene.before[2]
    suspect = _outdented_closer(scene)
    if suspect is not None:
        opener, at = suspect
        at = scene.line_start(at)
        new = scene.indent(opener.start) + "}\n"
    else:
        new = "\n" + scene.indent(opener.start) + "}"
    message = f"the block of {quoted(_header(scene, opener))} is never closed"
    secondary = ((opener.start, opener.end, "opened here"),)
    fix = edit("close it with `}`", at, at, new)
    label = "`}` is missing"
    return scene.report(codes.UNCLOSED_BLOCK, message, at, at, label=label, secondary=secondary, fixes=(fix,))


def _outdented_closer(scene: Scene) -> tuple[Node, int] | None:
    """The first block that is closed by a `}` further left than the line that opens it: one before it is missing."""
    opened: list[Node] = []
    for kind, leaf in scene.leaves:
        if kind == "LBRACE" and leaf is not None:
            opened.append(leaf)
        elif kind == "RBRACE" and leaf is not None and opened:
            opener = opened.pop()
            if scene.begins_line(leaf.start) and len(scene.indent(leaf.start)) < len(scene.indent(opener.start)):
                return opener, leaf.start
    return None


def _header(scene: Scene, opener: Node) -> str:
    line = scene.text[scene.line_start(opener.start) : opener.start]
    return " ".join(line.replace("{", " ").split()) or "{"


def block_opening(scene: Scene) -> Diagnostic | None:
    """A block whose `{` is missing, stands on the next line, or is a `:`."""
    if not scene.takes("LBRACE"):
        return None
    _, _, end = scene.before
    brace = scene.after_blanks(scene.at)
    if scene.kind == "_NL" and scene.text.startswith("{", brace, scene.end):
        message = "the `{` of a block stands on the line of what it belongs to"
        between = scene.text[end:brace]
        fixes = (edit("put the `{` there", end, brace + 1, " {", safe=True),) if between.isspace() else ()
        return scene.report(codes.SYNTAX_ERROR, message, brace, brace + 1, fixes=fixes)
    if scene.kind == "COLON":
        message = "a block stands between `{` and `}`, without `:`"
        return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop)
    if scene.kind == "_NL" or (scene.kind == END and not scene.open):
        message = f"`{{` is missing after {quoted(scene.text[scene.line_start(end) : end].strip())}"
        return scene.report(
            codes.SYNTAX_ERROR, message, end, end, fixes=(edit("open the block with `{`", end, end, " {"),)
        )
    return None


def separate_else(scene: Scene) -> Diagnostic | None:
    """`else` on a line of its own, where it reads as a name."""
    kind, start, end = scene.before
    if scene.word != "else":
        if scene.before_word != "else" or kind != "NAME":
            return None
    else:
        start, end = scene.at, scene.stop
    head = scene.text[:start].rstrip()
    if not head.endswith("}"):
        return None
    message = "`else` stands on the line of the `}` before it"
    fix = edit("put the `else` there", len(head), start, " ", safe=True)
    return scene.report(codes.SYNTAX_ERROR, message, start, end, fixes=(fix,))
