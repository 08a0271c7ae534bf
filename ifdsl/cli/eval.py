"""`ifdsl eval`: take specs or published prompts, and recorded or asked responses; print scores, write results."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.cli import FAILED
from ifdsl.cli.output import add_diagnostic_options, number, positive, seconds
from ifdsl.published.benchmarks import BENCHMARKS, STRUCTFLOW
from ifdsl.store.records import ORACLE

MODEL = "local, oracle, NAME on a server, vllm:PATH, replay:FILE or python:MODULE:FUNCTION"
CONCURRENCY = "requests at once, at most; fewer where the server says so (default: 64)"
REASONING = "how reasoning in answers is marked: `usual`, `off`, a family of models, or `<a>...</a>` (default: usual)"

EPILOG = """\
examples:
  ifdsl eval specs/quickstart.ifc --model local
  ifdsl eval my.ifc --model openai:gpt-4.1-mini --out results
  ifdsl eval my.ifc --model llama-3 --base-url http://127.0.0.1:8000/v1 --repeats 4 --temperature 0.7
  ifdsl eval my.ifc --model openai:gpt-4.1-mini --prices 0.4,1.6 --max-cost 2 --dry-run
  ifdsl eval my.ifc --model oracle
  ifdsl eval my.ifc --responses responses.jsonl
  ifdsl eval --from ifeval input_data.jsonl --responses responses.jsonl --out results
  ifdsl eval --from ifbench@2025-12 IFBench_test.jsonl --responses responses.jsonl --out results

Responses are joined to prompts by `key` where both sides have one, else by the prompt's exact text.
The folder of a run has its manifest, the database run.db, results.jsonl and summary.json, where a model
was asked report.html, and with --from the files that the published evaluator writes. A run with a model
can be stopped and started again: what was answered is not asked again. `ifdsl report` and `ifdsl verify`
take such a folder.

The model `oracle` answers each prompt with a text that its own checkers accept. What it cannot answer is
named with the reason: no text satisfies it, or whether one does is not known.

