"""`ifdsl eval`: take specs or published prompts, and recorded or asked responses; print scores, write results."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.cli import FAILED
from ifdsl.cli.output import add_diagnostic_options, positive
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.store.records import ORACLE

EPILOG = """\
examples:
  ifdsl eval specs/quickstart.ifc --model local
  ifdsl eval my.ifc --model openai:gpt-4.1-mini --out results
  ifdsl eval my.ifc --model llama-3 --base-url http://127.0.0.1:8000/v1
  ifdsl eval my.ifc --model oracle
  ifdsl eval my.ifc --responses responses.jsonl
  ifdsl eval --from ifeval input_data.jsonl --responses responses.jsonl --out results
  ifdsl eval --from ifbench@2025-12 IFBench_test.jsonl --responses responses.jsonl --out results

Responses are joined to prompts by `key` where both sides have one, else by the prompt's exact text.
The folder of --out gets results.jsonl and summary.json; with --from also the files that the published
evaluator writes. A run with a model can be stopped and started again with the same --out: what was
answered is not asked again.

The model `oracle` answers each prompt with a text that its own checkers accept. What it cannot answer is
named with the reason: no text satisfies it, or whether one does is not known.

exit codes: 0 all graded, 1 something could not be graded or is wrong, 2 wrong usage, 130 stopped
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file, or the data file of --from")
    names = sorted(BENCHMARKS)
    parser.add_argument(
        "--from",
        dest="benchmark",
        choices=names,
        metavar="BENCHMARK",
        help=f"what FILE is data of: {', '.join(names)}",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    subject = parser.add_mutually_exclusive_group(required=True)
    subject.add_argument("--responses", type=Path, metavar="FILE", help="recorded responses")
    subject.add_argument("--model", metavar="MODEL", help="`local`, `oracle`, or the name of a model on a server")
    parser.add_argument("--join", choices=("key", "position"), default="key", help="how --responses are joined")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where results are written")

    grading = parser.add_argument_group("grading")
    grading.add_argument(
        "--reading",
        choices=("each", "one"),
        default="each",
        help="loose: each requirement takes its own view (as IFEval does), or one view serves all",
    )
    grading.add_argument("--details", action="store_true", help="write measured values, messages and evidence")
    grading.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")

    prompts = parser.add_argument_group("prompts")
    prompts.add_argument("--pattern", default="listing", help="listing, incorporation, or one of --templates")
    prompts.add_argument("--language", choices=("en", "zh"), default="en", help="language of the rules")
    prompts.add_argument("--templates", type=Path, metavar="DIR", help="templates of your own for the patterns")
    prompts.add_argument("--limit", type=positive, metavar="N", help="only the first N prompts")

    model = parser.add_argument_group("model")
    model.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible server")
    model.add_argument("--key-variable", metavar="NAME", help="the environment variable that holds the key")
    model.add_argument("--system", metavar="TEXT", help="a system message")
    model.add_argument("--max-tokens", type=positive, default=512, metavar="N", help="per answer (default: 512)")
    model.add_argument("--temperature", type=float, default=0.0, metavar="T")
    model.add_argument("--seed", type=int, metavar="N", help="with --model oracle: which words are preferred")
    model.add_argument("--concurrency", type=positive, default=8, metavar="N", help="requests at once (default: 8)")
    model.add_argument("--gguf", type=Path, metavar="FILE", help="with --model local: another model")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli import evaluating

    if options.model == ORACLE:
        _refuse_for_oracle(options)
    try:
        return evaluating.evaluate(options)
    except evaluating.CannotEvaluate as error:
        evaluating.show_problems(list(error.diagnostics), options)
        return FAILED


def _refuse_for_oracle(options: argparse.Namespace) -> None:
    """End with wrong usage where an option speaks of how a model is reached or draws its answers."""
    for name in ("base_url", "key_variable", "max_tokens", "temperature", "concurrency", "gguf"):
        if getattr(options, name) != options.parser.get_default(name):
            option = f"--{name.replace('_', '-')}"
            options.parser.error(
                f"{option} has no meaning with `--model oracle`, which asks no model; "
                "a server's model of that name is `openai:oracle`"
            )
