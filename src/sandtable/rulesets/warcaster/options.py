"""The options of a new game, read and checked (WC-SETUP-1..-3, WC-SETUP-16).

mission      a name, or "random": a d3 picks a primary mission (WC-MISSION-1)
forces       two forces, each by name or as data like those of data/forces.toml
map          a name; "random": a die picks the seed; {random: SEED}; {terrain: [features]}; by default the first to fit
secondaries  two names; "choose": both players choose in the set-up; nothing: none are used
mercy        false: the Mercy Rule is dropped, in skirmishes only (WC-SKIRMISH-4)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import BadSetup
from sandtable.geometry.units import milli
from sandtable.rulesets.warcaster.cards import library, slots
from sandtable.rulesets.warcaster.generator import generated
from sandtable.rulesets.warcaster.ground import Map, read_feature, read_map
from sandtable.rulesets.warcaster.state import Unit

KNOWN = ("mission", "forces", "map", "secondaries", "mercy")
RANDOM, CHOOSE = "random", "choose"
DEFAULT = {"skirmish": ("marcher_box", "continuum_box"), "primary": ("marcher_full", "continuum_full")}
FORCE = {"name", "faction", "size", "plan", "units", "heroes", "attachments", "rack"}


def only(raw: Mapping[str, Any], known: tuple[str, ...] | set[str], where: str) -> None:
    if unknown := sorted(set(map(str, raw)) - set(known)):
        raise BadSetup(f"{where}: unknown {', '.join(unknown)}; known: {', '.join(sorted(known))}")


def read_mission(name: Any) -> str:
    """A mission's name; empty: a primary one is rolled for (skirmishes are chosen, WC-SKIRMISH-11)."""
    if name == RANDOM:
        return ""
    if not isinstance(name, str) or name not in library().missions:
        raise BadSetup(f"mission: no {name!r}; missions: {', '.join(library().missions)}, {RANDOM}")
    return name


def kind_of(mission: str) -> str:
    return str(library().missions[mission]["kind"]) if mission else "primary"


def size_of(mission: str) -> int:
    """Inches (WC-SETUP-16); all primary missions use one size (WC-MISSION-15)."""
    name = mission or next(n for n, m in library().missions.items() if m["kind"] == "primary")
    return int(library().missions[name]["table"])


def read_table(raw: Any, mission: str) -> Map:
    """The terrain agreed on (WC-SETUP-2, WC-SETUP-3), of the mission's size. A rolled one is blank until the roll."""
    inches = size_of(mission)
    fitting = [n for n, m in library().maps.items() if m["table"] == inches]
    if isinstance(raw, Map):
        if raw.size != milli(inches):
            raise BadSetup(f"map: {raw.size / 1000:g} inches, the mission is played on {inches} (WC-SETUP-16)")
        return raw
    if raw is None or (isinstance(raw, str) and raw in fitting):
        return read_map(raw or fitting[0])
    if raw == RANDOM:
        return Map(size=milli(inches), name=RANDOM)
    if isinstance(raw, Mapping):
        only(raw, (RANDOM, "terrain"), "map")
        if type(raw.get(RANDOM)) is int and len(raw) == 1:
            return generated(inches, raw[RANDOM])
        if isinstance(raw.get("terrain"), list | tuple) and len(raw) == 1:
            return Map(size=milli(inches), features=tuple(_feature(f, i) for i, f in enumerate(raw["terrain"], 1)))
        raise BadSetup("map: {random: SEED} with a whole number, or {terrain: [features]}")
    other = " (it is of another size, WC-SETUP-16)" if isinstance(raw, str) and raw in library().maps else ""
    raise BadSetup(f"map: no {raw!r} for this mission{other}; maps: {', '.join(fitting)}, {RANDOM}, {{random: SEED}}")


def _feature(raw: Any, number: int) -> Any:
    where = f"map.terrain, feature {number}"
    if not isinstance(raw, Mapping) or raw.get("kind") not in library().terrain:
        raise BadSetup(f"{where}: needs a kind of {', '.join(library().terrain)} (WC-SETUP-3)")
    try:
        return read_feature(raw, f"{raw['kind']}_{number}")
    except (KeyError, TypeError, ValueError, ArithmeticError) as e:
        raise BadSetup(f"{where}: needs at and size, at and radius, or points, in inches ({e})") from e


def read_forces(raw: Any, mission: str) -> list[Mapping[str, Any]]:
    given = DEFAULT[kind_of(mission)] if raw is None else raw
    if isinstance(given, str) or not isinstance(given, list | tuple) or len(given) != 2:
        raise BadSetup("forces: two of them, by name or as data")
    return [_force(f, mission, f"forces, seat {'ab'[seat]}") for seat, f in enumerate(given)]


