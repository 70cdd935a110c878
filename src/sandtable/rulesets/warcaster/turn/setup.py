"""Setting up: table, mission, secondary missions, hands, who goes first, sides, initial deployment (WC-SETUP-1).

Elsewhere: WC-SETUP-3, WC-SETUP-16 in turn/setup_options; WC-SETUP-7, WC-SETUP-9, WC-SETUP-13, WC-SETUP-14,
WC-SETUP-15 in turn/initial_deployment; WC-SETUP-8, WC-SETUP-10 in turn/deployment; WC-SETUP-11, WC-SETUP-12 in
turn/deployment_places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Pool, Return, Roll, Start, Untied, Wait, choice
from sandtable.core import Choice as Listed
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warcaster.cyphers.rack_and_hand import Draw
from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of, with_markers
from sandtable.rulesets.warcaster.missions.primary import D3
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.events import (
    FirstChosen,
    MissionChosen,
    SecondariesChosen,
    SidesChosen,
    TableLaid,
)
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.stats import HandSize
from sandtable.rulesets.warcaster.state.table import OTHER, PLAY, Player, Table
from sandtable.rulesets.warcaster.terrain.map_generator import SEEDS, generated
from sandtable.rulesets.warcaster.turn.initial_deployment import InitialDeployment
from sandtable.rulesets.warcaster.turn.pulse_rounds import Battle
from sandtable.rulesets.warcaster.turn.setup_options import (
    KNOWN,
    RANDOM,
    check_keys,
    name_units,
    read_forces,
    read_mercy,
    read_mission,
    read_secondaries,
    read_table,
)

NONE = "none"


def new_game(cards: Library, options: Mapping[str, Any]) -> Start:
    """The table before anything is rolled, and the frame that sets it up. The options are those of `options`."""
    check_keys(options, KNOWN, "options")
    mission = read_mission(cards, options.get("mission", "boiling_point"))
    table = read_table(cards, options.get("map"), mission)
    forces = read_forces(cards, options.get("forces"), mission)
    secondaries = read_secondaries(cards, options.get("secondaries"), mission)
    one, two = (
        Player(
            rack=tuple(sorted(f.get("rack", ()))),
            attachments=tuple(f.get("attachments", {}).items()),
            secondary=secondaries[seat] if secondaries else "",
        )
        for seat, f in enumerate(forces)
    )
    objectives = objectives_of(cards, mission) if mission else {}
    state = Table(
        map=with_markers(cards, table, objectives),
        mission=mission,
        units=name_units(cards, forces),
        models={},
        players=(one, two),
        objectives=objectives,
        mercy=read_mercy(cards, options.get("mercy", True), mission),
    )
    return Start(state, SetUp(rolled_map=table.name == RANDOM, choose=secondaries is None))


def deploying(state: Table) -> int:
    """Whose initial deployment it is: the second player's once anything of theirs is in play (WC-SETUP-1)."""
    second = OTHER[state.first]
    return second if any(u.seat == second and u.place == PLAY for u in state.units.values()) else state.first