exit codes: 0 all graded, 1 something could not be graded or is wrong, 2 wrong usage, 130 stopped
"""


def prices(text: str) -> tuple[float, float]:
    """Read the option --prices: what a million tokens of prompts and of answers cost."""
    parts = text.split(",")
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"`{text}` is no pair of prices, as `0.4,1.6`")
    return number(parts[0]), number(parts[1])


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="an .ifc file, or the data file of --from")
    names = sorted([*BENCHMARKS, STRUCTFLOW])
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
    subject.add_argument("--model", metavar="MODEL", help=MODEL)
    parser.add_argument("--join", choices=("key", "position"), default="key", help="how --responses are joined")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder of the run (a model has runs/FILE-MODEL)")

    grading = parser.add_argument_group("grading")
    grading.add_argument(
        "--reading",
        choices=("each", "one"),
        default="each",
        help="loose: each requirement takes its own view (as IFEval does), or one view serves all",
    )
    grading.add_argument(
        "--answers", type=Path, metavar="FILE", help="what a judge answered, as `ifdsl judge` writes it"
    )
    grading.add_argument(
        "--answers-of", metavar="MODEL", help="with verdicts on several models: whose responses these are"
    )
    grading.add_argument("--details", action="store_true", help="write measured values, messages and evidence")
    grading.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")

    prompts = parser.add_argument_group("prompts")
    prompts.add_argument("--pattern", default="listing", help="listing, incorporation, or one of --templates")
    prompts.add_argument("--language", choices=("en", "zh"), default="en", help="language of the rules")
    prompts.add_argument("--templates", type=Path, metavar="DIR", help="templates of your own for the patterns")
    prompts.add_argument("--limit", type=positive, metavar="N", help="only the first N prompts")

    prompts.add_argument("--system", metavar="TEXT", help="a system message")

    parser.add_argument("--repeats", type=positive, default=1, metavar="N", help="answers to each prompt (default: 1)")
    add_model_options(parser)
    asking = add_asking_options(parser)
    asking.add_argument(
        "--dry-run", action="store_true", help="say what would be asked and what it may cost; ask nothing"
    )
    asking.add_argument(
        "--batch-out", type=Path, metavar="FILE", help="write what is to be asked as an OpenAI batch file"
    )
    asking.add_argument("--batch-in", type=Path, metavar="FILE", help="take the answers of an OpenAI batch")
    asking.add_argument("--fresh", action="store_true", help="without --out: ask anew, in a new folder")
    parser.add_argument(
        "--store", metavar="URL", help="keep the records in PostgreSQL: `postgresql://user@host/database`"
    )
    parser.add_argument(
        "--report",
        action=argparse.BooleanOptionalAction,
        help="write report.html (default: where a model was asked; `ifdsl report` makes it at any time)",
    )
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(parser=parser, run_folder=None, dialogues=None)


def add_model_options(parser: argparse.ArgumentParser, max_tokens: int = 512, *, seed: bool = True) -> None:
    """What says how a model is reached, and how it draws its answers; without `seed` the command has one of its own."""
    model = parser.add_argument_group("model")
    model.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible server")
    model.add_argument("--key-variable", metavar="NAME", help="the environment variable that holds the key")
    model.add_argument("--engine-arguments", metavar="JSON", help="with --model vllm:PATH: arguments of `vllm.LLM`")
    model.add_argument("--gguf", type=Path, metavar="FILE", help="with --model local: another model")
    model.add_argument("--max-tokens", type=positive, default=max_tokens, metavar="N", help="of an answer, at most")
    model.add_argument(
        "--limit-field",
        choices=("max_tokens", "max_completion_tokens"),
        default="max_tokens",
        help="under which name that is sent; some hosted models take the second alone",
    )
    model.add_argument("--temperature", type=number, default=0.0, metavar="T")
    model.add_argument("--top-p", type=number, metavar="P")
    if seed:
        model.add_argument("--seed", type=int, metavar="N", help="with --model oracle: which words are preferred")
    model.add_argument("--stop", action="append", metavar="TEXT", help="ends an answer; may be given several times")
    model.add_argument("--reasoning", action="append", metavar="MARKS", help=REASONING)
    model.add_argument("--reasoning-opened", action="store_true", help="the chat template opens the reasoning itself")
    model.add_argument("--reasoning-budget", type=positive, metavar="N", help="tokens of reasoning, at most (vLLM)")
    model.add_argument("--reasoning-effort", metavar="WORD", help="`low`, `medium`, …, as the server knows them")
    model.add_argument("--template-arguments", metavar="JSON", help="for the chat template (`chat_template_kwargs`)")
    model.add_argument("--structured", metavar="JSON", help='structured outputs of vLLM, as `{"regex": "[a-z ]+"}`')
    model.add_argument("--body", metavar="JSON", help="further members of the request body")


def add_asking_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """What says how many requests are made, how fast, and for how much."""
    asking = parser.add_argument_group("asking")
    asking.add_argument("--concurrency", type=positive, default=64, metavar="N", help=CONCURRENCY)
    asking.add_argument("--timeout", type=seconds, default=120.0, metavar="S", help="seconds for a try (default: 120)")
    asking.add_argument("--deadline", type=seconds, default=600.0, metavar="S", help="for all tries (default: 600)")
    asking.add_argument("--max-requests", type=positive, metavar="N", help="tries in all, failed ones included")
    asking.add_argument("--max-total-tokens", type=positive, metavar="N", help="of all prompts and answers together")
    asking.add_argument("--max-cost", type=number, metavar="X", help="of the run, in the currency of --prices")
    asking.add_argument("--prices", type=prices, metavar="IN,OUT", help="per million tokens of prompts and answers")
    return asking


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli import evaluating
    from ifdsl.cli.output import CannotEvaluate

    if options.model == ORACLE:
        _refuse_for_oracle(options)
    try:
        return evaluating.evaluate(options)
    except CannotEvaluate as error:
        evaluating.show_problems(list(error.diagnostics), options)
        return FAILED


ORACLE_HAS_NO = (
    *("base_url", "key_variable", "gguf", "repeats", "max_tokens", "limit_field", "temperature", "top_p", "stop"),
    *("reasoning", "reasoning_opened", "reasoning_budget", "reasoning_effort", "template_arguments", "structured"),
    *("body", "concurrency", "timeout", "deadline", "max_requests", "max_total_tokens", "max_cost", "prices"),
    *("dry_run", "batch_out", "batch_in", "engine_arguments"),
)
"""Options that speak of how a model is reached or draws its answers."""


def _refuse_for_oracle(options: argparse.Namespace) -> None:
    """End with wrong usage where an option speaks of how a model is reached or draws its answers."""
    for name in ORACLE_HAS_NO:
        if getattr(options, name) != options.parser.get_default(name):
            option = f"--{name.replace('_', '-')}"
            options.parser.error(
                f"{option} has no meaning with `--model oracle`, which asks no model; "
                "a server's model of that name is `openai:oracle`"
            )
