"""Unread numbers: results of dice that rules use without being given the value.

What the rules ask of such a number is noted with the answer; the rest stays open. An attack of 5 against 3 and one of 6
against 2 go the same way as long as the rules ask only which is higher. So one throw is played for all throws that
would have given the same answers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable
from typing import Any

from sandtable.core.memo_keys import NumberNeeded

Case = tuple[Any, ...]  # the values of the unread numbers at a node, in order
Of = Callable[[Case], Any]  # something worked out from them

COMPARED = "lt le gt ge eq ne"  # noted as yes or no
COMPUTED, UNARY = "add sub mul", "neg pos abs"  # the result is unread, too
BY_NUMBER = "floordiv mod"  # the same, by a number that is known
READ = "int float complex index str repr format round trunc floor ceil invert reduce_ex"
READ_WITH = "truediv pow lshift rshift and_ or_ xor floordiv mod"


class Run:
    """One way through the rules: what was asked of the dice, in order, and the answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Hashable, Of, Any]] = []
        self.known: dict[Hashable, Any] = {}

    def ask(self, key: Hashable, of: Of, answer: Any) -> Any:
        if key not in self.known:
            self.known[key] = answer
            self.asked.append((key, of, answer))
        return answer


class Unread:
    """A whole number that comes from dice. Reading it is noted in its run.

    `__hash__` and `__class__` (which `isinstance` reads) cannot be noted, so they raise NumberNeeded. A position that
    remembers by a number asks for its `memo_key` instead.
    """

    __slots__ = ("key", "of", "run", "value")

    def __init__(self, run: Run, key: Hashable, of: Of, value: int) -> None:
        self.run, self.key, self.of, self.value = run, key, of, value

    def read(self) -> int:
        self.run.ask(self.key, self.of, self.value)
        return self.value

    def memo_key(self) -> Hashable:
        """The same for the same computation in the same run. What was asked on the way is noted there already."""
        return self.run, self.key

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise NumberNeeded("isinstance needs the number itself")

    def __hash__(self) -> int:
        raise NumberNeeded("a hash needs the number itself")

    def __bool__(self) -> bool:
        return bool(METHODS["ne"](self, 0))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.read(), name)


def compared(name: str) -> Callable[[Unread, Any], Any]:
    compare = getattr(operator, name)

    def method(self: Unread, other: Any) -> Any:
        both = _both(name, compare, self, other)
        return compare(self.read(), other) if both is None else self.run.ask(*both)

    return method


def computed(name: str, compute: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def method(self: Unread, other: Any = 0) -> Any:
        both = _both(name, compute, self, other)
        return compute(self.read(), other) if both is None else Unread(self.run, *both)

    return method


def by_number(name: str) -> Callable[[Unread, Any], Any]:
    method = computed(name, getattr(operator, name))
    return lambda self, other: method(self, plain(other))


def read(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(int, name)(self.read(), *others)


def read_with(compute: Callable[[Any, Any], Any]) -> Callable[[Unread, Any], Any]:
    return lambda self, other: compute(self.read(), plain(other))


def plain(number: Any) -> Any:
    return number.read() if type(number) is Unread else number


def reflected(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: compute(b, a)


def unary(compute: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, _: compute(a)


def _both(name: str, compute: Callable[[Any, Any], Any], a: Unread, b: Any) -> tuple[Hashable, Of, Any] | None:
    """A computation with one or two unread numbers; None: with something that is no whole number."""
    of = a.of
    if type(b) is Unread:
        other = b.of
        return (name, a.key, b.key), lambda case: compute(of(case), other(case)), compute(a.value, b.value)
    if type(b) is int or type(b) is bool:
        return (name, a.key, "by", b), lambda case: compute(of(case), b), compute(a.value, b)
    return None


METHODS: dict[str, Callable[..., Any]] = {
    **{name: read(f"__{name}__") for name in READ.split()},
    **{name.strip("_"): read_with(getattr(operator, name)) for name in READ_WITH.split()},
    **{f"r{name.strip('_')}": read_with(reflected(getattr(operator, name))) for name in READ_WITH.split()},
    "divmod": read_with(divmod),
    "rdivmod": read_with(reflected(divmod)),
    **{name: compared(name) for name in COMPARED.split()},
    **{name: computed(name, getattr(operator, name)) for name in COMPUTED.split()},
    **{f"r{name}": computed(f"r{name}", reflected(getattr(operator, name))) for name in COMPUTED.split()},
    **{name: computed(name, unary(getattr(operator, name))) for name in UNARY.split()},
    **{name: by_number(name) for name in BY_NUMBER.split()},
}
for _name, _method in METHODS.items():
    setattr(Unread, f"__{_name}__", _method)
