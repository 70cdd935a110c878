"""Abilities hook into rules by type; rules never name an ability and data names ids only.

The decorators mark plain functions; a ruleset collects them from the modules it lists, so nothing is registered by
merely importing a file.

    @modifies(Defence)
    def neural_net(p, q): yield Term(…)              # terms of a number
    @forces(LeftPlay)
    def trim_hand(d, event): yield TrimHand(…)       # frames owed at once
    @offers("W2")                                    # what a window allows: (d, subject, seat)
    @before(Destroyed)  @after(Destroyed)            # optional, around an event that may be answered
    @instead_of(Destroyed)                           # replaces or prevents it
    @forbids(Attack)                                 # a refusal, or None
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from sandtable.core.frames import Frame

F = TypeVar("F", bound=Callable[..., Any])
Key = type | str
Table = dict[Any, tuple[Callable[..., Any], ...]]


class Offer(NamedTuple):
    """What an ability allows in a window: a phrase to choose it by and the frame that plays it."""

    key: str
    frame: Frame
    label: str = ""
    cite: str = ""
    must: bool = False  # happens without being asked
    carries: bool = False  # the frame has the subject and returns it: the window forgets its own, so that odds merge


def _marker(kind: str) -> Callable[..., Callable[[F], F]]:
    def mark(*keys: Key) -> Callable[[F], F]:
        def wrap(function: F) -> F:
            hooks = [*getattr(function, "__hooks__", ()), *((kind, key) for key in keys)]
            function.__hooks__ = tuple(hooks)  # type: ignore[attr-defined]
            return function

        return wrap

    return mark


modifies = _marker("modifies")
forces = _marker("forces")
offers = _marker("offers")
before = _marker("before")
after = _marker("after")
instead_of = _marker("instead_of")
forbids = _marker("forbids")


class Hooks:
    """Everything the listed modules hook, by kind and key, in the order listed."""

    def __init__(self, modules: Iterable[ModuleType] = ()) -> None:
        found: dict[str, dict[Key, list[Callable[..., Any]]]] = {}
        for function, kind, key in _marked(modules):
            found.setdefault(kind, {}).setdefault(key, []).append(function)
        self._tables: dict[str, Table] = {
            kind: {key: tuple(functions) for key, functions in table.items()} for kind, table in found.items()
        }
        self.modifies: Table = self._tables.get("modifies", {})
        self.forces: Table = self._tables.get("forces", {})
        self.forbids: Table = self._tables.get("forbids", {})

    def of(self, kind: str, key: Key) -> tuple[Callable[..., Any], ...]:
        return self._tables.get(kind, {}).get(key, ())


def _marked(modules: Iterable[ModuleType]) -> Iterator[tuple[Callable[..., Any], str, Key]]:
    seen: set[int] = set()
    for module in modules:
        for function in vars(module).values():
            if id(function) in seen or getattr(function, "__module__", None) != module.__name__:
                continue
            for kind, key in getattr(function, "__hooks__", ()):
                seen.add(id(function))
                yield function, kind, key
