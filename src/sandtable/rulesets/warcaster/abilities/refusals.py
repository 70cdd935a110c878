"""Why a spike or a special action is not on offer in an activation: the rule against it and by how much."""

from __future__ import annotations

from sandtable.core import Refusal, forbids
from sandtable.core.texts import say
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.abilities.special_actions import may_act
from sandtable.rulesets.warcaster.abilities.special_rules import holders
from sandtable.rulesets.warcaster.measuring.distance import distance
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.activity import Activity

ACTIONS = {"repair": "repair", "tune": "tune_up"}  # the first word of the phrase, and the rule


def bearer(p: Position, activity: Activity, rule: str) -> str:
    return next((n for n in holders(p, rule) if p.state.models[n].unit == activity.unit), "")


def too_far(p: Position, model: str, name: str, rule: str) -> Refusal | None:
    """The shortfall to a model, or to the nearest of a unit (WC-SPEC-3)."""
    state: Table = p.state
    figures = p.rules.cards.special[rule].get("figures", {})
    there = [state.models[name]] if name in state.models else [m for m in state.models.values() if m.unit == name]
    if "range" not in figures or not there:
        return None
    reach = 1000 * int(figures["range"])
    far = min(distance(p, state.models[model], m) for m in there)
    if far <= reach + 1:
        return None
    words = say(
        "{model} is {far} in away, {beyond} in beyond {reach}",
        model=name,
        far=text(far),
        beyond=text(far - reach),
        reach=text(reach),
    )
    return Refusal(words, "WC-SPEC-3", short_by=round(far - reach))


@forbids(Activity)
def not_spiked(p: Position, activity: Activity, key: str) -> Refusal | None:
    words = key.split()
    if len(words) < 2 or words[0] != "spike" or words[1] not in p.rules.cards.special:
        return None
    rule = words[1]
    name, model = p.rules.cards.special[rule]["name"], bearer(p, activity, rule)
    if not model or p.rules.cards.special[rule]["kind"] != "spike":
        return Refusal(say("{unit} cannot spike {name}", unit=activity.unit, name=name), "WC-ARC-8")
    if not p.state.units[activity.unit].arc:
        return Refusal(say("{unit} has no Arc to spike", unit=activity.unit), "WC-ARC-8")
    if p.rules.cards.special[rule].get("limit") == "activation" and rule in activity.marks:
        return Refusal(say("{name} was used in this activation", name=name), "WC-SPEC-4")
    return too_far(p, model, words[-1], rule) or Refusal(say("{name} cannot be used so now", name=name), "WC-ARC-8")


@forbids(Activity)
def not_acted(p: Position, activity: Activity, key: str) -> Refusal | None:
    words = key.split()
    models = p.state.models_of(activity.unit)
    model = words.pop(0) if words and words[0] in models else ""
    rule = ACTIONS.get(words[0], "") if words else ""
    model = model or (bearer(p, activity, rule) if rule else "")
    if not rule or not model:
        return None
    if not may_act(activity, model):
        return Refusal(say("{model} has attacked or acted in this activation", model=model), "WC-ACT-8")
    far = too_far(p, model, words[-1], rule)
    return far or Refusal(
        say("{name} does nothing for {words}", name=p.rules.cards.special[rule]["name"], words=words[-1]), "WC-ACT-8"
    )