class SetUp(Frame, frozen=True, kw_only=True):
    """The order of WC-SETUP-1, then the first turn."""

    rolled_map: bool = False
    choose: bool = False  # secondary missions
    chosen: tuple[str, ...] = ()
    winner: int = 0

    def start(self, d: Draft) -> Next:
        if not self.rolled_map:
            return self.mission(d)
        return Wait(Roll("table", (Pool("table", ((f"d{SEEDS}", 1),)),), cite="WC-SETUP-2"), then=self.laid)

    def laid(self, d: Draft, seed: int) -> Next:
        plain = generated(d.rules.cards, d.state.map.size // MILLI, seed)
        d.emit(TableLaid(map=with_markers(d.rules.cards, plain, d.state.objectives), cite="WC-SETUP-2"))
        return self.mission(d)

    def mission(self, d: Draft) -> Next:
        if d.state.mission:
            return self.secondaries(d)
        return Wait(Roll("mission", (Pool("mission", (("d6", 1),)),), D3(), "WC-MISSION-1"), then=self.missioned)

    def missioned(self, d: Draft, number: int) -> Next:
        cards = d.rules.cards
        mission = next(n for n, m in cards.missions.items() if m.get("roll") == number)
        objectives = objectives_of(cards, mission)
        table = with_markers(cards, d.state.map, objectives)
        d.emit(MissionChosen(mission=mission, objectives=objectives, map=table, cite="WC-MISSION-1"))
        return self.secondaries(d)

    def secondaries(self, d: Draft) -> Next:
        """Each chooses one, perhaps the same; without both agreeing none is used (WC-SECONDARY-1, WC-SECONDARY-10)."""
        if not self.choose:
            return self.hands(d)
        found = [
            Option(key, cite=raw["rule"], verb="secondary", using=key) for key, raw in d.rules.cards.secondaries.items()
        ]
        domain = Listed((*found, Option(NONE, cite="WC-SECONDARY-1", verb="no secondary")))
        ask = Ask(len(self.chosen), "choose a secondary mission", domain, NONE, "WC-SECONDARY-1")
        return Wait(ask, then=self.secondary)

    def secondary(self, d: Draft, key: str) -> Next:
        me = self.but(chosen=(*self.chosen, key))
        if key == NONE:
            return me.hands(d)
        if len(me.chosen) < 2:
            return me.secondaries(d)
        d.emit(SecondariesChosen(names=(me.chosen[0], me.chosen[1]), cite="WC-SECONDARY-1"))
        return me.hands(d)

    def hands(self, d: Draft) -> Next:
        """Five cards each (WC-SETUP-4); the 7 Arc are in the well from the start (WC-SETUP-5, `Player.well`)."""
        return Call(Draw(seat=0, upto=d.value(HandSize(0))), then=self.other_hand)

    def other_hand(self, d: Draft, *ignored: Any) -> Next:
        return Call(Draw(seat=1, upto=d.value(HandSize(1))), then=self.roll_off)

    def roll_off(self, d: Draft, *ignored: Any) -> Next:
        pools = (Pool("seat a", (("d6", 1),), 0), Pool("seat b", (("d6", 1),), 1))
        return Wait(Roll("first player", pools, Untied(), "WC-SETUP-6"), then=self.rolled)

    def rolled(self, d: Draft, a: int, b: int) -> Next:
        winner = 0 if a > b else 1
        ask = Ask(
            winner,
            "go first, or second and choose the side",
            choice("go first", "go second", cite="WC-SETUP-6"),
            "go first",
            "WC-SETUP-6",
        )
        return Wait(ask, then=self.but(winner=winner).ordered)

    def ordered(self, d: Draft, key: str) -> Next:
        first = self.winner if key == "go first" else OTHER[self.winner]
        d.emit(FirstChosen(seat=first, cite="WC-SETUP-6"))
        chooser = OTHER[first]
        ask = Ask(
            chooser,
            "choose a table side",
            choice("near side", "far side", cite="WC-SETUP-6"),
            "near side" if chooser == 0 else "far side",
            "WC-SETUP-6",
        )
        return Wait(ask, then=self.but(winner=chooser).sided)

    def sided(self, d: Draft, key: str) -> Next:
        mine = 0 if key == "near side" else 1
        sides = (mine, 1 - mine) if self.winner == 0 else (1 - mine, mine)
        d.emit(SidesChosen(sides=sides, cite="WC-SETUP-6"))
        return Call(InitialDeployment(seat=d.state.first), then=self.second)

    def second(self, d: Draft, *ignored: Any) -> Next:
        return Call(InitialDeployment(seat=OTHER[d.state.first]), then=self.play)

    def play(self, d: Draft, *ignored: Any) -> Next:
        return Call(Battle(), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()
