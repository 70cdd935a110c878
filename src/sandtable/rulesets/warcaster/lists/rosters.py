"""What Warcaster brings for army lists."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.core.rosters import NO_OPTIONS, Problem
from sandtable.roster import ArmyList, VocabularyRosters
from sandtable.rulesets.warcaster.lists.force import force_of, with_attachments_owned
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.lists.random_force import random_force
from sandtable.rulesets.warcaster.lists.vocabulary import vocabulary
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.turn.setup_options import KNOWN, RANDOM, check_keys, kind_of, read_mission


class WarcasterRosters(VocabularyRosters):
    def __init__(self, cards: Library) -> None:
        super().__init__(vocabulary(cards))
        self.cards = cards

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        return self.cards.forces

    def check(self, army: ArmyList, options: Mapping[str, Any] = NO_OPTIONS) -> list[Problem]:
        """Against the mission of the game, else the one the list names; without either, any primary one."""
        check_keys(options, KNOWN, "options")
        name = read_mission(self.cards, options.get("mission") or army.fields["mission"] or RANDOM)
        return problems(force_of(self.cards, army), self.cards.missions[name] if name else None)

    def data(self, army: ArmyList) -> dict[str, Any]:
        return super().data(with_attachments_owned(army))

    def text(self, army: ArmyList) -> str:
        return super().text(with_attachments_owned(army))

    def random(self, rng: Random, options: Mapping[str, Any] = NO_OPTIONS) -> dict[str, Any]:
        mission = read_mission(self.cards, options.get("mission") or RANDOM)
        skirmish = kind_of(self.cards, mission) == "skirmish"
        return random_force(self.cards, rng, skirmish=skirmish)
