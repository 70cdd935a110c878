"""Spikes that change the spiking unit until its activation ends: Jump Jets, Jack Hunter, Divination Lock and others."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Offer, Term, modifies, offers
from sandtable.rulesets.warcaster.abilities.activation_spikes import (
    SpikeForActivation,
    for_activation,
    in_force,
    spiker,
    spiking,
)
from sandtable.rulesets.warcaster.attacks.dice_pools import ACTION, POWER, AttackDice
from sandtable.rulesets.warcaster.attacks.rerolls import Reroll
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.attacks.windows import ROLLED
from sandtable.rulesets.warcaster.state.printed import type_of
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Spd, Trait, weapons_of
from sandtable.rulesets.warcaster.turn.activity import Activity, AttacksWith
from sandtable.rulesets.warcaster.turn.windows import IN_ACTIVATION

REROLLED = "power_focus reroll"


@offers(IN_ACTIVATION, rule=("jump_jets", "jack_hunter", "divination_lock", "phase_sequencer"))
def plain_effects(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    if p.state.units[activity.unit].arc > 0:
        for rule in ("jump_jets", "jack_hunter", "divination_lock", "phase_sequencer"):
            yield from for_activation(p, activity, rule)


# --- jump_jets: SPD and Flight ------------------------------------------------------------------------


@modifies(Spd)
def jump_jets_speed(p: Position, q: Spd) -> Iterator[Term]:
    if in_force(p, q.who, "jump_jets"):
        yield Term(1000 * p.rules.cards.figure("jump_jets", "SPD"), "Jump Jets", "WC-ARC-8", group="jump_jets")


@modifies("flight", rule="jump_jets")
def jumping(p: Position, q: Trait) -> Iterator[Term]:
    """Jump Jets give Flight."""
    if in_force(p, q.who, "jump_jets"):
        yield Term(YES, "Jump Jets", "WC-ARC-8")


@modifies("phase", rule="phase_sequencer")
def phasing(p: Position, q: Trait) -> Iterator[Term]:
    """Under Phase Sequencer a squad passes through structures and models."""
    if in_force(p, q.who, "phase_sequencer"):
        yield Term(YES, "Phase Sequencer", "WC-ARC-8")


# --- jack_hunter: dice against warjacks; divination_lock: neither cover nor Stealth helps -----------------


@modifies(AttackDice)
def jack_hunter(p: Position, q: AttackDice) -> Iterator[Term]:
    if q.die != ACTION or not in_force(p, q.strike.attacker, "jack_hunter"):
        return
    if type_of(p, q.strike.target) == "warjack":
        dice = p.rules.cards.figure("jack_hunter", "action_dice")
        yield Term(dice, "Jack Hunter", "WC-ARC-8", group="jack_hunter")


@modifies(Ignores)
def divination_lock(p: Position, q: Ignores) -> Iterator[Term]:
    if q.what in ("cover", "stealth") and in_force(p, q.strike.attacker, "divination_lock"):
        yield Term(YES, "Divination Lock", "WC-ARC-8")


# --- power_focus: everything into one weapon ------------------------------------------------------------


@offers(IN_ACTIVATION, rule="power_focus")
def power_focus(p: Position, activity: Activity, seat: int) -> Iterator[Offer]:
    """Before it attacks, with one of its weapons; again for the same one only, which changes nothing (WC-ARC-18)."""
    if activity.attacks or activity.closed or not (model := spiker(p, activity, "power_focus")):
        return
    chosen = in_force(p, model, "power_focus")
    for slot in weapons_of(p, model) if chosen is None else (chosen.source,):
        frame = SpikeForActivation(activity=activity, model=model, rule="power_focus", about=slot)
        yield spiking(frame, using=slot)


@modifies(AttacksWith, rule="power_focus")
def only_one_weapon(p: Position, q: AttacksWith) -> Iterator[Term]:
    effect = in_force(p, q.model, "power_focus")
    if effect is not None and effect.source != q.slot:
        yield Term(0, "Power Focus: another weapon only", "WC-ARC-8", "most")


@modifies(AttackDice)
def power_focus_dice(p: Position, q: AttackDice) -> Iterator[Term]:
    if q.die != POWER or not q.strike.weapon:
        return
    effect = in_force(p, q.strike.attacker, "power_focus")
    if effect is not None and effect.source == q.strike.weapon:
        dice = p.rules.cards.figure("power_focus", "power_dice")
        yield Term(dice, "Power Focus", "WC-ARC-8", group="power_focus")


@offers(ROLLED)
def power_focus_reroll(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
    """Each attack roll with the weapon may be rolled again, once."""
    if not strike.weapon or REROLLED in strike.marks or not p.state.effects:
        return
    if strike.attacker not in p.state.models or p.state.seat_of(strike.attacker) != seat:
        return
    effect = in_force(p, strike.attacker, "power_focus")
    if effect is not None and effect.source == strike.weapon:
        frame = Reroll(strike=strike.marked(REROLLED), side="attack")
        yield Offer("power_focus", frame, cite="WC-GEN-13", verb="reroll", actor=strike.attacker, ability="power_focus")
