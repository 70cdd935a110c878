"""Dice that rules get without being told the number: what they ask of it is noted, and the rest left open.

An attack of 5 against 3 and one of 6 against 2 go the same way as long as the rules ask only whether the attack is the
higher one. So a way of the rules is played once, for one throw, and holds for every throw that would have given the
same answers.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Hashable
from typing import Any

from sandtable.core import Position

Results = tuple[Any, ...]  # what unread dice come to, one by one: a case
Of = Callable[[Results], Any]  # something worked out of them
MEMORY = (Position.value.__code__, Position.memo.__code__)  # what is found of a number is remembered with the number

ASKED = "lt le gt ge eq ne"  # noted as yes or no
WORKED_OUT, ALONE = "add sub mul", "neg pos abs"  # the result is unread, too
BY_NUMBER = "floordiv mod"  # the same, by a number that is known
READ = "int float complex index str repr format round trunc floor ceil invert reduce_ex"
READ_WITH = "truediv pow lshift rshift and_ or_ xor floordiv mod"


class Key(Exception):
    """A rule looks something up by a number, or remembers by it: then it must have the number itself."""


class Run:
    """One way through the rules: what was asked of the dice, in order, and what they answered."""

    def __init__(self) -> None:
        self.asked: list[tuple[Hashable, Of, Any]] = []
        self.known: dict[Hashable, Any] = {}

    def ask(self, key: Hashable, of: Of, answer: Any) -> Any:
        if key not in self.known:
            self.known[key] = answer
            self.asked.append((key, of, answer))
        return answer


class Unread:
    """A whole number that comes of dice. Whoever reads it has it noted."""

    __slots__ = ("key", "of", "run", "value")

    def __init__(self, run: Run, key: Hashable, of: Of, value: int) -> None:
        self.run, self.key, self.of, self.value = run, key, of, value

    def read(self) -> int:
        self.run.ask(self.key, self.of, self.value)
        return self.value

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # what isinstance asks
        return int

    def __hash__(self) -> int:
        if sys._getframe(1).f_code not in MEMORY:
            raise Key
        return object.__hash__(self)

    def __bool__(self) -> bool:
        return bool(METHODS["ne"](self, 0))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.read(), name)


def asked(name: str) -> Callable[[Unread, Any], Any]:
    compare = getattr(operator, name)

    def method(self: Unread, other: Any) -> Any:
        both = _both(name, compare, self, other)
        return compare(self.read(), other) if both is None else self.run.ask(*both)

    return method


def worked_out(name: str, compute: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def method(self: Unread, other: Any = 0) -> Any:
        both = _both(name, compute, self, other)
        return compute(self.read(), other) if both is None else Unread(self.run, *both)

    return method


def by_number(name: str) -> Callable[[Unread, Any], Any]:
    method = worked_out(name, getattr(operator, name))
    return lambda self, other: method(self, told(other))


def read(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(int, name)(self.read(), *others)


def read_with(compute: Callable[[Any, Any], Any]) -> Callable[[Unread, Any], Any]:
    return lambda self, other: compute(self.read(), told(other))


def told(number: Any) -> Any:
    return number.read() if type(number) is Unread else number


def turned(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: compute(b, a)


def alone(compute: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
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
    **{f"r{name.strip('_')}": read_with(turned(getattr(operator, name))) for name in READ_WITH.split()},
    "divmod": read_with(divmod),
    "rdivmod": read_with(turned(divmod)),
    **{name: asked(name) for name in ASKED.split()},
    **{name: worked_out(name, getattr(operator, name)) for name in WORKED_OUT.split()},
    **{f"r{name}": worked_out(f"r{name}", turned(getattr(operator, name))) for name in WORKED_OUT.split()},
    **{name: worked_out(name, alone(getattr(operator, name))) for name in ALONE.split()},
    **{name: by_number(name) for name in BY_NUMBER.split()},
}
for _name, _method in METHODS.items():
    setattr(Unread, f"__{_name}__", _method)
