"""Take a command; give the CPU time and the peak memory of running it, and what it printed.

What the other scripts of this folder share. It needs nothing but the standard library, so that a peer's interpreter
can load it too.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Ran:
    """One run of a command: CPU seconds (user and system, its children included), peak memory in MiB, its output.

    Linux counts the memory of the process that starts a command towards the command's peak, so that no peak is below
    that of this process: keep it small.
    """

    cpu: float
    peak: float
    output: str


def ran(command: Sequence[str | Path], environment: Mapping[str, str | None] | None = None) -> Ran:
    """Run a command to its end and measure it.

    Args:
        environment: variables to set, or with None to unset, on top of this process's own.

    Exits with the command's own words where it fails.
    """
    variables = {**os.environ, **(environment or {})}
    # Byte code is written and read as it is for any user, whatever the shell of the moment says.
    variables |= {"PYTHONDONTWRITEBYTECODE": None, "PYTHONPYCACHEPREFIX": None}
    process = subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={name: value for name, value in variables.items() if value is not None},
    )
    assert process.stdout is not None
    output = process.stdout.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"`{' '.join(map(str, command))}` ended with {process.returncode}:\n{output[-2000:]}")
    # Linux counts kibibytes here, macOS bytes.
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return Ran(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit, output)


def corpus(name: str) -> Path:
    """The path of a corpus file under `IFDSL_CORPORA`; exits where it is not there."""
    root = os.environ.get("IFDSL_CORPORA")
    if not root:
        sys.exit(f"IFDSL_CORPORA is not set: it names the folder that holds {name}")
    path = Path(root, name)
    if not path.is_file():
        sys.exit(f"{path} is missing: IFDSL_CORPORA names the folder that holds {name}")
    return path


def installed_command(given: str | None) -> Path:
    """The `ifdsl` to measure: the one given, else that of the interpreter which runs this script."""
    path = Path(given) if given else Path(sys.executable).with_name("ifdsl")
    if not path.is_file():
        sys.exit(f"{path} is missing: install the wheel, or name the command with --ifdsl")
    return path


def has_byte_code(python: Path, *modules: str) -> bool:
    """Whether the modules, as that interpreter finds them, have byte code beside them."""
    program = (
        "import importlib.util as u, os, sys\n"
        "places = [u.find_spec(name).origin for name in sys.argv[1:]]\n"
        "sys.exit(not all(os.path.exists(u.cache_from_source(place)) for place in places))"
    )
    return subprocess.run([str(python), "-P", "-c", program, *modules], capture_output=True).returncode == 0


def describe_machine() -> str:
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs"


def times(values: Sequence[float]) -> str:
    """The least and the median of some CPU times, in words."""
    return f"{min(values):8.3f} s least {statistics.median(values):8.3f} s median of {len(values)}"


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """How many times the CPU time of ours theirs is: of the medians, and the span over the rounds."""
    rounds = sorted(b / a for a, b in zip(ours, theirs, strict=True))
    middle = statistics.median(theirs) / statistics.median(ours)
    return f"{middle:.1f} times less CPU ({rounds[0]:.1f} to {rounds[-1]:.1f} over the rounds)"


def importable(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
