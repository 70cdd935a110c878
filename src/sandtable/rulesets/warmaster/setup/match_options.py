"""The options of a new match as a schema."""

from __future__ import annotations

from typing import Any

from sandtable.core.match_options import Chosen, MatchOption
from sandtable.rulesets.warmaster.interface.switches import ALL
from sandtable.rulesets.warmaster.setup.new_game import AUTO, BY_HAND
from sandtable.rulesets.warmaster.state.entries import Library
from sandtable.rulesets.warmaster.state.readings import Switch


def words(id: str) -> str:
    return id.replace("_", " ").capitalize()


def match_options(library: Library) -> tuple[MatchOption, ...]:
    lists = tuple(
        Chosen(id, f"{library.armies[a.army].name} {a.limit}", f"{a.limit} points") for id, a in library.lists.items()
    )
    lengths = {"random": "a random number of turns", "none": "until an army breaks"}
    scenarios = tuple(
        Chosen(id, words(id), lengths.get(s.length, f"{s.turns} turns each")) for id, s in library.scenarios.items()
    )
    tables = tuple(Chosen(id, words(id), "{} by {} cm".format(*raw["size"])) for id, raw in library.tables.items())
    return (
        MatchOption(
            key="armies", title="armies", kind="force", choices=lists, default=["empire_500", "orcs_500"],
            each_seat=True, help="two lists of the same points",
        ),
        MatchOption(key="scenario", title="scenario", choices=scenarios, help="by the points of the armies"),
        MatchOption(key="table", title="table", choices=tables, help="the scenario's first table"),
        MatchOption(
            key="deploy", title="deployment", default=BY_HAND,
            choices=(Chosen(BY_HAND, "unit by unit, alternately"), Chosen(AUTO, "both armies in line, WM-SCEN-5")),
        ),
        *map(reading, ALL),
    )  # fmt: skip


def reading(switch: Switch[Any]) -> MatchOption:
    """A switch is an option of its own: ``--set charge_edge=zones``."""
    choices = tuple(Chosen(value, value.replace("_", " ")) for value in switch.values)
    title = f"reading: {switch.name.replace('_', ' ')}"
    return MatchOption(key=switch.name, title=title, choices=choices, default=switch.default, help=switch.cite)
