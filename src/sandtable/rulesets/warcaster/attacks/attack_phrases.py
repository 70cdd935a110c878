"""Attacks as people name them: ``rangers.1 attack marauder with battle_rifle as fire`` (WC-ATK-2)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core import Option, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import declare
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import weapons_of


def modes_of(p: Position, slot: str) -> tuple[str, ...]:
    """The attack modes of a weapon, one of which is chosen each time; a plain weapon has the one without a name."""
    return p.rules.cards.weapon(slot).modes or ("",)


def attack_key(model: str, target: str, slot: str, mode: str = "") -> str:
    """``attack marauder with rail_gun``; a squad names the model first, a chosen attack mode comes last."""
    return f"{model + ' ' if model else ''}attack {target} with {slot}" + (f" as {mode}" if mode else "")


def attack_option(key: str, model: str, target: str, slot: str, mode: str = "") -> Option:
    """An attack on offer."""
    return Option(
        key, cite="WC-ATK-2", verb="attack", actor=model, target=target, using=slot, how=mode, group=model, odds=True
    )


def spelt(key: str) -> list[str]:
    """The words of a phrase as the menu writes them: ``attack the marauder with rail gun`` has a rail_gun."""
    words = [word for word in key.split() if word != "the"]
    if "attack" not in words or "with" not in words:
        return words
    at, on = words.index("attack"), words.index("with")
    end = words.index("as", on) if "as" in words[on:] else len(words)
    joined = ["_".join(words[at + 1 : on]), "with", "_".join(words[on + 1 : end])]
    return [*words[: at + 1], *joined, *words[end:]] if at < on else words


def read_attack(p: Position, models: Sequence[str], key: str) -> tuple[str, str, Strike] | None:
    """The model, the slot and the declared attack a phrase means; without a name it is the first model's."""
    words = spelt(key)
    if "attack" not in words or "with" not in words:
        return None
    at, on = words.index("attack"), words.index("with")
    model = words[0] if at else (models[0] if models else "")
    if model not in models or at > 1 or on != at + 2 or len(words) not in (on + 2, on + 4) or not words[at + 1]:
        return None
    slot = words[on + 1]
    if slot not in weapons_of(p, model):
        return None
    mode = words[on + 3] if len(words) > on + 2 else ""
    if mode not in modes_of(p, slot):
        return None
    return model, slot, declare(p, model, words[at + 1], slot, mode)


def misread(p: Position, unit: str, key: str) -> Refusal | None:
    """Why a phrase names no attack of this unit: the model is of another unit, or lacks the weapon or mode."""
    state = p.state
    words = spelt(key)
    if "attack" not in words[:2] or words[-1] == "attack":
        return None
    models = state.models_of(unit)
    model = words[0] if words[0] != "attack" else models[0] if models else ""
    if model not in models:
        known = model in state.models or model.partition(".")[0] in state.units
        return (
            Refusal(say("{model} is no model of {unit}, whose activation it is", model=model, unit=unit), "WC-ACT-4")
            if known
            else None
        )
    slot, has = words[words.index("with") + 1] if "with" in words[:-1] else "", tuple(weapons_of(p, model))
    if not slot:
        return Refusal(say("name a weapon of {model}: {has}", model=model, has=has), "WC-ATK-2")
    if slot not in has:
        return Refusal(say("{model} has no weapon {slot!r}; it has {has}", model=model, slot=slot, has=has), "WC-ATK-2")
    if "" in words:
        return Refusal(say("name a model for {model} to attack", model=model), "WC-ATK-2")
    modes = [mode for mode in modes_of(p, slot) if mode]
    how = (
        say("{slot} attacks as one of: {modes}", slot=slot, modes=tuple(modes))
        if modes
        else say("{slot} has no attack modes", slot=slot)
    )
    return Refusal(how, "WC-GEN-8")
