"""Trial tables for questions about odds: two models on an otherwise empty table, by card or by figures.

Figures (``--attack 4A+2P``) are effects on a model without rules of its own, so that the frames of every attack resolve
them. The hooks that read these effects belong to trial tables: `hooks_at` leaves them out on every other table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from sandtable.core import BadSetup, Effect, Frame, Sequence, Start, Term, Trial, modifies
from sandtable.geometry.units import MILLI, milli
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.attack_phrases import modes_of
from sandtable.rulesets.warcaster.attacks.dice_pools import ACTION, POWER, AttackDice, DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, declare
from sandtable.rulesets.warcaster.interface.scenario_position import read_position
from sandtable.rulesets.warcaster.state.cards import Card, Library
from sandtable.rulesets.warcaster.state.rules import Position, WarcasterRules
from sandtable.rulesets.warcaster.state.stats import Arm, Def, Rat, weapons_of
from sandtable.rulesets.warcaster.state.table import Table

OPTIONS = {
    "attack": "dice of the attack roll, 4A+2P",
    "pow": "POW: Action dice of the damage roll",
    "defence": "dice of the defence roll, 2A+2P",
    "arm": "ARM: strikes to a point of damage",
    "health": "Health left",
    "attacker": "a unit by name",
    "weapon": "a weapon of the attacker; its first if not named",
    "mode": "an attack mode of that weapon",
    "arc": "Arc on the attacker",
    "target": "a unit by name",
    "target-arc": "Arc on the target",
    "damage": "damage the target has already",
    "cover": "the target is in cover (flag)",
    "effects": "continuous effects on the target: fire,corrosion",
    "distance": "inches between them",
    "times": "how often it attacks",
}
GIVEN = {"attack", "pow"}, {"defence", "arm", "health"}
NAMED = {"attacker", "weapon", "mode", "arc"}, {"target", "target-arc", "damage", "cover", "effects"}
PLAIN = "combat_engineer"  # nothing it has works without Arc
STATS = {Rat: "given RAT", Def: "given DEF", Arm: "given ARM"}
DICE = re.compile(r"(\d{1,2})([AP])", re.IGNORECASE)
SPACE = 24  # inches: the table is large enough for every weapon
WALL = 500  # thousandths: how deep it is, and how far from the target's base at most
TRIAL = "odds_trial"  # the name of a trial table's map, and the marker of its hooks


def trial_rules(p: Position) -> frozenset[str]:
    """The marker of the hooks below on a trial table, nothing on any other."""
    return frozenset({TRIAL}) if p.state.map.name == TRIAL else frozenset()


@modifies(Rat, Def, Arm, rule=TRIAL)
def given_stat(p: Position, q: Rat | Def | Arm) -> Iterator[Term]:
    for effect in p.state.effects:
        if effect.on == q.who and effect.name == STATS[type(q)]:
            yield Term(effect.amount, "as given", effect.cite, "set")


@modifies(AttackDice, DefenceDice, rule=TRIAL)
def given_power(p: Position, q: AttackDice | DefenceDice) -> Iterator[Term]:
    who = q.strike.attacker if isinstance(q, AttackDice) else q.strike.target
    if q.die == POWER:
        for effect in p.state.effects:
            if effect.on == who and effect.name == "given Power dice":
                yield Term(effect.amount, "Power dice as given", effect.cite)


def trial(rules: WarcasterRules, wanted: Mapping[str, str]) -> Trial:
    """One attack, or several in sequence, with the options of `OPTIONS`."""
    cards = rules.cards
    for given, named in zip(GIVEN, NAMED, strict=True):
        if (a := given & set(wanted)) and (b := named & set(wanted)):
            raise BadSetup(f"--{min(a)} gives the figures themselves and --{min(b)} a card: leave one of them out")
    card, foe = unit_named(cards, wanted, "attacker"), unit_named(cards, wanted, "target")
    weapon = None if "attacker" not in wanted else weapon_named(cards, card, wanted.get("weapon", ""))
    far = far_apart(cards, wanted, weapon)
    state = table(cards, wanted, card, foe, weapon, far)
    attacker, target = (next(iter(state.models_of(name))) for name in ("attacker", "target"))
    if weapon is None:
        strike = Strike(attacker=attacker, target=target, declared=target, kind="ranged", pow=whole(wanted, "pow", 4))
    else:
        p = Position(rules, state)
        strike = declare(p, attacker, target, armed(p, attacker, weapon), mode(p, wanted, weapon))
        if (refusal := barred(p, strike)) is not None:
            raise BadSetup(f"this attack may not be made: {refusal}")
    strike = strike.marked("activation")
    times = whole(wanted, "times", 1, least=1, most=20)
    attack: Frame = Attack(strike=strike)
    frame = attack if times == 1 else Sequence(frames=(attack,) * times)
    return Trial(Start(state, frame), (attacker, target), title(cards, wanted, card, foe, weapon, times))


def table(cards: Library, wanted: Mapping[str, str], card: Card, foe: Card, weapon: str | None, far: int) -> Table:
    """Two models at this distance, with a wall before a target in cover."""
    y = 4 * MILLI
    there = y + card.base.radius + far + foe.base.radius
    terrain = []
    if "cover" in wanted:
        edge = (there - foe.base.radius - WALL // 2 - WALL // 4) / MILLI
        terrain.append({"kind": "obstacle", "height": 1, "at": [SPACE / 2, edge], "size": [4, WALL / MILLI / 2]})
    attacker = {"seat": "a", "unit": card.id, "arc": charge(cards, wanted, "arc", card), "at": [[SPACE / 2, y / MILLI]]}
    if card.type == "warjack" and weapon is not None:
        attacker["weapons"] = [] if weapon in card.builtin else [weapon]
    target = {
        "seat": "b",
        "unit": foe.id,
        "arc": charge(cards, wanted, "target-arc", foe),
        "at": [[SPACE / 2, there / MILLI]],
    }
    target["effects"] = effects(cards, wanted)
    target["damage"] = damage(wanted, foe)
    given = {"table": {"size": 2 * SPACE, "terrain": terrain}, "pieces": {"attacker": attacker, "target": target}}
    state: Table = read_position(cards, {**given, "mercy": False}).state
    found = []
    if "attacker" not in wanted:
        found += dice_of(wanted, "attack", "4A", "attacker", "given RAT")
    if "target" not in wanted:
        found += dice_of(wanted, "defence", "2A", "target", "given DEF")
        found.append(Effect("given ARM", "target", amount=whole(wanted, "arm", 4, least=1), cite="WC-STAT-8"))
    return state.but(map=state.map.but(name=TRIAL), effects=tuple(found), activating="attacker")


def dice_of(wanted: Mapping[str, str], key: str, usual: str, on: str, stat: str) -> list[Effect]:
    """``4A+2P`` as effects on a model."""
    text = wanted.get(key, usual).replace(" ", "")
    count = {ACTION: 0, POWER: 0}
    for part in text.split("+") if text not in ("0", "") else ():
        if not (read_as := DICE.fullmatch(part)):
            raise BadSetup(f"--{key}: {text!r} is not dice; write Action and Power dice as 4A+2P, or 0 for none")
        count[read_as[2].upper()] += int(read_as[1])
    if max(count.values()) > 60:
        raise BadSetup(f"--{key}: at most 60 dice of a kind, not {text}")
    found = [Effect(stat, on, amount=count[ACTION], cite="WC-DICE-6")]
    return found + [Effect("given Power dice", on, amount=count[POWER], cite="WC-DICE-6")] * bool(count[POWER])


def whole(wanted: Mapping[str, str], key: str, usual: int, *, least: int = 0, most: int = 60) -> int:
    text = wanted.get(key, str(usual))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadSetup(f"--{key}: a whole number from {least} to {most}, not {text!r}")
    return int(text)


def near(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else "known: " + ", ".join(known)


def unit_named(cards: Library, wanted: Mapping[str, str], key: str) -> Card:
    name = wanted.get(key, PLAIN).strip().lower().replace(" ", "_")
    units = [n for n, c in cards.units.items() if c.type != "attachment"]
    if name not in units:
        raise BadSetup(f"--{key}: no unit {name!r}; {near(name, units)}")
    return cards.units[name]


def weapon_named(cards: Library, card: Card, name: str) -> str:
    """A weapon the unit has or may carry; a combined weapon by its name or that of a part."""
    name = name.strip().lower().replace(" ", "_")
    own = [*card.builtin, *(w for kind in card.options.values() for w in kind), *card.weapons]
    own = list(dict.fromkeys(own))
    if not own:
        raise BadSetup(f"--attacker: {card.name} has no weapon")
    if not name or name in own:
        return name or own[0]
    whole_weapon = next((w for w in own if name in cards.weapons[w].parts), None)
    if whole_weapon is None:
        raise BadSetup(f"--weapon: {card.name} has no {name!r}; its weapons: {', '.join(own)}")
    return name


def armed(p: Position, attacker: str, weapon: str) -> str:
    """The slot the weapon is carried in."""
    parts = p.rules.cards.weapons[weapon].parts
    return parts[0] if parts else next(s for s in weapons_of(p, attacker) if s == weapon)


def mode(p: Position, wanted: Mapping[str, str], weapon: str) -> str:
    parts = p.rules.cards.weapons[weapon].parts
    modes = modes_of(p, parts[0] if parts else weapon)
    chosen = wanted.get("mode", modes[0])
    if chosen not in modes:
        raise BadSetup(
            f"--mode: {weapon} has no mode {chosen!r}; its modes: {', '.join(m for m in modes if m) or 'none'}"
        )
    return chosen


def charge(cards: Library, wanted: Mapping[str, str], key: str, card: Card) -> int:
    least = 1 if card.type == "void_gate" and key != "arc" else 0
    return whole(wanted, key, least, least=least, most=cards.arc_limit(card))


def effects(cards: Library, wanted: Mapping[str, str]) -> list[str]:
    names = [n.strip() for n in wanted.get("effects", "").split(",") if n.strip()]
    for name in names:
        if name not in cards.effects:
            raise BadSetup(f"--effects: no effect {name!r}; {near(name, list(cards.effects))}")
    return names


def damage(wanted: Mapping[str, str], card: Card) -> int:
    """Damage already taken. Other Health than the card's is damage too, negative for more Health."""
    if "target" not in wanted:
        return card.health - whole(wanted, "health", 3, least=1)
    return whole(wanted, "damage", 0, most=max(0, card.health - 1))


def far_apart(cards: Library, wanted: Mapping[str, str], weapon: str | None) -> int:
    """Half the weapon's range, at most 6 inches, unless a distance is given."""
    if "distance" in wanted:
        try:
            far = milli(float(wanted["distance"]))
        except (ValueError, OverflowError):
            far = -1
        if not 0 <= far <= SPACE * MILLI:
            raise BadSetup(f"--distance: inches from 0 to {SPACE}, not {wanted['distance']!r}")
        return far
    if weapon is None:
        return 6 * MILLI
    kind = cards.weapons[cards.weapons[weapon].parts[0] if cards.weapons[weapon].parts else weapon]
    return min(6 * MILLI, kind.rng // 2)


def title(cards: Library, wanted: Mapping[str, str], card: Card, foe: Card, weapon: str | None, times: int) -> str:
    mine = f"{card.name}, {cards.weapons[weapon].name}" if weapon else f"attack {wanted.get('attack', '4A')}"
    theirs = foe.name if "target" in wanted else f"defence {wanted.get('defence', '2A')}"
    return f"{mine} against {theirs}" + (f", {times} attacks" if times > 1 else "")
