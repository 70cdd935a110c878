"""The options of a new game, read and checked (WC-SETUP-1, WC-SETUP-2, WC-SETUP-3, WC-SETUP-16).

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
from sandtable.rulesets.warcaster.lists.chosen_force import chosen_force
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.table import Unit
from sandtable.rulesets.warcaster.terrain.features import Map, read_feature, read_map
from sandtable.rulesets.warcaster.terrain.map_generator import generated

KNOWN = ("mission", "forces", "map", "secondaries", "mercy")
RANDOM, CHOOSE = "random", "choose"
DEFAULT = {"skirmish": ("marcher_box", "continuum_box"), "primary": ("marcher_full", "continuum_full")}


def check_keys(raw: Mapping[str, Any], known: tuple[str, ...] | set[str], where: str) -> None:
    if unknown := sorted(set(map(str, raw)) - set(known)):
        raise BadSetup(f"{where}: unknown {', '.join(unknown)}; known: {', '.join(sorted(known))}")


def read_mission(cards: Library, name: Any) -> str:
    """A mission's name; empty: a primary one is rolled for (skirmishes are chosen, WC-SKIRMISH-11)."""
    if name == RANDOM:
        return ""
    if not isinstance(name, str) or name not in cards.missions:
        raise BadSetup(f"mission: no {name!r}; missions: {', '.join(cards.missions)}, {RANDOM}")
    return name


def kind_of(cards: Library, mission: str) -> str:
    return str(cards.missions[mission]["kind"]) if mission else "primary"


def size_of(cards: Library, mission: str) -> int:
    """Inches (WC-SETUP-16, WC-SKIRMISH-1); all primary missions use one size (WC-MISSION-15)."""
    name = mission or next(n for n, m in cards.missions.items() if m["kind"] == "primary")
    return int(cards.missions[name]["table"])


def read_table(cards: Library, raw: Any, mission: str) -> Map:
    """The terrain agreed on (WC-SETUP-2, WC-SETUP-3), of the mission's size. A rolled one is blank until the roll."""
    inches = size_of(cards, mission)
    fitting = [n for n, m in cards.maps.items() if m["table"] == inches]
    if isinstance(raw, Map):
        if raw.size != milli(inches):
            raise BadSetup(f"map: {raw.size / 1000:g} inches, the mission is played on {inches} (WC-SETUP-16)")
        return raw
    if raw is None or (isinstance(raw, str) and raw in fitting):
        return read_map(cards, raw or fitting[0])
    if raw == RANDOM:
        return Map(size=milli(inches), name=RANDOM)
    if isinstance(raw, Mapping):
        check_keys(raw, (RANDOM, "terrain"), "map")
        if type(raw.get(RANDOM)) is int and len(raw) == 1:
            return generated(cards, inches, raw[RANDOM])
        if isinstance(raw.get("terrain"), list | tuple) and len(raw) == 1:
            return Map(
                size=milli(inches), features=tuple(_feature(cards, f, i) for i, f in enumerate(raw["terrain"], 1))
            )
        raise BadSetup("map: {random: SEED} with a whole number, or {terrain: [features]}")
    other = " (it is of another size, WC-SETUP-16)" if isinstance(raw, str) and raw in cards.maps else ""
    raise BadSetup(f"map: no {raw!r} for this mission{other}; maps: {', '.join(fitting)}, {RANDOM}, {{random: SEED}}")


def _feature(cards: Library, raw: Any, number: int) -> Any:
    where = f"map.terrain, feature {number}"
    if not isinstance(raw, Mapping) or raw.get("kind") not in cards.terrain:
        raise BadSetup(f"{where}: needs a kind of {', '.join(cards.terrain)} (WC-SETUP-3)")
    try:
        return read_feature(cards, raw, f"{raw['kind']}_{number}")
    except (KeyError, TypeError, ValueError, ArithmeticError) as e:
        raise BadSetup(f"{where}: needs at and size, at and radius, or points, in inches ({e})") from e


def read_forces(cards: Library, raw: Any, mission: str) -> list[Mapping[str, Any]]:
    given = DEFAULT[kind_of(cards, mission)] if raw is None else raw
    if isinstance(given, str) or not isinstance(given, list | tuple) or len(given) != 2:
        raise BadSetup("forces: two of them, by name or as data")
    return [_force(cards, f, mission, f"forces, seat {'ab'[seat]}") for seat, f in enumerate(given)]


def _force(cards: Library, raw: Any, mission: str, where: str) -> Mapping[str, Any]:
    force = chosen_force(cards, raw, mission, where)
    return {**force, "units": [*force["units"], *({"unit": h} for h in force["heroes"])], "heroes": []}


def name_units(cards: Library, forces: list[Mapping[str, Any]]) -> dict[str, Unit]:
    """Every unit of both forces in reserve (WC-UNIT-1), with the loadout it keeps all game (WC-JACK-6).

    Names are the card's, numbered where there are several.
    """
    entries = [(seat, raw, cards.units[raw["unit"]]) for seat, f in enumerate(forces) for raw in f["units"]]
    total: dict[str, int] = {}
    for _, _, card in entries:
        total[card.id] = total.get(card.id, 0) + 1
    count: dict[str, int] = {}
    units = {}
    for seat, raw, card in entries:
        count[card.id] = count.get(card.id, 0) + 1
        name = card.id if total[card.id] == 1 else f"{card.id}_{count[card.id]}"
        carried = (*card.builtin, *raw.get("arm", ()), *raw.get("shoulder", ()))
        weapons = cards.slots(carried) if card.type == "warjack" else ()
        units[name] = Unit(seat=seat, card=card.id, weapons=weapons, cortex=raw.get("cortex", ""))
    return units


def read_secondaries(cards: Library, raw: Any, mission: str) -> tuple[str, str] | None:
    """One for each player, or none at all (WC-SECONDARY-1, WC-SECONDARY-2); None: they choose in the set-up."""
    if not raw:
        return "", ""
    if kind_of(cards, mission) == "skirmish":
        raise BadSetup("secondaries: skirmishes have none (WC-SECONDARY-9, WC-SKIRMISH-3)")
    if raw == CHOOSE:
        return None
    if isinstance(raw, str) or not isinstance(raw, list | tuple) or len(raw) != 2:
        raise BadSetup(f"secondaries: one for each player, or {CHOOSE!r} (WC-SECONDARY-2)")
    for name in raw:
        if name not in cards.secondaries:
            raise BadSetup(f"secondaries: no {name!r}; one each of {', '.join(cards.secondaries)} (WC-SECONDARY-1)")
    one, two = raw
    return one, two


def read_mercy(cards: Library, raw: Any, mission: str) -> bool:
    if not isinstance(raw, bool):
        raise BadSetup(f"mercy: true or false, not {raw!r}")
    if not raw and kind_of(cards, mission) != "skirmish":
        raise BadSetup("mercy: only a skirmish may drop the Mercy Rule (WC-SKIRMISH-4)")
    return raw
