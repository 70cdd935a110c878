"""Trial tables for questions about odds: two models on an otherwise empty table, by card."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.core import BadSetup, Call, Frame, Next, Return, Settle, Start, Trial
from sandtable.geometry.units import MILLI, TOL, milli, text
from sandtable.rulesets.warmachine.common.attacks.attacking import (
    Attacking,
    MakeAttack,
    attack_frame,
    price,
    strike_of,
)
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.interface.scenario_position import read_position
from sandtable.rulesets.warmachine.common.interface.written_pieces import card_named, holds_focus
from sandtable.rulesets.warmachine.common.measuring.engagement import reach_of, weapons_of
from sandtable.rulesets.warmachine.common.state.cards import MAGIC, MELEE, ModelCard, Spell, Weapon
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position, WarmachineRules
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, CHARGE, STAY, Activity

OPTIONS = {
    "attacker": "a model by name",
    "weapon": "a weapon of the attacker; its first if not named",
    "spell": "a spell of the attacker instead of a weapon",
    "target": "a model by name",
    "focus": "focus of the attacker; use --policy always to boost every roll it can",
    "damage": "boxes of the target that are marked already, from its first column on",
    "marks": "whole systems of the target that are out: LM",
    "distance": "inches between the bases",
    "charge": "the attack of a charge of 3 inches or more (flag)",
    "behind": "from behind, all through the activation (flag)",
    "aimed": "the attacker has not moved (flag)",
    "down": "the target is knocked down (flag)",
    "activation": "every attack of the activation: each weapon once, then bought ones (flag)",
}
SPACE = 48  # inches


def trial(rules: WarmachineRules, wanted: Mapping[str, str]) -> Trial:
    """One attack, or all attacks of an activation."""
    if missing := [name for name in ("attacker", "target") if name not in wanted]:
        raise BadSetup(f"--{missing[0]}: a model by name, for example --attacker ironclad --target juggernaut")
    mine, theirs = (card_of(rules, wanted, name) for name in ("attacker", "target"))
    me, foe = rules.cards.models[mine], rules.cards.models[theirs]
    if clash := [name for name in ("weapon", "activation", "charge") if "spell" in wanted and name in wanted]:
        raise BadSetup(f"--{clash[0]}: not with --spell, which is one magic attack")
    spell = spell_of(rules, me, wanted)
    slot, weapon = ("", None) if spell else weapon_of(rules, mine, wanted)
    if weapon is not None and weapon.kind != MELEE and "charge" in wanted and "activation" not in wanted:
        raise BadSetup(f"--charge: {weapon.name} is no melee weapon, and a charge is fought with one")
    if "aimed" in wanted and "charge" in wanted:
        raise BadSetup("--aimed: not with --charge, which is a move")
    if "aimed" in wanted and "activation" not in wanted and (weapon is None or weapon.kind == MELEE):
        what = spell.name if spell else weapon.name if weapon else ""
        raise BadSetup(f"--aimed: {what} is no ranged weapon, and only shots are aimed")
    if wanted.get("focus", "0") != "0" and not holds_focus(me):
        raise BadSetup(f"--focus: {me.name} holds none; only warcasters and warjacks do")
    start = table(rules, wanted, (mine, me), (theirs, foe), weapon, spell)
    p = Position(rules, start.state)
    a = Activity(
        model="attacker",
        behind=("target",) if "behind" in wanted else (),
        moved=CHARGE if "charge" in wanted else STAY if "aimed" in wanted else ADVANCE,
        charged="target" if "charge" in wanted else "",
        far=3 * MILLI if "charge" in wanted else 0,
    )
    if "activation" in wanted:
        frame: Frame = Onslaught(activity=a, target="target")
    elif spell:
        cast = Strike(
            attacker="attacker", target="target", kind=MAGIC, spell=named(wanted["spell"]), unaware=a.behind,
            activated=True,
        )  # fmt: skip
        frame = attack_frame(p, cast)
    else:
        assert weapon is not None
        frame = attack_frame(p, strike_of(a, "target", slot, weapon))
    what = "activation" if "activation" in wanted else spell.name if spell else weapon.name if weapon else ""
    return Trial(Start(start.state, frame), ("attacker", "target"), f"{me.name}, {what}, against {foe.name}")


class Onslaught(Frame, frozen=True, kw_only=True):
    """All attacks of an activation on one target: each weapon once, the strongest first, then bought ones."""

    activity: Activity
    target: str

    def start(self, d: Draft, *ignored: Any) -> Next:
        a, weapons = self.activity, weapons_of(d, self.activity.model) if self.activity.model in d.state.models else {}
        found = [o for o in Attacking().options(d, a) if o.target == self.target] if weapons else []
        if not found:
            return Return()
        best = min(found, key=lambda o: (price(d, a, o.using), -weapons[o.using].pow))
        return Call(MakeAttack(activity=a, target=self.target, slot=best.using), then=self.made)

    def made(self, d: Draft, activity: Activity) -> Next:
        return Call(Settle(), then=self.but(activity=activity).start)


def table(
    rules: WarmachineRules, wanted: Mapping[str, str], mine: tuple[str, ModelCard], theirs: tuple[str, ModelCard],
    weapon: Weapon | None, spell: Spell | None,
) -> Start:  # fmt: skip
    """The two face to face, the warcasters far away."""
    (a, me), (b, foe) = mine, theirs
    far = far_apart(wanted, weapon, spell)
    y = 12 * MILLI + me.footing.radius + far + foe.footing.radius
    facing = 90 if "behind" in wanted else 270
    target: dict[str, Any] = {"card": b, "seat": "b", "at": [12, y / MILLI], "facing": facing}
    target |= {"damage": whole(wanted, "damage", 0, max(0, foe.most - 1)), "down": "down" in wanted}
    if "marks" in wanted:
        target["marks"] = wanted["marks"].upper()
    pieces: dict[str, Any] = {
        "attacker": {"card": a, "seat": "a", "at": [12, 12], "facing": 90, "focus": whole(wanted, "focus", 0, 20)},
        "target": target,
    }
    for seat, y, model in (("a", 2, me), ("b", 46, foe)):
        if model.kind != "warcaster":
            caster = next(n for n, c in rules.cards.models.items() if c.kind == "warcaster")
            pieces[f"caster_{seat}"] = {"card": caster, "seat": seat, "at": [46, y]}
    start = read_position(rules, {"pieces": pieces, "table": {"size": [SPACE, SPACE]}, "turn": {"seat": "a"}})
    return Start(start.state.but(activating="attacker", activated=("attacker",)), start.frame)


def far_apart(wanted: Mapping[str, str], weapon: Weapon | None, spell: Spell | None) -> int:
    """In reach of a melee weapon, otherwise half the range, unless a distance is given."""
    if "distance" in wanted:
        try:
            far = milli(float(wanted["distance"]))
        except (ValueError, OverflowError):
            far = -1
        if not 0 <= far <= 30 * MILLI:
            raise BadSetup(f"--distance: inches from 0 to 30, not {wanted['distance']!r}")
        if "activation" not in wanted and far > (most := reach_with(weapon, spell)) + TOL:
            what = spell.name if spell else weapon.name if weapon else ""
            raise BadSetup(f"--distance: {what} reaches {text(most)} in, and misses beyond")
        return far
    if spell is not None:
        return max(MILLI, spell.reach // 2)
    if weapon is None or weapon.kind == MELEE or "activation" in wanted:
        return 400 if weapon is None or weapon.kind == MELEE else MILLI * weapon.rng // 2
    return max(reach_of(weapon) + MILLI, MILLI * weapon.rng // 2)


def reach_with(weapon: Weapon | None, spell: Spell | None) -> int:
    if spell is not None:
        return spell.reach
    return 0 if weapon is None else reach_of(weapon) if weapon.kind == MELEE else MILLI * weapon.rng


def whole(wanted: Mapping[str, str], key: str, least: int, most: int) -> int:
    text = wanted.get(key, str(least))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadSetup(f"--{key}: a whole number from {least} to {most}, not {text!r}")
    return int(text)


def near(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else "known: " + ", ".join(known)


def card_of(rules: WarmachineRules, wanted: Mapping[str, str], key: str) -> str:
    name = named(wanted[key])
    printed = [id for id, card in rules.cards.models.items() if named(card.name) == name]
    found = card_named(rules.cards, name) or (printed[0] if printed else None)
    if found is None:
        raise BadSetup(f"--{key}: no model {name!r}; {near(name, list(rules.cards.models))}")
    return found


def named(text: str) -> str:
    """The key of what is printed so."""
    return "_".join(text.strip().lower().split())


def weapon_of(rules: WarmachineRules, card: str, wanted: Mapping[str, str]) -> tuple[str, Weapon]:
    own = rules.cards.weapons[card]
    if not own:
        raise BadSetup(f"--attacker: {rules.cards.models[card].name} has no weapon")
    name = named(wanted.get("weapon", "")) or next(iter(own))
    parts = [slot for slot in own if name in slot.split("_")]
    if name not in own and len(parts) == 1:
        name = parts[0]
    if name not in own:
        raise BadSetup(f"--weapon: {rules.cards.models[card].name} has no {name!r}; its weapons: {', '.join(own)}")
    return name, own[name]


def spell_of(rules: WarmachineRules, card: ModelCard, wanted: Mapping[str, str]) -> Spell | None:
    if "spell" not in wanted:
        return None
    offensive = [s for s in card.spells if rules.cards.spells[s].offensive]
    name = named(wanted["spell"])
    if name not in offensive:
        raise BadSetup(f"--spell: {card.name} has no offensive spell {name!r}; known: {', '.join(offensive) or 'none'}")
    return rules.cards.spells[name]
