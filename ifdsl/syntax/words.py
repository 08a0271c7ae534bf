"""Take a place where reading stopped; tell whether a word is misspelt, foreign, or in the wrong block."""

from __future__ import annotations

import re

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, alternatives, quoted, suggest
from ifdsl.syntax.lexing import Noted
from ifdsl.syntax.scene import Scene, edit

BLOCKS = {
    "pack": 'pack "" {',
    "constraint": "constraint a() {",
    "conflict": 'conflict "" { between a()',
    "spec": "spec a {",
    "must": "spec a { must {",
    "cousins": "cousins of a {",
    "flow": "flow a {",
    "turn": "flow a { turn b {",
    "suite": "suite a {",
}
"""Each kind of block, and a text that ends where its items begin: what may stand there is asked of the grammar."""

_REQUIREMENT_BLOCKS = frozenset({"should", "each", "in", "if_present", "any_of", "all_of", "none_of", "if", "else"})
_FOREIGN = {
    "assert": "check",
    "background": "context",
    "case": "example",
    "class": "constraint",
    "def": "fn",
    "describe": "doc",
    "description": "doc",
    "elif": "else",
    "forall": "each",
    "foreach": "each",
    "from": "use",
    "func": "fn",
    "function": "fn",
    "import": "use",
    "include": "use",
    "instruction": "task",
    "question": "task",
    "require": "must",
    "requirement": "constraint",
    "requirements": "must",
    "requires": "must",
    "rule": "constraint",
    "template": "render",
    "type": "constraint",
    "var": "let",
    "verify": "check",
    "wording": "render",
}
_FOREIGN_OPERATORS = {
    "is": "==", "eq": "==", "equals": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "mod": "%",
    "then": "if", "unless": "if",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*")


def wrong_word(scene: Scene) -> Diagnostic | None:
    """The word at the place, or the name before it, is not the keyword that was meant."""
    if _NAME.fullmatch(scene.word):
        found = _misspelt(scene, scene.at, scene.stop, scene.states) or _no_operator(scene)
        if found is None and scene.takes_item:
            found = _misplaced(scene, scene.at, scene.stop)
        if found is not None:
            return found
    kind, start, end = scene.before
    if kind == "NAME":
        found = _misspelt(scene, start, end, scene.states_before)
        if found is None and scene.takes("RBRACE", scene.states_before):
            # Where requirements stand, a keyword of another block reads as the name of one.
            found = _misplaced(scene, start, end)
        return found
    return None


def no_item(scene: Scene) -> Diagnostic | None:
    """Something at the place of an item that begins none."""
    if not scene.takes_item or not scene.word:
        return None
    # What could go on with the item before, on its line, is no item.
    words = sorted(set(scene.words_at(scene.engine.after(scene.states, "_NL") or scene.states)) - {"ifdsl"})
    what = f"no item of a {quoted(scene.block)} block" if scene.block else "no declaration"
    help = ("known here: " + ", ".join(quoted(word) for word in words),) if len(words) <= 14 else ()
    return scene.report(codes.SYNTAX_ERROR, f"{quoted(scene.word)} begins {what}", scene.at, scene.stop, help=help)


def words_of(scene: Scene, block: str) -> list[str]:
    """The keywords that begin an item of a kind of block."""
    text = BLOCKS[block]
    states = scene.engine.start("file")
    for kind, _ in scene.engine.lexer.leaves(text, 0, len(text), states, Noted()):
        after = scene.engine.after(states, kind)
        if after is None:
            break
        states[:] = after
    # After a path more of it may follow, and that is no item.
    return [word for word in scene.words_at(states) if word not in ("and", "as")]


def _misspelt(scene: Scene, start: int, end: int, states: list[int]) -> Diagnostic | None:
    word = scene.text[start:end]
    candidates = [candidate for candidate in scene.words_at(states) if len(candidate) > 1]
    if word in candidates:
        return None
    foreign = _FOREIGN.get(word.lower(), "")
    meant = suggest(word, candidates) or (foreign if foreign in candidates else None)
    if meant is None:
        return None
    fix = edit(f"write {quoted(meant)}", start, end, meant)
    return scene.report(codes.SYNTAX_ERROR, f"{quoted(word)} has no meaning here", start, end, fixes=(fix,))


def _no_operator(scene: Scene) -> Diagnostic | None:
    word = scene.word
    if scene.first_on_line or not scene.takes("COMPARE") or word in scene.engine.lexer.words:
        return None
    meant = _FOREIGN_OPERATORS.get(word.lower())
    fixes = (edit(f"write {quoted(meant)}", scene.at, scene.stop, meant),) if meant else ()
    message = f"{quoted(word)} is no operator" if meant else f"{quoted(word)} cannot follow an expression"
    return scene.report(codes.SYNTAX_ERROR, message, scene.at, scene.stop, fixes=fixes)


def _misplaced(scene: Scene, start: int, end: int) -> Diagnostic | None:
    word = scene.text[start:end]
    keyword = scene.engine.lexer.words.get(word)
    if keyword is None:
        return None
    homes = [block for block in BLOCKS if word in words_of(scene, block)]
    if homes:
        where = f"in a {quoted(scene.block)} block" if scene.block else "at the top of a file"
        message = f"{quoted(word)} cannot stand {where}"
        help = ("it belongs in a block of " + alternatives([quoted(home) for home in homes]),)
        return scene.report(codes.SYNTAX_ERROR, message, start, end, help=help)
    if scene.open and scene.takes(keyword, scene.engine.start("file")):
        message = f"{quoted(word)} begins a declaration, which stands in no block"
        return scene.report(codes.SYNTAX_ERROR, message, start, end)
    return None
