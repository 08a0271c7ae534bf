"""Compile a generated file of 10,000 lines with `ifdsl compile`, cold and warm, and print the CPU time of each.

The file holds what people write, in about equal parts by line: functions, constraint types (with documentation, a
check and wordings) and specs with several requirements each. It is made from a seed, so that every run compiles the
same text.

- *first*: the cache is empty, so that the parser's tables are made from the grammar, as once after each installation.
- *cold*: the file was never compiled before.
- *warm*: it was, and nothing has changed.

    python benchmarks/compile_lines.py                 # an interpreter with the wheel of this project
    python benchmarks/compile_lines.py --write big.ifc # only write the file
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from clock import describe_machine, has_byte_code, installed_command, ran, times

SEED = 20240501
WORDS = """
river harbour lantern copper meadow orchard ferry signal thunder velvet cotton granite saddle island market
bridge candle winter garden window pepper silver timber basket mirror engine
""".split()  # noqa: SIM905 - easier to read than two dozen quoted words
VIEWS = ("words", "sentences", "paragraphs", "lines", "numbers", "letters")
PLACES = ("response", "response.lower()", "response.strip()")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ifdsl", help="the installed command (default: beside this interpreter)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the generated file there and stop")
    options = parser.parse_args()
    text = generated(options.lines)
    if options.write is not None:
        options.write.write_text(text, encoding="utf-8")
        return
    ifdsl = installed_command(options.ifdsl)
    if not has_byte_code(ifdsl.with_name("python"), "ifdsl.cli.compile"):
        print(f"note: {ifdsl} has no byte code; run `{ifdsl.with_name('python')} -m compileall`")
    found: dict[str, list[float]] = {"first": [], "cold": [], "warm": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = {"XDG_CACHE_HOME": str(folder / "cache")}
        for place in range(options.rounds):
            shutil.rmtree(folder / "cache", ignore_errors=True)
            for kind, file in (("first", f"a{place}.ifc"), ("cold", f"b{place}.ifc"), ("warm", f"b{place}.ifc")):
                (folder / file).write_text(text, encoding="utf-8")
                found[kind].append(ran([ifdsl, "compile", folder / file, "-o", folder / "out"], cache).cpu)
        size = sum(path.stat().st_size for path in (folder / "out").iterdir())
    lines = text.count("\n")
    print(f"{describe_machine()}; CPU seconds of `ifdsl compile`")
    print(f"{lines:,} lines, {len(text):,} characters, to {size:,} bytes")
    for kind, values in found.items():
        print(f"  {kind:5} {times(values)}, {min(values) / lines * 1e6:.0f} µs a line")


def generated(lines: int) -> str:
    """A valid file of that many lines or a few more."""
    source = _Source(Random(SEED))
    text: list[str] = ["ifdsl 1", "", "use std.length", "use std.content", ""]
    while len(text) < lines:
        text += source.block()
        text.append("")
    return "\n".join(text)


class _Source:
    """Writes one declaration after another; later ones use earlier ones."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._functions: list[str] = []
        self._constraints: list[tuple[str, str]] = []
        self._count = 0
        self._lines = {"fn": 0, "constraint": 0, "spec": 0}

    def block(self) -> list[str]:
        kind = min(self._lines, key=lambda each: self._lines[each])
        block = list({"fn": self._fn, "constraint": self._constraint, "spec": self._spec}[kind]())
        self._lines[kind] += len(block) + 1
        return block

    def _name(self, word: str) -> str:
        self._count += 1
        return f"{word}_{self._count}"

    def _fn(self) -> Iterator[str]:
        name = self._name(self._random.choice(WORDS))
        low = self._random.randint(1, 9)
        yield f"# How much of a {self._random.choice(WORDS)} is enough."
        if self._random.random() < 0.5:
            yield f"fn {name}(part: text, least: int) -> bool = len(part.words) >= least + {low} and not part.is_blank"
        else:
            view = self._random.choice(VIEWS)
            yield f"fn {name}(part: text, least: int) -> bool = ("
            yield f"  len([one for one in part.{view} if len(one) > {low}]) >= least"
            yield ")"
        self._functions.append(name)

    def _constraint(self) -> Iterator[str]:
        random = self._random
        noun, other = random.sample(WORDS, 2)
        name = self._name(noun)
        function = random.choice(self._functions)
        view = random.choice(VIEWS)
        yield f"# A constraint about {noun} and {other}."
        yield f"constraint {name}(least: int, names: list[text], many: range) {{"
        yield f'  doc   "The response has enough of {noun}, and each name stands in it."'
        yield f"  group {random.choice(('length', 'content', 'format'))}"
        yield ""
        yield f"  let found = {random.choice(PLACES)}"
        yield f"  let long = [one for one in response.{view} if len(one) > {random.randint(1, 6)}]"
        yield f"  check (len(long) in many and {function}(response, least)"
        yield "    and all(found.contains(one, whole_word, ignore_case) for one in names))"
        yield ""
        yield f'  render listing       "Write {{many}} {view}, with at least {{least}} of {noun}; name {{names:and}}."'
        yield f'  also   listing       "Use {{many}} {view} and {{least}} or more of {other}, and name {{names:and}}."'
        yield f'  render incorporation "with {{many}} {view}, at least {{least}} of {noun} and the names {{names:and}}"'
        yield "}"
        self._constraints.append((name, f'({random.randint(1, 9)}, ["{noun}", "{other}"], {low(random)}..)'))

    def _spec(self) -> Iterator[str]:
        random = self._random
        noun, other = random.sample(WORDS, 2)
        many = random.random() < 0.25
        yield f"spec {self._name(noun)}{'(name: text)' if many else ''} {{"
        yield f'  task "Write a short text about a {noun}{" and a {name}" if many else ""}."'
        yield "  must {"
        yield f"    word_count({low(random)}..{low(random) + 90})"
        yield f'    keywords(["{other}"{", name" if many else ""}])'
        for name, arguments in random.sample(self._constraints, min(len(self._constraints), random.randint(1, 3))):
            yield f"    {name}{arguments}"
        if random.random() < 0.3:
            yield f"    if_present list_item {{ word_count(..{20 + low(random)}) }}"
        yield "  }"
        yield f'  should avoid_words(["{random.choice(WORDS)}"])'
        if many:
            yield f'  for name in ["{random.choice(WORDS)}", "{random.choice(WORDS)}", "{random.choice(WORDS)}"]'
        yield "}"


def low(random: Random) -> int:
    return random.randint(1, 9)


if __name__ == "__main__":
    main()
