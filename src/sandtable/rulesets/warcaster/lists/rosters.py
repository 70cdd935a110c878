"""What Warcaster brings for army lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sandtable.core.rosters import Line, Problem, Rosters
from sandtable.rulesets.warcaster.interface.new_game_options import RANDOM, read_mission
from sandtable.rulesets.warcaster.lists.army import Army, data
from sandtable.rulesets.warcaster.lists.export import text
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.lists.list_data import read_data
from sandtable.rulesets.warcaster.lists.plain_text import read_lines
from sandtable.rulesets.warcaster.lists.random_force import random_force
from sandtable.rulesets.warcaster.state.cards import library


class WarcasterRosters(Rosters):
    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        return library().forces

    def read(self, given: Sequence[Line] | Mapping[str, Any]) -> Army:
        return read_data(given) if isinstance(given, Mapping) else read_lines(given)

    def check(self, army: Army, mission: str = "") -> list[Problem]:
        name = read_mission(library(), mission or army.mission or RANDOM)
        return problems(army, library().missions[name] if name else None)

    def data(self, army: Army) -> dict[str, Any]:
        return data(army)

    def text(self, army: Army) -> str:
        return text(army)

    def random(self, rng: Random, mission: str = "") -> dict[str, Any]:
        skirmish = bool(mission) and library().missions[mission]["kind"] == "skirmish"
        return random_force(rng, skirmish=skirmish)
