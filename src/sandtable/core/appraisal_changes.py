"""Compare two appraisals topic by topic: what became better, what became worse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.core.queries import Term


def by_topic(terms: Iterable[Term]) -> dict[str, Term]:
    """One term for each group, or for the words of a term without one."""
    found: dict[str, Term] = {}
    for term in terms:
        topic = term.group or term.why
        known = found.get(topic)
        found[topic] = term if known is None else known.but(value=known.value + term.value, why=term.why)
    return found


def gains(before: Mapping[str, Term], after: Mapping[str, Term]) -> dict[str, int]:
    """The gain of each topic; unchanged topics are left out."""
    worth = {topic: _value(after, topic) - _value(before, topic) for topic in {**before, **after}}
    return {topic: gain for topic, gain in worth.items() if gain}


def compared(before: Iterable[Term], after: Iterable[Term]) -> Iterator[Term]:
    """A term for each changed topic, worded as in the later table; as in the earlier one where the topic is gone."""
    was, now = by_topic(before), by_topic(after)
    for topic, gain in gains(was, now).items():
        if topic not in now:
            why = f"ends this: {was[topic].why}"
        elif topic in was and was[topic].why == now[topic].why:
            why = f"{'improves' if gain > 0 else 'worsens'} this: {now[topic].why}"
        else:
            why = f"leads to this: {now[topic].why}"
        yield Term(gain, why, group=topic)


def _value(terms: Mapping[str, Term], topic: str) -> int:
    return terms[topic].value if topic in terms else 0
