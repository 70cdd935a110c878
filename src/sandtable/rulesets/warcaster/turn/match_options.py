"""What may be chosen for a new match, with printed names (WC-SETUP-2, WC-MISSION-1, WC-SECONDARY-1, WC-SKIRMISH-4)."""

from __future__ import annotations

from sandtable.core.match_options import Chosen, MatchOption
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.turn.setup_options import CHOOSE, DEFAULT, RANDOM


def match_options(cards: Library) -> tuple[MatchOption, ...]:
    missions = tuple(
        Chosen(key, raw["name"], f"{raw['kind']}, {raw['table']} inches") for key, raw in cards.missions.items()
    )
    maps = tuple(Chosen(key, raw.get("name", key), f"{raw['table']} inches") for key, raw in cards.maps.items())
    forces = tuple(Chosen(key, raw.get("name", key), str(raw["size"])) for key, raw in cards.forces.items())
    secondaries = tuple(Chosen(key, raw["name"]) for key, raw in cards.secondaries.items())
    return (
        MatchOption(
            key="mission",
            title="mission",
            choices=(*missions, Chosen(RANDOM, "a primary mission, by a die")),
            default="boiling_point",
        ),
        MatchOption(
            key="forces", title="forces", kind="force", choices=forces, default=DEFAULT["skirmish"], each_seat=True
        ),
        MatchOption(key="map", title="table", choices=(*maps, Chosen(RANDOM, "a new one, by a die"))),
        MatchOption(
            key="secondaries",
            title="secondary missions",
            choices=secondaries,
            each_seat=True,
            together=(Chosen(CHOOSE, "each player chooses in the set-up"),),
            help="primary missions only",
        ),
        MatchOption(key="mercy", title="the Mercy Rule", kind="flag", default=True, help="only a skirmish may drop it"),
    )
