"""The grammar has no conflicts, and the engine reads by it exactly what Lark's own parser reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from lark import Lark, Token, Tree

from ifdsl import data
from ifdsl.syntax.build import CARRIERS, LEAVES, Builder
from ifdsl.syntax.engine import Engine
from ifdsl.syntax.lexing import Noted
from ifdsl.syntax.tables import START, build_parser, load_tables
from ifdsl.syntax.tree import Node
from tests.programs import modules

EVERYTHING = (Path(__file__).parent / "everything.ifc").read_text(encoding="utf-8")
GRAMMAR = data.grammar_path().read_text(encoding="utf-8")


def test_the_grammar_has_no_conflict_and_no_collision_of_terminals() -> None:
    assert build_parser(GRAMMAR, strict=True).rules


def test_a_conflict_would_be_found() -> None:
    from lark.exceptions import GrammarError

    broken = GRAMMAR.replace('| "(" expr ")"', '| "(" expr ")" | NAME ("," NAME)*')
    with pytest.raises(GrammarError):
        build_parser(broken, strict=True)


def test_each_rule_has_its_function_and_each_function_its_rule() -> None:
    building = (rule for rule in load_tables().rules if not rule.origin.startswith("_"))
    rules = {rule.name for rule in building if not (rule.single and rule.size == 1)}
    functions = {name for name in vars(Builder) if not name.startswith("_")}
    assert functions == rules - LEAVES
    assert not CARRIERS - rules


def test_a_rule_that_gives_its_only_child_as_it_is_never_gives_a_mark() -> None:
    parser = build_parser(GRAMMAR)
    passing = [rule for rule in parser.rules if rule.options.expand1 and not rule.alias and len(rule.expansion) == 1]
    assert passing
    assert not [rule for rule in passing if rule.expansion[0].is_term]


def test_the_sample_holds_every_construct() -> None:
    called = set()

    class Counting(Builder):
        def __getattribute__(self, name: str) -> Any:
            function = super().__getattribute__(name)

            def call(children: list[Any]) -> Any:
                called.add(name)
                return function(children)

            return call

    Engine(load_tables(), Counting()).read("file", EVERYTHING, 0, len(EVERYTHING), Noted())
    functions = {name for name in vars(Builder) if not name.startswith("_")}
    assert functions - called == {"expression"}


# ---------------------------------------------------------------- Lark as the oracle


class _Newlines:
    """Lark's way to leave out the newlines that the lexer leaves out."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        open_brackets, after_newline = 0, True
        for token in stream:
            if token.type == "_NL" and (open_brackets or after_newline):
                continue
            after_newline = token.type == "_NL"
            open_brackets += (token.type in ("LPAR", "LSQB")) - (token.type in ("RPAR", "RSQB"))
            yield token


class _Plain:
    """Builds nothing but `(rule, children)`."""

    def __getattr__(self, name: str) -> Any:
        return lambda children: (name, [self.plain(child) for child in children])

    @staticmethod
    def plain(child: Any) -> Any:
        return (child.start, child.end) if isinstance(child, Node) else child


@cache
def _lark() -> Lark:
    return Lark(
        GRAMMAR,
        parser="lalr",
        start=list(START),
        postlex=_Newlines(),  # type: ignore[arg-type]
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def _plain_lark(node: Any) -> Any:
    if isinstance(node, Token):
        return (node.start_pos, node.end_pos)
    children = [_plain_lark(child) for child in node.children if not (isinstance(child, Token) and child.type == "_NL")]
    return children[0] if node.data in LEAVES else (str(node.data), children)


def _same_derivation(text: str) -> None:
    # Names that are keywords elsewhere are keywords to Lark right after `..`, where here they are names.
    if re.search(r"\.\.[ \t\r]*[a-z]{2}", text):
        return
    tree = _lark().parse(text, start="file")
    assert isinstance(tree, Tree)
    plain = Engine(load_tables(), _Plain())  # type: ignore[arg-type]
    assert plain.read("file", text, 0, len(text), Noted()) == _plain_lark(tree)


def test_the_sample_reads_as_lark_reads_it() -> None:
    _same_derivation(EVERYTHING)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(modules(declarations=2))
def test_programs_read_as_lark_reads_them(text: str) -> None:
    _same_derivation(text)
