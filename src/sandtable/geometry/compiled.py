"""Kernels: plain modules of loops over flat rows, run as they are or through the compiler.

A kernel module holds undecorated functions. `plain` rows are lists, `compiled` rows are arrays; the source is the same,
so each is the other's oracle. The compiler is imported by the first question asked or by `prepare`, never by an import.

The functions the package calls are a module's ENTRIES, with the types of their arguments. They are compiled for these
types and no others, so that nothing is left to compile in the middle of a game: `prepare` does it for all of them and
keeps the machine code on disk, `load` fetches those of the modules in use from there.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

KERNELS = Path(__file__).parent / "kernel"
PACKAGE = f"{__package__}.kernel"
INSTALLED = ("site-packages", "dist-packages")
IMPORTED = re.compile(r"^from sandtable\.geometry\.(kernel\.\w+|(?!kernel)\w+) import", re.MULTILINE)

PLAIN = "SANDTABLE_PLAIN"  # the variable that keeps the compiler out
Progress = Callable[[int, int], None]  # how many entries are done, of how many


@lru_cache(maxsize=1)
def fast() -> bool:
    """Whether questions go to the compiler: yes, unless it is missing or SANDTABLE_PLAIN is set."""
    return not os.environ.get(PLAIN) and find_spec("numba") is not None


@lru_cache(maxsize=64)
def _digest(name: str) -> str:
    """Of a kernel module and those it imports.

    Cached machine code is looked up by function name and file time only; a callee in another file must count too.
    """
    todo, sources = [f"kernel.{name}"], dict[str, str]()
    while todo:
        if (one := todo.pop()) not in sources:
            sources[one] = KERNELS.parent.joinpath(*one.split(".")).with_suffix(".py").read_text(encoding="utf-8")
            todo += IMPORTED.findall(sources[one])
    return hashlib.sha256("".join(sources[one] for one in sorted(sources)).encode()).hexdigest()[:12]


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Where machine code is kept: beside the source in a work tree, else in the user's cache. None: nowhere.

    SANDTABLE_CACHE names another folder for all that is cached.
    """
    beside = KERNELS / "__pycache__"
    installed = any(part in INSTALLED for part in KERNELS.parts)
    if not installed and not os.environ.get("SANDTABLE_CACHE") and _writable(beside):
        return beside
    theirs = user_cache() / "kernels"
    return theirs if _writable(theirs) else None


def user_cache() -> Path:
    """The folder for what can be made again, as each system has it."""
    if given := os.environ.get("SANDTABLE_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "sandtable" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "sandtable"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandtable"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


@contextmanager
def _caching_in(folder: Path | None) -> Iterator[None]:
    """The compiler's cache folder is a setting of the process: ours counts only while functions are declared."""
    from numba.core import config as settings

    config: Any = settings

    before = config.CACHE_DIR
    if folder is not None and folder.parent != KERNELS:
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@lru_cache(maxsize=64)
def _declared(module: ModuleType) -> dict[str, Any]:
    """The functions of a kernel module, ready to be compiled; calls between kernel modules are compiled along."""
    from numba import njit

    scope: dict[str, Any] = dict(vars(module))
    own: dict[str, Any] = {}
    folder = cache_folder()
    with _caching_in(folder):
        for name, function in vars(module).items():
            if not isinstance(function, FunctionType):
                continue
            if function.__module__ != module.__name__:
                scope[name] = _declared(sys.modules[function.__module__])[name]
                continue
            twin = FunctionType(function.__code__, scope, name, function.__defaults__)
            twin.__qualname__ = f"{name}_{_digest(module.__name__.rpartition('.')[2])}"
            scope[name] = own[name] = _for_any_value(njit(cache=folder is not None, error_model="numpy")(twin))
    return own


def _for_any_value(function: Any) -> Any:
    """A callee is compiled once for whole numbers, not again for every number written out in a call (0, 1, 2 ...)."""
    from numba.core import types

    unliteral: Any = types.unliteral
    chosen = function.get_call_template
    function.get_call_template = lambda args, kws: chosen(
        tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()}
    )
    return function


