"""Rules that let a model attack more often in its activation (WC-SPEC-5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Next, Offer, Term, modifies, offers
from sandtable.rulesets.warcaster.abilities.activation_spikes import ActivationSpike, spiker, spiking
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.stats import charged, rules_of, weapons_of
from sandtable.rulesets.warcaster.turn.activity import Activity, AttacksAllowed, AttacksWith, MadeAttack
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION


@modifies(AttacksAllowed, rule=("weapon_expert", "reflex_accelerator"))
def each_weapon_once(p: Position, q: AttacksAllowed) -> Iterator[Term]:
    """Weapon Expert; Reflex Accelerator while charged."""
    rules = rules_of(p, q.model)
    if "weapon_expert" in rules:
        yield Term(len(weapons_of(p, q.model)), "Weapon Expert", "WC-SPEC-5", "base")
    if "reflex_accelerator" in rules and charged(p.state, q.model):
        yield Term(len(weapons_of(p, q.model)), "Reflex Accelerator", "WC-ARC-7", "base")


# --- fighter_rapid_strike: every melee weapon once more -----------------------------------------------------


@modifies(AttacksAllowed, rule="fighter_rapid_strike")
def rapid_strike(p: Position, q: AttacksAllowed) -> Iterator[Term]:
    if "fighter_rapid_strike" in rules_of(p, q.model):
        melee = sum(1 for slot in weapons_of(p, q.model) if p.rules.cards.weapon(slot).kind == "melee")
        more = melee * p.rules.cards.figure("fighter_rapid_strike", "attacks")
        yield Term(more, "Rapid Strike", "WC-SPEC-5", group="fighter_rapid_strike")


@modifies(AttacksWith, rule="fighter_rapid_strike")
def rapid_strike_with(p: Position, q: AttacksWith) -> Iterator[Term]:
    if "fighter_rapid_strike" in rules_of(p, q.model) and p.rules.cards.weapon(q.slot).kind == "melee":
        more = p.rules.cards.figure("fighter_rapid_strike", "attacks")
        yield Term(more, "Rapid Strike", "WC-SPEC-5", group="fighter_rapid_strike")


# --- maelstrom_activator: all over again ----------------------------------------------------------------


class Maelstrom(ActivationSpike, frozen=True, kw_only=True):
    """Its attacks are complete, what was left of them is given up; then one more with each weapon."""

    def use(self, d: Draft) -> Next:
        before = self.activity.but(marks=self.activity.marks[:-1])
        given_up: list[MadeAttack] = []
        for slot in weapons_of(d, self.model):
            left = d.value(AttacksWith(before, self.model, slot)) - before.made_with(self.model, slot)
            given_up += [MadeAttack(model=self.model, weapon=slot)] * left
        room = d.value(AttacksAllowed(before, self.model)) - before.made_by(self.model)
        return self.but(activity=self.activity.after(*given_up[: max(0, room)])).used(d)


@offers(IN_ACTIVATION, rule="maelstrom_activator")
def maelstrom_activator(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    """Right after its attacks: not before the first, not once it has moved on."""
    if not activity.attacks or activity.closed or not (model := spiker(p, activity, "maelstrom_activator")):
        return
    if activity.made_by(model):
        frame = Maelstrom(activity=activity, model=model, rule="maelstrom_activator")
        yield spiking(frame)


@modifies(AttacksAllowed, rule="maelstrom_activator")
def maelstrom_attacks(p: Position, q: AttacksAllowed) -> Iterator[Term]:
    times = q.activity.marks.count("maelstrom_activator")
    if times:
        more = times * p.rules.cards.figure("maelstrom_activator", "attacks") * len(weapons_of(p, q.model))
        yield Term(more, "Maelstrom Activator", "WC-ARC-8", group="maelstrom_activator")


@modifies(AttacksWith, rule="maelstrom_activator")
def maelstrom_with(p: Position, q: AttacksWith) -> Iterator[Term]:
    times = q.activity.marks.count("maelstrom_activator")
    if times:
        more = times * p.rules.cards.figure("maelstrom_activator", "attacks")
        yield Term(more, "Maelstrom Activator", "WC-ARC-8", group="maelstrom_activator")
