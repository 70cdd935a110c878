"""Whether something could be an answer to an ask at all. A refusal of what nobody could ever answer proves nothing."""

from __future__ import annotations

from typing import Any

from sandtable.core import (
    Arrangement,
    Ask,
    Domain,
    Facing,
    Line,
    Options,
    Path,
    Position,
    Region,
    Ruleset,
    Split,
    Subset,
)
from sandtable.core.form_parts import nearest, plain
from sandtable.core.places import bad_pose
from sandtable.core.scenario_words import Reader
from sandtable.scenarios.vocabulary import vocabulary

ALWAYS = {"pass", "done", "default", "any", "concede", "stay", "none", "nothing"}


def misfit(rules: Ruleset, ask: Ask, answer: Any, p: Position, reader: Reader) -> str | None:
    """Why this is no possible answer of the kind asked for; None when it is one, legal or not."""
    domain = ask.domain
    if isinstance(domain, Options) and (isinstance(answer, str) or type(domain).refuse is Options.refuse):
        return unknown_phrase(rules, domain, answer, p, reader)
    if domain.refuse(p, domain.normal(answer)) is None:
        return None
    if isinstance(domain, Arrangement) and isinstance(answer, str) and domain.meant(p, answer):
        return None
    wanted = _shape(domain, answer)
    return None if wanted is None else f"{rules.seat_name(ask.seat)}'s {ask.prompt!r} is answered by {wanted}"


def unknown_phrase(rules: Ruleset, domain: Options, answer: Any, p: Position, reader: Reader) -> str | None:
    """Why a phrase is none that this game knows, with the nearest that it does."""
    if not isinstance(answer, str):
        return "one of the options by name is asked for"
    offered = {option.key: option.label or option.key for option in domain.options(p) or ()}
    if plain(answer) in ALWAYS or any(plain(answer) in map(plain, pair) for pair in offered.items()):
        return None
    known = vocabulary(rules).words.answers
    if known:
        wrong = reader.why_not(answer, known, "answer")
        if wrong is None or "did you mean" in wrong:
            return wrong
        near = nearest(answer, offered, offered)
        return wrong + (f"; did you mean {near!r}?" if near else f"; on offer: {', '.join(list(offered)[:8])}")
    words = {w for pair in offered.items() for text in pair for w in plain(text).split()}
    words |= {w for piece in reader.pieces for w in plain(piece).split()}
    said = plain(answer).split()
    strange = [word for word in said if word not in words]
    refusal = domain.refuse(p, answer)
    about = len(strange) < len(said) or len(said) == 1  # a deed by its one word: run
    if not strange or (about and refusal is not None and refusal.cite):
        return None  # about something that is there, and the rules say which of them forbids it
    near = nearest(answer, offered, offered)
    hint = f"; did you mean {near!r}?" if near else f"; on offer: {', '.join(list(offered)[:8])}"
    return f"nothing here is called {strange[0]!r}{hint}"


def _shape(domain: Domain, answer: Any) -> str | None:
    """What would be an answer of this kind; None: this is one."""
    if isinstance(domain, Region):
        return None if bad_pose(answer, domain.facing, domain.height) is None else _place(domain)
    if isinstance(domain, Path):
        poses = answer if isinstance(answer, tuple) else (None,)
        return (
            None if not any(bad_pose(c, domain.facing, domain.height) for c in poses) else "a way: [[12, 8], [14, 9]]"
        )
    if isinstance(domain, Arrangement):
        return _arrangement(domain, answer)
    if isinstance(domain, Split | Subset):
        return _named(domain, domain.normal(answer))
    if isinstance(domain, Line):
        fits = isinstance(answer, tuple) and len(answer) == 2 and all(type(c) is int for c in answer)
        return None if fits else "a direction and how far: [90, 4], ahead 4"
    if isinstance(domain, Facing):
        return None if type(answer) is int else "a facing: 90, north"
    return None


def _place(domain: Region) -> str:
    return "a place and a facing: [15, 8, 90]" if domain.facing else "a place: [15, 8]"


def _arrangement(domain: Arrangement, answer: Any) -> str | None:
    pieces = ", ".join(domain.pieces)
    wanted = f"a place for each of {pieces}: place: {{{domain.pieces[0] if domain.pieces else 'name'}: [15, 8]}}"
    if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
        return wanted
    named = [name for name, _ in answer]
    if any(name not in domain.pieces for name in named) or len(set(named)) != len(domain.pieces):
        return wanted
    wrong = any(pose is not None and bad_pose(pose, domain.facing, domain.height) for _, pose in answer)
    return wanted if wrong else None


def _named(domain: Split | Subset, answer: Any) -> str | None:
    if isinstance(domain, Subset):
        fits = isinstance(answer, tuple) and all(name in domain.names for name in answer)
        return None if fits else f"some of {', '.join(domain.names[:12])}"
    names = dict(domain.limits)
    fits = isinstance(answer, tuple) and all(isinstance(a, tuple) and len(a) == 2 for a in answer)
    if fits and all(name in names and type(many) is int for name, many in answer):
        return None
    return f"a share: {{name: number}} for {', '.join(list(names)[:12])}"