def _entries(module: ModuleType) -> dict[str, str]:
    """The functions of a kernel module that may be called from outside, with the types of their arguments."""
    found: dict[str, str] = getattr(module, "ENTRIES", {})
    return found


def _made(module: ModuleType, name: str) -> None:
    """Compile one entry for its types, or fetch it from the cache; other types are refused from then on."""
    function = _declared(module)[name]
    if not function.signatures:
        function.compile(_entries(module)[name])
        function.disable_compile()


@lru_cache(maxsize=64)
def compiled(module: ModuleType) -> Any:
    """The entries of a kernel module, compiled."""
    if not (names := _entries(module)):
        raise TypeError(f"{module.__name__} has no ENTRIES: name the functions called from outside, and their types")
    for name in names:
        _made(module, name)
    return SimpleNamespace(**{name: _declared(module)[name] for name in names})


def kernel(module: ModuleType) -> Any:
    """The module to ask: compiled where possible."""
    return compiled(module) if fast() else module


def load() -> None:
    """Have the kernels that are imported ready to run, from the cache where they are prepared."""
    if fast():
        _load(len(sys.modules))


@lru_cache(maxsize=1)
def _load(known: int) -> None:
    """Once for as many modules as are known: it is asked at the beginning of every game."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{PACKAGE}.") and _entries(module):
            compiled(module)


def prepare(progress: Progress | None = None) -> None:
    """Compile every kernel and keep the machine code, so that no later process has to; then it is `prepared`."""
    if not fast():
        return
    modules = [import_module(f"{PACKAGE}.{path.stem}") for path in sorted(KERNELS.glob("[!_]*.py"))]
    todo = [(module, name) for module in modules for name in _entries(module)]
    for done, (module, name) in enumerate(todo):
        if progress:
            progress(done, len(todo))
        _made(module, name)
    if progress:
        progress(len(todo), len(todo))
    if (mark := _mark()) is not None:
        current = [mark.name, *(_digest(path.stem) for path in KERNELS.glob("[!_]*.py"))]
        for old in (*mark.parent.glob("ready-*"), *mark.parent.rglob("*.nb[ic]")):
            if not any(name in old.name for name in current):  # of sources that are no more
                old.unlink(missing_ok=True)
        mark.touch()


def prepared() -> bool:
    """Whether the machine code of all kernels is on disk, for this source, interpreter, compiler and processor."""
    return not fast() or ((mark := _mark()) is not None and mark.exists())


@lru_cache(maxsize=1)
def _mark() -> Path | None:
    if (folder := cache_folder()) is None:
        return None
    made_by = f"{sys.implementation.cache_tag}-{metadata.version('numba')}-{platform.machine()}"
    every = "".join(_digest(path.stem) for path in sorted(KERNELS.glob("[!_]*.py")))
    return folder / f"ready-{hashlib.sha256(every.encode()).hexdigest()[:12]}-{made_by}"


@lru_cache(maxsize=1)
def arrays() -> Any:
    """The module that makes rows for compiled kernels; None where rows are lists."""
    return import_module("numpy") if fast() else None


def row(values: Sequence[float]) -> Any:
    """Flat floats as the chosen kernel wants them."""
    if (np := arrays()) is None:
        return [float(value) for value in values]
    return np.fromiter(values, np.float64, len(values))


def scratch(size: int) -> Any:
    """Room for a kernel to write in; its contents are not defined."""
    np = arrays()
    return [0.0] * size if np is None else np.empty(size)


def listed(values: Any) -> list[float]:
    """What a kernel wrote, as plain floats."""
    found: list[float] = values if isinstance(values, list) else values.tolist()
    return found


def up_to(values: Any, limit: float) -> list[int]:
    """The places in a row of the numbers that are at most a limit."""
    if isinstance(values, list):
        return [i for i, value in enumerate(values) if value <= limit]
    found: list[int] = (values <= limit).nonzero()[0].tolist()
    return found


def flagged(values: Any) -> list[int]:
    """The places in a row of the numbers that are not 0."""
    if isinstance(values, list):
        return [i for i, value in enumerate(values) if value]
    found: list[int] = values.nonzero()[0].tolist()
    return found
