"""What may be chosen for a new match, with printed names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core.match_options import Chosen, MatchOption
from sandtable.rulesets.warmachine.common.setup.new_game import default_armies
from sandtable.rulesets.warmachine.common.setup.tables_by_seed import RANDOM, SEEDS
from sandtable.rulesets.warmachine.common.state.cards import Library


def match_options(cards: Library) -> tuple[MatchOption, ...]:
    armies = tuple(
        Chosen(key, army.name, f"{army.faction}, {army.size}" + (f": {army.plan}" if army.plan else ""))
        for key, army in cards.armies.items()
    )
    tables = tuple(Chosen(key, raw["name"], _size(raw)) for key, raw in cards.maps.items())
    scenarios = tuple(
        Chosen(key, scenario.name, f"{scenario.rounds} rounds" if scenario.rounds else "no limit of rounds")
        for key, scenario in cards.scenarios.items()
    )
    return (
        MatchOption(
            key="armies", title="armies", kind="force", choices=armies, default=list(default_armies(cards)),
            each_seat=True,
        ),
        MatchOption(key="map", title="table", choices=(*tables, Chosen(RANDOM, "a new one, by seed or die"))),
        MatchOption(
            key="table_seed", title="seed of a random table", kind="number", least=1, most=SEEDS,
            help="map=random only; without it a die decides",
        ),
        MatchOption(key="scenario", title="scenario", choices=scenarios, default=next(iter(cards.scenarios))),
    )  # fmt: skip


def _size(raw: Mapping[str, Any]) -> str:
    wide, deep = raw["table"]
    return f"{wide:g} by {deep:g} inches, for {', '.join(raw['sizes'])} armies"
