"""Kernels: plain modules of loops over flat rows, run as they are or through the compiler.

A kernel module holds undecorated functions. `plain` rows are lists, `compiled` rows are arrays; the source is the same,
so each is the other's oracle. The compiler is imported by the first question asked, never by an import.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


@lru_cache(maxsize=1)
def fast() -> bool:
    """Whether questions go to the compiler: yes, unless it is missing or SANDTABLE_PLAIN is set."""
    return not os.environ.get("SANDTABLE_PLAIN") and find_spec("numba") is not None


@lru_cache(maxsize=1)
def _digest() -> str:
    """Cached machine code is looked up by function name and file time only; a callee in another file must count too."""
    sources = sorted((Path(__file__).parent / "kernel").glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]


@lru_cache(maxsize=16)
def compiled(module: ModuleType) -> Any:
    """The functions of a kernel module, compiled; calls between kernel modules are compiled along."""
    from numba import njit

    scope: dict[str, Any] = dict(vars(module))
    own: dict[str, Any] = {}
    for name, function in vars(module).items():
        if not isinstance(function, FunctionType):
            continue
        if function.__module__ != module.__name__:
            scope[name] = getattr(compiled(sys.modules[function.__module__]), name)
            continue
        twin = FunctionType(function.__code__, scope, name, function.__defaults__)
        twin.__qualname__ = f"{name}_{_digest()}"
        scope[name] = own[name] = njit(cache=True, error_model="numpy")(twin)
    return SimpleNamespace(**own)


def kernel(module: ModuleType) -> Any:
    """The module to ask: compiled where possible."""
    return compiled(module) if fast() else module


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
