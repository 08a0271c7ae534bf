"""Take a plan and a style; give a text that follows the plan as far as it was understood."""

from __future__ import annotations

import json
import re
from functools import reduce
from itertools import cycle, islice
from math import inf

from ifdsl.analysis.witness import pieces
from ifdsl.analysis.witness.plan import Plan
from ifdsl.analysis.witness.samples import sample
from ifdsl.analysis.witness.style import Style
from ifdsl.analysis.witness.supply import Supply

_WORD = re.compile(r"\w+")
_MOST = 20_000


def words_in(text: str) -> int:
    return len(_WORD.findall(text))


class Draft:
    """A text in the making: sentences of words, spread over parts, with lines of their own between them."""

    def __init__(self, plan: Plan, style: Style, supply: Supply, seed: str = "") -> None:
        self.plan, self.style, self.supply = plan, style, supply
        self.compact = style.filler == "none"
        self.seed = seed
        self.sentences: list[list[str]] = []
        self.fixed = 0
        self.tail: list[str] = []
        self._signs = cycle(_MARKS_ONLY)

    def text(self) -> str:
        """The whole text."""
        plan = self.plan
        if plan.exact or plan.shapes:
            whole = self._exact()
            if whole is not None:
                return whole
        start = max(plan.starts, key=len, default="")
        others = [text for text in plan.starts if not start.lower().startswith(text.lower())]
        ends = self._ends()
        around = " ".join([*others, start, *ends, self.seed])
        items = pieces.inline(plan, self.supply, self.compact, around)
        lines = pieces.blocks(plan, self.supply, self.compact)
        if self.seed and self.style.seed == "item":
            items.append(self.seed)
        self._fill(items, lines, words_in(around) + sum(map(words_in, lines)), start, ends)
        body = self._laid_out(lines)
        return self._wrapped(others, start, body, ends)

    # ------------------------------------------------------------ sentences

    def _fill(self, items: list[str], lines: list[str], around: int, start: str, ends: list[str]) -> None:
        plan, style = self.plan, self.style
        if items:
            size = len(items) if style.merged or plan.sentences.high < 4 else 8
            self.sentences = [items[at : at + size] for at in range(0, len(items), size)]
        self.fixed = len(self.sentences)
        parts = sum(max(span.low - 1, 0) for span in plan.parts.values())
        parts += 1 if parts or not (self.compact and (lines or self._placed_words())) else 0
        count = words_in(" ".join(items)) + around + self._placed_words()
        least = max(plan.words.low, self._least_words(), style.mass if style.filler == "words" and style.mass > 8 else 0)
        least = int(min(least, max(plan.words.high, plan.words.low)))
        fixed_sentences = (1 if start else 0) + (1 if ends else 0)
        wanted = max(plan.sentences.low - fixed_sentences, parts, self._last_sentence_placed())
        room = plan.words.high - count
        if style.filler == "sentences" and self.supply.sentences():
            for text in islice(cycle(self.supply.sentences()), _MOST):
                size = words_in(text)
                enough = count >= least and len(self.sentences) >= wanted and self._chars() >= plan.chars.low
                if (enough and count >= max(style.mass, around if style.mass > 8 else 0)) or size > room:
                    break
                if len(self.sentences) + fixed_sentences >= min(plan.sentences.high, 10_000):
                    break
                self.sentences.append(text.rstrip(".。।!؟?۔").split(" "))
                count, room = count + size, room - size
        words = cycle(self.supply.words() or ["1"])
        while len(self.sentences) < wanted:
            remaining = wanted - len(self.sentences)
            size = min(6, max(1, int((least - count) / remaining))) if least > count else 1
            if room < remaining and room < inf:
                size = 0 if room <= 0 else 1
            self.sentences.append(list(islice(words, size)) or [next(self._signs)])
            count, room = count + size, room - size
        while count < least and room > 0 and count < _MOST:
            at = max((place for place in range(len(self.sentences))), default=None)
            if at is None or (len(self.sentences[at]) >= 14 and self._may_add_sentence(fixed_sentences)):
                self.sentences.append([])
                at = -1
            self.sentences[at].append(next(words))
            count, room = count + 1, room - 1
        while self._chars() < plan.chars.low and len(self.sentences) < _MOST and room > 0:
            if not self.sentences or (len(self.sentences[-1]) >= 14 and self._may_add_sentence(fixed_sentences)):
                self.sentences.append([])
            self.sentences[-1].append(next(words))
            room -= 1
        if not (self.sentences or start or ends or self.seed or lines or self._placed_words()):
            self.sentences = [[next(words)]] if room > 0 else [[next(self._signs)]]
        self._merge(fixed_sentences)
        self._place(words)

    def _placed_words(self) -> int:
        places = [path[0].place for path, _ in self.plan.placed if path[0].view == "words" and path[0].place is not None]
        edges = max((place + 1 for place in places if place >= 0), default=0)
        edges += max((-place for place in places if place < 0), default=0)
        return edges + len(self.plan.placed) - len(places)

    def _least_words(self) -> int:
        distinct = self.plan.distinct_words
        return distinct + 2 if distinct else 0

    def _may_add_sentence(self, fixed: int) -> bool:
        return not self.style.merged and len(self.sentences) + fixed < self.plan.sentences.high

    def _chars(self) -> int:
        return sum(len(word) + 1 for sentence in self.sentences for word in sentence)

    def _last_sentence_placed(self) -> int:
        places = [path[0].place + 1 for path, _ in self.plan.placed
                  if path[0].view == "sentences" and path[0].place is not None and path[0].place >= 0]  # fmt: skip
        return min(max(places, default=0), 500)

    def _merge(self, fixed: int) -> None:
        most = max(1, self.plan.sentences.high - fixed)
        while len(self.sentences) > most:
            last = self.sentences.pop()
            self.sentences[-1].extend(last)

    def _place(self, words: object) -> None:
        """Put words where the plan has them: in a sentence, at a place of it, at the start of a part."""
        assert isinstance(words, cycle)
        head: dict[int, str] = {}
        for path, text in self.plan.placed:
            view, place = path[0].view, path[0].place
            if place is None:
                continue
            word = sample(text) or text if "\\b" in text else text
            word = pieces.fitted(word, self.supply, loose=False, whole=True)
            last = path[-1].place if len(path) > 1 else None
            if view == "sentences" and -len(self.sentences) <= place < len(self.sentences):
                sentence = self.sentences[place]
                if last is None:
                    sentence.insert(min(1, len(sentence)), word)
                    continue
                while 0 <= last > len(sentence):
                    sentence.append(next(words))
                sentence.insert(last if last >= 0 else len(sentence) + 1 + last, word)
            elif view == "words" and (self.sentences or place >= 0):
                if place >= 0:
                    # An opening quote is a token by itself to the tokenizer that knows words and marks.
                    shift = 1 if path[0].rule == "nltk" and '"' in self.plan.starts and place > 0 else 0
                    head[place - shift] = word
                else:
                    shift = 1 if path[0].rule == "nltk" and '"' in self.plan.ends else 0
                    self.tail[:0] = [word, *islice(words, -place - 1 - shift)]
        for path, text in self.plan.placed:
            # The first word of the first part is the first word of all.
            if head and path[0].view == "paragraphs" and path[0].place == 0:
                head[0] = text
        if head:
            if not self.sentences:
                self.sentences.append([])
            self.sentences[0][:0] = [head.get(place) or next(words) for place in range(max(head) + 1)]

    # ------------------------------------------------------------ layout

    def _laid_out(self, lines: list[str]) -> str:
        plan, style = self.plan, self.style
        marks = cycle(style.marks)
        glue = style.glue
        made = []
        for sentence in self.sentences:
            mark = next(marks) if not style.merged or style.marks != ("",) else ""
            text = self._joined(sentence)
            if style.filler == "sentences" and text[:1].islower() and not plan.word_rules:
                text = text[0].upper() + text[1:]
            made.append(text + mark if text[-1:] not in ".!?。।" else text)
        if self.seed:
            self._seeded(made)
        # Blank lines come first: the parts between them are those that are asked for by number.
        parts = sorted(plan.parts.items(), key=lambda pair: pair[0] != "\n\n")
        separators = [separator for separator, span in parts for _ in range(span.low - 1)]
        count = len(separators) + 1
        cells: list[list[str]] = [[] for _ in range(count)]
        for at, text in enumerate(made):
            cells[at * count // len(made) if len(made) >= count else at % count].append(text)
        if lines:
            cells[-1].append("\n" + "\n".join(lines) + ("\n" if self._ends() else ""))
        self._first_words(cells)
        between = [{"~": "", "": ""}.get(glue, " " if glue == "-" else glue)]
        texts = [between[0].join(cell).replace(" \n", "\n").strip("\n") if cell else next(self._signs) for cell in cells]
        whole = texts[0]
        for separator, text in zip(separators, texts[1:], strict=True):
            whole += separator + text
        if self.tail:
            whole = f"{whole} {' '.join(self.tail)}"
        if plan.lines.low > 1:
            whole = self._broken(whole)
        return whole

    def _joined(self, words: list[str]) -> str:
        glue, groups = self.style.glue, max(self.plan.words.low, 1)
        if glue == "~":
            return reduce(_either_way, words, "")
        if glue in ("", "x") and groups > 1 and self.style.filler == "none":
            # As few words as are asked for, the rest glued to the last of them.
            return " ".join([*words[: groups - 1], glue.join(words[groups - 1 :])]).strip()
        return glue.join(words)

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
        have = text.count("\n") + 1
        while have < self.plan.lines.low and " " in text:
            text = "\n".join(text.split(" ", self.plan.lines.low - have))
            break
        return text

    # ------------------------------------------------------------ start, end and data around it

    def _ends(self) -> list[str]:
        ends = list(dict.fromkeys(self.plan.ends))
        kept = [text for text in ends if not any(text != other and other.endswith(text) for other in ends)]
        return kept[::-1] if self.style.ends else kept

    def _wrapped(self, others: list[str], start: str, body: str, ends: list[str]) -> str:
        plan, glue = self.plan, self.style.glue
        tight = '"'
        tail = ""
        for text in ends:
            tail = tail + text if not tail or text in tight or tail in tight else f"{tail} {text}"
        as_string = self.style.data == "string"
        if as_string:
            start, tail = ("" if start in tight else start), tail.replace('"', "")
        space = "" if glue == "~" else glue
        whole = body
        if start and not (self.seed and body.startswith(start)):
            gap = "" if start in tight or not body or body[:1] == "\n" else space
            whole = start + gap + body
        if tail:
            gap = "" if tail in tight or not whole or whole[-1:] == "\n" else space
            whole = whole + gap + tail
        whole = self.supply.cased(whole)
        match self.style.data:
            case "object":
                return json.dumps(self._object(whole), ensure_ascii=False)
            case "fence":
                return json.dumps(re.sub(r"\s+", " ", whole), ensure_ascii=False) + "\n\n```"
            case "parts":
                parts = [json.dumps(part, ensure_ascii=False) for part in re.split(r"\n\n+", whole)]
                return "[" + ",\n\n".join(parts) + "]"
            case "string":
                return json.dumps(whole, ensure_ascii=False)
            case "lines":
                rows = [line for line in whole.split("\n") if line.strip()]
                return "[\n" + ",\n".join(
                    f"-{place}" if re.match(r"\s*[-*]", row) else json.dumps(row, ensure_ascii=False)
                    for place, row in enumerate(rows, start=1)
                ) + "\n]"
        return whole

    def _object(self, whole: str) -> object:
        depth = max((int(fact.times.lo or 0) for fact in self.plan.data if fact.form == "depth"), default=1)
        cased = self.supply.cased
        value: object = {cased("text"): whole}
        for _ in range(min(depth, 20) - 1):
            value = {cased("part"): value}
        return value

    def _exact(self) -> str | None:
        plan = self.plan
        if plan.exact:
            shared = [text for text in plan.exact[0] if all(text in texts for texts in plan.exact[1:])] or list(plan.exact[0])
            text = shared[self.style.choice % len(shared)]
            # Underscores are words to some counts and marks to others.
            return self.supply.cased(text + " _" * min(max(plan.words.low - words_in(text), 0), 500))
        word = next(iter(self.supply.words()), "x")
        text = sample(plan.shapes[0], word)
        return text


def _either_way(left: str, right: str) -> str:
    """The shorter of the two ways to let the ends of two texts lie over each other."""
    return min(_overlapped(left, right), _overlapped(right, left), key=len)


def _overlapped(left: str, right: str) -> str:
    """The shortest text that begins with `left` and ends with `right`, letter case aside."""
    if left.lower() == right.lower() or right.lower() in left.lower():
        return left + right
    for size in range(min(len(left), len(right)), 0, -1):
        if left.lower().endswith(right[:size].lower()):
            return left + right[size:]
    return left + right


_MARKS_ONLY = ("...", "!", "?", ";", "+", "/", "=")
