"""What a network is told of a position, before it becomes numbers: models as they stand and how far the turn has come.

Kept apart from the position so that games can be recorded and learned from later.
"""

from __future__ import annotations

import msgspec

from sandtable.core import Ask, Term
from sandtable.rulesets.warmachine.common.appraisal.forces import army
from sandtable.rulesets.warmachine.common.appraisal.judgement import outlook, to_come
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.state.conditions import effects_on
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import WHO
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE

MOST = 4  # models of a side that networks have seen
KINDS = frozenset({"warcaster", "warjack"})
SIGN = (1, -1)


class Doing(msgspec.Struct, frozen=True, array_like=True):
    """The activation that is under way."""

    model: str
    may_move: bool
    may_act: bool
    charged: bool


class Figure(msgspec.Struct, frozen=True, array_like=True):
    """A model as it stands."""

    name: str
    card: str
    x: int
    y: int
    facing: int
    boxes: int  # that are left
    share: float  # of its boxes that are left
    out: int  # systems that are out
    might: float  # of its attacks
    slow: bool
    still: bool
    focus: int
    awaits: bool  # its activation is still to come
    feat: bool  # still to come
    master: str
    effects: tuple[tuple[str, bool], ...]  # by name, and whether they come from its own side


class Situation(msgspec.Struct, frozen=True, array_like=True):
    """A position as both seats see it."""

    asked: int
    active: int
    first: int
    round: int
    phase: str
    points: tuple[int, int]
    scenario: str
    sides: tuple[tuple[Figure, ...], tuple[Figure, ...]]
    doing: Doing | None
    worth: tuple[float, float]  # the appraisal of each seat
    middle: tuple[int, int] = (18_000, 18_000)  # of the table


def is_known(p: Position) -> bool:
    """Whether networks know such armies: a few warjacks and their warcasters, as in battle boxes."""
    return p.memo("known to networks", _is_known, WHO, p)


def _is_known(p: Position) -> bool:
    cards, many = p.rules.cards.models, [0, 0]
    for status in p.state.status.values():
        if cards[status.card].kind not in KINDS:
            return False
        many[status.seat] += 1
    return min(many) > 0 and max(many) <= MOST


def situation(p: Position, ask: Ask | None, appraised: tuple[tuple[Term, ...], tuple[Term, ...]]) -> Situation:
    """`appraised`: the table for each seat."""
    state = p.state
    asked = state.active if ask is None else ask.seat
    more = 0.0 if ask is None else sum(t.value for t in outlook(p, ask))
    a, b = (sum(t.value for t in terms) for terms in appraised)
    return Situation(
        asked, state.active, state.first, state.round, state.phase, state.points, state.scenario,
        (figures(p, 0), figures(p, 1)), doing(ask), (float(a + SIGN[asked] * more), float(b - SIGN[asked] * more)),
        (state.map.width // 2, state.map.height // 2),
    )  # fmt: skip


def doing(ask: Ask | None) -> Doing | None:
    if ask is None or not isinstance(ask.domain, ActivationMenu):
        return None
    a = ask.domain.activity
    return Doing(a.model, a.may_move, a.may_act, a.moved == CHARGE)


def figures(p: Position, seat: int) -> tuple[Figure, ...]:
    found, every = [], p.state.status
    for u in army(p, seat):
        status = every[u.name]
        card = p.rules.cards.models[status.card]
        out = len(disabled(card, status.marks)) if card.grid and any(status.marks) else 0
        effects = tuple([(e.name, e.source in every and every[e.source].seat == seat) for e in effects_on(p, u.name)])
        found.append(
            Figure(
                u.name, u.card, u.x, u.y, p.state.models[u.name].facing, left(card, status.marks), u.share, out,
                u.might, u.slow, u.still, status.focus, to_come(p, u),
                u.printed.warcaster and u.name not in p.state.feats, status.master, effects,
            )
        )  # fmt: skip
    return tuple(found)
