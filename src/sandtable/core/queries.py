"""Numbers with reasons: a query is answered by terms. Rules use the total, people read the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sandtable.core.values import Value

if TYPE_CHECKING:
    from sandtable.core.position import Position

ORDER = {"base": 0, "set": 1, "add": 2, "halve": 3, "least": 4, "most": 5}


class Term(Value, frozen=True):
    """One reason behind a number. Groups name what does not stack with itself."""

    value: int
    why: str
    cite: str = ""
    op: str = "add"  # base, set, add, halve, least (never below), most (never above)
    group: str = ""


class Query(Value, frozen=True):
    """A number somebody asks for. A subclass gives its base; abilities add terms with ``@modifies``."""

    def topic(self) -> type | str:
        """The key abilities modify it by: its class, or a name when one class asks about several things."""
        return type(self)

    def base(self, p: Position) -> Iterable[Term]:
        return ()

    def bases(self, values: Sequence[int]) -> int:
        """Several bases: which one counts."""
        return max(values)

    def stack(self, group: str, values: Sequence[int]) -> int:
        """Terms of one named group: by default the strongest counts once."""
        return max(values, key=abs)

    def half(self, value: int) -> int:
        """A halved number rounds up unless the query says otherwise."""
        return -(-value // 2)

    def resolve(self, terms: Sequence[Term]) -> int:
        if terms and terms[0].op == "base":  # most numbers are as printed, or that and a least value
            if len(terms) == 1:
                return terms[0].value
            if len(terms) == 2 and terms[1].op == "least":
                return max(terms[0].value, terms[1].value)
        base: int | None = None
        bases: list[int] | None = None  # several: few numbers have them, or groups
        groups: dict[str, list[int]] | None = None
        total, halved = 0, 0
        fixed: int | None = None
        least: int | None = None
        most: int | None = None
        for t in terms:
            op = t.op
            if op == "add":
                if t.group:
                    if groups is None:
                        groups = {}
                    groups.setdefault(t.group, []).append(t.value)
                else:
                    total += t.value
            elif op == "base":
                if base is None:
                    base = t.value
                elif bases is None:
                    bases = [base, t.value]
                else:
                    bases.append(t.value)
            elif op == "set":
                fixed = t.value
            elif op == "halve":
                halved += 1
            elif op == "least":
                least = t.value if least is None else max(least, t.value)
            elif op == "most":
                most = t.value if most is None else min(most, t.value)
        value = 0 if base is None else base if bases is None else self.bases(bases)
        if fixed is not None:
            value = fixed
        value += total
        if groups is not None:
            value += sum(self.stack(g, v) for g, v in groups.items())
        for _ in range(halved):
            value = self.half(value)
        if least is not None and value < least:
            value = least
        if most is not None and value > most:
            value = most
        return value


YES = 1  # a term of a Flag; how much above 0 it is does not matter


class Flag(Query, frozen=True):
    """A yes-or-no query (is this ability in force, may this piece act): any positive term says yes, any -1000 no."""

    def resolve(self, terms: Sequence[Term]) -> int:
        total = 0
        for t in terms:
            total += t.value
        return int(total > 0)


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Terms as a person reads them: base first, caps last."""
    given = tuple(terms)
    return given if len(given) < 2 else tuple(sorted(given, key=_rank))


def _rank(term: Term) -> int:
    return ORDER[term.op]


def explain(total: Any, terms: Sequence[Term]) -> str:
    """``7: base 5 SPD (WC-STAT-2), +2 Arcantrik Turbine (WC-ARC-7)``"""
    parts = [
        f"{t.value:+d} {t.why} ({t.cite})" if t.op == "add" else f"{t.op} {t.value} {t.why} ({t.cite})" for t in terms
    ]
    return f"{total}: " + ", ".join(parts)
