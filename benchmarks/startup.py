"""Start the installed command and print the CPU time that it takes to do next to nothing.

`ifdsl --help` is what every command pays; `ifdsl check` of a small file adds the compiler. The bare interpreter and the
`--help` of other installed commands, where they are named, stand beside it. Take an environment with the wheel of this
project, its byte code compiled (`python -m compileall`):

    python benchmarks/startup.py
    python benchmarks/startup.py --beside PEER/bin/some-command
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from clock import HERE, describe_machine, has_byte_code, installed_command, ran, times

EXAMPLE = HERE.parent / "specs" / "quickstart.ifc"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--ifdsl", help="the installed command (default: beside this interpreter)")
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND", help="time its --help as well")
    options = parser.parse_args()
    ifdsl = installed_command(options.ifdsl)
    python = ifdsl.with_name("python")
    if not has_byte_code(python, "ifdsl.cli", "ifdsl.ir.build"):
        print(f"note: {python} has no byte code for ifdsl; run `{python} -m compileall`")
    with tempfile.TemporaryDirectory() as cache:
        commands: dict[str, list[str | Path]] = {
            "python -c pass": [python, "-c", "pass"],
            "ifdsl --help": [ifdsl, "--help"],
            "ifdsl check, warm cache": [ifdsl, "check", EXAMPLE],
            "ifdsl check, no cache": [ifdsl, "check", EXAMPLE],
            **{f"{Path(command).name} --help": [command, "--help"] for command in options.beside},
        }
        found: dict[str, list[float]] = {name: [] for name in commands}
        ran(commands["ifdsl check, warm cache"], {"XDG_CACHE_HOME": cache})
        for _ in range(options.rounds):
            for name, command in commands.items():
                # A folder that cannot be made holds no cache.
                place = "/dev/null" if name.endswith("no cache") else cache
                found[name].append(ran(command, {"XDG_CACHE_HOME": place}).cpu)
    print(f"{describe_machine()}; CPU seconds of a command")
    for name, values in found.items():
        print(f"  {name:24} {times(values)}")


if __name__ == "__main__":
    main()
