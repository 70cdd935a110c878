"""Trial tables for questions about odds: an order, a volley, a round of combat, a whole fight."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.core import BadSetup, Frame, Trial
from sandtable.rulesets.warmaster.interface.odds_frames import ChargeOdds, FightOdds, OrderOdds, VolleyOdds
from sandtable.rulesets.warmaster.interface.scenario_facet import WarmasterScenarios
from sandtable.rulesets.warmaster.state.rules import WarmasterRules

OPTIONS = {
    "order": "a character by name gives an order: general",
    "to": "the unit he orders; halberdiers if not named",
    "distance": "cm between them, for an order or a volley",
    "orders": "orders the unit has had this turn",
    "lost": "stands the unit has lost",
    "enemy-near": "an enemy within 20 cm of the unit (flag)",
    "dense": "the unit is in a wood (flag)",
    "shooter": "a unit by name shoots",
    "attacker": "a unit by name fights",
    "target": "the unit shot at or fought",
    "stands": "stands of the attacker or shooter",
    "target-stands": "stands of the target",
    "charging": "the attacker has charged this turn (flag)",
    "confused": "the attacker is confused (flag)",
    "cover": "the target's cover against shots and charges: defended or fortified",
    "whole": "the whole fight with pursuit, not one round (flag)",
}
FRONT = 40.0  # where the target's front edge lies


def trial(rules: WarmasterRules, wanted: Mapping[str, str]) -> Trial:
    kinds = [kind for kind in ("order", "shooter", "attacker") if kind in wanted]
    if len(kinds) != 1:
        raise BadSetup("one of --order, --shooter, --attacker says what is asked")
    made = {"order": order, "shooter": volley, "attacker": fight}[kinds[0]]
    return made(rules, wanted)


def order(rules: WarmasterRules, wanted: Mapping[str, str]) -> Trial:
    kind = named(rules.library.ranks, wanted["order"], "character")
    unit = named(rules.library.units, wanted.get("to", "halberdiers"), "unit")
    far, lost, had = number(wanted, "distance", 0), int(number(wanted, "lost", 0)), int(number(wanted, "orders", 0))
    entry = rules.library.units[unit]
    if not 0 <= lost < entry.stands:
        raise BadSetup(f"--lost {lost}: {entry.name} has {entry.stands} stands")
    deep = stand_size(rules, unit)[1]
    pieces: dict[str, Any] = {
        "unit": {"seat": "a", "unit": unit, "line": [90, 60, 90], "lost": lost, "orders": had,
                 **({"ordered_by": "leader"} if had else {})},
        "leader": {"seat": "a", "character": kind, "at": [90, 60 - deep / 2 - far - 1.25]},
        "enemy": {"seat": "b", "unit": "orc_warriors", "line": [90, 60 + (15 if "enemy-near" in wanted else 45), 270]},
    }  # fmt: skip
    wood = [{"kind": "wood", "points": [[60, 52], [120, 52], [120, 68], [60, 68]]}] if "dense" in wanted else []
    table = {"size": [180, 180], "terrain": wood}
    frame = OrderOdds(character="leader", units=("unit",))
    title = f"{rules.library.ranks[kind].name} orders {entry.name} at {far:g} cm"
    return made(rules, pieces, table, "orders", frame, ("leader", "unit"), title)


def volley(rules: WarmasterRules, wanted: Mapping[str, str]) -> Trial:
    shooter, target = (named(rules.library.units, wanted.get(key, ""), "unit") for key in ("shooter", "target"))
    entry = rules.library.units[shooter]
    if not entry.shots:
        raise BadSetup(f"--shooter {shooter}: {entry.name} have no missiles")
    far = number(wanted, "distance", 15)
    pieces = facing(rules, wanted, shooter, target, far)
    title = f"{entry.name} shoot at {rules.library.units[target].name} at {far:g} cm"
    frame = VolleyOdds(unit="own", target="target")
    return made(rules, pieces, field(wanted), "shooting", frame, ("own", "target"), title)


def fight(rules: WarmasterRules, wanted: Mapping[str, str]) -> Trial:
    attacker, target = (named(rules.library.units, wanted.get(key, ""), "unit") for key in ("attacker", "target"))
    pieces = facing(rules, wanted, attacker, target, 0)
    names = rules.library.units[attacker].name, rules.library.units[target].name
    if "charging" in wanted:
        pieces["own"]["line"][1] -= 10
        frame: Frame = ChargeOdds(unit="own", target="target", whole="whole" in wanted)
    else:
        frame = FightOdds(unit="own", whole="whole" in wanted)
    how = "charge" if "charging" in wanted else "fight"
    what = "the whole fight" if "whole" in wanted else "one round"
    title = f"{names[0]} {how} {names[1]}, {what}"
    return made(rules, pieces, field(wanted), "orders", frame, ("own", "target"), title)


def facing(rules: WarmasterRules, wanted: Mapping[str, str], own: str, target: str, far: float) -> dict[str, Any]:
    """Two units in line, front to front, so far apart."""
    deep = stand_size(rules, own)[1], stand_size(rules, target)[1]
    confused = {"confused": True} if "confused" in wanted else {}
    return {
        "own": {"seat": "a", "unit": own, "line": [60, FRONT - far - deep[0] / 2, 90],
                **lost(rules, own, wanted, "stands"), **confused},
        "target": {"seat": "b", "unit": target, "line": [60, FRONT + deep[1] / 2, 270],
                   **lost(rules, target, wanted, "target-stands")},
    }  # fmt: skip


def lost(rules: WarmasterRules, unit: str, wanted: Mapping[str, str], key: str) -> dict[str, int]:
    entry = rules.library.units[unit]
    left = int(number(wanted, key, entry.stands))
    if not 1 <= left <= entry.stands:
        raise BadSetup(f"--{key} {left}: {entry.name} has {entry.stands} stands")
    return {"lost": entry.stands - left}


def field(wanted: Mapping[str, str]) -> dict[str, Any]:
    """A hedge or a wall before the target gives the cover."""
    lines = {"defended": "low_linear", "fortified": "high_linear", "": ""}
    if wanted.get("cover", "") not in lines:
        raise BadSetup(f"--cover {wanted['cover']!r}: defended or fortified")
    kind = lines[wanted.get("cover", "")]
    before = {"kind": kind, "line": [[45, FRONT], [75, FRONT]]}
    return {"size": [120, 90], "terrain": [before] if kind else []}


def made(
    rules: WarmasterRules,
    pieces: dict[str, Any],
    table: Any,
    step: str,
    frame: Frame,
    about: tuple[str, ...],
    title: str,
) -> Trial:
    start = WarmasterScenarios().position(rules, {"pieces": pieces, "table": table, "step": step})
    return Trial(start._replace(frame=frame), about, title)


def stand_size(rules: WarmasterRules, unit: str) -> tuple[float, float]:
    found = rules.library.units[unit]
    kind = rules.library.types[found.type]
    return (4.0, 2.0) if found.face == "long" else (kind.frontage / 1000, kind.depth / 1000)


def number(wanted: Mapping[str, str], key: str, usual: float) -> float:
    try:
        return float(wanted.get(key, usual))
    except ValueError:
        raise BadSetup(f"--{key} {wanted[key]!r} is no number") from None


def named(known: Mapping[str, Any], name: str, what: str) -> str:
    """An entry by id or printed name."""
    plain = name.casefold().strip().replace(" ", "_")
    found = [id for id, entry in known.items() if plain in (id, entry.name.casefold().replace(" ", "_"))]
    if found:
        return found[0]
    near = get_close_matches(plain, known, 3)
    hint = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(known)}"
    raise BadSetup(f"no {what} {name!r}; {hint}")
