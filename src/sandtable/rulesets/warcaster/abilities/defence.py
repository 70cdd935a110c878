"""Rules of the model attacked that add to its defence roll."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warcaster.abilities.rule_terms import CHARGE, arc_for, figure, has, inches, term
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders
from sandtable.rulesets.warcaster.attacks.dice_pools import POWER, DefenceDice
from sandtable.rulesets.warcaster.measuring.distance import within
from sandtable.rulesets.warcaster.state.printed import is_warrior
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Def
from sandtable.rulesets.warcaster.state.table import Table


@modifies(Def, rule="neural_net")
def neural_net(p: Position, q: Def) -> Iterator[Term]:
    """Other friendly units, gates not among them; one model of a squad near enough is enough (WC-SPEC-3)."""
    if not has(p, q.who, "neural_net"):
        return
    state: Table = p.state
    me, own, seat = state.models[q.who], state.models[q.who].unit, state.seat_of(q.who)
    reach = inches(p, "neural_net", "range")
    units = {
        m.unit
        for n, m in state.models.items()
        if m.unit != own and state.units[m.unit].seat == seat and not state.is_gate(n) and within(p, me, m, reach)
    }
    if units:
        bonus = min(figure(p, "neural_net", "DEF_max"), figure(p, "neural_net", "DEF_per_unit") * len(units))
        yield term(p, bonus, "neural_net")


@modifies(Def, rule="thrusters")
def thrusters(p: Position, q: Def) -> Iterator[Term]:
    if arc := arc_for(p, q.who, "thrusters"):
        yield term(p, arc * figure(p, "thrusters", "DEF_per_arc"), "thrusters", CHARGE)


@modifies(Def, rule="living_terror")
def living_terror(p: Position, q: Def) -> Iterator[Term]:
    """Against melee attacks of squad models and solos (WC-GEN-5)."""
    s = q.strike
    if s is None or s.kind != "melee" or not has(p, q.who, "living_terror"):
        return
    if s.attacker in p.state.models and is_warrior(p, s.attacker):
        yield term(p, figure(p, "living_terror", "DEF"), "living_terror")


@modifies(DefenceDice, rule="arc_disruptor")
def arc_disruptor(p: Position, q: DefenceDice) -> Iterator[Term]:
    """Said of the squad: the Warder's rule works for every model with it (WC-SPEC-1)."""
    if q.die != POWER or q.strike.kind != "fury":
        return
    unit = p.state.models[q.strike.target].unit
    if any(p.state.models[n].unit == unit for n in charged_holders(p, "arc_disruptor")):
        yield term(p, figure(p, "arc_disruptor", "power_dice"), "arc_disruptor", CHARGE)
