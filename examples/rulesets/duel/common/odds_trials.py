"""Attacks by themselves, for questions about odds: `sandtable odds duel --attacker rosalind --target gunther`."""

from __future__ import annotations

from collections.abc import Mapping

from duel.common.attacks import REACH, Attack, Strike
from duel.common.setup import arranged
from duel.common.state import BASE, DuelRules
from sandtable.core import BadSetup, Start, Trial
from sandtable.geometry.units import MILLI

OPTIONS = {
    "attacker": "a model by name",
    "target": "another model by name",
    "throw": "a knife is thrown (flag)",
    "guard": "the target is on guard (flag)",
    "health": "health the target has left",
}
FAR = 4 * MILLI  # between bases, for a throw


def trial(rules: DuelRules, wanted: Mapping[str, str]) -> Trial:
    attacker, target = (named(rules, wanted, key) for key in ("attacker", "target"))
    if attacker == target:
        raise BadSetup(f"--target: {target} does not attack itself")
    thrown = "throw" in wanted
    if thrown and not rules.models[attacker].knives:
        armed = ", ".join(name for name, profile in rules.models.items() if profile.knives)
        raise BadSetup(f"--throw: {attacker} has no knife; these have: {armed}")
    gap = FAR if thrown else REACH // 2
    pieces = {
        attacker: {"seat": "a", "at": [12, 8], "facing": 90},
        target: {"seat": "b", "at": [12, 8 + (2 * BASE + gap) / MILLI], "facing": 270, "guard": "guard" in wanted},
    }
    if "health" in wanted:
        pieces[target]["health"] = health(rules, wanted["health"], target)
    strike = Strike(attacker, target, thrown=thrown)
    how = "throws at" if thrown else "strikes"
    return Trial(
        Start(arranged(rules, {"pieces": pieces}), Attack(strike=strike)),
        (attacker, target),
        f"{attacker} {how} {target}",
    )


def named(rules: DuelRules, wanted: Mapping[str, str], key: str) -> str:
    name = wanted.get(key, "")
    if name not in rules.models:
        raise BadSetup(f"--{key}: no model named {name!r}; there are {', '.join(rules.models)}")
    return name


def health(rules: DuelRules, text: str, target: str) -> int:
    most = rules.models[target].health
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise BadSetup(f"--health: {target} has 1 to {most}, not {text!r}")
    return int(text)
