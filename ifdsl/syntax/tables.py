"""Take `grammar/ifc.lark`; give the tables that drive the parser, kept in the user's cache once they are made.

Lark works the tables out, which takes most of a second; reading them back takes milliseconds and needs no Lark. They
are stored as JSON under the digest of the grammar, so that a cache can hold nothing that runs and a new grammar never
meets old tables.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

from ifdsl import data
from ifdsl.primitives.cache import cache_file, write_atomically

if TYPE_CHECKING:
    from lark import Lark

START = ("file", "expression")
"""The rules that a text can be read as."""

END = "$END"
"""The terminal after the last one of a text."""

_FORMAT = 2
"""To be raised with every change of what the cached file holds or means."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One production. `name` is the builder's function; `single` rules give their only child as it is.

    `ragged` tells whether there are newlines or lists among its children, the lists being those of `_` rules.
    """

    origin: str
    size: int
    name: str
    single: bool
    ragged: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """A parser as data.

    `rows[state][symbol]` is the state to go to after the symbol, or `~n` where rule `n` ends before it. Terminals are
    `(name, regular expression)`, in the order in which they are tried; `ignored` names those that mean nothing.
    """

    rows: list[dict[str, int]]
    rules: list[Rule]
    first: dict[str, int]
    last: dict[str, int]
    terminals: list[tuple[str, str]]
    ignored: list[str]


@cache
def load_tables() -> Tables:
    """The tables of the shipped grammar, from the cache where it holds them."""
    grammar = data.grammar_path().read_text(encoding="utf-8")
    path = cache_file(f"tables-{_FORMAT}-{_digest(grammar.encode())[:32]}.json")
    tables = _read(path) if path is not None else None
    if tables is None:
        tables = tables_of(build_parser(grammar))
        if path is not None:
            write_atomically(path, encode(tables))
    return tables


def build_parser(grammar: str, *, strict: bool = False) -> Lark:
    """Make Lark's own parser of a grammar.

    `strict` makes Lark refuse any conflict and any two terminals that match one text in one place; tests use it.
    """
    from lark import Lark

    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual" if strict else "basic",
        start=list(START),
        strict=strict,
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def tables_of(parser: Lark) -> Tables:
    """Read the tables out of Lark's parser. The same grammar gives the same tables, down to the order of everything."""
    table: Any = parser.parse_interactive(start=START[0]).parser_state.parse_conf.parse_table
    found = sorted(parser.rules, key=lambda rule: (rule.origin.name, [symbol.name for symbol in rule.expansion]))
    rules = {rule: number for number, rule in enumerate(found)}
    # Lark numbers its states as chance has it; here they are counted in the order in which they can be reached.
    numbers: dict[Any, int] = {}
    waiting = [table.start_states[name] for name in reversed(START)]
    while waiting:
        state = waiting.pop()
        if state not in numbers:
            numbers[state] = len(numbers)
            row = table.states[state]
            waiting += [row[symbol][1] for symbol in sorted(row, reverse=True) if row[symbol][1] not in rules]
    rows = [
        # Lark marks an action as a shift or a reduction; a reduction is what comes with a rule.
        {
            str(symbol): ~rules[target] if target in rules else numbers[target]
            for symbol, (_, target) in sorted(row.items())
        }
        for row in (table.states[state] for state in numbers)
    ]
    # The order in which Lark itself tries terminals.
    terminals = sorted(
        parser.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)
    )
    return Tables(
        rows,
        [
            Rule(
                str(rule.origin.name),
                len(rule.expansion),
                str(rule.alias or rule.origin.name),
                bool(rule.options.expand1 and not rule.alias),
                any(
                    symbol.name == "_NL" or (symbol.name[0] == "_" and not symbol.is_term) for symbol in rule.expansion
                ),
            )
            for rule in found
        ],
        {name: numbers[table.start_states[name]] for name in START},
        {name: numbers[table.end_states[name]] for name in START},
        [(str(terminal.name), terminal.pattern.to_regexp()) for terminal in terminals],
        sorted(str(name) for name in parser.ignore_tokens),
    )


def encode(tables: Tables) -> bytes:
    """The bytes of a cached file: a digest, then what it is of."""
    body = json.dumps(asdict(tables), separators=(",", ":")).encode()
    return _digest(body).encode() + b"\n" + body


def decode(content: bytes) -> Tables | None:
    """The tables that `encode` wrote, or None where the bytes are not whole."""
    digest, _, body = content.partition(b"\n")
    if digest != _digest(body).encode():
        return None
    # INVARIANT: bytes under a right digest are what `encode` wrote, so their shape needs no check.
    stored = json.loads(body)
    return Tables(
        [{intern(symbol): action for symbol, action in row.items()} for row in stored["rows"]],
        [Rule(**rule) for rule in stored["rules"]],
        stored["first"],
        stored["last"],
        [(intern(name), regexp) for name, regexp in stored["terminals"]],
        stored["ignored"],
    )


def _read(path: Path) -> Tables | None:
    try:
        return decode(path.read_bytes())
    except OSError:
        return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
