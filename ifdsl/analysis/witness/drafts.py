"""Take a plan and a style; give a text that follows the plan as far as it was understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness import markdown, pieces
from ifdsl.analysis.witness.carriers import lowered
from ifdsl.analysis.witness.elements import given_parts, held_by_each, of_element
from ifdsl.analysis.witness.filling import Filling, words_in
from ifdsl.analysis.witness.layout import is_free, separators
from ifdsl.analysis.witness.places import mentions
from ifdsl.analysis.witness.plan import Plan, holds, planned, within
from ifdsl.analysis.witness.prose import prose
from ifdsl.analysis.witness.samples import framed, sample
from ifdsl.analysis.witness.separated import as_rows
from ifdsl.analysis.witness.stretches import Stretch, spread, stretches
from ifdsl.analysis.witness.style import Style
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.wrapping import as_data, as_record, between, joined


class Draft:
    """A text in the making: sentences of words, spread over parts, with lines of their own between them."""

    def __init__(self, plan: Plan, style: Style, supply: Supply, seed: str = "") -> None:
        self.plan, self.style, self.supply = plan, style, supply
        self.compact = style.filler == "none"
        self.seed = seed
        self._stretches: list[Stretch] = []
        self._beside = 0
        """Lines of the rows that the text is put in, the one that it stands on aside."""
        self._fillers = pieces.fillers(supply)
        self._filling = Filling(plan, style, supply, seed)

    def text(self) -> str:
        """The whole text."""
        text = self._written()
        for shape in self.plan.shapes[:1]:
            short = sample(shape, next(iter(self.supply.words()), "x"))
            text = (text and framed(shape, text)) or short or text
        return text

    def _written(self) -> str:
        """The text, whatever its shape."""
        plan, style = self.plan, self.style
        whole = self._exact()
        if whole is not None:
            return whole
        start = max(plan.starts, key=len, default="")
        ends = self._ends()
        if style.filler == "prose":
            return self._in_prose(start, ends)
        apart = "" if style.seed == "item" else self.seed
        around = " ".join([start, *ends, apart])
        self._stretches = stretches(plan, self.supply, None if self.compact else self._fillers)
        divided = [text for stretch in self._stretches for text in (stretch.label, *stretch.lines)]
        rows = [as_rows(plan, self.supply, (), start, (), style.mass > 0)] if style.data == "rows" else []
        self._beside = "".join(rows).count("\n")
        items = pieces.inline(plan, self.supply, self.compact, " ".join([around, *divided, *rows]))
        lines = pieces.blocks(plan, self.supply, self.compact, self._element)
        blocks = markdown.structure(plan, self.supply, self._element)
        if self.seed and style.seed == "item":
            items.append(self.seed)
        beside = [*lines, *blocks, *divided, *rows]
        self._filling.fill(items, beside, words_in(around) + sum(map(words_in, beside)), start, ends)
        # Rows can do without a text, where other texts have a mark at least.
        body = "" if rows and not (lines or self._filling.sentences) else self._laid_out(lines)
        # Headings need no blank line after them, where paragraphs are counted.
        blank = "\n\n" if is_free(plan) or not all(block.startswith("#") for block in blocks) else "\n"
        if blocks and divided:
            body = blank.join([body, *blocks])
        elif blocks:
            body = blank.join([*blocks, body]) if body.strip() else blank.join(blocks)
        if rows and (lines or blocks or style.glue == "\n"):
            # The first line must not stand behind the mark that opens a field, nor the last one before what closes it.
            body = f"\n{body}\n"
        return self._wrapped(start, body, ends)

    def _in_prose(self, start: str, ends: list[str]) -> str:
        """Sentences on a topic; nothing, where these cannot be had."""
        style = self.style
        body = prose(self.plan, self.supply, start, ends, style)
        if body is None:
            return ""
        if not set(style.marks) <= set(".?!"):
            marks = cycle(style.marks)
            body = re.sub(r"[.?!](?=\s|$)", lambda _: next(marks), body)
        if start and start[-1].isalnum() and body[0].isalpha():
            start += "," if within(self.plan.slack, ",") else ""
            body = lowered(body)
        return self._wrapped(start, body, ends)

    # ------------------------------------------------------------ layout

    def _laid_out(self, lines: list[str]) -> str:
        plan, style = self.plan, self.style
        marks = cycle(style.marks)
        glue = style.glue
        made = []
        for sentence in self._filling.sentences:
            mark = next(marks) if not style.merged or style.marks != ("",) else ""
            groups = max(plan.words.low, 1) if self.compact else 1
            text = joined(sentence, glue, groups)
            if style.filler == "sentences" and text[:1].islower() and not plan.word_rules:
                text = text[0].upper() + text[1:]
            made.append(text + mark if text[-1:] not in ".!?。।" else text)
        if self.seed:
            self._seeded(made)
        marks_between = separators(plan)
        count = len(marks_between) + 1
        cells: list[list[str]] = [[] for _ in range(count)]
        if self._stretches:
            cells = [[cell] for cell in spread(self._stretches, made, count)]
        for at, text in enumerate(made if not self._stretches else ()):
            cells[at * count // len(made) if len(made) >= count else at % count].append(text)
        given = next(given_parts(plan.element_rules), None)
        if given is not None:
            cells = [[given] for _ in cells]
        for needle in held_by_each(plan.element_rules) if count > 1 else ():
            for cell in cells:
                if needle.text.lower() not in " ".join(cell).lower():
                    cell.append(pieces.fitted(needle.text, self.supply, loose=needle.ignore_case, whole=True))
        if lines:
            cells[-1].append("\n" + "\n".join(lines) + ("\n" if self._ends() else ""))
        self._first_words(cells)
        space = {"~": "", "-": " "}.get(glue, glue)
        texts = [
            space.join(cell).replace(" \n", "\n").strip("\n") if cell else next(self._filling.signs) for cell in cells
        ]
        whole = texts[0]
        for separator, text in zip(marks_between, texts[1:], strict=True):
            whole += separator + text
        if self._filling.tail:
            whole = f"{whole} {' '.join(self._filling.tail)}"
        if plan.lines.low > 1:
            whole = self._broken(whole)
        return whole

    def _seeded(self, made: list[str]) -> None:
        where = self.style.seed
        if where == "before":
            made.insert(0, self.seed)
        elif where == "lines":
            made.insert(0, self.seed + "\n")
        elif where != "item":
            made.append(("\n" if "\n" in self.seed else "") + self.seed)

    def _first_words(self, cells: list[list[str]]) -> None:
        for path, text in self.plan.placed:
            if path[0].view == "paragraphs" and path[0].place is not None and path[0].place < len(cells):
                cell = cells[path[0].place]
                if path[0].place == 0 and cell and cell[0].split()[:1] == [text]:
                    continue
                word = sample(text) or text if "\\b" in text else text
                head = cell[0] if cell else ""
                if self.compact and not any(c.isalnum() for c in head):
                    cell[:] = [word]
                else:
                    cell[:1] = [f"{word} {head}".rstrip()]

    def _broken(self, text: str) -> str:
        """The text on as many lines as are asked for."""
        lacking = self.plan.lines.low - text.count("\n") - 1 - self._beside
        if lacking <= 0:
            return text
        # A label is one by the number on the same line.
        return re.sub(r" (?!\d)" if self._stretches else " ", "\n", text, count=lacking)

    # ------------------------------------------------------------ start, end and data around it

    def _ends(self) -> list[str]:
        ends = list(dict.fromkeys(self.plan.ends))
        kept = [text for text in ends if not any(text != other and other.endswith(text) for other in ends)]
        return kept[::-1] if self.style.ends else kept

    def _wrapped(self, start: str, body: str, ends: list[str]) -> str:
        style, cased = self.style, self.supply.cased
        if style.data == "string":
            # The quotes of the string are those that the text is asked to stand in.
            start, ends = start.replace('"', ""), [text for text in (text.replace('"', "") for text in ends) if text]
        if style.data == "rows":
            # A text with line breaks is one field in quotes; else there is a sentence for each row.
            texts = [body] if "\n" in body else re.split(r"(?<=[.!?]) ", body) if body else []
            return self._closed(cased(as_rows(self.plan, self.supply, texts, start, ends, style.mass > 0)))
        if self.seed and body.startswith(start):
            start = ""
        space = "" if style.glue == "~" else style.glue
        if style.filler == "prose" and style.mass > 1 and is_free(self.plan) and (not start or len(start) > 60):
            space = "\n\n"
        whole = between(start, body, ends, space)
        whole = self._closed(self._prefixed(cased(whole)))
        depth = max((int(fact.times.lo or 0) for fact in self.plan.data if fact.form == "depth"), default=1)
        keys = [fact.key for fact in self.plan.data if fact.form == "key"]
        if style.filler == "prose" and style.data == "object":
            return as_record(whole, depth, keys, cased)
        return as_data(style.data, whole, depth, keys, cased)

    def _exact(self) -> str | None:
        """A text that is given as a whole."""
        plan = self.plan
        if not plan.exact:
            return None
        first, *rest = plan.exact
        texts = [text for text in first if all(text in others for others in rest)] or first
        text = texts[self.style.choice % len(texts)]
        # Underscores are words to some counts and marks to others.
        return self.supply.cased(text + " _" * min(max(plan.words.low - words_in(text), 0), 500))

    def _element(self, view: str, rules: Sequence[f.Predicate]) -> str:
        """A text for an element of a view: a word, or a text by a plan of its own."""
        word = self.supply.cased(next(self._fillers))
        if not rules:
            return word.capitalize() if self.supply.allows(word.capitalize()) else word
        plan = planned(of_element(rules))
        plan.word_rules += self.plan.word_rules
        plan.slack, plan.limits = [*plan.slack, *self.plan.slack], [*plan.limits, *self.plan.limits]
        plan.upper = self.plan.upper if plan.upper is None else plan.upper
        supply = Supply(plan, 0)
        text = word
        for filler, marks in (("none", ("",)), ("none", (".",)), ("words", (".",)), ("sentences", (".",))):
            style = Style(marks, filler, merged=marks == ("",), mass=0)
            text = re.sub(r"\s+", " ", Draft(plan, style, supply).text())
            if all(holds(rule, text) for rule in rules):
                break
        return text

    def _prefixed(self, text: str) -> str:
        """The text with a mark before each line, where lines are asked to begin with one."""
        for rule in markdown.rules_of(self.plan, "lines"):
            heads = [*(mention for mention in mentions(rule.node) if mention.strip()), ">", "-", "*", "#"]
            lines = text.split("\n")
            for at, line in enumerate(lines):
                if line.strip() and not holds(rule, line):
                    lines[at] = next((way for head in heads for way in [f"{head} {line}"] if holds(rule, way)), line)
            text = "\n".join(lines)
        return text

    def _closed(self, text: str) -> str:
        """The text with the closing mark that is asked for."""
        for pattern in self.plan.closings:
            mark = (sample(pattern) or "").lstrip("abcdefghijklmnopqrstuvwxyz ")
            if mark and not text.endswith(mark):
                text = text.rstrip(" .?!;:…\n") + mark
        return text
