"""Numbers rules get without being told: whatever they ask is noted, whatever they work out is right in every case."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from itertools import product
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from sandtable.chance.placeholders import PLACEHOLDERS, Opaque, fill, find_unread
from sandtable.chance.unread import Run, Unread
from sandtable.core import Roll
from sandtable.core.dice import Pool
from sandtable.core.memo_keys import NumberNeeded

CASES = list(product(range(7), range(7)))
TABLE = {0: "nothing", 3: "three"}
Rule = Callable[[Any, Any], Any]

RULES: dict[str, Rule] = {
    "margin": lambda a, b: max(0, a - b),
    "margin by hand": lambda a, b: a - b if a > b else 0,
    "points": lambda a, b: (a + 2 * b) // 3,
    "turned": lambda a, b: 10 - a + sum([a, b, 1]) - 2 * -b,
    "rest": lambda a, b: (a * b) % 4 + abs(b - a) + +a,
    "truth": lambda a, b: "hit" if a and not b else "miss",
    "tuple": lambda a, b: b in (2, 4) or a == b or a != 3,
    "index": lambda a, b: "abcdefg"[a] + "x" * b,
    "range": lambda a, b: len(range(a, b)),
    "words": lambda a, b: f"{a} against {b:>3}" + str(a),
    "division": lambda a, b: a / (b + 1),
    "by the other": lambda a, b: 7 // (a + 1) + b // (a + 1) + 2**a + (b << 1),
    "float": lambda a, b: a * 0.5 + float(b),
    "chain": lambda a, b: sorted([a, 4, b, 1]),
    "nothing": lambda a, b: None,
    "words of a number": lambda a, b: a.bit_length() + int(b) + round(a),
    "none": lambda a, b: a is None or b == "3",
}


def run(rule: Rule, case: tuple[int, ...]) -> tuple[Run, Any]:
    noted = Run()
    dice = [Unread(noted, n, itemgetter(n), number) for n, number in enumerate(case)]
    return noted, rule(*dice)


def plain(value: Any, case: tuple[int, ...]) -> Any:
    held: dict[Any, Unread] = {}
    where = find_unread(value, held)
    return fill(value, where, [die.of(case) for die in held.values()])


@pytest.mark.parametrize("name", RULES)
def test_what_is_found_in_one_case_holds_wherever_the_answers_are_the_same(name: str) -> None:
    rule, ways = RULES[name], set()
    for case in CASES:
        noted, found = run(rule, case)
        ways.add(tuple(answer for _, _, answer in noted.asked))
        for other in CASES:
            if all(of(other) == answer for _, of, answer in noted.asked):
                assert plain(found, other) == rule(*other)
    assert len(ways) <= {"margin": 2, "margin by hand": 2, "points": 1, "turned": 1, "truth": 3, "nothing": 1}.get(
        name, 49
    )


def test_any_row_of_operations() -> None:
    names = ["add", "sub", "mul", "lt", "ge", "eq", "floordiv", "mod", "and_", "pow", "truediv"]
    rng = Random(4)
    for _ in range(60):
        steps = [(rng.choice(names), rng.choice(["a", "b", 1, 3])) for _ in range(4)]

        def rule(a: Any, b: Any, steps: list[tuple[str, Any]] = steps) -> Any:
            value = a
            for name, other in steps:
                operand = {"a": a + 1, "b": b + 1}.get(other, other)
                value = getattr(operator, name)(int(value) if name == "and_" else value, operand)
            return value

        for case in rng.sample(CASES, 6):
            noted, found = run(rule, case)
            for wanted in CASES:
                if all(of(wanted) == answer for _, of, answer in noted.asked):
                    assert plain(found, wanted) == rule(*wanted)


@cache
def remembered(number: Any) -> Any:
    return number + 1


@pytest.mark.parametrize("rule", [lambda a, b: a in {1, 5}, lambda a, b: TABLE.get(b, 0), lambda a, b: remembered(a)])
def test_what_is_looked_up_by_a_number_needs_the_number_itself(rule: Rule) -> None:
    """So that nothing unread stays in anybody's memory."""
    with pytest.raises(NumberNeeded):
        run(rule, (5, 3))
    assert type(remembered(5)) is int


def test_the_same_question_is_noted_once() -> None:
    noted, _ = run(lambda a, b: (a > b, a > b, a > b), (5, 3))
    assert len(noted.asked) == 1


def test_gaps_are_found_and_filled_wherever_they_are() -> None:
    noted = Run()
    die: Any = Unread(noted, 0, itemgetter(0), 4)
    roll = Roll("damage", (Pool("damage", (("A", 2), ("P", die + 1))),))
    value = (roll, {"left": [die, 7]}, "word")
    held: dict[Any, Unread] = {}
    where = find_unread(value, held)
    assert [d.of((9,)) for d in held.values()] == [10, 9]
    found = fill(value, where, (10, 9))
    assert found == (Roll("damage", (Pool("damage", (("A", 2), ("P", 10))),)), {"left": [9, 7]}, "word")
    assert fill(value, where, PLACEHOLDERS) == fill(value, where, PLACEHOLDERS)
    assert not noted.asked


def test_what_cannot_be_taken_apart_is_told() -> None:
    with pytest.raises(Opaque):
        find_unread((object(),), {})
