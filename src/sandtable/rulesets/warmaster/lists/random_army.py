"""A legal list, different for every seed: what an army must have, then whatever still fits."""

from __future__ import annotations

from random import Random

from sandtable.core import BadSetup
from sandtable.rulesets.warmaster.lists.army_choice import cost, faults
from sandtable.rulesets.warmaster.state.entries import ArmyList, Library


def random_army(library: Library, rng: Random, limit: int = 1000) -> ArmyList:
    army = rng.choice(list(library.armies))
    times = max(1, limit // 1000)
    ranks = [rank for rank in library.ranks.values() if rank.army == army]
    entries = [entry for entry in library.units.values() if entry.army == army and not entry.attached]
    characters = {rank.id: 1 for rank in ranks if rank.kind == "general"}
    units = {entry.id: entry.min * times for entry in entries if entry.min}
    chosen = ArmyList("random", army, limit, characters, units)
    if cost(library, chosen) > limit:
        raise BadSetup(
            f"{army} cannot be chosen for {limit} points: its least costs {cost(library, chosen)} (WM-ARMY-3)"
        )
    most = {rank.id: rank.max * times for rank in ranks if rank.kind != "general"}
    most |= {entry.id: entry.max * times if entry.max is not None else 8 * times for entry in entries}
    while True:
        left = limit - cost(library, chosen)
        taken = {**characters, **units}
        prices = {rank.id: rank.points for rank in ranks} | {entry.id: entry.points for entry in entries}
        fits = [id for id, top in most.items() if taken.get(id, 0) < top and prices[id] <= left]
        if not fits:
            break
        id = rng.choice(fits)
        side = characters if id in library.ranks else units
        side[id] = side.get(id, 0) + 1
        chosen = ArmyList("random", army, limit, dict(characters), dict(units))
    assert not faults(library, chosen)
    return chosen
