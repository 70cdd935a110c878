"""Abilities hook into rules by type; rules never name an ability and data names ids only.

The decorators mark plain functions; a ruleset collects them from the modules it lists, so nothing is registered by
merely importing a file.

    @modifies(Defence)
    def neural_net(p, q): yield Term(…)              # terms of a number
    @forces(LeftPlay)
    def trim_hand(d, event): yield TrimHand(…)       # frames owed at once
    @offers(ROLLED)                                  # what a window allows: (d, subject, seat)
    @before(Destroyed)  @after(Destroyed)            # optional, around an event that may be answered
    @instead_of(Destroyed)                           # replaces or prevents it
    @forbids(Attack)                                 # a refusal, or None
    @suggests(MoveMenu)                              # candidates of a domain for bots: (p, domain, n, rng); no rule
    @previews(MoveMenu)                              # what an answer would do, as scene parts: (p, domain, answer)

A hook may name the special rule it belongs to, ``@modifies(Defence, rule="neural_net")``: it need not be called while
no piece on the table has that rule (`Ruleset.hooks_at`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from sandtable.core.choices import Option
from sandtable.core.frames import Frame
from sandtable.core.queries import Query

F = TypeVar("F", bound=Callable[..., Any])
KEPT = 1000  # sets of special rules remembered
Key = type | str
Table = dict[Any, tuple[Callable[..., Any], ...]]
Marked = tuple[tuple[tuple[Callable[..., Any], frozenset[str]], ...], frozenset[str]]  # hooks by rules; all these rules
NO_RULES: frozenset[str] = frozenset()
NONE: Marked = ((), NO_RULES)
SHOWN_AS = {"suggests": "suggestions", "previews": "previews"}  # no rules: one function a domain


class Offer(NamedTuple):
    """What an ability allows in a window: a phrase to choose it by and the frame that plays it."""

    key: str
    frame: Frame
    label: str = ""
    cite: str = ""
    must: bool = False  # happens without being asked
    carries: bool = False  # the frame has the subject and returns it: the window forgets its own, so that odds merge
    verb: str = ""  # as in Option
    actor: str = ""
    target: str = ""
    using: str = ""
    how: str = ""
    also: tuple[str, ...] = ()
    cost: tuple[tuple[str, int], ...] = ()
    group: str = ""
    odds: bool = False
    ability: str = ""

    def option(self, cite: str = "", about: tuple[str, ...] = ()) -> Option:
        """What is on offer, with the rule that says so."""
        return Option(
            self.key, self.label, self.cite or cite, about, self.verb, self.actor, self.target, self.using,
            self.how, self.also, self.cost, self.group, False, self.odds, self.ability,
        )  # fmt: skip


class Named(Protocol):
    """A window constant: hooks are kept by its key."""

    @property
    def key(self) -> str: ...


def _marker(kind: str) -> Callable[..., Callable[[F], F]]:
    def mark(*named: type | str | Named, rule: str | tuple[str, ...] = ()) -> Callable[[F], F]:
        rules = (rule,) if isinstance(rule, str) else rule
        keys = [name if isinstance(name, (type, str)) else name.key for name in named]

        def wrap(function: F) -> F:
            hooks = [*getattr(function, "__hooks__", ()), *((kind, key, rules) for key in keys)]
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
suggests = _marker("suggests")
previews = _marker("previews")


class Hooks:
    """Everything the listed modules hook, by kind and key, in the order listed."""

    def __init__(
        self, modules: Iterable[ModuleType] = (), each: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None
    ) -> None:
        """`each` wraps every hook, for those who count them."""
        found: dict[str, dict[Key, list[Callable[..., Any]]]] = {}
        self._present: dict[frozenset[str], ActiveHooks] = {}
        self._rules: dict[tuple[str, Key], Marked] = {}
        self._among: dict[tuple[str, Key, frozenset[str]], tuple[Callable[..., Any], ...]] = {}
        self._kept: dict[tuple[str, frozenset[str]], _Found] = {}
        special: dict[str, set[str]] = {}
        for marked_function, kind, key, rules in _marked(modules):
            function = marked_function if each is None or kind in SHOWN_AS else each(marked_function)
            if isinstance(key, type) and issubclass(key, Query) and key.topic is not Query.topic:
                raise TypeError(f"{function.__name__}: {key.__name__} is about several things; name one of them")
            found.setdefault(kind, {}).setdefault(key, []).append(function)
            marked, named = self._rules.get((kind, key), NONE)
            self._rules[kind, key] = (*marked, (function, frozenset(rules))), named.union(rules)
            special.setdefault(kind, set()).update(rules)
        self.tables: dict[str, Table] = {
            kind: {key: tuple(functions) for key, functions in table.items()} for kind, table in found.items()
        }
        self._special_of = {kind: frozenset(rules) for kind, rules in special.items()}
        self._special = NO_RULES.union(*self._special_of.values())
        self.forces: Table = self.tables.get("forces", {})
        everything = ActiveHooks(self, self._special)
        self.modifies, self.offers = everything.modifies, everything.offers
        self.suggests = self._only("suggests")
        self.previews = self._only("previews")

    def _only(self, kind: str) -> dict[Any, Callable[..., Any]]:
        """The functions of which each domain has at most one."""
        found = self.tables.get(kind, {})
        for domain, functions in found.items():
            if len(functions) > 1:
                raise TypeError(f"{domain.__name__} has two sources of {SHOWN_AS[kind]}: {functions}")
        return {domain: functions[0] for domain, functions in found.items()}

    def of(self, kind: str, key: Key) -> tuple[Callable[..., Any], ...]:
        return self.tables.get(kind, {}).get(key, ())

    def active(self, rules: Iterable[str]) -> ActiveHooks:
        """The hooks to call when these special rules are on the table; kept for the next call."""
        known = frozenset(rules)
        found = self._present.get(known)
        if found is None:
            if len(self._present) >= KEPT:
                self._present.clear()
            about = self._special & known
            found = self._present[known] = self._present.setdefault(about, ActiveHooks(self, about))
        return found

    def kept(self, kind: str, present: frozenset[str]) -> _Found:
        """The hooks of one kind by key. Sets that differ only in rules without such a hook share them."""
        about = self._special_of.get(kind, NO_RULES) & present
        found = self._kept.get((kind, about))
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[kind, about] = _Found(kind, self, about)
        return found

    def among(self, kind: str, key: Key, present: frozenset[str]) -> tuple[Callable[..., Any], ...]:
        """Hooks that belong to no special rule, or to one that is on the table."""
        marked, special = self._rules.get((kind, key), NONE)
        here = special & present
        found = self._among.get((kind, key, here))
        if found is None:
            if len(self._among) >= KEPT:
                self._among.clear()
            found = tuple([function for function, rules in marked if not rules or rules & here])
            self._among[kind, key, here] = found
        return found


class ActiveHooks:
    """The hooks to call for one set of special rules. Numbers and windows ask most: each has its own table by key."""

    __slots__ = ("_hooks", "_present", "_tables", "modifies", "offers")

    def __init__(self, hooks: Hooks, present: frozenset[str]) -> None:
        self._hooks, self._present = hooks, present
        self._tables: dict[str, _Found] = {}
        self.modifies, self.offers = hooks.kept("modifies", present), hooks.kept("offers", present)

    def of(self, kind: str, key: Key) -> tuple[Callable[..., Any], ...]:
        table = self._tables.get(kind)
        if table is None:
            table = self._tables[kind] = self._hooks.kept(kind, self._present)
        return table[key]


class _Found(dict[Key, tuple[Callable[..., Any], ...]]):
    """The hooks of one kind by key: looked up when first asked for, then kept."""

    __slots__ = ("hooks", "kind", "present")

    def __init__(self, kind: str, hooks: Hooks, present: frozenset[str]) -> None:
        self.kind, self.hooks, self.present = kind, hooks, present

    def __missing__(self, key: Key) -> tuple[Callable[..., Any], ...]:
        found = self[key] = self.hooks.among(self.kind, key, self.present)
        return found


def _marked(modules: Iterable[ModuleType]) -> Iterator[tuple[Callable[..., Any], str, Key, tuple[str, ...]]]:
    seen: set[int] = set()
    for module in modules:
        for function in vars(module).values():
            if id(function) in seen or getattr(function, "__module__", None) != module.__name__:
                continue
            for kind, key, rules in getattr(function, "__hooks__", ()):
                seen.add(id(function))
                yield function, kind, key, rules
