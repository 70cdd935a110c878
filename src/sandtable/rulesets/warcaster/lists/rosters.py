"""What Warcaster brings for army lists."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, VocabularyRosters
from sandtable.rulesets.warcaster.interface.new_game_options import RANDOM, read_mission
from sandtable.rulesets.warcaster.lists.force import force_of, with_attachments_owned
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.lists.random_force import random_force
from sandtable.rulesets.warcaster.lists.vocabulary import vocabulary
from sandtable.rulesets.warcaster.state.cards import Library


class WarcasterRosters(VocabularyRosters):
    def __init__(self, cards: Library) -> None:
        super().__init__(vocabulary(cards))
        self.cards = cards

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        return self.cards.forces

    def check(self, army: ArmyList, mission: str = "") -> list[Problem]:
        name = read_mission(self.cards, mission or army.fields["mission"] or RANDOM)
        return problems(force_of(self.cards, army), self.cards.missions[name] if name else None)

    def data(self, army: ArmyList) -> dict[str, Any]:
        return super().data(with_attachments_owned(army))

    def text(self, army: ArmyList) -> str:
        return super().text(with_attachments_owned(army))

    def random(self, rng: Random, mission: str = "") -> dict[str, Any]:
        skirmish = bool(mission) and self.cards.missions[mission]["kind"] == "skirmish"
        return random_force(self.cards, rng, skirmish=skirmish)