def _force(raw: Any, mission: str, where: str) -> Mapping[str, Any]:
    if isinstance(raw, str):
        if raw not in library().forces:
            raise BadSetup(f"{where}: no force {raw!r}; forces: {', '.join(library().forces)}")
        raw = library().forces[raw]
    if not isinstance(raw, Mapping):
        raise BadSetup(f"{where}: a name or the force itself as data")
    only(raw, FORCE, where)
    cards = library().units
    units = [u if isinstance(u, Mapping) else {"unit": u} for u in raw.get("units", ())]
    units += [{"unit": h} for h in raw.get("heroes", ())]
    for entry in units:
        card = cards.get(str(entry.get("unit")))
        if card is None or card.type not in ("warjack", "squad", "solo"):
            raise BadSetup(f"{where}: no unit {entry.get('unit')!r}")
        for weapon in (*entry.get("arm", ()), *entry.get("shoulder", ())):
            if weapon not in library().weapons:
                raise BadSetup(f"{where}, {card.id}: no weapon {weapon!r}")
        if entry.get("cortex") and entry["cortex"] not in card.cortexes:
            raise BadSetup(f"{where}, {card.id}: no cortex {entry['cortex']!r}; one of {', '.join(card.cortexes)}")
    for name in raw.get("attachments", {}):
        if name not in cards or cards[name].type != "attachment":
            raise BadSetup(f"{where}: no attachment {name!r}")
    for name in raw.get("rack", ()):
        if name not in library().cyphers:
            raise BadSetup(f"{where}: no Cypher {name!r}")
    if not any(cards[e["unit"]].dc <= library().game["deployment"]["initial_budget"] for e in units):
        raise BadSetup(f"{where}: no unit that could start the game (WC-FORCE-7)")
    _small_enough(units, mission, where)
    return {**raw, "units": units, "heroes": []}


def _small_enough(units: list[Any], mission: str, where: str) -> None:
    """A skirmish limits the force: eight units, Heroes among them and three at most (WC-SKIRMISH-2)."""
    if kind_of(mission) != "skirmish":
        return
    limits = library().game["force"]
    heroes = sum(library().units[e["unit"]].hero for e in units)
    if len(units) > limits["skirmish_units"] or heroes > limits["heroes"]:
        raise BadSetup(
            f"{where}: {len(units)} units, {heroes} of them Heroes; a skirmish allows {limits['skirmish_units']} "
            f"and {limits['heroes']} (WC-SKIRMISH-2)"
        )


def name_units(forces: list[Mapping[str, Any]]) -> dict[str, Unit]:
    """Every unit of both forces in reserve (WC-UNIT-1). Names are the card's, numbered where there are several."""
    entries = [(seat, raw, library().units[raw["unit"]]) for seat, f in enumerate(forces) for raw in f["units"]]
    total: dict[str, int] = {}
    for _, _, card in entries:
        total[card.id] = total.get(card.id, 0) + 1
    count: dict[str, int] = {}
    units = {}
    for seat, raw, card in entries:
        count[card.id] = count.get(card.id, 0) + 1
        name = card.id if total[card.id] == 1 else f"{card.id}_{count[card.id]}"
        carried = (*card.builtin, *raw.get("arm", ()), *raw.get("shoulder", ()))
        weapons = slots(carried) if card.type == "warjack" else ()
        units[name] = Unit(seat=seat, card=card.id, weapons=weapons, cortex=raw.get("cortex", ""))
    return units


def read_secondaries(raw: Any, mission: str) -> tuple[str, str] | None:
    """One for each player, or none at all (WC-SECONDARY-1, WC-SECONDARY-2); None: they choose in the set-up."""
    if not raw:
        return "", ""
    if kind_of(mission) == "skirmish":
        raise BadSetup("secondaries: skirmishes have none (WC-SECONDARY-9)")
    if raw == CHOOSE:
        return None
    if isinstance(raw, str) or not isinstance(raw, list | tuple) or len(raw) != 2:
        raise BadSetup(f"secondaries: one for each player, or {CHOOSE!r} (WC-SECONDARY-2)")
    for name in raw:
        if name not in library().secondaries:
            raise BadSetup(f"secondaries: no {name!r}; one each of {', '.join(library().secondaries)} (WC-SECONDARY-1)")
    return raw[0], raw[1]


def read_mercy(raw: Any, mission: str) -> bool:
    if not isinstance(raw, bool):
        raise BadSetup(f"mercy: true or false, not {raw!r}")
    if not raw and kind_of(mission) != "skirmish":
        raise BadSetup("mercy: only a skirmish may drop the Mercy Rule (WC-SKIRMISH-4)")
    return raw
