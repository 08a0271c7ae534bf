"""Find the `.ifc` files that come with packages, this one's grammar and standard library and those of installed packs.

The same in a wheel and in a checkout. The code of a pack's package is never imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

ENTRY_POINTS = "ifdsl.packs"
"""The group of entry points by which a package says that it holds packs: `acme = "acme_pack"`."""


def _root() -> Path:
    package = Path(__file__).resolve().parent
    wheel = package / "_data"
    return wheel if wheel.is_dir() else package.parent


def grammar_path() -> Path:
    return _root() / "grammar" / "ifc.lark"


def stdlib_path() -> Path:
    return _root() / "stdlib"


@cache
def stdlib_digest() -> str:
    """What names the standard library as it is, with the version of the package that reads it."""
    from hashlib import blake2b
    from importlib.metadata import version

    root = stdlib_path()
    digest = blake2b(version("ifdsl").encode("utf-8"), digest_size=8)
    for path in sorted(root.rglob("*.ifc")):
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def pack_folders(first: str | None = None) -> Iterator[Path]:
    """The folders of the installed packs, or of those alone whose entry point is called `first`."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = entry_points(group=ENTRY_POINTS) if first is None else entry_points(group=ENTRY_POINTS, name=first)
    for entry in found:
        module = entry.value.partition(":")[0]
        spec = find_spec(module.partition(".")[0])
        for location in (spec.submodule_search_locations or []) if spec else []:
            yield Path(location, *module.split(".")[1:])


def module_paths() -> dict[str, Path]:
    """The files of all shipped and installed modules by their dotted names, those of the standard library first."""
    found = _modules(stdlib_path())
    for folder in pack_folders():
        found |= {name: path for name, path in _modules(folder).items() if name not in found}
    return found


def module_path(name: str) -> Path | None:
    """The file of a shipped or installed module, by its dotted name."""
    parts = name.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    relative = Path(*parts).with_suffix(".ifc")
    if (stdlib_path() / relative).is_file():
        return stdlib_path() / relative
    return next((path for folder in pack_folders(parts[0]) if (path := folder / relative).is_file()), None)


def folder_of(name: str, path: Path) -> Path:
    """The folder that a module of that dotted name is found from."""
    return path.parents[name.count(".")]


def _modules(root: Path) -> dict[str, Path]:
    return {".".join(path.relative_to(root).with_suffix("").parts): path for path in sorted(root.rglob("*.ifc"))}
