"""Start the installed command and print the CPU time that it takes to do next to nothing.

`ifdsl --help` is what every command pays. `ifdsl check` of a small file is timed again after nothing changed, on a file
that was never checked, and without any cache, where the parser's tables are made from the grammar each time. The bare
interpreter and the `--help` of other installed commands, where they are named, stand beside it. `python` is that of an
environment with the wheel of this project, its byte code compiled (`python -m compileall`):

    python benchmarks/startup.py
    python benchmarks/startup.py --beside PEER/bin/some-command
"""

from __future__ import annotations

import argparse
import shutil
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
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cache = str(folder / "cache")
        ran([ifdsl, "check", EXAMPLE], {"XDG_CACHE_HOME": cache})
        for place in range(options.rounds):
            new = folder / f"new{place}.ifc"
            shutil.copy(EXAMPLE, new)
            commands: dict[str, list[str | Path]] = {
                "python -c pass": [python, "-c", "pass"],
                "ifdsl --help": [ifdsl, "--help"],
                "ifdsl check, unchanged": [ifdsl, "check", EXAMPLE],
                "ifdsl check, new file": [ifdsl, "check", new],
                "ifdsl check, no cache": [ifdsl, "check", EXAMPLE],
                **{f"{Path(command).name} --help": [command, "--help"] for command in options.beside},
            }
            for what, command in commands.items():
                # A folder that cannot be made holds no cache.
                home = "/dev/null" if what.endswith("no cache") else cache
                found.setdefault(what, []).append(ran(command, {"XDG_CACHE_HOME": home}).cpu)
    print(f"{describe_machine()}; CPU seconds of a command")
    for name, values in found.items():
        print(f"  {name:24} {times(values)}")


if __name__ == "__main__":
    main()
