"""The force a player brings to a game: a sample by name, or a list as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.core import BadSetup
from sandtable.roster import ArmyList, as_data, read_data
from sandtable.rulesets.warcaster.lists.force import force_of, with_attachments_owned
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.lists.vocabulary import vocabulary
from sandtable.rulesets.warcaster.state.cards import Library


def chosen_force(cards: Library, given: Any, mission: str, seat: str) -> Mapping[str, Any]:
    """A force as data; an illegal one is no set-up (WC-SETUP-1).

    The mission is empty while it is still to be rolled: then it is a primary one.
    """
    if isinstance(given, str):
        if given not in cards.forces:
            raise BadSetup(f"{seat}: no force {given!r}; forces: {', '.join(cards.forces)}")
        force, wrong = cards.forces[given], sample_faults(cards, given, mission)
    elif isinstance(given, Mapping):
        army = read_data(vocabulary(cards), given)
        force, wrong = as_data(vocabulary(cards), with_attachments_owned(army)), faults(cards, army, mission)
    else:
        raise BadSetup(f"{seat}: a name or the force itself as data, not {given!r}")
    if wrong:
        raise BadSetup(f"{seat}: {force.get('name', 'the force')} is not legal{wrong}")
    return force


@lru_cache(maxsize=256)
def sample_faults(cards: Library, name: str, mission: str) -> str:
    """A sample is judged once for each mission: many games are played with it."""
    return faults(cards, read_data(vocabulary(cards), cards.forces[name]), mission)


def faults(cards: Library, army: ArmyList, mission: str) -> str:
    """What is wrong, a line each; empty when nothing is."""
    found = problems(force_of(cards, army), cards.missions[mission] if mission else None)
    return "".join(f"\n  {problem}" for problem in found if problem.grave)
