"""A virtual environment outside the checkout that holds a wheel and, of all else, only what the wheel asks for."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cached_property
from importlib.metadata import distribution
from pathlib import Path


class Installed:
    """The environment, in a folder of its own; commands run in that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)

    @cached_property
    def site(self) -> Path:
        return Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())

    @property
    def command(self) -> Path:
        return self.folder / "venv" / "bin" / "ifdsl"

    def run(self, *words: str | Path, code: int = 0) -> str:
        outside = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "IFDSL_CORPORA")
        environment = {name: value for name, value in os.environ.items() if name not in outside}
        environment |= {"PYTHONNOUSERSITE": "1", "XDG_CACHE_HOME": str(self.folder / "cache")}
        done = subprocess.run(
            [self.python, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    def install(self, wheel: Path) -> None:
        subprocess.run(
            [sys.executable, "-m", "pip", "--python", self.python, "install", "--no-deps", "--no-index", "-q", wheel],
            check=True,
            capture_output=True,
        )

    def copy(self, name: str) -> None:
        """Copy an installed distribution, all of its files and nothing else."""
        found = distribution(name)
        for file in found.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = self.site / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found.locate_file(file), target)

    def required(self, name: str) -> list[str]:
        """What the metadata of the installed wheel asks for without extras, with all that this asks for in turn."""
        from packaging.requirements import Requirement

        code = f"import json, importlib.metadata as m; print(json.dumps(m.requires({name!r})))"
        waiting: list[str] = json.loads(self.run("-c", code))
        found: list[str] = []
        while waiting:
            requirement = Requirement(waiting.pop())
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
                continue
            if requirement.name not in found:
                found.append(requirement.name)
                waiting += distribution(requirement.name).requires or []
        return found


def build_wheel(source: Path, folder: Path) -> Path:
    """Build the wheel of a project without reaching for a registry."""
    words = ["wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(source)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built
