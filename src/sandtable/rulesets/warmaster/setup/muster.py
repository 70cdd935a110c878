"""The pieces of an army list: units and characters with their names."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.rulesets.warmaster.state.entries import ArmyList, Library
from sandtable.rulesets.warmaster.state.table import Character, Unit


def mustered(library: Library, lists: Sequence[ArmyList]) -> tuple[dict[str, Unit], dict[str, Character]]:
    """Units and characters of both lists. Names are the entry's, numbered; seat b's begin with ``b_`` where both have
    it."""
    units: dict[str, Unit] = {}
    characters: dict[str, Character] = {}
    both = set(lists[0].units) & set(lists[1].units), set(lists[0].characters) & set(lists[1].characters)
    for seat, chosen in enumerate(lists):
        hosts = {name: list(joined) for name, joined in chosen.attach.items()}
        for entry_id, count in chosen.units.items():
            entry = library.units[entry_id]
            if entry.attached:
                continue
            for n in range(1, count + 1):
                with_it = next((name for name, joined in hosts.items() if entry_id in joined), "")
                if with_it:
                    hosts[with_it].remove(entry_id)
                prefix = "b_" if seat and entry_id in both[0] else ""
                units[f"{prefix}{entry_id}_{n}"] = Unit(
                    seat, entry_id, entry.stands, skirmisher=bool(with_it), attached=with_it, where="reserve"
                )
        for rank_id, count in chosen.characters.items():
            mounts = list(chosen.mounts.get(rank_id, ()))
            for n in range(1, count + 1):
                prefix = "b_" if seat and rank_id in both[1] else ""
                name = f"{prefix}{rank_id}" if count == 1 else f"{prefix}{rank_id}_{n}"
                characters[name] = Character(seat, rank_id, mounts.pop(0) if mounts else "")
    return units, characters
