"""What a ruleset declares, and how often each thing occurred: what never does is untested by play.

Frames, events and hooks (abilities) are those of the ruleset's own modules, without what only draws and answers
questions about odds; verbs are those that have a phrase, counted where such an option is chosen; choices are the first
words of chosen options, by the kind of question; `using` counts what is chosen with them, spells and weapons; rolls are
counted by purpose, rows by the face of events that have one; rules by the events, questions and rolls that cite them,
which tells the rows of a rulebook's tables apart. A hook occurs when it has something to say or
changes the table, not when it is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import isgenerator
from typing import Any

from sandtable.core import Ask, Event, Frame, Game, Hooks, Position, Progress, Roll, Ruleset

KINDS = ("frame", "event", "hook", "verb", "choice", "using", "roll", "row", "rule")
Counts = Counter[str]  # "frame Attack": 12


def declared(rules: Ruleset) -> dict[str, list[str]]:
    """What can be known beforehand: frames, events and hooks by name."""
    own = [
        kind
        for kind in rules.codec.kinds.values()
        if not kind.__module__.startswith("sandtable.core")
        and ".interface." not in kind.__module__  # asked for odds only
    ]
    hooks = {f.__name__ for table in rules.hooks.tables.values() for functions in table.values() for f in functions}
    shown = {f.__name__ for table in (rules.hooks.suggests, rules.hooks.previews) for f in table.values()}
    return {
        "frame": sorted(k.__name__ for k in own if issubclass(k, Frame) and "start" in _steps(k) and not _base(k)),
        "event": sorted(k.__name__ for k in own if issubclass(k, Event) and not k.__subclasses__()),
        "hook": sorted(hooks - shown),
        "verb": sorted(rules.showing.phrases),
        "rule": [rule.id for rule in rules.rulebook],
    }


def _base(kind: type) -> bool:
    """Only its subclasses are played."""
    return bool(vars(kind).get("abstract"))


def _steps(kind: type) -> set[str]:
    return {name for base in kind.__mro__[:-1] if base is not Frame for name in vars(base)}


def never(rules: Ruleset, counts: Mapping[str, int]) -> dict[str, list[str]]:
    """What is declared and did not occur."""
    return {
        kind: [name for name in names if not counts.get(f"{kind} {name}")] for kind, names in declared(rules).items()
    }


@contextmanager
def watched(rules: Ruleset) -> Iterator[Counts]:
    """Counts hooks and frames while games of this ruleset are played; slower. Events are added by `note`."""
    counts: Counts = Counter()
    kept, starts = rules.hooks, dict[type[Frame], Callable[..., Any]]()
    rules.hooks = Hooks(rules.chapters(), each=lambda function: _counted(counts, f"hook {function.__name__}", function))
    for kind in rules.codec.kinds.values():
        if issubclass(kind, Frame) and "start" in vars(kind) and not kind.__module__.startswith("sandtable.core"):
            starts[kind] = vars(kind)["start"]
            kind.start = _started(counts, kind, starts[kind])  # type: ignore[method-assign]
    try:
        yield counts
    finally:
        rules.hooks = kept
        for kind, start in starts.items():
            kind.start = start  # type: ignore[method-assign]


def note(counts: Counts, rules: Ruleset, game: Game, value: Any, after: Progress) -> None:
    """One answer: what was chosen or rolled, and what happened."""
    waiting = game.waiting
    cites = {event.cite for event in after.events}
    if waiting is not None:
        cites.add(waiting.cite)
    if isinstance(waiting, Roll):
        counts[f"roll {waiting.purpose}"] += 1
    elif isinstance(waiting, Ask) and isinstance(value, str):
        counts[f"choice {type(waiting.domain).__name__}: {value.split(' ', 1)[0]}"] += 1
        options = waiting.domain.options(Position(rules, game.state)) or ()
        chosen = next((option for option in options if option.key == value), None)
        if chosen is not None:
            cites.add(chosen.cite)
            if chosen.verb:
                counts[f"verb {chosen.verb}"] += 1
            if chosen.using:
                counts[f"using {chosen.using}"] += 1
    for cite in cites:
        if cite:
            counts[f"rule {cite}"] += 1
    for event in after.events:
        counts[f"event {type(event).__name__}"] += 1
        if isinstance(face := getattr(event, "face", None), int):
            counts[f"row {type(event).__name__} {face}"] += 1


def _counted(counts: Counts, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def wrapped(*subject: Any) -> Any:
        before = subject[0].state
        found = function(*subject)
        if isgenerator(found):
            found = list(found)
        if found or subject[0].state is not before:
            counts[name] += 1
        return found

    return wrapped


def _started(counts: Counts, kind: type[Frame], start: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(start)
    def wrapped(self: Any, *given: Any) -> Any:
        counts[f"frame {type(self).__name__}"] += 1
        return start(self, *given)

    return wrapped
