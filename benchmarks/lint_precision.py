"""Draw findings of `ifdsl lint` on published data, to be read by hand; print how many of those read are right.

A draw is seeded and stratified: the findings of a set with a code are a stratum, and strata give alike many, small ones
all that they have. It leaves out what earlier draws had. What was read stands in
`tests/published/linting/verdicts.json`, a list for each draw: the set, the key of the row, the code, the mark of the
finding (a hash), whether it is right, and why not. It is right where the row has what the message says, at that place;
one that a reader may take either way counts as wrong.

    export IFDSL_CORPORA=…                          # holds published/, ifeval/, muldimif/
    python benchmarks/lint_precision.py             # the figures, and how much of the last draw is not judged
    python benchmarks/lint_precision.py --draw      # that draw, each finding with its prompt and parameters
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lint_data import Found, findings_of

VERDICTS = Path(__file__).resolve().parents[1] / "tests" / "published" / "linting" / "verdicts.json"
DRAWN_FROM = (
    "ifeval", "ifevalpp_after", "ifbench", "ifbench_multi", "extended_gpt4o_mini", "extended_llama_3_8b", "muldimif",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", action="store_true", help="print the findings that are drawn, for judging")
    parser.add_argument("--seed", type=int, help="draw with another seed than the last draw that was judged")
    parser.add_argument("--count", type=int, default=120, help="how many are drawn with it (default: 120)")
    options = parser.parse_args()
    known: list[dict[str, Any]] = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else []
    seed, count = (known[-1]["seed"], known[-1]["count"]) if options.seed is None else (options.seed, options.count)
    earlier = {one["mark"] for each in known if each["seed"] != seed for one in each["findings"]}
    everything = list(findings_of(DRAWN_FROM))
    draw = drawn([one for one in everything if one.mark not in earlier], count, seed)
    judged = {one["mark"]: one["right"] for each in known for one in each["findings"]}
    if options.draw:
        for one in draw:
            print(json.dumps({**described(one), "right": judged.get(one.mark)}, ensure_ascii=False))
        return
    sizes = Counter(map(stratum, everything))
    for each in known:
        told(each, sizes)
    unjudged = [one for one in draw if one.mark not in judged]
    print(f"of the {len(draw)} findings that seed {seed} draws now, {len(unjudged)} are not judged")
    for one in unjudged:
        print(f"    {one.source} {one.row.key} {one.code}: {one.finding.message}")


def drawn(pool: Sequence[Found], count: int, seed: int) -> list[Found]:
    """Findings of all strata, from each alike many. A finding that comes or goes leaves most others where they are."""
    strata: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for one in sorted(pool, key=lambda one: hashlib.sha256(f"{seed} {one.mark}".encode()).digest()):
        strata[stratum(one)].append(one)
    most = next(
        (most for most in range(1, len(pool) + 1) if sum(min(most, len(all_)) for all_ in strata.values()) >= count),
        len(pool),
    )
    return [one for key in sorted(strata) for one in strata[key][:most]]


def stratum(one: Found) -> tuple[str, str]:
    return one.source, one.code


def described(one: Found) -> dict[str, Any]:
    prompt = one.row.prompt.text if one.row.prompt else ""
    return {
        "set": one.source, "key": one.row.key, "code": one.code, "mark": one.mark, "message": one.finding.message,
        "at": [prompt[slice(*span)] for span in one.finding.spans], "paths": list(one.finding.paths),
        "parameters": one.row.parameters, "prompt": prompt,
    }  # fmt: skip


def told(each: dict[str, Any], sizes: Counter[tuple[str, str]]) -> None:
    """Print how many of a judged draw are right: together, weighed by what there is now, and by code and set."""
    verdicts = each["findings"]
    print(f"draw of seed {each['seed']}, {each['note']}: {share(one['right'] for one in verdicts)}")
    strata: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in verdicts:
        strata[one["set"], one["code"]].append(one["right"])
    weighed = {key: sizes[key] or len(all_) for key, all_ in strata.items()}
    right = sum(weighed[key] * sum(all_) / len(all_) for key, all_ in strata.items())
    print(f"    each stratum by its size: {right / sum(weighed.values()):.1%}")
    for name in ("set", "code"):
        for value in sorted({one[name] for one in verdicts}):
            print(f"    {name} {value}: {share(one['right'] for one in verdicts if one[name] == value)}")
    for one in verdicts:
        if not one["right"]:
            print(f"    wrong: {one['set']} {one['key']} {one['code']}: {one['why']}")


def share(right: Iterable[bool]) -> str:
    all_ = list(right)
    return f"{sum(all_)} of {len(all_)} right ({sum(all_) / len(all_):.1%})"


if __name__ == "__main__":
    main()
